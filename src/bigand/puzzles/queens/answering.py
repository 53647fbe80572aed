"""How questions on queens are answered."""

from itertools import islice

from bigand.answer.report import Part, ProgressEvent, Report, Stage
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.board import Task, column_name, find_blocked_line, make_task, squares_of
from bigand.puzzles.queens.questions import RuleSize
from bigand.puzzles.queens.search import count_placements
from bigand.puzzles.queens.solving import count_by_model, iter_solutions


def solve(question: questions.Solve, report: Report) -> questions.SolveAnswer:
    """The placements that are asked for."""
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
        question, kept_placements, count, complete, None if count else blocked_line_of(task)
    )


def blocked_line_of(task: Task) -> questions.Line | None:
    """A row or column on which no queen can stand, by its name."""
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
    """How many placements there are."""
    task = make_task(question.size, question.placed, question.forbidden)
    deadline = question.limits.deadline()
    report(Stage(key="progress.solve"))
    count, is_complete = 0, True
    if question.distinct:
        for count, _ in enumerate(iter_solutions(task, question.engine, deadline, distinct=True), 1):
            report(ProgressEvent(count=count))
    elif question.engine == "sat":
        count, is_complete = count_by_model(task, deadline)
    else:
        count = count_placements(task, deadline)
    return questions.CountAnswer(size=task.size, count=count, complete=is_complete, engine=question.engine)


def measure_model(question: questions.Size, _report: Report) -> questions.SizeAnswer:
    """How large the taught model is."""
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
