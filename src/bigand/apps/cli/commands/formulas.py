"""`bigand truth|nf|equiv`: small formulas looked at closely."""

import argparse
import shutil
import sys
from collections.abc import Iterator
from itertools import product
from typing import Literal

from bigand.answer.questions.formulas import Compared, Equivalence, NormalForm, Normalise, Truth, TruthTable
from bigand.command.asking import Asker
from bigand.command.colour import colour_depth
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.objects import print_lines
from bigand.command.options import Expanding, add_expanding_options, add_timeout_option
from bigand.command.texts import Texts
from bigand.view.terminal import show_exhibit


class Options(Expanding):
    command: Literal["truth", "nf", "equiv"]
    form: Literal["nnf", "cnf", "dnf"] = "cnf"
    other: str = ""


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    command = parser.get_default("command")
    add_expanding_options(parser, texts)
    add_timeout_option(parser, texts)
    if command == "equiv":
        parser.add_argument("other", metavar="OTHER", help=texts("equiv.other"))
    elif command == "nf":
        parser.add_argument("--form", choices=["nnf", "cnf", "dnf"], default="cnf", help=texts("nf.form"))


def run(options: Options, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    limits = options.limits
    asker = Asker(texts, options, [document])
    if options.command == "truth":
        lines = _table(asker.ask(Truth(source=source, limits=limits)), texts)
    elif options.command == "nf":
        lines = _steps(asker.ask(Normalise(source=source, form=options.form, limits=limits)), texts)
    else:
        other, second = open_source(options.other, options)
        asker = Asker(texts, options, [document, other])
        answer = asker.ask(Equivalence(first=source, second=second, limits=limits))
        print_lines(_comparison(answer, (document.name, other.name), options, texts))
        return Exit.DONE if answer.is_equivalent else Exit.UNSAT
    print_lines(lines)
    return Exit.DONE


def _table(answer: TruthTable, texts: Texts) -> Iterator[str]:
    head = " ".join([*answer.atoms, "│", answer.formula])
    yield head
    yield "─" * (len(head) - len(answer.formula) - 2) + "┼" + "─" * (len(answer.formula) + 1)
    values = product("10", repeat=len(answer.atoms))
    for row, result in zip(values, answer.rows, strict=True):
        cells = [value.center(len(atom)) for value, atom in zip(row, answer.atoms, strict=True)]
        yield " ".join([*cells, "│", "1" if result else "0"])
    yield texts("truth.summary", true=sum(answer.rows), rows=len(answer.rows))


def _steps(answer: NormalForm, texts: Texts) -> Iterator[str]:
    for step in answer.steps:
        yield texts(f"nf.{step.name}")
        yield f"    {step.formula}"


def _comparison(answer: Compared, names: tuple[str, str], options: Options, texts: Texts) -> Iterator[str]:
    """Whether two files say the same, or what just one of them accepts, drawn."""
    if answer.accepted_by is None or answer.model is None or answer.model.exhibit is None:
        yield texts("equiv.yes")
        return
    yield texts("equiv.no", accepts=names[answer.accepted_by], refuses=names[1 - answer.accepted_by])
    width = shutil.get_terminal_size((80, 24)).columns
    depth = colour_depth(sys.stdout, options.color)
    yield from list(show_exhibit(answer.model.exhibit, width, depth)) or ["∅"]
