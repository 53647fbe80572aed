"""What a student is told of a text: the mark as JSON, made in the child that has found it.

The server passes on one line, however much was found. Each mark that is known before the end is sent as well: it is
told if the child is ended before it has answered.
"""

from typing import Any

import msgspec

from bigand.answer.question import Answer, Failure, Question
from bigand.answer.questions.grade import Graded, Verdict
from bigand.answer.report import Event, Part, Report
from bigand.answer.running.here import ask_here
from bigand.answer.value import changed
from bigand.apps.grading.subject import SECONDS, find_puzzle
from bigand.apps.grading.telling import ENDED, Picture, Row, row_of, row_of_mark
from bigand.apps.studio.requests import Progress, Reply, is_crash
from bigand.apps.studio.telling import Teller
from bigand.command.handins import HandIn
from bigand.command.texts import Texts
from bigand.source.catalogue import Language
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.view.steps import scenes
from bigand.view.svg import svg


class SentWork(Question[Reply], tag="studio.work", by="bigand.apps.studio.feedback:answer_work"):
    """What is asked about a student's text, and how it is told."""

    inner: Any
    name: str
    text: str
    level: str
    puzzle: str | None
    language: Language


def answer_work(sent: SentWork, report: Report) -> Reply:
    """Mark a student's text and serialise what is told of it, all in this process."""
    marker = Marker(changed(sent, inner=changed(sent.inner, limits=sent.limits)))

    def report_known(event: Event) -> None:
        if marker.learn(event):
            report(Progress(line=marker.answer_line(Failure(kind=ErrorKind.LIMIT, key="limit.time"))))

    answer = ask_here(marker.question, report_known)
    line, is_failure = marker.answer_line(answer), marker.is_failure(answer)
    return Reply(line=line, is_failure=is_failure, is_crash=is_crash(answer))


class Marker(Teller):
    """Tells a student what the teacher allows."""

    def __init__(self, sent: SentWork) -> None:
        super().__init__(sent.inner, Texts(sent.language))
        self.puzzle = find_puzzle(sent.puzzle)
        self.handin = HandIn(sent.name, "", Document(sent.name, sent.text))
        self.level = sent.level
        self._known: Graded | None = None

    def learn(self, event: Event) -> bool:
        """Keep a mark that is known by then, to be told if the time is up; whether this event has one."""
        if isinstance(event, Part) and isinstance(event.found, Graded) and event.found.verdict is not Verdict.TIME:
            self._known = event.found
            return True
        return False

    def is_failure(self, answer: Answer) -> bool:
        """That there was no time is an answer to a student."""
        return self._row(answer) is None

    def answer_line(self, answer: Answer) -> str:
        return msgspec.json.encode(self._feedback(self._row(answer))).decode()

    def _row(self, answer: Answer) -> Row | None:
        """What is told; nothing if the exercise itself is at fault, or we are."""
        if isinstance(answer, Failure):
            if answer.kind in ENDED:
                return self._out_of_time(answer)
            is_theirs = self.puzzle is not None and answer.source == 0
            if answer.kind is ErrorKind.BUG or not is_theirs:
                return None
        elif self.puzzle is not None:
            mark = self.puzzle.part(self.puzzle.graded)(answer, self.texts)
            return row_of_mark(self.handin, mark, self.level)
        assert isinstance(answer, Graded | Failure)
        return row_of(self.handin, answer, self.level, self._seconds, self.texts)

    def _out_of_time(self, failure: Failure) -> Row:
        if self._known is not None:
            return row_of(self.handin, self._known, self.level, self._seconds, self.texts)
        key = "limit.memory" if failure.key == "limit.memory" else "limit.time"  # and no gap of another
        plain = Failure(kind=ErrorKind.LIMIT, key=key)
        return row_of(self.handin, plain, self.level, self._seconds, self.texts)

    @property
    def _seconds(self) -> float:
        return self.question.limits.seconds or SECONDS

    def _feedback(self, row: Row | None) -> dict[str, Any]:
        if row is None:
            key = "studio.broken_exercise"
            failure = {"answer": "failure", "kind": "input", "key": key}
            return {"answer": failure, "told": {"text": self.texts(key), "diagnostics": []}}
        told = {
            "text": self.texts(f"grade.verdict.{row.verdict}"),
            "diagnostics": [],
            "points": self._points(row),
            "sentences": [*row.told, *self._advice(row), *row.renamed],
            "rules": row.rules,
            "pictures": [self._picture(one) for one in row.pictures],
        }
        return {"answer": {"answer": "feedback", "verdict": row.verdict, "line": row.line}, "told": told}

    def _advice(self, row: Row) -> list[str]:
        """What to try where the text was not graded to the end."""
        return [self.texts("grade.say.time_try")] if row.verdict == Verdict.TIME.value else []

    def _points(self, row: Row) -> str:
        if self.level == "verdict" or row.points is None:
            return ""
        return self.texts("grade.say.points", points=f"{row.points:g}", most=f"{row.most:g}")

    def _picture(self, one: Picture) -> dict[str, str]:
        """A model as the reference draws it, else its true atoms."""
        caption = self.texts("grade.page.allowed" if one.kind == "too_strict" else "grade.page.refused")
        drawn = scenes(one.exhibit) if one.exhibit is not None else []
        atoms = "" if drawn else one.atoms(self.texts)
        return {"caption": caption, "svg": svg(drawn) if drawn else "", "atoms": atoms}


class FeedbackRelay(Marker):
    """Passes on the line of a child; if it was ended, the last one that it has sent."""

    def __init__(self, sent: SentWork) -> None:
        super().__init__(sent)
        self._last: str | None = None

    def event_line(self, event: Event) -> str:
        """Nothing before the end."""
        if isinstance(event, Progress):
            self._last = event.line
        return ""

    def answer_line(self, answer: Answer) -> str:
        if isinstance(answer, Reply):
            return answer.line
        return self._last if self._is_ended(answer) and self._last is not None else super().answer_line(answer)

    def is_failure(self, answer: Answer) -> bool:
        if isinstance(answer, Reply):
            return answer.is_failure
        return not (self._is_ended(answer) and self._last is not None) and super().is_failure(answer)

    def _is_ended(self, answer: Answer) -> bool:
        return isinstance(answer, Failure) and answer.kind in ENDED
