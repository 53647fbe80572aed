"""Light Up by the general way, from its taught model, beside the reasoner that knows nothing but Light Up."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.stepping import taught_board
from tests.effort import some_quickly

from bigand.api.question import Limits
from bigand.api.report import ignore_events
from bigand.api.source import Source
from bigand.api.text_puzzle import TextPuzzle, find_steps_in_time, load_puzzle, rating_of
from bigand.explain.steps.propagation import KnownValues
from bigand.explain.steps.shrinker import Shrinker
from bigand.explain.steps.suppositions import OpenClauses
from bigand.lightup import Board
from bigand.puzzles.lightup.position import Cells, cells_in

BOARDS = Path(__file__).parents[1] / "cases" / "lightup" / "boards"
LEVELS = ("easy", "tricky", "hard")
EACH = 20  # boards of a size and a level


def boards(each: int) -> list[tuple[str, str]]:
    """So many boards of each size and level, those of all of them in turn."""
    return [
        (level, (BOARDS / f"{size}_{level}.txt").read_text().splitlines()[at].split()[0])
        for at in range(each)
        for size in ("7x7", "10x10")
        for level in LEVELS
    ]


def own_largest(board: Board, puzzle: TextPuzzle) -> int:
    """How many instances of the model the largest step of the reasoner takes: the fewest found for what it says."""
    numbers = {name: number for number, name in enumerate(puzzle.names, 1)}

    def literals(bulbs: Cells, dots: Cells) -> Iterator[int]:
        for sign, cells in ((1, bulbs), (-1, dots)):
            for cell in cells_in(cells):
                yield sign * numbers[f"bulb({cell // board.width + 1},{cell % board.width + 1})"]

    largest = 1
    shrinker = Shrinker(puzzle.theory)
    for step in board.explain().steps:
        known = KnownValues(puzzle.theory)
        known.add(literals(step.before.bulbs, step.before.dots))
        while known.propagate_round() is not None:
            pass
        new = [literal for literal in literals(step.bulbs, step.dots) if not known.is_known_true(literal)]
        if not new:
            continue
        table = OpenClauses(known)
        clashes = [(one.literal, sorted(one.in_play)) for one in table.find_clashes(new, 40)]
        found = [*clashes, *([] if len(clashes) == len(new) else shrinker.find_cores(new, table))]
        largest = max(
            largest, min([len(shrinker.minimal_instances(literal, some, table) or ()) for literal, some in found])
        )
    return largest


@pytest.mark.parametrize(("level", "line"), some_quickly(boards(EACH), 12))
def test_no_step_is_much_larger_than_the_reasoners(level: str, line: str) -> None:
    board = Board(line)
    puzzle = load_puzzle(Source(text=taught_board(board)), Limits(), ignore_events)
    steps, finished = find_steps_in_time(puzzle, None, ignore_events)
    assert finished
    assert max([len(step.instances) for step in steps]) <= own_largest(board, puzzle) + 1
    assert (rating_of(steps).largest == 1) == (level == "easy") or level == "tricky"


@pytest.mark.slow
def test_levels_come_in_the_same_order() -> None:
    pairs = []
    for level, line in boards(3):
        puzzle = load_puzzle(Source(text=taught_board(Board(line))), Limits(), ignore_events)
        pairs.append((LEVELS.index(level), rating_of(find_steps_in_time(puzzle, None, ignore_events)[0]).number))
    assert correlation(*[ranks(list(part)) for part in zip(*pairs, strict=True)]) >= 0.8


def ranks(values: list[int]) -> list[float]:
    """The place of each among all, equal ones in the middle of theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def correlation(first: list[float], second: list[float]) -> float:
    means = [sum(part) / len(part) for part in (first, second)]
    apart = [[value - mean for value in part] for part, mean in zip((first, second), means, strict=True)]
    both, *squares = [
        sum([a * b for a, b in zip(left, right, strict=True)])
        for left, right in ((apart[0], apart[1]), (apart[0], apart[0]), (apart[1], apart[1]))
    ]
    return float(both / (squares[0] * squares[1]) ** 0.5)
