"""The way from what is given to all that is forced: as long as single instances say something, by them; then by the
fewest instances found, and again by single ones.

Facts that follow by the same reason are one step. Every literal that is looked for is known to be forced before the
first step, so no step can be wrong without being noticed: a step that does not follow is a fault of ours.
"""

import time
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from bigand.explain.stepping.following import Known
from bigand.explain.stepping.shrinking import Proven, Reason, Shrinker
from bigand.explain.stepping.supposing import Clash, Open
from bigand.explain.stepping.theory import Theory
from bigand.solve.session import LimitError

_ROUNDS = 40  # of a supposition
_LOOKED_AT = 10  # clashes that are made small, those first that look short


class Step(Struct, frozen=True):
    """Facts that follow from a reason; literals are numbers of atoms, negative for false ones."""

    facts: tuple[int, ...]
    instances: tuple[int, ...]
    premises: tuple[int, ...]
    wave: int  # what single instances say at the same time is one wave; a larger step is one by itself


class Walker:
    """Finds step after step; `known` is what is known so far, `forced` all that can be."""

    def __init__(
        self, theory: Theory, forced: set[int], deadline: float | None = None, marks: Sequence[int] = ()
    ) -> None:
        self.theory = theory
        self.known = Known(theory)
        self.known.add(marks)
        self.shrinker = Shrinker(theory)
        self.deadline = deadline
        self.open = set(forced) - set(marks)
        self.wave = 0

    def steps(self) -> Iterator[Step]:
        """All steps; what there is if the time is up."""
        try:
            while True:
                yield from self._single_steps()
                if not self.open:
                    return
                proven = self._best()
                if proven is None:
                    return
                yield self._taken(proven)
        finally:
            self.shrinker.close()

    def _taken(self, proven: Proven) -> Step:
        self.wave += 1
        self.known.add(proven.facts)
        self.open.difference_update(proven.facts)
        return Step(proven.facts, proven.reason.instances, proven.reason.premises, self.wave)

    def _single_steps(self) -> Iterator[Step]:
        """What follows from single instances, until nothing does."""
        while (literals := self.known.round()) is not None:
            self._check_time()
            together: dict[Reason, list[int]] = {}
            for literal in literals.tolist():
                if abs(literal) <= self.theory.atoms:
                    instance, premises = self.known.premises(literal)
                    reason = Reason((instance,), self.shrinker.single(instance, premises, literal))
                    together.setdefault(reason, []).append(literal)
            self.wave += bool(together)  # a round may be about atoms of instances only
            for reason, facts in together.items():
                self.open.difference_update(facts)
                yield Step(tuple(facts), reason.instances, reason.premises, self.wave)

    def _best(self) -> Proven | None:
        """What follows from the fewest instances found; of several such, the one after which most follows."""
        self._check_time()
        table = Open(self.known)
        literals = sorted(self.open, key=abs)
        found: list[tuple[int, Collection[int]]]
        found = [(one.literal, one.in_play) for one in sorted(table.clashes(literals, _ROUNDS), key=_looks)]
        if not found:
            found = [*sorted(self.shrinker.cores(literals, table), key=lambda one: len(one[1]))]
        smallest: list[tuple[int, tuple[int, ...]]] = []
        for literal, candidates in found[:_LOOKED_AT]:
            self._check_time()
            most = len(smallest[0][1]) if smallest else None
            instances = self.shrinker.instances(literal, candidates, table, most)
            if instances is not None:
                smallest = [one for one in smallest if len(one[1]) == len(instances)] + [(literal, instances)]
        if not smallest:
            return None
        literal, instances = max(smallest, key=lambda one: self.known.gain(one[0]))
        return self.shrinker.reasoned(literal, instances, self.known, self.open)

    def _check_time(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("limit.time")


def _looks(clash: Clash) -> tuple[int, int]:
    return len(clash.instances), clash.rounds
