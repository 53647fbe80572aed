"""`bigand watersort generate`: new levels that can be sorted, as hard as asked for."""

import random

from bigand.command.exits import Exit
from bigand.command.growing import write_answers
from bigand.command.objects import json_line
from bigand.command.options import LimitOptions, ParallelOptions, flag, number_option, option, timeout_option
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import RULE
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import Generate, GenerateAnswer, Grade
from bigand.messages import Language

_MAX_LEVELS = 10_000  # levels
_SECONDS_PER_LEVEL = 60.0  # seconds for a level


class GenerateOptions(LimitOptions, ParallelOptions):
    colours: int = number_option("N", "--colours", "--colors", default=9)
    empty: int = number_option(default=2)
    height: int = number_option(default=4)
    seed: int | None = number_option("S")
    count: int = number_option(default=1)
    level: str | None = option(choices=[grade.value for grade in Grade])
    rule: str = RULE
    to: str = option(choices=["text", "upright", "json"], default="text")
    json: bool = flag()
    timeout: float | None = timeout_option("watersort.generate.timeout", _SECONDS_PER_LEVEL)
    timeout_for_each = True
    limited = LimitOptions
    many = ParallelOptions


def run_generate(options: GenerateOptions, texts: Texts) -> int:
    if not 1 <= options.count <= _MAX_LEVELS:
        texts.print_error("watersort.generate.range", name="count", least=1, most=_MAX_LEVELS, value=options.count)
        return Exit.USAGE
    first_seed = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    questions = [_generate_question(first_seed + number, options, texts) for number in range(options.count)]

    def format_answer(answer: GenerateAnswer, number: int) -> str:
        return json_line(answer) if options.json else _level_text(answer, options, texts, is_first=number == 1)

    return write_answers(questions, format_answer, "watersort.generate.progress", options, texts)


def _generate_question(seed: int, options: GenerateOptions, texts: Texts) -> Generate:
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


def _level_text(answer: GenerateAnswer, options: GenerateOptions, texts: Texts, is_first: bool) -> str:
    """A level with the options that make it again, as a remark."""
    if options.to == "json":
        return answer.level.to("json")
    extra_options = f" --level {options.level}" if options.level else ""
    extra_options += " --lang fr" if texts.language is Language.FRENCH else ""
    extra_options += f" --rule {options.rule}" if options.rule != Variant.POUR else ""
    size = f"--colours {options.colours} --empty {options.empty} --height {options.height}"
    comment = f"# {size} --seed {answer.seed}{extra_options}"
    return ("" if is_first else "\n") + comment + "\n" + answer.level.to(options.to)
