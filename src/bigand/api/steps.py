"""`steps`, `hint`, `rate`, `unique`: treat a text as a puzzle, and solve it in steps that people can follow."""

from typing import Literal, TypeAlias

from bigand.api.parts import Instance, Model
from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value
from bigand.view.exhibit import Exhibit

Status: TypeAlias = Literal["unique", "several", "none"]
Level: TypeAlias = Literal["easy", "tricky", "hard", "expert"]


class RuleInstance(Instance):
    """An instance of a rule; its name is the comment above the rule."""

    name: str = ""


class ArgumentLink(Value):
    """An instance in an argument, and the literals that follow from it; none if it is the contradiction."""

    instance: int  # its index among those of the step
    follows: tuple[str, ...] = ()


class Step(Value):
    """Facts that follow from the fewest instances and known facts that were found; none of these can be left out.

    A case assumes the opposite of the first fact, and `links` lead to a contradiction. `links` is empty if single
    instances do not lead there.
    """

    facts: tuple[str, ...]
    instances: tuple[RuleInstance, ...]
    premises: tuple[str, ...]
    kind: Literal["direct", "case"]
    wave: int  # steps of one wave can be seen at the same time
    links: tuple[ArgumentLink, ...] = ()


class Rating(Value):
    """How hard the steps are: the level depends on the largest step, the number on all of them."""

    level: Level
    number: int
    largest: int  # instances of the largest step
    sizes: dict[int, int]  # the number of steps by their number of instances


class StepsAnswer(Answer, tag="steps"):
    """The steps from the given facts to all forced atoms."""

    status: Status
    steps: tuple[Step, ...]
    rating: Rating | None = None  # None if not all steps were found
    finished: bool = True  # False if the time was up
    atoms: int = 0
    forced: int = 0  # how many atoms have the same value in all solutions
    open: tuple[str, ...] = ()  # some of the atoms that are not forced
    pictures: tuple[Exhibit, ...] = ()  # what is known after each wave, with its facts and premises framed


class Steps(TextQuestion[StepsAnswer], tag="steps"):
    """How is this puzzle solved, step by step?"""

    drawn: bool = False

    def answer(self, report: Report) -> StepsAnswer:
        from bigand.api.text_puzzle import explain_steps

        return explain_steps(self, report)


class RateAnswer(Answer, tag="rate"):
    """How hard a puzzle is for people."""

    status: Status
    rating: Rating | None = None
    finished: bool = True


class Rate(TextQuestion[RateAnswer], tag="rate"):
    """How hard is this puzzle for people?"""

    def answer(self, report: Report) -> RateAnswer:
        from bigand.api.text_puzzle import rate_puzzle

        return rate_puzzle(self, report)


class HintAnswer(Answer, tag="hint"):
    """Whether the marks are right, and the next step from them; no step if all forced atoms are marked."""

    status: Status
    wrong: tuple[str, ...] = ()  # marks that no solution has
    undecided: tuple[str, ...] = ()  # marks that only some solutions have
    clashing: tuple[str, ...] = ()  # marks that each occur in some solution, but all together in none
    step: Step | None = None
    before: tuple[Step, ...] = ()  # steps by single instances that it needs besides the marks
    exhibit: Exhibit | None = None
    finished: bool = True


class Hint(TextQuestion[HintAnswer], tag="hint"):
    """What is the next step, given these marks?"""

    marks: tuple[str, ...] = ()  # `x(1,2)`, `not x(1,3)`
    drawn: bool = False

    def answer(self, report: Report) -> HintAnswer:
        from bigand.api.text_puzzle import find_hint

        return find_hint(self, report)


class UniqueAnswer(Answer, tag="unique"):
    """Whether there is exactly one solution; if there are several, two of them and the atoms in which they differ.

    If the text names its clues by `;;@ clues`: which clues are needless, or which are missing.
    """

    status: Status
    models: tuple[Model, ...] = ()
    differing: tuple[str, ...] = ()
    clues: tuple[str, ...] = ()  # the clues of the board, if the text names its clues
    needless: tuple[str, ...] = ()  # clues each of which can be left out
    missing: tuple[str, ...] = ()  # further clues that would leave only the first solution


class Unique(TextQuestion[UniqueAnswer], tag="unique"):
    """Is there exactly one solution?"""

    drawn: bool = False

    def answer(self, report: Report) -> UniqueAnswer:
        from bigand.api.uniqueness import check_uniqueness

        return check_uniqueness(self, report)
