"""Models solved in steps: Sudokus, Light Up by its taught model, hints, new boards; and growth over size."""

import re
from collections.abc import Iterator
from math import log
from pathlib import Path
from statistics import median
from time import process_time

from tests.explain.test_stepping import sudoku, sudokus

from bigand.api.generate import Generate
from bigand.api.question import Limits
from bigand.api.report import ignore_events
from bigand.api.source import Source
from bigand.api.steps import Hint, Rate, Steps
from bigand.lightup import Board
from bigand.puzzles.lightup.generate import Request, generate_board
from bigand.puzzles.lightup.reasoning.levels import Level

_ROOT = Path(__file__).parents[1]
_KNOWN = {
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "AI Escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
}  # hard for people, known by their names
_LATIN = """$N = {n}
bigand $r,$c in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $v in [1..$N]]) end
bigand $r,$v in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $c in [1..$N]]) end
bigand $c,$v in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $r in [1..$N]]) end
"""


def _seconds(question: Steps | Rate | Hint | Generate) -> float:
    began = process_time()
    question.answer(ignore_events)
    return process_time() - began


def solved() -> Iterator[str]:
    """Whole Sudokus, by level: those that need only singles, the others, and some that are known to be hard."""
    boards = sudokus()
    for told, wanted in (("singles", True), ("more", False)):
        times = [_seconds(Steps(source=Source(text=sudoku(line)))) for line, only in boards if only is wanted]
        yield f"Sudoku, {told:<14} {len(times):>4} boards  median {median(times):.2f} s  longest {max(times):.2f} s"
    for name, line in _KNOWN.items():
        yield f"Sudoku, {name:<14} {_seconds(Steps(source=Source(text=sudoku(line)))):.2f} s"
    hints = [_seconds(Hint(source=Source(text=sudoku(line)))) for line, _ in boards[:20]]
    yield f"a hint on a Sudoku: median {median(hints):.2f} s"
    gallery = (_ROOT / "examples/gallery/sudoku.touist").read_text(encoding="utf-8")
    made = [_seconds(Generate(source=Source(text=gallery), seed=seed)) for seed in range(10)]
    yield f"a new Sudoku, minimal: median {median(made):.2f} s  longest {max(made):.2f} s"


def taught_board(board: Board) -> str:
    """The taught model of Light Up for a board."""
    text = (_ROOT / "examples/lightup/numbers_exact.touist").read_text(encoding="utf-8")
    size, cells = board.to("id").split(":")
    wide = int(size.split("x")[0])
    every = "".join(["." * (ord(one) - 96) if one.islower() else one for one in cells])
    walls = [f"cell({at // wide + 1},{at % wide + 1})" for at, one in enumerate(every) if one != "."]
    numbers = [f"cell({at // wide + 1},{at % wide + 1},{one})" for at, one in enumerate(every) if one.isdigit()]
    text = re.sub(r"\$N = \d+", f"$N = {wide}", text)
    text = re.sub(r"\$walls = \[[^]]*\]", f"$walls = [{','.join(walls)}]", text)
    return re.sub(r"\$numbers = \[[^]]*\]", f"$numbers = [{','.join(numbers)}]", text)


def by_the_model() -> Iterator[str]:
    """Light Up of level hard by the general way, with growth over the number of cells."""
    last: tuple[int, float] | None = None
    for size in (7, 10, 14, 18):
        boards = [generate_board(Request(size, size, level=Level.HARD), f"{seed}").board for seed in range(5)]
        times = [_seconds(Steps(source=Source(text=taught_board(board)))) for board in boards]
        grown = "" if last is None else f"  growth {log(median(times) / last[1]) / log(size**2 / last[0]):.2f}"
        last = (size**2, median(times))
        yield f"Light Up {size}×{size} hard: median {last[1]:.2f} s{grown}"


def growing() -> Iterator[str]:
    """Latin squares with singles only, with growth over the number of atoms."""
    last: tuple[int, float] | None = None
    for size in (6, 9, 12, 16, 20):
        facts = [
            f"x({r},{c},{(r + c) % size + 1})" for r in range(1, size + 1) for c in range(1, size) if r + c != size
        ]
        text = _LATIN.replace("{n}", str(size)) + "\n".join(facts)
        seconds = _seconds(Rate(source=Source(text=text), limits=Limits(seconds=120)))
        grown = "" if last is None else f"  growth {log(seconds / last[1]) / log(size**3 / last[0]):.2f}"
        last = (size**3, seconds)
        yield f"Latin square {size}×{size}: {seconds:.2f} s{grown}"


TABLES = {
    "steps: Sudoku": solved,
    "steps: Light Up by its taught model": by_the_model,
    "steps: growth over size": growing,
}
