"""`mathematics`: a text as mathematics, unexpanded."""

from typing import Literal

from bigand.answer.question import Answer, Question
from bigand.answer.report import Report
from bigand.answer.source import Source
from bigand.source.catalogue import Language


class Typeset(Answer, tag="typeset"):
    """The text in the notation asked for."""

    text: str


class Mathematics(Question[Typeset], tag="mathematics"):
    """How is this text written on a blackboard? LaTeX for one of three readers, MathML, or plain characters.

    `language` is that of the words in it; `width` and `flat` are for plain characters.
    """

    source: Source
    target: Literal["mathjax", "katex", "document", "mathml", "page", "unicode"]
    language: Language = Language.ENGLISH
    width: int = 80
    flat: bool = False

    def answer(self, report: Report) -> Typeset:
        from bigand.answer.reading import typeset

        return typeset(self, report)
