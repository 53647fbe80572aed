"""`bigand forced FILE`: the atoms that have the same value in every model."""

import argparse
import time
from difflib import get_close_matches
from textwrap import wrap

from bigand.apps.cli import why
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.lines import Paper, print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.solving import add_solving_options, check_size, guarded, open_model
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.explain.forced import forced
from bigand.front import Model


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    parser.add_argument("--reason", metavar="ATOM", help=texts("forced.reason"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    parser.add_argument("--json", action="store_true", help=texts("forced.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    model, _ = open_model(options.file, options, texts)
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
    session = model.session("cadical195", deadline, isolated=True)
    try:
        found = forced(session, compiled.clauses.atoms, compiled.clauses.variables, progress.done)
    finally:
        session.close()
    progress.clear()
    if found is None:
        if options.json:
            print_json({"status": "unsat", "true": [], "false": []})
        else:
            print(texts("forced.unsat", name=model.reading.document.name))
        return Exit.UNSAT
    atoms, values = found
    truth = {compiled.names[atom - 1]: value for atom, value in zip(atoms.tolist(), values.tolist(), strict=True)}
    if options.reason:
        return _reason(options.reason.replace(" ", ""), truth, model, options, texts)
    _tell(truth, model, options, texts)
    return Exit.DONE


def _tell(truth: dict[str, bool], model: Model, options: argparse.Namespace, texts: Texts) -> None:
    names = {value: [name for name, own in truth.items() if own is value] for value in (True, False)}
    if options.json:
        print_json({"status": "sat", "true": names[True], "false": names[False]})
        return
    width = Paper(options).width
    for value, key in ((True, "forced.true"), (False, "forced.false")):
        if names[value]:
            print(texts(key))
            for line in wrap("  ".join(names[value]), width - 2, break_long_words=False, break_on_hyphens=False):
                print(f"  {line}")
    if not truth:
        print(texts("forced.none"))
    total = model.compiled.clauses.atoms
    print(texts("forced.summary", forced=len(truth), atoms=texts.counted("atom", total)))


def _reason(name: str, truth: dict[str, bool], model: Model, options: argparse.Namespace, texts: Texts) -> int:
    """Why an atom is forced: why its opposite is not possible."""
    if name not in model.compiled.names:
        near = get_close_matches(name, model.compiled.names, n=1, cutoff=0.5)
        texts.complain("forced.unknown_near" if near else "forced.unknown", name=name, near="".join(near))
        return Exit.ERRORS
    if name not in truth:
        print(texts("forced.not_forced", name=name))
        return Exit.DONE
    options.expect = [f"not {name}" if truth[name] else name]
    options.model, options.all = None, False
    options.timeout = options.timeout or why.DEFAULT_SECONDS
    return why.run(options, texts)
