"""The rules of Light Up once more, a cell at a time, sharing nothing with the house: the oracle of the tests."""

from itertools import product

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
    """All of them, by trying every set of cells."""
    cells = whites(rows)
    found = set()
    for choice in product((False, True), repeat=len(cells)):
        bulbs = frozenset(cell for cell, chosen in zip(cells, choice, strict=True) if chosen)
        if is_solution(rows, bulbs):
            found.add(bulbs)
    return found
