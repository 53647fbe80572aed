"""An exercise: a folder with a statement, a reference and, optionally, a skeleton to start from.

Its `exercise.toml` sets the level of feedback and the sizes at which texts are graded. Exercises are identified by
the names of their folders, which are looked up in a list: a requested name never becomes a path.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.source.files import FileError, open_document

Reader: TypeAlias = Callable[[Path, Path], Document]
STATEMENT, SKELETON, REFERENCE, TERMS = "statement", "skeleton", "reference", "exercise.toml"
ENDINGS = (".touist", ".json", ".xml", ".legup", ".txt")  # of references and skeletons, in order of preference


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `exercise.toml`."""

    feedback: Literal["full", "hint", "verdict"] = "hint"
    set: tuple[str, ...] = ()  # `N=3,4`: the sizes at which texts are graded


def read_unchecked(_folder: Path, path: Path) -> Document:
    """Read a file of an exercise, wherever links lead: for callers who may read all files anyway."""
    return open_document(str(path))


class Exercise(Struct, frozen=True):
    """The files of an exercise; they are read on demand by `read`, a function of the folder and the file."""

    name: str
    folder: Path
    reference: Path
    skeleton: Path | None
    terms: Terms
    read: Reader = read_unchecked

    def statement(self, language: str) -> str:
        """The statement, in this language if there is a translation."""
        translated = self.folder / f"{STATEMENT}.{language}.md"
        return self.read(self.folder, translated if translated.is_file() else self.folder / f"{STATEMENT}.md").text

    def open_file(self, path: Path) -> Document:
        """Open a file of the exercise; its name in messages does not show the folder."""
        return Document(path.name, self.read(self.folder, path).text)


def find_title(statement: str, name: str) -> str:
    """The first heading of a statement, else `name`.

    >>> find_title("Hello\\n## A *task*\\n", "x"), find_title("nothing", "x")
    ('A *task*', 'x')
    """
    headings = [line.lstrip("#").strip() for line in statement.splitlines() if line.startswith("#")]
    return next(filter(None, headings), name)


def find_exercise_file(folder: Path, stem: str) -> Path | None:
    """The reference or the skeleton of a folder."""
    return next((path for ending in ENDINGS if (path := folder / f"{stem}{ending}").is_file()), None)


def is_exercise(folder: Path) -> bool:
    try:
        return (folder / f"{STATEMENT}.md").is_file() and find_exercise_file(folder, REFERENCE) is not None
    except OSError:  # an unreadable folder must not affect others
        return False


def load_exercise(folder: Path, read: Reader = read_unchecked) -> Exercise:
    """Load the exercise in a folder; raise if a file is missing, or if its terms are invalid."""
    reference = find_exercise_file(folder, REFERENCE)
    if not (folder / f"{STATEMENT}.md").is_file() or reference is None:
        missing = "reference.touist" if reference is None else f"{STATEMENT}.md"
        raise FileError("exercise.missing", name=missing, folder=folder)
    skeleton, terms = find_exercise_file(folder, SKELETON), load_terms(folder, read)
    return Exercise(folder.resolve().name, folder, reference, skeleton, terms, read)


def load_terms(folder: Path, read: Reader = read_unchecked) -> Terms:
    path = folder / TERMS
    if not path.is_file():
        return Terms()
    try:
        return msgspec.toml.decode(read(folder, path).text, type=Terms)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BigandError("exercise.terms", name=path, reason=str(error)) from None


def find_exercises(folder: Path) -> dict[str, Path]:
    """Find the exercises of a folder by name: the folder itself if it is an exercise, else the folders in it."""
    if is_exercise(folder):
        return {folder.resolve().name: folder}
    return {path.name: path for path in sorted(folder.iterdir()) if path.is_dir() and is_exercise(path)}
