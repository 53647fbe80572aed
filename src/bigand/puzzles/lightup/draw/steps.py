"""Pictures of steps: which cells are framed and why, and the picture as SVG.

The picture of a case shows the board before it: suppositions and what would follow are drawn as ghosts, cells that
would be lit by them are hatched, and the conclusion is in a corner of its cell, so that they are easy to
distinguish.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw.boards import board_scene
from bigand.puzzles.lightup.questions import ConclusionRecord, RefutationRecord, Rows, Spot, StepRecord
from bigand.puzzles.lightup.step_text import (
    Supposition,
    argument_lines,
    assign_labels,
    rule_or_technique_name,
    step_sentence,
)
from bigand.puzzles.lightup.wording import Say, column_text
from bigand.source.render import wrap_prose
from bigand.view.drawing import Drawing, Shape, Text, stack_drawings
from bigand.view.paint import paint_scene
from bigand.view.pieces import frame_key_shapes
from bigand.view.scene import Frame
from bigand.view.svg import render_drawing_svg

# Why a cell is framed, in the order of drawing; later frames are drawn above.
ROLES = ("glow", "premises", "site", "members", "within", "supposed", "end", "new", "opposite")


def rows_under_frames(step: StepRecord) -> Rows:
    """Return the board on which the frames of a step are drawn."""
    return step.before if step.is_case else step.board


def step_frames(step: StepRecord) -> list[Frame]:
    """Return all frames of a step; in an argument with their labels, and what a cell would get."""
    about = () if step.is_case else (step.site,)  # it has its own frame
    frames = [_frame("premises", spot) for spot in step.premises if spot not in about]
    frames += [_frame("members", spot) for spot in step.members]
    if step.is_case:
        supposition = Supposition(step.before, assign_labels(step.refutations))
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
        frames += [_frame("site", spot) for spot in about if spot not in marked]  # otherwise it would be hidden
        frames += [_frame("new", spot) for spot in marked]
    return _merge_labels(sorted(frames, key=lambda frame: ROLES.index(frame.role)))


def _merge_labels(frames: list[Frame]) -> list[Frame]:
    """Give the last frame of a kind on a cell the labels of all of them, so that none hides another."""
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
    """Yield the frames of arguments: suppositions, what would follow with its number, and the contradiction."""
    for reason in reasons:
        if isinstance(reason, RefutationRecord):
            letter = supposition.labels.letters[reason] if depth else ""
            # The light within a nested argument ends with it.
            inner = supposition.fork() if depth else supposition
            inner.suppose(reason.supposed, reason.cell)
            yield _frame("supposed", reason.cell, letter or "?", reason.supposed)
            for step in reason.steps:
                yield from _argument_frames([step], inner, depth + 1)
                inner.add_conclusion_of(step)
            yield _frame("end", reason.contradiction.site, letter)
        else:
            number = str(supposition.labels.numbers[reason])
            for cells, ghost in ((reason.bulbs, "bulb"), (reason.dots, "dot")):
                for spot in cells:
                    yield _frame("within", spot, number, ghost)


# -------------------------------------- A step as SVG: the board with its frames, a legend, and the sentences below


_EDGE, _LINE = 14, 19  # pixels: the margin, and from line to line
_LETTER, _BOLD = 7.3, 8.6  # pixels: the approximate width of a letter
_NARROWEST = 420


def step_svg(step: StepRecord, say: Say) -> str:
    """Draw a step with its number."""
    frames, sentence = step_frames(step), step_sentence(step, say)
    board = paint_scene(
        board_scene(Board.from_rows(rows_under_frames(step)), frames, lambda column: column_text(column, say)),
        "board",
        {},
    )
    width = max(board.width, _NARROWEST)
    text = _text_shapes(step, sentence, width - 2 * _EDGE, say)
    whole = stack_drawings(
        [
            board,
            _legend(frames, say),
            Drawing(width, _LINE * (len(text) + 1), tuple(text)),
        ]
    )
    return render_drawing_svg(replace(whole, label=sentence))


def _text_shapes(step: StepRecord, sentence: str, width: float, say: Say) -> list[Shape]:
    """Return the lines below the picture; the first is the heading."""
    head = say("lightup.explain.head", number=step.number, technique=rule_or_technique_name(step, say))
    lines = [(0, line, True) for line in wrap_prose(head, int(width / _BOLD))]
    for depth, paragraph in [(0, sentence), *[(1 + line.depth, line.text) for line in argument_lines(step, say)]]:
        lines += [(depth, line, False) for line in wrap_prose(paragraph, int((width - 16 * depth) / _LETTER))]
    return [
        Text(_EDGE + 16 * depth, _LINE * (number + 1), line, 14, is_bold=is_bold)
        for number, (depth, line, is_bold) in enumerate(lines)
    ]


def _legend(frames: Sequence[Frame], say: Say) -> Drawing:
    """Draw a line for each role that occurs, with its frame."""
    roles = [role for role in reversed(ROLES) if any([frame.role == role for frame in frames])]
    shapes: list[Shape] = []
    for number, role in enumerate(roles):
        shapes += frame_key_shapes(role, _EDGE - 2, _LINE * number, 18)
        shapes.append(Text(_EDGE + 24, _LINE * number + 14, say(f"lightup.picture.{role}"), 13))
    return Drawing(0, _LINE * len(roles), tuple(shapes))
