"""Files with quantifiers: CPU seconds of our own solver, beside DepQBF on the same QDIMACS, and games by size."""

import random
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.measure import calibration
from bench.nim import FAMILIES, FURTHER
from bigand.api.quantified import QuantifiedExpansion
from bigand.encode.quantified_clauses import qdimacs_text_from_blocks
from bigand.models import model

GAMES = Path(__file__).parents[1] / "examples" / "games"
_PATIENCE = 20  # seconds for each of the others


def two_blocks(seed: int, clauses: int, outer: int, inner: int, size: int = 60) -> str:
    """`forall` and `exists` of so many atoms each; every clause has some of both."""
    chance = random.Random(seed)

    def literals(name: str, count: int) -> list[str]:
        chosen = chance.sample(range(1, size + 1), count)
        return [f"{chance.choice(['', 'not '])}{name}({index})" for index in chosen]

    rows = [f"({' or '.join(literals('x', outer) + literals('y', inner))})" for _ in range(clauses)]
    head = f"forall x($i) for $i in [1..{size}]: exists y($i) for $i in [1..{size}]:"
    return head + "\n" + "\nand ".join(rows)


def random_formulas() -> Iterator[str]:
    """Goal: 10 s. With 300 clauses of 1+3 true formulas begin to turn false: the hardest place."""
    for clauses, outer, inner in ((120, 1, 2), (180, 2, 2), (180, 2, 3), (300, 1, 3), (360, 1, 3)):
        ours, depqbf, true = [], [], 0
        for seed in range(1, 4):
            opened = model(two_blocks(seed, clauses, outer, inner))
            began = time.process_time()
            answer = opened.solve() is not None
            ours.append(time.process_time() - began)
            assert isinstance(opened._expanded, QuantifiedExpansion)
            text = b"".join(qdimacs_text_from_blocks(opened._compiled.clauses, opened._expanded.quantified.blocks))
            depqbf.append(_by_command(["depqbf"], text, answer))
            true += answer
        shape = f"{clauses} clauses of {outer}+{inner}"
        others = f"DepQBF {_listed(depqbf)}"
        yield f"{shape:<22} {true} of 3 true   ours {_listed(ours)}   {others}"


def _listed(seconds: list[float]) -> str:
    return " ".join([f"{value:6.2f}" if value < _PATIENCE else f"  >{_PATIENCE}" for value in sorted(seconds)])


def _by_command(command: list[str], text: bytes, expected: bool) -> float:
    """CPU seconds of a program; its patience if it has no answer by then or is not there."""
    if shutil.which(command[0]) is None:
        return float("inf")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, timeout=_PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return float("inf")
    assert done.returncode == (10 if expected else 20), "another answer"
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def games() -> Iterator[str]:
    """Goal: Nim to a heap of 20 in at most 10 s each, with its strategy."""
    text = (GAMES / "nim.touist").read_text(encoding="utf-8")
    for heap in (4, 8, 12, 16, 20):
        began = time.process_time()
        strategy = model(text, n=heap).strategy()
        assert (strategy.winner == "forall") == (heap % 4 == 0)
        seconds = time.process_time() - began
        yield f"Nim, heap of {heap:>2}: strategy of {str(strategy).count('→'):>4} answers in {seconds:5.2f} s"


def matches() -> Iterator[str]:
    """Goal: at most 1 s to a heap of 31, however the game is written; from the text to the answer."""
    yield calibration()
    for name, (text_of, first_wins) in FAMILIES.items():
        yield _grown(name, [(text_of(heap), first_wins(heap)) for heap in HEAPS])


def further_matches() -> Iterator[str]:
    """Games that no method was made for: other moves, several heaps, who takes the last match loses."""
    for name, games in FURTHER.items():
        yield _grown(name, games)


def _grown(name: str, games: Sequence[tuple[str, bool]]) -> str:
    """Games of a family by size, beside DepQBF."""
    ours, depqbf = [], []
    for text, first_wins in games:
        began = time.process_time()
        opened = model(text)
        answer = opened.solve() is not None
        ours.append(time.process_time() - began)
        assert answer == first_wins, (name, text[:80])
        assert isinstance(opened._expanded, QuantifiedExpansion)
        clauses = b"".join(qdimacs_text_from_blocks(opened._compiled.clauses, opened._expanded.quantified.blocks))
        depqbf.append(_by_command(["depqbf"], clauses, answer))
    shown = [" ".join([f"{value:5.2f}" for value in seconds]) for seconds in (ours, depqbf)]
    return f"{name:<40} ours {shown[0]}   DepQBF {shown[1]}"


HEAPS = (11, 15, 19, 23, 27, 31)
TABLES = {
    "quantified: two blocks of 60": random_formulas,
    "quantified: games": games,
    f"quantified: match games with heaps of {', '.join(map(str, HEAPS))}": matches,
    "quantified: further match games, growing": further_matches,
}
