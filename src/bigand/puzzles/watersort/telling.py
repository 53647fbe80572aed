"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any, Literal, assert_never

from bigand.answer.question import Answer
from bigand.command.outcome import Kind
from bigand.command.texts import Texts
from bigand.puzzles.watersort import questions
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.terminal import captions, hint_text, rating_lines, verdict
from bigand.source.catalogue import format_message


@singledispatch
def told(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@told.register
def _staged(answer: questions.Staged, texts: Texts) -> dict[str, Any]:
    """Why pours are not allowed, by `from>to`."""
    level = Level.of(answer.tubes, answer.height)
    reasons = {
        f"{refused.source}>{refused.target}": format_message(
            questions.refusal_reason(level, refused), texts.language
        )
        for refused in answer.refusals
    }
    return {
        "text": texts(f"watersort.check.{'sorted' if answer.status == 'sorted' else 'unsorted'}"),
        "refusals": reasons,
    }


@told.register
def _checked(answer: questions.Checked, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "refused":
            refused = answer.refused
            text = (
                ""
                if refused is None
                else format_message(questions.refusal_message(answer.level, refused), texts.language)
            )
            return {"outcome": "bad", "text": text}
        case "sorted":
            return {"outcome": "good", "text": texts("watersort.check.sorted")}
        case "open":
            if answer.can_finish is None:
                return {"outcome": "open", "text": texts("watersort.check.unsorted")}
            key = "watersort.check.finishable" if answer.can_finish else "watersort.check.unfinishable"
            return {"outcome": "good" if answer.can_finish else "bad", "text": texts(key)}
        case _:
            assert_never(answer.status)


@told.register
def _hinted(answer: questions.Hinted, texts: Texts) -> dict[str, Any]:
    return {"outcome": _kind(answer.status), "text": hint_text(answer, texts)}


def _kind(status: Literal["solved", "unsolvable"]) -> Kind:
    match status:
        case "solved":
            return "good"
        case "unsolvable":
            return "bad"
        case _:
            assert_never(status)


@told.register
def _solved(answer: questions.Solved, texts: Texts) -> dict[str, Any]:
    return {"outcome": _kind(answer.status), "text": verdict(answer, texts), "steps": captions(answer, texts)}


@told.register
def _rated(answer: questions.Rated, texts: Texts) -> dict[str, Any]:
    kind: Kind = "bad" if answer.grade is None else "open" if answer.traps and answer.traps.open else "good"
    return {"outcome": kind, "text": " · ".join(rating_lines(answer, texts))}
