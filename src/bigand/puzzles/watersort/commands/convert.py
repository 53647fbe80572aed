"""`bigand watersort convert LEVEL --to FORMAT`: a level in another form, or as a model in bigand's language."""

from typing import Literal

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.options import LimitOptions, option
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, LevelOptions
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import Convert, Read


class Options(LevelOptions, LimitOptions):
    to: Literal["text", "upright", "json", "touist", "svg"] = option(
        choices=["text", "upright", "json", "touist", "svg"], required=True
    )
    rule: str = option(choices=[rule.value for rule in Variant], default=Variant.POUR.value)
    output: str | None = option("-o", "--output", metavar="OUT")
    limited = LimitOptions


def run(options: Options, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    if options.to == "svg":
        written = asker.ask(Read(level=asker.written, limits=options.limits)).level.to("svg")
    else:
        question = Convert(level=asker.written, to=options.to, rule=Variant(options.rule), limits=options.limits)
        written = asker.ask(question).text
    if options.output is None:
        print(written, end="")
    else:
        write_file(options.output, written)
    return Exit.DONE
