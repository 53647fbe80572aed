"""Questions under way: each is answered by a child, told line by line, and ended when nobody listens any more.

A child is waited for in a thread of its own; what it reports goes to the event loop as lines of JSON, of which only
so many wait for a slow reader. Quick questions, those of an editor, always find a place beside long ones.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from bigand.answer.question import Answer, Limits, Question, failure_of
from bigand.answer.report import Event
from bigand.answer.running.child import ask_in_child, close_idle
from bigand.answer.running.starting import Method
from bigand.answer.value import changed
from bigand.apps.studio.telling import Teller
from bigand.ask import question_named

_WAY: Method = "spawn"  # a server has threads, which a forked child would lose in the middle of something
MOST = 6  # long questions under way; more are refused
_AT_ONCE = 8  # questions that are answered at a time: quick ones wait for their turn
_WAITING = 40  # that are under way or wait
_QUICK = frozenset(
    {"check", "complete", "definition", "format", "hover", "needs", "references", "rename", "settings", "symbols"}
    | {"tokens"}
)
_WARM = 2  # children that wait for the first questions
_GRACE = 0.5  # seconds in which a quick question may end by itself: its child is worth more than its time
_AHEAD = 50  # lines that wait for whoever reads them
_LOOK = 0.1  # seconds between two looks at whether somebody still does
_WARMING: list[tuple[str, dict[str, Any]]] = [
    ("check", {"source": {"text": "bigand $i in [1..2]: p($i) end"}}),
    ("solve", {"source": {"text": ";;@ view grid x(row,column)\nx(1,1) or x(2,2)"}, "draw": True}),
]


class Line(NamedTuple):
    """A line of JSON; the last one has the answer."""

    text: str
    is_answer: bool = False
    is_failure: bool = False


class _UnheardError(Exception):
    """Nobody listens any more."""


class UnderWay:
    """A question from the moment it is asked until its child has answered or is gone."""

    def __init__(self, question: Question[Any], teller: Teller, grace: float) -> None:
        self._question = question
        self._teller = teller
        self._grace = grace
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[Line | None] = asyncio.Queue(_AHEAD)
        self._end = float("inf")  # when it is ended
        self.is_unheard = False
        self.was_ended = False  # before its child had answered

    async def lines(self) -> AsyncIterator[Line]:
        """The lines as they come, the answer last; they end without one if it was stopped."""
        while not self.is_unheard and (line := await self._lines.get()) is not None:
            yield line
            if line.is_answer:
                return

    def stop(self, at_once: bool = False) -> None:
        """Nobody listens any more. To be called in the event loop."""
        if self.is_unheard:
            return
        self._end = time.monotonic() + (0 if at_once else self._grace)
        self.is_unheard = True
        with suppress(asyncio.QueueFull):  # then somebody who waits will see the flag
            self._lines.put_nowait(None)

    # ------------------------------------------------------------------ in its thread

    def run(self) -> None:
        """Ask, and tell what comes; not if nobody listens any more when its turn has come."""
        if self.is_unheard:
            return
        try:
            self._put(self._answered())
        except _UnheardError:
            self.was_ended = True

    def _answered(self) -> Line:
        try:
            answer: Answer = ask_in_child(self._question, self._hear, self._tick, way=_WAY)
            return Line(self._teller.answer_line(answer), True, self._teller.is_failure(answer))
        except _UnheardError:
            raise
        except Exception as error:  # a fault of ours is an answer too
            return Line(self._teller.answer_line(failure_of(error)), True, True)

    def _hear(self, event: Event) -> None:
        if not self.is_unheard:
            self._put(Line(self._teller.event_line(event)))

    def _tick(self) -> None:
        if time.monotonic() >= self._end:
            raise _UnheardError

    def _put(self, line: Line) -> None:
        """Hand a line to the event loop, and wait while too many are there."""
        try:
            handed = asyncio.run_coroutine_threadsafe(self._lines.put(line), self._loop)
        except RuntimeError:  # the loop has ended
            raise _UnheardError from None
        while True:
            try:
                handed.result(_LOOK)
                return
            except TimeoutError:
                if self.is_unheard:
                    handed.cancel()
                    raise _UnheardError from None


class Answering:
    """All questions under way at one server."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._threads = ThreadPoolExecutor(_AT_ONCE + _WARM, "bigand-question")
        self._under_way: dict[UnderWay, bool] = {}  # with whether it may be long
        self._guard = threading.Lock()
        self._is_closing = False

    def begin(self, question: Question[Any], name: str, teller: Teller) -> UnderWay | None:
        """Ask a question; none if there are too many."""
        is_long = name not in _QUICK
        question = changed(question, limits=stricter(question.limits, self._limits))
        asked = UnderWay(question, teller, 0.0 if is_long else _GRACE)
        with self._guard:
            long = sum(self._under_way.values())
            if self._is_closing or len(self._under_way) >= _WAITING or (is_long and long >= MOST):
                return None
            self._under_way[asked] = is_long
        self._threads.submit(self._run, asked)
        return asked

    def _run(self, asked: UnderWay) -> None:
        try:
            asked.run()
        finally:
            with self._guard:
                del self._under_way[asked]
            if asked.was_ended:
                self.warm(1)  # its child is gone

    def warm(self, count: int = _WARM) -> None:
        """See to it that some children wait that have loaded what most questions need."""
        for _ in range(count):
            with suppress(RuntimeError):  # all is over
                self._threads.submit(self._ask_to_warm)

    def _ask_to_warm(self) -> None:
        with suppress(_UnheardError):
            for name, fields in _WARMING:
                question = msgspec.convert(fields, question_named(name))
                ask_in_child(changed(question, limits=self._limits), tick=self._tick, way=_WAY)

    def _tick(self) -> None:
        if self._is_closing:
            raise _UnheardError

    def stop(self) -> None:
        """End all at once. To be called in the event loop."""
        self._is_closing = True
        with self._guard:
            under_way = list(self._under_way)
        for asked in under_way:
            asked.stop(at_once=True)

    def close(self) -> None:
        """Wait until all has ended, and leave no child."""
        self._threads.shutdown(cancel_futures=True)
        close_idle()


def stricter(asked: Limits, most: Limits) -> Limits:
    """The smaller one of each two limits."""
    seconds = [limit for limit in (asked.seconds, most.seconds) if limit is not None]
    megabytes = [limit for limit in (asked.megabytes, most.megabytes) if limit is not None]
    return Limits(seconds=min(seconds, default=None), megabytes=min(megabytes, default=None))
