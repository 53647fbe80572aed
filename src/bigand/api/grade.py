"""`grade`: compare a student's text with a reference by meaning."""

from enum import Enum
from typing import Literal

from bigand.api.parts import Instance, Place, RulePlace
from bigand.api.question import Answer, Failure, Question
from bigand.api.report import Report
from bigand.api.source import Source
from bigand.api.value import Value
from bigand.view.exhibit import Exhibit


class Verdict(Enum):
    """How a student's text compares with the reference."""

    EQUAL = "equal"
    TOO_STRICT = "too_strict"
    TOO_LOOSE = "too_loose"
    BOTH = "both"
    NO_MODEL = "no_model"
    UNREADABLE = "unreadable"
    TIME = "time"


class Objection(Value):
    """A model of exactly one of the texts: of the reference (too strict) or of the student's (too loose).

    `model` has the true atoms that matter, by their names in the reference. `student` is the student's rule that
    refuses the model, or the similar rule that should refuse it, if there is one; `reference` is the rule of the
    reference that it breaks.
    """

    kind: Literal["too_strict", "too_loose"]
    size: str
    model: tuple[str, ...]
    exhibit: Exhibit | None = None
    student: Instance | None = None
    reference: Instance | None = None
    comment: str = ""  # the reference's comment above its rule
    assignment: Place | None = None  # the student's assignment that differs, if the rules do not


class Renaming(Value):
    """The student's name for a predicate, with the positions of its arguments, or for a word."""

    name: str
    other: str
    order: tuple[int, ...] = ()  # `order[i]` is the position of argument i in the student's text
    roles: tuple[str, ...] = ()  # the reference's names of the arguments, if it has a view
    shifts: tuple[int, ...] = ()  # what is added to integers in the student's text


class RuleCredit(Value):
    """A rule of the reference, or several with one name, and whether the student's right rules imply it."""

    name: str
    lines: tuple[int, ...]
    points: float
    is_met: bool | None  # None if the time was up


class GradedRule(RulePlace):
    """A rule of the student's text and its status.

    It is wrong if a model of the reference breaks it. A right rule is needed or redundant, or just right if that is
    not known.
    """

    status: Literal["right", "wrong", "needed", "redundant", "unknown"]


class GradeAnswer(Answer, tag="graded"):
    """The verdict on a student's text, with reasons; points only if all rules could be judged."""

    verdict: Verdict
    objections: tuple[Objection, ...] = ()
    clash: tuple[Instance, ...] = ()  # of the student's rules, if there is no model
    renamed: tuple[Renaming, ...] = ()
    sizes: tuple[str, ...] = ()  # sizes that were compared
    left_out: tuple[str, ...] = ()  # sizes that took too long
    smaller: bool = False  # no requested size could be compared: `sizes` has smaller ones
    is_impossible: bool = False  # the reference has no model at these sizes
    is_unfinished: bool = False  # the text is wrong, and may also be wrong in another way
    points: float | None = None
    most: float = 0.0
    worth: tuple[RuleCredit, ...] = ()
    rules: tuple[GradedRule, ...] = ()
    fingerprint: str = ""  # the same for texts that differ only in names and layout
    trouble: Failure | None = None

    @property
    def line(self) -> int | None:
        """The line of the student's text that is most likely at fault."""
        for objection in self.objections:
            place = objection.assignment or objection.student
            if place is not None:
                return place.line
        if self.trouble is None and self.clash:
            return self.clash[0].line
        return None


class Grade(Question[GradeAnswer], tag="grade"):
    """Does the student's text have exactly the models of the reference, over the atoms that matter?

    `sizes` are assignments such as `$N=4`; the texts are compared at each. The student's text reads no data.
    """

    reference: Source
    student: Source
    sizes: tuple[tuple[str, ...], ...] = ()
    is_detailed: bool = True  # grade each rule, too
    is_drawn: bool = False

    def answer(self, report: Report) -> GradeAnswer:
        from bigand.api.grader import grade_text

        return grade_text(self, report)
