"""How a step is told: suppose the opposite, then one instance after the other says what follows, until one cannot
hold. Only what the end needs is told."""

from collections.abc import Sequence

from msgspec import Struct

from bigand.explain.stepping.theory import InstanceTheory
from bigand.explain.stepping.walking import Step


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
