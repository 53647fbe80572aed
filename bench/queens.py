"""N queens: counted by search and by the taught model, and placed from the taught model."""

from collections.abc import Iterator
from time import process_time

from bigand.api.expansion import expand
from bigand.puzzles.queens.board import Task, is_solution
from bigand.puzzles.queens.search import count_placements
from bigand.puzzles.queens.solver import count_placements_by_model, iter_solutions, load_empty_board_model

_COUNTS = {8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}  # OEIS A000170


def counted() -> Iterator[str]:
    """Both must give the numbers of the encyclopedia."""
    yield f"{'N':>3} {'placements':>11} {'search':>9} {'SAT, all models':>16}"
    for size, expected in _COUNTS.items():
        began = process_time()
        assert count_placements(Task(size)) == expected
        search = process_time() - began
        sat = ""
        if size <= 12:
            began = process_time()
            assert count_placements_by_model(Task(size)) == (expected, True)
            sat = f"{process_time() - began:.2f} s"
        yield f"{size:>3} {expected:>11,} {search:>7.3f} s {sat:>16}"


def placed() -> Iterator[str]:
    """One placement from the model as it is taught, checked; how much of that is compiling."""
    yield f"{'N':>3} {'compile':>9} {'whole':>9}"
    for size in (8, 50, 100, 150, 200, 300, 400, 500):
        began = process_time()
        expand(load_empty_board_model(size), native_counting=True)
        compiling = process_time() - began
        began = process_time()
        found = next(iter_solutions(Task(size)))
        assert is_solution(Task(size), found)
        yield f"{size:>3} {compiling:>7.2f} s {process_time() - began:>7.2f} s"


TABLES = {"queens: all placements": counted, "queens: one placement from the taught model": placed}
