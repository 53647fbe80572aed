"""An exercise: a folder with a statement, a reference and, if there is one, a skeleton to begin with.

`exercise.toml` in it says what students are told and at which sizes they are graded. Exercises are known by the
names of their folders, which are looked up in a list: no name that somebody asks for becomes a path.
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
ENDINGS = (".touist", ".json", ".xml", ".legup", ".txt")  # of references and skeletons, in the order of preference


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What `exercise.toml` says."""

    feedback: Literal["full", "hint", "verdict"] = "hint"
    set: tuple[str, ...] = ()  # `N=3,4`: sizes at which all is graded


def read_unchecked(_folder: Path, path: Path) -> Document:
    """A file of an exercise, wherever links lead: for whoever may read all files anyway."""
    return open_document(str(path))


class Exercise(Struct, frozen=True):
    """What a folder holds; its files are read when they are wanted, by a function of the folder and the file."""

    name: str
    folder: Path
    reference: Path
    skeleton: Path | None
    terms: Terms
    read: Reader = read_unchecked

    def statement(self, language: str) -> str:
        """What is asked, in the language if the teacher has written it."""
        translated = self.folder / f"{STATEMENT}.{language}.md"
        return self.read(self.folder, translated if translated.is_file() else self.folder / f"{STATEMENT}.md").text

    def open_file(self, path: Path) -> Document:
        """A file of its, by its own name: nobody needs to know where it lies."""
        return Document(path.name, self.read(self.folder, path).text)


def find_title(statement: str, name: str) -> str:
    """The first heading of a statement.

    >>> find_title("Hello\\n## A *task*\\n", "x"), find_title("nothing", "x")
    ('A *task*', 'x')
    """
    headings = [line.lstrip("#").strip() for line in statement.splitlines() if line.startswith("#")]
    return next(filter(None, headings), name)


def find_file(folder: Path, stem: str) -> Path | None:
    """The reference or the skeleton of a folder."""
    return next((path for ending in ENDINGS if (path := folder / f"{stem}{ending}").is_file()), None)


def is_exercise(folder: Path) -> bool:
    try:
        return (folder / f"{STATEMENT}.md").is_file() and find_file(folder, REFERENCE) is not None
    except OSError:  # a folder that may not be read costs only itself
        return False


def load_exercise(folder: Path, read: Reader = read_unchecked) -> Exercise:
    """The exercise that a folder is; an error says what is missing, or wrong with its terms."""
    reference = find_file(folder, REFERENCE)
    if not (folder / f"{STATEMENT}.md").is_file() or reference is None:
        missing = "reference.touist" if reference is None else f"{STATEMENT}.md"
        raise FileError("exercise.missing", name=missing, folder=folder)
    skeleton, terms = find_file(folder, SKELETON), load_terms(folder, read)
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
    """The exercises of a folder by their names: the folder itself, if it is one, else the folders in it."""
    if is_exercise(folder):
        return {folder.resolve().name: folder}
    return {path.name: path for path in sorted(folder.iterdir()) if path.is_dir() and is_exercise(path)}
