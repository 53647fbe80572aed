"""Where one model may be better than another: the best ones, what they cost, and whether that is proved."""

import time
from collections.abc import Generator, Iterator, Sequence
from itertools import islice

from bigand.answer.expanded import costed_of, random_phases
from bigand.answer.parts import instance_of
from bigand.answer.problem import Problem
from bigand.answer.questions.solve import Amount, Best, Broken, Costs, Goal
from bigand.answer.report import Part, Stage, counting
from bigand.answer.solution import Solution
from bigand.answer.telling import Teller
from bigand.answer.value import fields_of
from bigand.encode.costs import CostedFile
from bigand.explain.instances import instance_for_binding
from bigand.ground.costs import Amount as Worth
from bigand.ground.costs import show_amount
from bigand.ground.written import exact_number
from bigand.language import Mode
from bigand.solve.models import to_grounder_numbering
from bigand.solve.optimise import BestModel as FoundBest
from bigand.solve.optimise import SearchOptions, WatchCosts, soft_violations
from bigand.solve.optimise import find_best_models as best_plain_models
from bigand.solve.session import LimitError

_MOST = 1_000  # broken instances that are told


def best_models(
    problem: Problem, costed: CostedFile, wanted: SearchOptions, watch: WatchCosts = lambda _costs, _bounds: None
) -> Generator[FoundBest, None, None]:
    """The best model, and then all others as good; `watch` is told of costs so far and of bounds."""
    if problem.reading.mode is Mode.SMT:
        from bigand.solve.best_numbers import find_best_number_models

        return find_best_number_models(costed, problem.grounder, wanted, watch)
    phases = [] if wanted.seed is None else random_phases(costed.compiled.clauses.variables, wanted.seed)
    return best_plain_models(costed, problem.grounder, wanted.deadline, wanted.check, phases, watch)


def best_solutions(
    problem: Problem, costed: CostedFile, deadline: float | None = None, check: bool = True
) -> Iterator[Solution]:
    """The same as solutions; when the time is up only the best so far."""
    found = best_models(problem, costed, SearchOptions(deadline, check))
    return (best_solution(best, costed, problem) for best in found)


def best_solution(best: FoundBest, costed: CostedFile, problem: Problem) -> Solution:
    """A model with what it costs."""
    return Solution(
        costed.compiled.names, best.valuation.values, problem.reading.program,
        costs=best.costs, bounds=best.bounds, optimal=best.optimal,
    )  # fmt: skip


def cheapest(teller: Teller) -> Best:
    """The best model, and others as good if they are wanted."""
    began = time.perf_counter()
    question, problem, deadline, report = teller.question, teller.problem, teller.deadline, teller.report
    report(Stage(key="progress.expand"))
    costed = costed_of(problem, question.as_written, counting(report))
    report(Stage(key="progress.best"))
    wanted = None if question.count else question.wanted
    to_the_end = wanted is None and deadline is None
    asked = SearchOptions(deadline, question.check, question.seed, question.limits.megabytes, to_the_end)

    def watch(costs: Sequence[Worth], bounds: Sequence[Worth | None]) -> None:
        report(Part(found=Costs(costs=shown(costs), bounds=shown(bounds))))

    first: FoundBest | None = None
    count, stopped, is_late = 0, None, False
    models = best_models(problem, costed, asked, watch)
    try:
        for best in islice(models, wanted):
            count += 1
            first = first or best
            is_late = not best.optimal
            stopped = "limit.time" if is_late else None
            if not question.count:
                teller.tell(best_solution(best, costed, problem))
    except LimitError as error:
        if error.key not in ("limit.time", "limit.endless"):
            raise
        stopped, is_late = error.key, True
    finally:
        models.close()
    if first is None:
        return Best(
            status="unsat" if stopped is None else "unknown", models=(), count=0, stopped=stopped,
            cost=None, bound=None, optimal=False, seconds=teller.seconds(began),
        )  # fmt: skip
    costs, bounds = amounts(first.costs), amounts(first.bounds)
    return Best(
        status="sat",
        models=tuple(teller.models),
        count=None if stopped == "limit.endless" else count,
        is_complete=wanted is None and not is_late,
        stopped=stopped,
        cost=costs if len(costs) > 1 else costs[0],  # type: ignore[arg-type]  # what was found is known
        bound=bounds if len(bounds) > 1 else bounds[0],
        optimal=first.optimal,
        goals=tuple([_goal(at, first, costed, problem) for at in range(len(costs))]),
        broken=() if question.count else _broken(first, costed, problem),
        seconds=teller.seconds(began),
        guess=teller.guess,
    )


def _goal(at: int, best: FoundBest, costed: CostedFile, problem: Problem) -> Goal:
    goal = costed.goals[at].goal
    line = problem.document.position(goal.span.start).line
    cost, bound = amounts([best.costs[at], best.bounds[at]])
    return Goal(kind=goal.kind, line=line, cost=cost, bound=bound)


def _broken(best: FoundBest, costed: CostedFile, problem: Problem) -> tuple[Broken, ...]:
    """The instances of soft rules that a model breaks, with what each costs."""
    true, numbers = to_grounder_numbering(best.valuation.values, costed.compiled, problem.grounder)
    document = problem.document
    found = []
    for violation, cost in islice(soft_violations(problem.grounder, true, numbers), _MOST):
        instance = instance_for_binding(problem.grounder, violation.rule, violation.binding)
        found.append(Broken(**fields_of(instance_of(instance, document)), cost=cost))
    return tuple(found)


def amounts(found: Sequence[Worth | None]) -> tuple[Amount | None, ...]:
    """Numbers for programs: as such where they are exact, else as texts."""
    return tuple([one if one is None or isinstance(one, int) else exact_number(one) for one in found])


def shown(found: Sequence[Worth | None]) -> tuple[str, ...]:
    """Numbers for people, with a question mark for what is not known as yet."""
    return tuple(["?" if one is None else show_amount(one) for one in found])
