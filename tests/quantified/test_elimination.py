"""Games decided by elimination, and each step to it: the same truth and winning moves as by brute force."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.quantified import oracle
from tests.quantified.programs import PROGRAMS, prenex_programs
from tests.quantified.test_meaning import compiled, expected, follow, found_models

from bigand.solve.quantifiers import decider, elimination
from bigand.solve.quantifiers.prefix import (
    Clause,
    Prefix,
    assign_literals,
    find_entailed_literals,
    move_to_earliest_blocks,
)
from bigand.solve.quantifiers.strategy import find_strategy


@contextmanager
def impatient(*works: int) -> Iterator[None]:
    """Games are not played before it was tried to eliminate, for one while or several."""
    with patch.object(decider, "_BUDGETS", tuple([(0, work) for work in works or (10_000_000,)])):
        yield


@settings(max_examples=tries(200), deadline=None)
@given(prenex_programs(), st.sampled_from([(0,), (200,), (10_000_000,), (0, 300, 600, 10_000_000)]))
def test_winning_moves(text: str, works: tuple[int, ...]) -> None:
    _, prenex = expected(text)
    with impatient(*works):
        assert found_models(compiled(text)) == oracle.winning(prenex)


@settings(max_examples=tries(100), deadline=None)
@given(PROGRAMS)
def test_quantifiers_anywhere(text: str) -> None:
    _, prenex = expected(text)
    if sum(len(names) for _, names in prenex.prefix) <= 10:
        with impatient():
            assert bool(found_models(compiled(text))) == oracle.value(prenex.prefix, prenex.matrix, {})


@settings(max_examples=tries(150), deadline=None)
@given(prenex_programs(most_atoms=8))
def test_strategies(text: str) -> None:
    _, prenex = expected(text)
    quantified = compiled(text)
    won = oracle.value(prenex.prefix, prenex.matrix, {})
    with impatient():
        strategy = find_strategy(quantified)
    assert strategy.forall_wins != won
    follow(strategy.first, 0, {}, prenex, quantified.compiled.names, won)


Formula = tuple[list[Clause], Prefix]


@st.composite
def games(draw: st.DrawFn) -> Formula:
    """Moves in turn, each a bit; positions that are innermost and follow from them, or nearly do; some goals."""
    turns = draw(st.integers(2, 4))
    levels, clauses, last = [0, *range(turns)], [], turns
    before = [1, -1]
    for turn in range(1, turns + 1):
        states = [last + 1, last + 2]
        last += 2
        levels += [turns, turns]
        for state in before:
            clauses += [[-state, -move, draw(st.sampled_from(states))] for move in (turn, -turn)]
        clauses += draw(st.sampled_from([[], [states], [states, [-one for one in states]]]))
        before = states
    literal = st.integers(1, last).flatmap(lambda atom: st.sampled_from([atom, -atom]))
    clauses += draw(st.lists(st.lists(literal, min_size=1, max_size=3, unique=True), max_size=4))
    whole = [frozenset(clause) for clause in clauses]
    kinds = [turn % 2 == 1 for turn in range(turns)]
    return [clause for clause in whole if not any(-one in clause for one in clause)], Prefix(
        levels, [*kinds, False]
    )


@st.composite
def formulas(draw: st.DrawFn) -> Formula:
    """Any clauses about a few variables in blocks."""
    count = draw(st.integers(3, 8))
    blocks = draw(st.integers(2, 4))
    levels = [0, 0, *sorted(draw(st.lists(st.integers(0, blocks - 1), min_size=count - 1, max_size=count - 1)))]
    literal = st.integers(1, count).flatmap(lambda atom: st.sampled_from([atom, -atom]))
    clauses = draw(st.lists(st.frozensets(literal, min_size=1, max_size=4), min_size=4, max_size=18))
    return [clause for clause in clauses if not any(-one in clause for one in clause)], Prefix(
        levels, [block % 2 == blocks % 2 for block in range(blocks)]
    )


def winning(clauses: list[Clause], prefix: Prefix, table: tuple[bool, ...] = ()) -> bool:
    """By trying everything, the variables in the order of their blocks."""
    order = sorted(range(1, len(prefix.levels)), key=lambda variable: (prefix.levels[variable], variable))
    if len(table) == len(order):
        true = {variable if value else -variable for variable, value in zip(order, table, strict=True)}
        return all(not clause.isdisjoint(true) for clause in clauses)
    tried = (winning(clauses, prefix, (*table, value)) for value in (False, True))
    return all(tried) if prefix.is_forall[prefix.levels[order[len(table)]]] else any(tried)


@settings(max_examples=tries(200), deadline=None)
@given(games())
def test_what_follows_early_may_be_chosen_early(game: Formula) -> None:
    clauses, prefix = game
    early = move_to_earliest_blocks(clauses, prefix)
    assert all(new <= old for new, old in zip(early.levels, prefix.levels, strict=True))
    first = 1  # the only atom that was outermost; others may have joined it
    for value in (first, -first):
        given = [*clauses, frozenset([value])]
        assert winning(given, early) == winning(given, prefix)


@settings(max_examples=tries(200), deadline=None)
@given(games())
def test_literals_that_are_entailed(game: Formula) -> None:
    clauses, prefix = game
    variables = range(1, len(prefix.levels))
    models = [
        row
        for signs in product([1, -1], repeat=len(variables))
        if all(
            not clause.isdisjoint(row := {sign * one for sign, one in zip(signs, variables, strict=True)})
            for clause in clauses
        )
    ]
    found = find_entailed_literals(clauses)
    if found is None:
        assert not models
        return
    used = {abs(literal) for clause in clauses for literal in clause}
    assert set(found) == {one for one in set.intersection(*models) if abs(one) in used}
    rest = assign_literals(clauses, found)
    for signs in product([1, -1], repeat=len(variables)):
        true = {sign * one for sign, one in zip(signs, variables, strict=True)}
        holds = all(not clause.isdisjoint(true) for clause in rest)
        assert (holds and true.issuperset(found)) == all(not clause.isdisjoint(true) for clause in clauses)


@settings(max_examples=tries(300), deadline=None)
@given(games() | formulas(), st.booleans(), st.sampled_from([0, 200]))
def test_elimination_block_by_block(game: Formula, early: bool, turn: int) -> None:
    """After each block what is left is true exactly where `exists` wins, whichever the order of its variables."""
    clauses, prefix = game
    if early:
        prefix = move_to_earliest_blocks(clauses, prefix)
    order = sorted(range(1, len(prefix.levels)), key=lambda variable: (prefix.levels[variable], variable))
    eliminating = elimination._ClauseSet(clauses, len(prefix.levels))
    for level in range(len(prefix.is_forall) - 1, 0, -1):
        members = [variable for variable in order if prefix.levels[variable] == level]
        if prefix.is_forall[level]:
            eliminating.drop_forall_variables(members)
        else:
            with patch.object(elimination, "_MAX_TURN_VARIABLES", turn):
                list(eliminating.eliminate_all(members))
        before = [variable for variable in order if prefix.levels[variable] < level]
        for row in product([False, True], repeat=len(before)):
            true = {one if value else -one for one, value in zip(before, row, strict=True)}
            left = not eliminating.is_false and all(not clause.isdisjoint(true) for clause in eliminating.clauses)
            assert left == winning(clauses, prefix, row)
