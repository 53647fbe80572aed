"""What is marked in the picture of a step, cell by cell, whatever the picture is drawn on."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from bigand.puzzles.lightup.questions import Concluded, Refuted, Spot, Step


class Role(Enum):
    """Why a cell is marked, in the order in which they are drawn; what comes later is drawn above."""

    PREMISE = "premises"
    MEMBER = "members"
    SITE = "site"
    WITHIN = "within"
    SUPPOSED = "supposed"
    END = "end"
    NEW = "new"


class Mark(NamedTuple):
    """A cell in a role; within an argument with its number there, and what it would get: `bulb` or `dot`."""

    role: Role
    at: Spot
    label: str = ""
    ghost: str = ""


def marks_of(step: Step) -> list[Mark]:
    """All marks of the picture of a step."""
    marks = [Mark(Role.PREMISE, at) for at in step.premises]
    marks += [Mark(Role.MEMBER, at) for at in step.members]
    if step.is_case:
        marks += _within(step.refutations, iter(range(1, 1000)))
    else:
        marks.append(Mark(Role.SITE, step.site))
    marks += [Mark(Role.NEW, at) for at in sorted([*step.bulbs, *step.dots])]
    order = list(Role)
    return sorted(marks, key=lambda mark: order.index(mark.role))


def _within(reasons: Sequence[Concluded | Refuted], numbers: Iterator[int]) -> Iterator[Mark]:
    """The marks of arguments: what is supposed, what would follow, numbered in order, and where it ends."""
    for reason in reasons:
        if isinstance(reason, Refuted):
            yield Mark(Role.SUPPOSED, reason.cell, "?", reason.supposed)
            yield from _within(reason.steps, numbers)
            yield Mark(Role.END, reason.contradiction.site)
        else:
            number = str(next(numbers))
            for cells, ghost in ((reason.bulbs, "bulb"), (reason.dots, "dot")):
                for at in cells:
                    yield Mark(Role.WITHIN, at, number, ghost)
