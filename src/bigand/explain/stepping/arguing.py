"""How a step is told: suppose the opposite, then one instance after the other says what follows, until one cannot
hold. Only what the end needs is told."""

from collections.abc import Sequence

from msgspec import Struct

from bigand.explain.stepping.theory import Theory
from bigand.explain.stepping.walking import Step


class Link(Struct, frozen=True):
    """What an instance says in an argument: literals that follow; none where it cannot hold."""

    instance: int
    follows: tuple[int, ...]


def argument(theory: Theory, step: Step) -> tuple[Link, ...] | None:
    """The links from the opposite of a step's first fact to a contradiction; None if a guess would be needed."""
    clauses = [(owner, clause) for owner in step.instances for clause in theory.clauses(owner)]
    value = {abs(one): one > 0 for one in (*step.premises, -step.facts[0])}
    reason: dict[int, tuple[int, list[int]]] = {}
    while True:
        fresh: dict[int, tuple[int, list[int]]] = {}
        for owner, clause in clauses:
            if any([value.get(abs(one)) is (one > 0) for one in clause]):
                continue
            left = [one for one in clause if abs(one) not in value]
            if not left:
                return _told(theory, owner, clause, reason)
            if len(left) == 1 and left[0] not in fresh:
                fresh[left[0]] = (owner, clause)
        if not fresh:
            return None
        for literal, why in fresh.items():
            if abs(literal) not in value:
                value[abs(literal)] = literal > 0
                reason[abs(literal)] = why


def _told(
    theory: Theory, owner: int, clause: list[int], reason: dict[int, tuple[int, list[int]]]
) -> tuple[Link, ...]:
    """The links that an end needs, in their order; what follows one after the other by one instance is one link."""
    needed: set[int] = set()
    waiting = [abs(one) for one in clause]
    while waiting:
        variable = waiting.pop()
        if variable in reason and variable not in needed:
            needed.add(variable)
            waiting += [abs(one) for one in reason[variable][1]]
    links: list[Link] = []
    for variable, (by, why) in reason.items():  # in the order in which they followed
        if variable in needed and variable <= theory.atoms:
            literal = next(one for one in why if abs(one) == variable)
            if links and links[-1].instance == by:
                links[-1] = Link(by, (*links[-1].follows, literal))
            else:
                links.append(Link(by, (literal,)))
    return (*links, Link(owner, ()))


def is_short(instances: Sequence[int]) -> bool:
    """Whether so few instances can be seen at a glance, and need no supposition to be told."""
    return len(instances) <= 2
