"""Questions about N queens: placements (one, the next, some, all), their number, the size of the model.

Squares are in chess notation (`a4`). The columns of a placement are counted from 1, row by row.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from bigand.api.question import Answer, Question
from bigand.api.report import Report
from bigand.api.value import NonNegativeInt, Value
from bigand.puzzles.stage import Stage

Engine: TypeAlias = Literal["sat", "search"]
MAX_PLACEMENTS = 10_000  # stored in one answer


class Placement(Value):
    """The squares of the queens, from the first row on; reported as a part of the answer as soon as it is found."""

    squares: tuple[str, ...]
    columns: tuple[int, ...]


class Line(Value):
    """A row or a column, with its name."""

    kind: Literal["row", "column"]
    name: str


class SolveAnswer(Answer, tag="queens.solved"):
    """The first `MAX_PLACEMENTS` placements, as squares and as columns, and the number of placements found."""

    size: int
    status: Literal["sat", "unsat"]
    solutions: tuple[tuple[str, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    count: int
    complete: bool | None = None  # whether there are no others, if that was asked or is known
    full: Line | None = None  # a line on which no queen fits, if there is no placement


class Solve(Question[SolveAnswer], tag="queens.solve"):
    """Find placements of N queens. Placements in `excluded` (as columns) are known already and skipped."""

    size: int
    placed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    excluded: tuple[tuple[int, ...], ...] = ()
    most: NonNegativeInt | None = 1  # number of placements; None for all
    distinct: bool = False  # only one of those that are equal up to rotation and reflection
    whether_all: bool = False  # also find out whether there are more than `most`
    engine: Engine = "sat"

    def answer(self, report: Report) -> SolveAnswer:
        from bigand.puzzles.queens.handlers import solve

        return solve(self, report)


def make_solve_answer(
    question: Solve,
    placements: Sequence[Placement],
    count: int,
    complete: bool | None,
    blocked_line: Line | None = None,
) -> SolveAnswer:
    """Make the answer from the placements found, perhaps before a limit was reached."""
    return SolveAnswer(
        size=question.size,
        status="sat" if count else "unsat",
        solutions=tuple([placement.squares for placement in placements]),
        columns=tuple([placement.columns for placement in placements]),
        count=count,
        complete=complete,
        full=blocked_line,
    )


class CountAnswer(Answer, tag="queens.counted"):
    """The number of placements; a lower bound unless it is `complete`."""

    size: int
    count: int
    complete: bool
    engine: Engine


class Count(Question[CountAnswer], tag="queens.count"):
    """Count the placements of N queens."""

    size: int
    placed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    distinct: bool = False
    engine: Engine = "search"

    def answer(self, report: Report) -> CountAnswer:
        from bigand.puzzles.queens.handlers import count

        return count(self, report)


class RuleSize(Value):
    """The clauses of a rule of the taught model: as written, and with each pair stated once."""

    rule: Literal["row_least", "row_most", "column_most", "diagonal"]
    clauses: int
    once: int
    formula: str


class SizeAnswer(Answer, tag="queens.sized"):
    """The size of the taught model, by rule and in total."""

    size: int
    atoms: int
    rules: tuple[RuleSize, ...]
    clauses: int
    once: int


class Size(Question[SizeAnswer], tag="queens.size"):
    """How many clauses does the taught model have for N queens?"""

    size: int

    def answer(self, report: Report) -> SizeAnswer:
        from bigand.puzzles.queens.handlers import measure_model

        return measure_model(self, report)


class StageBoardAnswer(Answer, tag="queens.staged"):
    """A board to play on, drawn as a chess board, with the names of its squares row by row from the top."""

    stage: Stage
    names: tuple[str, ...]


class StageBoard(Question[StageBoardAnswer], tag="queens.stage"):
    """What does a page need so that users can place queens?"""

    size: int

    def answer(self, report: Report) -> StageBoardAnswer:
        from bigand.puzzles.queens.handlers import stage_board

        return stage_board(self, report)


class WhyAnswer(Answer, tag="queens.reasons"):
    """Two queens that attack each other, or else a minimal set of marks that cannot be completed.

    `full` is a line on which these marks leave no square. `placed` is None if all marks can be completed together.
    """

    placed: tuple[str, ...] | None = None
    forbidden: tuple[str, ...] = ()
    full: Line | None = None


class Why(Question[WhyAnswer], tag="queens.why"):
    """Why can these marks not be completed?"""

    size: int
    placed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()

    def answer(self, report: Report) -> WhyAnswer:
        from bigand.puzzles.queens.handlers import find_clashing_marks

        return find_clashing_marks(self, report)


QUESTIONS: dict[str, type[Question[Any]]] = {
    "solve": Solve,
    "count": Count,
    "size": Size,
    "stage": StageBoard,
    "why": Why,
}
