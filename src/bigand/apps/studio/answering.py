"""Questions under way: each is answered by a child, told line by line, and ended when nobody listens any more.

The fair queue decides whose turn it is (`fair_queue.py`). A question that has its turn gets a thread, which waits
for a child; what that reports goes to the event loop as lines of JSON, of which few are kept for a slow reader. One
that waits has no thread; its place in the queue is told from time to time. A question whose child was killed is
asked again, and so is one that had to yield: what was told of it before is not told twice.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import msgspec

from bigand.answer.question import Answer, Failure, Limits, Question, failure_of
from bigand.answer.report import Done, Event, Report, Stage
from bigand.answer.running.child import ask_in_child, close_idle
from bigand.answer.running.starting import Method
from bigand.answer.value import changed
from bigand.apps.studio.fair_queue import SHARES, FairQueue, Place, Refusal, Shares, Ticket
from bigand.apps.studio.refusing import BusyRequest, RefusedRequest
from bigand.apps.studio.requests import Progress, is_crash
from bigand.apps.studio.telling import Teller
from bigand.apps.studio.visitors import NOBODY, Asker
from bigand.ask import question_named
from bigand.source.error import ErrorKind

_WAY: Method = "spawn"  # a server has threads, which a forked child would lose in the middle of something
_QUICK = frozenset(
    {"check", "complete", "definition", "format", "hover", "needs", "references", "rename", "settings", "symbols"}
    | {"tokens", "stage"}
)  # kinds, of puzzles too, that are asked at every key or click
_WARM = 2  # children that wait for the first questions
_GRACE = 0.5  # seconds in which a quick question may end by itself: its child is worth more than its time
_AHEAD = 50  # lines that wait for whoever reads them
_LOOK = 0.1  # seconds between two looks at whether somebody still does
_STALLED = 60.0  # seconds after which somebody who reads no line is taken to be gone
_TOLD_AFTER = 0.3  # seconds between two looks at a place in the queue
_TRIES = 20  # of a question whose child was killed,
_SPENT = 20.0  # seconds of work after which it is not asked again
_WARMING: list[tuple[str, dict[str, Any]]] = [
    ("check", {"source": {"text": "bigand $i in [1..2]: p($i) end"}}),
    ("solve", {"source": {"text": ";;@ view grid x(row,column)\nx(1,1) or x(2,2)"}, "draw": True}),
]
_REFUSALS = {Refusal.VISITOR: (429, "studio.busy"), Refusal.SERVER: (503, "studio.busy_all")}

AskChild = Callable[[Question[Any], Report, Callable[[], None], Callable[[], None]], Answer]


class Line(NamedTuple):
    """A line of JSON; the last one has the answer. What is told only once is numbered from 1 on."""

    text: str
    is_answer: bool = False
    is_failure: bool = False
    number: int = 0


class _UnheardError(Exception):
    """Nobody listens any more."""


class _YieldError(Exception):
    """The question has to give way to others."""


def is_quick(name: str) -> bool:
    """Whether a kind of question is asked at every key or click, and goes before others."""
    return name.rpartition(".")[2] in _QUICK


class UnderWay:
    """A question from the moment it is asked until its child has answered or is gone."""

    def __init__(self, question: Question[Any], teller: Teller, ticket: Ticket, own: "Answering") -> None:
        self._question = question
        self._teller = teller
        self._own = own
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[Line | None] = asyncio.Queue(_AHEAD)
        self._end = float("inf")  # when it is ended
        self._answer: Line | None = None
        self._number = 0  # of the last line that is told only once, as it is asked this time
        self._ready_at = 0.0  # when its child could begin with it
        self.ticket = ticket
        self.asker = NOBODY
        self.is_unheard = False
        self.is_replaced = False  # by a later question for the same slot
        self.was_ended = False  # before its child had answered

    async def lines(self) -> AsyncIterator[Line]:
        """The lines as they come, the answer last; they end without one if it was stopped."""
        place: Place | None = None  # as it was told last
        passed = 0  # the number of the last line that is told only once
        while not self.is_unheard:
            if self._answer is not None and self._lines.empty():
                yield self._answer
                return
            line: Line | None = None
            try:
                line = await asyncio.wait_for(self._lines.get(), _TOLD_AFTER)
            except TimeoutError:
                if self.is_unheard:
                    break
                now = self._own.place_of(self)
                if now is not None and now != place:
                    place = now
                    yield Line(self._teller.waiting_line(now.number, now.total))
                    continue
            if place is not None and not self.ticket.is_waiting:
                place = None
                yield Line(self._teller.waiting_line(0, 0))
            if line is None or 0 < line.number <= passed:
                continue
            passed = max(passed, line.number)
            yield line
        if self.is_replaced:
            failure = Failure(kind=ErrorKind.INPUT, key="studio.replaced")
            yield Line(self._teller.answer_line(failure), True, True)

    def stop(self, at_once: bool = False) -> None:
        """Nobody listens any more. To be called in the event loop."""
        if self.is_unheard:
            return
        self._end = time.monotonic() + (_GRACE if self.ticket.is_quick and not at_once else 0)
        self.is_unheard = True
        with suppress(asyncio.QueueFull):  # then somebody who waits will see the flag
            self._lines.put_nowait(None)
        self._own.forget_if_waiting(self)

    def _finish(self, line: Line) -> None:
        self._answer = line
        with suppress(asyncio.QueueFull):  # then it is told after the lines that are there
            self._lines.put_nowait(None)

    def replace(self) -> None:
        """A later question for the same slot has come. To be called in the event loop."""
        self.is_replaced = True
        self.stop()

    # ------------------------------------------------------------------ in its thread

    def run(self) -> bool:
        """Ask, and tell what comes. Returns whether it had to yield, and is to be asked again later."""
        if self.is_unheard:
            return False
        try:
            line = self._answer_line()
            self._loop.call_soon_threadsafe(self._finish, line)
        except (_UnheardError, RuntimeError):  # or the loop has ended
            self.was_ended = True
        except _YieldError:
            self.was_ended = True
            return not self.is_unheard
        return False

    def _answer_line(self) -> Line:
        answer = self._ask_until_answered()
        try:
            self._teller.seconds = time.monotonic() - self._ready_at
            return Line(self._teller.answer_line(answer), True, self._teller.is_failure(answer))
        except Exception as error:  # a fault of ours is an answer too
            return Line(self._teller.answer_line(failure_of(error)), True, True)

    def _ask_until_answered(self) -> Answer:
        """The answer; a question whose child was killed is asked again, unless that has cost much already."""
        spent, attempts = 0.0, 0
        while True:
            self._number, attempts = 0, attempts + 1
            try:
                self._ready_at = time.monotonic()
                answer = self._own.ask_child(self._question, self._report, self._tick, self._note_ready)
            except (_UnheardError, _YieldError):
                raise
            except Exception as error:  # a fault of ours is an answer too
                return failure_of(error)
            spent += time.monotonic() - self._ready_at
            if not is_crash(answer) or attempts == _TRIES or spent > _SPENT:
                return answer
            self._tick()

    def _note_ready(self) -> None:
        self._ready_at = time.monotonic()
        self._own.restart_clock(self)

    def _report(self, event: Event) -> None:
        if self.is_unheard:
            return
        number = 0
        is_stage = isinstance(event, Stage | Done) or (isinstance(event, Progress) and event.is_stage)
        if not is_stage:
            self._number = number = self._number + 1
        text = self._teller.event_line(event)
        if text:
            self._put(Line(text, number=number))

    def _tick(self) -> None:
        if time.monotonic() >= self._end:
            raise _UnheardError
        if self._own.must_yield(self):
            raise _YieldError

    def _put(self, line: Line) -> None:
        """Hand a line to the event loop, and wait while too many are there."""
        try:
            handed = asyncio.run_coroutine_threadsafe(self._lines.put(line), self._loop)
        except RuntimeError:  # the loop has ended
            raise _UnheardError from None
        end = time.monotonic() + _STALLED
        while True:
            try:
                handed.result(_LOOK)
                return
            except TimeoutError:
                try:
                    if self.is_unheard or time.monotonic() > end:
                        raise _UnheardError from None
                    self._tick()
                except BaseException:
                    handed.cancel()
                    raise


class Answering:
    """All questions of one server, waiting or under way."""

    def __init__(self, limits: Limits, shares: Shares = SHARES, ask_child: AskChild | None = None) -> None:
        self._limits = limits
        self._queue = FairQueue(shares)
        self._threads = ThreadPoolExecutor(shares.first + shares.long, "bigand-question")
        self._warming = ThreadPoolExecutor(1, "bigand-warming")
        self._to_warm = 0
        self._under_way: dict[Ticket, UnderWay] = {}
        self._places: dict[Ticket, Place] | None = None  # of those that wait; None if something has changed
        self._guard = threading.Lock()
        self._is_closing = False
        self.ask_child: AskChild = ask_child or _ask_spawned

    def begin(
        self,
        question: Question[Any],
        name: str,
        teller: Teller,
        asker: Asker = NOBODY,
        size: int = 0,
    ) -> UnderWay:
        """Ask a question, or let it wait; `BusyRequest` if there are too many. To be called in the event loop."""
        self._replace_older(asker)
        question = changed(question, limits=stricter(question.limits, self._limits))
        ticket = Ticket(asker.visitor, is_quick(name), size)
        asked = UnderWay(question, teller, ticket, self)
        asked.asker = asker
        with self._guard:
            refusal = Refusal.SERVER if self._is_closing else self._queue.join(ticket, time.monotonic())
            if refusal is not None:
                raise BusyRequest(*_REFUSALS[refusal], self._queue.retry_after())
            self._under_way[ticket] = asked
        self._start_next()
        return asked

    def _replace_older(self, asker: Asker) -> None:
        """A page asks for a slot again: the earlier question gives up its place."""
        if not asker.slot:
            return
        with self._guard:
            same = [one for one in self._under_way.values() if one.asker[:2] == asker[:2] and not one.is_unheard]
        if any(one.asker.number > asker.number for one in same):  # it was overtaken on its way here
            raise RefusedRequest(409, "studio.replaced")
        for one in same:
            one.replace()

    def _start_next(self) -> None:
        with self._guard:
            self._places = None
            if self._is_closing:
                return
            for ticket in self._queue.start_next(time.monotonic()):
                self._threads.submit(self._run, self._under_way[ticket])

    def _run(self, asked: UnderWay) -> None:
        has_yielded = False
        try:
            has_yielded = asked.run()
        finally:
            with self._guard:
                if has_yielded and not self._is_closing:
                    self._queue.put_back(asked.ticket, time.monotonic())
                else:
                    self._remove(asked)
            if asked.is_unheard:
                self.forget_if_waiting(asked)  # it was stopped at this very moment
            self._start_next()
            if asked.was_ended:
                self.warm(1)  # its child is gone

    def _remove(self, asked: UnderWay) -> None:
        self._queue.leave(asked.ticket, time.monotonic())
        self._under_way.pop(asked.ticket, None)

    def must_yield(self, asked: UnderWay) -> bool:
        """Whether a question under way has to give way to others."""
        with self._guard:
            before = asked.ticket.stage
            is_yielding = self._queue.must_yield(asked.ticket, time.monotonic())
            has_moved = asked.ticket.stage is not before and not is_yielding
        if has_moved:
            self._start_next()
        return is_yielding

    def restart_clock(self, asked: UnderWay) -> None:
        """A question has a child only now."""
        with self._guard:
            self._queue.restart_clock(asked.ticket, time.monotonic())

    def place_of(self, asked: UnderWay) -> Place | None:
        """The place in the queue of a question, if it waits."""
        with self._guard:
            if self._places is None:
                self._places = self._queue.places(time.monotonic())
            return self._places.get(asked.ticket)

    def forget_if_waiting(self, asked: UnderWay) -> None:
        """Nobody wants the answer of a question: if it waits, its place is free at once."""
        with self._guard:
            is_waiting = asked.ticket.is_waiting and asked.ticket in self._under_way
            if is_waiting:
                self._remove(asked)
        if is_waiting:
            self._start_next()

    def warm(self, count: int = _WARM) -> None:
        """See to it that some children wait that have loaded what most questions need."""
        with self._guard:
            count = min(count, _WARM - self._to_warm)
            self._to_warm += max(0, count)
        for _ in range(count):
            with suppress(RuntimeError):  # all is over
                self._warming.submit(self._ask_to_warm)

    def _ask_to_warm(self) -> None:
        try:
            self.ask_child(_warm_up()[0], _ignore, self._tick, _do_nothing)
        except _UnheardError:
            pass
        finally:
            with self._guard:
                self._to_warm -= 1

    def _tick(self) -> None:
        if self._is_closing:
            raise _UnheardError

    def stop(self) -> None:
        """End all at once. To be called in the event loop."""
        self._is_closing = True
        with self._guard:
            under_way = list(self._under_way.values())
        for asked in under_way:
            asked.stop(at_once=True)

    def close(self) -> None:
        """Wait until all has ended, and leave no child."""
        self._threads.shutdown(cancel_futures=True)
        self._warming.shutdown(cancel_futures=True)
        close_idle()


def _ask_spawned(
    question: Question[Any], report: Report, tick: Callable[[], None], ready: Callable[[], None]
) -> Answer:
    """The answer of a spawned child; a new one loads first what most questions need, and that is not counted."""
    answer: Answer = ask_in_child(question, report, tick, way=_WAY, warm_up=_warm_up(), ready=ready)
    return answer


@cache
def _warm_up() -> tuple[Question[Any], ...]:
    return tuple([msgspec.convert(fields, question_named(name)) for name, fields in _WARMING])


def _ignore(_event: Event) -> None:
    pass


def _do_nothing() -> None:
    pass


def stricter(asked: Limits, most: Limits) -> Limits:
    """The smaller one of each two limits."""
    seconds = [limit for limit in (asked.seconds, most.seconds) if limit is not None]
    megabytes = [limit for limit in (asked.megabytes, most.megabytes) if limit is not None]
    return Limits(seconds=min(seconds, default=None), megabytes=min(megabytes, default=None))
