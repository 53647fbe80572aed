"""`bigand lightup grade …`: proofs are graded by `bigand grade`, as models are; this says so."""

from bigand.command.exits import Exit
from bigand.command.options import Frozen, option
from bigand.command.texts import Texts


class Options(Frozen):
    words: tuple[str, ...] = option("words", nargs="...", metavar="…")


def run(_options: Options, texts: Texts) -> int:
    texts.complain("lightup.grade.moved")
    return Exit.USAGE
