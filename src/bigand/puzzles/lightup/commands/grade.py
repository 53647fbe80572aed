"""`bigand lightup grade …`: proofs are graded by `bigand grade`, as models are; this says so."""

from bigand.command.exits import Exit
from bigand.command.options import OptionGroup, option
from bigand.command.texts import Texts


class GradeOptions(OptionGroup):
    words: tuple[str, ...] = option("words", nargs="...", metavar="…")


def run_grade(_options: GradeOptions, texts: Texts) -> int:
    texts.print_error("lightup.grade.moved")
    return Exit.USAGE
