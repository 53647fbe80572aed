"""A LEVEL on the command line: a file, the text itself, or `-`; and what all actions have in common."""

import argparse
import re
import shutil
import sys
import time
from collections.abc import Iterator
from textwrap import wrap

from bigand.apps.cli.colour import colour_depth, wants_colour
from bigand.apps.cli.files import open_word
from bigand.apps.cli.texts import Texts, natural_number, seconds_of
from bigand.puzzles.watersort.faults import LARGEST, LevelError
from bigand.puzzles.watersort.formats import read_level
from bigand.puzzles.watersort.formats.sheet import BOTTOM_FIRST, COLUMNS, LINES, TOP_FIRST, Said
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Rule
from bigand.puzzles.watersort.solving import MOST_STATES, Limits
from bigand.source import render

_FILE_NAME = re.compile(r"[\w./\\~ -]*[\w-]\.\w{1,8}")
_SHOWN = 10  # mistakes


def add_level_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """The LEVEL, how it is read, and how pictures are shown."""
    parser.add_argument("level", metavar="LEVEL", help=texts("watersort.level"))
    parser.add_argument("--tubes", choices=[LINES, COLUMNS], help=texts("watersort.tubes"))
    parser.add_argument("--layers", choices=[BOTTOM_FIRST, TOP_FIRST], help=texts("watersort.layers"))
    parser.add_argument(
        "--max-layers", type=natural_number(texts), default=LARGEST, metavar="N",
        help=texts("watersort.max_layers", default=LARGEST),
    )  # fmt: skip
    add_colour_option(parser, texts)


def add_colour_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help=texts("option.color"))


def add_rule_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """The rule of the game, and when to give up."""
    parser.add_argument(
        "--rule", choices=[rule.value for rule in Rule], default=Rule.POUR.value, help=texts("watersort.rule")
    )
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    parser.add_argument(
        "--max-states", type=natural_number(texts), default=MOST_STATES, metavar="N",
        help=texts("watersort.max_states", default=texts.amount(MOST_STATES)),
    )  # fmt: skip


def limits_of(options: argparse.Namespace) -> Limits:
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    return Limits(deadline, options.max_states)


def open_level(options: argparse.Namespace, texts: Texts) -> Level | None:
    """The level that a word of the command line means, or nothing when there is none (which is told)."""
    word = options.level
    document, is_text = open_word(word, "LEVEL")
    try:
        return read_level(document, options.max_layers, Said(options.tubes, options.layers))
    except LevelError as error:
        looks_like_a_file = is_text and _FILE_NAME.fullmatch(word) is not None
        if looks_like_a_file or (is_text and error.diagnostics[0].code == "P304"):
            texts.complain("watersort.neither", name=render.visible(word)[:80])
        if looks_like_a_file:
            return None
        coloured = wants_colour(sys.stderr, options.color)
        for diagnostic in error.diagnostics[:_SHOWN]:
            shown = render.for_people(diagnostic, error.document, texts.language, coloured=coloured)
            print(shown, file=sys.stderr, end="")
        return None


def draw(level: Level, options: argparse.Namespace) -> Iterator[str]:
    """The lines of a picture, as wide as the terminal and in its colours, and what its marks mean."""
    from bigand.puzzles.watersort.draw import lines

    yield from lines(level, colour_depth(sys.stdout, options.color), width_of_terminal())


def legend_of(level: Level) -> Iterator[str]:
    """What the marks of a picture mean, where they are not the names themselves."""
    from bigand.puzzles.watersort.draw import level_inks
    from bigand.view.tubes import legend, legend_line

    ink = level_inks(level)
    yield from wrap(legend_line(legend(ink, ink)), width_of_terminal())


def width_of_terminal() -> int:
    return shutil.get_terminal_size((80, 24)).columns


def said(pour: Pour, texts: Texts) -> str:
    """A pour in words: `tube 1 to tube 3: 2 layers of green`."""
    layers = texts.counted("layer", pour.layers)
    return texts(
        "watersort.pour", source=pour.source + 1, target=pour.target + 1, layers=layers, colour=pour.colour
    )


def pour_object(pour: Pour) -> dict[str, object]:
    """A pour for JSON; tubes are counted from 1."""
    return {"from": pour.source + 1, "to": pour.target + 1, "colour": pour.colour, "layers": pour.layers}


def level_object(level: Level) -> dict[str, object]:
    return {"height": level.height, "tubes": [list(tube) for tube in level.tubes]}
