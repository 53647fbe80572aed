"""What holds for every question: the same answer here and in a child, and JSON there and back is equal."""

import pickle
from typing import TypeVar

from bigand.api.question import (
    Answer,
    Failure,
    Question,
    answer_from_json,
    ask_here,
    json_schema,
    question_from_json,
    to_json,
)
from bigand.api.register import question_type
from bigand.api.run.child import ask_in_child

Found = TypeVar("Found", bound=Answer)


def asked(question: Question[Found]) -> Found:
    """The answer to a question that has one."""
    answer = tried(question)
    assert not isinstance(answer, Failure), answer
    return answer


def tried(question: Question[Found]) -> Found | Failure:
    """The answer to a question, or why there is none; all that must hold for it is looked at."""
    answer = ask_here(question)
    assert ask_in_child(question) == answer
    assert question_from_json(to_json(question), question_type) == question
    assert answer_from_json(to_json(answer), type(question)) == answer
    assert pickle.loads(pickle.dumps((question, answer))) == (question, answer)
    assert json_schema(type(question))
    return answer
