"""LEGUP's rules once more, as its program has them: a cell at a time, on rows of text, sharing nothing with ours.

Only Empty Corners differs from the program: it is judged on the board before the step.
"""

from itertools import combinations

from tests.puzzles.lightup.naive import Rows, bulbs_of, is_lit, sight

Spot = tuple[int, int]


def with_cell(rows: Rows, spot: Spot, value: str) -> Rows:
    i, j = spot
    return tuple(row if at != i else row[:j] + value + row[j + 1 :] for at, row in enumerate(rows))


def at(rows: Rows, spot: Spot) -> str:
    i, j = spot
    return rows[i][j] if 0 <= i < len(rows) and 0 <= j < len(rows[0]) else "#"


def lit(rows: Rows, spot: Spot) -> bool:
    return is_lit(rows, bulbs_of(rows), spot)


def is_open(rows: Rows, spot: Spot) -> bool:
    return at(rows, spot) == "." and not lit(rows, spot)


def beside(spot: Spot) -> list[Spot]:
    i, j = spot
    return [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]


def diagonal(spot: Spot) -> list[Spot]:
    i, j = spot
    return [(i - 1, j - 1), (i - 1, j + 1), (i + 1, j - 1), (i + 1, j + 1)]


def bulbs_beside(rows: Rows, spot: Spot) -> int:
    return sum(at(rows, other) == "L" for other in beside(spot))


def open_beside(rows: Rows, spot: Spot) -> list[Spot]:
    return [other for other in beside(spot) if is_open(rows, other)]


# ---------------------------------------------------------------------- where a contradiction holds


def bulbs_in_path(rows: Rows, spot: Spot) -> bool:
    return at(rows, spot) == "L" and any(at(rows, other) == "L" for other in sight(rows, *spot))


def cannot_light_a_cell(rows: Rows, spot: Spot) -> bool:
    dark = at(rows, spot) == "x" and not lit(rows, spot)
    return dark and not any(is_open(rows, other) for other in sight(rows, *spot))


def too_few_bulbs(rows: Rows, spot: Spot) -> bool:
    clue = at(rows, spot)
    return clue.isdigit() and bulbs_beside(rows, spot) + len(open_beside(rows, spot)) < int(clue)


def too_many_bulbs(rows: Rows, spot: Spot) -> bool:
    clue = at(rows, spot)
    return clue.isdigit() and bulbs_beside(rows, spot) > int(clue)


# ---------------------------------------------------------------------- which value a direct rule gives a cell


def empty_cells_in_light(rows: Rows, spot: Spot, value: str) -> bool:
    return value == "x" and at(rows, spot) == "." and lit(rows, spot)


def empty_corners(rows: Rows, spot: Spot, value: str) -> bool:
    tried = with_cell(rows, spot, "L")
    return value == "x" and at(rows, spot) == "." and any(too_few_bulbs(tried, clue) for clue in diagonal(spot))


def finish_with_bulbs(rows: Rows, spot: Spot, value: str) -> bool:
    tried = with_cell(rows, spot, "x")
    return value == "L" and at(rows, spot) == "." and any(too_few_bulbs(tried, clue) for clue in beside(spot))


def finish_with_empty(rows: Rows, spot: Spot, value: str) -> bool:
    met = [clue for clue in beside(spot) if at(rows, clue) == str(bulbs_beside(rows, clue))]
    return value == "x" and at(rows, spot) == "." and bool(met)


def must_light(rows: Rows, spot: Spot, value: str) -> bool:
    if value != "L" or not is_open(rows, spot):
        return False
    tried = with_cell(rows, spot, "x")
    return any(cannot_light_a_cell(tried, other) for other in [spot, *sight(rows, *spot)])


# ---------------------------------------------------------------------- the boards that a case rule makes


def light_or_empty(rows: Rows, spot: Spot) -> list[Rows]:
    return [with_cell(rows, spot, value) for value in "Lx"] if at(rows, spot) == "." else []


def satisfy_number(rows: Rows, spot: Spot) -> list[Rows]:
    clue = at(rows, spot)
    if not clue.isdigit() or int(clue) == bulbs_beside(rows, spot):
        return []
    free = open_beside(rows, spot)
    made = []
    for chosen in combinations(free, max(1, int(clue) - bulbs_beside(rows, spot))):
        board = rows
        for other in free:
            board = with_cell(board, other, "L" if other in chosen else "x")
        made.append(board)
    return made


CONTRADICTIONS = {one.__name__: one for one in (bulbs_in_path, cannot_light_a_cell, too_few_bulbs, too_many_bulbs)}
DIRECT = {
    one.__name__: one
    for one in (empty_cells_in_light, empty_corners, finish_with_bulbs, finish_with_empty, must_light)
}
CASES = {one.__name__: one for one in (light_or_empty, satisfy_number)}


def spots(rows: Rows) -> list[Spot]:
    return [(i, j) for i in range(len(rows)) for j in range(len(rows[0]))]
