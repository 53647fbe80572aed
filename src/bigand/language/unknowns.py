"""What the uses of unknowns say about their kinds, and where uses contradict each other.

An unknown of an SMT file is a proposition, an integer or a real. It is what all its uses make it: one that stands
as a formula is a proposition, one that is calculated with or compared by size is a number, and of the kind of
the numbers beside it. Unknowns that stand in one comparison are of one kind.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bigand.source.diagnostic import Diagnostic, Message
from bigand.source.fault import fault
from bigand.source.span import Span

_MOST_LINKS = 3


class Use(Enum):
    """What a use makes of an unknown; the value names it in messages."""

    PROPOSITION = "proposition"
    NUMBER = "number"
    INTEGER = "integer"
    REAL = "real"


class Place(Struct, frozen=True):
    """A use of an unknown, and for which binding it is one."""

    unknown: str
    span: Span
    note: Message | None = None


class Unknowns:
    """Uses of unknowns and comparisons that link them; of each the first is kept."""

    def __init__(self) -> None:
        self.places: dict[tuple[Use, str], Place] = {}
        self.links: dict[str, dict[str, Span]] = {}

    def add_use(self, use: Use, unknown: str, span: Span, note: Message | None = None) -> None:
        self.places.setdefault((use, unknown), Place(unknown, span, note))
        self.links.setdefault(unknown, {})

    def add_link(self, first: str, second: str, span: Span) -> None:
        """Both stand in the comparison at `span`."""
        self.links.setdefault(first, {}).setdefault(second, span)
        self.links.setdefault(second, {}).setdefault(first, span)

    def classes(self) -> list[list[str]]:
        """Unknowns that must be of one kind, in order of their first use."""
        seen: set[str] = set()
        classes = []
        for start in self.links:
            if start not in seen:
                members = list(self._paths(start))
                seen.update(members)
                classes.append(members)
        return classes

    def clashes(self) -> list[Diagnostic]:
        """What contradicts itself, each pair of places once."""
        reported: dict[tuple[Span, Span], Diagnostic] = {}
        for members in self.classes():
            pair = self._contradiction(members)
            if pair is not None:
                first, second = sorted(pair, key=lambda use: use[1].span.start)
                path = self._path(first[1].unknown, second[1].unknown)
                places = first[1].span, second[1].span
                reported.setdefault(places, _kinds_clash(first, second, path))
        return list(reported.values())

    def propositions(self) -> set[str]:
        """The unknowns that are propositions, by what they are linked with."""
        return {
            unknown
            for members in self.classes()
            if any([(Use.PROPOSITION, member) in self.places for member in members])
            for unknown in members
        }

    def _contradiction(self, members: list[str]) -> "tuple[tuple[Use, Place], tuple[Use, Place]] | None":
        """Two uses that make different things of the members, of one unknown if there is such a pair."""
        far: tuple[tuple[Use, Place], tuple[Use, Place]] | None = None
        for left, right in ((Use.PROPOSITION, Use.NUMBER), (Use.INTEGER, Use.REAL)):
            lefts = [self.places[left, name] for name in members if (left, name) in self.places]
            rights = {name: self.places[right, name] for name in members if (right, name) in self.places}
            for place in lefts:
                if place.unknown in rights:
                    return (left, place), (right, rights[place.unknown])
            if lefts and rights and far is None:
                far = (left, lefts[0]), (right, next(iter(rights.values())))
        return far

    def _paths(self, start: str) -> dict[str, str]:
        """Every unknown that is linked with one, and the one before it on the way."""
        before = {start: start}
        waiting = [start]
        for unknown in waiting:
            for following in self.links[unknown]:
                if following not in before:
                    before[following] = unknown
                    waiting.append(following)
        return before

    def _path(self, start: str, end: str) -> list[Span]:
        """The comparisons that link two unknowns, the shortest way."""
        before = self._paths(start)
        path = []
        while end != start:
            path.append(self.links[end][before[end]])
            end = before[end]
        return list(dict.fromkeys(path[::-1]))


def _kinds_clash(first: tuple[Use, Place], second: tuple[Use, Place], path: Sequence[Span]) -> Diagnostic:
    """Two uses of one unknown, or of two that the comparisons of `path` link, that make it different things."""
    (early, before), (late, after) = first, second
    code = "T111" if Use.PROPOSITION in (early, late) else "T112"
    secondary = [(before.span, early.value), *[(span, "link") for span in path[:_MOST_LINKS]]]
    gaps: dict[str, str | Message] = {
        "name": after.unknown,
        "other": before.unknown,
        "kind": Message(f"unknown.{late.value}"),
        "other_kind": Message(f"unknown.{early.value}"),
    }
    variant = "linked" if path else None
    clash = fault(
        code, after.span, variant=variant, label=late.value, secondary=secondary, help="help", further=gaps
    )
    return replace(clash, notes=tuple(note for note in (after.note or before.note,) if note is not None))
