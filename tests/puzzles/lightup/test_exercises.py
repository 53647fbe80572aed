"""Exercises: what is written is read back, proofs are judged by them, and what is broken is told in a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.apps.here import Here, here
from tests.tables import table

from bigand.api.question import Failure, ask_here
from bigand.messages import Language, format_message
from bigand.puzzles.lightup.questions import (
    BoardInput,
    DraftGoal,
    DraftStep,
    Exercise,
    JudgeDraft,
    JudgeDraftAnswer,
    JudgeProof,
    JudgeProofAnswer,
    Marks,
    ReadExercise,
    ReadExerciseAnswer,
    Spot,
    WriteExercise,
    WriteExerciseAnswer,
)
from bigand.wording.texts import Texts

__all__ = ["here"]  # a fixture

THREE = ("Finish with Empty", "Must Light", "Empty Cells in Light")
EXERCISE: dict[str, Any] = {"exercise": "lightup.proof", "board": ["0.", ".."], "rules": list(THREE)}
STEPS = (
    DraftStep(name="a", parents=("root",), rule="Finish with Empty", marks=Marks(dots=(Spot(1, 2), Spot(2, 1)))),
    DraftStep(name="b", parents=("a",), rule="Must Light", marks=Marks(bulbs=(Spot(2, 2),))),
)
CORNER = DraftGoal(aim="PROVE_CELL_MUST_BE", marks=Marks(bulbs=(Spot(2, 2),)), assumes_solution=True)


def written(exercise: Exercise) -> str:
    answer = ask_here(WriteExercise(exercise=exercise))
    assert isinstance(answer, WriteExerciseAnswer)
    return answer.text


def proof(goal: DraftGoal) -> str:
    judged = ask_here(JudgeDraft(board=BoardInput(text="0./.."), steps=STEPS, goal=goal, write=True))
    assert isinstance(judged, JudgeDraftAnswer)
    assert judged.written
    return judged.written


@pytest.mark.parametrize("goal", [DraftGoal(), CORNER])
@pytest.mark.parametrize("rules", [None, THREE])
def test_what_is_written_is_read_back(goal: DraftGoal, rules: tuple[str, ...] | None) -> None:
    exercise = Exercise(title="Un coin", statement="« Où ? »\n", board=("0.", ".."), rules=rules, goal=goal)
    text = written(exercise)
    answer = ask_here(ReadExercise(text=text))
    assert isinstance(answer, ReadExerciseAnswer)
    assert answer.exercise == exercise
    assert written(answer.exercise) == text


@pytest.mark.parametrize(
    ("exercise", "reasons"),
    [
        (Exercise(board=("0.", "..")), []),
        (Exercise(board=("0.", ".."), rules=THREE), []),
        (Exercise(board=("0.", ".."), rules=THREE[:1]), ["not_allowed"]),
        (Exercise(board=("1.", "..")), ["other_board"]),
        (Exercise(board=("0.", ".."), goal=CORNER), ["other_goal"]),
    ],
)
def test_proofs_are_judged_by_an_exercise(exercise: Exercise, reasons: list[str]) -> None:
    text = written(exercise)
    answer = ask_here(JudgeProof(proof=proof(DraftGoal()), asked=BoardInput(text=text)))
    assert isinstance(answer, JudgeProofAnswer)
    assert [error.reason for error in answer.errors] == reasons
    fewer = ask_here(JudgeProof(proof=proof(exercise.goal), asked=BoardInput(text=text), only_rules=THREE[1:]))
    assert isinstance(fewer, JudgeProofAnswer)
    assert "not_allowed" in [error.reason for error in fewer.errors]  # both have a say


def test_the_commands_take_an_exercise_for_a_board(tmp_path: Path, here: Here) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "one.xml").write_text(proof(CORNER), encoding="utf-8")
    (tmp_path / "class" / "two.xml").write_text(proof(DraftGoal()), encoding="utf-8")
    exercise = tmp_path / "exercise.json"
    exercise.write_text(written(Exercise(board=("0.", ".."), rules=THREE, goal=CORNER)), encoding="utf-8")
    assert here("lightup", "check-proof", str(tmp_path / "class" / "one.xml"), "--board", str(exercise)).code == 0
    graded = json.loads(here("grade", str(exercise), str(tmp_path / "class"), "--json").out)
    assert [one["verdict"] for one in graded] == ["equal", "too_loose"]
    assert "unique" in here("lightup", "solve", str(exercise)).out


def changed(**fields: Any) -> str:
    return json.dumps({**EXERCISE, **fields})


@table(
    ("text", "told"),
    [
        ('{"exercise": "lightup.proof", "board": ["0.', "JSON"),
        ("[" * 100_000, "JSON"),
        ("{}", "no exercise of Light Up"),
        (changed(exercise="watersort"), "no exercise of Light Up"),
        ('{"exercise": "lightup.proof"}', "no field `board`"),
        (changed(points=3), "no field `points`"),
        (changed(rules=[5]), "the field `rules[0]`"),
        (changed(rules="Must Light"), "the field `rules`"),
        (changed(rules=[]), "allows no rule"),
        (changed(rules=["Guess"]), "there is no rule `Guess`"),
        (changed(board=["0.", "."]), "the board of the exercise: row 2"),
        (changed(board=[]), "the board of the exercise"),
        (changed(board=["." * 400] * 400), "the board of the exercise"),
        (changed(goal={"aim": "WIN"}), "the field `goal.aim`"),
        (changed(goal={"aim": "PROVE_CELL_MUST_BE"}), "names none"),
        (changed(goal={"aim": "PROVE_CELL_MUST_BE", "marks": {"bulbs": [[1, 1]]}}), "about a wall"),
        (changed(goal={"aim": "PROVE_CELL_MUST_BE", "marks": {"bulbs": [[9, 9]]}}), "row 9, column 9"),
    ],
)
def test_a_broken_one_is_told_in_a_sentence(text: str, told: str) -> None:
    answer = ask_here(ReadExercise(text=text, max_cells=10_000))
    assert isinstance(answer, Failure)
    said = {language: _sentence(answer, language) for language in Language}
    assert told in said[Language.ENGLISH]
    assert said[Language.FRENCH] != said[Language.ENGLISH]


def _sentence(failure: Failure, language: Language) -> str:
    texts = Texts(language)
    if failure.diagnostics:
        return format_message(failure.diagnostics[0].message, language)
    return texts(failure.key, **failure.gaps)
