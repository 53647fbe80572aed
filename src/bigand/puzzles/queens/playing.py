"""How questions of a page are answered: a board to place queens on, and why some marks cannot be completed."""

from collections.abc import Callable, Sequence

from bigand.answer.report import Report
from bigand.answer.running.limits import limit_time
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.answering import blocked_line_of
from bigand.puzzles.queens.board import Square, Task, attack_line, make_task
from bigand.puzzles.queens.draw import scene
from bigand.puzzles.queens.solving import CompletionChecker
from bigand.puzzles.staging import make_stage

_LineKey = Callable[[Square], int]
_LINE_KEYS: tuple[_LineKey, ...] = (
    lambda square: square.row,
    lambda square: square.column,
    lambda square: square.row - square.column,
    lambda square: square.row + square.column,
)


def stage_board(question: questions.StageBoard, _report: Report) -> questions.StageBoardAnswer:
    """The empty board: squares on a line reach each other."""
    task = make_task(question.size, (), ())
    squares = [Square(row, column) for row in reversed(range(task.size)) for column in range(task.size)]
    groups: dict[tuple[int, int], list[int]] = {}
    for index, square in enumerate(squares):
        for kind, line in enumerate(_LINE_KEYS):
            groups.setdefault((kind, line(square)), []).append(index)
    return questions.StageBoardAnswer(
        stage=make_stage(
            scene(task), ("queen", "cross", "dot"), [group for group in groups.values() if len(group) > 1]
        ),
        names=tuple([str(square) for square in squares]),
    )


@limit_time
def find_reasons(question: questions.Why, _report: Report) -> questions.WhyAnswer:
    """Two queens that attack each other, or else a minimal set of marks by the taught model."""
    empty_task = make_task(question.size, (), ())
    placed = sorted(
        make_task(question.size, (), question.placed).forbidden
    )  # whether they attack each other or not
    forbidden = make_task(question.size, (), question.forbidden).forbidden
    for index, second in enumerate(placed):
        for first in placed[:index]:
            if attack_line(first, second):
                return questions.WhyAnswer(placed=(str(first), str(second)))
    with CompletionChecker(empty_task.size) as completion:
        clashing_marks = completion.find_clash(
            [(square, True) for square in placed] + [(square, False) for square in forbidden]
        )
    if clashing_marks is None:
        return questions.WhyAnswer()
    queens = tuple([square for square, is_queen in clashing_marks if is_queen])
    blocked = tuple([square for square, is_queen in clashing_marks if not is_queen])
    return questions.WhyAnswer(
        placed=_square_names(queens),
        forbidden=_square_names(blocked),
        full=blocked_line_of(Task(empty_task.size, queens, blocked)),
    )


def _square_names(squares: Sequence[Square]) -> tuple[str, ...]:
    return tuple([str(square) for square in squares])
