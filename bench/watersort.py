"""Water Sort: the least number of moves on random levels, by the search and by the other engines; memory."""

import math
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from bigand.puzzles.watersort.engines.search import search
from bigand.puzzles.watersort.generator import LevelRequest, make_shuffled_level
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant, is_plan
from bigand.puzzles.watersort.solver import Limits, solve
from bigand.solve.session import LimitError

LEVELS = 200
SIZES = (6, 9, 12, 14, 16)


def levels(colours: int, count: int, empty: int = 2, height: int = 4) -> list[Level]:
    """Random levels, whether they can be sorted or not: the first of a seed."""
    wish = LevelRequest(colours, empty, height)
    return [make_shuffled_level(wish, random.Random(seed)) for seed in range(count)]


def _table(rule: Variant, sizes: tuple[int, ...], count: int) -> Iterator[str]:
    yield "colours levels   median    worst  moves  none   states      most"
    for colours in sizes:
        times, moves, states = [], [], []
        for level in levels(colours, count):
            began = time.process_time()
            found = search(level, rule)
            times.append(time.process_time() - began)
            states.append(found.states)
            moves.append(math.nan if found.plan is None else len(found.plan))
            assert found.plan is None or is_plan(level, found.plan, rule)
        lengths = [one for one in moves if not math.isnan(one)]
        yield (
            f"{colours:>7} {count:>6} {statistics.median(times):>8.4f} {max(times):>8.3f} "
            f"{statistics.median(lengths):>6g} {len(moves) - len(lengths):>5} "
            f"{statistics.median(states):>8g} {max(states):>9}"
        )


def by_search() -> Iterator[str]:
    """Goals (s): 9 colours median 0.05, 12 median 0.25 and worst 10, 14 median 1."""
    yield from _table(Variant.POUR, SIZES, LEVELS)


def layer_by_layer() -> Iterator[str]:
    yield from _table(Variant.LAYER, SIZES[:4], LEVELS // 4)


def memory() -> Iterator[str]:
    """Goal: 14 colours in less than 2 GB, start of Python included."""
    code = (
        "from bench.watersort import levels\n"
        "from bigand.puzzles.watersort.solver import solve\n"
        "for level in levels(14, 200): solve(level)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    yield f"200 levels of 14 colours, one after the other: at most {peak:.0f} MB"


def engines() -> Iterator[str]:
    """All engines on levels that all can do; the median of three, 60 s at most."""
    yield f"{'colours':>7} {'rule':>6} {'search':>9} {'model':>9}   (s, wall)"
    for colours in (2, 3, 4):
        for rule in Variant:
            found = [_seconds(colours, rule, engine) for engine in ("search", "model")]
            yield f"{colours:>7} {rule:>6} " + " ".join([f"{one:>9}" for one in found])


def _seconds(colours: int, rule: Variant, engine: str) -> str:
    times = []
    for level in levels(colours, 3):
        began = time.monotonic()
        try:
            answer = solve(level, rule, engine, Limits(began + 60))
        except LimitError:
            return "> 60"
        assert answer.moves == solve(level, rule).moves
        times.append(time.monotonic() - began)
    return f"{statistics.median(times):.3f}"


TABLES = {
    "water sort: least moves, two empty tubes": by_search,
    "water sort: one layer a move, two empty tubes": layer_by_layer,
    "water sort: memory": memory,
    "water sort: engines": engines,
}
