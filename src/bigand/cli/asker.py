"""Ask questions for a command: in a child process within its limits, with progress and messages on the terminal."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from bigand.api.question import Answer, Failure, Question, ask_here
from bigand.api.report import Event, Notice, Part, ProgressEvent, Remark, Stage
from bigand.api.run.limits import GRACE_SECONDS, MIN_SECONDS, OUTPUT_DELAY, alarm
from bigand.cli.exit_codes import Exit
from bigand.cli.options import DiagnosticOptions
from bigand.cli.output import print_answer, print_diagnostics, print_warnings_briefly, shell_command
from bigand.cli.progress import ProgressBar
from bigand.messages.message import Message
from bigand.source.document import Document
from bigand.source.error import BigandError, ErrorKind, attempt, reason_of
from bigand.wording.texts import Texts

AnswerT = TypeVar("AnswerT", bound=Answer)
_TERMINAL_ONLY = ("G103",)  # a warning that something takes long is for people who wait
_QUESTIONS_PER_WORKER = 2  # submitted at a time for each worker of a cluster
_EXIT_CODES = {ErrorKind.USAGE: Exit.USAGE, ErrorKind.LIMIT: Exit.LIMIT}  # all others are `Exit.ERRORS`


class QuestionFailedError(Exception):
    """A question failed: the failure, and the asker, which has the documents."""

    def __init__(self, failure: Failure, asker: "Asker") -> None:
        super().__init__(failure.key)
        self.failure = failure
        self.asker = asker

    def report(self) -> int:
        """Print the failure; return the exit code."""
        return self.asker.report_failure(self.failure)


class Asker:
    """Asks the questions of one command; prints diagnostics about its `documents`, and progress."""

    def __init__(
        self,
        texts: Texts,
        options: DiagnosticOptions | None = None,
        documents: Sequence[Document] = (),
        question: Question[Any] | None = None,
    ) -> None:
        self.texts = texts
        self.options = options or DiagnosticOptions()
        self.documents = documents
        self.progress = ProgressBar(texts)
        self.question = question  # the last one that was asked

    def ask(self, question: Question[AnswerT], on_part: Callable[[Any], None] = lambda _part: None) -> AnswerT:
        """Return the answer, or raise `QuestionFailedError`.

        `on_part` is called with parts that are known early.
        """
        answer = self.try_to_ask(question, on_part)
        if isinstance(answer, Failure):
            raise QuestionFailedError(answer, self)
        return answer

    def try_to_ask(
        self, question: Question[AnswerT], on_part: Callable[[Any], None] = lambda _part: None
    ) -> AnswerT | Failure:
        """Return the answer or the failure; `on_part` is called with parts that are known early."""
        self.question = question
        _note_asked_and_delay_alarm()

        def handle_event(event: Event) -> None:
            if isinstance(event, Part):
                _note_answer()
                self.progress.clear()
                on_part(event.found)
            else:
                self.show_event(event)

        try:
            if question.is_brief:
                answer = ask_here(question, handle_event)
            else:
                from bigand.api.run import child  # this takes 25 ms, and brief questions do not need it

                answer = child.ask_in_child(question, handle_event, self.progress.tick, started_at)
            _note_answer()
            return answer
        finally:
            self.progress.stop()

    def show_event(self, event: Event) -> None:
        """Print an event; a failure to print does not end the question."""

        def report_error(error: Exception) -> None:
            self.texts.print_error("extra.failed", what=Message("extra.message"), reason=reason_of(error))

        attempt(lambda: self._show_event_or_raise(event), None, report_error, reraised=(OSError,))

    def _show_event_or_raise(self, event: Event) -> None:
        if isinstance(event, Stage):
            self.progress.start_stage(event.key, event.total, **event.gaps)
        elif isinstance(event, ProgressEvent):
            self.progress.set_count_done(event.count)
        elif isinstance(event, Remark):
            self.progress.clear()
            self.texts.print_error(event.key, **event.gaps)
        elif isinstance(event, Notice):
            self.progress.clear()
            self._show_notice(event)

    def _show_notice(self, event: Notice) -> None:
        if not self.documents:
            return  # the question came from a program (`bigand ask`)
        document = self.documents[event.source]
        diagnostics = [
            diagnostic
            for diagnostic in event.diagnostics
            if sys.stderr.isatty() or diagnostic.code not in _TERMINAL_ONLY
        ]
        if event.is_counted:
            print_warnings_briefly(document, diagnostics, self.options, self.texts)
            if event.is_partial and self.options.format == "full":
                self.texts.print_error("doubts.further", command=shell_command("check", document.name))
        elif diagnostics:
            print_diagnostics([(document, diagnostics)], self.options, self.texts, sys.stderr)

    def report_failure(self, failure: Failure) -> int:
        """Print a failure; return the exit code."""
        from bigand.wording.outcome import limit_outcome, question_name, seconds_since

        outcome = limit_outcome(
            failure, question_name(self.question), seconds_since(started_at), "terminal", self.texts
        )
        if outcome is not None:
            self.texts.print_errors(outcome.text, outcome.advice)
        elif failure.diagnostics:
            groups = [(self.documents[failure.source], failure.diagnostics)]
            print_diagnostics(groups, self.options, self.texts, sys.stderr)
        else:
            self.texts.print_error(failure.key, **failure.gaps)
            if failure.kind is ErrorKind.BUG:
                print(f"  {failure.gaps['told']}", file=sys.stderr)
        return exit_code_of(failure.kind)


def print_command_error(error: BigandError, command: str, texts: Texts) -> int:
    """Print an error and return its exit code; a limit before any answer reads like that of a question."""
    from bigand.wording.outcome import limit_outcome, seconds_since

    failure = Failure(kind=error.kind, key=error.key, gaps=error.gaps)
    outcome = (
        None if _is_answered else limit_outcome(failure, command, seconds_since(started_at), "terminal", texts)
    )
    if outcome is None:
        texts.print_error(error.key, **error.gaps)
    else:
        texts.print_errors(outcome.text, outcome.advice)
    return exit_code_of(error.kind)


def exit_code_of(kind: ErrorKind) -> int:
    """The exit code for an error."""
    return _EXIT_CODES.get(kind, Exit.ERRORS)


def ask_many(
    questions: Iterable[Question[AnswerT]],
    jobs: int,
    cluster: str | None,
    texts: Texts,
    progress: ProgressBar | None = None,
    report: Callable[[int, Event], None] = lambda _index, _event: None,
) -> Iterator[AnswerT | Failure]:
    """Yield the answers in order, with `jobs` questions at a time (0: one per core), each within its limits.

    They are answered in child processes, or by the cluster at the address `cluster`. `report` is called with the
    index of the question and the event; a cluster reports no events. The caller updates `progress`.
    """
    from bigand.api.run.batch import answer_many

    disarm_alarm()
    progress_bar = progress or ProgressBar(texts)
    try:
        if cluster is None:
            yield from answer_many(questions, jobs or os.cpu_count() or 1, report, progress_bar.tick)
        else:
            yield from _ask_cluster(questions, cluster, progress_bar)
    finally:
        progress_bar.stop()


def _ask_cluster(
    questions: Iterable[Question[AnswerT]], address: str, progress: ProgressBar
) -> Iterator[AnswerT | Failure]:
    """Yield the answers of a cluster; the progress bar shows when this waits for a worker."""
    from bigand.api.run.batch import answer_many_on
    from bigand.api.run.cluster import cluster_executor, silence_dask

    silence_dask()
    stage = progress.stage_name, progress.total
    progress.stage_name = progress.texts("cluster.waiting", address=address)
    with cluster_executor(address, wait=progress.tick) as (executor, workers):
        progress.stage_name, progress.total = stage

        def wait() -> None:
            progress.tick()
            executor.count_workers_or_raise()

        yield from answer_many_on(executor, questions, _QUESTIONS_PER_WORKER * workers, wait)


started_at = time.monotonic()  # when this command line began; its time limit counts from then
_time_limit: float | None = None  # seconds for the whole command
_is_answered = False  # whether a part of an answer has come, which may have been printed


def reset_command_clock(start: float | None = None) -> None:
    """Set the start of the command line: a time of `time.monotonic`, or now."""
    global started_at, _time_limit, _is_answered
    started_at, _time_limit, _is_answered = time.monotonic() if start is None else start, None, False


@contextmanager
def limit_command_time(seconds: float | None, seconds_waited: Callable[[], float]) -> Iterator[None]:
    """Limit a command to `time_limit` from its start; time spent waiting for readers of its output does not count.

    Before the command asks its question, it stops soon after its time. After that, the child that answers is
    stopped first, and the output of its answer a moment later.
    """
    global _time_limit
    _time_limit = seconds
    try:
        with alarm(
            None if seconds is None else max(_seconds_left(seconds) + GRACE_SECONDS, MIN_SECONDS), seconds_waited
        ):
            yield
    finally:
        _time_limit = None


def _seconds_left(time_limit: float) -> float:
    return started_at + time_limit - time.monotonic()


def _note_answer() -> None:
    """From now on a part of an answer may have been printed."""
    global _is_answered
    _is_answered = True


def _note_asked_and_delay_alarm() -> None:
    """Delay the alarm: from now on the child is limited, and this process only if it prints for too long."""
    disarm_alarm()
    if _time_limit is not None and hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, max(_seconds_left(_time_limit) + OUTPUT_DELAY, MIN_SECONDS))


def disarm_alarm() -> None:
    """Turn off the alarm of this process: the children that answer have their own."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def set_start_method(environment: Mapping[str, str]) -> None:
    """Let `BIGAND_CHILDREN=fork|spawn` set how child processes are started; the default depends on the process."""
    method = environment.get("BIGAND_CHILDREN")
    if method is None and "bigand.api.run.child" not in sys.modules:
        return
    from bigand.api.run import child

    child.method = method if method in ("fork", "spawn") else None  # type: ignore[assignment]  # both are methods


OptionsT = TypeVar("OptionsT", bound=Any)
AskerT = TypeVar("AskerT", bound=Asker)


def simple_command(
    make_asker: Callable[[OptionsT, Texts], AskerT],
    make_question: Callable[[OptionsT, AskerT], Question[AnswerT]],
    render_lines: Callable[[AnswerT, OptionsT, Texts], Iterable[str]],
    exit_code: Callable[[AnswerT], int],
) -> Callable[[OptionsT, Texts], int]:
    """Return the `run` function of a command that asks one question and prints the answer, as lines or as JSON.

    `make_asker` opens the documents that the options name, so that errors can show their lines.
    """

    def run(options: OptionsT, texts: Texts) -> int:
        asker = make_asker(options, texts)
        answer = asker.ask(make_question(options, asker))
        print_answer(answer, render_lines(answer, options, texts), options.json)
        return exit_code(answer)

    return run
