"""Difference logic by families and sizes: our time beside the better one of Z3's settings for such files.

Chains of deadlines, job shops, timetables and temporal plans; plans are written in the manner of planners that make
TouIST files: in each of some steps actions with a duration may be done, what they need is an open condition until
something provides it, and whatever would destroy an open condition comes before or after.
"""

import random
import resource
import time
from collections.abc import Callable, Iterator
from itertools import combinations

from bench.numbers import chain, job_shop
from bigand.api.numbers import NumberExpansion
from bigand.ground.kinds import Sort
from bigand.models import Model, model
from bigand.solve.engines.z3 import Z3Session
from bigand.solve.session import SolverError
from bigand.solve.worker import run_in_child


def plan(packages: int, steps: int, seed: int = 1) -> str:
    """A van brings packages from shops to homes; all times are reals, only differences are compared."""
    chance = random.Random(seed)
    places = [f"p{at}" for at in range(packages // 2 + 2)]
    actions: dict[str, tuple[list[str], list[str], list[str], float]] = {}
    for start in places:
        for end in places:
            if start != end:
                hours = float(chance.randint(2, 9))
                actions[f"Drive_{start}_{end}"] = ([f"van_{start}"], [f"van_{end}"], [f"van_{start}"], hours)
    homes = {}
    for package in range(packages):
        shop, homes[package] = chance.sample(places, 2)
        for place in places:
            inside, there = f"in_{package}", f"at_{package}_{place}"
            actions[f"Load_{package}_{place}"] = ([f"van_{place}", there], [inside], [there], 1.0)
            actions[f"Unload_{package}_{place}"] = ([f"van_{place}", inside], [there], [inside], 1.0)
        homes[package] = f"at_{package}_{homes[package]}"
        actions[f"Load_{package}_{shop}"] = ([f"van_{shop}"], [f"in_{package}"], [], 1.0)
    facts = sorted({fact for needs, adds, removes, _ in actions.values() for fact in (*needs, *adds, *removes)})
    lines = [
        f"$last = {steps}",
        "$Steps = [1..$last]",
        f"$Actions = [{','.join(actions)}]",
        f"$Facts = [{','.join(facts)}]",
        "$Start = [van_p0]",
        f"$Goals = [{','.join(homes.values())}]",
    ]
    for name, (needs, adds, removes, hours) in actions.items():
        lines += [
            f"$Needs({name}) = [{','.join(needs)}]",
            f"$Adds({name}) = [{','.join(adds)}]",
            f"$Removes({name}) = [{','.join(removes)}]",
            f"$hours({name}) = {hours}",
        ]
    return "\n".join(lines) + _PLAN


_PLAN = """
;; What an action needs is open from before it until it begins.
bigand $i,$A in $Steps,$Actions: bigand $f in $Needs($A):
  do($A,$i) => open($f,$i) and from($f,$i) - at($A,$i) <= 0.0 and at($A,$i) - until($f,$i) <= 0.0 end end
;; Goals are provided in the last step, or are still open then.
bigand $f in $Goals: open($f,$last) or bigor $A in $Actions when $f in $Adds($A):
  do($A,$last) and from($f,$last) - at($A,$last) == $hours($A) and until($f,$last) - finish == 0.0 end end
bigand $f in $Facts when not ($f in $Start): not open($f,1) end
bigand $f in $Start: open($f,1) => from($f,1) - start == 0.0 end
;; What is open stays so from the step before, or is provided there.
bigand $i,$f in $Steps,$Facts when $i > 1:
  open($f,$i) => (open($f,$i-1) and from($f,$i-1) - from($f,$i) == 0.0 and until($f,$i-1) - until($f,$i) == 0.0)
    or bigor $A in $Actions when $f in $Adds($A): do($A,$i-1) and from($f,$i) - at($A,$i-1) == $hours($A) end end
;; What would destroy it comes before or after; so do effects that contradict each other.
bigand $i,$j,$A in $Steps,$Steps,$Actions: bigand $f in $Removes($A):
  open($f,$i) and do($A,$j) => at($A,$j) - from($f,$i) < 0.0 or until($f,$i) - at($A,$j) <= 0.0 end end
bigand $i,$j,$A in $Steps,$Steps,$Actions: bigand $f in $Adds($A):
  bigand $B in $Actions when $f in $Removes($B) and ($i != $j or $A != $B):
    do($A,$i) and do($B,$j) => at($A,$i) - at($B,$j) < -$hours($A) or at($B,$j) - at($A,$i) < $hours($A) end end end
bigand $i,$A in $Steps,$Actions:
  (do($A,$i) => at($A,$i) - start >= 0.0 and finish - at($A,$i) >= $hours($A))
  and (not do($A,$i) => at($A,$i) - start < -1000.0) end
bigand $i,$f in $Steps,$Facts: from($f,$i) - until($f,$i) <= 0.0 end
start == 0.0
"""


def meetings(count: int, days: int, seed: int = 1) -> str:
    """Meetings that share people come one after the other, within some days: sparse or dense as chance has it."""
    chance = random.Random(seed)
    lines = [f"bigand $i in [1..{count}]: t($i) >= 0 and t($i) <= {8 * days - 2} end"]
    pairs = [pair for pair in combinations(range(1, count + 1), 2) if chance.random() < 0.5]
    lines += [f"t({first}) + 2 <= t({second}) or t({second}) + 2 <= t({first})" for first, second in pairs]
    return "\n".join(lines)


FAMILIES: dict[str, Callable[[int], str]] = {
    "chain": lambda size: chain((500, 2000, 8000)[size]),
    "job shop, with a plan": lambda size: job_shop(*((6, 6, 52), (8, 8, 75), (12, 10, 110))[size]),
    "job shop, few machines": lambda size: job_shop(*((16, 6, 112, 10), (15, 8, 108, 8), (20, 5, 118, 11))[size]),
    "job shop, without": lambda size: job_shop(*((6, 6, 45), (8, 8, 60), (10, 10, 88))[size]),
    "meetings": lambda size: meetings(*((15, 3), (30, 6), (60, 12))[size]),
    "deliveries, with a plan": lambda size: plan(*((2, 5), (3, 8), (4, 10))[size]),
    "deliveries, without": lambda size: plan(*((2, 2), (3, 2), (4, 2))[size]),
}
SETTINGS = (1, 2, 3, 6)  # of Z3's `arith.solver`
_LIMIT = 10  # seconds for each


def _seconds(read: Model, setting: int | None) -> tuple[str, float]:
    """What Z3 says, and CPU seconds to load and to solve: with one setting, or as we do it."""

    def work() -> tuple[str, float]:
        resource.setrlimit(resource.RLIMIT_CPU, (_LIMIT, _LIMIT))
        began = time.process_time()
        assert isinstance(read._expanded, NumberExpansion)
        session = Z3Session(read._compiled.clauses, read._expanded.theory)
        if setting is not None:
            session._rivals = ()
            session._solver.set("arith.solver", setting)
        return "sat" if session.solve() else "unsat", time.process_time() - began

    try:
        return run_in_child(work, None)
    except SolverError:
        return "?", float("inf")


def differences() -> Iterator[str]:
    """Goal: at most twice the better of Z3's settings, which is another one in each family."""
    for name, text_of in FAMILIES.items():
        for size in range(3):
            read = model(text_of(size))
            assert isinstance(read._expanded, NumberExpansion)
            unknowns = sum([sort is not Sort.BOOL for sort in read._expanded.theory.sorts])
            status, ours = _seconds(read, None)
            others = {setting: _seconds(read, setting) for setting in SETTINGS}
            assert {answer for answer, _ in others.values()} <= {status, "?"}, name
            best = min([seconds for _, seconds in others.values()])
            shown = " ".join([f"{setting}: {seconds:5.2f}" for setting, (_, seconds) in others.items()])
            ratio = f"ours {ours:5.2f} = {ours / best:4.1f} of the best"
            yield f"{name:<24} {unknowns:>6,} unknowns  {status:<5} {ratio}   {shown}"


TABLES = {"differences: seconds by setting of Z3": differences}
