"""The three puzzles by brute force, from their rules. Nothing of `src` is used: examples are held against it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

Cell = tuple[int, int]
Tube = tuple[str, ...]  # its layers from the bottom, without the empty ones
Attack = Callable[[Cell, Cell], bool]
CAPACITY = 4


def peaceful(size: int, attack: Attack) -> set[frozenset[Cell]]:
    """The sets of queens of which no two attack each other in the given way."""
    found: set[frozenset[Cell]] = {frozenset()}
    for cell in _cells(size):
        found |= {queens | {cell} for queens in found if not any(attack(cell, other) for other in queens)}
    return found


def _cells(size: int) -> list[Cell]:
    return list(product(range(1, size + 1), range(1, size + 1)))


def same_row(one: Cell, other: Cell) -> bool:
    return one[0] == other[0]


def same_column(one: Cell, other: Cell) -> bool:
    return one[1] == other[1]


def same_diagonal(one: Cell, other: Cell) -> bool:
    return one[0] - one[1] == other[0] - other[1] or sum(one) == sum(other)


def any_attack(one: Cell, other: Cell) -> bool:
    return same_row(one, other) or same_column(one, other) or same_diagonal(one, other)


def board(text: str) -> tuple[int, set[Cell], dict[Cell, int]]:
    """The size, the walls and the numbers of a board: rows with `/` between, `.` free, `#` or a digit a wall."""
    rows = text.split("/")
    cells = {(i, j): sign for i, row in enumerate(rows, 1) for j, sign in enumerate(row, 1) if sign != "."}
    return len(rows), set(cells), {cell: int(sign) for cell, sign in cells.items() if sign.isdigit()}


def light_up(size: int, walls: set[Cell], numbers: dict[Cell, int]) -> set[frozenset[Cell]]:
    """The bulbs of every solution: each unlit cell must be lit by some cell that it sees, so try these."""
    free = [cell for cell in _cells(size) if cell not in walls]
    seen = {cell: frozenset(_seen(cell, set(free))) for cell in free}
    partial: set[tuple[frozenset[Cell], frozenset[Cell]]] = {(frozenset(), frozenset())}
    for cell in free:
        step = set()
        for bulbs, lit in partial:
            if cell in lit:
                step.add((bulbs, lit))
            else:
                step |= {(bulbs | {bulb}, lit | seen[bulb]) for bulb in seen[cell] if bulb not in lit}
        partial = step
    return {bulbs for bulbs, _ in partial if _numbers_hold(bulbs, numbers)}


def _seen(cell: Cell, free: set[Cell]) -> Iterator[Cell]:
    """A cell and those that a bulb on it lights."""
    yield cell
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        at = (cell[0] + down, cell[1] + right)
        while at in free:
            yield at
            at = (at[0] + down, at[1] + right)


def _numbers_hold(bulbs: frozenset[Cell], numbers: dict[Cell, int]) -> bool:
    return all(
        sum(abs(row - wall[0]) + abs(column - wall[1]) == 1 for row, column in bulbs) == number
        for wall, number in numbers.items()
    )


def pours(tubes: tuple[Tube, ...], whole: bool) -> Iterator[tuple[Tube, ...]]:
    """The states after one pour: of one layer, or of all that can be poured."""
    for source, target in ((a, b) for a in range(len(tubes)) for b in range(len(tubes)) if a != b):
        state = list(tubes)
        moved = 0
        while _may_pour(state[source], state[target]) and (moved == 0 or (whole and _same(tubes, state, source))):
            state[target] += state[source][-1:]
            state[source] = state[source][:-1]
            moved += 1
        if moved:
            yield tuple(state)


def _may_pour(source: Tube, target: Tube) -> bool:
    return bool(source) and len(target) < CAPACITY and (not target or target[-1] == source[-1])


def _same(before: tuple[Tube, ...], now: list[Tube], source: int) -> bool:
    return bool(now[source]) and now[source][-1] == before[source][-1]


def states(rows: Iterable[tuple[int, int, int, str]]) -> list[tuple[Tube, ...]]:
    """The tubes after each step, from the true p(step,tube,layer,colour); each layer must have one colour."""
    colours: dict[tuple[int, int, int], str] = {}
    for step, tube, layer, colour in rows:
        assert (step, tube, layer) not in colours, "two colours in a layer"
        colours[step, tube, layer] = colour
    last, count, top = (max(key[at] for key in colours) for at in range(3))
    assert len(colours) == (last + 1) * count * top, "a layer without a colour"
    return [
        tuple(_tube([colours[step, tube, layer] for layer in range(1, top + 1)]) for tube in range(1, count + 1))
        for step in range(last + 1)
    ]


def _tube(layers: list[str]) -> Tube:
    full = tuple(colour for colour in layers if colour != "empty")
    assert list(full) == layers[: len(full)], "an empty layer below a full one"
    return full


def is_sorted(tubes: tuple[Tube, ...]) -> bool:
    return all(not tube or (len(tube) == CAPACITY and len(set(tube)) == 1) for tube in tubes)


def least_steps(tubes: tuple[Tube, ...], whole: bool) -> int:
    """The length of a shortest plan, by breadth-first search."""
    front, seen, steps = {tubes}, {tubes}, 0
    while not any(is_sorted(state) for state in front):
        front = {after for state in front for after in pours(state, whole)} - seen
        assert front, "no plan"
        seen |= front
        steps += 1
    return steps


def count_plans(tubes: tuple[Tube, ...], whole: bool, steps: int) -> int:
    """How many sequences of states lead from the tubes to sorted ones in so many pours."""
    ways = {tubes: 1}
    for _ in range(steps):
        after: dict[tuple[Tube, ...], int] = {}
        for state, count in ways.items():
            for reached in set(pours(state, whole)):
                after[reached] = after.get(reached, 0) + count
        ways = after
    return sum(count for state, count in ways.items() if is_sorted(state))


# ---------------------------------------------------------------------- numbers


def is_magic(square: Sequence[int]) -> bool:
    """Nine numbers, row by row: whether rows, columns and diagonals have the same sum."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return len({sum(square[at] for at in line) for line in lines}) == 1


def shortest_plan(steps: dict[str, list[tuple[str, int]]]) -> int:
    """The least time in which all steps can be done, each machine doing one at a time: by every order of steps."""
    best = sum(hours for line in steps.values() for _, hours in line)

    def go_on(done: dict[str, int], ready: dict[str, int], free: dict[str, int]) -> None:
        nonlocal best
        if all(done[book] == len(line) for book, line in steps.items()):
            best = min(best, max(ready.values()))
            return
        for book, line in steps.items():
            if done[book] < len(line):
                machine, hours = line[done[book]]
                end = max(ready[book], free.get(machine, 0)) + hours
                if end < best:
                    go_on({**done, book: done[book] + 1}, {**ready, book: end}, {**free, machine: end})

    go_on(dict.fromkeys(steps, 0), dict.fromkeys(steps, 0), {})
    return best
