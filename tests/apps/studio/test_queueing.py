"""The queue of a server, with children that do as they are told: places, shares, refusals, retries."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.apps.studio.conftest import TOKEN, Running, running, until
from tests.loops import run_async

from bigand.api.format import Format, FormatAnswer
from bigand.api.question import Answer, Failure, Limits, Question
from bigand.api.report import Part, Report
from bigand.api.report import Stage as Progress
from bigand.api.source import Source
from bigand.messages import Language
from bigand.source.error import ErrorKind
from bigand.studio.errors import BusyRequest, RefusedRequest
from bigand.studio.fair_queue import QueueLimits
from bigand.studio.jobs import _MAX_ATTEMPTS, Job, JobRunner
from bigand.studio.requests import RequestedQuestion
from bigand.studio.serializer import AnswerSerializer
from bigand.studio.settings import Settings
from bigand.studio.visitors import SLOT_HEADER, VISITOR_HEADER, Requester, cookie_value
from bigand.wording.texts import Texts

# One first place, which a question keeps for a moment while others wait, and one long place.
NARROW = QueueLimits(first=1, kept=0, long=1, seconds=0.1, questions=6, of_visitor=3)
CRASH = Failure(kind=ErrorKind.SOLVER, key="solver.crashed", gaps={"reason": "it was killed"})


def text_of(question: Question[Any]) -> str:
    """The text of a question, or of one as it was sent."""
    if isinstance(question, RequestedQuestion):
        return str(json.loads(question.body)["source"]["text"])
    return str(question.source.text)  # type: ignore[attr-defined]  # it is about a text


class Children:
    """Children in this process: `hold` waits until it is released, `crash N` is killed so many times."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.asked: list[str] = []

    def __call__(self, question: Question[Any], report: Report, tick: Callable[[], None], _ready: object) -> Answer:
        text = text_of(question)
        self.asked.append(text)
        count = self.asked.count(text)
        word, _, rest = text.partition(" ")
        if word == "parts":
            for number in range(3 * count):  # the second time it gets further
                report(Progress(key="progress.solve"))
                report(Part(found=number))
        if word == "crash" and count <= int(rest):
            return CRASH
        while word in ("hold", "wait") or (word == "parts" and count == 1):
            if self.released.wait(0.02):
                break
            tick()
        return FormatAnswer(text=text, is_changed=False)


class Unwarmed(JobRunner):
    """Asks its children nothing of its own."""

    def warm(self, count: int = 0) -> None:
        pass


@asynccontextmanager
async def answering(shares: QueueLimits = NARROW) -> AsyncIterator[tuple[JobRunner, Children]]:
    """Questions of one server without the server."""
    children = Children()
    own = Unwarmed(Limits(), shares, children)
    yield own, children
    own.stop()
    await asyncio.to_thread(own.close)
    assert not own._jobs
    assert not own._queue.tickets


def begin(own: JobRunner, text: str, visitor: str = "a", slot: str = "", number: int = 0) -> Job:
    question = Format(source=Source(text=text, name="text"))
    teller = AnswerSerializer(question, Texts(Language.ENGLISH))
    return own.start(question, "solve", teller, Requester(visitor, slot, number))


async def lines_of(asked: Job, told: list[dict[str, Any]] | None = None) -> list[dict[str, Any]]:
    told = [] if told is None else told
    async for line in asked.lines():
        told.append(json.loads(line.text))
    return told


async def holds(condition: Callable[[], object]) -> None:
    for _ in range(3000):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never holds")


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(scenario(), 60)

    run_async(bounded())


def test_the_place_in_the_queue_is_told_until_the_turn_comes() -> None:
    async def scenario() -> None:
        async with answering(NARROW._replace(seconds=1e9)) as (own, children):
            first = begin(own, "hold")
            second, third = begin(own, "b", "b"), begin(own, "c", "c")
            told = third.lines()
            line = json.loads((await anext(told)).text)
            assert line["event"] == {"event": "waiting", "place": 2, "total": 2}
            assert line["text"] == "waiting: place 2 of 2"
            second.stop()  # whoever goes away frees the place at once
            line = json.loads((await anext(told)).text)
            assert line["event"] == {"event": "waiting", "place": 1, "total": 1}
            children.released.set()
            rest = [json.loads(line.text) async for line in told]
            assert rest[0] == {"event": {"event": "waiting", "place": 0, "total": 0}, "text": None}
            assert rest[-1]["answer"]["text"] == "c"
            assert (await lines_of(first))[-1]["answer"]["text"] == "hold"
            assert "b" not in children.asked

    run(scenario)


def test_a_long_question_gives_way_and_tells_nothing_twice() -> None:
    async def scenario() -> None:
        async with answering() as (own, children):
            long = begin(own, "hold", "b")
            await holds(lambda: long.ticket.stage.name == "LONG")
            parts = begin(own, "parts", "a")
            told: list[dict[str, Any]] = []
            reading = asyncio.create_task(lines_of(parts, told))
            await holds(lambda: "parts" in children.asked)
            small = begin(own, "small", "c")
            assert (await lines_of(small))[-1]["answer"]["text"] == "small"  # though the long ones go on
            await holds(lambda: told and told[-1]["event"]["event"] == "waiting")
            assert parts.ticket.stage.name == "PUT_BACK"
            children.released.set()
            await reading
            found = [line["event"]["found"] for line in told if line.get("event", {}).get("event") == "part"]
            assert found == [0, 1, 2, 3, 4, 5]
            assert told[-1]["answer"]["text"] == "parts"
            assert children.asked.count("parts") == 2
            assert (await lines_of(long))[-1]["answer"]["text"] == "hold"

    run(scenario)


def test_too_many_are_refused_by_visitor_and_by_server() -> None:
    async def scenario() -> None:
        async with answering(NARROW._replace(seconds=1e9)) as (own, children):
            asked = [begin(own, "hold", "a") for _ in range(3)]
            with pytest.raises(BusyRequest) as refused:
                begin(own, "x", "a")
            assert (refused.value.status, refused.value.error.key) == (429, "studio.busy")
            assert refused.value.retry_after >= 1
            asked += [begin(own, "hold", letter) for letter in "bcd"]
            with pytest.raises(BusyRequest) as refused:
                begin(own, "x", "e")
            assert (refused.value.status, refused.value.error.key) == (503, "studio.busy_all")
            children.released.set()
            replies = await asyncio.gather(*[lines_of(one) for one in asked])
            assert [reply[-1]["answer"]["text"] for reply in replies] == ["hold"] * 6

    run(scenario)


def test_a_killed_child_is_replaced_and_in_the_end_it_is_a_failure() -> None:
    async def scenario() -> None:
        async with answering() as (own, children):
            assert (await lines_of(begin(own, "crash 3")))[-1]["answer"]["text"] == "crash 3"
            assert children.asked.count("crash 3") == 4
            (last,) = await lines_of(begin(own, "crash 99"))
            assert last["answer"]["key"] == "solver.crashed"
            assert last["told"]["text"].startswith("the solver crashed")
            assert children.asked.count("crash 99") == _MAX_ATTEMPTS

    run(scenario)


def test_a_later_question_for_a_slot_takes_the_place_of_the_earlier() -> None:
    async def scenario() -> None:
        async with answering(NARROW._replace(seconds=1e9)) as (own, children):
            running, waiting = begin(own, "hold", "a", "page.work", 1), begin(own, "wait", "a", "page.other", 1)
            newer = begin(own, "newer", "a", "page.other", 3)
            (last,) = await lines_of(waiting)
            assert last["answer"]["key"] == "studio.replaced"
            with pytest.raises(RefusedRequest) as overtaken:  # by one that was asked after it
                begin(own, "older", "a", "page.other", 2)
            assert overtaken.value.status == 409
            begin(own, "another visitor", "b", "page.other", 4).stop()
            begin(own, "again", "a", "page.work", 2).stop()  # the one under way is ended as well
            assert (await lines_of(running))[-1]["answer"]["key"] == "studio.replaced"
            assert (await lines_of(newer))[-1]["answer"]["text"] == "newer"
            assert set(children.asked) <= {"hold", "newer", "again"}

    run(scenario)


def test_a_reader_who_does_not_read_holds_no_place() -> None:
    async def scenario() -> None:
        async with answering() as (own, _):
            unread = [begin(own, f"text {letter}", letter) for letter in "ab"]
            for letter in "cdefgh":
                assert (await lines_of(begin(own, letter, letter)))[-1]["answer"]["text"] == letter
            for asked in unread:
                await lines_of(asked)

    run(scenario)


# ---------------------------------------------------------------------- over HTTP


@pytest.fixture
def children() -> Children:
    return Children()


@pytest.fixture
def server(static: Path, children: Children) -> Iterator[Running]:
    own = Unwarmed(Limits(), NARROW._replace(seconds=1e9), children)
    with running(Settings(TOKEN, static=static), answering=own) as server:
        yield server
        children.released.set()


def test_refusals_say_when_to_ask_again_and_closing_a_connection_frees_its_place(
    server: Running, children: Children
) -> None:
    body = {"source": {"text": "hold"}}
    headers = {"Accept": "application/x-ndjson", VISITOR_HEADER: "a" * 16}
    streams = [server.client.stream("POST", "/api/format", json=body, headers=headers) for _ in range(3)]
    replies = [stream.__enter__() for stream in streams]
    assert [reply.status_code for reply in replies] == [200] * 3
    assert all(VISITOR_HEADER not in reply.headers for reply in replies)
    refused = server.client.post("/api/format", json=body, headers={**headers, "Accept-Language": "fr"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert refused.json()["told"]["text"].startswith("vous avez trop de questions")
    waiting = json.loads(next(replies[2].iter_lines()))
    assert waiting["event"] == {"event": "waiting", "place": 2, "total": 2}
    for stream in streams[:2]:
        stream.__exit__(None, None, None)
    until(lambda: len(server.own.jobs._jobs) == 1)
    until(lambda: not any(ticket.is_waiting for ticket in server.own.jobs._jobs))
    streams[2].__exit__(None, None, None)
    until(lambda: not server.own.jobs._jobs)
    children.released.set()
    small = {"source": {"text": "small"}}
    reply = server.client.post("/api/format", json=small, headers={SLOT_HEADER: "not a slot"})
    assert reply.json()["answer"]["text"] == "small"
    assert len(reply.headers[VISITOR_HEADER]) >= 16  # what a program may send back to be counted for itself


def test_a_browser_gets_a_cookie_of_its_own_and_keeps_it(server: Running) -> None:
    name = f"{server.settings.cookie_name}-visitor"
    link = f"/?token={TOKEN}"
    set_by_link = [one for one in server.client.get(link).headers.get_list("set-cookie") if one.startswith(name)]
    (cookie,) = set_by_link
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    value = server.client.cookies[name]
    assert cookie_value(f"x=y; {name}={value}", name) == value
    again = server.client.get("/")
    assert "set-cookie" not in again.headers
    server.client.cookies.clear()
    assert server.client.get("/").headers["set-cookie"].startswith(name)
    assert server.client.cookies[name] != value


def test_a_cookie_is_found_in_any_header_in_linear_time() -> None:
    value = "v" * 22
    rows = [
        (f"name={value}", value),
        (f" a=b;name={value} ;c=d", value),
        (f"name=short; name={value}", value),
        (f"other-name={value}", None),
        (f'name="{value}"', None),
        ("name=" + "v" * 65, None),
        ("", None),
        (";" * 100_000 + "name", None),
        ("\\" * 100_000, None),
    ]
    wrong = [(header[:40], expected) for header, expected in rows if cookie_value(header, "name") != expected]
    assert not wrong
