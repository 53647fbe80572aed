"""What is framed in the picture of a step, cell by cell."""

from collections.abc import Iterator, Sequence

from bigand.puzzles.lightup.questions import Concluded, Refuted, Spot, Step
from bigand.view.scene import Frame

# Why a cell is framed, in the order in which they are drawn; what comes later is drawn above.
ROLES = ("premises", "members", "site", "within", "supposed", "end", "new")


def frames_of(step: Step) -> list[Frame]:
    """All frames of the picture of a step; in an argument with their number there, and what a cell would get."""
    frames = [_frame("premises", spot) for spot in step.premises]
    frames += [_frame("members", spot) for spot in step.members]
    if step.is_case:
        frames += _within(step.refutations, iter(range(1, 1000)))
    else:
        frames.append(_frame("site", step.site))
    frames += [_frame("new", spot) for spot in sorted([*step.bulbs, *step.dots])]
    return sorted(frames, key=lambda frame: ROLES.index(frame.role))


def _frame(role: str, spot: Spot, text: str = "", ghost: str = "") -> Frame:
    return Frame(spot.column, spot.row, role, text, ghost)


def _within(reasons: Sequence[Concluded | Refuted], numbers: Iterator[int]) -> Iterator[Frame]:
    """The frames of arguments: what is supposed, what would follow, numbered in order, and where it ends."""
    for reason in reasons:
        if isinstance(reason, Refuted):
            yield _frame("supposed", reason.cell, "?", reason.supposed)
            yield from _within(reason.steps, numbers)
            yield _frame("end", reason.contradiction.site)
        else:
            number = str(next(numbers))
            for cells, ghost in ((reason.bulbs, "bulb"), (reason.dots, "dot")):
                for spot in cells:
                    yield _frame("within", spot, number, ghost)
