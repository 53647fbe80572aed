"""`show`: what a stage makes of a text."""

from typing import Literal

from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.source.diagnostic import Diagnostic


class ShowAnswer(Answer, tag="shown"):
    """The lines of a stage, unless they came in parts; what is wrong with a text that has a tree yet."""

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()


class Show(TextQuestion[ShowAnswer], tag="show", by="bigand.answer.reading:show_stage"):
    """What does this stage make of this text? With `in_parts` it is reported in pieces, and not in the answer."""

    stage: Literal["tokens", "tree", "ground", "prenex", "cnf"] = "tree"
    in_parts: bool = False
