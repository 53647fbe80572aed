"""`bigand starbattle generate`: new boards with exactly one solution."""

import argparse
import random

from bigand.command.making import write_made
from bigand.command.objects import json_line
from bigand.command.options import Limited, Many, add_limit_options, add_many_options
from bigand.command.texts import Texts, natural_number
from bigand.puzzles.starbattle.formats import WRITTEN, write_board
from bigand.puzzles.starbattle.questions import Generate, Generated

_PATIENCE = 60.0  # seconds for a board


class Options(Limited, Many):
    size: int
    stars: int
    seed: int | None
    count: int
    to: str
    json: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    natural = natural_number(texts)
    parser.add_argument("--size", type=natural, default=8, metavar="N", help=texts("starbattle.generate.size"))
    parser.add_argument("--stars", type=natural, default=1, metavar="K", help=texts("starbattle.generate.stars"))
    parser.add_argument("--seed", type=natural, metavar="S", help=texts("starbattle.generate.seed"))
    parser.add_argument("--count", type=natural, default=1, metavar="N", help=texts("starbattle.generate.count"))
    parser.add_argument("--to", choices=WRITTEN, default="text", help=texts("starbattle.generate.to"))
    parser.add_argument("--json", action="store_true", help=texts("starbattle.json"))
    add_limit_options(parser, texts, "starbattle.generate.timeout", _PATIENCE)
    parser.set_defaults(timeout_for_each=True)
    add_many_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    first = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    questions = [
        Generate(seed=first + number, size=options.size, stars=options.stars, limits=options.limits)
        for number in range(options.count)
    ]

    def shown(answer: Generated, number: int) -> str:
        gap = "\n" if number > 1 and options.to == "text" else ""
        return json_line(answer) if options.json else gap + write_board(answer.board, options.to)

    return write_made(questions, shown, "starbattle.generate.progress", options, texts)
