"""The rules of Light Up once more, a cell at a time, sharing nothing with the house: the oracle of the tests."""

import numpy as np

Rows = tuple[str, ...]
Bulbs = frozenset[tuple[int, int]]
WALLS = "#01234"


def sight(rows: Rows, row: int, column: int) -> list[tuple[int, int]]:
    """The white cells that a cell sees, without itself."""
    found = []
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        i, j = row + down, column + right
        while 0 <= i < len(rows) and 0 <= j < len(rows[0]) and rows[i][j] not in WALLS:
            found.append((i, j))
            i, j = i + down, j + right
    return found


def whites(rows: Rows) -> list[tuple[int, int]]:
    return [(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell not in WALLS]


def bulbs_of(rows: Rows) -> Bulbs:
    return frozenset((i, j) for i, j in whites(rows) if rows[i][j] == "L")


def is_lit(rows: Rows, bulbs: Bulbs, cell: tuple[int, int]) -> bool:
    return cell in bulbs or any(other in bulbs for other in sight(rows, *cell))


def is_solution(rows: Rows, bulbs: Bulbs) -> bool:
    if any(other in bulbs for bulb in bulbs for other in sight(rows, *bulb)):
        return False
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            if cell not in WALLS and not is_lit(rows, bulbs, (i, j)):
                return False
            around = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
            if cell.isdigit() and sum(other in bulbs for other in around) != int(cell):
                return False
    return True


def solutions(rows: Rows) -> set[Bulbs]:
    """All of them, by trying every set of cells, as bits of a number, on up to 16 white cells."""
    cells = whites(rows)
    assert len(cells) <= 16
    bit = {cell: 1 << at for at, cell in enumerate(cells)}
    tried = np.arange(1 << len(cells))
    right = np.ones(len(tried), dtype=np.bool_)
    for cell in cells:
        seen = sum(bit[other] for other in sight(rows, *cell))
        right &= (tried & (bit[cell] | seen)) != 0
        right &= ((tried & bit[cell]) == 0) | ((tried & seen) == 0)
    for i, row in enumerate(rows):
        for j, cell_text in enumerate(row):
            if cell_text.isdigit():
                around = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
                beside = sum(((tried & bit[other]) != 0).astype(int) for other in around if other in bit)
                right &= beside == int(cell_text)
    return {frozenset(cell for cell in cells if one & bit[cell]) for one in tried[right].tolist()}
