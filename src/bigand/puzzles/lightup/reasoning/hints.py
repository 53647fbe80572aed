"""Hints: the next step for a board with somebody's marks on it, in three strengths; what is wrong comes first."""

from dataclasses import dataclass
from enum import Enum

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.places import Say, place_text
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.steps import Step, next_step
from bigand.puzzles.lightup.reasoning.telling import rule_of, sentence_of, technique_of, where_of
from bigand.puzzles.lightup.rules import is_solved
from bigand.puzzles.lightup.solving import Status, answer
from bigand.solve.worker import run_isolated


class Strength(Enum):
    """How much a hint tells."""

    WHERE = "where"
    RULE = "rule"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step; or a mark that is wrong; or neither.

    `belongs` says what belongs where the wrong mark is, if all solutions agree on that.
    """

    status: str  # step, wrong, solved, none (no solution at all) or multiple (nothing follows)
    step: Step | None = None
    wrong: Place | None = None
    belongs: Cell | None = None

    @property
    def is_solved(self) -> bool:
        return self.status == "solved"

    def sentences(self, strength: Strength, say: Say) -> list[str]:
        """What to tell at a strength."""
        if self.step is not None:
            return _about(self.step, strength, say)
        if self.wrong is not None:
            return [self._wrong(self.wrong, strength, say)]
        return [
            say(
                {"solved": "lightup.hint.solved", "none": "lightup.hint.none"}.get(
                    self.status, "lightup.hint.nothing"
                )
            )
        ]

    def _wrong(self, place: Place, strength: Strength, say: Say) -> str:
        if strength is Strength.WHERE:
            return say("lightup.hint.wrong.where", row=place.row + 1)
        kinds = {Cell.DOT: "bulb", Cell.BULB: "dot", None: "several"}
        kind = "rule" if strength is Strength.RULE else kinds[self.belongs]
        return say(f"lightup.hint.wrong.{kind}", site=place_text(place, say))


def _about(step: Step, strength: Strength, say: Say) -> list[str]:
    if strength is Strength.STEP:
        return [sentence_of(step, say)]
    told = [where_of(step, say)]
    if strength is Strength.RULE:
        told.append(say("lightup.hint.rule", name=technique_of(step, say), says=rule_of(step, say)))
    return told


def hint_for(board: Board, deadline: float | None = None) -> Hint:
    """The hint for a board as it stands; with a deadline it is found in another process."""
    if deadline is not None:
        return run_isolated(lambda: hint_for(board), deadline)
    found = answer(board, keep_marks=True)
    if found.status is Status.NONE:
        return _wrong_mark(board)
    position = Position.of(board)
    if is_solved(position):
        return Hint("solved")
    step = next_step(position, nested=found.is_unique)
    return Hint("multiple") if step is None else Hint("step", step)


def _wrong_mark(board: Board) -> Hint:
    """A mark that no solution has; if each has its solution, the first that cannot stay with those before it."""
    known = answer(board.puzzle)
    if known.status is Status.NONE:
        return Hint("none")
    marked = [place for place, cell in board if cell in (Cell.BULB, Cell.DOT)]
    if known.is_unique and known.solution is not None:
        for place in marked:
            right = Cell.BULB if known.solution[place] is Cell.BULB else Cell.DOT
            if board[place] is not right:
                return Hint("wrong", wrong=place, belongs=right)
    kept = board.puzzle
    for place in marked:
        more = kept.marked([place], []) if board[place] is Cell.BULB else kept.marked([], [place])
        if answer(more, keep_marks=True).status is Status.NONE:
            return Hint("wrong", wrong=place)
        kept = more
    raise AssertionError("marks that fit together have a solution")
