"""How long commands take to start: their CPU, children included, beside that of importing NumPy and python-sat.

All rows are measured in one run, turn by turn, so that what else the machine does falls on all of them alike; both
sides have one thread of linear algebra, since those spin where cores are free.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

_TURNS = 9
_BOARD = "7x7:bBe2c1g0g2g1c3eBb"
_ASKED = ("solve", "check", "hint", "rate", "explain")
TEN_LINES = """$N = 4
$S = [1..$N]
bigand $i in $S: bigor $j in $S: x($i,$j) end end
bigand $i,$j,$k in $S,$S,$S when $j < $k: not x($i,$j) or not x($i,$k) end
bigand $i,$j,$k in $S,$S,$S when $j < $k: not x($j,$i) or not x($k,$i) end
a or b
b => c
c => not a
d <=> a
e xor d
"""


def _seconds(words: list[str]) -> float:
    """What a process and its children take of the processor."""
    before = os.times()
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled
    done = subprocess.run([sys.executable, *words], env=environment, stdout=subprocess.DEVNULL, check=False)
    assert done.returncode in (0, 8), words  # 8: a board is not finished
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def starting() -> Iterator[str]:
    """Goals: `check` and `solve` on ten lines at most twice the import; `lightup` at most 1.25 times, 0.25 s."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ten.touist"
        path.write_text(TEN_LINES)
        rows = {
            "import numpy, pysat.solvers": ["-c", "import numpy, pysat.solvers"],
            "bigand check, ten lines": ["-m", "bigand", "check", str(path)],
            "bigand solve, ten lines": ["-m", "bigand", "solve", str(path)],
            **{f"bigand lightup {word}": ["-m", "bigand", "lightup", word, _BOARD] for word in _ASKED},
            "bigand lightup generate": ["-m", "bigand", "lightup", "generate"],
            "bigand queens 8": ["-m", "bigand", "queens", "8"],
        }
        seconds: dict[str, list[float]] = {name: [] for name in rows}
        for words in rows.values():
            _seconds(words)  # which compiles what is not yet
        for _ in range(_TURNS):
            for name, words in rows.items():
                seconds[name].append(_seconds(words))
    (first, *_) = rows
    for name in rows:
        ratio = median([own / base for own, base in zip(seconds[name], seconds[first], strict=True)])
        yield f"{name:<30} {1000 * median(seconds[name]):7.0f} ms  {ratio:5.2f} times the import"


TABLES = {"Starting": starting}
