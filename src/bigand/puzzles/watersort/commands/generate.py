"""`bigand watersort generate`: new levels that can be sorted, as hard as asked for."""

import argparse
import random

from bigand.command.exits import Exit
from bigand.command.making import write_made
from bigand.command.objects import json_line
from bigand.command.options import Limited, Many, add_limit_options, add_many_options
from bigand.command.texts import Texts, natural_number
from bigand.puzzles.watersort.commands.levels import add_rule_option
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import Generate, Generated, Grade
from bigand.source.catalogue import Language

_MOST = 10_000  # levels
_PATIENCE = 60.0  # seconds for a level


class Options(Limited, Many):
    colours: int
    empty: int
    height: int
    seed: int | None
    count: int
    level: str | None
    rule: str
    to: str
    json: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    natural = natural_number(texts)
    parser.add_argument(
        "--colours", "--colors", type=natural, default=9, metavar="N", help=texts("watersort.generate.colours")
    )
    parser.add_argument("--empty", type=natural, default=2, metavar="N", help=texts("watersort.generate.empty"))
    parser.add_argument("--height", type=natural, default=4, metavar="N", help=texts("watersort.generate.height"))
    parser.add_argument("--seed", type=natural, metavar="S", help=texts("watersort.generate.seed"))
    parser.add_argument("--count", type=natural, default=1, metavar="N", help=texts("watersort.generate.count"))
    grades = [grade.value for grade in Grade]
    parser.add_argument("--level", choices=grades, help=texts("watersort.generate.level"))
    add_rule_option(parser, texts)
    parser.add_argument(
        "--to", choices=["text", "upright", "json"], default="text", help=texts("watersort.generate.to")
    )
    parser.add_argument("--json", action="store_true", help=texts("watersort.generate.json"))
    add_limit_options(parser, texts, "watersort.generate.timeout", _PATIENCE)
    parser.set_defaults(timeout_for_each=True)
    add_many_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    if not 1 <= options.count <= _MOST:
        texts.complain("watersort.generate.range", name="count", least=1, most=_MOST, value=options.count)
        return Exit.USAGE
    first = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    questions = [_question(first + number, options, texts) for number in range(options.count)]

    def shown(answer: Generated, number: int) -> str:
        return json_line(answer) if options.json else _shown(answer, options, texts, is_first=number == 1)

    return write_made(questions, shown, "watersort.generate.progress", options, texts)


def _question(seed: int, options: Options, texts: Texts) -> Generate:
    return Generate(
        seed=seed,
        colours=options.colours,
        empty=options.empty,
        height=options.height,
        grade=None if options.level is None else Grade(options.level),
        rule=Variant(options.rule),
        words="fr" if texts.language is Language.FRENCH else "en",
        limits=options.limits,
    )


def _shown(answer: Generated, options: Options, texts: Texts, is_first: bool) -> str:
    """A level with the options that make it again, as a remark."""
    if options.to == "json":
        return answer.level.to("json")
    asked = f" --level {options.level}" if options.level else ""
    asked += " --lang fr" if texts.language is Language.FRENCH else ""
    asked += f" --rule {options.rule}" if options.rule != Variant.POUR else ""
    size = f"--colours {options.colours} --empty {options.empty} --height {options.height}"
    remark = f"# {size} --seed {answer.seed}{asked}"
    return ("" if is_first else "\n") + remark + "\n" + answer.level.to(options.to)
