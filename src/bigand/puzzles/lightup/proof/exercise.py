"""Whether a proof is about what was asked for: a student may have changed the board, or the goal."""

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.proof.objection import Flaw, Objection
from bigand.puzzles.lightup.proof.tree import Goal, Proof


def judge_exercise(proof: Proof, board: Board, goal: Goal | None = None) -> list[Objection]:
    """What is different from the board, and from the goal if there is one."""
    own = proof.board
    if (own.height, own.width) != (board.height, board.width):
        size = {"height": str(board.height), "width": str(board.width)}
        return [Objection(Flaw.OTHER_SIZE, gaps=size)]
    pairs = enumerate(zip(own.cells, board.cells, strict=True))
    places = tuple([board.place(index) for index, (one, other) in pairs if one != other])
    objections = [Objection(Flaw.OTHER_BOARD, places=places)] if places else []
    if goal is not None and _content(goal) != _content(proof.goal):
        gaps = {"found": proof.goal.aim.value, "wanted": goal.aim.value}
        objections.append(Objection(Flaw.OTHER_GOAL, gaps=gaps))
    return objections


def _content(goal: Goal) -> tuple[object, ...]:
    return goal.aim, frozenset(goal.cells), goal.assumes_solution
