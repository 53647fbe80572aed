"""`export`: the clauses of a text, for other programs."""

from typing import Literal, TypeAlias

from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.answer.value import Value

ExportFormat: TypeAlias = Literal["dimacs", "wcnf", "qdimacs", "smtlib", "z3"]


class AtomTable(Value):
    """The atoms by their numbers, from 1 on."""

    atoms: tuple[str, ...]


class ExportAnswer(Answer, tag="exported"):
    """The text in its format, unless it came in parts; the table of atoms, if it was wanted apart."""

    format: ExportFormat
    text: str
    table: AtomTable | None = None


class Export(TextQuestion[ExportAnswer], tag="export", by="bigand.answer.exporting:export"):
    """How is this text said in another format, or in the one that suits its mode?

    With `in_parts` the answer is reported in pieces: the table first if it is wanted apart (`table_apart`; else it
    stands in comments), then texts.
    """

    to: ExportFormat | None = None
    as_written: bool = False
    table_apart: bool = False
    in_parts: bool = False
