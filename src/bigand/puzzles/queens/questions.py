"""What may be asked of N queens: placements (one, the next, some, all), how many there are, how large the model is.

Squares are named as chess players do (`a4`); the columns of a placement are counted from 1, row by row.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from bigand.api.question import Answer, Question
from bigand.api.report import Report
from bigand.api.value import NonNegativeInt, Value
from bigand.puzzles.stage import Stage

Engine: TypeAlias = Literal["sat", "search"]
MAX_PLACEMENTS = 10_000  # placements that an answer has


class Placement(Value):
    """Where the queens stand, from the first row on: a part of the answer, as soon as it is found."""

    squares: tuple[str, ...]
    columns: tuple[int, ...]


class Line(Value):
    """A row or a column, and what it is called."""

    kind: Literal["row", "column"]
    name: str


class SolveAnswer(Answer, tag="queens.solved"):
    """Placements, as squares and as columns, the first `MAX_PLACEMENTS` of them; and how many there were."""

    size: int
    status: Literal["sat", "unsat"]
    solutions: tuple[tuple[str, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    count: int
    complete: bool | None = None  # whether there are no others, if that was asked or is known
    full: Line | None = None  # where nothing fits: a line on which no queen can stand


class Solve(Question[SolveAnswer], tag="queens.solve"):
    """Where can so many queens stand? Those that are `excluded`, as columns, are known and not told again."""

    size: int
    placed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    excluded: tuple[tuple[int, ...], ...] = ()
    most: NonNegativeInt | None = 1  # placements; None for all
    distinct: bool = False  # one of each that are the same turned or mirrored
    whether_all: bool = False  # look whether there are more than `most`
    engine: Engine = "sat"

    def answer(self, report: Report) -> SolveAnswer:
        from bigand.puzzles.queens.handlers import solve

        return solve(self, report)


def make_solve_answer(
    question: Solve, placements: Sequence[Placement], count: int, complete: bool | None, full: Line | None = None
) -> SolveAnswer:
    """An answer with what was found, perhaps before a limit was met."""
    return SolveAnswer(
        size=question.size,
        status="sat" if count else "unsat",
        solutions=tuple([placement.squares for placement in placements]),
        columns=tuple([placement.columns for placement in placements]),
        count=count,
        complete=complete,
        full=full,
    )


class CountAnswer(Answer, tag="queens.counted"):
    """How many placements there are; at least so many if that is not `complete`."""

    size: int
    count: int
    complete: bool
    engine: Engine


class Count(Question[CountAnswer], tag="queens.count"):
    """In how many ways can so many queens stand?"""

    size: int
    placed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    distinct: bool = False
    engine: Engine = "search"

    def answer(self, report: Report) -> CountAnswer:
        from bigand.puzzles.queens.handlers import count

        return count(self, report)


class RuleSize(Value):
    """A rule of the taught model: how many clauses it is as written, and when each pair is said once."""

    rule: Literal["row_least", "row_most", "column_most", "diagonal"]
    clauses: int
    once: int
    formula: str


class SizeAnswer(Answer, tag="queens.sized"):
    """How large the taught model is, rule by rule and in all."""

    size: int
    atoms: int
    rules: tuple[RuleSize, ...]
    clauses: int
    once: int


class Size(Question[SizeAnswer], tag="queens.size"):
    """How many clauses has the taught model for so many queens?"""

    size: int

    def answer(self, report: Report) -> SizeAnswer:
        from bigand.puzzles.queens.handlers import measure_model

        return measure_model(self, report)


class StageBoardAnswer(Answer, tag="queens.staged"):
    """A board to be played on, as chess players see it; the names of its squares, row by row from the top."""

    stage: Stage
    names: tuple[str, ...]


class StageBoard(Question[StageBoardAnswer], tag="queens.stage"):
    """What does a page need to let people place queens?"""

    size: int

    def answer(self, report: Report) -> StageBoardAnswer:
        from bigand.puzzles.queens.handlers import stage_board

        return stage_board(self, report)


class WhyAnswer(Answer, tag="queens.reasons"):
    """Two queens that attack each other; else marks that cannot become a placement, none of which can be left out.

    `full` is a line that they leave no square on; `placed` is none if there is a placement with all marks.
    """

    placed: tuple[str, ...] | None = None
    forbidden: tuple[str, ...] = ()
    full: Line | None = None


class Why(Question[WhyAnswer], tag="queens.why"):
    """Why can this not be completed?"""

    size: int
    placed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()

    def answer(self, report: Report) -> WhyAnswer:
        from bigand.puzzles.queens.handlers import find_reasons

        return find_reasons(self, report)


QUESTIONS: dict[str, type[Question[Any]]] = {
    "solve": Solve,
    "count": Count,
    "size": Size,
    "stage": StageBoard,
    "why": Why,
}
