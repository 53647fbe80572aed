"""`bigand mathml FILE`: a file as MathML, unexpanded."""

from bigand.apps.cli.terminal.mathematics import TypesetOptions, print_typeset
from bigand.command.options import FileOptions, LimitOptions, flag
from bigand.command.texts import Texts


class MathmlOptions(TypesetOptions):
    page: bool = flag()
    reading = FileOptions
    limited = LimitOptions


def run_mathml(options: MathmlOptions, texts: Texts) -> int:
    return print_typeset(options, "page" if options.page else "mathml", texts)
