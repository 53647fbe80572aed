"""Exercises by their names: what a student is given, and what is told of the text that comes back.

The reference stays here. A name that is asked for is looked up among those that there are; of an answer only what
the teacher allows goes out, never an event on the way to it; and what is wrong with an exercise is told without a
word of it.
"""

import os
from pathlib import Path
from typing import Any

import msgspec

from bigand.answer.question import Answer, Failure, Limits, Question
from bigand.answer.questions.grade import Graded, Verdict
from bigand.answer.report import Event, Part
from bigand.apps.grading.exercise import Exercise, exercise_in, exercises_in, title_of
from bigand.apps.grading.subject import SECONDS, Subject, sizes_of, subject_of
from bigand.apps.grading.telling import ENDED, Picture, Row, row_of, row_of_mark
from bigand.apps.studio.answering import stricter
from bigand.apps.studio.folders import OutsideError, locate, read_inside
from bigand.apps.studio.refusing import RefusedRequest
from bigand.apps.studio.telling import Teller
from bigand.command.files import UnreadableError
from bigand.command.handins import HandIn
from bigand.command.inputs import source_of
from bigand.command.options import Expanding
from bigand.command.texts import Texts
from bigand.source.catalogue import LANGUAGES
from bigand.source.document import Document
from bigand.source.error import BigandError, ErrorKind
from bigand.view.steps import scenes
from bigand.view.svg import svg

_MOST = Limits(seconds=SECONDS)
_MOST_FILE = 2_000_000  # bytes of a file of an exercise


def folders_of(folder: Path) -> dict[str, Path]:
    """The folders of exercises by their names, without those that a link leads out to."""
    return {name: path for name, path in exercises_in(folder).items() if _is_inside(folder, path)}


def _is_inside(folder: Path, path: Path) -> bool:
    try:
        locate(folder, path.absolute())
    except OSError:
        return False
    return True


def read_own(folder: Path, path: Path) -> Document:
    """A file of an exercise, if it is one of its folder, links followed, and not huge."""
    try:
        content, _ = read_inside(folder, path.name, _MOST_FILE)
    except OutsideError:
        raise UnreadableError("exercise.outside", name=path) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnreadableError("file.unreadable", name=path, reason=reason) from None
    return Document(str(path), content.decode("utf-8", "surrogateescape"))


def open_all(folder: Path) -> list[Exercise]:
    """The exercises of a folder, each read once; an error says what is wrong with one of them."""
    exercises = [exercise_in(path, read_own) for path in folders_of(folder).values()]
    for exercise in exercises:
        for language in LANGUAGES:
            exercise.statement(language)
        for path in (exercise.reference, exercise.skeleton):
            if path is not None:
                exercise.opened(path)
    return exercises


def listed(folder: Path, texts: Texts) -> list[dict[str, Any]]:
    """The exercises that there are; one that is not in order is none."""
    found = []
    for path in folders_of(folder).values():
        try:
            exercise = exercise_in(path, read_own)
            title = title_of(exercise.statement(texts.language.value), exercise.name)
        except BigandError:
            continue
        found.append({"name": exercise.name, "title": title})
    return found


def named(folder: Path, name: str) -> Exercise:
    path = folders_of(folder).get(name)
    if path is None:
        raise RefusedRequest(404, "studio.no_exercise", name=name)
    try:
        return exercise_in(path, read_own)
    except BigandError:
        raise RefusedRequest(422, "studio.broken_exercise") from None


def given(exercise: Exercise, texts: Texts, is_readable: bool) -> dict[str, Any]:
    """What a student is given: the statement, and what to begin with."""
    try:
        statement = exercise.statement(texts.language.value)
        title = title_of(statement, exercise.name)
        puzzle = _subject(exercise).puzzle
        begun = "" if exercise.skeleton is None else exercise.opened(exercise.skeleton).text
        task = "" if puzzle is None else puzzle.part(puzzle.task)(exercise.opened(exercise.reference), title, "")
    except BigandError:
        raise RefusedRequest(422, "studio.broken_exercise") from None
    return {
        "name": exercise.name,
        "title": title,
        "statement": statement,
        "page": "model" if puzzle is None else puzzle.name,
        "task": task,
        "skeleton": begun,
        "feedback": exercise.terms.feedback,
        "is_readable": is_readable,
    }


def _subject(exercise: Exercise, most: Limits = _MOST) -> Subject:
    document, name = exercise.opened(exercise.reference), os.fspath(exercise.reference)
    limits = stricter(most, _MOST)
    return subject_of(
        document, lambda: source_of(document, name, Expanding(file=name)), sizes_of(exercise.terms.set), limits
    )


def marked(exercise: Exercise, text: str, texts: Texts, limits: Limits) -> tuple[Question[Any], "Marker"]:
    """What is asked about a student's text, and who tells what comes of it."""
    student = Document(exercise.name, text)
    try:
        subject = _subject(exercise, limits)
        question = subject.ask(student)
    except BigandError:
        raise RefusedRequest(422, "studio.broken_exercise") from None
    return question, Marker(question, texts, subject, student, exercise.terms.feedback)


class Marker(Teller):
    """Tells a student what the teacher allows."""

    def __init__(
        self, question: Question[Any], texts: Texts, subject: Subject, student: Document, level: str
    ) -> None:
        super().__init__(question, texts)
        self.subject = subject
        self.handin = HandIn(student.name, "", student)
        self.level = level
        self._known: Graded | None = None

    def event_line(self, event: Event) -> str:
        """Nothing; but what is known by then is told if the time is up."""
        if isinstance(event, Part) and isinstance(event.found, Graded) and event.found.verdict is not Verdict.TIME:
            self._known = event.found
        return "{}"

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
            is_theirs = self.subject.puzzle is not None and answer.source == 0
            if answer.kind is ErrorKind.BUG or not is_theirs:
                return None
        elif self.subject.puzzle is not None:
            mark = self.subject.puzzle.part(self.subject.puzzle.graded)(answer, self.texts)
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
            "sentences": [*row.told, *row.renamed],
            "rules": row.rules,
            "pictures": [self._picture(one) for one in row.pictures],
        }
        return {"answer": {"answer": "feedback", "verdict": row.verdict, "line": row.line}, "told": told}

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
