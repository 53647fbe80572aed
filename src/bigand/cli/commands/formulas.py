"""`bigand truth FILE`, `bigand nf FILE`, `bigand equiv FILE OTHER`: truth tables, normal forms, equivalence."""

import shutil
import sys
from collections.abc import Iterator
from itertools import product
from typing import Literal

from bigand.api.formulas import Equivalence, EquivalenceAnswer, Normalise, Truth, TruthAnswer
from bigand.cli.asker import Asker
from bigand.cli.drawing import picture_lines
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_source
from bigand.cli.options import ModelOptions, option, timeout_option
from bigand.cli.output import colour_depth, print_lines
from bigand.wording.texts import Texts


class TruthOptions(ModelOptions):
    timeout: float | None = timeout_option()


def run_truth(options: TruthOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    answer = Asker(texts, options, [document]).ask(Truth(source=source, limits=options.limits))
    print_lines(_table_lines(answer, texts))
    return Exit.DONE


def _table_lines(answer: TruthAnswer, texts: Texts) -> Iterator[str]:
    head = " ".join([*answer.atoms, "│", answer.formula])
    yield head
    yield "─" * (len(head) - len(answer.formula) - 2) + "┼" + "─" * (len(answer.formula) + 1)
    values = product("10", repeat=len(answer.atoms))
    for row, result in zip(values, answer.rows, strict=True):
        cells = [value.center(len(atom)) for value, atom in zip(row, answer.atoms, strict=True)]
        yield " ".join([*cells, "│", "1" if result else "0"])
    yield texts("truth.summary", true=sum(answer.rows), rows=len(answer.rows))


# ---------------------------------------------------------------------- nf


class NfOptions(ModelOptions):
    timeout: float | None = timeout_option()
    form: Literal["nnf", "cnf", "dnf"] = option(choices=["nnf", "cnf", "dnf"], default="cnf")


def run_nf(options: NfOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    question = Normalise(source=source, form=options.form, limits=options.limits)
    for step in Asker(texts, options, [document]).ask(question).steps:
        print_lines([texts(f"nf.{step.name}"), f"    {step.formula}"])
    return Exit.DONE


# ---------------------------------------------------------------------- equiv


class EquivOptions(ModelOptions):
    timeout: float | None = timeout_option()
    other: str = option("other", metavar="OTHER")


def run_equiv(options: EquivOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    second_document, second = open_source(options.other, options)
    question = Equivalence(first=source, second=second, limits=options.limits)
    answer = Asker(texts, options, [document, second_document]).ask(question)
    print_lines(_comparison_lines(answer, (document.name, second_document.name), options, texts))
    return Exit.DONE if answer.is_equivalent else Exit.UNSAT


def _comparison_lines(
    answer: EquivalenceAnswer, names: tuple[str, str], options: EquivOptions, texts: Texts
) -> Iterator[str]:
    """Whether two files are equivalent; if not, the picture of a model of only one of them."""
    if answer.accepted_by is None or answer.model is None or answer.model.exhibit is None:
        yield texts("equiv.yes")
        return
    yield texts("equiv.no", accepts=names[answer.accepted_by], refuses=names[1 - answer.accepted_by])
    width = shutil.get_terminal_size((80, 24)).columns
    depth = colour_depth(sys.stdout, options.color)
    yield from picture_lines(answer.model.exhibit, width, depth, texts) or ["∅"]
