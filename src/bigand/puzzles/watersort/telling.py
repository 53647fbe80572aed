"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any, Literal, assert_never

from bigand.answer.question import Answer
from bigand.command.outcome import Kind
from bigand.command.texts import Texts
from bigand.puzzles.watersort import questions
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.terminal import hint_text, plan_captions, plan_summary, rating_lines
from bigand.messages import format_message


@singledispatch
def describe_answer(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@describe_answer.register
def _describe_stage(answer: questions.StageLevelAnswer, texts: Texts) -> dict[str, Any]:
    """Why pours are not allowed, by `from>to`."""
    level = Level.from_tubes(answer.tubes, answer.height)
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


@describe_answer.register
def _describe_check(answer: questions.CheckAnswer, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "refused":
            refused_move = answer.refused
            text = (
                ""
                if refused_move is None
                else format_message(questions.refusal_message(answer.level, refused_move), texts.language)
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


@describe_answer.register
def _describe_hint(answer: questions.HintAnswer, texts: Texts) -> dict[str, Any]:
    return {"outcome": _outcome_kind(answer.status), "text": hint_text(answer, texts)}


def _outcome_kind(status: Literal["solved", "unsolvable"]) -> Kind:
    match status:
        case "solved":
            return "good"
        case "unsolvable":
            return "bad"
        case _:
            assert_never(status)


@describe_answer.register
def _describe_solve(answer: questions.SolveAnswer, texts: Texts) -> dict[str, Any]:
    return {
        "outcome": _outcome_kind(answer.status),
        "text": plan_summary(answer, texts),
        "steps": plan_captions(answer, texts),
    }


@describe_answer.register
def _describe_rate(answer: questions.RateAnswer, texts: Texts) -> dict[str, Any]:
    kind: Kind = "bad" if answer.grade is None else "open" if answer.traps and answer.traps.open else "good"
    return {"outcome": kind, "text": " · ".join(rating_lines(answer, texts))}
