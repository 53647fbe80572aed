"""`bigand forced FILE`: the atoms that have the same value in every model."""

import argparse
import time
from difflib import get_close_matches
from textwrap import wrap

from bigand.answer.model import Model
from bigand.answer.numbers import NumberModel, NumberSolution
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.lines import Paper
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.solving import add_solving_options, check_size, guarded, open_model
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.apps.cli.why import DEFAULT_SECONDS, until, why_not
from bigand.explain.forced import forced, forced_numbers
from bigand.ground.written import exact_number
from bigand.language import Mode
from bigand.solve.z3_engine import Number


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    parser.add_argument("--reason", metavar="ATOM", help=texts("forced.reason"))
    parser.add_argument("--full", action="store_true", help=texts("forced.full"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    parser.add_argument("--json", action="store_true", help=texts("forced.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    model, _ = open_model(options.file, options, texts, (Mode.SAT, Mode.SMT))
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    with Progress(texts) as progress:
        return guarded(lambda: _run(model, deadline, progress, options, texts), options, texts)


def _run(
    model: Model, deadline: float | None, progress: Progress, options: argparse.Namespace, texts: Texts
) -> int:
    check_size(model, options, texts)
    progress.stage("progress.expand")
    compiled = model.compile(options.as_written, progress.done)
    model.compiled = compiled
    progress.stage("progress.forced")
    found = _forced(model, deadline, progress)
    progress.clear()
    if found is None:
        if options.json:
            print_json({"status": "unsat", **_object({}, model)})
        else:
            print(texts("forced.unsat", name=model.reading.document.name))
        return Exit.UNSAT
    if options.reason:
        return _reason(options.reason.replace(" ", ""), found, model, deadline, progress, options, texts)
    _tell(found, model, options, texts)
    return Exit.DONE


def _forced(model: Model, deadline: float | None, progress: Progress) -> dict[str, Number] | None:
    """The forced atoms and unknowns with their values, or None if there is no model."""
    names, clauses = model.compiled.names, model.compiled.clauses
    if isinstance(model, NumberModel):
        numbers = model.session(None, deadline, isolated=True)
        try:
            same = forced_numbers(numbers, progress.done)
        finally:
            numbers.close()
        return None if same is None else {names[at]: value for at, value in same}
    session = model.session("cadical195", deadline, isolated=True)
    try:
        found = forced(session, clauses.atoms, clauses.variables, progress.done)
    finally:
        session.close()
    if found is None:
        return None
    atoms, values = found
    return {names[atom - 1]: value for atom, value in zip(atoms.tolist(), values.tolist(), strict=True)}


def _object(truth: dict[str, Number], model: Model) -> dict[str, object]:
    """What is forced, for JSON."""
    shown: dict[str, object] = {
        key: [name for name, own in truth.items() if own is value]
        for key, value in (("true", True), ("false", False))
    }
    if isinstance(model, NumberModel):
        shown["values"] = NumberSolution(tuple(truth), list(truth.values())).number_values
    return shown


def _tell(truth: dict[str, Number], model: Model, options: argparse.Namespace, texts: Texts) -> None:
    names = {value: [name for name, own in truth.items() if own is value] for value in (True, False)}
    if options.json:
        print_json({"status": "sat", **_object(truth, model)})
        return
    width = Paper(options).width
    for value, key in ((True, "forced.true"), (False, "forced.false")):
        if names[value]:
            print(texts(key))
            for line in wrap("  ".join(names[value]), width - 2, break_long_words=False, break_on_hyphens=False):
                print(f"  {line}")
    numbers = NumberSolution(tuple(truth), list(truth.values())).number_texts
    if numbers:
        print(texts("forced.numbers"))
        for name, text in numbers.items():
            print(f"  {name} = {text}")
    if not truth:
        print(texts("forced.none"))
    total = model.compiled.clauses.atoms
    print(texts("forced.summary", forced=len(truth), atoms=texts.counted("atom", total)))


def _reason(
    name: str,
    truth: dict[str, Number],
    model: Model,
    deadline: float | None,
    progress: Progress,
    options: argparse.Namespace,
    texts: Texts,
) -> int:
    """Why an atom is forced: why its opposite is not possible."""
    if name not in model.compiled.names:
        near = get_close_matches(name, model.compiled.names, n=1, cutoff=0.5)
        texts.complain("forced.unknown_near" if near else "forced.unknown", name=name, near="".join(near))
        return Exit.ERRORS
    if name not in truth:
        print(texts("forced.not_forced", name=name))
        return Exit.DONE
    now = time.monotonic()
    seconds = DEFAULT_SECONDS if deadline is None else deadline - now
    value = truth[name]
    is_truth = isinstance(value, bool)
    told = texts("forced.is_true" if value else "forced.is_false") if is_truth else exact_number(value)
    head = texts("forced.always", name=name, value=told)
    return why_not(model, [_otherwise(name, value)], until(now, seconds), progress, options, texts, head)


def _otherwise(name: str, value: Number) -> str:
    """The formula that an atom or unknown has another value than this."""
    if isinstance(value, bool):
        return f"not {name}" if value else name
    if isinstance(value, int):
        return f"{name} != {value}"
    return f"{value.denominator}.0*{name} != {value.numerator}.0"
