"""The fair queue: who goes next, in examples and in simulated classes of random visitors."""

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bigand.studio.fair_queue import FairQueue, QueueLimits, QueuePosition, Refusal, Stage, Ticket

SHARES = QueueLimits()


def joined(
    queue: FairQueue, visitor: str, count: int = 1, now: float = 0.0, is_quick: bool = False
) -> list[Ticket]:
    tickets = [Ticket(visitor, is_quick) for _ in range(count)]
    assert [queue.join(ticket, now) for ticket in tickets] == [None] * count
    return tickets


def visitors(tickets: list[Ticket]) -> str:
    return "".join([ticket.visitor for ticket in tickets])


def test_a_visitor_alone_gets_half_of_the_places_and_a_newcomer_finds_one() -> None:
    queue = FairQueue()
    joined(queue, "a", 6)
    assert visitors(queue.start_next(0)) == "aa"  # of four, and one of these is kept for quick questions
    joined(queue, "b")
    assert visitors(queue.start_next(0)) == "b"
    joined(queue, "c")
    assert visitors(queue.start_next(0)) == ""
    joined(queue, "d", is_quick=True)
    assert visitors(queue.start_next(0)) == "d"


def test_quick_questions_go_first_and_visitors_take_turns() -> None:
    queue = FairQueue(QueueLimits(first=1, kept=0))
    joined(queue, "a")
    (running,) = queue.start_next(0)
    joined(queue, "a", 2, now=1)
    joined(queue, "b", 2, now=1)
    joined(queue, "c", is_quick=True, now=1)
    order = []
    now = 1.0
    while queue.tickets:
        now += 1
        queue.leave(running, now)
        started = queue.start_next(now)
        order += started
        if started:
            (running,) = started
    assert visitors(order) == "cbaba"


def test_a_long_question_moves_to_a_long_place_and_gives_way_where_there_is_none() -> None:
    queue = FairQueue()
    joined(queue, "a", 4)
    first = queue.start_next(0)
    assert [queue.promote_or_yield(ticket, 1.9) for ticket in first] == [False, False]
    assert [ticket.stage for ticket in first] == [Stage.FIRST] * 2
    assert not any(queue.promote_or_yield(ticket, 2.0) for ticket in first)
    assert [ticket.stage for ticket in first] == [Stage.LONG] * 2  # its share of the long places
    second = queue.start_next(2)
    assert len(second) == 2
    assert not any(queue.promote_or_yield(ticket, 9.0) for ticket in second)  # nobody waits: they may stay
    joined(queue, "b", now=9)
    (newcomer,) = queue.start_next(9)
    joined(queue, "c", now=9)
    assert queue.start_next(9) == []
    yielding = [ticket for ticket in second if queue.promote_or_yield(ticket, 9.1)]
    assert len(yielding) == 1  # one is enough, and it is of the visitor who holds most
    assert queue.promote_or_yield(yielding[0], 9.2)
    assert not queue.promote_or_yield(newcomer, 9.2)
    queue.put_back(yielding[0], 9.3)
    assert visitors(queue.start_next(9.3)) == "c"
    assert queue.waiting_positions(9.3) == {yielding[0]: QueuePosition(1, 1)}
    for ticket in first:
        queue.leave(ticket, 10)
    assert queue.start_next(10) == yielding
    assert yielding[0].stage is Stage.LONG
    assert not queue.promote_or_yield(yielding[0], 1000)  # it is put back once, and then runs to its end


def test_whoever_waits_for_long_answers_can_go_on_writing() -> None:
    queue = FairQueue()
    joined(queue, "a", 4)
    assert visitors(queue.start_next(0)) == "aa"
    quick = joined(queue, "a", 2, is_quick=True)
    assert queue.start_next(0) == quick[:1]
    joined(queue, "b")
    assert visitors(queue.start_next(0)) == "b"


def test_no_number_of_visitors_with_long_questions_blocks_a_small_one() -> None:
    queue = FairQueue()
    for visitor in "abcdefgh":
        joined(queue, visitor, 2)
    now = 0.0
    while now < 60:
        now += 0.1
        for ticket in list(queue.tickets):
            if not ticket.is_waiting and queue.promote_or_yield(ticket, now):
                queue.put_back(ticket, now)
        queue.start_next(now)
    (small,) = joined(queue, "z", now=now)
    began = now
    while small.is_waiting:
        now += 0.1
        for ticket in list(queue.tickets):
            if not ticket.is_waiting and queue.promote_or_yield(ticket, now):
                queue.put_back(ticket, now)
        queue.start_next(now)
    assert now - began < SHARES.seconds + 0.5


def test_limits_are_for_each_visitor_and_for_all() -> None:
    queue = FairQueue(QueueLimits(questions=12, of_visitor=4, bytes=100))
    joined(queue, "a", 4)
    assert queue.join(Ticket("a"), 0) is Refusal.VISITOR
    joined(queue, "b", 4)
    joined(queue, "c", 2)
    assert queue.join(Ticket("c"), 0) is Refusal.VISITOR  # as many as are left
    joined(queue, "d")
    assert queue.join(Ticket("d"), 0) is Refusal.VISITOR
    joined(queue, "e")
    assert queue.join(Ticket("f"), 0) is Refusal.SERVER
    assert queue.retry_after() >= 1
    queue = FairQueue(QueueLimits(bytes=100))
    assert queue.join(Ticket("a", size=101), 0) is Refusal.SERVER
    assert queue.join(Ticket("a", size=60), 0) is None
    assert queue.join(Ticket("a", size=30), 0) is Refusal.VISITOR
    assert queue.join(Ticket("b", size=30), 0) is None


def test_places_are_told_in_the_order_in_which_they_go() -> None:
    queue = FairQueue(QueueLimits(first=1, kept=0))
    joined(queue, "a")
    queue.start_next(0)
    (slow,) = joined(queue, "b")
    (quick,) = joined(queue, "c", is_quick=True)
    assert queue.waiting_positions(0) == {quick: QueuePosition(1, 2), slow: QueuePosition(2, 2)}
    queue.leave(quick, 0)
    assert queue.waiting_positions(0) == {slow: QueuePosition(1, 1)}
    queue.leave(quick, 0)  # twice is once
    assert queue.waiting_positions(99)[slow] == QueuePosition(1, 1)


def test_what_visitors_have_used_is_forgotten_and_bounded() -> None:
    queue = FairQueue(QueueLimits(visitors=3))
    for number in range(50):
        (ticket,) = joined(queue, f"v{number}", now=number)
        queue.start_next(number)
        queue.leave(ticket, number + 1)
    assert len(queue._records) == 3
    assert queue.recent_use("v49", 50) == 1
    assert queue.recent_use("v49", 50 + SHARES.half_life) == 0.5
    assert queue.recent_use("v0", 50) == 0


# ---------------------------------------------------------------------- simulated


@dataclass
class Simulation:
    """A class at one server, a tick at a time."""

    queue: FairQueue
    seconds: dict[Ticket, float] = field(default_factory=dict)  # of work that a question needs
    done: dict[Ticket, float] = field(default_factory=dict)
    waited: dict[Ticket, float] = field(default_factory=dict)  # till the first start
    asked: dict[Ticket, float] = field(default_factory=dict)
    restarts: dict[Ticket, int] = field(default_factory=dict)
    now: float = 0.0
    tick: float = 0.1

    def ask(self, visitor: str, seconds: float, is_quick: bool = False) -> Ticket | None:
        ticket = Ticket(visitor, is_quick)
        if self.queue.join(ticket, self.now) is not None:
            return None
        self.seconds[ticket], self.asked[ticket] = seconds, self.now
        return ticket

    def step(self) -> None:
        self.now += self.tick
        for ticket in list(self.queue.tickets):
            if ticket.is_waiting:
                continue
            self.done[ticket] += self.tick
            if self.done[ticket] >= self.seconds[ticket]:
                self.queue.leave(ticket, self.now)
            elif self.queue.promote_or_yield(ticket, self.now):
                self.queue.put_back(ticket, self.now)
                self.restarts[ticket] = self.restarts.get(ticket, 0) + 1
        for ticket in self.queue.start_next(self.now):
            self.done[ticket] = 0.0
            self.waited.setdefault(ticket, self.now - self.asked[ticket])
        self.check()

    def check(self) -> None:
        """What holds at any time."""
        shares, tickets = self.queue.limits, list(self.queue.tickets)
        first = [ticket for ticket in tickets if ticket.stage in (Stage.FIRST, Stage.LEAVING)]
        long = [ticket for ticket in tickets if ticket.stage is Stage.LONG]
        assert len(tickets) <= shares.questions
        for lane, most in ((first, shares.first), (long, shares.long)):
            assert len(lane) <= most
            for ticket in lane:
                own = [other for other in lane if other.visitor == ticket.visitor]
                assert len(own) <= (most + 1) // 2 + any(other.is_quick for other in own)
        assert all(count == 1 for count in self.restarts.values())


QUESTIONS = st.tuples(
    st.integers(0, 80),  # when: tenths of a second
    st.sampled_from("abcdefghijkl"),
    st.sampled_from([0.1, 0.1, 0.3, 1.0, 3.0, 12.0]),
    st.booleans(),
)


@given(st.lists(QUESTIONS, max_size=40), st.integers(2, 4), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_every_question_is_answered_and_shares_are_kept(
    asked: list[tuple[int, str, float, bool]], first: int, long: int
) -> None:
    simulation = Simulation(FairQueue(QueueLimits(first=first, long=long)))
    pending = sorted(asked)
    limit = sum(seconds for _, _, seconds, _ in asked) + 60  # as if all were answered one after the other
    while pending or simulation.queue.tickets:
        while pending and pending[0][0] <= simulation.now * 10:
            _, visitor, seconds, is_quick = pending.pop(0)
            simulation.ask(visitor, seconds, is_quick)
        simulation.step()
        assert simulation.now < limit
    assert simulation.waited.keys() == simulation.seconds.keys()


def test_endless_questions_of_others_do_not_starve_a_small_one() -> None:
    """Visitors who keep the queue full, with quick questions too, and one who asks small ones one by one."""
    waits = {}
    for endless, is_quick, is_new in ((1, False, False), (4, False, False), (9, True, False), (2, True, True)):
        random = Random(endless)
        simulation = Simulation(FairQueue(), tick=0.25)
        small: Ticket | None = None
        while simulation.now < 60:
            for number in range(endless):
                name = f"endless{simulation.now if is_new else ''}{number}"
                while simulation.ask(name, random.choice([1.0, 30.0, 1e9]), is_quick):
                    pass
            if small is None or small.stage is Stage.GONE:
                small = simulation.ask("student", 0.1)
            simulation.step()
        waited = [wait for ticket, wait in simulation.waited.items() if ticket.visitor == "student"]
        waits[endless, is_quick, is_new] = len(waited), max(waited)
    assert all(count >= 2 and longest < 12 for count, longest in waits.values()), waits


def test_who_has_used_much_goes_later_but_not_for_ever() -> None:
    queue = FairQueue(QueueLimits(first=1, kept=0))
    (running,) = joined(queue, "a")
    queue.start_next(0)
    queue.leave(running, 20)
    (running,) = joined(queue, "c", now=20)
    queue.start_next(20)
    (heavy,) = joined(queue, "a", now=21)
    (light,) = joined(queue, "b", now=25)
    assert queue.waiting_positions(25) == {light: QueuePosition(1, 2), heavy: QueuePosition(2, 2)}
    queue.leave(light, 25)
    (light,) = joined(queue, "b", now=21 + SHARES.handicap + 1)
    assert queue.waiting_positions(100)[heavy] == QueuePosition(1, 2)
