"""All engines find plans of the least length, legal by a checker written apart."""

import time

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.puzzles.watersort import naive
from tests.puzzles.watersort.levels import SEED, full_level, levels
from tests.puzzles.watersort.sat import bounds_by_colour, shortest_plan
from tests.tables import table

from bigand.puzzles.watersort.engines import ENGINES
from bigand.puzzles.watersort.engines.search import search
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant, allowed_pour_between, apply_pour, is_plan, pours
from bigand.puzzles.watersort.search_space import State, TubeTables, lower_bound_on_moves, make_bound_function
from bigand.puzzles.watersort.solver import Limits, solve
from bigand.solve.session import LimitError, SolverError

RULES = st.sampled_from(list(Variant))
CAREFUL = settings(
    max_examples=tries(150), suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


def least(level: Level, rule: Variant) -> int | None:
    """By breadth-first search; what is too large for it is not looked at."""
    found = naive.least_moves(level.tubes, level.height, rule is Variant.POUR, 4000)
    assume(found != "?")
    assert not isinstance(found, str)
    return found


# ---------------------------------------------------------------------- the rules


@given(levels(), RULES)
def test_pours_are_those_of_the_plain_game(level: Level, rule: Variant) -> None:
    ours = {(pour.source, pour.target, apply_pour(level, pour).tubes) for pour in pours(level, rule)}
    assert ours == set(naive.pours(level.tubes, level.height, rule is Variant.POUR))


@given(levels())
def test_when_tubes_are_sorted(level: Level) -> None:
    assert level.is_sorted == naive.is_done(level.tubes, level.height)


def test_a_plan_that_breaks_the_rules_is_none() -> None:
    plan = list(solve(SEED).plan or ())
    assert is_plan(SEED, plan, Variant.POUR)
    assert not is_plan(SEED, plan[:-1], Variant.POUR)
    assert not is_plan(SEED, [plan[0]._replace(layers=2), *plan[1:]], Variant.POUR)
    assert not is_plan(SEED, [Pour(0, 1, "O", 1), *plan], Variant.POUR)
    assert not is_plan(SEED, [Pour(0, 7, "O", 1)], Variant.POUR)


# ---------------------------------------------------------------------- the search


@CAREFUL
@given(levels(), RULES)
def test_the_search_finds_what_breadth_first_finds(level: Level, rule: Variant) -> None:
    wanted = least(level, rule)
    answer = solve(level, rule)
    assert answer.moves == wanted
    if answer.plan is not None:
        naive.check_plan(level.tubes, level.height, answer.plan, rule is Variant.POUR)
        assert answer.bound <= len(answer.plan)


@table("rule", Variant)
@table("height", [2, 3, 4, 5])
@table("seed", range(6))
def test_full_tubes(rule: Variant, height: int, seed: int) -> None:
    """As games have them, with one and with two empty tubes; among these are some that cannot be sorted."""
    for colours, empty in ((2, 1), (3, 1), (4, 1), (3, 2)):
        level = full_level(colours, empty, seed, height)
        wanted = naive.least_moves(level.tubes, height, rule is Variant.POUR, 8000)
        answer = solve(level, rule)
        if answer.plan is not None:
            naive.check_plan(level.tubes, height, answer.plan, rule is Variant.POUR)
        assert wanted in ("?", answer.moves)


def reachable(tables: TubeTables) -> set[State]:
    """All states that can be reached, by all pours there are."""
    seen, front = {tables.start}, [tables.start]
    while front and len(seen) < 3000:
        for after in every_following(tables, front.pop()):
            if after not in seen:
                seen.add(after)
                front.append(after)
    return seen


def every_following(tables: TubeTables, state: State) -> list[State]:
    found = []
    contents = tuple([tuple([chr(65 + code) for code in tables.layers[tube]]) for tube in state])
    for _, _, after in naive.pours(contents, tables.height, tables.rule is Variant.POUR):
        codes = [tuple([ord(colour) - 65 for colour in tube]) for tube in after]
        found.append(tuple(sorted([tables.intern_tube(tube) for tube in codes])))
    return found


@settings(max_examples=tries(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(levels(), RULES)
def test_a_bound_never_falls_by_more_than_one(level: Level, rule: Variant) -> None:
    """So a state that is taken out is reached on a shortest way; and only sorted tubes have the bound 0."""
    tables = TubeTables(level, rule)
    estimate = make_bound_function(tables)
    for state in reachable(tables):
        contents = tuple([tuple([str(code) for code in tables.layers[tube]]) for tube in state])
        assert (estimate(state) == 0) == naive.is_done(contents, level.height)
        for after in every_following(tables, state):
            assert estimate(after) >= estimate(state) - 1


@given(levels(4, 5), RULES)
def test_the_bound_is_the_sum_of_those_of_the_colours(level: Level, rule: Variant) -> None:
    assert lower_bound_on_moves(level, rule) == sum(bounds_by_colour(level, rule).values())


def test_a_level_without_a_solution_is_told_so_with_the_number_of_states() -> None:
    answer = solve(Level("ABAB/BABA"))  # nothing can be poured: no tube has room
    assert (answer.is_solvable, answer.moves, answer.statistics) == (False, None, {"states": 1})
    stuck = full_level(12, 1, 3)
    assert solve(stuck).statistics["states"] > 10
    assert naive.least_moves(stuck.tubes, 4, True) is None


def test_sorted_tubes_need_no_move() -> None:
    for engine in ENGINES:
        assert solve(Level("AA/BB/.."), engine=engine).plan == ()
    assert solve(Level({"tubes": [[], []], "height": 3})).plan == ()


def test_limits() -> None:
    level = full_level(12, 2, 1)
    with pytest.raises(LimitError) as error:
        solve(level, limits=Limits(states=1))
    assert error.value.key == "watersort.limit.states"
    with pytest.raises(LimitError) as error:
        solve(full_level(16, 2, 1), limits=Limits(deadline=time.monotonic() - 1))
    assert error.value.key == "limit.time"
    assert solve(SEED, limits=Limits(states=12)).moves == 7
    with pytest.raises(LimitError) as error:
        solve(SEED, engine="model", limits=Limits(moves=6))
    assert error.value.key == "watersort.limit.moves"
    with pytest.raises(LimitError) as error:
        solve(level, engine="model", limits=Limits(deadline=time.monotonic() + 0.3))
    assert error.value.key == "limit.time"


def test_an_engine_that_lies_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lie: tuple[tuple[Pour, ...], dict[str, int]] = ((Pour(0, 2, "O", 1),), {})
    monkeypatch.setattr("bigand.puzzles.watersort.engines.search.run", lambda *_: lie)
    with pytest.raises(SolverError) as error:
        solve(SEED)
    assert error.value.key == "watersort.lied"
    with pytest.raises(ValueError, match="no engine"):
        solve(SEED, engine="guess")


# ---------------------------------------------------------------------- all engines


@pytest.mark.parametrize(("rule", "moves"), [(Variant.LAYER, 10), (Variant.POUR, 7)])
@pytest.mark.parametrize("engine", ENGINES)
def test_the_level_of_the_course(engine: str, rule: Variant, moves: int) -> None:
    answer = solve(SEED, rule, engine)
    assert answer.moves == moves == naive.least_moves(SEED.tubes, 4, rule is Variant.POUR)
    naive.check_plan(SEED.tubes, 4, answer.plan or (), rule is Variant.POUR)


@settings(max_examples=tries(40), suppress_health_check=list(HealthCheck), deadline=None)
@given(levels(3, 3), RULES, st.sampled_from(["sat", "model"]))
def test_the_search_agrees_with_sat_and_the_model(level: Level, rule: Variant, by: str) -> None:
    """Each finds a plan of the same length as the search, and none for one move less."""
    moves = search(level, rule).plan
    assume(moves)
    assert moves is not None
    assume(len(moves) <= (9 if by == "sat" else 6))
    plan = shortest_plan(level, rule) if by == "sat" else solve(level, rule, by).plan
    assert plan is not None
    assert len(plan) == len(moves)
    naive.check_plan(level.tubes, level.height, plan, rule is Variant.POUR)


@pytest.mark.parametrize("rule", Variant)
def test_the_search_agrees_with_sat_on_larger_levels(rule: Variant) -> None:
    for seed in range(3):
        level = full_level(4, 2, seed, 4 if rule is Variant.POUR else 3)
        assert len(shortest_plan(level, rule) or ()) == solve(level, rule).moves


def test_pouring_between_tubes_that_are_not_there() -> None:
    assert allowed_pour_between(SEED, 0, 3, Variant.POUR) is None
    assert allowed_pour_between(SEED, -1, 2, Variant.POUR) is None
    assert SEED.pour(0, 2).tubes[2] == ("O",)
    with pytest.raises(ValueError, match="nothing can be poured"):
        SEED.pour(0, 1)
