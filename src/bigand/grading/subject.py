"""The subject of grading, models or proofs of a puzzle, and the question for each submission."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from msgspec import Struct

from bigand.api.grade import Grade
from bigand.api.question import Limits, Question
from bigand.api.source import Source
from bigand.api.value import replace_fields
from bigand.puzzles import PUZZLES, load_puzzle
from bigand.puzzles.puzzle import Puzzle
from bigand.source.document import Document

MODEL_ENDINGS = (".touist", ".txt")
PROOF_ENDINGS = (".xml", ".legup")
DEFAULT_SECONDS = 60.0
DEFAULT_MEGABYTES = 2_000  # for a file, if no limit is given


class Subject(Struct, frozen=True):
    """Models, or proofs of a puzzle: the endings of their files, and the question for each file."""

    endings: tuple[str, ...]
    make_question: Callable[[Document], Question[Any]]
    puzzle: Puzzle | None = None


def make_subject(
    reference_document: Document,
    load_reference: Callable[[], Source],
    sizes: tuple[tuple[str, ...], ...],
    limits: Limits,
) -> Subject:
    """Make the subject: proofs if the reference is a board of a puzzle, else models.

    `load_reference` returns the reference with its data.
    """
    limits = replace_fields(limits, megabytes=limits.megabytes or DEFAULT_MEGABYTES)
    if not reference_document.name.endswith(".touist"):
        for puzzle in [load_puzzle(name) for name in PUZZLES]:
            ask = puzzle.question_maker(reference_document)
            if ask is not None:

                def make_proof_question(student: Document, ask: Any = ask) -> Question[Any]:
                    return replace_fields(ask(student.text), limits=limits)

                return Subject(PROOF_ENDINGS, make_proof_question, puzzle)
    reference = replace_fields(load_reference(), assignments=())

    def make_grade_question(student: Document) -> Grade:
        student_source = Source(text=student.text, name=student.name)
        return Grade(reference=reference, student=student_source, sizes=sizes, is_drawn=True, limits=limits)

    return Subject(MODEL_ENDINGS, make_grade_question)


def load_puzzle_if_named(name: str | None) -> Puzzle | None:
    """The puzzle of a subject by name, for another process than the one that made the subject."""
    return None if name is None else load_puzzle(name)


def parse_sizes(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Parse sizes: `N=4,5` and `k=1,2` are four sizes.

    >>> parse_sizes(["N=4,5"]), parse_sizes(["C=[a,b]"])
    ((('N=4',), ('N=5',)), (('C=[a,b]',),))
    """
    choices = []
    for text in texts:
        name, _, values = text.partition("=")
        choices.append([f"{name}={value}" for value in _split_at_outer_commas(values)])
    return tuple(product(*choices)) if choices else ()


def _split_at_outer_commas(text: str) -> list[str]:
    """Split at commas outside of brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]
