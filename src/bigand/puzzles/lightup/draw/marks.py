"""What is framed in the picture of a step, cell by cell.

The picture of a case shows the board before it: what is supposed and what would follow is drawn as thought, the
cells that would be lit by it are hatched, and the conclusion stands in a corner of its cell, so that nobody takes
one for the other.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bigand.puzzles.lightup.questions import ConclusionRecord, RefutationRecord, Rows, Spot, StepRecord
from bigand.puzzles.lightup.supposing import Supposition, labels_of
from bigand.view.scene import Frame

# Why a cell is framed, in the order in which they are drawn; what comes later is drawn above.
ROLES = ("glow", "premises", "site", "members", "within", "supposed", "end", "new", "opposite")


def frame_board(step: StepRecord) -> Rows:
    """The board that the frames of a step are drawn on."""
    return step.before if step.is_case else step.board


def step_frames(step: StepRecord) -> list[Frame]:
    """All frames of the picture of a step; in an argument with their number there, and what a cell would get."""
    about = () if step.is_case else (step.site,)  # which has a frame of its own
    frames = [_frame("premises", spot) for spot in step.premises if spot not in about]
    frames += [_frame("members", spot) for spot in step.members]
    if step.is_case:
        supposition = Supposition(step.before, labels_of(step.refutations))
        hypothetical = list(dict.fromkeys(_argument_frames(step.refutations, supposition)))
        covered = {(frame.y, frame.x) for frame in hypothetical if frame.ghost}
        frames += hypothetical
        frames += [
            _frame("glow", spot) for spot in sorted(supposition.lit) if (spot.row, spot.column) not in covered
        ]
        frames += [_frame("opposite", spot, "", "bulb") for spot in step.bulbs]
        frames += [_frame("opposite", spot, "", "dot") for spot in step.dots]
    else:
        marked = sorted([*step.bulbs, *step.dots])
        frames += [_frame("site", spot) for spot in about if spot not in marked]  # else it would be hidden
        frames += [_frame("new", spot) for spot in marked]
    return _merge_labels(sorted(frames, key=lambda frame: ROLES.index(frame.role)))


def _merge_labels(frames: list[Frame]) -> list[Frame]:
    """The last frame of a kind on a cell has the labels of all of them, so that none hides another."""
    last: dict[tuple[int, int, bool], int] = {}
    words: dict[tuple[int, int, bool], list[str]] = {}
    for number, frame in enumerate(frames):
        if frame.text:
            key = (frame.x, frame.y, frame.role == "end")
            last[key] = number
            words.setdefault(key, []).append(frame.text)
    labelled = [replace(frame, text="") for frame in frames]
    for key, number in last.items():
        labelled[number] = replace(labelled[number], text=" ".join(dict.fromkeys(words[key])))
    return labelled


def _frame(role: str, spot: Spot, text: str = "", ghost: str = "") -> Frame:
    return Frame(spot.column, spot.row, role, text, ghost)


def _argument_frames(
    reasons: Sequence[ConclusionRecord | RefutationRecord], supposition: Supposition, depth: int = 0
) -> Iterator[Frame]:
    """The frames of arguments: what is supposed, what would follow, with its number, and where it ends."""
    for reason in reasons:
        if isinstance(reason, RefutationRecord):
            letter = supposition.labels.letters[reason] if depth else ""
            inner = (
                supposition.fork() if depth else supposition
            )  # of the light within an argument nothing is left after it
            inner.suppose(reason.supposed, reason.cell)
            yield _frame("supposed", reason.cell, letter or "?", reason.supposed)
            for step in reason.steps:
                yield from _argument_frames([step], inner, depth + 1)
                inner.apply(step)
            yield _frame("end", reason.contradiction.site, letter)
        else:
            number = str(supposition.labels.numbers[reason])
            for cells, ghost in ((reason.bulbs, "bulb"), (reason.dots, "dot")):
                for spot in cells:
                    yield _frame("within", spot, number, ghost)
