"""`forced`, `why_forced`: what every model has in common, and why."""

from typing import Literal

from bigand.answer.parts import ModelNumber
from bigand.answer.question import Answer
from bigand.answer.questions.why import WhyAnswer
from bigand.answer.source import TextQuestion


class ForcedAnswer(Answer, tag="common"):
    """The atoms that are true in every model, those that are false, and numbers that are always the same."""

    status: Literal["sat", "unsat"]
    true: tuple[str, ...]
    false: tuple[str, ...]
    values: dict[str, ModelNumber] | None = None  # only of texts with numbers
    atoms: int  # how many there are in all


class Forced(TextQuestion[ForcedAnswer], tag="forced", by="bigand.answer.forced:find_forced"):
    """Which atoms have the same value in every model?"""

    as_written: bool = False


class WhyForced(TextQuestion[WhyAnswer], tag="why_forced", by="bigand.answer.forced:explain_forced"):
    """Why has this atom the same value in every model?

    Where it has not, the answer has a model in which it has another value; of a text without models it only says
    that there is none.
    """

    atom: str
    full: bool = False
    drawn: bool = False
    as_written: bool = False
