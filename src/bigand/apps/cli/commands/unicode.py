"""`bigand unicode FILE`: a file as mathematics in plain characters, unexpanded."""

from bigand.apps.cli.terminal.mathematics import TypesetOptions, print_typeset
from bigand.command.options import FileOptions, LimitOptions, flag, number_option
from bigand.command.texts import Texts


class UnicodeOptions(TypesetOptions):
    flat: bool = flag()
    width: int | None = number_option()
    reading = FileOptions
    limited = LimitOptions


def run_unicode(options: UnicodeOptions, texts: Texts) -> int:
    return print_typeset(options, "unicode", texts)
