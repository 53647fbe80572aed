"""Atoms as a list: predicate by predicate, in the order of their indices, on few lines.

What fits on one line is written as it is, `p(1,2)  p(1,4)`; what does not is grouped, `p: (1,2) (1,4) …`.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from bigand.view.layers import in_order
from bigand.view.scene import Row

_LEAST = 4  # lines, however much is drawn above
_INDENTED = 16  # letters of a head
_NAMED = 4  # predicates of which something is left out


class Room(Struct, frozen=True):
    """How many lines an answer may take, and the sentence for what did not fit: how many atoms, of what.

    Pictures that somebody asked for take the room they need. For others there is a sentence too: how many steps.
    """

    lines: int
    tell: Callable[[int, str], str]
    tell_steps: Callable[[int], str] | None = None


class Line(Struct, frozen=True):
    """A line, and how many atoms it tells of."""

    text: str
    atoms: int


def listing(predicate: str, true: Sequence[Row], width: int) -> list[Line]:
    """The true atoms of a predicate."""
    ordered = in_order(true)
    names = [f"{predicate}({','.join(map(str, row))})" if row else predicate for row in ordered]
    whole = "  ".join(names)
    if len(whole) <= width or len(names) == 1:
        return [Line(whole, len(names))] if names else []
    groups = [f"({','.join(map(str, row))})" for row in ordered]
    return flowing(f"{predicate}: ", groups, width, " ")


def flowing(head: str, items: Iterable[str], width: int, between: str) -> list[Line]:
    """Items one after the other behind a head, the lines below indented as far as it goes, within reason."""
    lines: list[Line] = []
    margin = " " * (len(head) if len(head) <= _INDENTED else 4)
    text, count = head, 0
    for item in items:
        if count and len(text) + len(between) + len(item) > width:
            lines.append(Line(text, count))
            text, count = margin, 0
        text, count = f"{text}{between if count else ''}{item}", count + 1
    return [*lines, Line(text, count)] if count else lines


def fitted(blocks: Sequence[tuple[str, list[Line]]], room: Room | None, used: int) -> list[str]:
    """Lines of predicates, as many as there is room for below so many others; what is left out is reported."""
    lines = [(name, line) for name, block in blocks for line in block]
    most = len(lines) if room is None else max(room.lines - used, _LEAST)
    if room is None or len(lines) <= most:
        return [line.text for _, line in lines]
    left = lines[most - 1 :]
    names = list(dict.fromkeys([name for name, _ in left]))
    said = ", ".join([*names[:_NAMED], *(["…"] if len(names) > _NAMED else [])])
    return [*[line.text for _, line in lines[: most - 1]], room.tell(sum([line.atoms for _, line in left]), said)]
