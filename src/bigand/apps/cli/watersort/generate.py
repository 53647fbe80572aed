"""`bigand watersort generate`: new levels that can be sorted, as hard as asked for."""

import argparse
import json
import random
import time

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.limits import limited
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts, natural_number, seconds_of
from bigand.apps.cli.watersort.levels import level_object
from bigand.puzzles.watersort.colours import ENGLISH, FRENCH
from bigand.puzzles.watersort.faults import LARGEST
from bigand.puzzles.watersort.generate import Wish, generate
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Rule
from bigand.puzzles.watersort.rating import Grade
from bigand.puzzles.watersort.solving import Limits
from bigand.source.catalogue import Language

_MOST = {"colours": 60, "height": 20, "empty": 60, "count": 10_000}
_PATIENCE = 60.0  # seconds for a level


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
    rules = [rule.value for rule in Rule]
    parser.add_argument("--rule", choices=rules, default=Rule.POUR.value, help=texts("watersort.rule"))
    parser.add_argument(
        "--to", choices=["text", "upright", "json"], default="text", help=texts("watersort.generate.to")
    )
    parser.add_argument("--json", action="store_true", help=texts("watersort.generate.json"))
    parser.add_argument(
        "--timeout", type=seconds_of, default=_PATIENCE, metavar="S", help=texts("watersort.generate.timeout")
    )
    parser.set_defaults(timeout_for_each=True)


def run(options: argparse.Namespace, texts: Texts) -> int:
    if not _is_possible(options, texts):
        return Exit.USAGE
    return limited(lambda: _generate(options, texts), texts)


def _is_possible(options: argparse.Namespace, texts: Texts) -> bool:
    """Whether such levels can be made at all; what is wrong is told."""
    for name, most in _MOST.items():
        least = 0 if name == "empty" else 1
        value = getattr(options, name)
        if not least <= value <= most:
            texts.complain("watersort.generate.range", name=name, least=least, most=most, value=value)
            return False
    if options.empty == 0 and options.colours > 1 and options.height > 1:
        texts.complain("watersort.generate.no_room")
        return False
    assert (options.colours + options.empty) * options.height <= LARGEST
    return True


def _generate(options: argparse.Namespace, texts: Texts) -> int:
    grade = None if options.level is None else Grade(options.level)
    words = FRENCH if texts.language is Language.FRENCH else ENGLISH
    wish = Wish(options.colours, options.empty, options.height, grade, Rule(options.rule), words)
    first = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    with Progress(texts) as progress:
        progress.stage("watersort.generate.progress", options.count)
        for number in range(options.count):
            level = generate(wish, first + number, Limits(time.monotonic() + options.timeout))
            progress.clear()
            print(_shown(level, first + number, options, texts, is_first=number == 0), end="", flush=True)
            progress.done(number + 1)
    return Exit.DONE


def _shown(level: Level, seed: int, options: argparse.Namespace, texts: Texts, is_first: bool) -> str:
    """A level with the options that make it again, as a remark; with --json one line."""
    if options.json:
        return json.dumps({"seed": seed, **level_object(level)}, ensure_ascii=False) + "\n"
    if options.to == "json":
        return level.to("json")
    asked = f" --level {options.level}" if options.level else ""
    asked += " --lang fr" if texts.language is Language.FRENCH else ""
    asked += f" --rule {options.rule}" if options.rule != Rule.POUR else ""
    remark = f"# --colours {options.colours} --empty {options.empty} --height {options.height} --seed {seed}{asked}"
    return ("" if is_first else "\n") + remark + "\n" + level.to(options.to)
