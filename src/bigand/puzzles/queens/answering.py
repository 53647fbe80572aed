"""How questions on queens are answered."""

from itertools import islice

from bigand.answer.report import Part, ProgressEvent, Report, Stage
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.board import Task, column_name, full_line, squares_of, task_of
from bigand.puzzles.queens.questions import RuleSize
from bigand.puzzles.queens.search import count_placements
from bigand.puzzles.queens.solving import count_by_model, solutions


def solved(question: questions.Solve, report: Report) -> questions.Solved:
    """The placements that are asked for."""
    task = task_of(question.size, question.placed, question.forbidden)
    excluded = frozenset([tuple([column - 1 for column in placement]) for placement in question.excluded])
    report(Stage(key="progress.solve"))
    placements = solutions(task, question.engine, question.limits.deadline(), excluded, question.distinct)
    kept: list[questions.Placement] = []
    count = 0
    for count, columns in enumerate(islice(placements, question.most), 1):
        placement = questions.Placement(
            squares=tuple([str(square) for square in squares_of(columns)]),
            columns=tuple([column + 1 for column in columns]),
        )
        if count <= questions.KEPT:
            kept.append(placement)
        report(ProgressEvent(count=count))
        report(Part(found=placement))
    complete: bool | None = question.most is None or count < question.most or None
    if question.whether_all and complete is None:
        complete = next(placements, None) is None
    return questions.gathered(question, kept, count, complete, None if count else full_line_of(task))


def full_line_of(task: Task) -> questions.Line | None:
    """A row or column on which no queen can stand, by its name."""
    line = full_line(task)
    if line is None:
        return None
    kind, index = line
    return (
        questions.Line(kind="row", name=str(index + 1))
        if kind == "row"
        else questions.Line(kind="column", name=column_name(index))
    )


def counted(question: questions.Count, report: Report) -> questions.Counted:
    """How many placements there are."""
    task = task_of(question.size, question.placed, question.forbidden)
    deadline = question.limits.deadline()
    report(Stage(key="progress.solve"))
    count, is_complete = 0, True
    if question.distinct:
        for count, _ in enumerate(solutions(task, question.engine, deadline, distinct=True), 1):
            report(ProgressEvent(count=count))
    elif question.engine == "sat":
        count, is_complete = count_by_model(task, deadline)
    else:
        count = count_placements(task, deadline)
    return questions.Counted(size=task.size, count=count, complete=is_complete, engine=question.engine)


def sized(question: questions.Size, _report: Report) -> questions.Sized:
    """How large the taught model is."""
    task = task_of(question.size, (), ())
    rules = rule_sizes(task.size)
    return questions.Sized(
        size=task.size,
        atoms=task.size**2,
        rules=tuple(rules),
        clauses=sum([rule.clauses for rule in rules]),
        once=sum([rule.once for rule in rules]),
    )


def rule_sizes(n: int) -> list[RuleSize]:
    """The rules of the model for n queens.

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
