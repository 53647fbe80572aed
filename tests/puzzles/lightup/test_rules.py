"""Rules: what each concludes holds in every solution with the marks of the position; all sets of bulbs are seen."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.puzzles.lightup import naive, naive_rules
from tests.puzzles.lightup.boards import MARKED, boards, collection

from bigand.messages import LANGUAGES, message_text
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cell_set, cells_in
from bigand.puzzles.lightup.proof.counterexamples import find_solution_without
from bigand.puzzles.lightup.rules import (
    CASES,
    CONTRADICTIONS,
    DIRECT,
    PROGRAM,
    RULES,
    Case,
    ProofRule,
    RuleKind,
    derive_marks,
    find_rule,
    is_solved,
)


def solutions_with_marks(board: Board) -> list[Cells]:
    """The bulbs of all solutions that agree with the marks."""
    position = Position.from_board(board)
    found = [cell_set([row * board.width + column for row, column in one]) for one in naive.solutions(board.rows)]
    return [bulbs for bulbs in found if not position.bulbs & ~bulbs and not position.dots & bulbs]


def check_sound(board: Board) -> None:
    position, solutions = Position.from_board(board), solutions_with_marks(board)
    for rule in CONTRADICTIONS:
        assert not (list(rule.conclusions(position, EVERYWHERE)) and solutions), rule
    for rule in DIRECT:
        bulbs, dots = derive_marks(rule, position)
        assert not (bulbs | dots) & ~position.unknown, rule
        for solution in solutions:
            assert not bulbs & ~solution, rule
            assert not dots & solution, rule
    for rule in CASES:
        for split in rule.splits(position, EVERYWHERE):
            assert split.cases, rule
            for solution in solutions:
                assert any(agrees(case, solution) for case in split.cases), (rule, split)


@given(st.sampled_from(collection("7x7") + collection("10x10", "hard")[:20]), st.integers(0, 1_000_000))
@settings(max_examples=tries(40), deadline=None)
def test_rules_are_sound_on_real_boards(name: str, seed: int) -> None:
    """The engine knows no solution against a rule, whether the marks are right or not."""
    random, position = Random(seed), Position.from_board(Board(name))
    solution = Board(name).solve()
    assert solution is not None
    for at in random.sample([*cells_in(position.unknown)], 12):
        is_right = random.random() < 0.9
        has_bulb = (solution.cells[at] == "L") == is_right
        if position.unknown >> at & 1:
            position = position.with_marks(1 << at, 0) if has_bulb else position.with_marks(0, 1 << at)
    for rule in DIRECT:
        for found in rule.conclusions(position, EVERYWHERE):
            for at in cells_in(found.bulbs | found.dots):
                assert (
                    find_solution_without(position, [Case(found.bulbs & 1 << at, found.dots & 1 << at)]) is None
                ), rule
    for rule in CONTRADICTIONS:
        if any(True for _ in rule.conclusions(position, EVERYWHERE)):
            assert find_solution_without(position, []) is None, rule
    for rule in CASES:
        splits = list(rule.splits(position, EVERYWHERE))
        for split in random.sample(splits, min(len(splits), 12)):
            assert find_solution_without(position, split.cases) is None, rule


def agrees(case: Case, solution: Cells) -> bool:
    return not case.bulbs & ~solution and not case.dots & solution


@given(boards(MARKED, most=4))
@settings(max_examples=tries(300), deadline=None)
def test_rules_are_sound_on_any_board(board: Board) -> None:
    assume(len(naive.whites(board.rows)) <= 12)
    check_sound(board)


@given(boards(MARKED, most=5) | boards("......###012234Lx", most=6))
@settings(max_examples=tries(150), deadline=None)
def test_rules_are_those_of_the_program(board: Board) -> None:
    """Cell by cell: where contradictions hold, which values follow, which boards are cases."""
    position, rows = Position.from_board(board), board.rows
    for rule in CONTRADICTIONS:
        sites = {found.site for found in rule.conclusions(position, EVERYWHERE)}
        for spot in naive_rules.spots(rows):
            holds = naive_rules.CONTRADICTIONS[rule.key](rows, spot)
            assert (number(board, spot) in sites) == holds, (rule, spot)
    for rule in DIRECT:
        bulbs, dots = derive_marks(rule, position)
        for spot in naive.whites(rows):
            for value, forced in (("L", bulbs), ("x", dots)):
                passes = naive_rules.DIRECT[rule.key](rows, spot, value)
                assert bool(forced >> number(board, spot) & 1) == passes, (rule, spot, value)
    for rule in CASES:
        splits = [split for split in rule.splits(position, EVERYWHERE) if split.reading == PROGRAM]
        made = {split.site: {position.with_marks(*case).board.rows for case in split.cases} for split in splits}
        for spot in naive_rules.spots(rows):
            expected = set(naive_rules.CASES[rule.key](rows, spot))
            assert made.get(number(board, spot), set()) == expected, (rule, spot)


def number(board: Board, spot: tuple[int, int]) -> int:
    return spot[0] * board.width + spot[1]


@given(boards("........##12LLx", most=4))
@settings(max_examples=tries(150), deadline=None)
def test_a_position_is_a_board(board: Board) -> None:
    position = Position.from_board(board)
    assert position.board == board
    lit = board.light()
    white = [at for at, cell in enumerate(board.cells) if cell in ".Lx"]
    assert [at for at in white if position.lit >> at & 1] == [at for at in white if lit[board.place(at)]]
    for at in white:
        place = board.place(at)
        seen = cell_set([row * board.width + column for row, column in naive.sight(board.rows, *place)])
        assert position.grid.sight[at] == seen


@given(boards(MARKED, most=6))
@settings(max_examples=tries(150), deadline=None)
def test_what_is_new_is_near_what_changed(board: Board) -> None:
    """After a step, looking only near what changed finds all that was not there before it."""
    before = Position.from_board(board)
    for at in [*cells_in(before.unknown)][:3]:
        for after in (before.with_marks(bulbs=1 << at), before.with_marks(dots=1 << at)):
            near = after.changes_since(before)
            for rule in (*CONTRADICTIONS, *DIRECT):
                old = {one[1:4] for one in rule.conclusions(before, EVERYWHERE)}
                new = {one[1:4] for one in rule.conclusions(after, EVERYWHERE)}
                found = {one[1:4] for one in rule.conclusions(after, near)}
                assert found <= new
                for site, bulbs, dots in new - old - found:
                    # Perhaps it is the same with less: what was marked in between.
                    assert any(s == site and not (bulbs & ~b or dots & ~d) for s, b, d in old), rule


@given(boards(MARKED, most=5))
@settings(max_examples=tries(100), deadline=None)
def test_what_marks_a_cell_is_found_near_it(board: Board) -> None:
    position = Position.from_board(board)
    for rule in DIRECT:
        bulbs, dots = derive_marks(rule, position)
        for at in cells_in(position.unknown):
            near_bulbs, near_dots = derive_marks(rule, position, 1 << at)
            assert (near_bulbs >> at & 1, near_dots >> at & 1) == (bulbs >> at & 1, dots >> at & 1), rule


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
def test_a_rule_has_names_sentences_and_an_example_of_its_own(rule: ProofRule) -> None:
    assert find_rule(f"edu.rpi.legup.puzzle.lightup.rules.{rule.name.title().replace(' ', '')}BasicRule") is rule
    for name in (rule.id, rule.name, rule.name.upper(), rule.key, *rule.other_names):
        assert find_rule(name) is rule
    for language in LANGUAGES.values():
        assert message_text(f"lightup.rule.{rule.key}", language).endswith(".")
        assert message_text(f"lightup.rule.{rule.key}.name", language)
    position = Position.from_board(Board(list(rule.example)))
    if rule.kind is RuleKind.CASE:
        assert list(rule.splits(position, EVERYWHERE))
    else:
        assert list(rule.conclusions(position, EVERYWHERE))


def test_two_corners_do_not_justify_each_other() -> None:
    rule = find_rule("Empty Corners")
    assert rule is not None
    _, dots = derive_marks(rule, Position.from_board(Board([".1.", ".2.", "..."])))
    assert not dots & cell_set([0, 5])


@given(boards(MARKED, most=4))
@settings(max_examples=tries(150), deadline=None)
def test_solved_is_what_a_solution_is(board: Board) -> None:
    assert is_solved(Position.from_board(board)) == naive.is_solution(board.rows, naive.bulbs_of(board.rows))
