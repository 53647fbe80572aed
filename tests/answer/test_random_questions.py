"""Random questions of every kind: none meets a fault of ours, and every answer goes to JSON and back."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tests.answer.random_questions import Generator

from bigand.api.question import Failure, answer_from_json, ask_here, question_from_json, to_json
from bigand.api.register import question_type
from bigand.api.report import ignore_events
from bigand.api.run.child import answer_within_limits
from bigand.source.error import BigandError, ErrorKind


def faults(seed: int, count: int) -> Iterator[str]:
    """What is wrong with the answers to so many random questions."""
    generator = Generator(seed)
    asked = 0
    for _ in range(count):
        name, fields = generator.question()
        text = json.dumps({"question": name, **fields})
        try:
            question = question_from_json(text, question_type)
        except BigandError:
            continue  # a value that its type refuses
        asked += 1
        answer = answer_within_limits(question, ignore_events, time.monotonic())
        if isinstance(answer, Failure) and answer.kind is ErrorKind.BUG:
            yield f"{answer.gaps['told']}: {text}"
        elif answer_from_json(to_json(answer), type(question)) != answer:
            yield f"the answer is another one in JSON: {text}"
    assert asked > count * 0.7, "most of the questions should be valid"


def test_random_questions_meet_no_fault() -> None:
    found = list(faults(seed=1, count=300))
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_thousands_of_random_questions_meet_no_fault(seed: int) -> None:
    found = list(faults(seed=seed, count=800))
    assert not found, "\n".join(found)


# ---------------------------------------------------------------------- what they met

CELL = [1, 1]
STEP: dict[str, Any] = {
    "number": 1, "technique": "case", "level": "easy", "site": CELL, "bulbs": [], "dots": [CELL], "lit": [],
    "members": [], "premises": [], "instances": 1, "depth": 1, "before": [".."], "board": ["x."],
}  # fmt: skip
MET: list[tuple[str, dict[str, Any], str]] = [
    ("translate", {"source": {"text": "a"}, "form": "prenex"}, "solve.mode"),
    ("translate", {"source": {"text": "x > 1"}, "form": "duringprenex"}, "solve.mode"),
    ("solve", {"source": {"text": "a"}, "proof": "drat", "excluded": [{"true": ["a"]}]}, "proof.alone"),
    ("solve", {"source": {"text": "a"}, "proof": "lrat", "wanted": None}, "proof.alone"),
    ("solve", {"source": {"text": "a"}, "proof": "drat", "count": True}, "proof.alone"),
    ("solve", {"source": {"text": ";;@ soft\na"}, "wanted": -1}, "question.invalid"),
    ("view", {"source": {"text": "a"}, "number": 0}, "question.invalid"),
    ("views", {"source": {"text": "a"}, "number": -1}, "question.invalid"),
    ("queens.solve", {"size": 2, "most": -1}, "question.invalid"),
    ("lightup.draw_step", {"step": {**STEP, "before": [], "board": []}}, "lightup.step_board"),
    ("lightup.draw_step", {"step": {**STEP, "before": [""], "board": [""]}}, "lightup.step_board"),
    ("lightup.draw_step", {"step": {**STEP, "before": ["..", "."]}}, "lightup.step_board"),
    ("lightup.draw_step", {"step": {**STEP, "before": ["ab"]}}, "lightup.step_board"),
    ("lightup.draw_step", {"step": {**STEP, "dots": [[2, 1]]}}, "lightup.step_cell"),
    ("lightup.draw_step", {"step": {**STEP, "site": [0, 1]}}, "lightup.step_cell"),
]


def test_what_random_questions_met_is_refused() -> None:
    wrong = []
    for name, fields, key in MET:
        try:
            answer = ask_here(question_from_json(json.dumps({"question": name, **fields}), question_type))
            found = answer.key if isinstance(answer, Failure) else f"{answer}"
        except BigandError as error:
            found = error.key
        if found != key:
            wrong.append(f"{name} {fields}: {found}")
    assert not wrong, "\n".join(wrong)


def test_a_draft_with_an_unknown_parent_is_written() -> None:
    draft = {"board": {"text": "0./.."}, "steps": [{"name": "b", "parents": ["a"]}], "write": True}
    question = question_from_json(json.dumps({"question": "lightup.judge_draft", **draft}), question_type)
    answer = ask_here(question)
    assert not isinstance(answer, Failure), answer
