"""How questions on queens are answered."""

from itertools import islice

from bigand.answer.report import Done, Part, Report, Stage
from bigand.puzzles.queens.board import Task, column_name, full_line, squares_of, task_of
from bigand.puzzles.queens.questions import (
    KEPT,
    Count,
    Counted,
    Line,
    Placement,
    Size,
    Sized,
    Solve,
    Solved,
    gathered,
)
from bigand.puzzles.queens.search import count_placements
from bigand.puzzles.queens.sizes import rule_sizes
from bigand.puzzles.queens.solving import count_by_model, solutions


def solved(question: Solve, report: Report) -> Solved:
    """The placements that are asked for."""
    task = task_of(question.size, question.placed, question.forbidden)
    excluded = frozenset([tuple([column - 1 for column in placement]) for placement in question.excluded])
    report(Stage(key="progress.solve"))
    placements = solutions(task, question.engine, question.limits.deadline(), excluded, question.distinct)
    kept: list[Placement] = []
    count = 0
    for count, columns in enumerate(islice(placements, question.most), 1):
        placement = Placement(
            squares=tuple([str(square) for square in squares_of(columns)]),
            columns=tuple([column + 1 for column in columns]),
        )
        if count <= KEPT:
            kept.append(placement)
        report(Done(count=count))
        report(Part(found=placement))
    complete: bool | None = question.most is None or count < question.most or None
    if question.whether_all and complete is None:
        complete = next(placements, None) is None
    return gathered(question, kept, count, complete, None if count else _full_line(task))


def _full_line(task: Task) -> Line | None:
    line = full_line(task)
    if line is None:
        return None
    kind, index = line
    return Line(kind="row", name=str(index + 1)) if kind == "row" else Line(kind="column", name=column_name(index))


def counted(question: Count, report: Report) -> Counted:
    """How many placements there are."""
    task = task_of(question.size, question.placed, question.forbidden)
    deadline = question.limits.deadline()
    report(Stage(key="progress.solve"))
    count, is_complete = 0, True
    if question.distinct:
        for count, _ in enumerate(solutions(task, question.engine, deadline, distinct=True), 1):
            report(Done(count=count))
    elif question.engine == "sat":
        count, is_complete = count_by_model(task, deadline)
    else:
        count = count_placements(task, deadline)
    return Counted(size=task.size, count=count, complete=is_complete, engine=question.engine)


def sized(question: Size, _report: Report) -> Sized:
    """How large the taught model is."""
    task = task_of(question.size, (), ())
    rules = rule_sizes(task.size)
    return Sized(
        size=task.size,
        atoms=task.size**2,
        rules=tuple(rules),
        clauses=sum([rule.clauses for rule in rules]),
        once=sum([rule.once for rule in rules]),
    )
