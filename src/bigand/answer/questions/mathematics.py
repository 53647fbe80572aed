"""`mathematics`: a text as mathematics, unexpanded."""

from typing import Literal

from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.answer.value import Value
from bigand.messages import Language
from bigand.source.span import Span


class Piece(Value):
    """An assignment or a formula: where it stands in the text, and how it is written.

    In LaTeX it is rows of an `aligned`, in MathML rows of an `mtable`.
    """

    span: Span
    text: str


class MathematicsAnswer(Answer, tag="typeset"):
    """The text in the notation asked for, and its parts in their order, with something between them."""

    text: str
    pieces: tuple[Piece, ...] = ()


class Mathematics(TextQuestion[MathematicsAnswer], tag="mathematics", by="bigand.answer.reading:typeset_text"):
    """How is this text written on a blackboard? LaTeX for one of three readers, MathML, or plain characters.

    `language` is that of the words in it; `width` and `flat` are for plain characters. With `has_classes` MathML
    has classes (`left`, `name`, `condition`) where it else has styles, for pages that allow none.
    """

    target: Literal["mathjax", "katex", "document", "mathml", "page", "unicode"]
    language: Language = Language.ENGLISH
    width: int = 80
    flat: bool = False
    has_classes: bool = False
