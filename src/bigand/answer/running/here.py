"""A question answered in this process: an answer always comes back, and nothing that goes wrong escapes."""

from typing import TypeVar

from bigand.answer.question import Answer, Failure, Question, failure_of
from bigand.answer.report import Report, ignore_events
from bigand.source.recursion import deep_recursion

AnswerT = TypeVar("AnswerT", bound=Answer)


def ask_here(question: Question[AnswerT], report: Report = ignore_events) -> AnswerT | Failure:
    """The answer to a question, or why there is none."""
    try:
        with deep_recursion():
            return question.answer(report)
    except Exception as error:
        return failure_of(error)
