"""Tiny questions: what a child can do, and what can happen to it."""

import os
import signal
import time

from bigand.api.question import Answer, Question
from bigand.api.report import Part, ProgressEvent, Report, Stage
from bigand.source.error import BigandError


class Told(Answer, tag="told"):
    """A word."""

    word: str
    number: int = 0


class Say(Question[Told], tag="say"):
    """A word, so many times, after so many seconds."""

    word: str
    times: int = 1
    seconds: float = 0.0

    def answer(self, report: Report) -> Told:  # noqa: ARG002
        time.sleep(self.seconds)
        return Told(word=self.word * self.times, number=os.getpid())


class Report_(Question[Told], tag="report"):  # noqa: N801  # `Report` is what it is told to
    """So many events, the parts of so many letters."""

    events: int
    letters: int = 1

    def answer(self, report: Report) -> Told:
        report(Stage(key="progress.parse", total=self.events))
        for number in range(self.events):
            report(Part(found="x" * self.letters))
            report(ProgressEvent(count=number))
        return Told(word="all")


class Flood(Question[Told], tag="flood"):
    """Events without end, of so many letters."""

    letters: int = 1

    def answer(self, report: Report) -> Told:
        while True:
            report(Part(found="x" * self.letters))


class Spin(Question[Told], tag="spin"):
    """Works for ever."""

    def answer(self, report: Report) -> Told:
        report(Stage(key="progress.parse"))
        while True:
            pass


class Stuck(Question[Told], tag="stuck"):
    """Hears neither an alarm nor anything else, as an engine that holds Python; `is_deaf` to SIGTERM too."""

    def answer(self, report: Report) -> Told:
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
        report(Stage(key="progress.parse"))
        while True:
            time.sleep(60)


class Die(Question[Told], tag="die"):
    """Ends at once, as by a fault of an engine; with `holds`, something else keeps its end of the pipe."""

    by: int = int(signal.SIGKILL)
    holds: bool = False

    def answer(self, report: Report) -> Told:  # noqa: ARG002
        if self.holds and os.fork() == 0:
            time.sleep(90)
            os._exit(0)
        os.kill(os.getpid(), self.by)
        time.sleep(60)
        raise AssertionError


class Greedy(Question[Told], tag="greedy"):
    """Takes so many megabytes, and holds them for some seconds; or keeps them for ever."""

    megabytes: int
    keeps: bool = False
    seconds: float = 0.0

    def answer(self, report: Report) -> Told:  # noqa: ARG002
        held = [bytearray(os.urandom(1) * 1_000_000) for _ in range(self.megabytes)]
        if self.keeps:
            _kept.extend(held)
        time.sleep(self.seconds)
        return Told(word=str(len(held)), number=os.getpid())


_kept: list[bytearray] = []


class Wrong(Question[Told], tag="wrong"):
    """Goes wrong: by an error of the house, one of ours, or an answer that cannot be told."""

    how: str

    def answer(self, report: Report) -> Told:  # noqa: ARG002
        if self.how == "error":
            raise BigandError("data.bad_set", value="x")
        if self.how == "unspeakable":
            return Told(word=object())  # type: ignore[arg-type]  # which is what is wrong with it
        if self.how == "exit":
            raise SystemExit(3)
        raise ValueError("ours")
