"""`translate`: write a text as TouIST's command does, with names for auxiliary atoms."""

from typing import Literal

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion


class TranslateAnswer(Answer, tag="translated"):
    """The text, unless it was reported in parts; the names of all variables, and the number of clauses."""

    text: str
    names: tuple[str, ...] = ()
    clauses: int = 0


class Translate(TextQuestion[TranslateAnswer], tag="translate"):
    """How does TouIST write this text: clauses by numbers or names, the expanded formula, SMT-LIB?

    `formula`, `cnf` and `prenex` are what its `--show` prints, `during…` the steps on the way. With `table` the
    names of variables come before clauses by numbers. With `in_parts` the text is reported in pieces.
    """

    form: Literal["numbers", "names", "formula", "cnf", "duringcnf", "prenex", "duringprenex", "smtlib"] = "numbers"
    table: bool = True
    in_parts: bool = False

    def answer(self, report: Report) -> TranslateAnswer:
        from bigand.api.translator import translate

        return translate(self, report)
