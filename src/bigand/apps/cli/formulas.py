"""`bigand truth|nf|equiv`: small formulas looked at closely."""

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator

import numpy as np

from bigand.answer.model import Model, Solution
from bigand.apps.cli.colour import colour_depth
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.inputs import given_values, tell_unread
from bigand.apps.cli.limits import add_timeout_option
from bigand.apps.cli.solving import add_solving_options, guarded, open_model
from bigand.apps.cli.texts import Texts
from bigand.encode.normal import steps
from bigand.ground.expand import Grounder
from bigand.ground.written import TooLargeError, atoms_of, show, truth_of, written
from bigand.language import Mode
from bigand.language.syntax import View
from bigand.solve.equivalence import Difference, difference
from bigand.view.arrange import exhibit
from bigand.view.terminal import show_exhibit

_LARGEST_TABLE = 12  # atoms


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    command = parser.get_default("command")
    add_solving_options(parser, texts)
    add_timeout_option(parser, texts)
    if command == "equiv":
        parser.add_argument("other", metavar="OTHER", help=texts("equiv.other"))
    elif command == "nf":
        parser.add_argument("--form", choices=["nnf", "cnf", "dnf"], default="cnf", help=texts("nf.form"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    modes = (Mode.SAT, Mode.QBF) if options.command == "truth" else (Mode.SAT,)
    model, _ = open_model(options.file, options, texts, modes)
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    work = {"truth": _truth, "nf": _normal_form, "equiv": _equivalence}[options.command]
    return guarded(lambda: _small(lambda: work(model, options, texts), texts), options, texts)


def _small(work: Callable[[], int], texts: Texts) -> int:
    try:
        return work()
    except TooLargeError:
        print(f"bigand: {texts('written.too_large')}", file=sys.stderr)
        return Exit.LIMIT


def _truth(model: Model, _options: argparse.Namespace, texts: Texts) -> int:
    formula = written(model.grounder)
    atoms = atoms_of(formula)
    if len(atoms) > _LARGEST_TABLE:
        print(f"bigand: {texts('truth.too_many', count=len(atoms), limit=_LARGEST_TABLE)}", file=sys.stderr)
        return Exit.LIMIT
    rows = 1 << len(atoms)
    numbers = np.arange(rows)
    table = {atom: (numbers >> (len(atoms) - 1 - at)) & 1 == 0 for at, atom in enumerate(atoms)}
    result = truth_of(formula, table) if atoms else np.array([formula is True])
    head = " ".join([*atoms, "│", show(formula)])
    print(head)
    print("─" * (len(head) - len(show(formula)) - 2) + "┼" + "─" * (len(show(formula)) + 1))
    for row in range(rows):
        cells = [("1" if table[atom][row] else "0").center(len(atom)) for atom in atoms]
        print(" ".join([*cells, "│", "1" if result[row] else "0"]))
    print(texts("truth.summary", true=int(result.sum()), rows=rows))
    return Exit.DONE


def _normal_form(model: Model, options: argparse.Namespace, texts: Texts) -> int:
    for name, formula in steps(written(model.grounder), options.form):
        print(f"{texts(f'nf.{name}')}\n    {show(formula)}")
    return Exit.DONE


def _equivalence(model: Model, options: argparse.Namespace, texts: Texts) -> int:
    options.document = model.reading.document
    other, _ = open_model(options.other, options, texts)
    if other is None:
        return Exit.ERRORS
    options.document = other.reading.document
    tell_unread(given_values(options), [model.reading.program, other.reading.program], texts)
    second = Grounder(other.reading, other.given, model.grounder.atoms)
    found = difference(model.grounder, second)
    if found is None:
        print(texts("equiv.yes"))
        return Exit.DONE
    accepting, refusing = (model, other) if found.is_of_first else (other, model)
    names = {"accepts": accepting.reading.document.name, "refuses": refusing.reading.document.name}
    print(texts("equiv.no", **names))
    for line in _drawn(found, accepting, refusing, options):
        print(line)
    return Exit.UNSAT


def _drawn(found: Difference, accepting: Model, refusing: Model, options: argparse.Namespace) -> Iterator[str]:
    """The assignment as the views of the file that accepts it ask for it, or those of the other one."""
    programs = [model.reading.program for model in (accepting, refusing)]
    program = next((one for one in programs if any(isinstance(line, View) for line in one.directives)), programs[0])
    width = shutil.get_terminal_size((80, 24)).columns
    depth = colour_depth(sys.stdout, options.color)
    lines = list(show_exhibit(exhibit(Solution(found.names, found.values), program), width, depth))
    yield from lines or ["∅"]
