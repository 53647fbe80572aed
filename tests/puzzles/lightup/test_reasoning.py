"""Reasoning: every step holds in all solutions, rests on rules alone, and a checker of proofs accepts it."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from tests.effort import tries
from tests.puzzles.lightup import naive, naive_levels
from tests.puzzles.lightup.boards import boards, collection, puzzles
from tests.puzzles.lightup.test_rules import solutions_with_marks
from tests.tables import table

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cell_set, cells_in
from bigand.puzzles.lightup.proof import check
from bigand.puzzles.lightup.reasoning.argument import Inference, Refutation, apply_inference, suppose
from bigand.puzzles.lightup.reasoning.cases import refute_bulb_by_set_argument
from bigand.puzzles.lightup.reasoning.deductions import close_under_single_deductions, set_arguments
from bigand.puzzles.lightup.reasoning.derivation import cheapest_links_towards
from bigand.puzzles.lightup.reasoning.explanation import explain_board, explanation_goal, find_hint
from bigand.puzzles.lightup.reasoning.levels import Level, Technique, closure, level_of
from bigand.puzzles.lightup.reasoning.proof import steps_to_proof
from bigand.puzzles.lightup.reasoning.steps import Step, build_steps_cheapest_first
from bigand.puzzles.lightup.rules import DIRECT, derive_marks, find_contradiction
from bigand.puzzles.lightup.rules.direct import EMPTY_CORNERS
from bigand.puzzles.lightup.solver import Status, solve_board

EXPERT = [
    "7x7:eBB0b2gBd1hBg1a1d2a",
    "7x7:1aBa1k0a1i2e1a2b1bBf",
    "7x7:b0gBe1a1a1aBcBa1a2a2eBg1b",
    "10x10:dBc1a2b2n2e2bBeBa3c10c2a2e1bBeBn1b1a0c1d",
]


def check_rests_on_rules(reason: Inference, position: Position) -> None:
    """Each mark is among what its rule gives, and arguments end in a contradiction of their rule."""
    if isinstance(reason, Refutation):
        inside = suppose(position, reason.cell, reason.is_bulb)
        for step in reason.steps:
            check_rests_on_rules(step, inside)
            inside = apply_inference(inside, step)
        assert any(end.site == reason.end.site for end in reason.end.rule.conclusions(inside, EVERYWHERE))
        return
    bulbs, dots = derive_marks(reason.rule, position)
    assert not reason.bulbs & position.unknown & ~bulbs
    assert not reason.dots & position.unknown & ~dots


def check_step(step: Step) -> None:
    for reason in step.reasons:
        check_rests_on_rules(reason, step.before)
    assert step.bulbs | step.dots
    assert not (step.bulbs | step.dots) & ~step.before.unknown
    assert step.size >= 1
    assert (step.technique is Technique.NESTED) == (step.depth > 1)


@given(puzzles(most=4))
@settings(max_examples=tries(120), deadline=None)
def test_steps_hold_in_every_solution(board: Board) -> None:
    assume(len(naive.whites(board.rows)) <= 13)
    solutions = solutions_with_marks(board)
    position = Position.from_board(board)
    explanation = explain_board(board)
    assert explanation.complete
    for step in explanation.steps:
        check_step(step)
        assert step.before == position
        position = step.after
        for solution in solutions:
            assert not position.bulbs & ~solution
            assert not position.dots & solution
    assert not (len(solutions) == 1 and position.dark)


@given(boards("......##01122x", most=4))
@settings(max_examples=tries(120), deadline=None)
def test_the_next_step_holds_with_any_dots(board: Board) -> None:
    """Marks that somebody made, as for a hint."""
    assume(len(naive.whites(board.rows)) <= 12)
    solutions = solutions_with_marks(board)
    assume(solutions)
    goal = explanation_goal(board, solve_board(board, keep_marks=True), keep_marks=True)
    assert goal is not None
    position = Position.from_board(board)
    for step in (
        find_hint(board).step,
        next(build_steps_cheapest_first(position, cheapest_links_towards(position, goal)), None),
    ):
        if step is None:
            continue
        check_step(step)
        assert all(not step.bulbs & ~solution and not step.dots & solution for solution in solutions)


@given(boards("......##01122x", most=6))
@settings(max_examples=tries(150), deadline=None)
def test_settling_is_what_direct_rules_give(board: Board) -> None:
    """Single deductions are LEGUP's direct rules to the end, without Empty Corners."""
    slow: Position | None = Position.from_board(board)
    while slow is not None:
        found = [derive_marks(rule, slow) for rule in DIRECT if rule is not EMPTY_CORNERS]
        bulbs = cell_set([at for one, _ in found for at in cells_in(one)])
        dots = cell_set([at for _, one in found for at in cells_in(one)]) & ~bulbs
        after = slow.with_marks(bulbs, dots)
        slow = None if find_contradiction(after) is not None else after
        if not bulbs | dots:
            break
    fast = close_under_single_deductions(Position.from_board(board))
    assert (fast is None) == (slow is None)
    if fast is not None and slow is not None:
        assert (fast.bulbs, fast.open, fast.lit) == (slow.bulbs, slow.open, slow.lit)


@given(boards(".......##01122x", most=6))
@settings(max_examples=tries(120), deadline=None)
def test_set_arguments_are_what_supposing_a_bulb_gives_at_once(board: Board) -> None:
    position = close_under_single_deductions(Position.from_board(board))
    assume(position is not None)
    assert position is not None
    dots: Cells = 0
    for argument in set_arguments(position):
        dots |= argument.dots
        for at in cells_in(argument.dots):
            found = refute_bulb_by_set_argument(position, at, argument.site)
            assert found is not None
            assert found.end.site == argument.site
    by_rules = [at for at in cells_in(position.open) if refute_bulb_by_set_argument(position, at) is not None]
    assert list(cells_in(dots)) == by_rules
    corners = derive_marks(EMPTY_CORNERS, position)[1] & position.open
    assert not corners & ~dots


@given(puzzles(most=5))
@settings(max_examples=tries(40), deadline=None)
def test_levels_agree_with_the_oracle(board: Board) -> None:
    assume(solve_board(board).is_unique)
    assert level_of(Position.from_board(board)) == naive_levels.level(board.rows)


@table("text", [*collection("7x7", "*"), *EXPERT])
def test_levels_of_the_collection_agree_with_the_oracle(text: str) -> None:
    board = Board(text)
    assert level_of(Position.from_board(board)) == naive_levels.level(board.rows)


def labelled() -> Iterator[tuple[str, str]]:
    for size in ("7x7", "10x10", "14x14", "20x20", "30x30"):
        for level in ("easy", "tricky", "hard"):
            for text in collection(size, level)[: 20 if size in ("7x7", "10x10", "14x14") else 2]:
                yield level, text


LABELLED = list(labelled())


def test_labelled_boards_are_of_their_level_and_explained() -> None:
    """Level, explanation, its proof; the steps of each are short."""
    for level, text in LABELLED:
        explanation = explain_board(Board(text))
        assert explanation.rating is not None
        assert explanation.rating.level.word == level, text
        assert explanation.last_board.puzzle == explanation.board
        assert solve_board(explanation.board).solutions[0].bulbs == explanation.last_board.bulbs
        assert max(step.size for step in explanation.steps) <= 9, text
        position = Position.from_board(explanation.board)
        assert check(steps_to_proof(position, explanation.steps)).accepted, text


@pytest.mark.parametrize("text", EXPERT)
def test_expert_boards_are_explained(text: str) -> None:
    explanation = explain_board(Board(text))
    assert explanation.rating is not None
    assert explanation.rating.level is Level.EXPERT
    for step in explanation.steps:
        check_step(step)
    assert check(steps_to_proof(Position.from_board(Board(text)), explanation.steps)).accepted


def test_a_damaged_argument_is_not_accepted() -> None:
    """The checker looks at what an explanation says: without a step of an argument it does not follow."""
    board = Board(EXPERT[0])
    explanation = explain_board(board)
    damaged = []
    for step in explanation.steps:
        reasons = [
            Refutation(reason.cell, reason.is_bulb, reason.steps[1:], reason.end, reason.premises)
            if isinstance(reason, Refutation)
            else reason
            for reason in step.reasons
        ]
        damaged.append(Step(step.before, step.technique, tuple(reasons), step.members))
    assert not check(steps_to_proof(Position.from_board(board), damaged)).accepted


@given(boards("......##0112", most=5))
@settings(max_examples=tries(60), deadline=None)
def test_explanations_of_any_board(board: Board) -> None:
    explanation = explain_board(board)
    assert explanation.status is solve_board(board).status
    assert (explanation.rating is None) == (explanation.status is not Status.UNIQUE)
    if explanation.status is Status.UNIQUE:
        assert explanation.last_board.bulbs == solve_board(board).solutions[0].bulbs
        assert check(steps_to_proof(Position.from_board(board), explanation.steps)).accepted


@given(puzzles(most=5))
@settings(max_examples=tries(60), deadline=None)
def test_more_reach_gives_no_less(board: Board) -> None:
    """What is known only grows, so that a board has one level."""
    found = [closure(Position.from_board(board), reach) for reach in range(4)]
    for less, more in pairwise(found):
        assert less is not None
        assert more is not None
        assert not less.bulbs & ~more.bulbs
        assert not more.open & ~less.open
