"""Questions under way: stopped when nobody listens, beside each other, and never the end of the server."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from tests.apps.studio.conftest import Running, until

from bigand.api.question import Limits
from bigand.studio import jobs
from bigand.studio.jobs import stricter_limits

LINES = {"Accept": "application/x-ndjson"}
# Twelve pigeons in eleven holes: minutes for any engine that we have.
PIGEONS = (
    "bigand $i in [1..12]: bigor $j in [1..11]: p($i,$j) end end "
    "bigand $j,$i,$k in [1..11],[1..12],[1..12] when $i < $k: not p($i,$j) or not p($k,$j) end"
)
LONG = {"source": {"text": PIGEONS}, "as_written": True}
QUICK = {"source": {"text": "bigand $i in [1..3]: p($i) end"}}


def processes(number: int | str = "self") -> dict[int, float]:
    """The processes that one has started to answer, and those of these, with their seconds of the processor.

    Other tests of this worker may have a browser and a studio open: those are none of them.
    """
    found: dict[int, float] = {}
    with suppress(OSError):
        for task in Path(f"/proc/{number}/task").iterdir():
            for child in (task / "children").read_text().split():
                with suppress(OSError):
                    words = Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()
                    is_ours = b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
                    if words[0] != "Z" and is_ours:
                        found[int(child)] = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
                        found |= processes(child)
    return found


def busy(before: dict[int, float]) -> set[int]:
    """Those that have worked for a while since then: they solve. To start takes less on any machine."""
    return {number for number, seconds in processes().items() if seconds > before.get(number, 0.0) + 1}


@pytest.fixture
def before(server: Running) -> dict[int, float]:
    """The processes that there were when nothing was asked."""
    until(lambda: under_way(server) == 0)
    server.client.post("/api/solve", json=QUICK)  # at least one is there
    return processes()


@contextmanager
def solving(server: Running) -> Iterator[Iterator[str]]:
    """A question that takes minutes, as it is asked by a page: with its first line."""
    with server.client.stream("POST", "/api/solve", json=LONG, headers=LINES) as reply:
        told = reply.iter_lines()
        assert json.loads(next(told))["event"]["event"] == "stage"
        yield told


def under_way(server: Running) -> int:
    return len(server.own.jobs._jobs)


def test_progress_comes_while_it_goes_on(server: Running) -> None:
    with solving(server) as told:
        assert "event" in json.loads(next(told))
        assert under_way(server) == 1
    until(lambda: under_way(server) == 0)


def test_closing_the_connection_ends_the_child(server: Running, before: dict[int, float]) -> None:
    with solving(server):
        until(lambda: busy(before))
        working = busy(before)
    until(lambda: not working & processes().keys())
    until(lambda: under_way(server) == 0)


@pytest.mark.parametrize("which", ["engine", pytest.param("child", marks=pytest.mark.slow)])
def test_a_question_whose_child_is_killed_goes_on_in_another(
    which: str, server: Running, before: dict[int, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_MAX_SECONDS_SPENT", 600.0)  # a busy machine takes long until the first one works
    with solving(server) as told:
        until(lambda: busy(before))
        (engine,) = busy(before)
        parent = int(Path(f"/proc/{engine}/stat").read_text().rsplit(")", 1)[1].split()[1])
        os.kill(engine if which == "engine" else parent, signal.SIGKILL)
        until(lambda: engine not in processes())
        until(lambda: busy(before))  # another one works on it
        assert "event" in json.loads(next(told))
        reply = server.client.post("/api/solve", json=QUICK)
        assert (reply.status_code, reply.json()["answer"]["status"]) == (200, "sat")
    until(lambda: under_way(server) == 0)


def test_an_editor_and_small_questions_are_answered_beside_long_ones(server: Running) -> None:
    until(lambda: under_way(server) == 0)
    base, headers = server.client.base_url, dict(server.client.headers)
    with httpx.Client(base_url=base, headers=headers, timeout=60) as client:
        streams = [client.stream("POST", "/api/solve", json=LONG, headers=LINES) for _ in range(6)]
        try:
            assert [stream.__enter__().status_code for stream in streams] == [200] * 6
            for name, sample in (
                ("check", QUICK),
                ("hover", QUICK | {"offset": 1}),
                ("complete", QUICK | {"offset": 0}),
                ("solve", QUICK),
            ):
                assert client.post(f"/api/{name}", json=sample).status_code == 200
        finally:
            for stream in streams:
                stream.__exit__(None, None, None)
    until(lambda: under_way(server) == 0)
    assert server.client.post("/api/solve", json=QUICK).status_code == 200


def test_many_quick_questions_at_a_time(server: Running) -> None:
    """A bounded load: all are answered or told that there are too many, and afterwards nothing is left."""
    statuses: list[int] = []

    def ask() -> None:
        statuses.extend([server.client.post("/api/check", json=QUICK).status_code for _ in range(5)])

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(statuses) == 60
    assert set(statuses) <= {200, 429}
    assert statuses.count(200) >= 30
    until(lambda: under_way(server) == 0)


def test_a_limit_of_the_question_holds_and_ours_is_the_largest(server: Running) -> None:
    reply = server.client.post("/api/solve", json=LONG | {"limits": {"seconds": 1}})
    answer = reply.json()["answer"]
    assert "limit.time" in (
        answer.get("stopped"),
        answer.get("key"),
    )  # what was known till then, if that was anything
    most = Limits(seconds=120, megabytes=2000)
    assert stricter_limits(Limits(), most) == most
    assert stricter_limits(Limits(seconds=1e9, megabytes=10), most) == Limits(seconds=120, megabytes=10)
    assert stricter_limits(Limits(seconds=1), Limits()) == Limits(seconds=1)


@pytest.mark.slow
def test_a_slow_reader_holds_the_models_back(server: Running) -> None:
    """Of many models only so many wait for somebody who does not read; then all of them come."""
    many: dict[str, Any] = {"source": {"text": "bigand $i in [1..9]: p($i) or q($i) end"}, "wanted": 3000}
    with server.client.stream("POST", "/api/solve", json=many, headers=LINES) as reply:
        time.sleep(1)
        told = [json.loads(line) for line in reply.iter_lines()]
    assert len([one for one in told if one.get("event", {}).get("event") == "part"]) == 3000
    assert len(told[-1]["answer"]["models"]) == 3000


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left(server: Running) -> Iterator[None]:
    yield
    until(lambda: under_way(server) == 0)
