"""The way from what is given to all that is forced: as long as single instances say something, by them; then by the
fewest instances found, and again by single ones.

Facts that follow by the same reason are one step. Every literal that is looked for is known to be forced before the
first step, so no step can be wrong without being noticed: a step that does not follow is a fault of ours.
"""

import time
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from bigand.explain.steps.propagation import InstanceTheory, KnownValues
from bigand.explain.steps.shrinker import ProvenFacts, Shrinker, StepReason
from bigand.explain.steps.suppositions import Clash, OpenClauses
from bigand.solve.session import LimitError

_ROUNDS = 40  # of a supposition
_LOOKED_AT = 10  # clashes that are made small, those first that look short


class Step(Struct, frozen=True):
    """Facts that follow from a reason; literals are numbers of atoms, negative for false ones."""

    facts: tuple[int, ...]
    instances: tuple[int, ...]
    premises: tuple[int, ...]
    wave: int  # what single instances say at the same time is one wave; a larger step is one by itself


class StepFinder:
    """Finds step after step; `known` is what is known so far, `forced` all that can be."""

    def __init__(
        self, theory: InstanceTheory, forced: set[int], deadline: float | None = None, marks: Sequence[int] = ()
    ) -> None:
        self.theory = theory
        self.known = KnownValues(theory)
        self.known.add(marks)
        self.shrinker = Shrinker(theory)
        self.deadline = deadline
        self.open_literals = set(forced) - set(marks)
        self.wave = 0

    def find_steps(self) -> Iterator[Step]:
        """All steps; what there is if the time is up."""
        try:
            while True:
                yield from self._find_single_steps()
                if not self.open_literals:
                    return
                proven = self._find_smallest_reason()
                if proven is None:
                    return
                yield self._take_step(proven)
        finally:
            self.shrinker.close()

    def _take_step(self, proven: ProvenFacts) -> Step:
        self.wave += 1
        self.known.add(proven.facts)
        self.open_literals.difference_update(proven.facts)
        return Step(proven.facts, proven.reason.instances, proven.reason.premises, self.wave)

    def _find_single_steps(self) -> Iterator[Step]:
        """What follows from single instances, until nothing does."""
        while (literals := self.known.propagate_round()) is not None:
            self._check_deadline()
            together: dict[StepReason, list[int]] = {}
            for literal in literals.tolist():
                if abs(literal) <= self.theory.atoms:
                    instance, premises = self.known.premises_of(literal)
                    reason = StepReason((instance,), self.shrinker.minimal_premises(instance, premises, literal))
                    together.setdefault(reason, []).append(literal)
            self.wave += bool(together)  # a round may be about atoms of instances only
            for reason, facts in together.items():
                self.open_literals.difference_update(facts)
                yield Step(tuple(facts), reason.instances, reason.premises, self.wave)

    def _find_smallest_reason(self) -> ProvenFacts | None:
        """What follows from the fewest instances found; of several such, the one after which most follows."""
        self._check_deadline()
        open_clauses = OpenClauses(self.known)
        literals = sorted(self.open_literals, key=abs)
        candidates: list[tuple[int, Collection[int]]]
        candidates = [
            (entry.literal, entry.in_play)
            for entry in sorted(open_clauses.find_clashes(literals, _ROUNDS), key=_clash_size)
        ]
        if not candidates:
            candidates = [
                *sorted(self.shrinker.find_cores(literals, open_clauses), key=lambda entry: len(entry[1]))
            ]
        smallest: list[tuple[int, tuple[int, ...]]] = []
        for literal, instance_pool in candidates[:_LOOKED_AT]:
            self._check_deadline()
            limit = len(smallest[0][1]) if smallest else None
            instances = self.shrinker.minimal_instances(literal, instance_pool, open_clauses, limit)
            if instances is not None:
                smallest = [entry for entry in smallest if len(entry[1]) == len(instances)] + [(literal, instances)]
        if not smallest:
            return None
        literal, instances = max(smallest, key=lambda entry: self.known.count_gain(entry[0]))
        return self.shrinker.complete_reason(literal, instances, self.known, self.open_literals)

    def _check_deadline(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("limit.time")


def _clash_size(clash: Clash) -> tuple[int, int]:
    return len(clash.instances), clash.rounds


# ----------------------------------------------------------------------
# How a step is told: suppose the opposite, then one instance after the other says what follows, until one cannot
# hold. Only what the end needs is told.


class Inference(Struct, frozen=True):
    """What an instance says in an argument: literals that follow; none where it cannot hold."""

    instance: int
    follows: tuple[int, ...]


def find_argument(theory: InstanceTheory, step: Step) -> tuple[Inference, ...] | None:
    """The links from the opposite of a step's first fact to a contradiction; None if a guess would be needed."""
    clauses = [(owner, clause) for owner in step.instances for clause in theory.clauses_of(owner)]
    values = {abs(literal): literal > 0 for literal in (*step.premises, -step.facts[0])}
    reasons: dict[int, tuple[int, list[int]]] = {}
    while True:
        fresh: dict[int, tuple[int, list[int]]] = {}
        for owner, clause in clauses:
            if any([values.get(abs(literal)) is (literal > 0) for literal in clause]):
                continue
            open_literals = [literal for literal in clause if abs(literal) not in values]
            if not open_literals:
                return _collect_inferences(theory, owner, clause, reasons)
            if len(open_literals) == 1 and open_literals[0] not in fresh:
                fresh[open_literals[0]] = (owner, clause)
        if not fresh:
            return None
        for derived, why in fresh.items():
            if abs(derived) not in values:
                values[abs(derived)] = derived > 0
                reasons[abs(derived)] = why


def _collect_inferences(
    theory: InstanceTheory, owner: int, clause: list[int], reasons: dict[int, tuple[int, list[int]]]
) -> tuple[Inference, ...]:
    """The links that an end needs, in their order; what follows one after the other by one instance is one link."""
    needed: set[int] = set()
    waiting = [abs(literal) for literal in clause]
    while waiting:
        variable = waiting.pop()
        if variable in reasons and variable not in needed:
            needed.add(variable)
            waiting += [abs(literal) for literal in reasons[variable][1]]
    links: list[Inference] = []
    for variable, (instance, why) in reasons.items():  # in the order in which they followed
        if variable in needed and variable <= theory.atoms:
            derived = next(literal for literal in why if abs(literal) == variable)
            if links and links[-1].instance == instance:
                links[-1] = Inference(instance, (*links[-1].follows, derived))
            else:
                links.append(Inference(instance, (derived,)))
    return (*links, Inference(owner, ()))


def is_obvious(instances: Sequence[int]) -> bool:
    """Whether so few instances can be seen at a glance, and need no supposition to be told."""
    return len(instances) <= 2
