"""`bigand watersort hint LEVEL`: one pour that leads on, and why."""

import argparse

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.limits import limited
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.texts import Texts
from bigand.apps.cli.watersort.levels import (
    add_level_options,
    add_rule_options,
    draw,
    legend_of,
    limits_of,
    open_level,
    pour_object,
    said,
)
from bigand.apps.cli.watersort.moves import add_moves_option, play, read_moves
from bigand.puzzles.watersort.hints import Hint, hint
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Rule


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_level_options(parser, texts)
    add_moves_option(parser, texts)
    add_rule_options(parser, texts)
    parser.add_argument("--json", action="store_true", help=texts("watersort.hint.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    level = open_level(options, texts)
    if level is None:
        return Exit.ERRORS
    moves = read_moves(options, texts)
    if moves is None:
        return Exit.USAGE
    played = play(level, moves, Rule(options.rule))
    if played.refusal is not None:
        texts.complain("watersort.hint.refused", said=played.told(texts))
        return Exit.ERRORS
    return limited(lambda: _hint(played.level, options, texts), texts)


def _hint(level: Level, options: argparse.Namespace, texts: Texts) -> int:
    found = hint(level, Rule(options.rule), limits_of(options))
    if options.json:
        _print_json(found)
    else:
        for line in [*draw(level, options), *legend_of(level), told(found, texts)]:
            print(line)
    return Exit.DONE if found.answer.is_solvable else Exit.UNSAT


def told(found: Hint, texts: Texts) -> str:
    """The hint in words."""
    pour, reason = found.pour, found.reason
    if pour is None or reason is None:
        return texts("watersort.check.sorted" if found.answer.is_solvable else "watersort.hint.lost")
    why = texts(f"watersort.reason.{reason}", colour=pour.colour, target=pour.target + 1, source=pour.source + 1)
    if found.uncovers is not None:
        why = texts("watersort.hint.uncovers", why=why, colour=found.uncovers)
    left = (found.answer.moves or 1) - 1
    key = "watersort.hint.said" if left else "watersort.hint.last"
    return texts(key, said=said(pour, texts), why=why, left=texts.counted("move", left))


def _print_json(found: Hint) -> None:
    print_json(
        {
            "status": "solved" if found.answer.is_solvable else "unsolvable",
            "pour": None if found.pour is None else pour_object(found.pour),
            "reason": None if found.reason is None else found.reason.value,
            "uncovers": found.uncovers,
            "moves": found.answer.moves,
        }
    )
