"""Infer the kinds of unknowns from their uses, and report contradictory uses.

An unknown of an SMT file is a proposition, an integer or a real, depending on all its uses. Used as a formula, it
is a proposition. Used in arithmetic or in an order comparison, it is a number, of the same kind as the numbers
beside it. All unknowns of a comparison have the same kind.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_MAX_LINKS = 3


class Use(Enum):
    """What a use makes of an unknown; the value is its name in messages."""

    PROPOSITION = "proposition"
    NUMBER = "number"
    INTEGER = "integer"
    REAL = "real"


class UseSite(Struct, frozen=True):
    """A use of an unknown; `note` names the binding that it belongs to."""

    unknown: str
    span: Span
    note: Message | None = None


class Unknowns:
    """Uses of unknowns, and the comparisons that link them. The first of each is kept."""

    def __init__(self) -> None:
        self.sites: dict[tuple[Use, str], UseSite] = {}
        self.links: dict[str, dict[str, Span]] = {}

    def add_use(self, use: Use, unknown: str, span: Span, note: Message | None = None) -> None:
        self.sites.setdefault((use, unknown), UseSite(unknown, span, note))
        self.links.setdefault(unknown, {})

    def add_link(self, first: str, second: str, span: Span) -> None:
        """Record that both occur in the comparison at `span`."""
        self.links.setdefault(first, {}).setdefault(second, span)
        self.links.setdefault(second, {}).setdefault(first, span)

    def find_classes(self) -> list[list[str]]:
        """Return the classes of unknowns that must have the same kind, in order of first use."""
        seen: set[str] = set()
        classes = []
        for start in self.links:
            if start not in seen:
                members = list(self._predecessors(start))
                seen.update(members)
                classes.append(members)
        return classes

    def find_clashes(self) -> list[Diagnostic]:
        """Report contradictory uses, each pair of spans once."""
        clashes: dict[tuple[Span, Span], Diagnostic] = {}
        for members in self.find_classes():
            pair = self._find_contradiction(members)
            if pair is not None:
                first, second = sorted(pair, key=lambda use: use[1].span.start)
                path = self._shortest_path(first[1].unknown, second[1].unknown)
                spans = first[1].span, second[1].span
                clashes.setdefault(spans, _kind_clash(first, second, path))
        return list(clashes.values())

    def find_propositions(self) -> set[str]:
        """Find the unknowns that are propositions themselves or linked to one."""
        return {
            unknown
            for members in self.find_classes()
            if any([(Use.PROPOSITION, member) in self.sites for member in members])
            for unknown in members
        }

    def _find_contradiction(self, members: list[str]) -> "tuple[tuple[Use, UseSite], tuple[Use, UseSite]] | None":
        """Find two contradictory uses in a class, preferably of the same unknown."""
        distant_pair: tuple[tuple[Use, UseSite], tuple[Use, UseSite]] | None = None
        for left, right in ((Use.PROPOSITION, Use.NUMBER), (Use.INTEGER, Use.REAL)):
            lefts = [self.sites[left, name] for name in members if (left, name) in self.sites]
            rights = {name: self.sites[right, name] for name in members if (right, name) in self.sites}
            for site in lefts:
                if site.unknown in rights:
                    return (left, site), (right, rights[site.unknown])
            if lefts and rights and distant_pair is None:
                distant_pair = (left, lefts[0]), (right, next(iter(rights.values())))
        return distant_pair

    def _predecessors(self, start: str) -> dict[str, str]:
        """Every unknown reachable from `start`, with its predecessor on the shortest path."""
        previous = {start: start}
        queue = [start]
        for unknown in queue:
            for following in self.links[unknown]:
                if following not in previous:
                    previous[following] = unknown
                    queue.append(following)
        return previous

    def _shortest_path(self, start: str, end: str) -> list[Span]:
        """The comparisons on the shortest path between two unknowns."""
        previous = self._predecessors(start)
        path = []
        while end != start:
            path.append(self.links[end][previous[end]])
            end = previous[end]
        return list(dict.fromkeys(path[::-1]))


def _kind_clash(first: tuple[Use, UseSite], second: tuple[Use, UseSite], path: Sequence[Span]) -> Diagnostic:
    """Two contradictory uses of one unknown, or of two that the comparisons of `path` link."""
    (early_use, early_site), (late_use, late_site) = first, second
    code = "T111" if Use.PROPOSITION in (early_use, late_use) else "T112"
    secondary = [(early_site.span, early_use.value), *[(span, "link") for span in path[:_MAX_LINKS]]]
    gaps: dict[str, str | Message] = {
        "name": late_site.unknown,
        "other": early_site.unknown,
        "kind": Message(f"unknown.{late_use.value}"),
        "other_kind": Message(f"unknown.{early_use.value}"),
    }
    variant = "linked" if path else None
    clash = make_diagnostic(
        code,
        late_site.span,
        variant=variant,
        label=late_use.value,
        secondary=secondary,
        help="help",
        more_gaps=gaps,
    )
    return replace(clash, notes=tuple(note for note in (late_site.note or early_site.note,) if note is not None))
