"""Many questions: in children of this machine, or on an executor of several; the answers come in their order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeVar

from bigand.api.question import Answer, Failure, Question
from bigand.api.report import Event
from bigand.api.run.child import Child, acquire, ask_in_child, default_start_method, release
from bigand.source.error import BigandError, ErrorKind

if TYPE_CHECKING:  # 5 ms that most commands do without
    from concurrent.futures import Executor, Future

AnswerT = TypeVar("AnswerT", bound=Answer)
_POLL_SECONDS = 0.1  # seconds between two looks at who answers
_QUEUED_A_JOB = 4  # questions that are under way for each one that is worked on


def answer_many(
    questions: Iterable[Question[AnswerT]],
    jobs: int,
    report: Callable[[int, Event], None] = lambda _index, _event: None,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[AnswerT | Failure]:
    """The answers, so many questions at a time, each in a child with its own limits; a crash harms no other one.

    `report` is told which question an event is about. Whatever still runs when nobody wants more is ended.
    """
    waiting = iter(enumerate(questions))
    busy: dict[int, Child] = {}
    free: list[Child] = []
    ready: dict[int, Answer] = {}
    start_method = default_start_method()
    begun = turn = 0
    try:
        while True:
            room = min(jobs - len(busy), turn + _QUEUED_A_JOB * jobs - begun)
            for index, question in islice(waiting, max(0, room)):
                busy[index] = child = free.pop() if free else acquire(start_method)
                child.ask(question, partial(report, index))
                begun += 1
            while turn in ready:
                yield ready.pop(turn)  # type: ignore[misc]
                turn += 1
            if not busy:
                if room > 0:
                    return
                continue  # all that there was room for is done; there may be more
            ends = [end for child in busy.values() for end in (child.connection, child.process.sentinel)]
            wait(ends, min([child.poll_timeout() for child in busy.values()]))
            for index, child in list(busy.items()):
                answer = child.poll_answer()
                if answer is not None:
                    ready[index] = answer
                    del busy[index]
                    if child.is_reusable:
                        free.append(child)
                    else:
                        child.close()
            tick()
    finally:
        for child in busy.values():
            child.close()
        for child in free:
            release(child)


def answer_many_on(
    executor: "Executor",
    questions: Iterable[Question[AnswerT]],
    at_once: int,
    wait: Callable[[], None] = lambda: None,
) -> Iterator[AnswerT | Failure]:
    """The answers of an executor, which may have other machines; so many questions are under way at a time.

    Each is answered by a child of whoever works on it: limits hold there too, and a crash harms nobody. While an
    answer is waited for, `wait` is called ten times a second; it may raise that nobody will answer any more.
    """
    waiting = iter(questions)
    under_way: deque[Future[Any]] = deque()
    try:
        while True:
            for question in islice(waiting, at_once - len(under_way)):
                under_way.append(executor.submit(ask_in_child, question))
            if not under_way:
                return
            yield _wait_for_result(under_way[0], wait)
            under_way.popleft()
    finally:
        for future in under_way:
            future.cancel()


def _wait_for_result(future: "Future[Any]", wait: Callable[[], None]) -> Any:
    """What came of a question; that it was lost is an answer too, unless all are."""
    from concurrent.futures import wait as wait_for

    while not wait_for([future], _POLL_SECONDS).done:
        wait()
    try:
        return future.result()
    except BigandError:
        raise
    except Exception as error:
        lost = f"{type(error).__name__}: {error}".splitlines()[0]
        return Failure(kind=ErrorKind.SOLVER, key="cluster.lost", gaps={"reason": lost})
