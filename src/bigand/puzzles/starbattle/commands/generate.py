"""`bigand starbattle generate`: new boards with exactly one solution."""

import random

from bigand.command.growing import write_answers
from bigand.command.objects import json_line
from bigand.command.options import LimitOptions, ParallelOptions, flag, number_option, option, timeout_option
from bigand.command.texts import Texts
from bigand.puzzles.starbattle.formats import WRITTEN, write_board
from bigand.puzzles.starbattle.questions import Generate, Generated

_PATIENCE = 60.0  # seconds for a board


class Options(LimitOptions, ParallelOptions):
    size: int = number_option(default=8)
    stars: int = number_option("K", default=1)
    seed: int | None = number_option("S")
    count: int = number_option(default=1)
    to: str = option(choices=WRITTEN, default="text")
    json: bool = flag(help_text="starbattle.json")
    timeout: float | None = timeout_option("starbattle.generate.timeout", _PATIENCE)
    timeout_for_each = True
    limited = LimitOptions
    many = ParallelOptions


def run(options: Options, texts: Texts) -> int:
    first = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    questions = [
        Generate(seed=first + number, size=options.size, stars=options.stars, limits=options.limits)
        for number in range(options.count)
    ]

    def shown(answer: Generated, number: int) -> str:
        gap = "\n" if number > 1 and options.to == "text" else ""
        return json_line(answer) if options.json else gap + write_board(answer.board, options.to)

    return write_answers(questions, shown, "starbattle.generate.progress", options, texts)
