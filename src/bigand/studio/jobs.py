"""Jobs: each is a question that a child process answers, with its events as lines of JSON.

The fair queue (`fair_queue.py`) chooses the next job. A running job has a thread, which waits for a child; the
events of the child go to the event loop as lines, with a short queue for a slow reader. A waiting job has no
thread; its place in the queue is reported from time to time. A job ends when its client disconnects. A question
whose child was killed is asked again, and so is one that had to yield: lines that were already sent are not sent
twice.
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

from bigand.api.question import Answer, Failure, Limits, Question, failure_of
from bigand.api.register import question_type
from bigand.api.report import Event, ProgressEvent, Report, Stage
from bigand.api.run.child import ask_in_child, close_idle_children
from bigand.api.run.process import Method
from bigand.api.value import replace_fields
from bigand.source.error import ErrorKind
from bigand.studio.errors import BusyRequest, RefusedRequest
from bigand.studio.fair_queue import DEFAULT_LIMITS, FairQueue, QueueLimits, QueuePosition, Refusal, Ticket
from bigand.studio.requests import SerializedEvent, is_crash
from bigand.studio.serializer import AnswerSerializer
from bigand.studio.visitors import NO_REQUESTER, Requester

_START_METHOD: Method = "spawn"  # a server has threads, which a fork would lose
_QUICK_QUESTIONS = frozenset(
    {"check", "complete", "definition", "format", "hover", "needs", "references", "rename", "settings", "symbols"}
    | {"tokens", "stage"}
)  # asked at every key or click; also those of puzzles
_WARM_CHILDREN = 2  # that are ready for the first questions
_GRACE = 0.5  # seconds in which a stopped quick question may end by itself, which saves its child
_MAX_QUEUED_LINES = 50  # that wait for the reader
_POLL_INTERVAL = 0.1  # seconds between two checks for the reader
_STALL_TIMEOUT = 60.0  # seconds after which a client that reads no line counts as disconnected
_PLACE_INTERVAL = 0.3  # seconds between two checks of a place in the queue
_MAX_ATTEMPTS = 20  # for a question whose child was killed
_MAX_SECONDS_SPENT = 20.0  # of work after which such a question is not asked again
_WARM_UP_QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("check", {"source": {"text": "bigand $i in [1..2]: p($i) end"}}),
    ("solve", {"source": {"text": ";;@ view grid x(row,column)\nx(1,1) or x(2,2)"}, "draw": True}),
]
_REFUSALS = {Refusal.VISITOR: (429, "studio.busy"), Refusal.SERVER: (503, "studio.busy_all")}

AskChild = Callable[[Question[Any], Report, Callable[[], None], Callable[[], None]], Answer]


class Line(NamedTuple):
    """A line of JSON; the last one has the answer. Lines that must be sent only once are numbered from 1."""

    text: str
    is_answer: bool = False
    is_failure: bool = False
    number: int = 0


class _AbandonedError(Exception):
    """The client has disconnected."""


class _YieldError(Exception):
    """The question must yield to others."""


def is_quick_question(question_name: str) -> bool:
    """Whether a question is asked at every key or click, and goes before others."""
    return question_name.rpartition(".")[2] in _QUICK_QUESTIONS


class Job:
    """A question from its request until its child has answered or was killed."""

    def __init__(
        self, question: Question[Any], serializer: AnswerSerializer, ticket: Ticket, runner: "JobRunner"
    ) -> None:
        self._question = question
        self._serializer = serializer
        self._runner = runner
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[Line | None] = asyncio.Queue(_MAX_QUEUED_LINES)
        self._deadline = float("inf")  # when its child is killed
        self._answer: Line | None = None
        self._last_number = 0  # of the last numbered line in this attempt
        self._ready_at = 0.0  # when its child was ready for it
        self.ticket = ticket
        self.requester = NO_REQUESTER
        self.is_abandoned = False
        self.is_replaced = False  # by a later question for the same slot
        self.was_killed = False  # before its child had answered

    async def lines(self) -> AsyncIterator[Line]:
        """Yield the lines as they come, the answer last; without an answer if the job was stopped."""
        place: QueuePosition | None = None  # as last sent
        last_number = 0  # of the last numbered line that was sent
        while not self.is_abandoned:
            if self._answer is not None and self._lines.empty():
                yield self._answer
                return
            line: Line | None = None
            try:
                line = await asyncio.wait_for(self._lines.get(), _PLACE_INTERVAL)
            except TimeoutError:
                if self.is_abandoned:
                    break
                current = self._runner.queue_position_of(self)
                if current is not None and current != place:
                    place = current
                    yield Line(self._serializer.waiting_line(current.number, current.total))
                    continue
            if place is not None and not self.ticket.is_waiting:
                place = None
                yield Line(self._serializer.waiting_line(0, 0))
            if line is None or 0 < line.number <= last_number:
                continue
            last_number = max(last_number, line.number)
            yield line
        if self.is_replaced:
            failure = Failure(kind=ErrorKind.INPUT, key="studio.replaced")
            yield Line(self._serializer.answer_line(failure), True, True)

    def stop(self, at_once: bool = False) -> None:
        """Stop the job, as the client has disconnected. Call this in the event loop."""
        if self.is_abandoned:
            return
        self._deadline = time.monotonic() + (_GRACE if self.ticket.is_quick and not at_once else 0)
        self.is_abandoned = True
        with suppress(asyncio.QueueFull):  # then the reader will see the flag
            self._lines.put_nowait(None)
        self._runner.forget_if_waiting(self)

    def _set_answer(self, line: Line) -> None:
        self._answer = line
        with suppress(asyncio.QueueFull):  # then it is sent after the queued lines
            self._lines.put_nowait(None)

    def replace(self) -> None:
        """Stop the job, as a later question for the same slot has arrived. Call this in the event loop."""
        self.is_replaced = True
        self.stop()

    # ------------------------------------------------------------------ in its thread

    def run(self) -> bool:
        """Ask the question and send the lines. Return whether it had to yield, and must be asked again later."""
        if self.is_abandoned:
            return False
        try:
            line = self._answer_line()
            self._loop.call_soon_threadsafe(self._set_answer, line)
        except (_AbandonedError, RuntimeError):  # RuntimeError: the loop has ended
            self.was_killed = True
        except _YieldError:
            self.was_killed = True
            return not self.is_abandoned
        return False

    def _answer_line(self) -> Line:
        answer = self._ask_with_retries()
        try:
            self._serializer.seconds = time.monotonic() - self._ready_at
            return Line(self._serializer.answer_line(answer), True, self._serializer.is_failure(answer))
        except Exception as error:  # a bug becomes the answer
            return Line(self._serializer.answer_line(failure_of(error)), True, True)

    def _ask_with_retries(self) -> Answer:
        """Return the answer; a question whose child was killed is asked again, within limits."""
        spent, attempts = 0.0, 0
        while True:
            self._last_number, attempts = 0, attempts + 1
            try:
                self._ready_at = time.monotonic()
                answer = self._runner.ask_child(
                    self._question, self._send_event, self._raise_if_stopped_or_yielding, self._note_ready
                )
            except (_AbandonedError, _YieldError):
                raise
            except Exception as error:  # a bug becomes the answer
                return failure_of(error)
            spent += time.monotonic() - self._ready_at
            if not is_crash(answer) or attempts == _MAX_ATTEMPTS or spent > _MAX_SECONDS_SPENT:
                return answer
            self._raise_if_stopped_or_yielding()

    def _note_ready(self) -> None:
        self._ready_at = time.monotonic()
        self._runner.restart_clock(self)

    def _send_event(self, event: Event) -> None:
        if self.is_abandoned:
            return
        number = 0
        is_stage = isinstance(event, Stage | ProgressEvent) or (
            isinstance(event, SerializedEvent) and event.is_stage
        )
        if not is_stage:
            self._last_number = number = self._last_number + 1
        text = self._serializer.event_line(event)
        if text:
            self._send_line(Line(text, number=number))

    def _raise_if_stopped_or_yielding(self) -> None:
        if time.monotonic() >= self._deadline:
            raise _AbandonedError
        if self._runner.promote_or_yield(self):
            raise _YieldError

    def _send_line(self, line: Line) -> None:
        """Pass a line to the event loop; wait while its queue is full."""
        try:
            future = asyncio.run_coroutine_threadsafe(self._lines.put(line), self._loop)
        except RuntimeError:  # the loop has ended
            raise _AbandonedError from None
        end = time.monotonic() + _STALL_TIMEOUT
        while True:
            try:
                future.result(_POLL_INTERVAL)
                return
            except TimeoutError:
                try:
                    if self.is_abandoned or time.monotonic() > end:
                        raise _AbandonedError from None
                    self._raise_if_stopped_or_yielding()
                except BaseException:
                    future.cancel()
                    raise


class JobRunner:
    """All waiting and running jobs of one server."""

    def __init__(
        self, limits: Limits, queue_limits: QueueLimits = DEFAULT_LIMITS, ask_child: AskChild | None = None
    ) -> None:
        self._limits = limits
        self._queue = FairQueue(queue_limits)
        self._threads = ThreadPoolExecutor(queue_limits.first + queue_limits.long, "bigand-question")
        self._warm_up_thread = ThreadPoolExecutor(1, "bigand-warming")
        self._warming_count = 0
        self._jobs: dict[Ticket, Job] = {}
        self._places: dict[Ticket, QueuePosition] | None = None  # of waiting jobs; None if the queue has changed
        self._lock = threading.Lock()
        self._is_closing = False
        self.ask_child: AskChild = ask_child or _ask_in_spawned_child

    def start(
        self,
        question: Question[Any],
        question_name: str,
        serializer: AnswerSerializer,
        requester: Requester = NO_REQUESTER,
        size: int = 0,
    ) -> Job:
        """Start a job, or let it wait; raise `BusyRequest` if there are too many. Call this in the event loop."""
        self._stop_older_for_slot(requester)
        question = replace_fields(question, limits=stricter_limits(question.limits, self._limits))
        ticket = Ticket(requester.visitor, is_quick_question(question_name), size)
        job = Job(question, serializer, ticket, self)
        job.requester = requester
        with self._lock:
            refusal = Refusal.SERVER if self._is_closing else self._queue.join(ticket, time.monotonic())
            if refusal is not None:
                raise BusyRequest(*_REFUSALS[refusal], self._queue.retry_after())
            self._jobs[ticket] = job
        self._start_next()
        return job

    def _stop_older_for_slot(self, requester: Requester) -> None:
        """Stop earlier jobs for the same slot of a page."""
        if not requester.slot:
            return
        with self._lock:
            jobs = [
                job for job in self._jobs.values() if job.requester[:2] == requester[:2] and not job.is_abandoned
            ]
        if any(job.requester.number > requester.number for job in jobs):  # a later request arrived first
            raise RefusedRequest(409, "studio.replaced")
        for job in jobs:
            job.replace()

    def _start_next(self) -> None:
        with self._lock:
            self._places = None
            if self._is_closing:
                return
            for ticket in self._queue.start_next(time.monotonic()):
                self._threads.submit(self._run, self._jobs[ticket])

    def _run(self, job: Job) -> None:
        has_yielded = False
        try:
            has_yielded = job.run()
        finally:
            with self._lock:
                if has_yielded and not self._is_closing:
                    self._queue.put_back(job.ticket, time.monotonic())
                else:
                    self._remove(job)
            if job.is_abandoned:
                self.forget_if_waiting(job)  # it was stopped just now
            self._start_next()
            if job.was_killed:
                self.warm(1)  # to replace its child

    def _remove(self, job: Job) -> None:
        self._queue.leave(job.ticket, time.monotonic())
        self._jobs.pop(job.ticket, None)

    def promote_or_yield(self, job: Job) -> bool:
        """Whether a running job must yield to others."""
        with self._lock:
            before = job.ticket.stage
            is_yielding = self._queue.promote_or_yield(job.ticket, time.monotonic())
            has_moved = job.ticket.stage is not before and not is_yielding
        if has_moved:
            self._start_next()
        return is_yielding

    def restart_clock(self, job: Job) -> None:
        """Restart the first seconds of a job, as its child is ready only now."""
        with self._lock:
            self._queue.restart_clock(job.ticket, time.monotonic())

    def queue_position_of(self, job: Job) -> QueuePosition | None:
        """The place of a job in the queue, if it is waiting."""
        with self._lock:
            if self._places is None:
                self._places = self._queue.waiting_positions(time.monotonic())
            return self._places.get(job.ticket)

    def forget_if_waiting(self, job: Job) -> None:
        """Remove an abandoned job from the queue at once if it is waiting."""
        with self._lock:
            is_waiting = job.ticket.is_waiting and job.ticket in self._jobs
            if is_waiting:
                self._remove(job)
        if is_waiting:
            self._start_next()

    def warm(self, count: int = _WARM_CHILDREN) -> None:
        """Start children in the background that load the modules most questions need."""
        with self._lock:
            count = min(count, _WARM_CHILDREN - self._warming_count)
            self._warming_count += max(0, count)
        for _ in range(count):
            with suppress(RuntimeError):  # the server is closing
                self._warm_up_thread.submit(self._warm_child)

    def _warm_child(self) -> None:
        try:
            self.ask_child(_warm_up_questions()[0], _ignore_event, self._raise_if_closing, _do_nothing)
        except _AbandonedError:
            pass
        finally:
            with self._lock:
                self._warming_count -= 1

    def _raise_if_closing(self) -> None:
        if self._is_closing:
            raise _AbandonedError

    def stop(self) -> None:
        """Stop all jobs at once. Call this in the event loop."""
        self._is_closing = True
        with self._lock:
            jobs = list(self._jobs.values())
        for job in jobs:
            job.stop(at_once=True)

    def close(self) -> None:
        """Wait until all jobs have ended, and close all children."""
        self._threads.shutdown(cancel_futures=True)
        self._warm_up_thread.shutdown(cancel_futures=True)
        close_idle_children()


def _ask_in_spawned_child(
    question: Question[Any], report: Report, tick: Callable[[], None], ready: Callable[[], None]
) -> Answer:
    """Answer a question in a spawned child; loading modules in a new child does not count as its time."""
    answer: Answer = ask_in_child(
        question, report, tick, start_method=_START_METHOD, warm_up=_warm_up_questions(), ready=ready
    )
    return answer


@cache
def _warm_up_questions() -> tuple[Question[Any], ...]:
    return tuple([msgspec.convert(fields, question_type(name)) for name, fields in _WARM_UP_QUESTIONS])


def _ignore_event(_event: Event) -> None:
    pass


def _do_nothing() -> None:
    pass


def stricter_limits(requested: Limits, maximum: Limits) -> Limits:
    """The smaller of each two limits."""
    seconds = [limit for limit in (requested.seconds, maximum.seconds) if limit is not None]
    megabytes = [limit for limit in (requested.megabytes, maximum.megabytes) if limit is not None]
    return Limits(seconds=min(seconds, default=None), megabytes=min(megabytes, default=None))
