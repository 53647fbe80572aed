"""How questions of a page are answered: a board to place queens on, and why some marks cannot be completed."""

from collections.abc import Callable, Sequence

from bigand.answer.report import Report
from bigand.answer.running.limits import limit_time
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.answering import full_line_of
from bigand.puzzles.queens.board import Square, Task, line_of, task_of
from bigand.puzzles.queens.draw import scene
from bigand.puzzles.queens.solving import Completion
from bigand.puzzles.staging import staged

_Line = Callable[[Square], int]
_LINES: tuple[_Line, ...] = (
    lambda square: square.row,
    lambda square: square.column,
    lambda square: square.row - square.column,
    lambda square: square.row + square.column,
)


def staged_board(question: questions.StageBoard, _report: Report) -> questions.Staged:
    """The empty board: squares on a line reach each other."""
    task = task_of(question.size, (), ())
    squares = [Square(row, column) for row in reversed(range(task.size)) for column in range(task.size)]
    groups: dict[tuple[int, int], list[int]] = {}
    for number, square in enumerate(squares):
        for kind, line in enumerate(_LINES):
            groups.setdefault((kind, line(square)), []).append(number)
    return questions.Staged(
        stage=staged(
            scene(task), ("queen", "cross", "dot"), [group for group in groups.values() if len(group) > 1]
        ),
        names=tuple([str(square) for square in squares]),
    )


@limit_time
def reasons(question: questions.Why, _report: Report) -> questions.Reasons:
    """Two queens that attack each other, or else a minimal set of marks by the taught model."""
    bare = task_of(question.size, (), ())
    placed = sorted(task_of(question.size, (), question.placed).forbidden)  # whether they attack each other or not
    forbidden = task_of(question.size, (), question.forbidden).forbidden
    for number, second in enumerate(placed):
        for first in placed[:number]:
            if line_of(first, second):
                return questions.Reasons(placed=(str(first), str(second)))
    with Completion(bare.size) as completion:
        marks = completion.clash([(square, True) for square in placed] + [(square, False) for square in forbidden])
    if marks is None:
        return questions.Reasons()
    queens = tuple([square for square, is_queen in marks if is_queen])
    blocked = tuple([square for square, is_queen in marks if not is_queen])
    return questions.Reasons(
        placed=_names(queens),
        forbidden=_names(blocked),
        full=full_line_of(Task(bare.size, queens, blocked)),
    )


def _names(squares: Sequence[Square]) -> tuple[str, ...]:
    return tuple([str(square) for square in squares])
