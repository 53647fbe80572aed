"""What a question and an answer are; how they go to JSON and back; what JSON may say.

A question is a class with a tag and the name of the function that answers it, which is imported only then:
whoever only asks loads none of it. Both go to JSON and back by their types; what does not fit them is refused with
its path.
"""

import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar, get_args

import msgspec

from bigand.answer.report import Report
from bigand.answer.value import Value
from bigand.source.auxiliary import describe_bug
from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic
from bigand.source.error import BigandError, ErrorKind, InvalidSourceError

AnswerT = TypeVar("AnswerT", bound="Answer", covariant=True)


class Limits(Value):
    """What an answer may take: seconds of the clock, megabytes of memory."""

    seconds: float | None = None
    megabytes: int | None = None

    def deadline(self) -> float | None:
        """When the time is up, if it begins now."""
        return None if self.seconds is None else time.monotonic() + self.seconds


class Answer(Value, tag_field="answer"):
    """All that was found."""


class Question(Value, Generic[AnswerT], tag_field="question"):
    """All that is asked. The same question has the same answer, wherever it is asked.

    `by="module:function"` names what answers it, a function of the question and a report.
    """

    answered_by: ClassVar[str]

    limits: Limits = Limits()

    @property
    def is_brief(self) -> bool:
        """Whether it is surely answered in no time and in little memory, whatever it asks about."""
        return False

    def answer(self, report: Report) -> AnswerT:
        """The answer; `report` is told how it goes, and of parts that are known before the rest."""
        answer: AnswerT = import_object(self.answered_by)(self, report)
        return answer


def import_object(path: str) -> Any:
    """A class or a function that is written `module:name`."""
    module, name = path.split(":")
    return getattr(import_module(module), name)


class Failure(Answer, tag="failure"):
    """Why there is no answer: a sentence by its key and gaps, or what is wrong with a text at its places."""

    kind: ErrorKind
    key: str
    gaps: Mapping[str, str | Message] = {}
    diagnostics: tuple[Diagnostic, ...] = ()
    source: int = 0  # which of the texts of the question the diagnostics are about


def failure_of(error: BaseException) -> Failure:
    """What went wrong, as a value."""
    if isinstance(error, InvalidSourceError):
        diagnostics = tuple(error.diagnostics)
        return Failure(kind=error.kind, key=error.key, diagnostics=diagnostics, source=error.source)
    if isinstance(error, BigandError):
        return Failure(kind=error.kind, key=error.key, gaps=dict(error.gaps))
    if isinstance(error, MemoryError):
        return Failure(kind=ErrorKind.LIMIT, key="limit.memory")
    return Failure(kind=ErrorKind.BUG, key="main.bug", gaps={"told": describe_bug(error)})


# ---------------------------------------------------------------------- JSON


class _QuestionTag(msgspec.Struct):
    """Only what a question is called."""

    question: str


def to_json(value: Value) -> str:
    """A question or an answer as JSON; what no UTF-8 can say is replaced."""
    try:
        return msgspec.json.encode(value).decode("utf-8")
    except UnicodeEncodeError:  # bytes of a file that are no text
        import json

        plain = json.dumps(to_plain_data(value), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace").decode("utf-8")


def to_plain_data(value: Value | Mapping[str, Any]) -> dict[str, Any]:
    """The same as plain dictionaries, lists, texts and numbers."""
    plain: dict[str, Any] = msgspec.to_builtins(value, str_keys=True)
    return plain


def question_from_json(text: str | bytes, type_by_name: Callable[[str], type[Question[Any]]]) -> Question[Any]:
    """A question of JSON; `type_by_name` gives the type of a name, or raises KeyError."""
    try:
        name = msgspec.json.decode(text, type=_QuestionTag).question
        return msgspec.json.decode(text, type=type_by_name(name))
    except KeyError as error:
        raise BigandError("question.unknown", name=error.args[0]) from None
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BigandError("question.invalid", reason=str(error)) from None


def answer_type(question: type[Question[Any]]) -> type[Answer]:
    """What a question is answered with, if it is."""
    kind: type[Answer] = get_args(question.__orig_bases__[0])[0]  # type: ignore[attr-defined]  # as all generics
    return kind


def answer_from_json(text: str | bytes, question: type[Question[Any]]) -> Answer:
    """An answer of JSON: that of a question of this type, or that there is none."""
    return msgspec.json.decode(text, type=answer_type(question) | Failure)


def json_schema(question: type[Question[Any]]) -> dict[str, Any]:
    """The JSON Schema of a question and of its answers, with what both are made of."""
    (question_schema, answer_schema, failure_schema), parts = msgspec.json.schema_components(
        [question, answer_type(question), Failure], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"question": question_schema, "answer": {"anyOf": [answer_schema, failure_schema]}},
        "$defs": parts,
    }
