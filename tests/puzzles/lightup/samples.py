"""Questions on Light Up for the tests of every question."""

from typing import Any

from tests.puzzles.lightup.boards import CASES

BOARD = {"text": "7x7:eBB0b2gBd1hBg1a1d2a"}
PROOF = (CASES / "proofs" / "proof_048.xml").read_text(encoding="utf-8")

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "check": [{"board": BOARD, "can_finish": True}],
    "convert": [{"board": BOARD, "to": "puzzlink"}],
    "count": [{"board": {"text": ".../.../..."}}],
    "explain": [{"board": BOARD, "proof": True}],
    "generate": [{"height": 5, "width": 5, "seed": "a", "rated": True}],
    "hint": [{"board": BOARD, "strength": "step"}],
    "judge_proof": [{"proof": PROOF}, {"proof": "<nothing/>"}],
    "judge_step": [{"steps": ["nothing"], "why": True}],
    "rate": [{"board": BOARD}],
    "read": [{"board": BOARD}, {"board": {"text": "x"}}],
    "rules": [{}],
    "solve": [{"board": BOARD}, {"board": {"text": "4"}}],
    "solve_many": [{"boards": [BOARD, {"text": "?"}]}],
    "unique": [{"board": BOARD}],
}
