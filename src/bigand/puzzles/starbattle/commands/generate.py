"""`bigand starbattle generate`: new boards with exactly one solution."""

import random

from bigand.command.growing import write_answers
from bigand.command.objects import json_line
from bigand.command.options import LimitOptions, ParallelOptions, flag, number_option, option, timeout_option
from bigand.command.texts import Texts
from bigand.puzzles.starbattle.formats import WRITABLE, write_board
from bigand.puzzles.starbattle.questions import Generate, GenerateAnswer

_SECONDS_PER_BOARD = 60.0  # seconds for a board


class GenerateOptions(LimitOptions, ParallelOptions):
    size: int = number_option(default=8)
    stars: int = number_option("K", default=1)
    seed: int | None = number_option("S")
    count: int = number_option(default=1)
    to: str = option(choices=WRITABLE, default="text")
    json: bool = flag(help_text="starbattle.json")
    timeout: float | None = timeout_option("starbattle.generate.timeout", _SECONDS_PER_BOARD)
    timeout_for_each = True
    limited = LimitOptions
    many = ParallelOptions


def run_generate(options: GenerateOptions, texts: Texts) -> int:
    first_seed = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    questions = [
        Generate(seed=first_seed + number, size=options.size, stars=options.stars, limits=options.limits)
        for number in range(options.count)
    ]

    def format_board(answer: GenerateAnswer, number: int) -> str:
        gap = "\n" if number > 1 and options.to == "text" else ""
        return json_line(answer) if options.json else gap + write_board(answer.board, options.to)

    return write_answers(questions, format_board, "starbattle.generate.progress", options, texts)
