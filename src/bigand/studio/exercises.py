"""Exercises in the studio: what a student gets, and the question about the student's text.

The reference never leaves the server. A requested name is looked up in the list of exercises; only the feedback
that the teacher allows is sent, and no events; and an error in an exercise is reported without any of its content.
"""

import os
from pathlib import Path
from typing import Any

from bigand.api.question import Limits, Question
from bigand.cli.inputs import load_source
from bigand.cli.options import ModelOptions
from bigand.grading.exercise import Exercise, find_exercises, find_title, load_exercise
from bigand.grading.subject import DEFAULT_SECONDS, Subject, make_subject, parse_sizes
from bigand.messages import LANGUAGES
from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.source.files import FileError
from bigand.studio.errors import RefusedRequest
from bigand.studio.files import OutsideError, read_inside, resolve_inside
from bigand.studio.jobs import stricter_limits
from bigand.studio.marking import MarkQuestion, MarkRelay
from bigand.wording.texts import Texts

_MAX_LIMITS = Limits(seconds=DEFAULT_SECONDS)
_MAX_FILE_SIZE = 2_000_000  # bytes of a file of an exercise


def find_exercise_folders(folder: Path) -> dict[str, Path]:
    """The folders of exercises by name, except those that are links to other places."""
    return {name: path for name, path in find_exercises(folder).items() if _is_inside(folder, path)}


def _is_inside(folder: Path, path: Path) -> bool:
    try:
        resolve_inside(folder, path.absolute())
    except OSError:
        return False
    return True


def read_exercise_file(folder: Path, path: Path) -> Document:
    """Read a file of an exercise; raise if it is outside of its folder, after following links, or too large."""
    try:
        content, _ = read_inside(folder, path.name, _MAX_FILE_SIZE)
    except OutsideError:
        raise FileError("exercise.outside", name=path) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError("file.unreadable", name=path, reason=reason) from None
    return Document(str(path), content.decode("utf-8", "surrogateescape"))


def load_exercises(folder: Path) -> list[Exercise]:
    """Load the exercises of a folder and read all their files; raise the first error."""
    exercises = [load_exercise(path, read_exercise_file) for path in find_exercise_folders(folder).values()]
    for exercise in exercises:
        for language in LANGUAGES:
            exercise.statement(language)
        for path in (exercise.reference, exercise.skeleton):
            if path is not None:
                exercise.open_file(path)
    return exercises


def list_exercises(folder: Path, texts: Texts) -> list[dict[str, Any]]:
    """The exercises as JSON objects; invalid ones are left out."""
    objects = []
    for path in find_exercise_folders(folder).values():
        try:
            exercise = load_exercise(path, read_exercise_file)
            title = find_title(exercise.statement(texts.language.value), exercise.name)
        except BigandError:
            continue
        objects.append({"name": exercise.name, "title": title})
    return objects


def load_exercise_or_refuse(folder: Path, name: str) -> Exercise:
    path = find_exercise_folders(folder).get(name)
    if path is None:
        raise RefusedRequest(404, "studio.no_exercise", name=name)
    try:
        return load_exercise(path, read_exercise_file)
    except BigandError:
        raise RefusedRequest(422, "studio.broken_exercise") from None


def exercise_object(exercise: Exercise, texts: Texts, is_readable: bool) -> dict[str, Any]:
    """What a student gets: the statement, and the skeleton or the task."""
    try:
        statement = exercise.statement(texts.language.value)
        title = find_title(statement, exercise.name)
        puzzle = _make_subject(exercise).puzzle
        skeleton = "" if exercise.skeleton is None else exercise.open_file(exercise.skeleton).text
        task = "" if puzzle is None else puzzle.write_task(exercise.open_file(exercise.reference), title, "")
    except BigandError:
        raise RefusedRequest(422, "studio.broken_exercise") from None
    return {
        "name": exercise.name,
        "title": title,
        "statement": statement,
        "page": "model" if puzzle is None else puzzle.name,
        "task": task,
        "skeleton": skeleton,
        "feedback": exercise.terms.feedback,
        "is_readable": is_readable,
    }


def _make_subject(exercise: Exercise, max_limits: Limits = _MAX_LIMITS) -> Subject:
    document, name = exercise.open_file(exercise.reference), os.fspath(exercise.reference)
    limits = stricter_limits(max_limits, _MAX_LIMITS)
    return make_subject(
        document,
        lambda: load_source(document, name, ModelOptions(file=name)),
        parse_sizes(exercise.terms.set),
        limits,
    )


def make_mark_question_and_relay(
    exercise: Exercise, text: str, texts: Texts, limits: Limits
) -> tuple[Question[Any], MarkRelay]:
    """Return the question about a student's text, and the serializer that relays its answer."""
    student = Document(exercise.name, text)
    try:
        subject = _make_subject(exercise, limits)
        question = subject.make_question(student)
    except BigandError:
        raise RefusedRequest(422, "studio.broken_exercise") from None
    mark_question = MarkQuestion(
        inner=question,
        name=exercise.name,
        text=text,
        level=exercise.terms.feedback,
        puzzle=None if subject.puzzle is None else subject.puzzle.name,
        language=texts.language,
        limits=question.limits,
    )
    return mark_question, MarkRelay(mark_question)
