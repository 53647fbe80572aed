"""Cases in words and pictures: the same labels in both."""

import re
from functools import cache, partial

import pytest
from tests.puzzles.lightup.boards import collection
from tests.puzzles.lightup.test_reasoning import EXPERT

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw.marks import frames_of
from bigand.puzzles.lightup.draw.steps import step_svg
from bigand.puzzles.lightup.questions import Step
from bigand.puzzles.lightup.reasoning.explanation import explain
from bigand.puzzles.lightup.reasoning.record import steps_reported
from bigand.puzzles.lightup.reasoning.telling import argument_of, sentence_of
from bigand.source.catalogue import LANGUAGES, Language, sentence

_LABEL = re.compile(r"\((\d+|[a-z]+)\)")


@cache
def cases() -> list[Step]:
    texts = [*EXPERT, *collection("7x7", "hard")[:6]]
    told = [step for text in texts for step in steps_reported(explain(Board(text)).steps)]
    return [step for step in told if step.is_case]


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_labels_are_the_same_in_words_and_pictures(language: Language) -> None:
    say = partial(sentence, language=language)
    letters = 0
    for step in cases():
        lines = [line.text for line in argument_of(step, say)]
        begun = [label[1] for label in map(_LABEL.match, lines) if label]
        letters += len([label for label in begun if label.isalpha()])
        drawn = [word for frame in frames_of(step) if frame.role != "end" for word in frame.text.split()]
        assert set(drawn) == {"?", *begun}
        ended = {word for frame in frames_of(step) if frame.role == "end" for word in frame.text.split()}
        assert ended == {label for label in begun if label.isalpha()}
        for number, line in enumerate(lines):  # what a line refers to was told before it
            before = {label for earlier in lines[: number + 1] for label in _LABEL.findall(earlier)[:1]}
            assert set(_LABEL.findall(line)) <= before
        assert sentence_of(step, say)
        assert not re.search(r">[:;!]", step_svg(step, say)), "a line begins with a French sign"
    assert letters, "there are nested cases"
