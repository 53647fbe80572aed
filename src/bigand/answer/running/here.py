"""A question answered in this process: an answer always comes back, and nothing that goes wrong escapes."""

from typing import TypeVar

from bigand.answer.question import Answer, Failure, Question, failure_of
from bigand.answer.report import Report, unheard
from bigand.source.recursion import deep_recursion

Found = TypeVar("Found", bound=Answer)


def ask_here(question: Question[Found], report: Report = unheard) -> Found | Failure:
    """The answer to a question, or why there is none."""
    try:
        with deep_recursion():
            return question.answer(report)
    except Exception as error:
        return failure_of(error)
