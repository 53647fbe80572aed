"""Light Up from Python: read boards in any format, solve, check, explain, draw and generate them.

>>> board = Board("7x7:bBe2c1g0g2g1c3eBb")  # or rows of text, an array, a link, the text of a file
>>> board.answer().status
<Status.UNIQUE: 'unique'>
>>> board.to("puzzlink")
'https://puzz.link/p?akari/7/7/h.kcgbkakckbgdi.h'
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
    """Load the board of a file, in any format.

    Args:
        path: The file.

    Returns:
        The board.

    Raises:
        OSError: The file cannot be read.
        BoardError: The file is not a board.
    """
    return Board(Path(path).read_bytes().decode("utf-8", "replace"))


def solve_all(boards: Iterable[Board]) -> list[SolveResult]:
    """Solve many boards.

    Args:
        boards: The boards.

    Returns:
        The result of `Board.answer` for each board, in the same order.

    >>> [result.status.value for result in solve_all([Board(["2.", ".."]), Board(["3.", ".."])])]
    ['unique', 'none']
    """
    return solve_boards(list(boards))


def load_proof(path: str | Path) -> Proof:
    """Load a proof from a file of LEGUP, without checking it.

    Args:
        path: The file.

    Returns:
        The proof.

    Raises:
        OSError: The file cannot be read.
        BoardError: The file is not a proof of Light Up.
    """
    return _read_proof_file(path)[0]


def check_proof(proof: str | Path | Proof, only_rules: Iterable[str | ProofRule] | None = None) -> Verdict:
    """Check a proof step by step.

    Args:
        proof: The proof, or a file of LEGUP.
        only_rules: The only rules that may be used, by name or ID. By default all are allowed.

    Returns:
        The verdict: whether it is `accepted`, and if not, the `objections`.

    Raises:
        OSError: The file cannot be read.
        BoardError: The file is not a proof of Light Up.
        ValueError: There is no rule of such a name.

    >>> draft = Draft(Board(["2.", ".."]))
    >>> node = draft.add_direct("0", find_rule("Finish with Bulbs"), bulbs=0b0110)
    >>> check_proof(draft.proof).accepted
    True
    >>> check_proof(draft.proof, only_rules=["Must Light"]).objections[0].reason.value
    'not_allowed'
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
    """Make a new board with exactly one solution.

    Args:
        request: What the board should be like.
        seed: The same request and seed give the same board.

    Returns:
        The board.

    Raises:
        TooHardError: No such board was found.

    >>> board = generate(Request(5, 5), "monday")
    >>> board.is_unique(), board.rate().level
    (True, <Level.EASY: 0>)
    """
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
