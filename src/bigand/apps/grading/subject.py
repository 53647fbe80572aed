"""What is graded, and what is asked about each text: models beside a model, proofs of a puzzle beside a board."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from msgspec import Struct

from bigand.answer.question import Limits, Question
from bigand.answer.questions.grade import Grade
from bigand.answer.source import Source
from bigand.answer.value import changed
from bigand.puzzles import PUZZLES, puzzle_named
from bigand.puzzles.puzzle import Puzzle
from bigand.source.document import Document

ENDINGS = (".touist", ".txt")
PROOFS = (".xml", ".legup")
SECONDS = 60.0
MEGABYTES = 2_000  # for a file, where nobody says how much


class Subject(Struct, frozen=True):
    """Models, or proofs of a puzzle, by the endings of their files and what is asked about each."""

    endings: tuple[str, ...]
    ask: Callable[[Document], Question[Any]]
    puzzle: Puzzle | None = None


def subject_of(
    document: Document, source: Callable[[], Source], sizes: tuple[tuple[str, ...], ...], limits: Limits
) -> Subject:
    """Models, unless the reference is a board of a puzzle; `source` is the reference with its data."""
    limits = changed(limits, megabytes=limits.megabytes or MEGABYTES)
    if not document.name.endswith(".touist"):
        for puzzle in [puzzle_named(one) for one in PUZZLES]:
            ask = puzzle.part(puzzle.grades)(document) if puzzle.grades else None
            if ask is not None:
                return Subject(PROOFS, lambda student, ask=ask: changed(ask(student.text), limits=limits), puzzle)  # type: ignore[misc]  # it is bound now
    plain = changed(source(), assignments=())

    def ask_about(student: Document) -> Grade:
        own = Source(text=student.text, name=student.name)
        return Grade(reference=plain, student=own, sizes=sizes, is_drawn=True, limits=limits)

    return Subject(ENDINGS, ask_about)


def find_puzzle(name: str | None) -> Puzzle | None:
    """The puzzle of a subject by its name, in another process than the one that found the subject."""
    return None if name is None else puzzle_named(name)


def sizes_of(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """`N=4,5` and `k=1,2` are four sizes.

    >>> sizes_of(["N=4,5"]), sizes_of(["C=[a,b]"])
    ((('N=4',), ('N=5',)), (('C=[a,b]',),))
    """
    each = []
    for text in texts:
        name, _, values = text.partition("=")
        each.append([f"{name}={value}" for value in _split(values)])
    return tuple(product(*each)) if each else ()


def _split(text: str) -> list[str]:
    """The parts between commas that stand in no brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]
