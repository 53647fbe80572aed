"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any

from bigand.answer.question import Answer
from bigand.command.texts import Texts
from bigand.puzzles.watersort import questions
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.terminal import captions, hint_text, rating_lines, verdict
from bigand.source.catalogue import say


@singledispatch
def told(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@told.register
def _staged(answer: questions.Staged, texts: Texts) -> dict[str, Any]:
    """Why pours are not allowed, by `from>to`."""
    level = Level.of(answer.tubes, answer.height)
    reasons = {
        f"{refused.source}>{refused.target}": say(questions.refusal_reason(level, refused), texts.language)
        for refused in answer.refusals
    }
    return {
        "text": texts(f"watersort.check.{'sorted' if answer.status == 'sorted' else 'unsorted'}"),
        "refusals": reasons,
    }


@told.register
def _checked(answer: questions.Checked, texts: Texts) -> dict[str, Any]:
    if answer.can_finish is None:
        return {}
    return {"text": texts("watersort.check.finishable" if answer.can_finish else "watersort.check.unfinishable")}


@told.register
def _hinted(answer: questions.Hinted, texts: Texts) -> dict[str, Any]:
    return {"text": hint_text(answer, texts)}


@told.register
def _solved(answer: questions.Solved, texts: Texts) -> dict[str, Any]:
    return {"text": verdict(answer, texts), "steps": captions(answer, texts)}


@told.register
def _rated(answer: questions.Rated, texts: Texts) -> dict[str, Any]:
    return {"text": " · ".join(rating_lines(answer, texts))}
