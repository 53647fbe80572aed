"""Files with numbers: CPU seconds by stage, beside the same written with Z3's own Python interface."""

import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bigand.api.costs import find_best_models
from bigand.api.export import smtlib_pieces_with_goals
from bigand.api.numbers import NumberExpansion
from bigand.models import Model, model
from bigand.solve.engines.z3 import Z3Session
from bigand.solve.models import verify
from bigand.solve.optimum import SearchOptions
from bigand.solve.worker import run_in_child


def job_shop(jobs: int, machines: int, end: int, seed: int = 1) -> str:
    """Jobs with a step on each machine, in orders of their own: difference logic."""
    chance = random.Random(seed)
    lines = [f"$J = [1..{jobs}]", f"$S = [1..{machines}]", f"$end = {end}"]
    for job in range(1, jobs + 1):
        for step, machine in enumerate(chance.sample(range(machines), machines), 1):
            lines.append(f"$m({job},{step}) = {machine}  $d({job},{step}) = {chance.randint(1, 9)}")
    return (
        "\n".join(lines)
        + """
bigand $j,$s in $J,$S: t($j,$s) >= 0 and t($j,$s) + $d($j,$s) <= $end end
bigand $j,$s in $J,$S when $s > 1: t($j,$s-1) + $d($j,$s-1) <= t($j,$s) end
bigand $j,$k,$s,$u in $J,$J,$S,$S when $j < $k and $m($j,$s) == $m($k,$u):
  t($j,$s) + $d($j,$s) <= t($k,$u) or t($k,$u) + $d($k,$u) <= t($j,$s)
end
"""
    )


def job_shop_apart(jobs: int, machines: int, end: int, seed: int = 1) -> Any:
    """The same in Z3's interface, as one would write it."""
    import z3

    chance = random.Random(seed)
    steps = {}
    for job in range(1, jobs + 1):
        for step, machine in enumerate(chance.sample(range(machines), machines), 1):
            steps[job, step] = (machine, chance.randint(1, 9), z3.Int(f"t({job},{step})"))
    solver = z3.SimpleSolver()
    for (job, step), (machine, hours, start) in steps.items():
        solver.add(start >= 0, start + hours <= end)
        if step > 1:
            before = steps[job, step - 1]
            solver.add(before[2] + before[1] <= start)
        for (other, _), (shared, longer, later) in steps.items():
            if job < other and machine == shared:
                solver.add(z3.Or(start + hours <= later, later + longer <= start))
    return solver


def magic(size: int) -> str:
    """A magic square by running totals; of 4 and more it is solved, not enumerated."""
    from bench.workloads import QUEENS

    text = (QUEENS.parent.parent / "numbers" / "magic_square.touist").read_text(encoding="utf-8")
    return text.replace("$N = 3", f"$N = {size}")


def chain(length: int) -> str:
    """Clauses of two differences each: what takes time is to expand and to load."""
    return f"""
bigand $i in [1..{length}]: t($i) - t($i+1) <= 5 or t($i) > $i end
bigand $i in [1..{length}]: t($i) + 1 <= t($i+2) and (a($i) => t($i) < 2*$i + 7) end
"""


WORKLOADS: list[tuple[str, str, bool, Callable[[], Any] | None]] = [
    ("job shop 6x6, 52 hours", job_shop(6, 6, 52), True, lambda: job_shop_apart(6, 6, 52)),
    ("job shop 10x10, 88 hours", job_shop(10, 10, 88), False, lambda: job_shop_apart(10, 10, 88)),
    ("job shop 12x10, 110 hours", job_shop(12, 10, 110), True, lambda: job_shop_apart(12, 10, 110)),
    ("magic square 4", magic(4), True, None),
    ("20,000 differences", chain(10_000), True, None),
]


def with_numbers() -> Iterator[str]:
    """Goals: no stage of ours takes as long as Z3 itself does."""
    clock = time.process_time
    for name, text, expected, apart in WORKLOADS:
        seconds = {}
        began = clock()
        read = model(text)
        seconds["read"] = clock() - began
        began = clock()
        assert isinstance(read._expanded, NumberExpansion)
        theory = read._expanded.theory
        seconds["expand"] = clock() - began
        began = clock()
        session = Z3Session(read._compiled.clauses, theory)
        seconds["load"] = clock() - began
        began = clock()
        answer = session.solve()
        seconds["solve"] = clock() - began
        assert answer is expected, name
        began = clock()
        if answer:
            verify(np.array(session.numbers(), dtype=object), read._compiled, read._grounder)
        seconds["check"] = clock() - began
        parts = " ".join(f"{key} {value:5.2f}" for key, value in seconds.items())
        yield f"{name:<26} {theory.logic:<7} {len(theory.constraints):>7,} comparisons  {parts}{_apart(apart)}"


def _apart(make: Callable[[], Any] | None) -> str:
    if make is None:
        return ""
    began = time.process_time()
    solver = make()
    loaded = time.process_time()
    solver.check()
    return f"  by Z3's interface: make {loaded - began:5.2f} solve {time.process_time() - loaded:5.2f}"


def knapsack(size: int, seed: int) -> str:
    """Integers up to 3 with three limits, some of them different: what they are worth is to be large."""
    chance = random.Random(seed)

    def total(low: int, high: int) -> str:
        return " + ".join([f"{chance.randint(low, high)}*x({at})" for at in range(1, size + 1)])

    lines = [f";;@ maximize {total(5, 60)}", f"bigand $i in [1..{size}]: x($i) >= 0 and x($i) <= 3 end"]
    lines += [f"{total(5, 60)} <= {40 * size}" for _ in range(3)]
    lines += ["x({}) != x({})".format(*chance.sample(range(1, size + 1), 2)) for _ in range(size)]
    return "\n".join(lines)


def wishes(size: int, seed: int) -> str:
    """Meetings of two hours on a day, with wishes that cannot all be granted."""
    chance = random.Random(seed)
    lines = [f"bigand $i in [1..{size}]: t($i) >= 0 and t($i) <= {2 * size - 4} end"]
    lines.append(
        f"bigand $i,$j in [1..{size}],[1..{size}] when $i < $j and ($i + $j) mod 3 != 0: "
        "t($i) + 2 <= t($j) or t($j) + 2 <= t($i) end"
    )
    for _ in range(3 * size):
        first, second = chance.sample(range(1, size + 1), 2)
        lines.append(f";;@ soft {chance.randint(1, 9)}\nt({first}) + {chance.randint(1, 6)} <= t({second})")
    return "\n".join(lines)


BEST = [
    ("job shop 6x6", f";;@ minimize done\n{job_shop(6, 6, 52).replace('<= $end', '<= done')}"),
    ("job shop 8x8", f";;@ minimize done\n{job_shop(8, 8, 52).replace('<= $end', '<= done')}"),
    ("knapsack 12", knapsack(12, 1)),
    ("knapsack 20", knapsack(20, 2)),
    ("wishes 8", wishes(8, 1)),
    ("wishes 10", wishes(10, 2)),
]
_LIMIT = 60  # seconds for Z3's own optimisation


def the_best() -> Iterator[str]:
    """Goals: a second at most; beside Z3's own optimisation of the same, which asks for no second opinion."""
    for name, text in BEST:
        read = model(text)
        reached: list[object] = []
        began = os.times()
        for best in find_best_models(read._problem, read._costed, SearchOptions()):
            reached = list(best.costs)
            break
        ours = _spent(began)
        began = os.times()
        value = run_in_child(lambda read=read: _optimised(read), None)  # type: ignore[misc]  # bound now
        yield f"{name:<16} best {reached}  ours {ours:6.2f}  Z3's Optimize {_spent(began):6.2f} {value}"


def _spent(began: os.times_result) -> float:
    """CPU seconds of this process and of its children since then."""
    now = os.times()
    return sum([now[at] - began[at] for at in range(4)])


def _optimised(read: Model) -> str:
    import z3

    engine = z3.Optimize()
    engine.set("timeout", 1000 * _LIMIT)
    engine.from_string(
        "".join(smtlib_pieces_with_goals(read._problem, read._costed)).replace("(get-objectives)", "")
    )
    return str(engine.check())


TABLES = {"numbers": with_numbers, "best numbers": the_best}
