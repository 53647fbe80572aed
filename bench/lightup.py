"""Light Up: solve and prove unique, warm, a board at a time, beside a PySAT loop and Z3; batches; large boards."""

import json
import math
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from tests.puzzles.lightup import z3_oracle

from bench import pysat_loop
from bench.measure import child_seconds
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.solver import Status, solve_board

BOARDS = Path(__file__).parent.parent / "tests" / "cases" / "lightup" / "boards"
LEVELS = ("easy", "tricky", "hard")


def ids(size: str) -> list[str]:
    """The boards of a size, as many of each level as there are."""
    files = [BOARDS / f"{size}_{level}.txt" for level in LEVELS]
    return [line for file in files if file.exists() for line in file.read_text(encoding="utf-8").split()]


def tiled(side: int, small: str, seed: int = 0) -> Board:
    """A unique board of about `side` × `side`: small unique ones at random, with walls between."""
    chosen = random.Random(seed)
    texts = ids(small)
    size = Board(texts[0]).height
    times = (side + 1) // (size + 1)
    rows: list[str] = []
    for _ in range(times):
        parts = [Board(chosen.choice(texts)).rows for _ in range(times)]
        rows += ["#".join(part) for part in zip(*parts, strict=True)]
        rows.append("#" * len(rows[0]))
    return Board(rows[:-1])


def _mean(work: Callable[[int], bool], count: int, runs: int) -> float:
    """The mean CPU seconds of a piece of work, in the best of several runs over all boards."""
    best = math.inf
    for _ in range(runs):
        began = time.process_time()
        for at in range(count):
            assert work(at)
        best = min(best, time.process_time() - began)
    return best / count


def beside_others() -> Iterator[str]:
    """Goals: 3 times the loop to 14×14, once to 30×30, half from 50×50; 5 times faster than Z3, 20 from 20×20."""
    assert list(z3_oracle.bulbs(Board("."))) == [[1]]  # warm
    yield f"{'board':<12} {'boards':>6} {'bigand':>9} {'PySAT loop':>11} {'Z3':>9}   {'/loop':>6} {'Z3/':>6}   (ms)"
    sizes = ("7x7", "10x10", "14x14", "20x20", "30x30", "40x40", "50x50", "100x100")
    rows = [(size, ids(size)) for size in sizes]
    rows += [(f"tiled {side}", [tiled(side, "7x7").to("id")]) for side in (50, 100, 200)]
    for name, texts in rows:
        boards = [Board(text) for text in texts]
        cells = [pysat_loop.read(text) for text in texts]
        few = boards[:: max(1, len(boards) // 9)]

        def ours(at: int, boards: list[Board] = boards) -> bool:
            return solve_board(boards[at]).status is Status.UNIQUE

        def loop(at: int, cells: list[pysat_loop.Cells] = cells) -> bool:
            return pysat_loop.solve(*cells[at])[1]

        def z3(at: int, boards: list[Board] = few) -> bool:
            return len(list(islice(z3_oracle.bulbs(boards[at]), 2))) == 1

        seconds = [_mean(ours, len(boards), 5), _mean(loop, len(boards), 5), _mean(z3, len(few), 1)]
        shown = " ".join(f"{one * 1000:>{width}.3f}" for one, width in zip(seconds, (9, 11, 9), strict=True))
        ratios = f"{seconds[0] / seconds[1]:>6.2f} {seconds[2] / seconds[0]:>6.0f}"
        yield f"{name:<12} {len(boards):>6} {shown}   {ratios}"


def large() -> Iterator[str]:
    """Goals: a unique 400×400 board in 3 s; time grows no faster than cells^1.2 up to 200×200."""
    for small in ("7x7", "14x14", "25x25"):
        points = []
        for side in (25, 50, 100, 200, 400):
            if side < int(small.split("x")[0]):
                continue
            board = tiled(side, small)
            seconds = _mean(lambda _at, board=board: solve_board(board).is_unique, 1, 3)  # type: ignore[misc]  # bound now
            points.append((len(board.cells), seconds))
            yield f"{board.height:>4}×{board.width:<4} of {small:<6} {seconds * 1000:>9.1f} ms"
        upto = [point for point in points if point[0] <= 200 * 200]
        yield f"  time grows as cells^{slope(upto):.2f} up to 200×200"


def slope(points: list[tuple[int, float]]) -> float:
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((x - mean_x) ** 2 for x in xs)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / across


def variants(board: Board) -> Iterator[Board]:
    """A board turned and mirrored: eight of them."""
    rows = list(board.rows)
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        yield Board(rows)
        yield Board([row[::-1] for row in rows])


_LOOP = """
import json, sys
sys.path.insert(0, {folder!r})
from bench.pysat_loop import read, solve
for line in open({file!r}):
    bulbs, unique = solve(*read(line.strip()))
    print(json.dumps([unique, bulbs]))
"""


def batches() -> Iterator[str]:
    """A thousand boards from 7×7 to 14×14, all levels; the goal is 1.5 times the PySAT loop over the same file."""
    texts = [text for size in ("7x7", "10x10", "14x14") for text in ids(size)]
    every = [variant.to("id") for text in texts for variant in variants(Board(text))]
    random.Random(1).shuffle(every)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines([f"{line}\n" for line in every[:1000]])
        file.flush()
        folder = str(Path(__file__).parent.parent)
        command = [sys.executable, "-m", "bigand", "lightup", "solve", "--batch", file.name]
        done = subprocess.run(command, capture_output=True, check=True, text=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [one["status"] for one in answers] == ["unique"] * 1000
        ours = child_seconds(command, runs=5)
        loop = child_seconds([sys.executable, "-c", _LOOP.format(folder=folder, file=file.name)], runs=5)
    yield f"bigand lightup solve --batch: {ours:.2f} s; PySAT loop: {loop:.2f} s; {ours / loop:.2f} times"


TABLES = {
    "light up beside other tools": beside_others,
    "light up, large boards": large,
    "light up, a batch": batches,
}
