"""Numbers in the terminal: a grid where a predicate has two integer indices, else `x = 4` one after the other."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from bigand.view.kinds.grid import grid_of_texts
from bigand.view.scene import Row, Scene, is_grid, named

_LARGEST_GRID = 60


def show_numbers(
    predicate: str, rows: Sequence[tuple[Row, str]], roles: tuple[str, ...], width: int
) -> Iterator[str]:
    """The lines that tell the values of a predicate."""
    if is_grid([row for row, _ in rows]):
        lines = list(_draw(grid_of_texts(predicate, dict(rows), roles)))
        if len(lines) <= _LARGEST_GRID and max([len(line) for line in lines]) <= width:
            yield from lines
            return
    shown = [f"{named(predicate, tuple(map(str, row)))} = {text}" for row, text in rows]
    # A value stays beside its name when lines are broken.
    whole = "  ".join([text.replace(" ", "\0") for text in shown])
    for line in wrap(whole, width, break_long_words=False, break_on_hyphens=False):
        yield line.replace("\0", " ")


def _draw(scene: Scene) -> Iterator[str]:
    texts = {(label.x, label.y): label.text for label in scene.labels}
    widths = [max([len(texts.get((x, y), "")) for y in range(1, scene.height)]) for x in range(scene.width)]
    yield texts[0, 0]
    for y in range(1, scene.height):
        cells = [texts.get((x, y), "").rjust(widths[x]) for x in range(scene.width)]
        yield f"{cells[0]}  {' '.join(cells[1:])}".rstrip()
