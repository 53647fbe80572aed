"""Other tools on the same problem, whichever are installed: to see where we stand, in one run."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from bench.measure import child_seconds
from bench.workloads import queens

_CLINGO = """
1 {{ x(I,J) : J=1..{n} }} 1 :- I=1..{n}.
1 {{ x(I,J) : I=1..{n} }} 1 :- J=1..{n}.
:- D=2..2*{n}, 2 {{ x(I,D-I) }}.
:- D=1-{n}..{n}-1, 2 {{ x(I,I-D) }}.
"""


def _clingo(size: int) -> float:
    from clingo.control import Control

    began = time.process_time()
    control = Control(["--warn=none"])
    control.add("base", [], _CLINGO.format(n=size))
    control.ground([("base", [])])
    assert control.solve().satisfiable
    return time.process_time() - began


def _z3(size: int) -> float:
    from z3 import AtMost, Bool, Or, Solver, sat

    began = time.process_time()
    cells = [[Bool(f"x{i}_{j}") for j in range(size)] for i in range(size)]
    solver = Solver()
    lines: dict[tuple[str, int], list[object]] = {}
    for i in range(size):
        solver.add(Or(cells[i]))
        for j in range(size):
            for key in (("row", i), ("column", j), ("up", i + j), ("down", i - j)):
                lines.setdefault(key, []).append(cells[i][j])
    for line in lines.values():
        solver.add(AtMost(*line, 1))
    assert solver.check() == sat
    return time.process_time() - began


def _touist(size: int) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".touist") as file:
        file.write(queens(size))
        file.flush()
        return child_seconds(["touist-ocaml", "--solve", file.name], runs=1)


def _bigand(size: int) -> float:
    from bigand.models import model

    began = time.process_time()
    assert model(queens(size)).solve() is not None
    return time.process_time() - began


PEERS: dict[str, tuple[Callable[[int], float], Callable[[], bool]]] = {
    "bigand": (_bigand, lambda: True),
    "clingo": (_clingo, lambda: find_spec("clingo") is not None),
    "z3": (_z3, lambda: find_spec("z3") is not None),
    "touist": (_touist, lambda: shutil.which("touist-ocaml") is not None),
}


def compared() -> Iterator[str]:
    """N queens from text (bigand, clingo, touist) or from Python (z3) to a solution, CPU seconds."""
    sizes = (20, 50, 80)
    yield f"{'':<10}" + "".join(f"{size:>9}" for size in sizes)
    for name, (run, is_there) in PEERS.items():
        if not is_there():
            yield f"{name:<10} not installed"
            continue
        cells = []
        for size in sizes:
            try:
                cells.append(f"{run(size):9.2f}")
            except (subprocess.SubprocessError, AssertionError):
                cells.append(f"{'failed':>9}")
        yield f"{name:<10}" + "".join(cells)


TABLES = {"queens beside other tools": compared}
