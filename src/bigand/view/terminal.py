"""Atoms as a list: predicate by predicate, in the order of their indices, on few lines.

What fits on one line is written as it is, `p(1,2)  p(1,4)`; what does not is grouped, `p: (1,2) (1,4) …`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from bigand.view.exhibit import Exhibit, Extension, Picture
from bigand.view.kinds import Screen, kind_of
from bigand.view.layers import Layer, sort_rows
from bigand.view.paint import scene_inks, scene_legend
from bigand.view.palette import ColourDepth, legend_line, visible_width
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


# ----------------------------------------------------------------------
# An exhibit in the terminal: its pictures side by side, step by step, and below them the rest.
#
# Of the rest,
# predicates with two integer indices are grids; of the others the true atoms are listed.


_GAP = 4  # blanks between pictures side by side
_MOST_ROWS = 60  # rows of a grid


def show_exhibit(
    exhibit: Exhibit, width: int, depth: ColourDepth, budget: LineBudget | None = None
) -> Iterator[str]:
    """The lines of a model: what views ask for, then the rest, as much of it as there is room for."""
    used = 0
    for line in _show_pictures(exhibit, width, depth, budget):
        used += 1
        yield line
    blocks: list[tuple[str, list[ListLine]]] = []
    for extension in exhibit.rest:
        left = None if budget is None else budget.lines - used - sum([len(lines) for _, lines in blocks])
        blocks.append((extension.predicate, _extension_lines(extension, width, depth, left)))
    yield from fit_lines(_join_propositions(blocks, width), budget, used)


def step_screens(exhibit: Exhibit, width: int, depth: ColourDepth) -> list[list[str]]:
    """The steps, each with the lines of a screen of its own, and the key below; none where there are no steps."""
    key = _key_lines(exhibit, width)
    return [[*lines, *([""] if key else []), *key] for lines in _step_blocks(exhibit, width, depth)]


# ---------------------------------------------------------------------- the rest


def _extension_lines(extension: Extension, width: int, depth: ColourDepth, left: int | None) -> list[ListLine]:
    """What is shown of a predicate that no picture shows: its numbers, and a grid if there is room, else a list."""
    lines: list[ListLine] = []
    if extension.numbers:
        from bigand.view.kinds.grid import number_lines

        shown = number_lines(extension.predicate, extension.numbers, extension.roles, width)
        lines += [ListLine(text, text.count(" = ")) for text in shown]
    if extension.grid:
        from bigand.view.kinds.grid import grid_lines, grid_width, make_grid

        scene = make_grid(Layer(extension.predicate, extension.roles, extension.grid, extension.true))
        if scene.height <= min(_MOST_ROWS, scene.height if left is None else left) and grid_width(scene) <= width:
            drawn = enumerate(grid_lines(scene, depth))
            return [*lines, *[ListLine(text, len(extension.true) if not number else 0) for number, text in drawn]]
    return [*lines, *list_atoms(extension.predicate, extension.true, width)]


def _join_propositions(blocks: list[tuple[str, list[ListLine]]], width: int) -> list[tuple[str, list[ListLine]]]:
    """Propositions that have no index, and follow one another, on one line."""
    together: list[tuple[str, list[ListLine]]] = []
    for is_plain, group in groupby(blocks, key=lambda block: [line.text for line in block[1]] == [block[0]]):
        names = list(group)
        if is_plain and len(names) > 1:
            together.append((names[0][0], flow_items("", [name for name, _ in names], width, "  ")))
        else:
            together += names
    return together


# ---------------------------------------------------------------------- pictures


def _show_pictures(exhibit: Exhibit, width: int, depth: ColourDepth, budget: LineBudget | None) -> Iterator[str]:
    """The lines of pictures, side by side as far as they fit, each under its step and what is done."""
    screens = _screens_by_kind(exhibit, width, depth)
    untimed = [
        [*_title_lines(picture), *_picture_lines(picture, screens)]
        for picture in exhibit.pictures
        if picture.step is None
    ]
    rows = list(_fit_into_rows(list(_step_blocks(exhibit, width, depth)), width))
    key = _key_lines(exhibit, width)
    for number, lines in enumerate(untimed):
        yield from [*([""] if number else []), *lines]
    if untimed and (rows or key):
        yield ""
    used = len(key) + 1
    for number, row in enumerate(rows):
        lines = list(_side_by_side(row))
        used += len(lines) + 1
        if number and budget is not None and budget.omitted_steps_text is not None and used > budget.lines:
            yield from [budget.omitted_steps_text(sum(map(len, rows[number:]))), ""]
            break
        yield from [*lines, ""]
    yield from key


def _key_lines(exhibit: Exhibit, width: int) -> list[str]:
    """What the marks of pictures mean, if that has to be explained."""
    legend = scene_legend(exhibit.scenes, scene_inks(exhibit.scenes))
    entries = [legend_line([(mark, name)]) for mark, name in legend if mark != name.replace(" ", "")]
    return [line.text for line in flow_items("", entries, width, ", ")]


def _title_lines(picture: Picture) -> list[str]:
    return [picture.scene.title] if kind_of(picture.kind).is_titled else []


def _step_blocks(exhibit: Exhibit, width: int, depth: ColourDepth) -> Iterator[list[str]]:
    """The lines of each step: what it is called, what is done, what is seen."""
    screens = _screens_by_kind(exhibit, width, depth)
    for step, group in groupby(exhibit.pictures, key=lambda picture: picture.step):
        if step is not None:
            here = list(group)
            lines = [f"{here[0].word} {step}", *exhibit.moves.get(step, ())]
            for picture in here:
                lines += _picture_lines(picture, screens)
            yield lines


def _screens_by_kind(exhibit: Exhibit, width: int, depth: ColourDepth) -> dict[str, Screen]:
    """What the pictures of each kind are drawn on, so that those of a plan are alike."""
    ink = scene_inks(exhibit.scenes)
    states: dict[str, set[str]] = {}
    for scene in exhibit.scenes:
        states.setdefault(scene.kind, set()).update(scene.states)
    return {kind: Screen(width, depth, ink, frozenset(seen)) for kind, seen in states.items()}


def _picture_lines(picture: Picture, screens: dict[str, Screen]) -> list[str]:
    """A picture, or its true atoms where it cannot be drawn."""
    screen = screens[picture.kind]
    lines = kind_of(picture.kind).lines(picture.scene, screen)
    if lines:
        return lines
    for predicate in picture.predicates:
        true = [row for name, row in picture.rows if name == predicate]
        lines += [line.text for line in list_atoms(predicate, true, screen.width)]
    return lines


def _fit_into_rows(blocks: list[list[str]], width: int) -> Iterator[list[list[str]]]:
    """Blocks in rows that fit."""
    row: list[list[str]] = []
    used = 0
    for block in blocks:
        wide = max(map(visible_width, block), default=0)
        if row and used + _GAP + wide > width:
            yield row
            row, used = [], 0
        row.append(block)
        used += wide + (_GAP if used else 0)
    if row:
        yield row


def _side_by_side(blocks: list[list[str]]) -> Iterator[str]:
    """Blocks beside each other: their headings above, their last lines on one line."""
    height = max(map(len, blocks))
    wides = [max(map(visible_width, block), default=0) for block in blocks]
    full = [[block[0], *[""] * (height - len(block)), *block[1:]] if block else [""] * height for block in blocks]
    for row in range(height):
        parts = [
            block[row] + " " * (wide - visible_width(block[row])) for block, wide in zip(full, wides, strict=True)
        ]
        yield (" " * _GAP).join(parts).rstrip()
