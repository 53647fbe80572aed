"""How work is run: an answer always comes back, in its order, within its limits, and nothing is left behind."""

import gc
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import count, islice
from multiprocessing import resource_tracker
from pathlib import Path

import pytest
from tests.answer.small import Die, Flood, Greedy, Report_, Say, Spin, Stuck, Told, Wrong
from tests.effort import some_quickly, with_more_time

from bigand.api.question import Answer, Failure, Limits, ask_here
from bigand.api.report import Event, Part, ProgressEvent, Stage
from bigand.api.run import child, limits, process, wire
from bigand.api.run.batch import answer_many, answer_many_on
from bigand.api.run.child import Child, ask_in_child
from bigand.solve.crash import memory_kills
from bigand.source.error import ErrorKind, LimitError

LONG = 60.0  # seconds that nothing here takes: whoever waits so long waits for ever
ON_LINUX = sys.platform == "linux"


@pytest.fixture(params=["fork", "spawn"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(child, "method", request.param)
    return str(request.param)


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Children are spawned, and none that others left behind takes part."""
    monkeypatch.setattr(child, "method", "spawn")
    close_idle()
    yield
    close_idle()


def close_idle() -> None:
    while child._idle:
        child._idle.pop().close()


_others: set[int] = set()


@pytest.fixture(scope="module", autouse=True)
def others() -> None:
    """The processes of other tests of this worker: a browser and a studio live as long as it does."""
    _others.clear()
    if ON_LINUX:
        _others.update(children())


def children() -> set[int]:
    """The processes that these tests started and that have not been waited for, but for the tracker of Python's."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            is_tracker = b"resource_tracker" in (path.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(words[1]) == os.getpid() and not is_tracker:
            found.add(int(path.parent.name))
    return found - _others - {one.process.pid for one in child._idle}


def descriptors() -> int:
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))


def word_of(answer: Answer) -> str:
    assert isinstance(answer, Told), answer
    return answer.word


def key_of(answer: Answer) -> str:
    assert isinstance(answer, Failure), answer
    return answer.key


# ---------------------------------------------------------------------- one child


@pytest.mark.usefixtures("way")
def test_an_answer_larger_than_a_pipe() -> None:
    assert word_of(ask_in_child(Say(word="ab", times=3_000_000))) == "ab" * 3_000_000
    assert word_of(ask_in_child(Say(word="c" * 2_000_000))) == "c" * 2_000_000  # and a question


@pytest.mark.usefixtures("way")
def test_events_come_in_their_order() -> None:
    heard: list[Event] = []
    assert word_of(ask_in_child(Report_(events=300), heard.append)) == "all"
    assert isinstance(heard[0], Stage)
    assert len([one for one in heard if isinstance(one, Part)]) == 300
    done = [one.count for one in heard if isinstance(one, ProgressEvent)]
    assert done == sorted(done)
    assert done[0] == 0


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("how", ["error", "ours", "unspeakable"])
def test_what_goes_wrong_is_an_answer(how: str) -> None:
    answer = ask_in_child(Wrong(how=how))
    assert isinstance(answer, Failure)
    assert answer.kind is (ErrorKind.INPUT if how == "error" else ErrorKind.BUG)


@pytest.mark.usefixtures("way")
def test_a_child_that_dies() -> None:
    assert key_of(ask_in_child(Die())) == "solver.crashed"
    assert key_of(ask_in_child(Die(by=signal.SIGTERM))) == "solver.crashed"
    assert key_of(ask_in_child(Die(limits=Limits(megabytes=4000)))) == "solver.crashed"  # it had memory enough
    assert key_of(ask_in_child(Die(by=signal.SIGTERM, limits=Limits(megabytes=4000)))) == "solver.crashed"
    assert key_of(ask_in_child(Wrong(how="exit"))) == "solver.crashed"
    assert word_of(ask_in_child(Say(word="next"))) == "next"


@pytest.mark.usefixtures("way")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="what it leaves behind is forked")
def test_a_child_that_dies_while_another_process_holds_its_pipe() -> None:
    began = time.monotonic()
    assert key_of(ask_in_child(Die(holds=True))) == "solver.crashed"
    assert time.monotonic() - began < LONG  # less than the other one lives


def test_a_child_that_dies_while_it_starts(monkeypatch: pytest.MonkeyPatch, spawned: None) -> None:  # noqa: ARG001
    monkeypatch.setattr(child, "_serve", _no_life)
    assert key_of(ask_in_child(Say(word="a" * 1_000_000))) == "solver.crashed"


def _no_life(*_words: object) -> None:
    os._exit(1)


@pytest.mark.usefixtures("way")
def test_a_child_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    close_idle()

    def refuse(_self: object) -> None:
        raise BlockingIOError(11, "no more processes")

    if ON_LINUX:
        resource_tracker.ensure_running()  # which stays, once there is one
    before = descriptors() if ON_LINUX else 0
    for way in ("fork", "spawn"):
        import multiprocessing

        monkeypatch.setattr(multiprocessing.get_context(way).Process, "start", refuse)  # type: ignore[attr-defined]
    assert key_of(ask_in_child(Say(word="a"))) == "solver.no_process"
    if ON_LINUX:
        assert descriptors() <= before
    assert sys.modules["__main__"].__name__ != "__mp_main__"


# ---------------------------------------------------------------------- limits


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("question", [Spin, Stuck, Flood])
def test_time_holds(question: type[Spin]) -> None:
    began = time.monotonic()
    assert key_of(ask_in_child(question(limits=Limits(seconds=0.1)))) == "limit.time"
    assert 0.1 <= time.monotonic() - began < LONG


@pytest.mark.usefixtures("way")
def test_an_alarm_never_cuts_a_message_in_two() -> None:
    """Whoever listens is so slow that the time is up while a large part is being written."""
    heard: list[Event] = []

    def slowly(event: Event) -> None:
        heard.append(event)
        time.sleep(0.05)

    def flooded(seconds: float) -> Answer:
        return ask_in_child(Flood(letters=300_000, limits=Limits(seconds=seconds)), slowly)

    answer = with_more_time(flooded, 0.2, lambda _answer: heard)
    assert key_of(answer) == "limit.time"
    assert {one.found for one in heard if isinstance(one, Part)} == {"x" * 300_000}


def test_an_alarm_waits_for_what_must_not_be_disturbed() -> None:
    with pytest.raises(LimitError), limits.alarm(0.05):  # noqa: PT012
        is_whole = False
        with limits.defer_alarm():
            end = time.monotonic() + 0.15
            while time.monotonic() < end:
                pass
            is_whole = True
        raise AssertionError("it did not ring")
    assert is_whole


def test_an_alarm_within_another_puts_off_neither() -> None:
    began = time.monotonic()
    with pytest.raises(LimitError), limits.alarm(0.2), limits.alarm(LONG):
        time.sleep(LONG)
    with pytest.raises(LimitError), limits.alarm(0.2):  # noqa: PT012
        with pytest.raises(LimitError), limits.alarm(0.01):
            time.sleep(LONG)
        time.sleep(LONG)
    assert time.monotonic() - began < LONG
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_who_dies_after_its_time_is_out_of_time() -> None:
    """An alarm in the midst of a library can end a process: that is no crash."""
    assert key_of(ask_in_child(Die(limits=Limits(seconds=0)))) == "limit.time"


def test_a_late_alarm_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rings when the answer is there, and the alarm has not been taken back."""

    def late(question: Say, report: object) -> Answer:  # noqa: ARG001
        raise LimitError("limit.time")

    monkeypatch.setattr(child, "ask_here", late)
    answer = child.answer_within_limits(Say(word="a", limits=Limits(seconds=5)), print, time.monotonic())
    assert key_of(answer) == "limit.time"


def test_the_time_that_a_start_takes_counts() -> None:
    began = time.monotonic() - 100
    assert (
        key_of(child.answer_within_limits(Spin(limits=Limits(seconds=99)), lambda _event: None, began))
        == "limit.time"
    )


@pytest.mark.usefixtures("way")
def test_memory_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAPPED_BYTES", 0)
    answer = ask_in_child(Greedy(megabytes=2000, seconds=LONG, limits=Limits(megabytes=500)))
    assert key_of(answer) == "limit.memory"
    assert word_of(ask_in_child(Greedy(megabytes=10, limits=Limits(megabytes=4000)))) == "10"


@pytest.mark.usefixtures("way")
def test_memory_holds_where_the_system_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "has_memory_limits", lambda: False)
    answer = ask_in_child(Greedy(megabytes=450, seconds=LONG, limits=Limits(megabytes=300)))
    assert key_of(answer) == "limit.memory"


@pytest.mark.parametrize(("system", "held"), [("linux", True), ("darwin", False), ("win32", False)])
def test_which_systems_hold_the_memory(system: str, held: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert limits.has_memory_limits() is held
    monkeypatch.setitem(sys.modules, "resource", None)
    assert limits.has_memory_limits() is False


@pytest.mark.skipif(not Path("/bin/ps").exists(), reason="asks as on macOS")
def test_what_a_process_uses_is_told_by_ps_too(monkeypatch: pytest.MonkeyPatch) -> None:
    here = limits.resident_bytes(os.getpid())
    assert here > 10_000_000
    monkeypatch.setattr(sys, "platform", "darwin")
    assert limits.resident_bytes(os.getpid()) == pytest.approx(here, rel=0.5)
    assert limits.resident_bytes(2**22 + 1) == 0


# ---------------------------------------------------------------------- who waits


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("error", [BrokenPipeError, KeyboardInterrupt, ValueError])
@pytest.mark.parametrize("where", ["report", "tick"])
def test_what_stops_the_one_who_waits_ends_the_child(error: type[BaseException], where: str) -> None:
    """A report that nobody reads is no fault of the child's."""

    def stop(*_event: object) -> None:
        raise error

    asked = partial(ask_in_child, Spin(), **{where: stop})  # type: ignore[arg-type]  # both take it
    with pytest.raises(error):
        asked()
    if ON_LINUX:
        assert not children()


@pytest.mark.skipif(not ON_LINUX, reason="counts as Linux does")
@pytest.mark.usefixtures("way")
def test_nothing_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "KILL_DELAY", 0.05)
    ask_in_child(Say(word="a"))
    close_idle()
    before = descriptors()
    for _ in range(2):
        ask_in_child(Say(word="a"))
        ask_in_child(Die())
        ask_in_child(Stuck(limits=Limits(seconds=0.01)))
        list(answer_many([Say(word="a"), Die()], 2))
    close_idle()
    assert descriptors() <= before + 1
    assert not children()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals of this process")
@pytest.mark.usefixtures("way")
def test_an_interrupt_while_a_child_starts_comes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is told to all processes of a terminal: the new one must not complain, nor be lost."""
    import multiprocessing

    close_idle()
    kind = multiprocessing.get_context(child.method).Process  # type: ignore[attr-defined]
    start = kind.start

    def interrupted(self: object) -> None:
        # To this thread, as in a process that has no other: those of the test runner would hear it at any moment.
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        start(self)

    monkeypatch.setattr(kind, "start", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            ask_in_child(Spin())
    finally:
        signal.signal(signal.SIGINT, before)
    assert sys.modules["__main__"] is not None
    if ON_LINUX:
        end = time.monotonic() + LONG
        while children() and time.monotonic() < end:
            gc.collect()
            for process in multiprocessing.active_children():
                process.join(0.1)
        assert not children()


@pytest.mark.skipif(not ON_LINUX, reason="asks for `fork`")
def test_no_warning_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "method", "fork")
    is_over = threading.Event()
    thread = threading.Thread(target=is_over.wait)
    thread.start()
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ask_in_child(Say(word="a"))
    finally:
        is_over.set()
        thread.join()
    assert not [one for one in caught if issubclass(one.category, DeprecationWarning)]


def test_how_children_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "method", None)
    for tasks, found in [(["1"], "fork"), (["1", "2"], "spawn"), (None, "spawn")]:

        def listed(_path: str, tasks: list[str] | None = tasks) -> list[str]:
            if tasks is None:
                raise OSError
            return tasks

        monkeypatch.setattr(os, "listdir", listed)
        monkeypatch.setattr(sys, "platform", "linux")
        assert child.default_start_method() == found
        monkeypatch.setattr(sys, "platform", "darwin")
        assert child.default_start_method() == "spawn"


# ---------------------------------------------------------------------- children that are kept


@pytest.mark.usefixtures("spawned")
def test_a_child_that_waits_takes_the_next_question() -> None:
    numbers = {one.number for one in [ask_in_child(Say(word="a")) for _ in range(3)] if isinstance(one, Told)}
    assert len(numbers) == 1
    assert os.getpid() not in numbers
    # Limits of one question are not those of the next.
    first = with_more_time(
        lambda seconds: ask_in_child(Say(word=str(seconds), limits=Limits(seconds=seconds, megabytes=3000))),
        0.5,
        lambda answer: isinstance(answer, Told),
    )
    assert word_of(ask_in_child(Say(word="b", seconds=2 * float(word_of(first))))) == "b"
    assert word_of(ask_in_child(Greedy(megabytes=100))) == "100"


@pytest.mark.usefixtures("spawned")
def test_a_child_that_died_waiting_is_not_asked() -> None:
    first = ask_in_child(Say(word="a"))
    assert isinstance(first, Told)
    os.kill(first.number, signal.SIGKILL)
    child._idle[0].process.join(LONG)
    second = ask_in_child(Say(word="b"))
    assert isinstance(second, Told)
    assert second.number != first.number


@pytest.mark.usefixtures("spawned")
def test_a_child_that_has_grown_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_MAX_KEPT_BYTES", 250_000_000)
    first = ask_in_child(Greedy(megabytes=250, keeps=True))
    second = ask_in_child(Greedy(megabytes=1))
    assert isinstance(first, Told)
    assert isinstance(second, Told)
    assert first.number != second.number


@pytest.mark.usefixtures("spawned")
def test_a_child_outlives_the_thread_that_asked_first() -> None:
    """Linux ends a process with the thread that started it."""
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(ask_in_child, Say(word="a")).result()
    second = ask_in_child(Say(word="b", seconds=0.3))
    assert isinstance(first, Told)
    assert isinstance(second, Told)
    assert first.number == second.number


@pytest.mark.usefixtures("spawned")
def test_threads_ask_at_the_same_time() -> None:
    main = sys.modules["__main__"]
    with ThreadPoolExecutor(6) as pool:
        words = list(pool.map(lambda number: word_of(ask_in_child(Say(word=str(number)))), range(18)))
    assert words == [str(number) for number in range(18)]
    assert sys.modules["__main__"] is main
    assert len(child._idle) <= child._MAX_IDLE
    assert gc.isenabled()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that others fork")
@pytest.mark.usefixtures("spawned")
def test_a_forked_process_has_children_of_its_own() -> None:
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(ask_in_child, Say(word="a")).result()
    assert isinstance(first, Told)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        number = os.fork()
    if number == 0:
        code = 1
        try:
            with ThreadPoolExecutor(1) as pool:
                found = pool.submit(ask_in_child, Say(word="b")).result()
            code = 0 if isinstance(found, Told) and found.number != first.number else 2
            close_idle()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) == 0
    again = ask_in_child(Say(word="c"))
    assert isinstance(again, Told)
    assert again.number == first.number


def test_a_process_that_may_have_no_children_has_ours(monkeypatch: pytest.MonkeyPatch, spawned: None) -> None:  # noqa: ARG001
    """As workers of Dask, which end with their parent."""
    import multiprocessing

    configuration = multiprocessing.current_process()._config  # type: ignore[attr-defined]  # as Python sets it
    monkeypatch.setitem(configuration, "daemon", True)
    assert word_of(ask_in_child(Say(word="a"))) == "a"
    assert configuration["daemon"] is True


# ---------------------------------------------------------------------- many


@pytest.mark.usefixtures("way")
def test_answers_come_in_order() -> None:
    questions = [Say(word=str(number), seconds=0.1 if number % 8 == 0 else 0.0) for number in range(23)]
    assert [word_of(one) for one in answer_many(questions, 3)] == [str(number) for number in range(23)]
    assert list(answer_many([], 2)) == []


@pytest.mark.usefixtures("way")
def test_a_crash_harms_no_other_question() -> None:
    questions = [Say(word="a"), Die(), Stuck(limits=Limits(seconds=0.2)), Wrong(how="ours"), Say(word="b")]
    found = list(answer_many(questions, 2))
    assert [one.word if isinstance(one, Told) else key_of(one) for one in found] == [
        "a",
        "solver.crashed",
        "limit.time",
        "main.bug",
        "b",
    ]


class Counting:
    """Questions without end that count how many were taken."""

    def __init__(self, first: float = 0.0) -> None:
        self.taken = 0
        self._first = first

    def __iter__(self) -> Iterator[Say]:
        for number in count():
            self.taken += 1
            yield Say(word=str(number), seconds=self._first if number == 0 else 0.0)


@pytest.mark.usefixtures("way")
def test_no_more_is_begun_than_there_is_room_for() -> None:
    """Neither while the first answer is missing, nor after many."""
    questions = Counting(first=0.4)
    answers = answer_many(questions, 2)
    assert questions.taken == 0
    for number in range(40):
        assert word_of(next(answers)) == str(number)
        assert questions.taken <= number + 8
    answers.close()  # type: ignore[attr-defined]  # a generator
    if ON_LINUX:
        assert not children()


@pytest.mark.usefixtures("way")
def test_a_full_window_is_not_the_end() -> None:
    """All but the first are done long before it: those that waited for room come after it."""
    questions = [Say(word=str(number), seconds=0.4 if number == 0 else 0.0) for number in range(30)]
    assert [word_of(one) for one in answer_many(questions, 2)] == [str(number) for number in range(30)]


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("error", some_quickly([KeyboardInterrupt, BrokenPipeError], 1))
def test_many_are_ended_when_nobody_wants_them(error: type[BaseException]) -> None:
    def stop(_index: int, _event: Event) -> None:
        raise error

    with pytest.raises(error):
        list(answer_many([Spin() for _ in range(5)], 3, stop))
    assert list(islice(answer_many(iter([Say(word="a"), *[Spin() for _ in range(9)]]), 3), 1))
    gc.collect()
    if ON_LINUX:
        assert not children()


@pytest.mark.usefixtures("way")
def test_events_of_many_say_which() -> None:
    heard: list[tuple[int, Event]] = []
    list(answer_many([Report_(events=2), Report_(events=3)], 2, lambda index, event: heard.append((index, event))))
    parts = [index for index, event in heard if isinstance(event, Part)]
    assert sorted(parts) == [0, 0, 1, 1, 1]


# ---------------------------------------------------------------------- on an executor


@pytest.mark.usefixtures("spawned")
def test_an_executor_answers_in_order() -> None:
    questions = Counting(first=0.2)
    with ThreadPoolExecutor(3) as pool:
        answers = answer_many_on(pool, questions, 5)
        for number in range(20):
            assert word_of(next(answers)) == str(number)
            assert questions.taken <= number + 5
        answers.close()  # type: ignore[attr-defined]  # a generator
        crashed, told = answer_many_on(pool, [Die(), Say(word="a")], 2)
        assert (key_of(crashed), word_of(told)) == ("solver.crashed", "a")


class _Losing(ThreadPoolExecutor):
    """An executor whose machines go away."""

    def submit(self, *_words: object, **_more: object) -> "Future[object]":  # type: ignore[override]
        future: Future[object] = Future()
        future.set_exception(RuntimeError("all workers died\nand more"))
        return future


def test_an_executor_that_loses_its_machines() -> None:
    with _Losing(1) as pool:
        (answer,) = answer_many_on(pool, [Say(word="a")], 2)
    assert isinstance(answer, Failure)
    assert answer.gaps == {"reason": "RuntimeError: all workers died"}


# ---------------------------------------------------------------------- crossing


@pytest.mark.parametrize("word", ["plain", "\udcff", "x" * 100_000])
def test_what_crosses_is_the_same(word: str) -> None:
    assert wire.decode_message(wire.encode_message(Told(word=word)), Say) == Told(word=word)
    assert wire.decode_message(wire.encode_message(Part(found=[word])), Say) == Part(found=[word])
    assert isinstance(ask_here(Say(word=word)), Told)


def test_a_start_leaves_nothing_changed() -> None:
    main = sys.modules["__main__"]
    close_idle()
    one = Child("spawn")
    try:
        assert sys.modules["__main__"] is main
        assert not process._guard.locked()
        if hasattr(signal, "pthread_sigmask"):
            assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    finally:
        one.close()
        one.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_a_killed_child_is_known_as_such_though_its_exit_code_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the pipe of a killed process ends before the process does: that is no lack of memory."""

    class Dying:
        looks = 0

        @property
        def exitcode(self) -> int | None:
            self.looks += 1
            return -signal.SIGKILL if self.looks > 3 else None

        def join(self, _timeout: float) -> None:
            pass

    monkeypatch.setattr(Child, "close", lambda *_: None)
    dying = Child.__new__(Child)
    dying.process, dying._limits, dying._kill_time = Dying(), Limits(megabytes=100), None
    dying._peak_bytes, dying._largest_before, dying._kills_before = 100_000_000, 0, memory_kills()
    assert dying._failure_at_exit().key == "solver.crashed"
