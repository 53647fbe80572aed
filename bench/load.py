"""A class on one server: many users at a time who check, solve, ask why and play, with the page's own retry rules.

Each question has a name in it that no other has and that must come back, so that no answer can be another's. In the
second table one user asks for endless models, and a third of the children are killed every two seconds.
"""

import json
import os
import random
import re
import signal
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from bench.studio import start_server

_RETRIES = 8  # as in studio/src/ask.ts
_PAUSE = (0.3, 1.2)  # seconds in which a user reads and types
_KILLED_EVERY = 2.0
_ENDLESS = 6  # questions of the one who asks for endless models
_SIDE = 7  # squares of a board
_PIGEONS = (
    "bigand $i in [1..12]: bigor $j in [1..11]: p($i,$j) end end "
    "bigand $j,$i,$k in [1..11],[1..12],[1..12] when $i < $k: not p($i,$j) or not p($k,$j) end"
)


class Asked(NamedTuple):
    """A small question, and how its answer is recognised."""

    name: str
    fields: dict[str, Any]
    is_own: Callable[[dict[str, Any]], bool]


def _check(number: int) -> Asked:
    text = f"bigand $i in $missing{number}: p($i) end"
    return Asked("check", {"source": {"text": text}}, lambda reply: _names(reply, f"$missing{number}"))


def _solve(number: int) -> Asked:
    text = f";;@ view grid x(row,column)\nx(1,1) and own{number} and bigand $i in [1..4]: x($i,$i) or x($i,1) end"
    fields = {"source": {"text": text}, "true_only": True, "draw": True}
    return Asked("solve", fields, lambda reply: f"own{number}" in reply["answer"]["models"][0]["true"])


def _why(number: int) -> Asked:
    text = f"bigand $i in [1..3]: own{number}($i) end\nnot own{number}(2)"
    return Asked("why", {"source": {"text": text}}, lambda reply: _names(reply, f"own{number}(2)"))


def _play(number: int) -> Asked:
    bits = f"{number * 7919 % 2**40:040b}"
    rows = ["".join(["#" if bit == "1" else "." for bit in bits[at : at + _SIDE]]) for at in range(0, 35, _SIDE)]
    is_own = lambda reply: list(reply["answer"]["rows"]) == rows  # noqa: E731
    return Asked("lightup.stage", {"board": {"text": "\n".join(rows)}}, is_own)


def _names(reply: dict[str, Any], name: str) -> bool:
    return re.search(rf"{re.escape(name)}(?!\d)", json.dumps(reply, ensure_ascii=False)) is not None


SMALL = (_check, _solve, _why, _play)


@dataclass
class Measured:
    """What came of a load."""

    seconds: list[float] = field(default_factory=list)  # of each small question, from asking to its answer
    errors: list[str] = field(default_factory=list)
    swapped: list[str] = field(default_factory=list)
    retries: int = 0
    killed: int = 0
    endless: int = 0  # questions of the one who asks for endless models that came to an end
    memory: list[tuple[float, int]] = field(default_factory=list)  # megabytes of server and children, by time

    def percentile(self, part: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")

    def memory_around(self, seconds: float, width: float = 4.0) -> float:
        """The megabytes around a time."""
        near = [megabytes for when, megabytes in self.memory if abs(when - seconds) <= width]
        return statistics.mean(near) if near else float("nan")


class User:
    """Somebody with a browser: one connection, a visitor's cookie, and the page's rules for asking again."""

    def __init__(self, port: int, token: str, measured: Measured) -> None:
        self._port = port
        self._measured = measured
        self._connection = HTTPConnection("127.0.0.1", port, timeout=150)
        self._connection.request("GET", f"/?token={token}", headers={"Accept": "text/html"})
        entered = self._connection.getresponse()
        entered.read()
        cookies = [value.partition(";")[0] for name, value in entered.getheaders() if name.lower() == "set-cookie"]
        self._headers = {
            "Cookie": "; ".join(cookies),
            "Content-Type": "application/json",
            "Accept": "application/x-ndjson",
        }

    def ask(self, name: str, fields: dict[str, Any]) -> dict[str, Any]:
        """The last line of a reply."""
        body = json.dumps(fields).encode()
        for _ in range(_RETRIES):
            self._connection.request("POST", f"/api/{name}", body, self._headers)
            reply = self._connection.getresponse()
            lines = reply.read().split(b"\n")
            if reply.status not in (429, 503):
                last: dict[str, Any] = json.loads([line for line in lines if line][-1])
                return last
            self._measured.retries += 1
            time.sleep(int(reply.headers["Retry-After"]) * random.uniform(1, 1.5))
        raise HTTPException(f"refused {_RETRIES} times")

    def close(self) -> None:
        if self._connection.sock is not None:
            self._connection.sock.shutdown(2)
        self._connection.close()


def run_load(users: int, seconds: float, is_attacked: bool = False) -> Measured:
    """Let users ask a server of their own for some time; every question that was begun is waited for."""
    measured = Measured()
    with start_server() as server:
        port, token, number = server.port, server.token, server.process.pid
        began = time.monotonic()
        end = began + seconds
        people = [User(port, token, measured) for _ in range(users)]
        threads = [
            threading.Thread(target=_use, args=(person, index, end, measured))
            for index, person in enumerate(people)
        ]
        over = threading.Event()
        others = [threading.Thread(target=_watch_memory, args=(number, began, over, measured))]
        endless: list[User] = []
        if is_attacked:
            first = User(port, token, measured)
            endless = [first, *[User(port, token, measured) for _ in range(_ENDLESS - 1)]]
            for one in endless[1:]:
                one._headers = first._headers  # tabs of one browser
            others += [threading.Thread(target=_ask_endlessly, args=(one, over, measured)) for one in endless]
            others.append(threading.Thread(target=_kill_children, args=(number, over, measured)))
        for thread in [*threads, *others]:
            thread.start()
        for thread in threads:
            thread.join()
        over.set()
        for one in endless:
            with suppress(OSError):
                one.close()
        for thread in others:
            thread.join()
        for person in people:
            person.close()
    return measured


def _use(user: User, index: int, end: float, measured: Measured) -> None:
    wishes = random.Random(index)
    count = 0
    time.sleep(wishes.uniform(0, _PAUSE[1]))
    while time.monotonic() < end:
        count += 1
        asked = wishes.choice(SMALL)(1_000_000 * (index + 1) + count)
        began = time.monotonic()
        try:
            reply = user.ask(asked.name, asked.fields)
            measured.seconds.append(time.monotonic() - began)
            if reply["answer"]["answer"] == "failure":
                measured.errors.append(f"{asked.name}: {reply['answer']['key']}")
            elif not asked.is_own(reply):
                measured.swapped.append(f"{asked.name}: {asked.fields} {json.dumps(reply)[:300]}")
        except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
            measured.errors.append(f"{asked.name}: {error!r}")
        time.sleep(wishes.uniform(*_PAUSE))


def _ask_endlessly(user: User, over: threading.Event, measured: Measured) -> None:
    while not over.is_set():
        with suppress(OSError, HTTPException, ValueError, LookupError, AttributeError):
            user.ask("solve", {"source": {"text": _PIGEONS}, "as_written": True})
        measured.endless += 1
        over.wait(0.5)


def _kill_children(number: int, over: threading.Event, measured: Measured) -> None:
    while not over.wait(_KILLED_EVERY):
        children = _children_of(number)
        for child in random.sample(children, -(-len(children) // 3)):
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
                measured.killed += 1


def _watch_memory(number: int, began: float, over: threading.Event, measured: Measured) -> None:
    while not over.wait(0.5):
        total = sum(_resident(one) for one in [number, *_children_of(number, is_deep=True)])
        measured.memory.append((time.monotonic() - began, total // 1_000_000))


def _children_of(number: int, is_deep: bool = False) -> list[int]:
    """The processes that a server has to answer questions, and with `is_deep` those that they have started."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{number}/task").iterdir():
            found += [int(word) for word in (task / "children").read_text().split()]
    found = [child for child in found if is_deep or _is_child(child)]
    return [*found, *[deeper for child in found if is_deep for deeper in _children_of(child, True)]]


def _is_child(number: int) -> bool:
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()
    return False


def _resident(number: int) -> int:
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{number}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def report(users: int, seconds: float, is_attacked: bool = False) -> str:
    """One row of a table."""
    load = os.getloadavg()[0]
    measured = run_load(users, seconds, is_attacked)
    early, late = measured.memory_around(seconds / 3), measured.memory_around(seconds - 2)
    row = (
        f"{users:>3} users {seconds:>3.0f} s  {len(measured.seconds):>5} answers  {len(measured.errors)} errors  "
        f"{len(measured.swapped)} swapped  median {measured.percentile(0.5):.2f} s  "
        f"p95 {measured.percentile(0.95):.2f} s  most {measured.percentile(1):.1f} s  "
        f"memory {early:.0f} → {late:.0f} MB  {measured.retries} retries  load before {load:.1f}"
    )
    if is_attacked:
        row += f"  {measured.killed} killed, {measured.endless} endless ended"
    wrong = [*measured.errors, *measured.swapped]
    return "\n    ".join([row, *sorted(set(wrong))[:5]])


def crowd() -> Iterator[str]:
    """Goals: no error, nothing swapped, all answered; p95 at most 1.5 s with 20 users on two idle cores; memory at
    the end at most a tenth above that after a third of the time.
    """
    for users in (20, 50):
        yield report(users, 60)


def attacked() -> Iterator[str]:
    """Goals: no error and nothing swapped, though one user asks for endless models and children are killed."""
    for users in (20, 50):
        yield report(users, 60, is_attacked=True)


TABLES = {"Studio: a class at one server": crowd, "Studio: a class, endless models, children killed": attacked}

if __name__ == "__main__":
    people, duration, *words = sys.argv[1:]
    print(report(int(people), float(duration), is_attacked="attacked" in words))
