"""Show an exhibit in the terminal: pictures side by side, step by step, then the remaining atoms.

Of these, predicates with two integer indices are grids; of the others, the true atoms are listed by predicate and
index. What fits on one line is written in full, `p(1,2)  p(1,4)`; what does not is grouped, `p: (1,2) (1,4) …`.
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

_MIN_LINES = 4  # of atoms, however much is drawn above
_MAX_INDENT = 16  # characters of a head
_MAX_NAMED = 4  # predicates named in the note on omitted atoms
_GAP = 4  # spaces between pictures side by side
_MAX_GRID_ROWS = 60


class LineBudget(Struct, frozen=True):
    """The number of lines an answer may take, and the text for omitted atoms (how many, of which predicates).

    Requested pictures take the space they need. For guessed ones, `omitted_steps_text` gives the text for omitted
    steps.
    """

    lines: int
    omitted_text: Callable[[int, str], str]
    omitted_steps_text: Callable[[int], str] | None = None


class ListLine(Struct, frozen=True):
    """A line, and the number of atoms it shows."""

    text: str
    atoms: int


def list_atoms(predicate: str, true: Sequence[Row], width: int) -> list[ListLine]:
    """List the true atoms of a predicate."""
    ordered = sort_rows(true)
    names = [f"{predicate}({','.join(map(str, row))})" if row else predicate for row in ordered]
    whole = "  ".join(names)
    if len(whole) <= width or len(names) == 1:
        return [ListLine(whole, len(names))] if names else []
    groups = [f"({','.join(map(str, row))})" for row in ordered]
    return flow_items(f"{predicate}: ", groups, width, " ")


def flow_items(head: str, items: Iterable[str], width: int, between: str) -> list[ListLine]:
    """Write items one after another behind a head, with the next lines indented by its width, within reason."""
    lines: list[ListLine] = []
    margin = " " * (len(head) if len(head) <= _MAX_INDENT else 4)
    text, count = head, 0
    for item in items:
        if count and len(text) + len(between) + len(item) > width:
            lines.append(ListLine(text, count))
            text, count = margin, 0
        text, count = f"{text}{between if count else ''}{item}", count + 1
    return [*lines, ListLine(text, count)] if count else lines


def cut_to_budget(blocks: Sequence[tuple[str, list[ListLine]]], budget: LineBudget | None, used: int) -> list[str]:
    """Return as many lines of predicates as fit below `used` others, with a note on what is omitted."""
    lines = [(name, line) for name, block in blocks for line in block]
    max_lines = len(lines) if budget is None else max(budget.lines - used, _MIN_LINES)
    if budget is None or len(lines) <= max_lines:
        return [line.text for _, line in lines]
    left = lines[max_lines - 1 :]
    names = list(dict.fromkeys([name for name, _ in left]))
    names_text = ", ".join([*names[:_MAX_NAMED], *(["…"] if len(names) > _MAX_NAMED else [])])
    return [
        *[line.text for _, line in lines[: max_lines - 1]],
        budget.omitted_text(sum([line.atoms for _, line in left]), names_text),
    ]


# ---------------------------------------------------------------------- exhibits


def show_exhibit(
    exhibit: Exhibit, width: int, depth: ColourDepth, budget: LineBudget | None = None
) -> Iterator[str]:
    """Yield the lines of a model: its views, then as much of the rest as fits the budget."""
    used = 0
    for line in _show_pictures(exhibit, width, depth, budget):
        used += 1
        yield line
    blocks: list[tuple[str, list[ListLine]]] = []
    for extension in exhibit.rest:
        left = None if budget is None else budget.lines - used - sum([len(lines) for _, lines in blocks])
        blocks.append((extension.predicate, _extension_lines(extension, width, depth, left)))
    yield from cut_to_budget(_join_propositions(blocks, width), budget, used)


def step_screens(exhibit: Exhibit, width: int, depth: ColourDepth) -> list[list[str]]:
    """Return the lines of each step with the key below; empty without steps."""
    key = _key_lines(exhibit, width)
    return [[*lines, *([""] if key else []), *key] for lines in _step_blocks(exhibit, width, depth)]


# ---------------------------------------------------------------------- the rest


def _extension_lines(extension: Extension, width: int, depth: ColourDepth, left: int | None) -> list[ListLine]:
    """Return the lines of a predicate without a picture: its numbers, then a grid if it fits, else a list."""
    lines: list[ListLine] = []
    if extension.numbers:
        from bigand.view.kinds.grid import number_lines

        shown = number_lines(extension.predicate, extension.numbers, extension.roles, width)
        lines += [ListLine(text, text.count(" = ")) for text in shown]
    if extension.grid:
        from bigand.view.kinds.grid import grid_lines, grid_width, make_grid

        scene = make_grid(Layer(extension.predicate, extension.roles, extension.grid, extension.true))
        if (
            scene.height <= min(_MAX_GRID_ROWS, scene.height if left is None else left)
            and grid_width(scene) <= width
        ):
            drawn = enumerate(grid_lines(scene, depth))
            return [*lines, *[ListLine(text, len(extension.true) if not number else 0) for number, text in drawn]]
    return [*lines, *list_atoms(extension.predicate, extension.true, width)]


def _join_propositions(blocks: list[tuple[str, list[ListLine]]], width: int) -> list[tuple[str, list[ListLine]]]:
    """Put consecutive propositions without indices on one line."""
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
    """Yield the lines of pictures, side by side as far as they fit, each below its step and moves."""
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
    """Return the key to the marks in pictures, if they need one."""
    legend = scene_legend(exhibit.scenes, scene_inks(exhibit.scenes))
    entries = [legend_line([(mark, name)]) for mark, name in legend if mark != name.replace(" ", "")]
    return [line.text for line in flow_items("", entries, width, ", ")]


def _title_lines(picture: Picture) -> list[str]:
    return [picture.scene.title] if kind_of(picture.kind).is_titled else []


def _step_blocks(exhibit: Exhibit, width: int, depth: ColourDepth) -> Iterator[list[str]]:
    """Yield the lines of each step: its name, its moves, its pictures."""
    screens = _screens_by_kind(exhibit, width, depth)
    for step, group in groupby(exhibit.pictures, key=lambda picture: picture.step):
        if step is not None:
            here = list(group)
            lines = [f"{here[0].word} {step}", *exhibit.moves.get(step, ())]
            for picture in here:
                lines += _picture_lines(picture, screens)
            yield lines


def _screens_by_kind(exhibit: Exhibit, width: int, depth: ColourDepth) -> dict[str, Screen]:
    """Return a screen for each kind of picture, so that all pictures of a plan look alike."""
    ink = scene_inks(exhibit.scenes)
    states: dict[str, set[str]] = {}
    for scene in exhibit.scenes:
        states.setdefault(scene.kind, set()).update(scene.states)
    return {kind: Screen(width, depth, ink, frozenset(seen)) for kind, seen in states.items()}


def _picture_lines(picture: Picture, screens: dict[str, Screen]) -> list[str]:
    """Return a picture, or its true atoms where it cannot be drawn."""
    screen = screens[picture.kind]
    lines = kind_of(picture.kind).lines(picture.scene, screen)
    if lines:
        return lines
    for predicate in picture.predicates:
        true = [row for name, row in picture.rows if name == predicate]
        lines += [line.text for line in list_atoms(predicate, true, screen.width)]
    return lines


def _fit_into_rows(blocks: list[list[str]], width: int) -> Iterator[list[list[str]]]:
    """Split blocks into rows that fit the width."""
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
    """Yield blocks side by side, with headings at the top and last lines aligned."""
    height = max(map(len, blocks))
    widths = [max(map(visible_width, block), default=0) for block in blocks]
    full = [[block[0], *[""] * (height - len(block)), *block[1:]] if block else [""] * height for block in blocks]
    for row in range(height):
        parts = [
            block[row] + " " * (wide - visible_width(block[row])) for block, wide in zip(full, widths, strict=True)
        ]
        yield (" " * _GAP).join(parts).rstrip()
