"""The least number of steps for which a text has a model: one value after the other, from the smallest up."""

import time

from bigand.answer.costs import amounts
from bigand.answer.model import Model, Solution, model_of, solution_of
from bigand.answer.questions.solve import Planned, Solve
from bigand.answer.report import Remark, Report, Stage
from bigand.answer.telling import Teller
from bigand.explain.horizon import Search, Steps, find_steps
from bigand.explain.plan import Attempt, attempts
from bigand.language.soft import costs
from bigand.language.syntax import Horizon
from bigand.solve.session import LimitError
from bigand.source.error import BigandError


def planned(question: Solve, model: Model, teller: Teller, deadline: float | None, report: Report) -> Planned:
    """The shortest plan, and of those of its length the best if the text has costs."""
    steps = find_steps(model.reading, model.given)
    is_said = any(isinstance(one, Horizon) for one in model.reading.program.directives)
    if steps is None:
        raise BigandError("plan.no_values" if is_said else "plan.no_horizon")
    if not is_said:
        first, last = str(steps.values[0]), str(steps.values[-1])
        report(Remark(key="plan.guessed", gaps={"name": steps.variable, "first": first, "last": last}))
    search = Search(steps)
    found = _searched(search, question, model, steps, deadline, report)
    solution = None
    if found is not None and found.values is not None:
        solution = solution_of(found.names, found.values, model.reading.program)
        if costs(model.reading.program):
            solution = _cheapest(model, steps.variable, found.steps, deadline) or solution
    priced = solution if solution is not None and solution.costs else None
    return Planned(
        status="sat" if solution is not None else "unsat" if search.is_finished else "unknown",
        horizon={steps.variable: search.least},
        none_up_to=search.none_up_to,
        model=None if solution is None else teller.model(solution),
        costs=None if priced is None else amounts(priced.costs),  # type: ignore[arg-type]  # what was found is known
        bounds=None if priced is None else amounts(priced.bounds),
        optimal=None if priced is None else priced.optimal,
        is_finished=search.is_finished,
        guess=teller.guess,
    )


def _searched(
    search: Search, question: Solve, model: Model, steps: Steps, deadline: float | None, report: Report
) -> Attempt | None:
    """The first value with a model; `search` is told of all that are tried."""
    found: Attempt | None = None
    values = iter(steps.values)

    def trying() -> None:
        value = next(values, None)
        if value is not None:
            report(Stage(key="plan.trying", gaps={"name": steps.variable, "value": str(value)}))

    trying()
    try:
        tried = attempts(model.reading, model.given, steps.variable, steps.values, deadline, question.as_written)
        for attempt in tried:
            trying()
            if attempt.values is not None:
                found, search.least = attempt, attempt.steps
            else:
                search.without.append(attempt.steps)
        search.is_finished = True
    except LimitError as error:
        if error.key != "limit.time":
            raise
    return found


def _cheapest(model: Model, variable: str, value: int, deadline: float | None) -> Solution | None:
    """Of the plans of this length the best, or the best that is found in time."""
    left = None if deadline is None else max(0.1, deadline - time.monotonic())
    try:
        return model_of(model.reading, {**model.given, variable: value}).optimise(left)
    except LimitError:
        return None
