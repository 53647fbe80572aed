"""What pages are told to react at once: groups, pours, reasons, held to the rules of the games in other words."""

import random
from itertools import combinations, permutations
from typing import Any, TypeVar

import pytest
from tests.effort import seeds
from tests.puzzles.lightup.boards import CASES

from bigand.api.question import Answer, Failure, Question, ask_here
from bigand.messages import Language
from bigand.puzzles.lightup import questions as lightup
from bigand.puzzles.lightup.arrays import lit_mask
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.step_text import argument_lines
from bigand.puzzles.queens import questions as queens
from bigand.puzzles.queens.board import Square, attack_line, read_square
from bigand.puzzles.stage import Stage
from bigand.puzzles.starbattle import questions as starbattle
from bigand.puzzles.starbattle.board import find_faults
from bigand.puzzles.watersort import questions as watersort
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import find_refusal
from bigand.wording.texts import Texts

Found = TypeVar("Found", bound=Answer)


def answered(question: Question[Found]) -> Found:
    answer = ask_here(question)
    assert not isinstance(answer, Failure)
    return answer


def reached(stage: Stage, cell: int) -> set[int]:
    """What a piece on a square reaches, its own square too."""
    return {cell}.union(*[group for group in stage.groups if cell in group])


@pytest.mark.parametrize("seed", range(4))
def test_a_bulb_lights_its_groups(seed: int) -> None:
    """Rays, which know nothing of runs, light the same cells; walls are in no group."""
    chance = random.Random(seed)
    rows = ["".join(chance.choices("....#1", k=7)) for _ in range(5)]
    answer = answered(lightup.StageBoard(board=lightup.BoardInput(text="\n".join(rows))))
    board = Board.from_rows(rows)
    for place, square in board:
        cell = place.row * board.width + place.column
        if square.is_wall:
            assert reached(answer.stage, cell) == {cell}
        else:
            light = lit_mask(board.with_marks([place])).flatten().tolist()
            assert reached(answer.stage, cell) == {other for other, is_lit in enumerate(light) if is_lit}


def test_a_queen_attacks_its_groups() -> None:
    answer = answered(queens.StageBoard(size=6))
    squares = [read_square(name, 6) for name in answer.names]
    for cell, square in enumerate(squares):
        attacked = {other for other, one in enumerate(squares) if attack_line(square, one)}
        assert reached(answer.stage, cell) == attacked


def test_cells_of_a_group_cannot_both_have_a_star() -> None:
    answer = answered(starbattle.StageBoard(board="aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"))
    for one, other in combinations(range(36), 2):
        is_wrong = bool(find_faults(answer.board.with_stars([one, other])))
        assert (other in reached(answer.stage, one)) == is_wrong


def test_pours_are_those_that_nothing_forbids() -> None:
    text = '{"height": 4, "tubes": [["red","blue","red","blue"],["blue","red","blue"],["red"],[]]}'
    answer = answered(watersort.StageLevel(level=watersort.LevelInput(text=text)))
    now = Level.from_tubes(answer.tubes, answer.height)
    allowed = {(move.source, move.target) for move in answer.pours}
    refused = {(one.source, one.target): one.reason for one in answer.refusals}
    for source in range(1, 5):
        for target in range(1, 5):
            reason = find_refusal(now, source - 1, target - 1)
            assert ((source, target) in allowed) == (reason is None)
            assert refused.get((source, target)) == reason


# ---------------------------------------------------------------------- queens


def can_be_completed(size: int, placed: Any, forbidden: Any) -> bool:
    """By trying all placements."""
    for columns in permutations(range(size)):
        squares = {f"{'abcdef'[column]}{row + 1}" for row, column in enumerate(columns)}
        diagonals = {row + column for row, column in enumerate(columns)}
        others = {row - column for row, column in enumerate(columns)}
        if len(diagonals) == len(others) == size and set(placed) <= squares and not set(forbidden) & squares:
            return True
    return False


@pytest.mark.parametrize("seed", seeds(25))
def test_reasons_clash_and_none_is_to_spare(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.choice([4, 5, 6])
    names = [f"{'abcdef'[column]}{row + 1}" for row in range(size) for column in range(size)]
    marks = chance.sample(names, chance.randint(0, 6))
    cut = chance.randint(0, min(2, len(marks)))
    placed, forbidden = tuple(marks[:cut]), tuple(marks[cut:])

    def read(name: str) -> Square:
        return read_square(name, size)

    reasons = answered(queens.Why(size=size, placed=placed, forbidden=forbidden))
    assert (reasons.placed is None) == can_be_completed(size, placed, forbidden)
    if reasons.placed is not None:
        assert set(reasons.placed) <= set(placed)
        assert set(reasons.forbidden) <= set(forbidden)
        assert not can_be_completed(size, reasons.placed, reasons.forbidden)
        if any(attack_line(*map(read, pair)) for pair in combinations(placed, 2)):
            assert len(reasons.placed) == 2  # that is told first, and says all
            return
        for name in reasons.placed:
            assert can_be_completed(size, set(reasons.placed) - {name}, reasons.forbidden)
        for name in reasons.forbidden:
            assert can_be_completed(size, reasons.placed, set(reasons.forbidden) - {name})


# ---------------------------------------------------------------------- proofs that are being made


@pytest.mark.parametrize("name", ["proof_048", "proof_027", "proof_075"])
def test_a_proof_that_is_read_is_judged_and_written_as_its_file(name: str) -> None:
    text = (CASES / "proofs" / f"{name}.xml").read_text(encoding="utf-8")
    draft = answered(lightup.ReadDraft(proof=text))
    judged = answered(lightup.JudgeProof(proof=text))
    board = lightup.BoardInput(text="\n".join(draft.rows))
    again = answered(lightup.JudgeDraft(board=board, steps=draft.steps, goal=draft.goal, write=True))
    assert (again.accepted, again.steps, again.solutions) == (judged.accepted, judged.steps, judged.solutions)
    assert len(again.nodes) == len(draft.steps) + 1
    assert answered(lightup.JudgeProof(proof=again.written or "")).accepted == judged.accepted


def test_steps_of_rules_are_right_and_finish_a_proof() -> None:
    """What a rule gives is accepted as a step, until nothing is open; a wrong mark has a counter-example."""
    board = lightup.BoardInput(text="7x7:a3eBdBi2Ba20i1d1eBa")
    steps: list[lightup.DraftStep] = []
    judged = answered(lightup.JudgeDraft(board=board))
    while judged.nodes[-1].state == "open":
        here = lightup.BoardInput(text="\n".join(judged.nodes[-1].rows))
        rule = answered(lightup.Suggest(board=here)).rules[0]
        tried = answered(lightup.TryStep(board=here, rule=rule))
        assert tried.verdict == "valid"
        parent = steps[-1].name if steps else "root"
        steps.append(lightup.DraftStep(name=f"n{len(steps)}", parents=(parent,), rule=rule, marks=tried.parts[0]))
        judged = answered(lightup.JudgeDraft(board=board, steps=tuple(steps)))
        assert not judged.nodes[-1].errors
    assert judged.accepted
    solution = Board(board.text).solve()
    assert solution is not None
    dark = next(place for place, cell in solution if cell is Cell.WHITE)
    wrong = lightup.Marks(bulbs=(lightup.Spot.from_place(dark),))
    tried = answered(lightup.TryStep(board=board, rule="Must Light", marks=wrong))
    assert tried.verdict == "invalid"
    assert tried.why is not None
    assert tried.why.counterexample is not None
    assert tried.why.counterexample == solution.rows


def test_every_line_of_an_argument_has_its_board() -> None:
    explained = answered(lightup.Explain(board=lightup.BoardInput(text="7x7:eBB0b2gBd1hBg1a1d2a")))
    cases = [step for step in explained.steps if step.is_case]
    assert cases
    for step in cases:
        drawn = answered(lightup.DrawStep(step=step))
        assert len(drawn.argument) == len(argument_lines(step, Texts(Language.ENGLISH)))
        assert drawn.argument[0].startswith("<svg")
