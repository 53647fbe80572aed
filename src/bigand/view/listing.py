"""Atoms as a list: predicate by predicate, in the order of their indices, on few lines.

What fits on one line is written as it is, `p(1,2)  p(1,4)`; what does not is grouped, `p: (1,2) (1,4) …`.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from bigand.view.layers import sort_rows
from bigand.view.scene import Row

_FEWEST_LINES = 4  # lines, however much is drawn above
_MOST_INDENT = 16  # letters of a head
_MOST_NAMED = 4  # predicates of which something is left out


class LineBudget(Struct, frozen=True):
    """How many lines an answer may take, and the sentence for what did not fit: how many atoms, of what.

    Pictures that somebody asked for take the room they need. For others there is a sentence too: how many steps.
    """

    lines: int
    omitted_text: Callable[[int, str], str]
    omitted_steps_text: Callable[[int], str] | None = None


class ListLine(Struct, frozen=True):
    """A line, and how many atoms it tells of."""

    text: str
    atoms: int


def list_atoms(predicate: str, true: Sequence[Row], width: int) -> list[ListLine]:
    """The true atoms of a predicate."""
    ordered = sort_rows(true)
    names = [f"{predicate}({','.join(map(str, row))})" if row else predicate for row in ordered]
    whole = "  ".join(names)
    if len(whole) <= width or len(names) == 1:
        return [ListLine(whole, len(names))] if names else []
    groups = [f"({','.join(map(str, row))})" for row in ordered]
    return flow_items(f"{predicate}: ", groups, width, " ")


def flow_items(head: str, items: Iterable[str], width: int, between: str) -> list[ListLine]:
    """Items one after the other behind a head, the lines below indented as far as it goes, within reason."""
    lines: list[ListLine] = []
    margin = " " * (len(head) if len(head) <= _MOST_INDENT else 4)
    text, count = head, 0
    for item in items:
        if count and len(text) + len(between) + len(item) > width:
            lines.append(ListLine(text, count))
            text, count = margin, 0
        text, count = f"{text}{between if count else ''}{item}", count + 1
    return [*lines, ListLine(text, count)] if count else lines


def fit_lines(blocks: Sequence[tuple[str, list[ListLine]]], budget: LineBudget | None, used: int) -> list[str]:
    """Lines of predicates, as many as there is room for below so many others; what is left out is reported."""
    lines = [(name, line) for name, block in blocks for line in block]
    most = len(lines) if budget is None else max(budget.lines - used, _FEWEST_LINES)
    if budget is None or len(lines) <= most:
        return [line.text for _, line in lines]
    left = lines[most - 1 :]
    names = list(dict.fromkeys([name for name, _ in left]))
    said = ", ".join([*names[:_MOST_NAMED], *(["…"] if len(names) > _MOST_NAMED else [])])
    return [
        *[line.text for _, line in lines[: most - 1]],
        budget.omitted_text(sum([line.atoms for _, line in left]), said),
    ]
