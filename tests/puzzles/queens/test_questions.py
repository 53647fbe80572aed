"""Questions on queens, as any face asks them."""

import pytest
from tests.puzzles.questions import asked, tried

from bigand.api.question import Failure
from bigand.api.report import Event, Part
from bigand.api.run.child import ask_in_child
from bigand.puzzles.queens.board import Task
from bigand.puzzles.queens.questions import Count, Engine, Line, Placement, Size, Solve
from bigand.puzzles.queens.search import iter_placements


@pytest.mark.parametrize("engine", ["sat", "search"])
def test_one_after_the_other(engine: Engine) -> None:
    """What is known is excluded, until there is no other one."""
    known: list[tuple[int, ...]] = []
    while True:
        answer = asked(Solve(size=6, engine=engine, excluded=tuple(known)))
        if not answer.columns:
            break
        known += answer.columns
    assert (answer.status, answer.complete) == ("unsat", True)
    assert sorted(known) == [tuple([column + 1 for column in one]) for one in iter_placements(Task(6))]


def test_some_and_all() -> None:
    some = asked(Solve(size=6, most=3, engine="search", whether_all=True))
    every = asked(Solve(size=6, most=None, engine="search"))
    assert (some.count, some.complete, every.count, every.complete) == (3, False, 4, True)
    assert every.solutions[:3] == some.solutions
    assert asked(Solve(size=6, most=4, whether_all=True)).complete
    assert asked(Solve(size=6)).complete is None
    assert asked(Solve(size=8, most=None, distinct=True, engine="search")).count == 12


def test_why_nothing_fits() -> None:
    answer = asked(Solve(size=5, forbidden=("a1", "a2", "a3", "a4", "a5")))
    assert answer.full == Line(kind="column", name="a")
    assert asked(Solve(size=3)).full is None


def test_each_placement_is_told_when_it_is_found() -> None:
    heard: list[Event] = []
    answer = ask_in_child(Solve(size=5, most=None), heard.append)
    assert not isinstance(answer, Failure)
    parts: list[Placement] = [event.found for event in heard if isinstance(event, Part)]
    assert tuple([one.squares for one in parts]) == answer.solutions
    assert tuple([one.columns for one in parts]) == answer.columns


@pytest.mark.parametrize("engine", ["sat", "search"])
def test_counts(engine: Engine) -> None:
    assert asked(Count(size=8, engine=engine)).count == 92
    assert asked(Count(size=8, distinct=True, engine=engine)).count == 12
    assert asked(Count(size=8, placed=("a1",), engine=engine)).count == 4


def test_sizes() -> None:
    answer = asked(Size(size=8))
    assert (answer.atoms, answer.clauses, answer.once) == (64, 1464, 736)


def test_what_makes_no_sense_is_told() -> None:
    failure = tried(Solve(size=8, placed=("a4", "d7")))
    assert isinstance(failure, Failure)
    assert (failure.key, dict(failure.gaps)) == ("queens.attack.diagonal", {"first": "a4", "second": "d7"})
    assert isinstance(tried(Count(size=31)), Failure)
