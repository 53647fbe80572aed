"""The examples are right: read without a word, as `;;@ expect` says, and as the puzzles' own rules say."""

from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise, permutations
from pathlib import Path

import pytest
from bench.wrong_models import right_models
from tests import brute, play
from tests.tables import check_rows

from bigand.api.solution import Solution
from bigand.explain.lint.linter import lint_reading
from bigand.language import read_document
from bigand.language.syntax import Expect, Horizon
from bigand.models import Model, load
from bigand.source.document import Document

FOLDER = Path(__file__).parent.parent / "examples"
NAMES = right_models()


@cache
def example(name: str) -> Model:
    return load(FOLDER / name)


def expected_models(name: str) -> int | None:
    expected = [one for one in example(name)._reading.program.directives if isinstance(one, Expect)]
    [number] = [one.number for one in expected if one.outcome == "models"]
    return number


# ------------------------------------------------------------------ every file


def test_there_is_a_course() -> None:
    assert len(NAMES) >= 14


def test_they_are_read_without_a_word() -> None:
    def check(name: str) -> None:
        assert example(name)._reading.diagnostics == ()

    check_rows([(name, name) for name in NAMES], check)


@pytest.mark.parametrize("comment", [";;@", pytest.param(";;", marks=pytest.mark.slow)], ids=["as it is", "bare"])
def test_nothing_in_them_is_suspicious_with_or_without_their_directives(comment: str) -> None:
    def check(name: str) -> None:
        text = (FOLDER / name).read_text(encoding="utf-8").replace(";;@", comment)
        assert lint_reading(read_document(Document(name, text)), {}) == []

    check_rows([(name, name) for name in NAMES], check)


def test_they_say_what_is_expected_and_how_they_are_drawn() -> None:
    def check(name: str) -> None:
        kinds = {type(directive).__name__ for directive in example(name)._reading.program.directives}
        assert {"Expect", "Domain", "View"} <= kinds

    check_rows([(name, name) for name in NAMES], check)


@pytest.mark.parametrize("name", NAMES)
def test_it_gives_what_is_expected(name: str) -> None:
    check_expectations(lambda **given: load(FOLDER / name, **given))


def check_expectations(make: Callable[..., Model]) -> None:
    """Each `;;@ expect` line of a file, asked of a model that is made for given values."""
    for one in make()._reading.program.directives:
        match one:
            case Expect("models", None, number):
                assert make().count() == number
            case Expect("least", variable, number):
                assert variable is not None
                assert least(make, variable) == number
            case Expect(outcome):
                assert (make().solve() is not None) == (outcome == "sat")
            case _:
                pass


def least(make: Callable[..., Model], variable: str) -> int | None:
    """The first value of the horizon for which there is a model."""
    [horizon] = [one for one in make()._reading.program.directives if isinstance(one, Horizon)]
    values = brute.ordered(brute.value(horizon.range, {}))
    return next((value for value in values if make(**{variable[1:]: value}).solve()), None)


# ---------------------------------------------------- against the puzzles' own rules


@pytest.mark.parametrize(
    ("name", "attack"),
    [
        ("at_most_one_a_row", play.same_row),
        ("rows", play.same_row),
        ("columns", play.same_column),
        ("diagonals", play.same_diagonal),
    ],
)
def test_the_questions_on_queens(name: str, attack: play.Attack) -> None:
    found = {frozenset(solution["x"]) for solution in example(f"queens/{name}.touist").models()}
    assert found == play.peaceful(4, attack)


def test_at_least_one_queen_a_row() -> None:
    for solution in example("queens/at_least_one_a_row.touist").models():
        assert {row for row, _ in solution["x"]} == {1, 2, 3}
    assert expected_models("queens/at_least_one_a_row.touist") == (2**3 - 1) ** 3


@pytest.mark.parametrize("size", [1, 4, 5, 6])
def test_all_of_queens(size: int) -> None:
    found = {frozenset(solution["x"]) for solution in load(FOLDER / "queens/queens.touist", N=size).models()}
    assert found == {queens for queens in play.peaceful(size, play.any_attack) if len(queens) == size}


BOARDS = {
    "no_walls": "..../..../..../....",
    "walls": "...#./.#.../...../...#./.#...",
    "numbers": ".#.##1/....3./...4.#/....../....../2..0#.",
    "numbers_exact": ".#.##1/....3./...4.#/....../....../2..0#.",
}


@pytest.mark.parametrize("name", BOARDS)
def test_light_up(name: str) -> None:
    size, walls, numbers = play.board(BOARDS[name])
    solutions = list(example(f"lightup/{name}.touist").models())
    assert {frozenset(solution["bulb"]) for solution in solutions} == play.light_up(size, walls, numbers)
    assert len(solutions) == expected_models(f"lightup/{name}.touist")
    assert all(cells_of(solution) == size**2 for solution in solutions)
    assert all(set(solution.get("wall", [])) == walls for solution in solutions)


def cells_of(solution: Solution) -> int:
    """How many atoms there are for bulbs: off the board there are none."""
    return len(solution.frame_rows("bulb", only_true=False))


PLANS = {"pours": False, "sources": False, "whole_pours": True}
TUBES = (("green", "orange") * 2, ("orange", "green") * 2, ())


@pytest.mark.parametrize("name", PLANS)
def test_plans_of_water_sort(name: str) -> None:
    whole = PLANS[name]
    model = example(f"watersort/{name}.touist")
    steps = play.least_steps(TUBES, whole)
    solutions = list(model.models())
    assert len(solutions) == play.count_plans(TUBES, whole, steps) > 0
    for solution in solutions:
        states = play.states(solution["p"])
        assert states[0] == TUBES
        assert len(states) == steps + 1
        assert play.is_sorted(states[-1])
        for before, after in pairwise(states):
            assert after in set(play.pours(before, whole))


@pytest.mark.parametrize("name", ["pours", "sources", "whole_pours"])
def test_no_phantom_layers_or_steps(name: str) -> None:
    solution = example(f"watersort/{name}.touist").solve()
    assert solution is not None
    rows = solution.frame_rows("p", only_true=False)
    last = 7 if name == "whole_pours" else 10
    assert {row[0] for row in rows} == set(range(last + 1))
    assert {row[2] for row in rows} == {1, 2, 3, 4}
    moves = solution.frame_rows("verser" if name == "pours" else "tube_source", only_true=False)
    assert {row[0] for row in moves} == set(range(1, last + 1))


@pytest.mark.parametrize("steps", [11, 12])
def test_every_step_of_the_third_part_pours(steps: int) -> None:
    plans = load(FOLDER / "watersort/sources.touist", k=steps).count()
    assert plans == play.count_plans(TUBES, False, steps)


def test_the_state_of_the_first_part() -> None:
    [solution] = example("watersort/states.touist").models()
    assert play.states(solution["p"]) == [TUBES]


# ---------------------------------------------------------------------- numbers


def numbers(solution: Solution, predicate: str) -> dict[tuple[int | str, ...], int]:
    """The values of a predicate by its indices."""
    return {row: int(text) for row, text in solution.number_rows(predicate)}


def test_magic_squares() -> None:
    """All of them, against all orders of nine numbers."""
    found = {tuple(numbers(solution, "x")[i, j] for i in LINE for j in LINE) for solution in magic().models()}
    assert found == {square for square in permutations(range(1, 10)) if play.is_magic(square)}


LINE = (1, 2, 3)


def magic() -> Model:
    return example("numbers/magic_square.touist")


STEPS = {
    "atlas": [("press", 3), ("binder", 2), ("knife", 2)],
    "novel": [("press", 2), ("knife", 1), ("binder", 4)],
    "songs": [("binder", 4), ("knife", 3), ("press", 1)],
}


def test_the_shortest_plan_of_the_workshop() -> None:
    """Shorter than any other: of all orders of the books on the machines, the quickest takes as long."""
    assert play.shortest_plan(STEPS) == 11
    solution = load(FOLDER / "numbers/workshop.touist", end=11).solve()
    assert solution is not None
    start = numbers(solution, "start")
    busy = [
        (machine, start[book, at], start[book, at] + hours)
        for book, steps in STEPS.items()
        for at, (machine, hours) in enumerate(steps, 1)
    ]
    assert all(begin >= 0 and end <= 11 for _, begin, end in busy)
    for one, other in combinations(busy, 2):
        assert one[0] != other[0] or one[2] <= other[1] or other[2] <= one[1]
    for book, steps in STEPS.items():
        assert all(start[book, at] + steps[at - 1][1] <= start[book, at + 1] for at in (1, 2))


def test_what_goes_into_the_backpack() -> None:
    """By trying every choice, in tenths of a kilogram."""
    tenths, worth = (32, 17, 41, 11, 29, 6), (6, 2, 7, 2, 3, 1)
    right = set()
    for size in range(7):
        for taken in combinations(range(6), size):
            light = sum(tenths[at] for at in taken) <= 84
            enough = sum(worth[at] for at in taken) >= 12
            if light and enough and (2 not in taken or 1 in taken) and (0 in taken) != (3 in taken):
                right.add(tuple((at + 1,) for at in taken))
    assert {tuple(solution["take"]) for solution in example("numbers/backpack.touist").models()} == right
    assert len(right) == expected_models("numbers/backpack.touist")
