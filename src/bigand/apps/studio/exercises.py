"""Exercises by their names: what a student is given, and what is told of the text that comes back.

The reference stays here. A name that is asked for is looked up among those that there are; of an answer only what
the teacher allows goes out, never an event on the way to it; and what is wrong with an exercise is told without a
word of it.
"""

import os
from pathlib import Path
from typing import Any

from bigand.answer.question import Limits, Question
from bigand.apps.grading.exercise import Exercise, exercise_in, exercises_in, title_of
from bigand.apps.grading.subject import SECONDS, Subject, sizes_of, subject_of
from bigand.apps.studio.answering import stricter
from bigand.apps.studio.feedback import FeedbackRelay, SentWork
from bigand.apps.studio.folders import OutsideError, locate, read_inside
from bigand.apps.studio.refusing import RefusedRequest
from bigand.command.files import UnreadableError
from bigand.command.inputs import source_of
from bigand.command.options import Expanding
from bigand.command.texts import Texts
from bigand.source.catalogue import LANGUAGES
from bigand.source.document import Document
from bigand.source.error import BigandError

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


def marked(exercise: Exercise, text: str, texts: Texts, limits: Limits) -> tuple[Question[Any], FeedbackRelay]:
    """What is asked about a student's text, and who passes on what comes of it."""
    student = Document(exercise.name, text)
    try:
        subject = _subject(exercise, limits)
        question = subject.ask(student)
    except BigandError:
        raise RefusedRequest(422, "studio.broken_exercise") from None
    sent = SentWork(
        inner=question,
        name=exercise.name,
        text=text,
        level=exercise.terms.feedback,
        puzzle=None if subject.puzzle is None else subject.puzzle.name,
        language=texts.language,
        limits=question.limits,
    )
    return sent, FeedbackRelay(sent)
