"""Questions on Light Up for the tests of every question."""

from typing import Any

from tests.puzzles.lightup.boards import CASES

BOARD = {"text": "7x7:eBB0b2gBd1hBg1a1d2a"}
PROOF = (CASES / "proofs" / "proof_048.xml").read_text(encoding="utf-8")

STEP = {
    "number": 1, "technique": "case", "level": "hard", "site": [1, 1], "bulbs": [], "dots": [[1, 1]], "lit": [],
    "members": [], "premises": [[2, 1]], "instances": 1, "depth": 1, "before": ["..", "1."], "board": ["x.", "1."],
    "refutations": [
        {
            "reason": "refutation", "supposed": "bulb", "cell": [1, 1],
            "steps": [
                {
                    "reason": "conclusion", "rule": "Finish with Empty", "rule_id": "LTUP-BASC-0005",
                    "site": [2, 1], "bulbs": [], "dots": [[2, 2]], "clue": 1,
                }
            ],
            "contradiction": {
                "rule": "Cannot Light A Cell", "rule_id": "LTUP-CONT-0002", "site": [2, 2], "cells": [[1, 2]],
            },
        }
    ],
}  # fmt: skip
DRAFT = [
    {"name": "a", "parents": ["root"], "rule": "Finish with Empty", "marks": {"dots": [[1, 2], [2, 1]]}},
    {"name": "b", "parents": ["a"], "rule": "Must Light", "marks": {"bulbs": [[2, 2]]}},
]

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "draw": [{"pictures": [{"board": {"text": "L./.x"}, "places": [[1, 1]]}]}],
    "draw_step": [{"step": STEP}],
    "stage": [{"board": BOARD}, {"board": {"text": "0x5:"}}],
    "suggest": [{"board": {"text": "0./.."}, "marks": {"dots": [[1, 2]]}}, {"board": {"text": "0./.."}}],
    "try_step": [
        {"board": {"text": "0./.."}, "rule": "Finish with Empty", "cell": [1, 1]},
        {"board": {"text": "1./.."}, "rule": "Satisfy Number", "cell": [1, 1]},
        {"board": {"text": "1./.."}, "rule": "Must Light", "marks": {"bulbs": [[1, 2]]}},
        {"board": {"text": "1./.."}, "rule": "Must Light", "cell": [9, 9]},
    ],
    "judge_draft": [{"board": {"text": "0./.."}, "steps": DRAFT, "write": True}, {"board": {"text": "0./.."}}],
    "read_draft": [{"proof": PROOF}, {"proof": "<nothing/>"}],
    "read_exercise": [
        {"text": '{"exercise": "lightup.proof", "board": ["0.", ".."], "rules": ["Must Light"]}'},
        {"text": '{"exercise": "lightup.proof"}'},
    ],
    "write_exercise": [
        {"exercise": {"exercise": "lightup.proof", "board": ["0.", ".."], "rules": ["Must Light"]}},
        {"exercise": {"exercise": "lightup.proof", "board": []}},
    ],
    "check": [{"board": BOARD, "can_finish": True}],
    "convert": [{"board": BOARD, "to": "puzzlink"}],
    "decide": [{"board": {"text": "../.1"}}, {"board": {"text": "4"}}],
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
