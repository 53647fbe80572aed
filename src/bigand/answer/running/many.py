"""Many questions: in children of this machine, or on an executor of several; the answers come in their order."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, TypeVar

from bigand.answer.question import Answer, Failure, Question
from bigand.answer.report import Event, unheard
from bigand.answer.running.child import Child, suitable_method
from bigand.answer.running.here import ask_here

Found = TypeVar("Found", bound=Answer)
_AHEAD = 4  # questions that are under way for each one that is worked on


def in_order(
    questions: Iterable[Question[Found]],
    jobs: int,
    report: Callable[[int, Event], None] = lambda _index, _event: None,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Found | Failure]:
    """The answers, so many questions at a time, each in a child with its own limits; a crash harms no other one.

    `report` is told which question an event is about. Whatever still runs when nobody wants more is ended.
    """
    waiting = iter(enumerate(questions))
    busy: dict[int, Child] = {}
    free: list[Child] = []
    ready: dict[int, Answer] = {}
    way = suitable_method()
    turn = 0
    try:
        while True:
            for index, question in islice(
                waiting, max(0, min(jobs - len(busy), turn + _AHEAD * jobs - len(ready)))
            ):
                child = free.pop() if free else Child(way)
                child.begin(question, lambda event, index=index: report(index, event), time.monotonic())  # type: ignore[misc]
                busy[index] = child
            while turn in ready:
                yield ready.pop(turn)  # type: ignore[misc]
                turn += 1
            if not busy:
                return
            wait([child.connection for child in busy.values()], min([child.pause() for child in busy.values()]))
            for index, child in list(busy.items()):
                answer = child.take()
                if answer is not None:
                    ready[index] = answer
                    del busy[index]
                    if child.is_alive:
                        free.append(child)
            tick()
    finally:
        for child in [*busy.values(), *free]:
            child.close()


def in_order_on(
    executor: Executor, questions: Iterable[Question[Found]], at_once: int
) -> Iterator[Found | Failure]:
    """The answers of an executor, which may have other machines; so many questions are under way at a time."""
    waiting = iter(questions)
    under_way: deque[Future[Any]] = deque()
    try:
        while True:
            for question in islice(waiting, at_once - len(under_way)):
                under_way.append(executor.submit(ask_here, question, unheard))
            if not under_way:
                return
            yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()
