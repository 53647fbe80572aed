"""`grade`: a student's text compared with a reference by its meaning."""

from enum import Enum
from typing import Literal

from bigand.api.parts import Instance, Place, RulePlace
from bigand.api.question import Answer, Failure, Question
from bigand.api.report import Report
from bigand.api.source import Source
from bigand.api.value import Value
from bigand.view.exhibit import Exhibit


class Verdict(Enum):
    """What a student's text is, beside the reference."""

    EQUAL = "equal"
    TOO_STRICT = "too_strict"
    TOO_LOOSE = "too_loose"
    BOTH = "both"
    NO_MODEL = "no_model"
    UNREADABLE = "unreadable"
    TIME = "time"


class Objection(Value):
    """A model that just one of the texts has: a reference's (too strict) or a student's (too loose).

    `model` has the true atoms that matter, as the reference calls them. `student` is the rule of the student's that
    refuses it, or the one that should and does not (if one is like it); `reference` the rule that it breaks.
    """

    kind: Literal["too_strict", "too_loose"]
    size: str
    model: tuple[str, ...]
    exhibit: Exhibit | None = None
    student: Instance | None = None
    reference: Instance | None = None
    comment: str = ""  # what the reference says of its rule
    assignment: Place | None = None  # of the student's, that differs where its rules do not


class Renaming(Value):
    """What a student calls something: a predicate, with the places of its arguments, or a word."""

    name: str
    other: str
    order: tuple[int, ...] = ()  # `order[i]` is the place of argument i there
    roles: tuple[str, ...] = ()  # what the reference calls its arguments, if it has a view
    shifts: tuple[int, ...] = ()  # what is to be added to integers there


class RuleCredit(Value):
    """A rule of the reference, or several of one name: whether the student's right rules imply it."""

    name: str
    lines: tuple[int, ...]
    points: float
    is_met: bool | None  # None if the time was up


class GradedRule(RulePlace):
    """A rule of the student's: wrong (a model of the reference breaks it), needed, or redundant; or not known."""

    status: Literal["right", "wrong", "needed", "redundant", "unknown"]


class GradeAnswer(Answer, tag="graded"):
    """What a student's text is, and why; points only where it could be judged."""

    verdict: Verdict
    objections: tuple[Objection, ...] = ()
    clash: tuple[Instance, ...] = ()  # of the student's rules, if there is no model
    renamed: tuple[Renaming, ...] = ()
    sizes: tuple[str, ...] = ()  # that were compared
    left_out: tuple[str, ...] = ()  # that took too long
    smaller: bool = False  # none that was asked for could be compared: `sizes` are smaller ones
    is_impossible: bool = False  # the reference has no model at these sizes
    is_unfinished: bool = False  # it is wrong, and may be wrong in another way too
    points: float | None = None
    most: float = 0.0
    worth: tuple[RuleCredit, ...] = ()
    rules: tuple[GradedRule, ...] = ()
    fingerprint: str = ""  # the same for texts that differ in names and layout only
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
    """Has the student's text exactly the models of the reference, over the atoms that matter?

    `sizes` are assignments at each of which both are compared, as in `$N=4`. The student's text reads no data.
    """

    reference: Source
    student: Source
    sizes: tuple[tuple[str, ...], ...] = ()
    is_detailed: bool = True  # rule by rule, too
    is_drawn: bool = False

    def answer(self, report: Report) -> GradeAnswer:
        from bigand.api.grader import grade_text

        return grade_text(self, report)
