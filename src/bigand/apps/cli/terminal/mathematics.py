"""What `bigand latex`, `mathml` and `unicode` have in common: a file as mathematics, unexpanded."""

import shutil
import sys
from typing import Literal

from bigand.answer.questions.mathematics import Mathematics
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_unexpanded
from bigand.command.options import FileOptions, LimitOptions
from bigand.command.texts import Texts


class TypesetOptions(FileOptions, LimitOptions):
    """A file, and how plain characters are laid out."""

    flat: bool = False
    width: int | None = None


def print_typeset(
    options: TypesetOptions,
    target: Literal["mathjax", "katex", "document", "mathml", "page", "unicode"],
    texts: Texts,
) -> int:
    """Print a file in a notation."""
    document, source = open_unexpanded(options)
    question = Mathematics(
        source=source,
        target=target,
        language=texts.language,
        width=options.width or shutil.get_terminal_size((80, 24)).columns,
        flat=options.flat,
        limits=options.limits,
    )
    sys.stdout.write(Asker(texts, options, [document]).ask(question).text)
    return Exit.DONE
