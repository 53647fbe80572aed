"""Answer many questions, in child processes or on an executor of several machines; answers come in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeVar

from bigand.api.question import Answer, Failure, Question
from bigand.api.report import Event
from bigand.api.run.child import Child, acquire_child, ask_in_child, default_start_method, release_child
from bigand.source.error import BigandError, ErrorKind

if TYPE_CHECKING:  # the import takes 5 ms, and most commands do not need it
    from concurrent.futures import Executor, Future

AnswerT = TypeVar("AnswerT", bound=Answer)
_POLL_SECONDS = 0.1  # between two checks for a result
_QUEUED_PER_JOB = 4  # questions that are started or whose answers wait for their turn, per job


def answer_many(
    questions: Iterable[Question[AnswerT]],
    jobs: int,
    report: Callable[[int, Event], None] = lambda _index, _event: None,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[AnswerT | Failure]:
    """Yield the answers, with `jobs` questions at a time, each in a child with its own limits.

    A crash affects only its own question. `report` gets the index of the question with each event. When the
    generator is closed, running children are killed.
    """
    waiting = iter(enumerate(questions))
    busy: dict[int, Child] = {}
    free: list[Child] = []
    ready: dict[int, Answer] = {}
    start_method = default_start_method()
    begun = turn = 0
    try:
        while True:
            capacity = min(jobs - len(busy), turn + _QUEUED_PER_JOB * jobs - begun)
            for index, question in islice(waiting, max(0, capacity)):
                busy[index] = child = free.pop() if free else acquire_child(start_method)
                child.ask(question, partial(report, index))
                begun += 1
            while turn in ready:
                yield ready.pop(turn)  # type: ignore[misc]
                turn += 1
            if not busy:
                if capacity > 0:
                    return
                continue  # all that was started is done; there may be more questions
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
            release_child(child)


def answer_many_on(
    executor: "Executor",
    questions: Iterable[Question[AnswerT]],
    at_once: int,
    wait: Callable[[], None] = lambda: None,
) -> Iterator[AnswerT | Failure]:
    """Yield the answers of an executor, which may have other machines, with `at_once` questions at a time.

    Each question is answered in a child process of its worker: limits hold there, too, and a crash affects only its
    own question. While this waits for an answer, it calls `wait` ten times a second; `wait` may raise if the
    executor is lost.
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
    """Return the result of a future; a lost question is a `Failure`, a lost executor (`BigandError`) is raised."""
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
