"""`bigand watersort check LEVEL`: whether a level is one, and what comes of some moves."""

import argparse
from collections.abc import Sequence

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.limits import limited
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.texts import Texts
from bigand.apps.cli.watersort.levels import (
    add_level_options,
    add_rule_options,
    draw,
    legend_of,
    level_object,
    limits_of,
    open_level,
)
from bigand.apps.cli.watersort.moves import Played, add_moves_option, play, read_moves
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Rule
from bigand.puzzles.watersort.solving import solve


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_level_options(parser, texts)
    add_moves_option(parser, texts)
    add_rule_options(parser, texts)
    parser.add_argument("--can-finish", action="store_true", help=texts("watersort.check.can_finish"))
    parser.add_argument("--json", action="store_true", help=texts("watersort.check.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    level = open_level(options, texts)
    if level is None:
        return Exit.ERRORS
    moves = read_moves(options, texts)
    return Exit.USAGE if moves is None else limited(lambda: _check(level, moves, options, texts), texts)


def _check(level: Level, moves: Sequence[tuple[int, int]], options: argparse.Namespace, texts: Texts) -> int:
    played = play(level, moves, Rule(options.rule))
    can_finish = None
    if options.can_finish:
        can_finish = solve(played.level, Rule(options.rule), limits=limits_of(options)).is_solvable
    if options.json:
        _print_json(played, can_finish)
    else:
        _print(played, moves, can_finish, options, texts)
    if played.refusal is not None:
        return Exit.ERRORS
    if can_finish is False:
        return Exit.UNSAT
    return Exit.DONE if played.level.is_sorted or not moves else Exit.UNSAT


def _print(
    played: Played,
    moves: Sequence[tuple[int, int]],
    can_finish: bool | None,
    options: argparse.Namespace,
    texts: Texts,
) -> None:
    level = played.level
    for line in [*draw(level, options), *legend_of(level)]:
        print(line)
    print(
        texts(
            "watersort.check.size",
            tubes=texts.counted("tube", len(level.tubes)),
            height=texts.counted("layer", level.height),
            colours=texts.counted("colour", len(level.colours)),
        )
    )
    if played.refusal is not None:
        print(played.told(texts))
    elif moves:
        print(texts("watersort.check.played", moves=texts.counted("move", len(moves))))
    print(texts("watersort.check.sorted" if level.is_sorted else "watersort.check.unsorted"))
    if can_finish is not None:
        print(texts("watersort.check.finishable" if can_finish else "watersort.check.unfinishable"))


def _print_json(played: Played, can_finish: bool | None) -> None:
    level = played.level
    answer: dict[str, object] = {
        "status": "refused" if played.refusal else "sorted" if level.is_sorted else "open",
        "moves": played.count,
        "level": level_object(level),
        "colours": level.amounts,
    }
    if played.refusal is not None:
        answer["refused"] = {"move": played.count + 1, "reason": played.refusal.value}
    if can_finish is not None:
        answer["can_finish"] = can_finish
    print_json(answer)
