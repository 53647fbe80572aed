"""The puzzles of `examples/gallery` by plain search, from their rules. Nothing of `src` is used.

A board is read off the text of a model: `terms` finds the atoms of its lists. Each search gives all solutions, as
sets of index tuples of what is to be found.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import TypeVar

Cell = tuple[int, int]
Atoms = frozenset[tuple[int | str, ...]]
Grid = dict[Cell, int]
Value = TypeVar("Value")


def terms(text: str, name: str) -> list[tuple[int | str, ...]]:
    """The index tuples of all `name(…)` with constants for indices in the assignments of a model."""
    written = re.sub(r";;.*", "", text)
    found = re.findall(rf"\b{name}\(([\w,]+)\)", written)
    return [tuple([int(part) if part.isdigit() else part for part in row.split(",")]) for row in found]


def number(text: str, name: str) -> int:
    """The value of `$name`, which is a number."""
    [value] = re.findall(rf"^\${name} = (\d+)", text, re.MULTILINE)
    return int(value)


def cells(size: int) -> list[Cell]:
    return list(product(range(1, size + 1), range(1, size + 1)))


def around(cell: Cell, size: int) -> list[Cell]:
    return [other for other in cells(size) if other != cell and touching(cell, other)]


def beside(cell: Cell, size: int) -> list[Cell]:
    return [other for other in cells(size) if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1]


def touching(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


# ---------------------------------------------------------------------- boards with a value in each cell


def filled(size: int, given: Grid, may_be: Callable[[Grid, Cell], Iterable[int]]) -> Iterator[Grid]:
    """All ways to fill a board: always the cell that has the fewest values left; `may_be` tells which it has."""
    grid: Grid = {}
    open_cells = set(cells(size))

    def go() -> Iterator[Grid]:
        if not open_cells:
            yield dict(grid)
            return
        choices = {}
        for cell in sorted(open_cells):
            choices[cell] = [value for value in may_be(grid, cell) if given.get(cell, value) == value]
            if len(choices[cell]) < 2:
                break
        cell = min(choices, key=lambda one: len(choices[one]))
        open_cells.remove(cell)
        for value in choices[cell]:
            grid[cell] = value
            yield from go()
            del grid[cell]
        open_cells.add(cell)

    yield from go()


def as_atoms(grids: Iterable[Grid]) -> set[Atoms]:
    return {frozenset([(*cell, value) for cell, value in grid.items()]) for grid in grids}


def sudoku(text: str) -> set[Atoms]:
    side = number(text, "side")
    size = side * side

    def may_be(grid: Grid, cell: Cell) -> Iterator[int]:
        seen = {value for other, value in grid.items() if _meets(cell, other, side)}
        return (value for value in range(1, size + 1) if value not in seen)

    return as_atoms(filled(size, _given(text), may_be))


def _meets(one: Cell, other: Cell, side: int) -> bool:
    boxes = [((row - 1) // side, (column - 1) // side) for row, column in (one, other)]
    return one[0] == other[0] or one[1] == other[1] or boxes[0] == boxes[1]


def _given(text: str) -> Grid:
    return {(row, column): value for row, column, value in terms(text, "given")}  # type: ignore[misc]


def latin(text: str) -> set[Atoms]:
    size = number(text, "N")

    def may_be(grid: Grid, cell: Cell) -> Iterator[int]:
        seen = {value for other, value in grid.items() if other[0] == cell[0] or other[1] == cell[1]}
        return (value for value in range(1, size + 1) if value not in seen)

    return as_atoms(filled(size, _given(text), may_be))


def takuzu(text: str) -> set[Atoms]:
    size = number(text, "N")

    def may_be(grid: Grid, cell: Cell) -> list[int]:
        return [value for value in (0, 1) if _is_balanced({**grid, cell: value}, cell, size)]

    grids = filled(size, _given(text), may_be)
    return as_atoms([grid for grid in grids if _are_different(grid, size)])


def _is_balanced(grid: Grid, cell: Cell, size: int) -> bool:
    span = range(1, size + 1)
    for line in ([grid.get((cell[0], at)) for at in span], [grid.get((at, cell[1])) for at in span]):
        if max(line.count(0), line.count(1)) > size // 2:
            return False
        if any([three in ((0, 0, 0), (1, 1, 1)) for three in zip(line, line[1:], line[2:], strict=False)]):
            return False
    return True


def _are_different(grid: Grid, size: int) -> bool:
    span = range(1, size + 1)
    rows = {tuple([grid[row, column] for column in span]) for row in span}
    columns = {tuple([grid[row, column] for row in span]) for column in span}
    return len(rows) == len(columns) == size


# ---------------------------------------------------------------------- boards with some cells marked


def stars(text: str, each: int) -> set[Atoms]:
    """Row by row: so many stars in each row, column and region, no two that touch; no search that leads nowhere."""
    size = number(text, "N")
    region = {(int(row), int(column)): name for row, column, name in terms(text, "region")}
    lines = [[(row, at) for row in range(1, size + 1)] for at in range(1, size + 1)]
    lines += [[cell for cell in region if region[cell] == name] for name in set(region.values())]
    found: set[Atoms] = set()

    def go(row: int, marks: tuple[Cell, ...]) -> None:
        for line in lines:
            have = len(set(marks).intersection(line))
            if have > each or have + len([cell for cell in line if cell[0] > row]) < each:
                return
        if row == size:
            found.add(frozenset(marks))
            return
        for columns in combinations(range(1, size + 1), each):
            new = [(row + 1, column) for column in columns]
            last = [cell for cell in marks if cell[0] == row]
            if not any([touching(*pair) for pair in [*combinations(new, 2), *product(last, new)]]):
                go(row + 1, (*marks, *new))

    go(0, ())
    return found


def tents(text: str) -> set[Atoms]:
    """Tree by tree; solutions are the pairs of a tree and its tent."""
    size = number(text, "N")
    trees = [(row, column) for row, column in terms(text, "tree")]
    limits = {("row", place): count for place, count in terms(text, "in_row")}
    limits |= {("column", place): count for place, count in terms(text, "in_column")}
    found: list[list[Cell]] = [[]]
    for tree in trees:
        places = [cell for cell in beside(tree, size) if cell not in trees]  # type: ignore[arg-type]
        found = [
            [*old, new]
            for old in found
            for new in places
            if not any([touching(new, other) for other in old]) and not _too_many([*old, new], limits)
        ]
    whole = [marks for marks in found if all([_count(marks, *line) == limit for line, limit in limits.items()])]
    return {frozenset([(*tree, *tent) for tree, tent in zip(trees, marks, strict=True)]) for marks in whole}


def _count(marks: Sequence[Cell], kind: str, place: int | str) -> int:
    return [cell[0 if kind == "row" else 1] for cell in marks].count(int(place))


def _too_many(marks: Sequence[Cell], limits: Mapping[tuple[str, int | str], int | str]) -> bool:
    return any([_count(marks, *line) > int(limit) for line, limit in limits.items()])


def mines(text: str) -> set[Atoms]:
    """Cell by cell, as long as every number can still be reached."""
    size = number(text, "N")
    numbers = {(row, column): value for row, column, value in terms(text, "number")}
    hidden = [cell for cell in cells(size) if cell not in numbers]
    near = {shown: [cell for cell in around(shown, size) if cell in set(hidden)] for shown in numbers}  # type: ignore[arg-type]
    found: list[frozenset[Cell]] = [frozenset()]
    for at, cell in enumerate(hidden, 1):
        told = [shown for shown in numbers if cell in near[shown]]
        later = set(hidden[at:])
        wider = [*found, *[marks | {cell} for marks in found]]
        found = [
            marks
            for marks in wider
            if all(
                [
                    0 <= int(numbers[shown]) - len(marks & set(near[shown])) <= len(later & set(near[shown]))
                    for shown in told
                ]
            )
        ]
    return {frozenset(marks) for marks in found}


# ---------------------------------------------------------------------- people and houses

NATIONS = ("english", "spanish", "ukrainian", "norwegian", "japanese")
COLOURS = ("red", "green", "white", "yellow", "blue")
PETS = ("dog", "snail", "fox", "horse", "zebra")
DRINKS = ("coffee", "tea", "milk", "juice", "water")
HOBBIES = ("chess", "dance", "judo", "piano", "sailing")


def zebra() -> set[Atoms]:
    """Kind by kind, every order of the five houses."""
    found = set()
    for nation in _orders(NATIONS):
        if nation["norwegian"] != 1:
            continue
        for colour in _orders(COLOURS):
            if nation["english"] != colour["red"] or colour["green"] != colour["white"] + 1:
                continue
            if abs(nation["norwegian"] - colour["blue"]) != 1:
                continue
            for drink in _orders(DRINKS):
                if drink["milk"] != 3 or drink["coffee"] != colour["green"] or drink["tea"] != nation["ukrainian"]:
                    continue
                for hobby in _orders(HOBBIES):
                    if hobby["dance"] != colour["yellow"] or hobby["piano"] != drink["juice"]:
                        continue
                    if hobby["sailing"] != nation["japanese"]:
                        continue
                    for pet in _orders(PETS):
                        if pet["dog"] != nation["spanish"] or pet["snail"] != hobby["chess"]:
                            continue
                        if abs(pet["fox"] - hobby["judo"]) != 1 or abs(pet["horse"] - hobby["dance"]) != 1:
                            continue
                        kinds = {"nation": nation, "colour": colour, "drink": drink, "hobby": hobby, "pet": pet}
                        found.add(
                            frozenset(
                                [(house, kind, name) for kind in kinds for name, house in kinds[kind].items()]
                            )
                        )
    return found  # type: ignore[return-value]


def _orders(names: Sequence[str]) -> list[dict[str, int]]:
    return [dict(zip(order, range(1, 6), strict=True)) for order in permutations(names)]


def knights(text: str) -> set[Atoms]:
    """Every choice of who is a knight."""
    people = ("ann", "bob", "cid", "dan", "eve", "fay")
    found = set()
    for choice in product((True, False), repeat=6):
        knight = dict(zip(people, choice, strict=True))
        told = [(one, knight[str(other)] == (kind == "knight")) for one, other, kind in terms(text, "says")]
        told += [("dan", sum(choice) == 3), ("fay", knight["cid"] or knight["eve"])]
        if all([knight[str(one)] == truth for one, truth in told]):
            found.add(frozenset([(one, "knight" if knight[one] else "knave") for one in people]))
    return found  # type: ignore[return-value]
