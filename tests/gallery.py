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
State = TypeVar("State")


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


# ---------------------------------------------------------------------- connected boards


def hitori(text: str) -> set[Atoms]:
    """Cell by cell, black ones never side by side; of a whole board, white cells connected."""
    size = number(text, "N")
    value = {(int(row), int(column)): digit for row, column, digit in terms(text, "value")}
    return {frozenset(black) for black in _blackened(size, value) if _is_connected(set(value) - black)}


def _blackened(size: int, value: Mapping[Cell, int | str]) -> Iterator[set[Cell]]:
    order = cells(size)
    black: set[Cell] = set()

    def go(at: int) -> Iterator[set[Cell]]:
        if at == len(order):
            yield set(black)
            return
        row, column = order[at]
        before = [(row, other) for other in range(1, column)] + [(other, column) for other in range(1, row)]
        if not any([value[cell] == value[row, column] and cell not in black for cell in before]):
            yield from go(at + 1)
        if (row - 1, column) not in black and (row, column - 1) not in black:
            black.add((row, column))
            yield from go(at + 1)
            black.remove((row, column))

    yield from go(0)


def _is_connected(white: set[Cell]) -> bool:
    reached, edge = set(), [min(white)] if white else []
    while edge:
        row, column = edge.pop()
        if (row, column) in white and (row, column) not in reached:
            reached.add((row, column))
            edge += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return reached == white


def bridges(text: str) -> set[Atoms]:
    """Hashi, way by way; solutions are the first bridges of each way and, marked by 2, the second ones."""
    wanted = {(int(row), int(column)): int(count) for row, column, count in terms(text, "island")}
    ways = [(one, other) for one, other in combinations(sorted(wanted), 2) if _see(one, other, wanted)]
    found: set[Atoms] = set()
    built: dict[tuple[Cell, Cell], int] = {}

    def go(at: int) -> None:
        for island, count in wanted.items():
            have = sum([number for way, number in built.items() if island in way])
            if have > count or have + 2 * len([way for way in ways[at:] if island in way]) < count:
                return
        if at == len(ways):
            if _is_one({way for way, number in built.items() if number}, set(wanted)):
                found.add(
                    frozenset([(*one, *other, nth) for (one, other), n in built.items() for nth in range(1, n + 1)])
                )
            return
        for count in range(3):
            if count and any([number and _cross(ways[at], way) for way, number in built.items()]):
                break
            built[ways[at]] = count
            go(at + 1)
        built.pop(ways[at], None)

    go(0)
    return found


def _see(one: Cell, other: Cell, islands: Iterable[Cell]) -> bool:
    """Whether two islands are on one line with none between them."""
    if one[0] != other[0] and one[1] != other[1]:
        return False
    return not any([one < cell < other and _is_between(cell, one, other) for cell in islands])


def _is_between(cell: Cell, one: Cell, other: Cell) -> bool:
    return all([min(one[at], other[at]) <= cell[at] <= max(one[at], other[at]) for at in (0, 1)])


def _cross(one: tuple[Cell, Cell], other: tuple[Cell, Cell]) -> bool:
    across, down = (one, other) if one[0][0] == one[1][0] else (other, one)
    if across[0][0] != across[1][0] or down[0][1] != down[1][1]:
        return False
    return down[0][0] < across[0][0] < down[1][0] and across[0][1] < down[0][1] < across[1][1]


def _is_one(ways: set[tuple[Cell, Cell]], islands: set[Cell]) -> bool:
    reached = {min(islands)}
    while wider := {cell for way in ways for cell in way if reached.intersection(way)} - reached:
        reached |= wider
    return reached == islands


# ---------------------------------------------------------------------- more digits


def futoshiki(text: str) -> set[Atoms]:
    size = number(text, "N")
    signs = [((int(a), int(b)), (int(c), int(d))) for a, b, c, d in terms(text, "less")]

    def may_be(grid: Grid, cell: Cell) -> Iterator[int]:
        seen = {value for other, value in grid.items() if other[0] == cell[0] or other[1] == cell[1]}
        for value in range(1, size + 1):
            with_it = {**grid, cell: value}
            if value not in seen and all(
                [with_it.get(one, 0) < with_it.get(other, size + 1) for one, other in signs]
            ):
                yield value

    return as_atoms(filled(size, _given(text), may_be))


def skyscrapers(text: str) -> set[Atoms]:
    """Row by row, each an order of all heights; what is seen is counted where a line is whole."""
    size = number(text, "N")
    sees = {(side, int(line)): int(count) for side, line, count in terms(text, "sees")}
    given = _given(text)
    orders = list(permutations(range(1, size + 1)))

    def fits(order: Sequence[int], line: int, sides: tuple[str, str]) -> bool:
        ends = ((sides[0], order), (sides[1], order[::-1]))
        return all([sees.get((side, line), seen(one)) == seen(one) for side, one in ends])

    rows = [
        [
            order
            for order in orders
            if fits(order, row, ("left", "right"))
            and all([given.get((row, at), value) == value for at, value in enumerate(order, 1)])
        ]
        for row in range(1, size + 1)
    ]
    boards: list[list[tuple[int, ...]]] = [[]]
    for choices in rows:
        boards = [
            [*board, order]
            for board in boards
            for order in choices
            if not any([a == b for old in board for a, b in zip(old, order, strict=True)])
        ]
    whole = [
        board
        for board in boards
        if all([fits(column, at, ("top", "bottom")) for at, column in enumerate(zip(*board, strict=True), 1)])
    ]
    return {
        frozenset(
            [(row, column, value) for row, order in enumerate(board, 1) for column, value in enumerate(order, 1)]
        )
        for board in whole
    }


def seen(heights: Sequence[int]) -> int:
    """How many houses are higher than all before them."""
    return sum([all([height > other for other in heights[:at]]) for at, height in enumerate(heights)])


def path(text: str) -> set[Atoms]:
    """From 1 on, always to a cell beside the last one; a number that is printed elsewhere ends the search."""
    size = number(text, "N")
    given = _given(text)
    place = {value: cell for cell, value in given.items()}
    found: set[Atoms] = set()

    def go(way: list[Cell]) -> None:
        at = len(way)
        if at == size * size:
            found.add(frozenset([(*cell, value) for value, cell in enumerate(way, 1)]))
            return
        later = [(value, cell) for value, cell in place.items() if value > at]
        if way and any(
            [abs(cell[0] - way[-1][0]) + abs(cell[1] - way[-1][1]) > value - at for value, cell in later]
        ):
            return
        for cell in beside(way[-1], size) if way else cells(size):
            if cell not in way and given.get(cell, at + 1) == at + 1 and place.get(at + 1, cell) == cell:
                go([*way, cell])

    go([])
    return found


def mastermind(text: str) -> set[Atoms]:
    """Every code."""
    pegs: dict[int | str, dict[int, str]] = {}
    for guess, at, colour in terms(text, "peg"):
        pegs.setdefault(guess, {})[int(at)] = str(colour)
    black = {row[0]: row[1] for row in terms(text, "black")}
    white = {row[0]: row[1] for row in terms(text, "white")}
    colours = ("red", "green", "blue", "yellow", "white", "black")
    found = set()
    for code in product(colours, repeat=4):
        answers = {}
        for guess, places in pegs.items():
            asked = [places[at] for at in (1, 2, 3, 4)]
            right = sum([a == b for a, b in zip(asked, code, strict=True)])
            common = sum([min(asked.count(colour), code.count(colour)) for colour in colours])
            answers[guess] = (right, common - right)
        if all([answers[guess] == (black[guess], white[guess]) for guess in pegs]):
            found.add(frozenset([("code", at, colour) for at, colour in enumerate(code, 1)]))
    return found  # type: ignore[return-value]


def peaceful(text: str) -> set[Atoms]:
    """Every army of white queens, and every black one among the cells that it does not see."""
    size, army = number(text, "N"), number(text, "army")
    board = cells(size)
    seen_from = {cell: {other for other in board if _attacks(cell, other)} for cell in board}
    found: set[Atoms] = set()
    for white in combinations(board, army):
        free = set(board).difference(*[seen_from[cell] for cell in white])
        for black in combinations(sorted(free), army):
            found.add(frozenset([*[(*cell, "white") for cell in white], *[(*cell, "black") for cell in black]]))
    return found


def _attacks(one: Cell, other: Cell) -> bool:
    down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
    return down == 0 or right == 0 or down == right


# ---------------------------------------------------------------------- plans


def least_moves(start: State, goal: State, moves: Callable[[State], Iterable[State]]) -> tuple[int, int]:
    """How many moves are needed, and in how many ways it goes in so many: level by level."""
    level = {start: 1}
    seen = {start}
    for count in range(100):
        if goal in level:
            return count, level[goal]
        wider: dict[State, int] = {}
        for state, ways in level.items():
            for new in moves(state):
                if new not in seen:
                    wider[new] = wider.get(new, 0) + ways
        seen |= set(wider)
        level = wider
    raise AssertionError("there is no plan")


def hanoi_moves(pegs: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """`pegs` says on which peg each disc is, the smallest first."""
    for disc, peg in enumerate(pegs):
        for other in (1, 2, 3):
            if other != peg and not {peg, other}.intersection(pegs[:disc]):
                yield (*pegs[:disc], other, *pegs[disc + 1 :])


def tile_moves(tiles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """`tiles` are those of the cells of 3 by 3, row by row, the gap is 0."""
    gap = tiles.index(0)
    for place in range(9):
        if abs(place // 3 - gap // 3) + abs(place % 3 - gap % 3) == 1:
            swapped = list(tiles)
            swapped[gap], swapped[place] = swapped[place], 0
            yield tuple(swapped)
