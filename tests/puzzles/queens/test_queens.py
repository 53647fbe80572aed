"""N queens: counts of the encyclopedia, the taught model and the search against permutations, symmetry, sizes."""

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.tables import table

import bigand
from bigand.encode.compiler import compile_rules
from bigand.puzzles.queens.board import (
    Placement,
    QueensError,
    Square,
    Task,
    column_name,
    find_blocked_line,
    first_attack,
    is_solution,
    make_task,
    read_square,
)
from bigand.puzzles.queens.handlers import rule_sizes
from bigand.puzzles.queens.search import count_placements, iter_placements
from bigand.puzzles.queens.solver import (
    all_symmetric_images,
    count_placements_by_model,
    is_canonical,
    iter_solutions,
    load_empty_board_model,
)

EXAMPLES = Path(__file__).parents[3] / "examples"
COUNTS = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596)  # OEIS A000170, from 1 on
DISTINCT = (1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341)  # OEIS A002562, from 1 on


def by_permutations(task: Task) -> set[Placement]:
    """All placements: every permutation, and every pair of its queens."""
    found = set()
    for columns in permutations(range(task.size)):
        pairs = [(a, b) for b in range(task.size) for a in range(b)]
        if any([abs(columns[a] - columns[b]) == b - a for a, b in pairs]):
            continue
        squares = set(enumerate(columns))
        if squares >= set(task.placed) and not squares & set(task.forbidden):
            found.add(columns)
    return found


@table(("size", "count"), list(enumerate(COUNTS[:13], 1)))
def test_the_search_counts_as_the_encyclopedia(size: int, count: int) -> None:
    assert count_placements(Task(size)) == count


@pytest.mark.parametrize(("size", "count"), list(enumerate(COUNTS[:9], 1)))
def test_the_taught_model_has_as_many_models(size: int, count: int) -> None:
    assert count_placements_by_model(Task(size)) == (count, True)


@pytest.mark.parametrize(("size", "count"), list(enumerate(DISTINCT[:10], 1)))
def test_distinct_placements(size: int, count: int) -> None:
    assert sum([is_canonical(one) for one in iter_placements(Task(size))]) == count


@pytest.mark.parametrize("size", range(1, 8))
def test_both_engines_find_what_permutations_find(size: int) -> None:
    expected = by_permutations(Task(size))
    assert set(iter_solutions(Task(size), "search")) == expected
    assert set(iter_solutions(Task(size), "sat")) == expected


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    size = draw(st.integers(1, 6))
    squares = st.builds(Square, st.integers(0, size - 1), st.integers(0, size - 1))
    placed: list[Square] = []
    for square in draw(st.lists(squares, max_size=2)):
        if first_attack([*placed, square]) is None:
            placed.append(square)
    forbidden = [square for square in draw(st.lists(squares, max_size=6)) if square not in placed]
    return Task(size, tuple(dict.fromkeys(placed)), tuple(dict.fromkeys(forbidden)))


@settings(max_examples=tries(40), deadline=None)
@given(tasks())
def test_completion_and_blocked_squares(task: Task) -> None:
    expected = by_permutations(task)
    assert list(iter_placements(task)) == sorted(expected)
    assert set(iter_solutions(task, "sat")) == expected
    assert count_placements(task) == len(expected)
    assert count_placements_by_model(task)[0] == len(expected)
    if find_blocked_line(task) is not None:
        assert not expected


@settings(deadline=None)
@given(st.permutations(range(6)))
def test_images_are_eight_and_keep_attacks(columns: list[int]) -> None:
    placement = tuple(columns)
    every = all_symmetric_images(placement)
    assert len(every) == 8
    assert len(set(every)) in (1, 2, 4, 8)
    legal = [is_solution(Task(6), one) for one in every]
    assert len(set(legal)) == 1
    assert sum([is_canonical(one) for one in set(every)]) == 1
    assert all([sorted(all_symmetric_images(one)) == sorted(every) for one in every])


def test_the_model_is_the_one_that_is_taught() -> None:
    taught = (EXAMPLES / "queens" / "queens.touist").read_text(encoding="utf-8")
    assert load_empty_board_model(8).reading.document.text == taught


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_the_remark_counts_what_is_written(size: int) -> None:
    model = load_empty_board_model(size)
    compiled = compile_rules(model.grounder, as_written=True)
    written = [sum([batch.count for batch in compiled.clauses.batches if batch.rule == at]) for at in range(4)]
    assert written == [rule.clauses for rule in rule_sizes(size)]
    once = compile_rules(load_empty_board_model(size).grounder)
    assert once.clauses.count == sum([rule.once for rule in rule_sizes(size)])


@pytest.mark.parametrize("size", [60, 130])
def test_large_boards_are_solved_from_the_model(size: int) -> None:
    found = bigand.queens.solve(size)
    assert is_solution(Task(size), tuple([column - 1 for column in found]))  # type: ignore[union-attr]


def test_squares_are_named_as_in_chess() -> None:
    assert read_square("a4", 8) == Square(3, 0)
    assert read_square("H8", 8) == Square(7, 7)
    assert read_square("ab30", 30) == Square(29, 27)
    for column in (0, 25, 26, 700, 999):
        assert read_square(f"{column_name(column)}1", 1000).column == column
    assert str(Square(3, 0)) == "a4"


@table(
    ("size", "place", "forbid", "key"),
    [
        (0, [], [], "queens.size"),
        (1001, [], [], "queens.size"),
        (8, ["z9"], [], "queens.off_board"),
        (8, ["a0"], [], "queens.off_board"),
        (8, [], ["i1"], "queens.off_board"),
        (8, ["4a"], [], "queens.no_square"),
        (8, ["é1"], [], "queens.no_square"),
        (8, ["a4"], ["a4"], "queens.both"),
        (8, ["a4", "h4"], [], "queens.attack.row"),
        (8, ["a4", "c1", "a8"], [], "queens.attack.column"),
        (8, ["a4", "d7"], [], "queens.attack.diagonal"),
        (8, ["a4", "d1"], [], "queens.attack.diagonal"),
    ],
)
def test_tasks_that_make_no_sense(size: int, place: list[str], forbid: list[str], key: str) -> None:
    with pytest.raises(QueensError) as told:
        make_task(size, place, forbid)
    assert told.value.key == key
