"""`bigand mathml FILE`: a file as MathML, unexpanded."""

from bigand.apps.cli.terminal.mathematics import Typesetting, typeset
from bigand.command.options import Limited, Reading, flag
from bigand.command.texts import Texts


class Options(Typesetting):
    page: bool = flag()
    reading = Reading
    limited = Limited


def run(options: Options, texts: Texts) -> int:
    return typeset(options, "page" if options.page else "mathml", texts)
