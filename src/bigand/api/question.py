"""Questions and answers: their base classes, their JSON, and answering a question in this process.

A question is a frozen value with a tag and a method `answer`, which imports what it needs: building a question
loads none of it. Questions and answers are converted to and from JSON by their types; invalid JSON is refused, with
the path of the error.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, get_args

import msgspec

from bigand.api.report import Report, ignore_events
from bigand.api.value import Value
from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic
from bigand.source.error import BigandError, ErrorKind, InvalidSourceError, describe_bug
from bigand.source.limits import deep_recursion

AnswerT = TypeVar("AnswerT", bound="Answer", covariant=True)


class Limits(Value):
    """The limits of an answer; by default there are none.

    Attributes:
        seconds: Time limit in seconds of the clock.
        megabytes: Memory limit in megabytes.

    >>> Limits(seconds=2.5).megabytes is None
    True
    """

    seconds: float | None = None
    megabytes: int | None = None

    def deadline(self) -> float | None:
        """Return the time, by `time.monotonic`, at which the limit is reached if the work begins now.

        Returns:
            The time, or None without a time limit.
        """
        return None if self.seconds is None else time.monotonic() + self.seconds


class Answer(Value, tag_field="answer"):
    """The base class of answers."""


class Question(Value, Generic[AnswerT], tag_field="question"):
    """The base class of questions. The same question has the same answer, wherever it is asked."""

    limits: Limits = Limits()

    @property
    def is_brief(self) -> bool:
        """Whether the answer always takes little time and memory."""
        return False

    def answer(self, report: Report) -> AnswerT:
        """Answer the question; `report` receives progress, and parts of the answer that are known early."""
        raise NotImplementedError


class Failure(Answer, tag="failure"):
    """Why there is no answer: a message by its key and gaps, or the diagnostics of a text."""

    kind: ErrorKind
    key: str
    gaps: Mapping[str, str | Message] = {}
    diagnostics: tuple[Diagnostic, ...] = ()
    source: int = 0  # which of the texts of the question the diagnostics are about


def failure_of(error: BaseException) -> Failure:
    """Return an exception as a `Failure`."""
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
    question: str


def to_json(value: Value) -> str:
    """Return a question or an answer as JSON; characters that UTF-8 cannot encode are replaced."""
    try:
        return msgspec.json.encode(value).decode("utf-8")
    except UnicodeEncodeError:  # bytes of a file that are not text
        import json

        plain = json.dumps(to_plain_data(value), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace").decode("utf-8")


def to_plain_data(value: Value | Mapping[str, Any]) -> dict[str, Any]:
    """Return a value as plain dictionaries, lists, strings and numbers."""
    plain: dict[str, Any] = msgspec.to_builtins(value, str_keys=True)
    return plain


def question_from_json(text: str | bytes, type_by_name: Callable[[str], type[Question[Any]]]) -> Question[Any]:
    """Parse a question; `type_by_name` returns the type with a name, or raises `KeyError`."""
    try:
        name = msgspec.json.decode(text, type=_QuestionTag).question
        return msgspec.json.decode(text, type=type_by_name(name))
    except KeyError as error:
        raise BigandError("question.unknown", name=error.args[0]) from None
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BigandError("question.invalid", reason=str(error)) from None


def answer_type(question_type: type[Question[Any]]) -> type[Answer]:
    """The type of the answer to a question, unless that is a `Failure`."""
    kind: type[Answer] = get_args(question_type.__orig_bases__[0])[0]  # type: ignore[attr-defined]  # as all generics
    return kind


def answer_from_json(text: str | bytes, question_type: type[Question[Any]]) -> Answer:
    """Parse the answer to a question of this type, or a `Failure`."""
    return msgspec.json.decode(text, type=answer_type(question_type) | Failure)


def json_schema(question_type: type[Question[Any]]) -> dict[str, Any]:
    """The JSON Schema of a question and of its answers, with the definitions that both use."""
    (question_schema, answer_schema, failure_schema), parts = msgspec.json.schema_components(
        [question_type, answer_type(question_type), Failure], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"question": question_schema, "answer": {"anyOf": [answer_schema, failure_schema]}},
        "$defs": parts,
    }


# ---------------------------------------------------------------------- untrusted questions


def reject_solver_commands(question: Question[Any]) -> None:
    """Raise if a question names a command to run: its solver must be a built-in engine."""
    for name in _solver_names(to_plain_data(question)):
        from bigand.solve.engines import engine_names  # most questions do not need it

        if name not in engine_names():
            raise BigandError("ask.solver", name=name)


def _solver_names(data: object) -> list[str]:
    """The values of all fields `solver`, at any depth."""
    if isinstance(data, list | tuple):
        return [name for item in data for name in _solver_names(item)]
    if not isinstance(data, dict):
        return []
    own_name = data.get("solver")
    inside = [name for key, item in data.items() if key != "solver" for name in _solver_names(item)]
    return [*([] if own_name is None else [str(own_name)]), *inside]


# ---------------------------------------------------------------------- in this process


def ask_here(question: Question[AnswerT], report: Report = ignore_events) -> AnswerT | Failure:
    """Answer a question in this process; an exception becomes a `Failure`."""
    try:
        with deep_recursion():
            return question.answer(report)
    except Exception as error:
        return failure_of(error)
