"""`bigand watersort rate LEVEL`: how hard a level is, and what makes it so."""

import argparse
from collections.abc import Iterator

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.limits import limited
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts
from bigand.apps.cli.watersort.levels import add_level_options, add_rule_options, limits_of, open_level
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Rule
from bigand.puzzles.watersort.rating import Rating, rate


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_level_options(parser, texts)
    add_rule_options(parser, texts)
    parser.add_argument("--json", action="store_true", help=texts("watersort.rate.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    level = open_level(options, texts)
    if level is None:
        return Exit.ERRORS
    return limited(lambda: _rate(level, options, texts), texts)


def _rate(level: Level, options: argparse.Namespace, texts: Texts) -> int:
    with Progress(texts) as progress:
        progress.name = texts("progress.solve")
        rating = rate(level, Rule(options.rule), limits_of(options))
    if options.json:
        print_json(rating_object(rating))
    else:
        for line in _lines(rating, texts):
            print(line)
    return Exit.DONE if rating.grade is not None else Exit.UNSAT


def _lines(rating: Rating, texts: Texts) -> Iterator[str]:
    answer = rating.answer
    if rating.grade is None or answer.moves is None:
        yield texts("watersort.solve.none", states=texts.counted("state", answer.counted.get("states", 0)))
        return
    yield texts("watersort.rate.grade", grade=texts(f"watersort.grade.{rating.grade}"))
    yield texts("watersort.rate.won", won=rating.won, games=texts.counted("game", rating.games))
    yield texts(
        "watersort.rate.moves", moves=texts.counted("move", answer.moves), bound=answer.bound,
        detours=texts.counted("move", rating.detours or 0),
    )  # fmt: skip
    yield texts("watersort.rate.choices", choices=texts.decimal(rating.choices, 1))
    if rating.traps is not None and rating.traps.others:
        yield texts("watersort.rate.traps", others=rating.traps.others, lost=rating.traps.lost)
        if rating.traps.open:
            yield texts("watersort.rate.open", open=rating.traps.open)


def rating_object(rating: Rating) -> dict[str, object]:
    """A rating for programs."""
    traps = rating.traps
    return {
        "grade": None if rating.grade is None else rating.grade.value,
        "won": rating.won,
        "games": rating.games,
        "moves": rating.answer.moves,
        "bound": rating.answer.bound,
        "detours": rating.detours,
        "choices": round(rating.choices, 2),
        "traps": None if traps is None else {"others": traps.others, "lost": traps.lost, "open": traps.open},
    }
