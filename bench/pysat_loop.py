"""Light Up with PySAT as somebody who knows it would write it: runs as groups, with pairs in them."""

from itertools import combinations

from pysat.solvers import Cadical195

Cells = tuple[int, int, list[str]]  # width, height, and a character for each cell: `.` is white


def read(game_id: str) -> Cells:
    """A game ID: `a`–`z` are runs of white cells."""
    size, description = game_id.split(":")
    width, height = (int(part) for part in size.split("x"))
    cells: list[str] = []
    for character in description:
        cells += ["."] * (ord(character) - 96) if character.islower() else [character]
    return width, height, cells


def clauses(width: int, height: int, cells: list[str]) -> list[list[int]]:
    """Variable i+1 is a bulb in cell i."""
    found: list[list[int]] = []
    across: dict[int, list[int]] = {}
    down: dict[int, list[int]] = {}
    lines = [([y * width + x for x in range(width)], across) for y in range(height)]
    lines += [([y * width + x for y in range(height)], down) for x in range(width)]
    for line, runs in lines:
        run: list[int] = []
        for at in line:
            if cells[at] != ".":
                run = []
                continue
            found += [[-other, -(at + 1)] for other in run]
            run.append(at + 1)
            runs[at] = run
    for at, run in across.items():
        found.append(run + [other for other in down[at] if other != at + 1])
    for at, cell in enumerate(cells):
        if cell.isdigit():
            found += _clue(width, height, cells, at, int(cell))
    return found


def _clue(width: int, height: int, cells: list[str], at: int, number: int) -> list[list[int]]:
    y, x = divmod(at, width)
    around = [(y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)]
    inside = [j * width + i for j, i in around if 0 <= j < height and 0 <= i < width]
    beside = [other + 1 for other in inside if cells[other] == "."]
    if number > len(beside):
        return [[]]
    found = [[-other for other in chosen] for chosen in combinations(beside, number + 1)]
    return found + [list(chosen) for chosen in combinations(beside, len(beside) - number + 1)]


def solve(width: int, height: int, cells: list[str]) -> tuple[list[int] | None, bool]:
    """The cells with bulbs, and whether that is the only solution."""
    with Cadical195(bootstrap_with=clauses(width, height, cells)) as solver:
        if not solver.solve():
            return None, False
        bulbs = [value for value in solver.get_model() if value > 0 and cells[value - 1] == "."]
        solver.add_clause([-value for value in bulbs])
        return bulbs, not solver.solve()
