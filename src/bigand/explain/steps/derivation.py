"""Derive all forced literals step by step: from single instances while possible, else from the fewest found.

Facts that follow for the same reason form one step. Every target literal is known to be forced before the first
step, so a wrong step cannot go unnoticed: a step that does not follow is a bug.
"""

import time
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from bigand.explain.steps.propagation import InstanceTheory, KnownValues
from bigand.explain.steps.shrinker import ProvenFacts, Shrinker, StepReason
from bigand.explain.steps.suppositions import Clash, OpenClauses
from bigand.solve.session import LimitError

_MAX_ROUNDS = 40  # of a supposition
_MAX_CLASHES = 10  # to minimise, those that look short first


class Step(Struct, frozen=True):
    """Facts that follow from a reason; literals are atom numbers, negative for false atoms."""

    facts: tuple[int, ...]
    instances: tuple[int, ...]
    premises: tuple[int, ...]
    wave: int  # single-instance steps of one round share a wave; a larger step has its own


class StepFinder:
    """Finds step after step. `forced` are all literals to derive, `marks` those given as known."""

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
        """Yield all steps; raise `LimitError` when time runs out."""
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
        """Yield the steps that follow from single instances, until there are no more."""
        while (literals := self.known.propagate_round()) is not None:
            self._check_deadline()
            together: dict[StepReason, list[int]] = {}
            for literal in literals.tolist():
                if abs(literal) <= self.theory.atoms:
                    instance, premises = self.known.premises_of(literal)
                    reason = StepReason((instance,), self.shrinker.minimal_premises(instance, premises, literal))
                    together.setdefault(reason, []).append(literal)
            self.wave += bool(together)  # a round may concern only the instances' own atoms
            for reason, facts in together.items():
                self.open_literals.difference_update(facts)
                yield Step(tuple(facts), reason.instances, reason.premises, self.wave)

    def _find_smallest_reason(self) -> ProvenFacts | None:
        """Return the facts with the fewest instances found; of several, those after which most follows."""
        self._check_deadline()
        open_clauses = OpenClauses(self.known)
        literals = sorted(self.open_literals, key=abs)
        candidates: list[tuple[int, Collection[int]]]
        candidates = [
            (entry.literal, entry.in_play)
            for entry in sorted(open_clauses.find_clashes(literals, _MAX_ROUNDS), key=_clash_size)
        ]
        if not candidates:
            candidates = [
                *sorted(self.shrinker.find_cores(literals, open_clauses), key=lambda entry: len(entry[1]))
            ]
        smallest: list[tuple[int, tuple[int, ...]]] = []
        for literal, instance_pool in candidates[:_MAX_CLASHES]:
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


# ---------------------------------------------------------------------- the argument of a step
# Suppose the opposite, then apply one instance after another until one cannot hold. Only the inferences that the
# contradiction needs are kept.


class Inference(Struct, frozen=True):
    """The literals that an instance implies in an argument; none where it cannot hold."""

    instance: int
    follows: tuple[int, ...]


def find_argument(theory: InstanceTheory, step: Step) -> tuple[Inference, ...] | None:
    """Return the inferences from the opposite of a step's first fact to a contradiction.

    The result is None if the argument would need a case split.
    """
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
    theory: InstanceTheory, final_instance: int, final_clause: list[int], reasons: dict[int, tuple[int, list[int]]]
) -> tuple[Inference, ...]:
    """Return the inferences that an end needs, in order; consecutive ones of one instance are joined."""
    needed: set[int] = set()
    waiting = [abs(literal) for literal in final_clause]
    while waiting:
        variable = waiting.pop()
        if variable in reasons and variable not in needed:
            needed.add(variable)
            waiting += [abs(literal) for literal in reasons[variable][1]]
    links: list[Inference] = []
    for variable, (instance, why) in reasons.items():  # in derivation order
        if variable in needed and variable <= theory.atoms:
            derived = next(literal for literal in why if abs(literal) == variable)
            if links and links[-1].instance == instance:
                links[-1] = Inference(instance, (*links[-1].follows, derived))
            else:
                links.append(Inference(instance, (derived,)))
    return (*links, Inference(final_instance, ()))


def are_few_instances(instances: Sequence[int]) -> bool:
    """Whether so few instances can be seen at a glance, without a supposition."""
    return len(instances) <= 2
