"""Solve texts with soft rules and objectives: the best models, their costs, and whether they are proved optimal."""

import time
from collections.abc import Generator, Iterator, Sequence
from itertools import islice

from bigand.api.expansion import expand_with_costs, random_phases
from bigand.api.parts import instance_of
from bigand.api.problem import Problem
from bigand.api.report import Part, Stage, progress_reporter
from bigand.api.solution import Solution
from bigand.api.solve import Amount, BestAnswer, BrokenSoftRule, CostProgress, Goal, SolutionCollector
from bigand.api.value import fields_of
from bigand.encode.costs import CostedFile
from bigand.explain.groups import instance_for_binding
from bigand.ground.costs import Amount as ExactAmount
from bigand.ground.costs import show_amount
from bigand.ground.formula_tree import exact_number
from bigand.language import Mode
from bigand.solve.models import to_grounder_numbering
from bigand.solve.optimum import BestModel, SearchOptions, WatchCosts, soft_violations
from bigand.solve.optimum import find_best_models as find_best_sat_models
from bigand.solve.session import LimitError

_MAX_BROKEN = 1_000  # broken instances that are reported


def find_best_models(
    problem: Problem, costed: CostedFile, options: SearchOptions, watch: WatchCosts = lambda _costs, _bounds: None
) -> Generator[BestModel, None, None]:
    """Yield the best model, then all others as good; `watch` is called with the costs and bounds so far."""
    if problem.reading.mode is Mode.SMT:
        from bigand.solve.numbers.optimum import find_best_number_models

        return find_best_number_models(costed, problem.grounder, options, watch)
    phases = [] if options.seed is None else random_phases(costed.compiled.clauses.variables, options.seed)
    return find_best_sat_models(costed, problem.grounder, options.deadline, options.check, phases, watch)


def find_best_solutions(
    problem: Problem, costed: CostedFile, deadline: float | None = None, check: bool = True
) -> Iterator[Solution]:
    """Yield the best models as solutions; after `deadline` only the best one so far."""
    best_models = find_best_models(problem, costed, SearchOptions(deadline, check))
    return (solution_with_costs(best, costed, problem) for best in best_models)


def solution_with_costs(best: BestModel, costed: CostedFile, problem: Problem) -> Solution:
    """Return a model as a solution with its costs."""
    return Solution(
        costed.compiled.names, best.valuation.values, problem.reading.program,
        costs=best.costs, bounds=best.bounds, optimal=best.optimal,
    )  # fmt: skip


def solve_with_costs(collector: SolutionCollector) -> BestAnswer:
    """Find the best model, and others as good if the question asks for them."""
    began = time.perf_counter()
    question, problem = collector.question, collector.problem
    deadline, report = collector.deadline, collector.report
    report(Stage(key="progress.expand"))
    costed = expand_with_costs(problem, question.as_written, progress_reporter(report))
    report(Stage(key="progress.best"))
    wanted = None if question.count else question.wanted
    wants_all = wanted is None and deadline is None
    options = SearchOptions(deadline, question.check, question.seed, question.limits.megabytes, wants_all)

    def watch(costs: Sequence[ExactAmount], bounds: Sequence[ExactAmount | None]) -> None:
        report(Part(found=CostProgress(costs=amount_texts(costs), bounds=amount_texts(bounds))))

    first: BestModel | None = None
    count, stopped, is_late = 0, None, False
    models = find_best_models(problem, costed, options, watch)
    try:
        for best in islice(models, wanted):
            count += 1
            first = first or best
            is_late = not best.optimal
            stopped = "limit.time" if is_late else None
            if not question.count:
                collector.add(solution_with_costs(best, costed, problem))
    except LimitError as error:
        if error.key not in ("limit.time", "limit.endless"):
            raise
        stopped, is_late = error.key, True
    finally:
        models.close()
    if first is None:
        return BestAnswer(
            status="unsat" if stopped is None else "unknown", models=(), count=0, stopped=stopped,
            cost=None, bound=None, optimal=False, seconds=collector.stage_seconds(began),
        )  # fmt: skip
    costs, bounds = json_amounts(first.costs), json_amounts(first.bounds)
    return BestAnswer(
        status="sat",
        models=tuple(collector.models),
        count=None if stopped == "limit.endless" else count,
        is_complete=wanted is None and not is_late,
        stopped=stopped,
        cost=costs if len(costs) > 1 else costs[0],  # type: ignore[arg-type]  # a model that was found has costs
        bound=bounds if len(bounds) > 1 else bounds[0],
        optimal=first.optimal,
        goals=tuple([_goal_result(index, first, costed, problem) for index in range(len(costs))]),
        broken=() if question.count else _broken_soft_rules(first, costed, problem),
        seconds=collector.stage_seconds(began),
        guess=collector.guess,
    )


def _goal_result(index: int, best: BestModel, costed: CostedFile, problem: Problem) -> Goal:
    goal = costed.goals[index].goal
    line = problem.document.position(goal.span.start).line
    cost, bound = json_amounts([best.costs[index], best.bounds[index]])
    return Goal(kind=goal.kind, line=line, cost=cost, bound=bound)


def _broken_soft_rules(best: BestModel, costed: CostedFile, problem: Problem) -> tuple[BrokenSoftRule, ...]:
    """The instances of soft rules that a model breaks, with the cost of each."""
    true, numbers = to_grounder_numbering(best.valuation.values, costed.compiled, problem.grounder)
    document = problem.document
    broken_rules = []
    for violation, cost in islice(soft_violations(problem.grounder, true, numbers), _MAX_BROKEN):
        instance = instance_for_binding(problem.grounder, violation.rule, violation.binding)
        broken_rules.append(BrokenSoftRule(**fields_of(instance_of(instance, document)), cost=cost))
    return tuple(broken_rules)


def json_amounts(amounts: Sequence[ExactAmount | None]) -> tuple[Amount | None, ...]:
    """Amounts for programs: numbers where these are exact, else texts."""
    return tuple(
        [amount if amount is None or isinstance(amount, int) else exact_number(amount) for amount in amounts]
    )


def amount_texts(amounts: Sequence[ExactAmount | None]) -> tuple[str, ...]:
    """Amounts for people, with a question mark for an unknown one."""
    return tuple(["?" if amount is None else show_amount(amount) for amount in amounts])
