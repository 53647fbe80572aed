"""`steps`, `hint`, `rate`, `unique`: a model as a puzzle, solved in steps that people can follow."""

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
    """An instance of a rule; its name is what the comment above the rule says."""

    name: str = ""


class ArgumentLink(Value):
    """What an instance says in an argument; nothing follows where it cannot hold."""

    instance: int  # its place among those of the step
    follows: tuple[str, ...] = ()


class Step(Value):
    """Facts that follow from the fewest instances and known facts found; none of these can be left out.

    A case is told by supposing the opposite of the first fact: `links` lead to a contradiction. There are none if
    single instances do not lead there.
    """

    facts: tuple[str, ...]
    instances: tuple[RuleInstance, ...]
    premises: tuple[str, ...]
    kind: Literal["direct", "case"]
    wave: int  # steps of one wave can be seen at the same time
    links: tuple[ArgumentLink, ...] = ()


class Rating(Value):
    """How hard the steps are: the level by the largest, the number by all of them."""

    level: Level
    number: int
    largest: int  # instances of the largest step
    sizes: dict[int, int]  # how many steps have so many instances


class StepsAnswer(Answer, tag="steps"):
    """The steps from what is given to all that is forced."""

    status: Status
    steps: tuple[Step, ...]
    rating: Rating | None = None  # None if not all steps were found
    finished: bool = True  # else the time was up
    atoms: int = 0
    forced: int = 0  # how many of them have the same value in all solutions
    open: tuple[str, ...] = ()  # some that have not
    pictures: tuple[Exhibit, ...] = ()  # what is known after each wave, with what it is about in frames


class Steps(TextQuestion[StepsAnswer], tag="steps"):
    """How is this solved, step by step?"""

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
    """How hard is this for people?"""

    def answer(self, report: Report) -> RateAnswer:
        from bigand.api.text_puzzle import rate_puzzle

        return rate_puzzle(self, report)


class HintAnswer(Answer, tag="hint"):
    """Whether marks are right so far, and the next step from them; none if all that is forced is marked."""

    status: Status
    wrong: tuple[str, ...] = ()  # marks that no solution has
    undecided: tuple[str, ...] = ()  # marks that some solutions have, others not
    clashing: tuple[str, ...] = ()  # marks of which each is in some solution, and no solution has all of them
    step: Step | None = None
    before: tuple[Step, ...] = ()  # steps by single instances that it needs beside the marks
    exhibit: Exhibit | None = None
    finished: bool = True


class Hint(TextQuestion[HintAnswer], tag="hint"):
    """What follows next, if this is known?"""

    marks: tuple[str, ...] = ()  # `x(1,2)`, `not x(1,3)`
    drawn: bool = False

    def answer(self, report: Report) -> HintAnswer:
        from bigand.api.text_puzzle import find_hint

        return find_hint(self, report)


class UniqueAnswer(Answer, tag="unique"):
    """Whether there is exactly one solution; of several, two, and the atoms in which they differ.

    Where the text says with `;;@ clues` what a board may give: which clues are spare, or which would help.
    """

    status: Status
    models: tuple[Model, ...] = ()
    differing: tuple[str, ...] = ()
    clues: tuple[str, ...] = ()  # of a text that says what a board may give, those that are given
    needless: tuple[str, ...] = ()  # clues each of which can be left out
    missing: tuple[str, ...] = ()  # clues that would leave only the first solution


class Unique(TextQuestion[UniqueAnswer], tag="unique"):
    """Is there exactly one solution?"""

    drawn: bool = False

    def answer(self, report: Report) -> UniqueAnswer:
        from bigand.api.uniqueness import check_uniqueness

        return check_uniqueness(self, report)
