"""The command line without a process of its own: many times as fast, for what does not need one."""

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple
from unittest.mock import patch

import pytest

from bigand.api.question import Answer, Limits, Question
from bigand.api.report import Event, Report
from bigand.api.run import batch, child
from bigand.api.run.wire import decode_message, encode_message
from bigand.cli import main
from bigand.cli.asker import disarm_alarm
from bigand.solve import worker
from bigand.solve.session import Session


class Done(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


class Here:
    """Runs `bigand` in this process, in English unless told, in a folder of its own."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capture = capture

    def __call__(self, *words: str) -> Done:
        self._capture.readouterr()
        code = main(list(words))
        out, err = self._capture.readouterr()
        assert "Traceback" not in err
        assert "bug in bigand" not in err
        return Done(code, out, err)

    def write(self, name: str, text: str | bytes) -> str:
        """A file in the folder; gives its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return name

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")


@pytest.fixture
def here(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "LC_ALL", "C.UTF-8")
    monkeypatch.setitem(os.environ, "COLUMNS", "80")
    return Here(tmp_path, capfd)


def run_here(*words: str, text: str | bytes = b"", language: str = "C.UTF-8", folder: Path | None = None) -> Done:
    """Run `bigand` in this process with something on its standard input."""
    with ExitStack() as stack:
        if folder is not None:
            stack.enter_context(chdir(folder))
        source, out, err = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        source.write(text.encode() if isinstance(text, str) else text)
        source.seek(0)
        stack.enter_context(patch.dict(os.environ, {"LC_ALL": language, "COLUMNS": "80"}))
        for name, descriptor, file in (("stdin", 0, source), ("stdout", 1, out), ("stderr", 2, err)):
            stack.enter_context(redirect(name, descriptor, file))
        code = main(list(words))
        sys.stdout.flush()
        sys.stderr.flush()
        out.seek(0)
        err.seek(0)
        done = Done(code, out.read().decode(), err.read().decode())
    assert "Traceback" not in done.err
    assert "bug in bigand" not in done.err
    return done


try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

_THRESHOLD = gc.get_threshold()
AMPLE = 10.0  # seconds of a limit that no question of a test reaches, unless reaching it is what is tested


def is_ample(limits: Limits) -> bool:
    """Whether a question is not expected to reach its limits: then no process is needed to enforce them."""
    return limits.megabytes is None and (limits.seconds is None or limits.seconds >= AMPLE)


class _Stopped(BaseException):
    """Whoever asked wants no more: a child would be killed, without a word about it."""


def answer_in_process(
    question: Question[Any],
    report: Report = lambda _event: None,
    _tick: Callable[[], None] = lambda: None,
    began: float | None = None,
) -> Answer:
    """Answer a question as a child would, with the same encoding of events and answers, but in this process."""

    stopped_by: list[BaseException] = []

    def send(event: Event) -> None:
        try:
            report(decode_message(encode_message(event), type(question)))  # type: ignore[arg-type]  # it is an event again
        except BaseException as error:
            stopped_by.append(error)
            raise _Stopped from error

    try:
        answer = child.answer_within_limits(question, send, time.monotonic() if began is None else began)
    except _Stopped:
        raise stopped_by[0] from None
    decoded = decode_message(child._encode_answer(answer), type(question))
    assert isinstance(decoded, Answer)
    return decoded


@pytest.fixture
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Commands answer in this process: a fork of it costs more than most answers.

    A limit that may be reached is enforced by a child, as always; so is everything where the test asks for
    `real_children`, and where children are to be spawned.
    """
    before = process_state()
    if "real_children" not in request.fixturenames and os.environ["BIGAND_CHILDREN"] == "fork":
        _answer_in_process(monkeypatch)
    yield
    gc.set_threshold(*_THRESHOLD)  # which each command sets for itself
    disarm_alarm()  # one of the engines sets an alarm, and leaves it
    after = process_state()
    changed = {key: (value, after[key]) for key, value in before.items() if value != after[key]}
    assert not changed, f"changed for all tests that follow: {changed}"


def process_state() -> dict[str, object]:
    """What belongs to the whole process, and must be after a test what it was before it."""
    state: dict[str, object] = {number.name: signal.getsignal(number) for number in signal.Signals}
    state |= {"recursion": sys.getrecursionlimit(), "collection": gc.isenabled()}
    if resource is not None:
        state |= {kind: resource.getrlimit(getattr(resource, kind)) for kind in ("RLIMIT_AS", "RLIMIT_FSIZE")}
    return state


def _answer_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_in_child, in_order = child.ask_in_child, batch.answer_many

    def ask(
        question: Question[Any],
        report: Report = lambda _event: None,
        tick: Callable[[], None] = lambda: None,
        began: float | None = None,
        **other: Any,
    ) -> Answer:
        if is_ample(question.limits):
            return answer_in_process(question, report, tick, began)
        return ask_in_child(question, report, tick, began, **other)

    def ask_all(
        questions: Iterable[Question[Any]],
        jobs: int,
        report: Callable[[int, Event], None] = lambda _index, _event: None,
        tick: Callable[[], None] = lambda: None,
    ) -> Iterator[Answer]:
        for index, question in enumerate(questions):
            if is_ample(question.limits):
                yield answer_in_process(question, lambda event, index=index: report(index, event))  # type: ignore[misc]
            else:
                yield from in_order([question], jobs, lambda _, event, index=index: report(index, event), tick)  # type: ignore[misc]

    monkeypatch.setattr(child, "ask_in_child", ask)
    monkeypatch.setattr(batch, "answer_many", ask_all)
    _keep_engines_in_process(monkeypatch)


def _keep_engines_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions of engines have processes of their own as well, which are not needed where their time is ample.

    What else runs in a process of its own stays there: it may limit that process as a whole.
    """
    session_in_child = worker._ChildSession

    def start_session(make: Callable[[], Session], deadline: float | None) -> object:
        return (worker._LocalSession if _is_far(deadline) else session_in_child)(make, deadline)

    monkeypatch.setattr(worker, "_ChildSession", start_session)


def _is_far(deadline: float | None) -> bool:
    return deadline is None or deadline - time.monotonic() > AMPLE / 2


@pytest.fixture
def real_children() -> None:
    """For a test about the processes that answer: limits, signals, crashes, progress, several at once."""


@pytest.fixture
def asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question of a test is answered once: answers know no language, and are only told again in another."""
    known: dict[str, tuple[list[Event], Answer]] = {}
    answering = child.ask_in_child

    def ask(question: Question[Any], report: Report, tick: Callable[[], None], began: float) -> Answer:
        if (key := repr(question)) in known:
            for event in known[key][0]:
                report(event)
        else:
            events: list[Event] = []

            def hear(event: Event) -> None:
                events.append(event)
                report(event)

            known[key] = events, answering(question, hear, tick, began)
        return known[key][1]

    monkeypatch.setattr(child, "ask_in_child", ask)


@contextmanager
def redirect(name: str, descriptor: int, file: IO[bytes]) -> Iterator[None]:
    """A standard stream from or to a file, for Python and for the processes it starts."""
    saved = os.dup(descriptor)
    os.dup2(file.fileno(), descriptor)
    try:
        with (
            open(descriptor, "r" if descriptor == 0 else "w", encoding="utf-8", closefd=False) as stream,
            patch.object(sys, name, stream),
        ):
            yield
    finally:
        os.dup2(saved, descriptor)
        os.close(saved)
