"""`forced`, `why_forced`: what every model has in common, and why."""

from typing import Literal

from bigand.answer.parts import Number
from bigand.answer.question import Answer
from bigand.answer.questions.why import Reasons
from bigand.answer.source import AboutText


class Common(Answer, tag="common"):
    """The atoms that are true in every model, those that are false, and numbers that are always the same."""

    status: Literal["sat", "unsat"]
    true: tuple[str, ...]
    false: tuple[str, ...]
    values: dict[str, Number] | None = None  # only of texts with numbers
    atoms: int  # how many there are in all


class Forced(AboutText[Common], tag="forced", by="bigand.answer.forced:forced"):
    """Which atoms have the same value in every model?"""

    as_written: bool = False


class WhyForced(AboutText[Reasons], tag="why_forced", by="bigand.answer.forced:why_forced"):
    """Why has this atom the same value in every model?

    Where it has not, the answer has a model in which it has another value; of a text without models it only says
    that there is none.
    """

    atom: str
    full: bool = False
    drawn: bool = False
    as_written: bool = False
