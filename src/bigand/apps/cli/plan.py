"""`bigand plan FILE`: the least number of steps, and the plan drawn step by step."""

import argparse
import time
from collections.abc import Iterator

from bigand.answer.model import Model, Solution, model_of, solution_of
from bigand.apps.cli.costs import amounts_object, listed
from bigand.apps.cli.drawing import Drawing, add_drawing_options
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import write_file
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.solving import add_solving_options, guarded, open_model
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.explain.horizon import Search, Steps, find_steps
from bigand.explain.plan import Attempt, attempts
from bigand.language import Mode
from bigand.language.soft import costs
from bigand.language.syntax import Horizon
from bigand.solve.session import LimitError


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    add_drawing_options(parser, texts)
    parser.add_argument("--svg", metavar="OUT", help=texts("solve.svg"))
    parser.add_argument("--json", action="store_true", help=texts("solve.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    model, _ = open_model(options.file, options, texts, (Mode.SAT, Mode.SMT))
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    return guarded(lambda: plan(model, deadline, options, texts), options, texts)


def plan(model: Model, deadline: float | None, options: argparse.Namespace, texts: Texts) -> int:
    """Search for the least number of steps and show what was found."""
    steps = find_steps(model.reading, model.given)
    if steps is None:
        texts.complain("plan.no_values" if _has_horizon(model) else "plan.no_horizon")
        return Exit.ERRORS
    if not _has_horizon(model):
        texts.complain("plan.guessed", name=steps.variable, first=steps.values[0], last=steps.values[-1])
    search = Search(steps)
    found: Attempt | None = None
    with Progress(texts) as progress:
        try:
            for attempt in _watched(model, steps, deadline, progress, options, texts):
                if attempt.values is not None:
                    found, search.least = attempt, attempt.steps
                else:
                    search.without.append(attempt.steps)
            search.is_finished = True
        except LimitError as error:
            if error.key != "limit.time":
                raise
    solution = None
    if found is not None and found.values is not None:
        solution = solution_of(found.names, found.values, model.reading.program)
        if costs(model.reading.program):
            solution = _cheapest(model, steps.variable, found.steps, deadline) or solution
        if options.svg:
            write_file(options.svg, solution.to_svg())
    if options.json:
        _print_json(search, solution)
    else:
        for line in _lines(search, solution, model, options, texts):
            print(line)
    if solution is not None:
        return Exit.DONE
    return Exit.UNSAT if search.is_finished else Exit.LIMIT


def _cheapest(model: Model, variable: str, value: int, deadline: float | None) -> Solution | None:
    """Of the plans of this length the best, or the best that is found in time."""
    left = None if deadline is None else max(0.1, deadline - time.monotonic())
    try:
        return model_of(model.reading, {**model.given, variable: value}).optimise(left)
    except LimitError:
        return None


def _has_horizon(model: Model) -> bool:
    return any(isinstance(directive, Horizon) for directive in model.reading.program.directives)


def _watched(
    model: Model,
    steps: Steps,
    deadline: float | None,
    progress: Progress,
    options: argparse.Namespace,
    texts: Texts,
) -> Iterator[Attempt]:
    """The attempts, with a line on the terminal that tells which value is tried."""
    values = iter(steps.values)
    progress.name = texts("plan.trying", name=steps.variable, value=next(values))
    tried = attempts(model.reading, model.given, steps.variable, steps.values, deadline, options.as_written)
    for attempt in tried:
        yield attempt
        following = next(values, None)
        if following is not None:
            progress.name = texts("plan.trying", name=steps.variable, value=following)


def _lines(
    search: Search, solution: Solution | None, model: Model, options: argparse.Namespace, texts: Texts
) -> Iterator[str]:
    parts = []
    if search.none_up_to is not None:
        parts.append(texts("plan.none_up_to", value=search.none_up_to))
    if search.least is not None:
        parts.append(texts("plan.found", steps=texts.counted("step", search.least)))
    elif not search.is_finished:
        parts.append(texts("limit.time"))
    yield texts("plan.joint").join(parts)
    if solution is not None:
        proof = "proved" if solution.optimal else "open"
        for cost, bound in zip(solution.costs, solution.bounds, strict=True):
            yield texts(f"plan.cost_{proof}", cost=listed([cost]), bound=listed([bound]))
        yield ""
        yield from Drawing(options, texts).lines(solution, model.reading.program)


def _print_json(search: Search, solution: Solution | None) -> None:
    name = search.steps.variable
    answer: dict[str, object] = {
        "status": "sat" if solution is not None else "unsat" if search.is_finished else "unknown",
        "horizon": {name: search.least},
        "none_up_to": search.none_up_to,
        "model": None if solution is None else _model_object(solution),
    }
    if solution is not None and solution.costs:
        costs, bounds = amounts_object(solution.costs), amounts_object(solution.bounds)
        answer |= {"costs": costs, "bounds": bounds, "optimal": solution.optimal}
    print_json(answer)


def _model_object(solution: Solution) -> dict[str, object]:
    shown: dict[str, object] = {"true": solution.true, "false": solution.false}
    return {**shown, "values": solution.number_values} if solution.number_values else shown
