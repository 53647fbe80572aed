"""`bigand equiv FILE OTHER`: whether two files say the same."""

import shutil
import sys
from collections.abc import Iterator

from bigand.answer.questions.formulas import Equivalence, EquivalenceAnswer
from bigand.command.asking import Asker
from bigand.command.colour import colour_depth
from bigand.command.drawing import picture_lines
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.objects import print_lines
from bigand.command.options import ModelOptions, option, timeout_option
from bigand.command.texts import Texts


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
    """Whether two files say the same, or what just one of them accepts, drawn."""
    if answer.accepted_by is None or answer.model is None or answer.model.exhibit is None:
        yield texts("equiv.yes")
        return
    yield texts("equiv.no", accepts=names[answer.accepted_by], refuses=names[1 - answer.accepted_by])
    width = shutil.get_terminal_size((80, 24)).columns
    depth = colour_depth(sys.stdout, options.color)
    yield from picture_lines(answer.model.exhibit, width, depth, texts) or ["∅"]
