"""`translate`: a text as TouIST's own command writes it, its auxiliary atoms with names too."""

from typing import Literal

from bigand.answer.question import Answer, Question
from bigand.answer.source import Source


class Translated(Answer, tag="translated"):
    """The text, unless it came in parts; the names of all variables, and how many clauses there are."""

    text: str
    names: tuple[str, ...] = ()
    clauses: int = 0


class Translate(Question[Translated], tag="translate", by="bigand.answer.translating:translated"):
    """How does TouIST write this text: clauses by numbers or names, the expanded formula, SMT-LIB?

    `table` puts the names of variables before clauses by numbers. With `in_parts` the text is reported in pieces.
    """

    source: Source
    form: Literal["numbers", "names", "formula", "prenex", "smtlib"] = "numbers"
    table: bool = True
    in_parts: bool = False
