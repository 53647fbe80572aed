"""`truth`, `nf`, `equiv`: small formulas looked at closely."""

from typing import Literal

from bigand.answer.parts import Model
from bigand.answer.question import Answer, Question
from bigand.answer.source import Source, TextQuestion
from bigand.answer.value import Value


class TruthAnswer(Answer, tag="truth table"):
    """What a formula is for all values of its atoms: all are true in the first row, the last changes fastest."""

    atoms: tuple[str, ...]
    formula: str
    rows: tuple[bool, ...]


class Truth(TextQuestion[TruthAnswer], tag="truth", by="bigand.answer.formulas:tabulate_truth"):
    """For which values of its atoms does this text hold?"""


class NormalFormStep(Value):
    """What was done, and the formula after it."""

    name: str  # expanded, connectives, negations, distributed
    formula: str


class NormaliseAnswer(Answer, tag="normal form"):
    """The steps to a normal form, which is the last one."""

    steps: tuple[NormalFormStep, ...]


class Normalise(TextQuestion[NormaliseAnswer], tag="nf", by="bigand.answer.formulas:normalise"):
    """How does this text become a normal form, by the book?"""

    form: Literal["nnf", "cnf", "dnf"] = "cnf"


class EquivalenceAnswer(Answer, tag="compared"):
    """Whether two texts say the same; if not, a model of just one of them: of `accepted_by`, 0 or 1."""

    is_equivalent: bool
    accepted_by: int | None = None
    model: Model | None = None


class Equivalence(Question[EquivalenceAnswer], tag="equiv", by="bigand.answer.formulas:compare_texts"):
    """Have these two texts the same models?"""

    first: Source
    second: Source
