"""Cases in words and pictures: the same labels in both."""

import re
from functools import cache, partial

import pytest
from tests.puzzles.lightup.boards import collection
from tests.puzzles.lightup.test_reasoning import EXPERT

from bigand.messages import LANGUAGES, Language, message_text
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw.steps import step_frames, step_svg
from bigand.puzzles.lightup.questions import StepRecord
from bigand.puzzles.lightup.reasoning.explanation import explain_board
from bigand.puzzles.lightup.reasoning.records import step_records
from bigand.puzzles.lightup.step_text import argument_lines, step_sentence

_LABEL = re.compile(r"\((\d+|[a-z]+)\)")


@cache
def steps() -> list[StepRecord]:
    texts = [*EXPERT, *collection("7x7", "hard")[:6]]
    return [step for text in texts for step in step_records(explain_board(Board(text)).steps)]


def cases() -> list[StepRecord]:
    return [step for step in steps() if step.is_case]


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_labels_are_the_same_in_words_and_pictures(language: Language) -> None:
    say = partial(message_text, language=language)
    letters = 0
    for step in cases():
        lines = [line.text for line in argument_lines(step, say)]
        begun = [label[1] for label in map(_LABEL.match, lines) if label]
        letters += len([label for label in begun if label.isalpha()])
        drawn = [word for frame in step_frames(step) if frame.role != "end" for word in frame.text.split()]
        assert set(drawn) == {"?", *begun}
        ended = {word for frame in step_frames(step) if frame.role == "end" for word in frame.text.split()}
        assert ended == {label for label in begun if label.isalpha()}
        for number, line in enumerate(lines):  # what a line refers to was told before it
            before = {label for earlier in lines[: number + 1] for label in _LABEL.findall(earlier)[:1]}
            assert set(_LABEL.findall(line)) <= before
        assert step_sentence(step, say)
        assert not re.search(r">[:;!]", step_svg(step, say)), "a line begins with a French sign"
    assert letters, "there are nested cases"


def test_no_frame_is_hidden_by_another() -> None:
    """Or the legend would tell of a colour that is not in the picture."""
    for step in steps():
        frames = step_frames(step)
        new = {(frame.x, frame.y) for frame in frames if frame.role == "new"}
        assert not [frame for frame in frames if frame.role == "site" and (frame.x, frame.y) in new]
        assert any(frame.role == "site" for frame in frames) or step.is_case or step.site in step.bulbs


def test_two_cells_are_both_and_not_all() -> None:
    sets = [step for step in steps() if step.technique.startswith("shared")]
    for step in sets:
        told = step_sentence(step, partial(message_text, language=LANGUAGES["en"]))
        assert ("both" in told) == (len(step.members) == 2)
        assert ("all of them" in told) == (len(step.members) > 2)
    assert {len(step.members) for step in sets} >= {2, 3}
