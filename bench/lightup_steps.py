"""Light Up: explaining boards, by size and level; making boards, beside Simon Tatham's program in the same run."""

import math
import os
import resource
import shutil
import statistics
import subprocess
import time
from collections.abc import Iterator

from bench.lightup import BOARDS, LEVELS, slope
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.generate import Request, Symmetry, generate_board
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.proof import check
from bigand.puzzles.lightup.reasoning.explanation import explain_board
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.proof import steps_to_proof

PROGRAM = shutil.which("sgt-lightup", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")
_SYMMETRIES = {Symmetry.ROT2: 2, Symmetry.ROT4: 4}


def explaining() -> Iterator[str]:
    """Goals: 14×14 hard in 0.2 s at the median, no step of more than 9 rule instances; every level as labelled."""
    yield f"{'boards':<14} {'count':>5} {'steps':>6} {'cases':>6} {'largest':>8} {'median':>9} {'most':>9}   (ms)"
    for size in ("7x7", "10x10", "14x14", "20x20", "25x25", "30x30"):
        for level in LEVELS:
            yield _explained(size, level)


def _explained(size: str, level: str) -> str:
    seconds, steps, cases, largest = [], [], [], 0
    for text in (BOARDS / f"{size}_{level}.txt").read_text(encoding="utf-8").split():
        board = Board(text)
        began = time.process_time()
        explanation = explain_board(board)
        seconds.append(time.process_time() - began)
        assert explanation.rating is not None
        assert explanation.rating.level.word == level
        assert check(steps_to_proof(Position.from_board(board), explanation.steps)).accepted
        steps.append(len(explanation.steps))
        cases.append(sum([step.technique.level >= Level.HARD for step in explanation.steps]))
        largest = max([largest, *[step.size for step in explanation.steps]])
    times = f"{statistics.median(seconds) * 1000:>9.1f} {max(seconds) * 1000:>9.1f}"
    means = f"{statistics.mean(steps):>6.0f} {statistics.mean(cases):>6.1f}"
    return f"{size + ' ' + level:<14} {len(seconds):>5} {means} {largest:>8} {times}"


def large() -> Iterator[str]:
    """Goals: 31×45 in 3 s, 50×80 in 10 s, 100×100 in 60 s; growth with at most the 1.3th power of the cells.

    Two boards of which no clue can be left out, again and again beside each other, so that all are as hard.
    """
    yield f"{'boards':<14} {'cells':>6} {'steps':>6} {'cases':>6} {'largest':>8} {'seconds':>9} {'growth':>8}"
    before: tuple[int, float] | None = None
    request = Request(24, 48, Level.HARD, Symmetry.ROT2, 20, True)
    made = [generate_board(request, f"bench:{number}").board for number in (1, 2)]
    for down, across in ((2, 1), (2, 2), (4, 2), (4, 4)):
        board = _tiled(made * (down * across // 2), across)
        began = time.process_time()
        explanation = explain_board(board)
        seconds = time.process_time() - began
        assert explanation.rating is not None
        cells = len(board.cells)
        power = "" if before is None else f"{math.log(seconds / before[1]) / math.log(cells / before[0]):.2f}"
        cases = sum([step.technique.level >= Level.HARD for step in explanation.steps])
        largest = max([step.size for step in explanation.steps])
        name = f"{board.width}x{board.height} hard"
        numbers = f"{cells:>6} {len(explanation.steps):>6} {cases:>6} {largest:>8}"
        yield f"{name:<14} {numbers} {seconds:>9.2f} {power:>8}"
        before = cells, seconds


def _tiled(boards: list[Board], across: int) -> Board:
    """Boards of one size side by side and below each other, with walls between them."""
    rows: list[str] = []
    for first in range(0, len(boards), across):
        beside = [board.rows for board in boards[first : first + across]]
        whole = ["#".join(parts) for parts in zip(*beside, strict=True)]
        rows += [*(["#" * len(whole[0])] if rows else []), *whole]
    return Board.from_rows(tuple(rows))


def making() -> Iterator[str]:
    """Goals: twice the time of Tatham's program for easy and tricky to 30×30, as long for hard from 14×14 on.

    And 50×50 easy in 3 s, 7×7 expert in 2 s. His walls grow beyond the 20 percent that are asked for.
    """
    yield f"{'boards':<22} {'count':>5} {'bigand':>9} {'sgt-lightup':>12}   {'/sgt':>6}   (ms a board)   walls"
    counts = {7: 60, 10: 30, 14: 20, 20: 8, 30: 4, 50: 2}
    for level in (Level.EASY, Level.TRICKY, Level.HARD):
        points = []
        for side, count in counts.items():
            if side == 50 and level is not Level.EASY:
                continue
            for symmetry in _SYMMETRIES if side in (7, 14) else (Symmetry.ROT2,):
                (ours, share), (theirs, other) = (
                    _made(side, level, symmetry, count),
                    _theirs(side, level, symmetry, count),
                )
                ratio = f"{ours / theirs:>6.2f}" if theirs else f"{'':>6}"
                name = f"{side}x{side} {level.word} {symmetry.value}"
                times = f"{ours * 1000:>9.1f} {theirs * 1000:>12.1f}   {ratio}"
                yield f"{name:<22} {count:>5} {times}                  {share:.0%} / {other:.0%}"
                points.append((side * side, ours))
        yield f"  time grows as cells^{slope(points):.2f}"
    ours, share = _made(7, Level.EXPERT, Symmetry.ROT2, 8)
    yield f"{'7x7 expert rot2':<22} {8:>5} {ours * 1000:>9.1f}{'':>41}{share:.0%}"


def _made(side: int, level: Level, symmetry: Symmetry, count: int) -> tuple[float, float]:
    """The mean CPU seconds of a board, which is checked before it is given away; and the share of its walls."""
    request = Request(side, side, level, symmetry, 20)
    began = time.process_time()
    boards = [generate_board(request, f"bench:{number}").board for number in range(count)]
    return (time.process_time() - began) / count, _walls(boards)


def _walls(boards: list[Board]) -> float:
    return statistics.mean([cell.is_wall for board in boards for _, cell in board])


def _theirs(side: int, level: Level, symmetry: Symmetry, count: int) -> tuple[float, float]:
    """The same of the other program; 0 if it is not installed."""
    if PROGRAM is None:
        return 0.0, 0.0
    parameters = f"{side}x{side}b20s{_SYMMETRIES[symmetry]}d{level.value}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [PROGRAM, "--generate", str(count), parameters], check=True, capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds / count, _walls([Board(line) for line in done.stdout.split()])


TABLES = {
    "light up, explaining": explaining,
    "light up, explaining large boards": large,
    "light up, making boards": making,
}
