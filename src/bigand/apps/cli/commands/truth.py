"""`bigand truth FILE`: the truth table of a small formula."""

from collections.abc import Iterator
from itertools import product

from bigand.answer.questions.formulas import Truth, TruthAnswer
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.objects import print_lines
from bigand.command.options import ModelOptions, timeout_option
from bigand.command.texts import Texts


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
