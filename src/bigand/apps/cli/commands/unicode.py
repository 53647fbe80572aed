"""`bigand unicode FILE`: a file as mathematics in plain characters, unexpanded."""

from bigand.apps.cli.terminal.mathematics import Typesetting, typeset
from bigand.command.options import Limited, Reading, flag, natural
from bigand.command.texts import Texts


class Options(Typesetting):
    flat: bool = flag()
    width: int | None = natural()
    reading = Reading
    limited = Limited


def run(options: Options, texts: Texts) -> int:
    return typeset(options, "unicode", texts)
