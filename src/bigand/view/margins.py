"""Draw numbers beside a board: how many there are in a row, what is seen from the end of a column.

A predicate drawn `as left`, `right`, `top` or `bottom` has two arguments: a row or column, and the text beside it.
Of several predicates on one side, each is farther out than the one before.
"""

from collections.abc import Iterator, Sequence

from bigand.view.drawing import Shape, Text, text_width
from bigand.view.layers import Layer, index_sort_key, true_atoms_by_place
from bigand.view.scene import Index, Label, Scene

SIDES = {
    "left": "left", "gauche": "left", "right": "right", "droite": "right",
    "top": "top", "above": "top", "haut": "top", "bottom": "bottom", "below": "bottom", "bas": "bottom",
}  # fmt: skip
ROW_SIDES = frozenset({"left", "right"})  # beside rows
_FONT_SIZE, _STEP, _GAP = 16.0, 22.0, 9.0


def side_of(layer: Layer) -> str:
    """Return the side that a layer is written on; empty for a layer on the board."""
    return SIDES.get(layer.look.lower(), "")


def margin_labels(layer: Layer, depth: int, positions: dict[Index, int]) -> Iterator[Label]:
    """Yield the labels of a layer.

    `depth` is the number of layers between it and the board, `positions` the place of each row or column.
    """
    side = side_of(layer)
    true_atoms = true_atoms_by_place([(layer, lambda row: row[0])])
    for place in sorted(true_atoms, key=index_sort_key):
        numbers = [str(row[1]) for row in layer.true if row[0] == place]
        if place in positions:
            position = (depth, positions[place]) if side in ROW_SIDES else (positions[place], depth)
            yield Label(f"{side}-{depth}-{place}", *position, "+".join(numbers), side, true_atoms[place])


def margin_size(scene: Scene, side: str) -> float:
    """Return the space that the labels of a side take."""
    labels = [label for label in scene.labels if label.role == side]
    if not labels:
        return 0.0
    if side in ROW_SIDES:
        return _GAP + sum(_widths(labels))
    return _GAP - 2 + _STEP * (1 + max([label.y for label in labels]))


def _widths(labels: Sequence[Label]) -> list[float]:
    """Return the width of each column of labels, the nearest to the board first."""
    depth = 1 + max([label.x for label in labels])
    widest = [max([0, *[len(label.text) for label in labels if label.x == far]]) for far in range(depth)]
    return [max(_STEP - 6, text_width("0" * wide, _FONT_SIZE, True) + 8) for wide in widest]


def margin_shapes(
    scene: Scene, left: float, top: float, size: float, right: float, bottom: float, id_prefix: str
) -> Iterator[Shape]:
    """Yield the labels of all sides of a board with these edges and this size of a square."""
    for side in ("left", "right", "top", "bottom"):
        labels = [label for label in scene.labels if label.role == side]
        widths = _widths(labels) if labels and side in ROW_SIDES else []
        for label in labels:
            if side in ROW_SIDES:
                far = _GAP + sum(widths[: label.x]) + widths[label.x] / 2
                x, y = left - far if side == "left" else right + far, top + (label.y - 0.5) * size + 6
            else:
                x = left + (label.x - 0.5) * size
                y = top - _GAP - _STEP * label.y if side == "top" else bottom + _STEP * (label.y + 1) - 2
            yield Text(
                x, y, label.text, _FONT_SIZE, "middle", True, id=f"{id_prefix}-{label.id}", atoms=label.atoms
            )


# ---------------------------------------------------------------------- in a terminal


def add_margins(scene: Scene, body: Sequence[str], rows: Sequence[int], columns: Sequence[int]) -> list[str]:
    """Return the lines of a board with its margins; its squares are at these lines and columns.

    Without labels on the left, the names of rows are shown; the names of columns go above or below.
    """
    left = {y: " ".join(texts) for y, texts in _texts_by_row(scene, "left").items()}
    if not left:
        left = {label.y: label.text for label in scene.labels if label.role == "row"}
    margin = max(map(len, left.values()), default=0) + 1
    right = _texts_by_row(scene, "right")
    row_at_line = {line: y for y, line in enumerate(rows, 1)}
    drawn = []
    for number, line in enumerate(body):
        before, behind = (
            left.get(row_at_line.get(number, 0), ""),
            " ".join(right.get(row_at_line.get(number, 0), [])),
        )
        drawn.append(f"{before:>{margin - 1}} {line} {behind}".rstrip())
    above = [*reversed(list(_margin_lines(scene, "top", columns, margin)))]
    below = [*_margin_lines(scene, "bottom", columns, margin)]
    if not above:
        named = _centre_texts_on_columns(
            {columns[label.x - 1]: label.text for label in scene.labels if label.role == "column"}, margin
        )
        if named:
            (above if below else below).append(named)
    return [*above, *drawn, *below]


def _texts_by_row(scene: Scene, side: str) -> dict[int, list[str]]:
    """Return the texts beside each row, the nearest to the board first; on the left, last."""
    texts_at: dict[int, list[str]] = {}
    for label in sorted([label for label in scene.labels if label.role == side], key=lambda label: label.x):
        texts_at.setdefault(label.y, []).append(label.text)
    return {y: texts[::-1] if side == "left" else texts for y, texts in texts_at.items()}


def _margin_lines(scene: Scene, side: str, columns: Sequence[int], margin: int) -> Iterator[str]:
    labels = [label for label in scene.labels if label.role == side]
    for far in sorted({label.y for label in labels}):
        yield _centre_texts_on_columns(
            {columns[label.x - 1]: label.text for label in labels if label.y == far}, margin
        )


def _centre_texts_on_columns(text_by_column: dict[int, str], margin: int) -> str:
    """Centre texts on their columns."""
    line = ""
    for column, text in sorted(text_by_column.items()):
        line = line.ljust(margin + column - (len(text) - 1) // 2) + text
    return line.rstrip()
