"""All solutions of a small board, by trying every choice of columns for every row; shares nothing with `src`."""

from itertools import combinations, pairwise, product


def all_solutions(rows: list[str], stars: int) -> set[tuple[str, ...]]:
    """The solutions of rows of regions, as rows with `*` and `.`."""
    size = len(rows)
    choices = [choice for choice in combinations(range(size), stars) if _apart(choice)]
    found = set()
    for chosen in product(choices, repeat=size):
        places = [(row, column) for row, columns in enumerate(chosen) for column in columns]
        if _is_right(places, rows, stars):
            found.add(tuple("".join("*" if (r, c) in places else "." for c in range(size)) for r in range(size)))
    return found


def _apart(columns: tuple[int, ...]) -> bool:
    return all(second - first > 1 for first, second in pairwise(columns))


def _is_right(places: list[tuple[int, int]], rows: list[str], stars: int) -> bool:
    columns = [column for _, column in places]
    regions = [rows[row][column] for row, column in places]
    names = {name for row in rows for name in row}
    if any(columns.count(column) != stars for column in range(len(rows))):
        return False
    if any(regions.count(name) != stars for name in names):
        return False
    return all(max(abs(r - s), abs(c - d)) > 1 for (r, c), (s, d) in combinations(places, 2))
