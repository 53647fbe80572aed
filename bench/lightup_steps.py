"""Light Up: explaining boards, by size and level; making boards, beside Simon Tatham's program in the same run."""

import os
import resource
import shutil
import statistics
import subprocess
import time
from collections.abc import Iterator

from bench.lightup import BOARDS, LEVELS
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.generate import Request, Symmetry, make
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.proof import check
from bigand.puzzles.lightup.reasoning.explanation import explain
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.proof import proof_of

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
        explanation = explain(board)
        seconds.append(time.process_time() - began)
        assert explanation.rating is not None
        assert explanation.rating.level.word == level
        assert check(proof_of(Position.of(board), explanation.steps)).accepted
        steps.append(len(explanation.steps))
        cases.append(sum([step.technique.level >= Level.HARD for step in explanation.steps]))
        largest = max([largest, *[step.size for step in explanation.steps]])
    times = f"{statistics.median(seconds) * 1000:>9.1f} {max(seconds) * 1000:>9.1f}"
    means = f"{statistics.mean(steps):>6.0f} {statistics.mean(cases):>6.1f}"
    return f"{size + ' ' + level:<14} {len(seconds):>5} {means} {largest:>8} {times}"


def making() -> Iterator[str]:
    """Goals: 4 times the time of Tatham's program at 14×14 hard, once at 30×30 hard."""
    yield f"{'boards':<22} {'count':>5} {'bigand':>9} {'sgt-lightup':>12}   {'/sgt':>6}   (ms a board)"
    rows = [(14, Level.EASY, 20), (14, Level.TRICKY, 20), (14, Level.HARD, 40), (30, Level.HARD, 8)]
    for side, level, count in rows:
        for symmetry in _SYMMETRIES:
            ours, theirs = _made(side, level, symmetry, count), _theirs(side, level, symmetry, count)
            ratio = f"{ours / theirs:>6.2f}" if theirs else f"{'':>6}"
            name = f"{side}x{side} {level.word} {symmetry.value}"
            yield f"{name:<22} {count:>5} {ours * 1000:>9.1f} {theirs * 1000:>12.1f}   {ratio}"
    ours = _made(7, Level.EXPERT, Symmetry.ROT2, 8)
    yield f"{'7x7 expert rot2':<22} {8:>5} {ours * 1000:>9.1f}"


def _made(side: int, level: Level, symmetry: Symmetry, count: int) -> float:
    """The mean CPU seconds of a board, checked and rated."""
    request = Request(side, side, level, symmetry, 20)
    began = time.process_time()
    for number in range(count):
        assert make(request, f"bench:{number}").board.is_unique()
    return (time.process_time() - began) / count


def _theirs(side: int, level: Level, symmetry: Symmetry, count: int) -> float:
    """The same of the other program; 0 if it is not installed."""
    if PROGRAM is None:
        return 0.0
    parameters = f"{side}x{side}b20s{_SYMMETRIES[symmetry]}d{level.value}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PROGRAM, "--generate", str(count), parameters], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) / count


TABLES = {
    "light up, explaining": explaining,
    "light up, making boards": making,
}
