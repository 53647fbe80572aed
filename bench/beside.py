"""Tables of an older commit, run by it and by this one in turn: what became slower, and what faster.

    git worktree add ../before COMMIT && make -C ../before .venv/dev
    python -m bench.beside ../before [--turns 3] [--patience 300] [words of titles]

The older commit's own tables are run with both, so that both do the same work. Of each number with a decimal point
the best of all turns counts: the least, or the greatest where a table tells what is done in a second. What takes a
tenth longer, and some hundredths of a second, is marked.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

_NUMBER = re.compile(r"\d+\.\d+")
_TITLES = "import bench.run; print(*bench.run.TABLES, sep='\\n')"
_ONE = "import bench.run, sys; [print(line, flush=True) for line in bench.run.TABLES[sys.argv[1]]()]"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.beside", description=__doc__)
    parser.add_argument("before", type=Path, help="a checkout of the older commit with its .venv")
    parser.add_argument("words", nargs="*", help="only tables whose titles have one of these")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--patience", type=float, default=300, help="seconds that a table may take")
    chosen = parser.parse_intermixed_args()
    before = chosen.before.resolve()
    pythons = (str(before / ".venv" / "bin" / "python"), sys.executable)
    titles = subprocess.run([pythons[0], "-c", _TITLES], cwd=before, capture_output=True, text=True, check=True)
    for title in titles.stdout.splitlines():
        if not chosen.words or any(word in title for word in chosen.words):
            print(f"\n{title}", flush=True)
            for line in compared(before, pythons, title, chosen.turns, chosen.patience):
                print(f"  {line}", flush=True)


def compared(before: Path, pythons: Sequence[str], title: str, turns: int, patience: float) -> Iterable[str]:
    """The rows of a table, before and after."""
    runs: tuple[list[list[str]], ...] = ([], [])
    for _ in range(turns):
        for runs_of_one, python in zip(runs, pythons, strict=True):
            runs_of_one.append(_rows(before, python, title, patience))
    is_speed = any("MB/s" in row for row in runs[0][0])
    for old, new in zip_longest(_best(runs[0], is_speed), _best(runs[1], is_speed), fillvalue="(no such row)"):
        if old == new:
            yield f"both   {old}"
            continue
        ratios = [after / before for before, after in _pairs(old, new)]
        worse = [(after, before) if is_speed else (before, after) for before, after in _pairs(old, new)]
        slower = "   SLOWER" if any(more > 1.1 * less and more - less > 0.02 for less, more in worse) else ""
        yield f"before {old}"
        yield f"after  {new}"
        yield f"       after ÷ before {' '.join([f'{ratio:.2f}' for ratio in ratios])}{slower}"


def _rows(before: Path, python: str, title: str, patience: float) -> list[str]:
    """What a table prints; as much as it has printed when its time is over."""
    started = subprocess.Popen(
        [python, "-c", _ONE, title],
        cwd=before,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        printed, errors = started.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)  # and what it has started, which would keep its output open
        printed, _ = started.communicate()
        return [*printed.splitlines(), f"(cut off after {patience:.0f} seconds)"]
    return printed.splitlines() if not started.returncode else [*printed.splitlines(), errors.splitlines()[-1]]


def _best(runs: Sequence[Sequence[str]], is_speed: bool) -> list[str]:
    """Row by row, the best of each number; of rows that say something else than the first, nothing is taken."""
    choose = max if is_speed else min
    rows = []
    for several in zip_longest(*runs, fillvalue=""):
        alike = [row for row in several if _NUMBER.sub("", row).split() == _NUMBER.sub("", several[0]).split()]
        best = iter([choose(values, key=float) for values in zip(*map(_NUMBER.findall, alike), strict=True)])
        rows.append(_NUMBER.sub(lambda _, best=best: next(best), several[0]))  # type: ignore[misc]
    return rows


def _pairs(old: str, new: str) -> list[tuple[float, float]]:
    """Number by number, where both are told."""
    both = zip(map(float, _NUMBER.findall(old)), map(float, _NUMBER.findall(new)), strict=False)
    return [(before, after) for before, after in both if before and after]


if __name__ == "__main__":
    main()
