"""A question as the body of a request: decoded, answered and serialised in the child, which has a memory limit.

The server handles only bytes of limited length. A body of 8 MB may decode to many times its size, and its answer
may be just as large.
"""

import time
from typing import Any

import msgspec

from bigand.api.question import Answer, Failure, Limits, Question, ask_here, failure_of, reject_solver_commands
from bigand.api.register import question_type
from bigand.api.report import Event, ProgressEvent, Report, Stage
from bigand.api.value import replace_fields
from bigand.messages import Language
from bigand.source.error import BigandError, ErrorKind
from bigand.studio.serializer import AnswerSerializer
from bigand.wording.texts import Texts

MAX_ANSWER_SIZE = 20_000_000  # bytes of an answer, or of an event


class Reply(Answer, tag="studio.reply"):
    """An answer as the line of JSON that is sent."""

    line: str
    is_failure: bool
    is_refused: bool = False  # the body was not a valid question
    is_crash: bool = False  # a process that worked on it was killed: it may be asked again


class SerializedEvent(Event, tag="studio.progress"):
    """An event as the line of JSON that is sent."""

    line: str
    is_stage: bool = False  # it only reports progress


class RequestedQuestion(Question[Reply], tag="studio.sent"):
    """The body of a request for the question `name`, and the language of the reply."""

    name: str
    body: bytes
    language: Language

    def answer(self, report: Report) -> Reply:
        return answer_request(self, report)


class _LimitsOnly(msgspec.Struct):
    """The part of a question that the server itself decodes."""

    limits: Limits = Limits()


def decode_limits(body: bytes) -> Limits:
    """The limits of a question; raises `BigandError` if the body is not JSON, or nested too deeply."""
    return decode_body(body, _LimitsOnly).limits


def decode_body(body: bytes, body_type: type[Any]) -> Any:
    """Decode a body; raise `BigandError` with the path of the error if it does not fit."""
    try:
        return msgspec.json.decode(body, type=body_type)
    except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError) as error:
        raise BigandError("question.invalid", reason=str(error)[:300]) from None


def answer_request(request: RequestedQuestion, report: Report) -> Reply:
    """Decode a question, answer it and serialise the answer, all in this process."""
    texts = Texts(request.language)
    try:
        question: Question[Any] = decode_body(request.body, question_type(request.name))
        reject_solver_commands(question)
    except BigandError as error:
        line = AnswerSerializer(request, texts).answer_line(failure_of(error))
        return Reply(line=line, is_failure=True, is_refused=True)
    question = replace_fields(question, limits=request.limits)
    serializer = AnswerSerializer(question, texts)

    def report_line(event: Event) -> None:
        if isinstance(event, ProgressEvent):  # these are throttled, so they are not serialised here
            report(event)
            return
        line = serializer.event_line(event)
        if len(line) <= MAX_ANSWER_SIZE:
            report(SerializedEvent(line=line, is_stage=isinstance(event, Stage)))

    start = time.monotonic()
    answer = ask_here(question, report_line)
    serializer.seconds = time.monotonic() - start
    line = serializer.answer_line(answer)
    is_failure = serializer.is_failure(answer)
    if len(line) > MAX_ANSWER_SIZE:
        gaps = {"most": str(MAX_ANSWER_SIZE // 1_000_000)}
        line = serializer.answer_line(Failure(kind=ErrorKind.LIMIT, key="studio.large_answer", gaps=gaps))
        is_failure = True
    return Reply(line=line, is_failure=is_failure, is_crash=is_crash(answer))


def is_crash(answer: Answer) -> bool:
    """Whether there is no answer because a process that worked on it was killed."""
    return (
        answer.is_crash
        if isinstance(answer, Reply)
        else isinstance(answer, Failure) and answer.key == "solver.crashed"
    )


class ReplyRelay(AnswerSerializer):
    """Relays what the child has serialised; serialises only why there is no answer of the child."""

    is_refused = False

    @property
    def question_name(self) -> str:
        return self.question.name if isinstance(self.question, RequestedQuestion) else super().question_name

    def event_line(self, event: Event) -> str:
        return event.line if isinstance(event, SerializedEvent) else super().event_line(event)

    def answer_line(self, answer: Answer) -> str:
        if not isinstance(answer, Reply):
            return super().answer_line(answer)
        self.is_refused = answer.is_refused
        return answer.line

    def is_failure(self, answer: Answer) -> bool:
        return answer.is_failure if isinstance(answer, Reply) else super().is_failure(answer)
