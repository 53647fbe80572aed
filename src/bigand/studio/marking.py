"""The feedback on a student's text as JSON, made in the child that grades it.

The server relays one line, however large the answer. The child also sends each partial mark: the last one is
relayed if the child is killed before it has answered.
"""

from typing import Any

import msgspec

from bigand.api.grade import GradeAnswer, Verdict
from bigand.api.question import Answer, Failure, Question, ask_here
from bigand.api.report import Event, Part, Report
from bigand.api.value import replace_fields
from bigand.grading.feedback import INTERRUPTED_KINDS, GradeRow, ModelPicture, make_row, make_row_from_mark
from bigand.grading.subject import DEFAULT_SECONDS, load_puzzle_if_named
from bigand.grading.submissions import Submission
from bigand.messages import Language
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.studio.requests import Reply, SerializedEvent, is_crash
from bigand.studio.serializer import AnswerSerializer
from bigand.view.frames import named_scenes_of
from bigand.view.svg import render_svg
from bigand.wording.texts import Texts


class MarkQuestion(Question[Reply], tag="studio.work"):
    """The question about a student's text, and how its answer is presented."""

    inner: Any
    name: str
    text: str
    level: str
    puzzle: str | None
    language: Language

    def answer(self, report: Report) -> Reply:
        return answer_mark_question(self, report)


def answer_mark_question(question: MarkQuestion, report: Report) -> Reply:
    """Mark a student's text and serialise the feedback, all in this process."""
    marker = MarkSerializer(replace_fields(question, inner=replace_fields(question.inner, limits=question.limits)))

    def report_partial(event: Event) -> None:
        if marker.keep_partial(event):
            report(SerializedEvent(line=marker.answer_line(Failure(kind=ErrorKind.LIMIT, key="limit.time"))))

    answer = ask_here(marker.question, report_partial)
    line, is_failure = marker.answer_line(answer), marker.is_failure(answer)
    return Reply(line=line, is_failure=is_failure, is_crash=is_crash(answer))


class MarkSerializer(AnswerSerializer):
    """Serialises the feedback that the teacher allows."""

    def __init__(self, mark_question: MarkQuestion) -> None:
        super().__init__(mark_question.inner, Texts(mark_question.language))
        self.puzzle = load_puzzle_if_named(mark_question.puzzle)
        self.submission = Submission(mark_question.name, "", Document(mark_question.name, mark_question.text))
        self.level = mark_question.level
        self._partial_answer: GradeAnswer | None = None

    def keep_partial(self, event: Event) -> bool:
        """Keep a partial mark, to be sent if the time is up; return whether the event has one."""
        if (
            isinstance(event, Part)
            and isinstance(event.found, GradeAnswer)
            and event.found.verdict is not Verdict.TIME
        ):
            self._partial_answer = event.found
            return True
        return False

    def is_failure(self, answer: Answer) -> bool:
        """Whether there is no feedback; for a student, a timeout is feedback."""
        return self._make_row(answer) is None

    def answer_line(self, answer: Answer) -> str:
        return msgspec.json.encode(self._feedback_object(self._make_row(answer))).decode()

    def _make_row(self, answer: Answer) -> GradeRow | None:
        """The feedback; None if the exercise itself is wrong, or because of a bug."""
        if isinstance(answer, Failure):
            if answer.kind in INTERRUPTED_KINDS:
                return self._row_of_limit(answer)
            is_theirs = self.puzzle is not None and answer.source == 0
            if answer.kind is ErrorKind.BUG or not is_theirs:
                return None
        elif self.puzzle is not None:
            mark = self.puzzle.grade_answer(answer, self.texts)
            return make_row_from_mark(self.submission, mark, self.level)
        assert isinstance(answer, GradeAnswer | Failure)
        return make_row(self.submission, answer, self.level, self._seconds, self.texts)

    def _row_of_limit(self, failure: Failure) -> GradeRow:
        if self._partial_answer is not None:
            return make_row(self.submission, self._partial_answer, self.level, self._seconds, self.texts)
        key = (
            "limit.memory" if failure.key == "limit.memory" else "limit.time"
        )  # without the gaps of other failures
        plain_failure = Failure(kind=ErrorKind.LIMIT, key=key)
        return make_row(self.submission, plain_failure, self.level, self._seconds, self.texts)

    @property
    def _seconds(self) -> float:
        return self.question.limits.seconds or DEFAULT_SECONDS

    def _feedback_object(self, row: GradeRow | None) -> dict[str, Any]:
        if row is None:
            key = "studio.broken_exercise"
            failure = {"answer": "failure", "kind": "input", "key": key}
            return {"answer": failure, "told": {"text": self.texts(key), "diagnostics": []}}
        wording = {
            "text": self.texts(f"grade.verdict.{row.verdict}"),
            "diagnostics": [],
            "points": self._points_text(row),
            "sentences": [*row.sentences, *self._advice(row), *row.renamings],
            "rules": row.rules,
            "pictures": [self._picture_object(picture) for picture in row.pictures],
        }
        return {"answer": {"answer": "feedback", "verdict": row.verdict, "line": row.line}, "told": wording}

    def _advice(self, row: GradeRow) -> list[str]:
        """What to try if the text was not fully graded."""
        return [self.texts("grade.say.time_try")] if row.verdict == Verdict.TIME.value else []

    def _points_text(self, row: GradeRow) -> str:
        if self.level == "verdict" or row.points is None:
            return ""
        return self.texts("grade.say.points", points=f"{row.points:g}", most=f"{row.max_points:g}")

    def _picture_object(self, picture: ModelPicture) -> dict[str, str]:
        """A model as the reference draws it, else its true atoms."""
        caption = self.texts("grade.page.allowed" if picture.kind == "too_strict" else "grade.page.refused")
        drawings = named_scenes_of(picture.exhibit) if picture.exhibit is not None else []
        atoms = "" if drawings else picture.atoms_text(self.texts)
        return {"caption": caption, "svg": render_svg(drawings) if drawings else "", "atoms": atoms}


class MarkRelay(MarkSerializer):
    """Relays the line of a child; if the child was killed, the last line that it sent."""

    def __init__(self, mark_question: MarkQuestion) -> None:
        super().__init__(mark_question)
        self._last_line: str | None = None

    def event_line(self, event: Event) -> str:
        """Keep the line; nothing is sent before the end."""
        if isinstance(event, SerializedEvent):
            self._last_line = event.line
        return ""

    def answer_line(self, answer: Answer) -> str:
        if isinstance(answer, Reply):
            return answer.line
        return (
            self._last_line
            if self._was_interrupted(answer) and self._last_line is not None
            else super().answer_line(answer)
        )

    def is_failure(self, answer: Answer) -> bool:
        if isinstance(answer, Reply):
            return answer.is_failure
        return not (self._was_interrupted(answer) and self._last_line is not None) and super().is_failure(answer)

    def _was_interrupted(self, answer: Answer) -> bool:
        return isinstance(answer, Failure) and answer.kind in INTERRUPTED_KINDS
