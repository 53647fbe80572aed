"""The least number of steps for which a text has a model: one value after the other, from the smallest up."""

import time

from bigand.answer.costs import amounts, best_solutions
from bigand.answer.expanded import costed_of
from bigand.answer.problem import Problem
from bigand.answer.questions.solve import Planned
from bigand.answer.report import Remark, Report, Stage, unheard
from bigand.answer.solution import Solution
from bigand.answer.telling import Teller
from bigand.explain.horizon import HorizonSearch, find_horizon
from bigand.explain.plan import try_horizons
from bigand.language.soft import cost_directives
from bigand.language.syntax import Horizon
from bigand.solve.session import LimitError
from bigand.source.error import BigandError


def planned(teller: Teller) -> Planned:
    """The shortest plan, and of those of its length the best if the text has costs."""
    problem, report = teller.problem, teller.report
    search, solution = search_of(problem), None
    steps = search.horizon
    if not _is_said(problem):
        first, last = str(steps.values[0]), str(steps.values[-1])
        report(Remark(key="plan.guessed", gaps={"name": steps.variable, "first": first, "last": last}))
    try:
        solution = shortest(problem, search, teller.deadline, teller.question.as_written, report)
    except LimitError as error:
        if error.key != "limit.time":
            raise
    if solution is not None and cost_directives(problem.reading.program):
        solution = _cheapest(problem.but(steps.variable, search.least or 0), teller.deadline) or solution
    priced = solution if solution is not None and solution.costs else None
    return Planned(
        status="sat" if solution is not None else "unsat" if search.is_finished else "unknown",
        horizon={steps.variable: search.least},
        none_up_to=search.no_model_up_to,
        model=None if solution is None else teller.model(solution),
        costs=None if priced is None else amounts(priced.costs),  # type: ignore[arg-type]  # what was found is known
        bounds=None if priced is None else amounts(priced.bounds),
        optimal=None if priced is None else priced.optimal,
        is_finished=search.is_finished,
        guess=teller.guess,
    )


def search_of(problem: Problem) -> HorizonSearch:
    """The numbers of steps to be tried, said or guessed, of which nothing is known as yet."""
    steps = find_horizon(problem.reading, problem.given)
    if steps is None:
        raise BigandError("plan.no_values" if _is_said(problem) else "plan.no_horizon")
    return HorizonSearch(steps)


def _is_said(problem: Problem) -> bool:
    return any(isinstance(one, Horizon) for one in problem.reading.program.directives)


def shortest(
    problem: Problem,
    search: HorizonSearch,
    deadline: float | None = None,
    as_written: bool = False,
    report: Report = unheard,
) -> Solution | None:
    """A model for the least number of steps that has one; `search` is told of all that are tried."""
    steps, values, found = search.horizon, iter(search.horizon.values), None

    def trying() -> None:
        value = next(values, None)
        if value is not None:
            report(Stage(key="plan.trying", gaps={"name": steps.variable, "value": str(value)}))

    trying()
    for attempt in try_horizons(problem.reading, problem.given, steps.variable, steps.values, deadline, as_written):
        trying()
        if attempt.values is None:
            search.values_without_model.append(attempt.steps)
        else:
            search.least = attempt.steps
            horizon = {steps.variable: attempt.steps}
            found = Solution(attempt.names, attempt.values, problem.reading.program, horizon=horizon)
    search.is_finished = True
    return found


def _cheapest(problem: Problem, deadline: float | None) -> Solution | None:
    """Of the plans of this length the best, or the best that is found in time."""
    until = None if deadline is None else max(deadline, time.monotonic() + 0.1)
    try:
        return next(best_solutions(problem, costed_of(problem), until), None)
    except LimitError:
        return None
