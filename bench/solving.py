"""Expanding and solving: CPU seconds by stage and size, and how they grow."""

import math
import resource
import subprocess
import sys
import time
from collections.abc import Iterator

from bench.measure import child_seconds
from bench.workloads import light_up, light_up_with_walls, queens, water_sort
from bigand.api.expansion import ModelSearch, expand
from bigand.encode.dimacs import dimacs_text
from bigand.models import Model, model
from bigand.solve.models import models


def _stages(text: str, as_written: bool, solve: bool) -> tuple[Model, dict[str, float], bool | None]:
    """A model read, expanded and (perhaps) solved; the seconds of each stage and the answer."""
    clock = time.process_time
    began = clock()
    read = model(text)
    seconds = {"read": clock() - began}
    began = clock()
    read._expanded = expand(read._problem, as_written)
    compiled = read._compiled
    seconds["clauses"] = clock() - began
    if not solve:
        began = clock()
        for _ in dimacs_text(compiled.clauses, compiled.names):
            pass
        seconds["dimacs"] = clock() - began
        return read, seconds, None
    began = clock()
    session = read._expanded.session(ModelSearch())
    seconds["load"] = clock() - began
    began = clock()
    answer = next(models(session, compiled, read._grounder), None) is not None
    seconds["solve"] = clock() - began
    session.close()
    return read, seconds, answer


def _row(name: str, read: Model, seconds: dict[str, float], answer: bool | None) -> str:
    parts = " ".join(f"{key} {value:6.2f}" for key, value in seconds.items())
    shown = "" if answer is None else " sat" if answer else " unsat"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    count = f"{read._compiled.clauses.count:>10,} clauses"
    return f"{name:<28} {count}  {parts}  all {sum(seconds.values()):6.2f} s{shown}  ({memory:.0f} MB so far)"


def _growth(sizes: list[int], seconds: list[float]) -> str:
    """The exponent of a power law through the points, by least squares on logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(second) for second in seconds]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum(
        (x - mean_x) ** 2 for x in xs
    )
    return f"time grows as clauses^{slope:.2f}"


def as_written() -> Iterator[str]:
    """N queens, every clause as written, to DIMACS; goals: N=80 in 3 s, N=200 in 40 s and 4 GB."""
    sizes, seconds = [], []
    for size in (40, 60, 80, 120, 200):
        read, stages, _ = _stages(queens(size), as_written=True, solve=False)
        assert read._compiled.clauses.atoms == size * size
        yield _row(f"queens {size} as written", read, stages, None)
        sizes.append(read._compiled.clauses.count)
        seconds.append(stages["read"] + stages["clauses"])
    yield _growth(sizes, seconds)


def answered() -> Iterator[str]:
    """Goals: queens 80 in 4 s, 200 in 20 s; Water Sort 10 steps in 2 s, as written in 15 s; Light Up 20 in 1 s."""
    for size in (8, 80, 200):
        read, stages, answer = _stages(queens(size), as_written=False, solve=True)
        assert answer
        yield _row(f"queens {size}", read, stages, answer)
    for steps, expected in ((8, False), (9, False), (10, True)):
        read, stages, answer = _stages(water_sort(steps), as_written=False, solve=True)
        assert answer is expected
        yield _row(f"water sort, {steps} steps", read, stages, answer)
    read, stages, answer = _stages(water_sort(10), as_written=True, solve=True)
    assert answer
    yield _row("water sort, 10 as written", read, stages, answer)
    read, stages, answer = _stages(light_up(20), as_written=False, solve=True)
    assert answer
    yield _row("light up 20x20, no walls", read, stages, answer)
    read, stages, answer = _stages(light_up_with_walls(20), as_written=False, solve=True)
    assert answer
    yield _row("light up 20x20, walls", read, stages, answer)


def small_file() -> Iterator[str]:
    """A ten-line file from the shell, by the clock; the goal is 0.35 s or 6 times `python -c pass`."""
    text = "\n".join(f"a{at} or b{at} => c{at}" for at in range(10))
    python = child_seconds([sys.executable, "-c", "pass"])
    walls = []
    for _ in range(5):
        began = time.perf_counter()
        command = [sys.executable, "-m", "bigand", "solve", "-"]
        subprocess.run(command, input=text.encode(), check=True, stdout=subprocess.DEVNULL)
        walls.append(time.perf_counter() - began)
    yield f"bigand solve on ten lines: {sorted(walls)[2]:.3f} s by the clock; python -c pass: {python:.3f} s"


TABLES = {"clauses as written": as_written, "solving": answered, "a small file": small_file}
