"""Questions as they are sent: decoded and serialised where they are answered, within limits of size."""

import json

import pytest

from bigand.api.question import Failure, Limits, ask_here
from bigand.api.report import Event, ProgressEvent
from bigand.messages import Language
from bigand.source.error import BigandError, ErrorKind
from bigand.studio import requests
from bigand.studio.requests import Reply, ReplyRelay, RequestedQuestion, SerializedEvent, decode_limits
from bigand.wording.texts import Texts


def send(name: str, body: bytes, language: Language = Language.ENGLISH) -> tuple[Reply, list[Event]]:
    events: list[Event] = []
    reply = ask_here(RequestedQuestion(name=name, body=body, language=language), events.append)
    assert isinstance(reply, Reply)
    return reply, events


def test_a_question_is_answered_with_a_line_of_json() -> None:
    reply, events = send("solve", b'{"source": {"text": "a"}}')
    assert json.loads(reply.line)["answer"]["status"] == "sat"
    assert (reply.is_failure, reply.is_refused) == (False, False)
    assert all(isinstance(event, SerializedEvent | ProgressEvent) for event in events)
    assert "event" in json.loads(next(event.line for event in events if isinstance(event, SerializedEvent)))


def test_what_is_no_question_is_refused() -> None:
    for body in (b"{}", b"[]", b'{"source": 1}', b'{"source": {"text": "a"}, "x": 1}'):
        reply, _ = send("solve", body, Language.FRENCH)
        assert (reply.is_failure, reply.is_refused) == (True, True), body
        assert json.loads(reply.line)["answer"]["key"] == "question.invalid"
    reply, _ = send("solve", b'{"source": {"text": "a"}, "solver": "rm -rf"}')
    assert (reply.is_refused, json.loads(reply.line)["answer"]["key"]) == (True, "ask.solver")


def test_an_answer_that_is_too_large_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_ANSWER_SIZE", 1_000)
    reply, events = send("tokens", json.dumps({"source": {"text": "a " * 100}}).encode())
    answer = json.loads(reply.line)
    assert (reply.is_failure, answer["answer"]["key"]) == (True, "studio.large_answer")
    assert "too large" in answer["told"]["text"]
    assert all(not isinstance(event, SerializedEvent) or len(event.line) <= 1_000 for event in events)


def test_the_server_reads_the_limits_only() -> None:
    assert decode_limits(b'{"source": [[], 1], "limits": {"seconds": 2}}') == Limits(seconds=2)
    assert decode_limits(b"{}") == Limits()
    for wrong in (b"", b"[]", b"{", b"{}x", b'{"limits": 1}', b'{"x": ' + b"[" * 5_000 + b"]" * 5_000 + b"}"):
        with pytest.raises(BigandError):
            decode_limits(wrong)


def test_a_child_that_was_ended_is_told() -> None:
    relay = ReplyRelay(RequestedQuestion(name="solve", body=b"", language=Language.FRENCH), Texts(Language.FRENCH))
    failure = Failure(kind=ErrorKind.LIMIT, key="limit.memory")
    assert relay.is_failure(failure)
    assert json.loads(relay.answer_line(failure))["answer"]["key"] == "limit.memory"
