"""Links: what an explanation is made of, before it is told. One reason each, with what it rests on.

What a link rests on is known from links before it; so links can be left out, put in another order and joined, and
whoever does that needs to look at nothing but premises and marks.
"""

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.reasoning.argument import Inference, Premises, Refutation, premises_of
from bigand.puzzles.lightup.reasoning.techniques import Technique


class Link(Struct, frozen=True, dict=True):
    """A reason, and the technique that it is; of the `members` of a set argument one has a bulb."""

    technique: Technique
    reason: Inference
    premises: Premises
    members: Cells = 0

    @property
    def is_case(self) -> bool:
        return self.technique is Technique.CASE or self.technique is Technique.NESTED

    @property
    def is_single(self) -> bool:
        return self.technique is Technique.SINGLE

    @property
    def size(self) -> int:
        """How many rule instances it takes."""
        return self.reason.size if isinstance(self.reason, Refutation) else 1

    @cached_property
    def instances(self) -> frozenset[tuple[str, int, int]]:
        """The rule instances that it takes."""
        return frozenset(rule_instances(self.reason))

    @cached_property
    def group(self) -> Hashable:
        """What links have in common that are told in one step: a set, or the same argument."""
        if isinstance(self.reason, Refutation):
            return (self.reason.end.site, self.members) if self.members else self.instances
        return self.reason.rule.id, self.reason.site, self.reason.bulbs, self.reason.dots

    def holds_in(self, position: Position) -> bool:
        """Whether what it rests on is known."""
        return not (self.premises.bulbs & ~position.bulbs or self.premises.shut & position.open)

    def is_new_in(self, position: Position) -> bool:
        """Whether it marks anything that is not known."""
        return bool(self.reason.bulbs & ~position.bulbs or self.reason.dots & position.open)

    def apply_to(self, position: Position) -> Position:
        """The position with its marks."""
        return position.with_marks(self.reason.bulbs & position.unknown, self.reason.dots & position.open)


def make_link(position: Position, technique: Technique, reason: Inference, members: Cells = 0) -> Link:
    """The link for a reason that holds in a position."""
    return Link(technique, reason, premises_of(reason, position), members)


def rule_instances(reason: Inference) -> Iterator[tuple[str, int, int]]:
    """The rules of a reason with their sites and what they mark, those within an argument too."""
    if isinstance(reason, Refutation):
        for step in (*reason.steps, reason.end):
            yield from rule_instances(step)
    else:
        yield reason.rule.id, reason.site, reason.bulbs | reason.dots


def link_key(link: Link) -> tuple[Technique, str, int]:
    """The technique, rule and site of a link."""
    if isinstance(link.reason, Refutation):
        return link.technique, "", link.reason.end.site
    return link.technique, link.reason.rule.id, link.reason.site


def total_size(links: Iterable[Link]) -> int:
    """How many rule instances it takes to tell links."""
    groups: dict[Hashable, frozenset[tuple[str, int, int]]] = {}
    concluded = set()
    for link in links:
        if isinstance(link.reason, Refutation):
            groups[link.group] = groups.get(link.group, frozenset()) | link.instances
        else:
            concluded.add(link.group)
    return len(concluded) + sum(map(len, groups.values()))
