"""`bigand watersort solve LEVEL`: the least number of moves, and a plan with so many."""

import argparse
from collections.abc import Iterator

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.limits import limited
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.pictures import add_film_options, write_films
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts, natural_number
from bigand.apps.cli.watersort.levels import (
    add_level_options,
    add_rule_options,
    draw,
    legend_of,
    level_object,
    limits_of,
    open_level,
    pour_object,
    said,
    width_of_terminal,
)
from bigand.puzzles.watersort.engines import ENGINES
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Rule
from bigand.puzzles.watersort.solving import MOST_MOVES, Answer, Limits, solve


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_level_options(parser, texts)
    add_rule_options(parser, texts)
    parser.add_argument("--engine", choices=ENGINES, default="search", help=texts("watersort.solve.engine"))
    parser.add_argument(
        "--max-moves", type=natural_number(texts), default=MOST_MOVES, metavar="N",
        help=texts("watersort.solve.max_moves", default=MOST_MOVES),
    )  # fmt: skip
    parser.add_argument("--draw", action="store_true", help=texts("watersort.solve.draw"))
    parser.add_argument("--step", action="store_true", help=texts("watersort.solve.step"))
    parser.add_argument("--json", action="store_true", help=texts("watersort.solve.json"))
    add_film_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    level = open_level(options, texts)
    if level is None:
        return Exit.ERRORS
    return limited(lambda: _solve(level, options, texts), texts)


def _solve(level: Level, options: argparse.Namespace, texts: Texts) -> int:
    found = limits_of(options)
    limits = Limits(found.deadline, found.states, options.max_moves)
    with Progress(texts) as progress:

        def tell(moves: int) -> None:
            progress.name = texts("watersort.solve.trying", moves=moves)

        progress.name = texts("progress.solve")
        answer = solve(level, Rule(options.rule), options.engine, limits, tell)
    if options.json:
        print_json(answer_object(answer))
    else:
        _print(answer, options, texts)
    if answer.plan is not None:
        _write(answer, options, texts)
    return Exit.DONE if answer.is_solvable else Exit.UNSAT


# ---------------------------------------------------------------------- telling


def _print(answer: Answer, options: argparse.Namespace, texts: Texts) -> None:
    if answer.plan and options.step:
        from bigand.apps.cli.stepping import step_through

        step_through(_blocks(answer, options, texts), texts)
        print(_verdict(answer, texts))
        return
    for line in _lines(answer, options, texts):
        print(line)


def _lines(answer: Answer, options: argparse.Namespace, texts: Texts) -> Iterator[str]:
    if answer.plan and options.draw:
        for block in _blocks(answer, options, texts):
            yield from [*block, ""]
    else:
        yield from draw(answer.level, options)
        yield from legend_of(answer.level)
        yield ""
        yield from _moves(answer)
    yield _verdict(answer, texts)


def _moves(answer: Answer) -> Iterator[str]:
    """The moves in columns: ` 1. 2>3 green`."""
    if not answer.plan:
        return
    figures = len(str(len(answer.plan)))
    entries = [f"{number:>{figures}}. {pour} {pour.colour}" for number, pour in enumerate(answer.plan, 1)]
    wide = max(map(len, entries)) + 3
    columns = max(1, (width_of_terminal() + 3) // wide)
    rows = -(-len(entries) // columns)
    for row in range(rows):
        yield "".join([entry.ljust(wide) for entry in entries[row::rows]]).rstrip()
    yield ""


def _verdict(answer: Answer, texts: Texts) -> str:
    states = answer.counted.get("states")
    if answer.plan is None:
        return texts("watersort.solve.none", states=texts.counted("state", states or 0))
    if not answer.plan:
        return texts("watersort.solve.sorted")
    moves = texts.counted("move", len(answer.plan))
    if states is None:
        return texts("watersort.solve.found", moves=moves, engine=answer.engine)
    return texts("watersort.solve.found_by_search", moves=moves, states=texts.counted("state", states))


def captions(answer: Answer, texts: Texts) -> list[str]:
    """What is said of each state of a plan."""
    count = len(answer.plan or ())
    told = [texts("watersort.solve.start", moves=texts.counted("move", count))]
    for number, pour in enumerate(answer.plan or (), 1):
        told.append(texts("watersort.solve.move", number=number, count=count, said=said(pour, texts)))
    return told


def _blocks(answer: Answer, options: argparse.Namespace, texts: Texts) -> list[list[str]]:
    """A caption and a picture for each state of a plan."""
    pictures = [[*draw(state, options), *legend_of(answer.level)] for state in answer.states]
    return [[caption, "", *lines] for caption, lines in zip(captions(answer, texts), pictures, strict=True)]


def answer_object(answer: Answer) -> dict[str, object]:
    """An answer for programs."""
    return {
        "status": "solved" if answer.is_solvable else "unsolvable",
        "rule": answer.rule.value,
        "engine": answer.engine,
        "moves": answer.moves,
        "bound": answer.bound,
        "plan": None if answer.plan is None else [pour_object(pour) for pour in answer.plan],
        **answer.counted,
        "level": level_object(answer.level),
    }


# ---------------------------------------------------------------------- files


def _write(answer: Answer, options: argparse.Namespace, texts: Texts) -> None:
    if options.svg or options.gif or options.html:
        from bigand.puzzles.watersort.draw import frames

        told = captions(answer, texts)
        write_films(frames(answer.states, told), texts("watersort.solve.title"), options, texts)
