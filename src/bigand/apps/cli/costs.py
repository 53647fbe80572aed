"""`bigand solve FILE` where one model may be better than another: the best, its cost, and if that is proved."""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from bigand.answer.model import Model
from bigand.apps.cli.answers import Answers
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.lines import Paper, hanging, instance_line, instance_object, place_object
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.solving import tell_unsat
from bigand.apps.cli.texts import Texts
from bigand.encode.costs import Costed
from bigand.explain.instances import Instance, written_instance
from bigand.ground.costs import Amount, show_amount
from bigand.ground.written import exact_number
from bigand.solve.models import valuation
from bigand.solve.optimise import Best, Wanted, broken
from bigand.solve.session import LimitError

_MOST = 1_000  # broken instances that are listed for programs
_SHOWN = 12  # of them for people


@dataclass
class Search:
    """The best models so far; `is_late` if the time was up before all that was wanted was found or proved."""

    costed: Costed
    found: list[Best] = field(default_factory=list)
    count: int = 0
    is_late: bool = False
    limit: str = "limit.time"  # why there may be more

    @property
    def is_endless(self) -> bool:
        return self.limit == "limit.endless"

    is_complete: bool = False


def solve_best(answers: Answers, deadline: float | None, progress: Progress) -> int:
    """Find the best models, show them, and say what they cost."""
    model, options = answers.model, answers.options
    began = time.process_time()
    try:
        search = _search_best(answers, deadline, progress)
    except LimitError:
        if options.json:
            _print_best_json(None, [], model, began)
        raise
    solutions = [model.best_solution(best, search.costed) for best in search.found]
    if solutions:
        answers.write_picture(solutions[0])
    if not options.json:
        return _tell_best(search, model, options, answers.texts)
    shown = [] if options.count else [answers.as_object(solution) for solution in solutions]
    _print_best_json(search, shown, model, began)
    if search.is_late and not (options.count and search.is_endless):
        return Exit.LIMIT
    return Exit.DONE if search.count else Exit.UNSAT


def _search_best(answers: Answers, deadline: float | None, progress: Progress) -> Search:
    """Search for the best model, and for others as good if they are wanted; each is shown when it is found."""
    model, options, texts = answers.model, answers.options, answers.texts
    progress.stage("progress.expand")
    search = Search(model.compile_costs(options.as_written, progress.done))
    progress.stage("progress.best")

    def watch(costs: tuple[Amount, ...], bounds: tuple[Amount | None, ...]) -> None:
        progress.name = texts("progress.cost", cost=listed(costs), bound=listed(bounds))

    wanted = None if options.count else answers.wanted
    seed = options.seed if options.random else None
    asked = Wanted(deadline, not options.fast, seed, options.memory, wanted is None and deadline is None)
    models = model.best(search.costed, asked, watch)
    try:
        for best in islice(models, wanted):
            search.count += 1
            search.is_late = not best.optimal
            if not search.found or not options.count:
                search.found.append(best)
            if not (options.json or options.count):
                progress.clear()
                answers.print(model.best_solution(best, search.costed), search.count, wanted)
        search.is_complete = wanted is None and not search.is_late
    except LimitError as error:
        search.limit = error.key
        search.is_late = True
        if not search.count:
            raise
    finally:
        models.close()
    return search


def _tell_best(search: Search, model: Model, options: argparse.Namespace, texts: Texts) -> int:
    """The lines after the models: costs, proof, and what is broken."""
    if not search.count:
        tell_unsat(options, texts)
        return Exit.UNSAT
    best = search.found[0]
    if options.count and search.is_endless:
        print(texts("solve.endless"))
        return Exit.DONE
    if options.count:
        print(search.count if search.is_complete else texts("solve.at_least", count=search.count))
    else:
        for line in _cost_lines(best, search.costed, model, texts):
            print(line)
        _tell_broken(best, search, model, options, texts)
        if search.is_complete or options.limit not in (None, 1):
            count = texts.counted("model", search.count)
            print(texts("costs.found_all" if search.is_complete else "solve.found", count=count))
    if search.is_late:
        print(f"bigand: {texts(search.limit)}", file=sys.stderr)
        return Exit.LIMIT
    return Exit.DONE


def _cost_lines(best: Best, costed: Costed, model: Model, texts: Texts) -> list[str]:
    lines = []
    for price, cost, bound in zip(costed.prices, best.costs, best.bounds, strict=True):
        kind = "value" if price.goal.kind == "maximize" else "cost"
        proof = "proved" if best.optimal or cost == bound else "open" if bound is not None else "unknown"
        text = texts(f"costs.{kind}_{proof}", cost=show_amount(cost), bound=listed([bound]))
        if len(costed.prices) > 1:
            line = model.reading.document.position(price.goal.span.start).line
            text = texts("costs.goal", line=line, kind=price.goal.kind, text=text)
        lines.append(text)
    return lines


def _instances(best: Best, search: Search, model: Model) -> list[tuple[Instance, int]]:
    true, numbers = valuation(best.assignment.values, search.costed.compiled, model.grounder)
    return [
        (written_instance(model.grounder, violation.rule, violation.binding), cost)
        for violation, cost in islice(broken(model.grounder, true, numbers), _MOST)
    ]


def _tell_broken(best: Best, search: Search, model: Model, options: argparse.Namespace, texts: Texts) -> None:
    instances = _instances(best, search, model)
    if not instances:
        return
    print(texts("costs.broken"))
    width = Paper(options).width
    for instance, cost in instances[:_SHOWN]:
        line = model.reading.document.position(instance.rule.span.start).line
        text = texts("costs.instance", line=line, cost=cost, says=instance_line(instance))
        print("\n".join(hanging("  ", text, width)))
    if len(instances) > _SHOWN:
        print(f"  {texts('costs.more', count=len(instances) - _SHOWN)}")


def _print_best_json(
    search: Search | None,
    models: Sequence[dict[str, object]],
    model: Model,
    began: float,
) -> None:
    """The answer for programs; without a search the time was up before there was any model."""
    best = search.found[0] if search and search.found else None
    answer: dict[str, object] = {
        "status": "unknown" if search is None else "sat" if best else "unsat",
        "models": models,
        "count": 0 if search is None else None if search.is_endless else search.count,
        "cost": None,
        "bound": None,
        "optimal": False,
    }
    if best is not None and search is not None:
        several = len(best.costs) > 1
        costs, bounds = amounts_object(best.costs), amounts_object(best.bounds)
        answer["cost"] = costs if several else costs[0]
        answer["bound"] = bounds if several else bounds[0]
        answer["optimal"] = best.optimal
        answer["goals"] = [_goal_object(at, best, search.costed, model) for at in range(len(best.costs))]
        answer["broken"] = [
            {**instance_object(instance, model.reading.document), "cost": cost}
            for instance, cost in _instances(best, search, model)
        ]
    answer["seconds"] = {"solve": round(time.process_time() - began, 4)}
    print_json(answer)


def _goal_object(at: int, best: Best, costed: Costed, model: Model) -> dict[str, object]:
    goal = costed.prices[at].goal
    place = place_object(goal.span, model.reading.document)
    (cost, bound) = amounts_object([best.costs[at], best.bounds[at]])
    return {"kind": goal.kind, "line": place["line"], "cost": cost, "bound": bound}


def amounts_object(amounts: Sequence[Amount | None]) -> list[int | float | str | None]:
    """Numbers for programs: as such where they are exact, else as texts."""
    return [amount if amount is None or isinstance(amount, int) else exact_number(amount) for amount in amounts]


def listed(amounts: Sequence[Amount | None]) -> str:
    """Numbers for people, with a question mark for what is not known as yet."""
    return ", ".join(["?" if amount is None else show_amount(amount) for amount in amounts])
