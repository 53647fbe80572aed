"""Handlers for the questions about queens."""

from collections.abc import Callable, Sequence
from itertools import islice

from bigand.api.report import Part, ProgressEvent, Report, Stage
from bigand.api.run.limits import limit_time
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.board import (
    Square,
    Task,
    attack_line,
    column_name,
    find_blocked_line,
    make_task,
    squares_of,
)
from bigand.puzzles.queens.draw import scene
from bigand.puzzles.queens.questions import RuleSize
from bigand.puzzles.queens.search import count_placements
from bigand.puzzles.queens.solver import CompletionChecker, count_placements_by_model, iter_solutions
from bigand.puzzles.stage_builder import make_stage


def solve(question: questions.Solve, report: Report) -> questions.SolveAnswer:
    """Find the requested placements."""
    task = make_task(question.size, question.placed, question.forbidden)
    excluded = frozenset([tuple([column - 1 for column in placement]) for placement in question.excluded])
    report(Stage(key="progress.solve"))
    placement_iterator = iter_solutions(
        task, question.engine, question.limits.deadline(), excluded, question.distinct
    )
    kept_placements: list[questions.Placement] = []
    count = 0
    for count, columns in enumerate(islice(placement_iterator, question.most), 1):
        placement = questions.Placement(
            squares=tuple([str(square) for square in squares_of(columns)]),
            columns=tuple([column + 1 for column in columns]),
        )
        if count <= questions.MAX_PLACEMENTS:
            kept_placements.append(placement)
        report(ProgressEvent(count=count))
        report(Part(found=placement))
    complete: bool | None = question.most is None or count < question.most or None
    if question.whether_all and complete is None:
        complete = next(placement_iterator, None) is None
    return questions.make_solve_answer(
        question, kept_placements, count, complete, None if count else find_named_blocked_line(task)
    )


def find_named_blocked_line(task: Task) -> questions.Line | None:
    """Return the name of a row or column on which no queen fits."""
    line = find_blocked_line(task)
    if line is None:
        return None
    kind, index = line
    return (
        questions.Line(kind="row", name=str(index + 1))
        if kind == "row"
        else questions.Line(kind="column", name=column_name(index))
    )


def count(question: questions.Count, report: Report) -> questions.CountAnswer:
    """Count the placements."""
    task = make_task(question.size, question.placed, question.forbidden)
    deadline = question.limits.deadline()
    report(Stage(key="progress.solve"))
    count, is_complete = 0, True
    if question.distinct:
        for count, _ in enumerate(iter_solutions(task, question.engine, deadline, distinct=True), 1):
            report(ProgressEvent(count=count))
    elif question.engine == "sat":
        count, is_complete = count_placements_by_model(task, deadline)
    else:
        count = count_placements(task, deadline)
    return questions.CountAnswer(size=task.size, count=count, complete=is_complete, engine=question.engine)


def measure_model(question: questions.Size, _report: Report) -> questions.SizeAnswer:
    """Compute the size of the taught model."""
    task = make_task(question.size, (), ())
    rules = rule_sizes(task.size)
    return questions.SizeAnswer(
        size=task.size,
        atoms=task.size**2,
        rules=tuple(rules),
        clauses=sum([rule.clauses for rule in rules]),
        once=sum([rule.once for rule in rules]),
    )


def rule_sizes(n: int) -> list[RuleSize]:
    """Return the number of clauses of each rule for `n` queens.

    >>> [(rule.rule, rule.clauses) for rule in rule_sizes(8)]
    [('row_least', 8), ('row_most', 448), ('column_most', 448), ('diagonal', 560)]
    """
    lines = n * n * (n - 1)
    diagonals = 2 * n * (n - 1) * (2 * n - 1) // 3
    return [
        RuleSize(rule="row_least", clauses=n, once=n, formula="n"),
        RuleSize(rule="row_most", clauses=lines, once=lines // 2, formula="n²(n−1)"),
        RuleSize(rule="column_most", clauses=lines, once=lines // 2, formula="n²(n−1)"),
        RuleSize(rule="diagonal", clauses=diagonals, once=diagonals // 2, formula="2n(n−1)(2n−1)/3"),
    ]


# ---------------------------------------------------------------------- Questions of the studio's board


_LineKey = Callable[[Square], int]
_LINE_KEYS: tuple[_LineKey, ...] = (
    lambda square: square.row,
    lambda square: square.column,
    lambda square: square.row - square.column,
    lambda square: square.row + square.column,
)


def stage_board(question: questions.StageBoard, _report: Report) -> questions.StageBoardAnswer:
    """Return the empty board as a stage; squares on a line reach each other."""
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
def find_clashing_marks(question: questions.Why, _report: Report) -> questions.WhyAnswer:
    """Find two queens that attack each other, or else a minimal set of marks that clash by the taught model."""
    empty_task = make_task(question.size, (), ())
    # Reading them as forbidden squares accepts queens that attack each other.
    placed = sorted(make_task(question.size, (), question.placed).forbidden)
    forbidden = make_task(question.size, (), question.forbidden).forbidden
    for index, second in enumerate(placed):
        for first in placed[:index]:
            if attack_line(first, second):
                return questions.WhyAnswer(placed=(str(first), str(second)))
    with CompletionChecker(empty_task.size) as completion:
        clashing_marks = completion.find_minimal_clash(
            [(square, True) for square in placed] + [(square, False) for square in forbidden]
        )
    if clashing_marks is None:
        return questions.WhyAnswer()
    queens = tuple([square for square, is_queen in clashing_marks if is_queen])
    blocked = tuple([square for square, is_queen in clashing_marks if not is_queen])
    return questions.WhyAnswer(
        placed=_square_names(queens),
        forbidden=_square_names(blocked),
        full=find_named_blocked_line(Task(empty_task.size, queens, blocked)),
    )


def _square_names(squares: Sequence[Square]) -> tuple[str, ...]:
    return tuple([str(square) for square in squares])
