"""The marks of what is in a place, and the key that tells what they mean."""

from collections.abc import Collection, Sequence

from bigand.view.palette import Ink
from bigand.view.scene import apart


def mark_of(state: str, ink: dict[str, Ink], is_shown_empty: bool = False) -> str:
    """The mark of what is in a place, or the marks of all that is; nothing for what is empty, unless told.

    >>> ink = {"red": Ink("#ff0000", "r"), "blue": Ink("#0000ff", "b")}
    >>> mark_of("red", ink), mark_of("blue + red", ink), mark_of("empty", ink), mark_of("empty + red", ink)
    ('r', 'b+r', '', '∅+r')
    """
    parts = apart(state)
    if len(parts) > 1:
        return "+".join([mark_of(part, ink, True) for part in parts])
    return ink[state].mark if state in ink else "∅" if is_shown_empty else ""


def legend_line(entries: Sequence[tuple[str, str]]) -> str:
    """A legend as text: `g green, o orange`."""
    return ", ".join([f"{mark} {name}" for mark, name in entries])


def legend(ink: dict[str, Ink], states: Collection[str]) -> list[tuple[str, str]]:
    """What the marks mean, where they do not say it themselves; at last those of several in one place."""
    several = sorted([state for state in states if len(apart(state)) > 1])
    used = {part for state in states for part in apart(state)}
    single = [(one.mark, name) for name, one in ink.items() if name in used and one.mark != name]
    empty = sorted({part for state in several for part in apart(state) if part not in ink})
    return [*single, *[("∅", name) for name in empty], *[(mark_of(state, ink), state) for state in several]]
