"""Complaints about unknowns that are numbers: their kinds (T111, T112, T114), and what is not linear (T113)."""

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from bigand.source.diagnostic import Diagnostic, Message
from bigand.source.fault import fault
from bigand.source.span import Span

_MOST_LINKS = 3


class Placed(Protocol):
    """A use of an unknown: which, where, and for which binding."""

    @property
    def unknown(self) -> str: ...
    @property
    def span(self) -> Span: ...
    @property
    def note(self) -> Message | None: ...


def kinds_clash(first: tuple[str, Placed], second: tuple[str, Placed], path: Sequence[Span]) -> Diagnostic:
    """Two uses of one unknown, or of two that the comparisons of `path` link, that make it different things."""
    (early, one), (late, other) = first, second
    code = "T111" if "proposition" in (early, late) else "T112"
    secondary = [(one.span, early), *[(span, "link") for span in path[:_MOST_LINKS]]]
    gaps: dict[str, str | Message] = {
        "name": other.unknown,
        "other": one.unknown,
        "kind": Message(f"unknown.{late}"),
        "other_kind": Message(f"unknown.{early}"),
    }
    variant = "linked" if path else None
    found = fault(code, other.span, variant=variant, label=late, secondary=secondary, help="help", further=gaps)
    return replace(found, notes=tuple(note for note in (other.note or one.note,) if note is not None))


def product_of_unknowns(span: Span) -> Diagnostic:
    return fault("T113", span, label="label", help="help")


def division_by_unknown(span: Span, divisor: Span) -> Diagnostic:
    return fault("T113", span, variant="division", secondary=[(divisor, "divisor")], help="division")


def propositions_compared(span: Span, operator: str) -> Diagnostic:
    meant = "<=>" if operator == "==" else "xor"
    return fault("T114", span, help="help", operator=operator, meant=meant)


def outside_logic(span: Span, logic: str, taken: str) -> Diagnostic:
    return fault("G104", span, help="help", logic=logic, taken=taken)
