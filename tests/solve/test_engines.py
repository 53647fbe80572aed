"""Every engine of the table, by the table: answers, models, cores and further clauses against all assignments."""

import itertools
import random

import numpy as np
import pytest

from bigand.encode.clauses import Batch, Clauses, Limits
from bigand.solve.engines import CLAUSE_ADAPTERS, clause_session, engine_names, quick
from bigand.solve.session import Session, SolverError
from bigand.solve.worker import WorkerSession

VARIABLES = 6


def clauses_of(lists: list[list[int]]) -> Clauses:
    literals = np.array([literal for clause in lists for literal in clause], dtype=np.int32)
    starts = np.cumsum([0, *[len(clause) for clause in lists]])
    return Clauses((Batch(0, literals, 0, starts),), VARIABLES, VARIABLES)


def random_lists(chance: random.Random) -> list[list[int]]:
    def clause() -> list[int]:
        chosen = chance.sample(range(1, VARIABLES + 1), chance.choice([1, 2, 2, 3, 3]))
        return [variable * chance.choice([1, -1]) for variable in chosen]

    return [clause() for _ in range(chance.randint(3, 14))]


def satisfying(lists: list[list[int]]) -> set[tuple[bool, ...]]:
    every = itertools.product([False, True], repeat=VARIABLES)
    return {one for one in every if all(any(one[abs(x) - 1] == (x > 0) for x in clause) for clause in lists)}


@pytest.mark.parametrize("name", engine_names(*CLAUSE_ADAPTERS))
def test_against_all_assignments(name: str) -> None:
    chance = random.Random(name)
    for _ in range(12):
        lists = random_lists(chance)
        assumptions = [v * chance.choice([1, -1]) for v in chance.sample(range(1, VARIABLES + 1), 3)]
        try:
            session = clause_session(clauses_of(lists), name)
        except (SolverError, ImportError) as error:
            pytest.skip(f"not installed here: {error}")
        left = satisfying(lists)
        fits = satisfying([*lists, *[[one] for one in assumptions]])
        try:
            answer = session.solve(assumptions)
        except NotImplementedError:
            session.close()
            pytest.skip("this solver knows no assumptions")
        assert answer is bool(fits)
        if answer:
            assert tuple(session.values().tolist()) in fits
        else:
            core = session.core()
            assert set(core) <= set(assumptions)
            assert not satisfying([*lists, *[[one] for one in core]])
        while session.solve():  # all models, one after the other
            found = tuple(session.values().tolist())
            assert found in left
            left.discard(found)
            session.add([-v if value else v for v, value in enumerate(found, 1)])
        assert not left
        session.close()


@pytest.mark.parametrize("name", ["cpsat", "minicard"])
def test_those_that_count(name: str) -> None:
    if name == "cpsat":
        pytest.importorskip("ortools")
    limits = Limits(0, np.array([1, 2, 3, -4, 5], dtype=np.int32), np.array([0, 5]), np.array([2]))
    session = clause_session(Clauses((), VARIABLES, VARIABLES, (limits,)), name)
    assert session.solve([1, 2]) is True
    assert session.solve([1, 2, -4]) is False
    assert session.solve([3, 5, 4]) is True
    session.close()


@pytest.mark.usefixtures("real_children")
def test_in_a_child_too() -> None:
    pytest.importorskip("ortools")
    session = WorkerSession(lambda: clause_session(clauses_of([[1, 2], [-1], [-2, 3]]), "cpsat"), None)
    assert session.solve() is True
    assert session.values().tolist()[:3] == [False, True, True]
    session.close()


def test_hard_questions_go_on_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is asked briefly first answers as another, whatever is left to that other one."""
    left_to_it = []

    def patient(clauses: Clauses, _deadline: float | None) -> Session:
        left_to_it.append(clauses)
        return clause_session(clauses, "cadical195")

    holes = range(1, 5)
    homes = [[4 * pigeon + hole for hole in holes] for pigeon in range(5)]
    apart = [
        [-a, -b] for first, second in itertools.combinations(homes, 2) for a, b in zip(first, second, strict=True)
    ]
    literals = np.array([literal for clause in (*homes[1:], *apart) for literal in clause], dtype=np.int32)
    starts = np.cumsum([0, *[len(clause) for clause in (*homes[1:], *apart)]])
    clauses = Clauses((Batch(0, literals, 0, starts),), 20, 20)
    for conflicts, elsewhere in ((1_000, 0), (1, 1)):
        monkeypatch.setattr(quick, "_MAX_CONFLICTS", conflicts)
        session = quick.quick_engine(patient)(clauses, None)
        assert session.solve([homes[1][2]]) is True
        found = session.values()
        assert all(any(found[abs(x) - 1] == (x > 0) for x in clause) for clause in (*homes[1:], *apart))
        session.add(homes[0])
        assert session.solve() is False
        assert session.core() == []
        session.close()
        assert len(left_to_it) == elsewhere
    monkeypatch.setattr(quick, "_MAX_LITERALS", 3)
    assert quick.quick_engine(patient)(clauses, None).solve() is True
    assert len(left_to_it) == 2
