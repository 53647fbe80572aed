"""Where one model may be better than another: the best ones, what they cost, and whether that is proved."""

import time
from collections.abc import Sequence
from itertools import islice

from bigand.answer.listing import seconds_of
from bigand.answer.model import Model
from bigand.answer.parts import instance_of
from bigand.answer.questions.solve import Amount, Best, Broken, Costs, Goal, Solve
from bigand.answer.report import Part, Report, Stage, counting
from bigand.answer.telling import Teller
from bigand.answer.value import fields_of
from bigand.encode.costs import Costed
from bigand.explain.instances import written_instance
from bigand.ground.costs import Amount as Worth
from bigand.ground.costs import show_amount
from bigand.ground.written import exact_number
from bigand.solve.models import valuation
from bigand.solve.optimise import Best as FoundBest
from bigand.solve.optimise import Wanted, broken
from bigand.solve.session import LimitError

_MOST = 1_000  # broken instances that are told


def cheapest(question: Solve, model: Model, teller: Teller, deadline: float | None, report: Report) -> Best:
    """The best model, and others as good if they are wanted."""
    began = time.process_time()
    report(Stage(key="progress.expand"))
    costed = model.compile_costs(question.as_written, counting(report))
    report(Stage(key="progress.best"))
    wanted = None if question.count else question.wanted
    to_the_end = wanted is None and deadline is None
    asked = Wanted(deadline, question.check, question.seed, question.limits.megabytes, to_the_end)

    def watch(costs: Sequence[Worth], bounds: Sequence[Worth | None]) -> None:
        report(Part(found=Costs(costs=shown(costs), bounds=shown(bounds))))

    first: FoundBest | None = None
    count, stopped, is_late = 0, None, False
    models = model.best(costed, asked, watch)
    try:
        for best in islice(models, wanted):
            count += 1
            first = first or best
            is_late = not best.optimal
            stopped = "limit.time" if is_late else None
            if not question.count:
                teller.tell(model.best_solution(best, costed))
    except LimitError as error:
        if error.key not in ("limit.time", "limit.endless"):
            raise
        stopped, is_late = error.key, True
    finally:
        models.close()
    if first is None:
        return Best(
            status="unsat" if stopped is None else "unknown", models=(), count=0, stopped=stopped,
            cost=None, bound=None, optimal=False, seconds=seconds_of(model, began),
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
        goals=tuple([_goal(at, first, costed, model) for at in range(len(costs))]),
        broken=() if question.count else _broken(first, costed, model),
        seconds=seconds_of(model, began),
        guess=teller.guess,
    )


def _goal(at: int, best: FoundBest, costed: Costed, model: Model) -> Goal:
    goal = costed.prices[at].goal
    line = model.reading.document.position(goal.span.start).line
    cost, bound = amounts([best.costs[at], best.bounds[at]])
    return Goal(kind=goal.kind, line=line, cost=cost, bound=bound)


def _broken(best: FoundBest, costed: Costed, model: Model) -> tuple[Broken, ...]:
    """The instances of soft rules that a model breaks, with what each costs."""
    true, numbers = valuation(best.assignment.values, costed.compiled, model.grounder)
    document = model.reading.document
    found = []
    for violation, cost in islice(broken(model.grounder, true, numbers), _MOST):
        instance = written_instance(model.grounder, violation.rule, violation.binding)
        found.append(Broken(**fields_of(instance_of(instance, document)), cost=cost))
    return tuple(found)


def amounts(found: Sequence[Worth | None]) -> tuple[Amount | None, ...]:
    """Numbers for programs: as such where they are exact, else as texts."""
    return tuple([one if one is None or isinstance(one, int) else exact_number(one) for one in found])


def shown(found: Sequence[Worth | None]) -> tuple[str, ...]:
    """Numbers for people, with a question mark for what is not known as yet."""
    return tuple(["?" if one is None else show_amount(one) for one in found])
