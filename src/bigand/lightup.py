"""Light Up from Python: boards in any format, solved, checked, drawn.

import bigand
board = bigand.lightup.Board("7x7:bBe2c1g0g2g1c3eBb")   # or rows of text, an array, a link, a file's text
print(board.solve())
assert board.answer().status == "unique"                 # and its solution, and a second one if there is one
board.to("puzzlink")                                     # in a notebook a board shows itself
bigand.lightup.check_proof("homework.xml").accepted      # a proof of LEGUP, judged step by step
"""

from collections.abc import Iterable
from pathlib import Path

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.check import Finding, FindingKind
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.generate import Request, RequestError, Symmetry, TooHardError, generate_board
from bigand.puzzles.lightup.proof import Draft, Goal, Objection, Proof, Verdict, check
from bigand.puzzles.lightup.proof.files import read_proof, write_proof
from bigand.puzzles.lightup.reasoning.explanation import Explanation
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.steps import Rating
from bigand.puzzles.lightup.rules import RULES, ProofRule, find_rule
from bigand.puzzles.lightup.solver import SolveResult, Status, solve_boards
from bigand.source.document import Document


def load(path: str | Path) -> Board:
    """The board of a file, in any format."""
    return Board(Path(path).read_bytes().decode("utf-8", "replace"))


def solve_all(boards: Iterable[Board]) -> list[SolveResult]:
    """The answers for many boards."""
    return solve_boards(list(boards))


def load_proof(path: str | Path) -> Proof:
    """The proof of a file of LEGUP; what it says of itself is not believed."""
    return _read_proof_file(path)[0]


def check_proof(proof: str | Path | Proof, only_rules: Iterable[str | ProofRule] | None = None) -> Verdict:
    """The verdict on a proof, or on the proof of a file: `accepted`, and if not, `objections`.

    With `only_rules`, by their names or ids, no other rule may be used.
    """
    only = None if only_rules is None else [_require_rule(rule) for rule in only_rules]
    if isinstance(proof, Proof):
        return check(proof, only)
    parsed, objections = _read_proof_file(proof)
    return check(parsed, only, objections)


def _read_proof_file(path: str | Path) -> tuple[Proof, list[Objection]]:
    return read_proof(Document(str(path), Path(path).read_bytes().decode("utf-8", "replace")))


def _require_rule(rule: str | ProofRule) -> ProofRule:
    match = rule if isinstance(rule, ProofRule) else find_rule(rule)
    if match is None:
        raise ValueError(f"no rule {rule!r}: {', '.join([known_rule.name for known_rule in RULES])}")
    return match


def generate(request: Request, seed: str) -> Board:
    """A new board for a request, the same for the same seed; a `TooHardError` when none is found."""
    return generate_board(request, seed).board


__all__ = [
    "RULES",
    "Board",
    "BoardError",
    "Cell",
    "Draft",
    "Explanation",
    "Finding",
    "FindingKind",
    "Goal",
    "Level",
    "Objection",
    "Place",
    "Proof",
    "ProofRule",
    "Rating",
    "Request",
    "RequestError",
    "SolveResult",
    "Status",
    "Symmetry",
    "TooHardError",
    "Verdict",
    "check_proof",
    "find_rule",
    "generate",
    "load",
    "load_proof",
    "solve_all",
    "write_proof",
]
