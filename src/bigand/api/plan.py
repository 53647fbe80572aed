"""Find the least number of steps for which a text has a model, by trying the values in increasing order."""

import time

from bigand.api.costs import find_best_solutions, json_amounts
from bigand.api.expansion import expand_with_costs
from bigand.api.problem import Problem
from bigand.api.report import Remark, Report, Stage, ignore_events
from bigand.api.solution import Solution
from bigand.api.solve import PlanAnswer, SolutionCollector
from bigand.explain.horizon import HorizonSearch, find_horizon
from bigand.explain.plan import try_horizons
from bigand.language.syntax import Horizon, cost_directives
from bigand.solve.session import LimitError
from bigand.source.error import BigandError


def solve_plan(collector: SolutionCollector) -> PlanAnswer:
    """Find the shortest plan; if the text has costs, find the best of the plans of this length."""
    problem, report = collector.problem, collector.report
    search, solution = new_horizon_search(problem), None
    steps = search.horizon
    if not _has_horizon(problem):
        first, last = str(steps.values[0]), str(steps.values[-1])
        report(Remark(key="plan.guessed", gaps={"name": steps.variable, "first": first, "last": last}))
    try:
        solution = find_shortest_plan(problem, search, collector.deadline, collector.question.as_written, report)
    except LimitError as error:
        if error.key != "limit.time":
            raise
    if solution is not None and cost_directives(problem.reading.program):
        solution = (
            _find_cheapest_plan(problem.with_value(steps.variable, search.least or 0), collector.deadline)
            or solution
        )
    priced = solution if solution is not None and solution.costs else None
    return PlanAnswer(
        status="sat" if solution is not None else "unsat" if search.is_finished else "unknown",
        horizon={steps.variable: search.least},
        none_up_to=search.no_model_up_to,
        model=None if solution is None else collector.model_of(solution),
        costs=None if priced is None else json_amounts(priced.costs),  # type: ignore[arg-type]  # none is unknown
        bounds=None if priced is None else json_amounts(priced.bounds),
        optimal=None if priced is None else priced.optimal,
        is_finished=search.is_finished,
        guess=collector.guess,
    )


def new_horizon_search(problem: Problem) -> HorizonSearch:
    """Return a new search over the numbers of steps to try; these are given by the text, or guessed."""
    steps = find_horizon(problem.reading, problem.given)
    if steps is None:
        raise BigandError("plan.no_values" if _has_horizon(problem) else "plan.no_horizon")
    return HorizonSearch(steps)


def _has_horizon(problem: Problem) -> bool:
    return any(isinstance(directive, Horizon) for directive in problem.reading.program.directives)


def find_shortest_plan(
    problem: Problem,
    search: HorizonSearch,
    deadline: float | None = None,
    as_written: bool = False,
    report: Report = ignore_events,
) -> Solution | None:
    """Return a model for the least number of steps that has one; `search` records the values that were tried."""
    steps, values, plan = search.horizon, iter(search.horizon.values), None

    def report_next() -> None:
        value = next(values, None)
        if value is not None:
            report(Stage(key="plan.trying", gaps={"name": steps.variable, "value": str(value)}))

    report_next()
    for attempt in try_horizons(problem.reading, problem.given, steps.variable, steps.values, deadline, as_written):
        report_next()
        if attempt.values is None:
            search.values_without_model.append(attempt.steps)
        else:
            search.least = attempt.steps
            horizon = {steps.variable: attempt.steps}
            plan = Solution(attempt.names, attempt.values, problem.reading.program, horizon=horizon)
    search.is_finished = True
    return plan


def _find_cheapest_plan(problem: Problem, deadline: float | None) -> Solution | None:
    """Return the best plan of this length, or the best that is found in time."""
    until = None if deadline is None else max(deadline, time.monotonic() + 0.1)
    try:
        return next(find_best_solutions(problem, expand_with_costs(problem), until), None)
    except LimitError:
        return None
