"""`bigand watersort convert LEVEL --to FORMAT`: a level in another form, or as a model in bigand's language."""

from typing import Literal

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.options import LimitOptions, option
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, LevelOptions
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import Convert, Read


class ConvertOptions(LevelOptions, LimitOptions):
    to: Literal["text", "upright", "json", "touist", "svg"] = option(
        choices=["text", "upright", "json", "touist", "svg"], required=True
    )
    rule: str = option(choices=[rule.value for rule in Variant], default=Variant.POUR.value)
    output: str | None = option("-o", "--output", metavar="OUT")
    limited = LimitOptions


def run_convert(options: ConvertOptions, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    if options.to == "svg":
        text = asker.ask(Read(level=asker.level_input, limits=options.limits)).level.to("svg")
    else:
        question = Convert(
            level=asker.level_input, to=options.to, rule=Variant(options.rule), limits=options.limits
        )
        text = asker.ask(question).text
    if options.output is None:
        print(text, end="")
    else:
        write_file(options.output, text)
    return Exit.DONE
