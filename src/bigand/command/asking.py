"""How a command asks: in a child within its limits, showing progress, telling what there is to tell on the way."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from bigand.answer.question import Answer, Failure, Question
from bigand.answer.report import Done, Event, Noticed, Part, Remark, Stage
from bigand.answer.running.here import ask_here
from bigand.answer.running.limits import LATEST, LEAST, PATIENCE, alarm
from bigand.command.exits import Exit
from bigand.command.options import Showing
from bigand.command.progress import Progress
from bigand.command.reading import command_line, tell, tell_doubts
from bigand.command.texts import Texts
from bigand.source.auxiliary import attempt, reason_of
from bigand.source.diagnostic import Message
from bigand.source.document import Document
from bigand.source.error import BigandError, ErrorKind

Found = TypeVar("Found", bound=Answer)
_FOR_TERMINALS = ("G103",)  # that something takes long is told to whoever waits for it
_AHEAD = 2  # questions under way for each worker of a cluster
_EXITS = {ErrorKind.USAGE: Exit.USAGE, ErrorKind.LIMIT: Exit.LIMIT}  # all else is an error


class FailedError(Exception):
    """There is no answer: why, and the documents that it is about."""

    def __init__(self, failure: Failure, asker: "Asker") -> None:
        super().__init__(failure.key)
        self.failure = failure
        self.asker = asker

    def tell(self) -> int:
        """Say why, and give the exit code."""
        return self.asker.tell_failure(self.failure)


class Asker:
    """Asks the questions of one command: it knows the documents they are about, and how to tell things."""

    def __init__(
        self,
        texts: Texts,
        showing: Showing | None = None,
        documents: Sequence[Document] = (),
        question: Question[Any] | None = None,
    ) -> None:
        self.texts = texts
        self.showing = showing or Showing()
        self.documents = documents
        self.progress = Progress(texts)
        self.question = question  # the last one that was asked

    def ask(self, question: Question[Found], part: Callable[[Any], None] = lambda _found: None) -> Found:
        """The answer; `part` is told of parts of it that are known before. Without one there is a `FailedError`."""
        answer = self.try_to_ask(question, part)
        if isinstance(answer, Failure):
            raise FailedError(answer, self)
        return answer

    def try_to_ask(
        self, question: Question[Found], part: Callable[[Any], None] = lambda _found: None
    ) -> Found | Failure:
        """The same; or why there is no answer."""
        self.question = question
        _arm_again()

        def report(event: Event) -> None:
            if isinstance(event, Part):
                _note_answer()
                self.progress.clear()
                part(event.found)
            else:
                self.hear(event)

        try:
            if question.is_brief:
                answer = ask_here(question, report)
            else:
                from bigand.answer.running import child  # 25 ms that a brief question does without

                answer = child.ask_in_child(question, report, self.progress.tick, began)
            _note_answer()
            return answer
        finally:
            self.progress.stop()

    def hear(self, event: Event) -> None:
        """Tell what happens on the way to an answer; what cannot be told does not end it."""

        def complain(error: Exception) -> None:
            self.texts.complain("extra.failed", what=Message("extra.message"), reason=reason_of(error))

        attempt(lambda: self._tell_event(event), None, complain, passing=(OSError,))

    def _tell_event(self, event: Event) -> None:
        if isinstance(event, Stage):
            self.progress.stage(event.key, event.total, **event.gaps)
        elif isinstance(event, Done):
            self.progress.done(event.count)
        elif isinstance(event, Remark):
            self.progress.clear()
            self.texts.complain(event.key, **event.gaps)
        elif isinstance(event, Noticed):
            self.progress.clear()
            self._tell_noticed(event)

    def _tell_noticed(self, event: Noticed) -> None:
        if not self.documents:
            return  # the question came from a program, which has its answer
        document = self.documents[event.source]
        told = [one for one in event.diagnostics if sys.stderr.isatty() or one.code not in _FOR_TERMINALS]
        if event.is_counted:
            tell_doubts(document, told, self.showing, self.texts)
            if event.is_partial and self.showing.format == "full":
                self.texts.complain("doubts.further", command=command_line("check", document.name))
        elif told:
            tell([(document, told)], self.showing, self.texts, sys.stderr)

    def tell_failure(self, failure: Failure) -> int:
        """Say why there is no answer; gives the exit code."""
        from bigand.command.outcome import limit_outcome, question_name, since

        outcome = limit_outcome(failure, question_name(self.question), since(began), "terminal", self.texts)
        if outcome is not None:
            self.texts.complain_of(outcome.text, outcome.advice)
        elif failure.diagnostics:
            told = [(self.documents[failure.source], failure.diagnostics)]
            tell(told, self.showing, self.texts, sys.stderr)
        else:
            self.texts.complain(failure.key, **failure.gaps)
            if failure.kind is ErrorKind.BUG:
                print(f"  {failure.gaps['told']}", file=sys.stderr)
        return exit_of(failure.kind)


def tell_early_limit(error: BigandError, command: str, texts: Texts) -> int:
    """Say what went wrong; of a limit that was met before there was an answer, as of one that it meets."""
    from bigand.command.outcome import limit_outcome, since

    failure = Failure(kind=error.kind, key=error.key, gaps=error.gaps)
    outcome = None if _is_answered else limit_outcome(failure, command, since(began), "terminal", texts)
    if outcome is None:
        texts.complain(error.key, **error.gaps)
    else:
        texts.complain_of(outcome.text, outcome.advice)
    return exit_of(error.kind)


def exit_of(kind: ErrorKind) -> int:
    """What the shell is told."""
    return _EXITS.get(kind, Exit.ERRORS)


def ask_many(
    questions: Iterable[Question[Found]],
    jobs: int,
    cluster: str | None,
    texts: Texts,
    progress: Progress | None = None,
    report: Callable[[int, Event], None] = lambda _index, _event: None,
) -> Iterator[Found | Failure]:
    """The answers in order, so many questions at a time (0: as many as there are cores), each within its limits.

    They are answered in children of this process, or by the cluster at an address. Whoever has a progress to show
    tells it how much is done; `report` is told which question an event is about (a cluster reports none).
    """
    from bigand.answer.running.many import in_order

    disarm()
    shown = progress or Progress(texts)
    try:
        if cluster is None:
            yield from in_order(questions, jobs or os.cpu_count() or 1, report, shown.tick)
        else:
            yield from _ask_cluster(questions, cluster, shown)
    finally:
        shown.stop()


def _ask_cluster(
    questions: Iterable[Question[Found]], address: str, progress: Progress
) -> Iterator[Found | Failure]:
    """The answers of a cluster; the progress tells where a worker is waited for."""
    from bigand.answer.running.cluster import cluster_executor, silence_dask
    from bigand.answer.running.many import in_order_on

    silence_dask()
    stage = progress.name, progress.total
    progress.name = progress.texts("cluster.waiting", address=address)
    with cluster_executor(address, wait=progress.tick) as (executor, workers):
        progress.name, progress.total = stage

        def wait() -> None:
            progress.tick()
            executor.look()

        yield from in_order_on(executor, questions, _AHEAD * workers, wait)


began = time.monotonic()  # when this command line began; its time runs from then on
_seconds: float | None = None  # the time for the whole of it
_is_answered = False  # whether something of an answer has come, which may have been printed


def start_clock(start: float | None = None) -> None:
    """A command line began at this time of `time.monotonic`, or begins now."""
    global began, _seconds, _is_answered
    began, _seconds, _is_answered = time.monotonic() if start is None else start, None, False


@contextmanager
def command_limit(seconds: float | None, waited: Callable[[], float]) -> Iterator[None]:
    """A command that has so many seconds from its beginning on, without those that it waits for its readers.

    Until it asks its question it stops soon after its time. Then the child that answers is stopped first, and what
    is printed of its answer a moment later.
    """
    global _seconds
    _seconds = seconds
    try:
        with alarm(None if seconds is None else max(_left(seconds) + PATIENCE, LEAST), waited):
            yield
    finally:
        _seconds = None


def _note_answer() -> None:
    """From now on something of an answer may have been printed."""
    global _is_answered
    _is_answered = True


def _left(seconds: float) -> float:
    return began + seconds - time.monotonic()


def _arm_again() -> None:
    """From now on another process is limited: the alarm of this one rings only if it prints for too long."""
    disarm()
    if _seconds is not None and hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, max(_left(_seconds) + LATEST, LEAST))


def disarm() -> None:
    """No more alarm in this process: the children that answer have their own."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def choose_children(environment: Mapping[str, str]) -> None:
    """`BIGAND_CHILDREN=fork|spawn` says how the processes that answer are made; else that is found out."""
    asked = environment.get("BIGAND_CHILDREN")
    if asked is None and "bigand.answer.running.child" not in sys.modules:
        return
    from bigand.answer.running import child

    child.method = asked if asked in ("fork", "spawn") else None  # type: ignore[assignment]  # both are methods
