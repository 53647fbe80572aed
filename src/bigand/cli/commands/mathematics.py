"""`bigand latex FILE`, `bigand mathml FILE`, `bigand unicode FILE`: print a file in mathematical notation."""

import shutil
import sys
from typing import Literal

from bigand.api.mathematics import Mathematics
from bigand.cli.asker import Asker
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_without_data
from bigand.cli.options import FileOptions, LimitOptions, flag, number_option, option
from bigand.wording.texts import Texts


class TypesetOptions(FileOptions, LimitOptions):
    """A file, and the layout of Unicode text."""

    flat: bool = False
    width: int | None = None


def print_typeset(
    options: TypesetOptions,
    target: Literal["mathjax", "katex", "document", "mathml", "page", "unicode"],
    texts: Texts,
) -> int:
    """Print a file in the notation for `target`."""
    document, source = open_without_data(options)
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


class LatexOptions(TypesetOptions):
    target: Literal["mathjax", "katex", "document"] = option(
        "--for", help_text="latex.for", choices=["mathjax", "katex", "document"], default="mathjax"
    )
    reading = FileOptions
    limited = LimitOptions


def run_latex(options: LatexOptions, texts: Texts) -> int:
    return print_typeset(options, options.target, texts)


class MathmlOptions(TypesetOptions):
    page: bool = flag()
    reading = FileOptions
    limited = LimitOptions


def run_mathml(options: MathmlOptions, texts: Texts) -> int:
    return print_typeset(options, "page" if options.page else "mathml", texts)


class UnicodeOptions(TypesetOptions):
    flat: bool = flag()
    width: int | None = number_option()
    reading = FileOptions
    limited = LimitOptions


def run_unicode(options: UnicodeOptions, texts: Texts) -> int:
    return print_typeset(options, "unicode", texts)
