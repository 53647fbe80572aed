"""The fair queue, which chooses the next question. It is pure policy, without threads, clocks or processes.

The time a question takes cannot be known in advance, so each one starts in a *first* place, which it may keep for a
few seconds. A question that takes longer moves to a *long* place if there is one for its visitor. Otherwise it
yields as soon as another visitor needs its place, and waits to be restarted in a long place, where it runs to its
end. So short questions never wait for long ones, however many visitors ask those, and a question is put back at
most once.

One rule shares all resources (first places, long places, places in the queue, memory): a visitor may take one more
only while holding less than what is still free. A single visitor gets half, and a new visitor always gets
something.

Visitors take turns: a question counts as waiting since it arrived, or since its visitor was last served, if that
was later. Quick questions and those of visitors with little recent use get a bounded lead. So no question starves:
those that arrive much later are served later, and before that each visitor can be served only once.
"""

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


class QueueLimits(NamedTuple):
    """The sizes of a queue."""

    first: int = 4  # places for questions in their first seconds
    kept: int = 1  # first places that are reserved for quick questions
    long: int = 4  # places for questions that take longer
    seconds: float = 2.0  # how long a question keeps a first place while others wait
    lead: float = 3.0  # seconds by which quick questions go before others
    handicap: float = 30.0  # maximum seconds by which visitors with much recent use go after others
    questions: int = 240  # waiting and running, of all visitors
    of_visitor: int = 16  # waiting and running, of one visitor
    bytes: int = 64_000_000  # of the bodies of all these questions
    visitors: int = 1000  # whose recent use is recorded
    half_life: float = 60.0  # seconds after which recent use counts half


DEFAULT_LIMITS = QueueLimits()


class Stage(Enum):
    """The stage of a question; it only moves forward."""

    WAITING = 1  # for a first place
    FIRST = 2  # running in a first place
    LEAVING = 3  # still in a first place, but it must yield
    PUT_BACK = 4  # waiting for a long place
    LONG = 5  # running to its end
    GONE = 6


class Refusal(Enum):
    """Why a question cannot join the queue."""

    VISITOR = "visitor"  # this visitor has too many questions
    SERVER = "server"  # all visitors together have too many


class QueuePosition(NamedTuple):
    """A position in the queue: `number` 1 is next, of `total` waiting questions."""

    number: int
    total: int


@dataclass(eq=False, slots=True)
class Ticket:
    """A question in the queue."""

    visitor: str
    is_quick: bool = False
    size: int = 0  # bytes
    stage: Stage = Stage.WAITING
    number: int = 0  # in the order of arrival
    since: float = 0.0  # when it began to wait, or was started

    @property
    def is_waiting(self) -> bool:
        return self.stage in (Stage.WAITING, Stage.PUT_BACK)


class FairQueue:
    """All waiting and running questions of a server. Times are passed in, and must not decrease."""

    def __init__(self, limits: QueueLimits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self.tickets: dict[Ticket, None] = {}  # in the order of arrival
        self._arrivals = 0
        self._records: OrderedDict[str, _VisitorRecord] = OrderedDict()  # the last served is last

    # ------------------------------------------------------------------ changes

    def join(self, ticket: Ticket, now: float) -> Refusal | None:
        """Add a question to the queue, or return why it is refused."""
        visitor_tickets = [waiting for waiting in self.tickets if waiting.visitor == ticket.visitor]
        free = self.limits.questions - len(self.tickets)
        free_bytes = self.limits.bytes - sum(waiting.size for waiting in self.tickets)
        if free <= 0 or ticket.size > free_bytes:
            return Refusal.SERVER
        if len(visitor_tickets) >= min(self.limits.of_visitor, free):
            return Refusal.VISITOR
        if visitor_tickets and sum(waiting.size for waiting in visitor_tickets) + ticket.size > free_bytes:
            return Refusal.VISITOR
        self._arrivals += 1
        ticket.number, ticket.since, ticket.stage = self._arrivals, now, Stage.WAITING
        self.tickets[ticket] = None
        return None

    def start_next(self, now: float) -> list[Ticket]:
        """Give free places to the next questions; return the questions to start."""
        started = []
        for stage, place in ((Stage.WAITING, Stage.FIRST), (Stage.PUT_BACK, Stage.LONG)):
            waiting = self._tickets_in(stage)
            while waiting:
                lane = _Lane(self, place)
                able = [ticket for ticket in waiting if lane.has_room_for(ticket)]
                if not able:
                    break
                ticket = min(able, key=lambda candidate: self._waiting_sort_key(candidate, place, now))
                ticket.stage, ticket.since = place, now
                self._record_of(ticket.visitor).served[place] = now
                waiting.remove(ticket)
                started.append(ticket)
        return started

    def promote_or_yield(self, ticket: Ticket, now: float) -> bool:
        """Whether a running question must stop now and wait for a long place. Call this regularly.

        A question whose first seconds are over gets a long place if there is one, which frees its first place.
        """
        if ticket.stage is Stage.LEAVING:
            return True
        if not self._is_overdue(ticket, now):
            return False
        if _Lane(self, Stage.LONG).has_room_for(ticket):
            ticket.stage = Stage.LONG
            return False
        if self._choose_to_yield(now) is not ticket:
            return False
        ticket.stage = Stage.LEAVING
        return True

    def restart_clock(self, ticket: Ticket, now: float) -> None:
        """Restart the first seconds of a question, as its child is ready only now."""
        if ticket.stage is Stage.FIRST:
            ticket.since = now

    def put_back(self, ticket: Ticket, now: float) -> None:
        """Let a question that has yielded wait for a long place."""
        self._add_run_time(ticket, now)
        ticket.stage, ticket.since = Stage.PUT_BACK, now

    def leave(self, ticket: Ticket, now: float) -> None:
        """Remove a question that is answered or no longer wanted."""
        if ticket not in self.tickets:
            return
        if not ticket.is_waiting:
            self._add_run_time(ticket, now)
        del self.tickets[ticket]
        ticket.stage = Stage.GONE

    # ------------------------------------------------------------------ queries

    def waiting_positions(self, now: float) -> dict[Ticket, QueuePosition]:
        """The position of each waiting question in the queue for its kind of place."""
        places = {}
        for stage, place in ((Stage.WAITING, Stage.FIRST), (Stage.PUT_BACK, Stage.LONG)):
            waiting = sorted(self._tickets_in(stage), key=lambda ticket: self._waiting_sort_key(ticket, place, now))
            places.update({ticket: QueuePosition(index, len(waiting)) for index, ticket in enumerate(waiting, 1)})
        return places

    def retry_after(self) -> int:
        """The seconds after which it may be worth asking a refused question again."""
        return max(1, min(15, sum(ticket.is_waiting for ticket in self.tickets) // 16))

    def recent_use(self, visitor: str, now: float) -> float:
        """The seconds of work for a visitor, with exponential decay."""
        record = self._records.get(visitor)
        if record is None:
            return 0.0
        return record.seconds * 0.5 ** (max(0.0, now - record.as_of) / self.limits.half_life)

    # ------------------------------------------------------------------ rules

    def _tickets_in(self, *stages: Stage) -> list[Ticket]:
        return [ticket for ticket in self.tickets if ticket.stage in stages]

    def _waiting_sort_key(self, ticket: Ticket, place: Stage, now: float) -> tuple[float, int]:
        """The sort key of waiting questions: since when it is its visitor's next, with leads; then its arrival."""
        record = self._records.get(ticket.visitor)
        served = 0.0 if record is None else record.served.get(place, 0.0)
        behind = min(self.recent_use(ticket.visitor, now), self.limits.handicap)
        ahead = self.limits.lead if ticket.is_quick else 0.0
        return max(ticket.since, served) + behind - ahead, ticket.number

    def _is_overdue(self, ticket: Ticket, now: float) -> bool:
        return ticket.stage is Stage.FIRST and now - ticket.since >= self.limits.seconds

    def _choose_to_yield(self, now: float) -> Ticket | None:
        """The overdue question that must yield, if that helps a waiting one."""
        overdue = [ticket for ticket in self.tickets if self._is_overdue(ticket, now)]
        if not overdue:
            return None
        lane = _Lane(self, Stage.FIRST, is_leaving_counted=False)
        chosen = max(
            overdue, key=lambda candidate: (lane.held[candidate.visitor], -candidate.since, candidate.number)
        )
        helped = [
            candidate
            for candidate in self._tickets_in(Stage.WAITING)
            if not lane.has_room_for(candidate)
            and (candidate.visitor == chosen.visitor or lane.held[candidate.visitor] < lane.held[chosen.visitor])
        ]
        return chosen if helped else None

    def _add_run_time(self, ticket: Ticket, now: float) -> None:
        used = self.recent_use(ticket.visitor, now) + max(0.0, now - ticket.since)
        record = self._record_of(ticket.visitor)
        record.seconds, record.as_of = used, now

    def _record_of(self, visitor: str) -> "_VisitorRecord":
        """The record of a visitor; if there are too many records, the one served longest ago is dropped."""
        record = self._records.setdefault(visitor, _VisitorRecord())
        self._records.move_to_end(visitor)
        while len(self._records) > self.limits.visitors:
            self._records.popitem(last=False)
        return record


@dataclass(slots=True)
class _VisitorRecord:
    seconds: float = 0.0  # of work, as of the time `as_of`
    as_of: float = 0.0
    served: dict[Stage, float] = field(default_factory=dict)  # when the visitor last got each kind of place


class _Lane:
    """The places of one kind, and their holders."""

    def __init__(self, queue: FairQueue, place: Stage, is_leaving_counted: bool = True) -> None:
        shares, is_first = queue.limits, place is Stage.FIRST
        stages = (place, Stage.LEAVING) if is_first and is_leaving_counted else (place,)
        holders = [ticket for ticket in queue.tickets if ticket.stage in stages]
        total = shares.first if is_first else shares.long
        self.held = Counter([ticket.visitor for ticket in holders])
        self.free = total - len(holders)
        self._quick_holders = {ticket.visitor for ticket in holders if ticket.is_quick}
        slow = sum(not ticket.is_quick for ticket in holders)
        self._is_for_slow = not is_first or slow < total - shares.kept

    def has_room_for(self, ticket: Ticket) -> bool:
        """Whether a question may have a place: its visitor's share allows it, and some are reserved for quick ones.

        One quick question may exceed the share, so that a visitor who waits for a long answer can go on writing.
        """
        is_in_share = self.held[ticket.visitor] < self.free
        if ticket.is_quick:
            return is_in_share or (self.free > 0 and ticket.visitor not in self._quick_holders)
        return is_in_share and self._is_for_slow
