"""The picture of a step as SVG: the board, what it rests on, what follows, and the sentences below."""

from collections.abc import Sequence

from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw.marks import ROLES, frame_board, step_frames
from bigand.puzzles.lightup.draw.scene import board_scene
from bigand.puzzles.lightup.places import Say, column_text
from bigand.puzzles.lightup.questions import StepRecord
from bigand.puzzles.lightup.reasoning.telling import argument_lines, step_sentence, technique_name
from bigand.source.render import wrap_prose
from bigand.view.drawing import Drawing, Shape, Text, stack_drawings
from bigand.view.paint import paint_scene
from bigand.view.pieces import frame_key_shapes
from bigand.view.scene import Frame
from bigand.view.svg import render_drawing_svg

_EDGE, _LINE = 14, 19  # pixels: left of it, and from line to line
_LETTER, _BOLD = 7.3, 8.6  # pixels that a letter is wide, about
_NARROWEST = 420


def step_svg(step: StepRecord, say: Say) -> str:
    """The picture of a step with its number."""
    frames, sentence = step_frames(step), step_sentence(step, say)
    board = paint_scene(
        board_scene(Board.from_rows(frame_board(step)), frames, lambda column: column_text(column, say)),
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
    """The lines below the picture; the first is the heading."""
    head = say("lightup.explain.head", number=step.number, technique=technique_name(step, say))
    lines = [(0, line, True) for line in wrap_prose(head, int(width / _BOLD))]
    for depth, paragraph in [(0, sentence), *[(1 + line.depth, line.text) for line in argument_lines(step, say)]]:
        lines += [(depth, line, False) for line in wrap_prose(paragraph, int((width - 16 * depth) / _LETTER))]
    return [
        Text(_EDGE + 16 * depth, _LINE * (number + 1), line, 14, is_bold=is_bold)
        for number, (depth, line, is_bold) in enumerate(lines)
    ]


def _legend(frames: Sequence[Frame], say: Say) -> Drawing:
    """A line for each role that occurs, with its frame."""
    roles = [role for role in reversed(ROLES) if any([frame.role == role for frame in frames])]
    shapes: list[Shape] = []
    for number, role in enumerate(roles):
        shapes += frame_key_shapes(role, _EDGE - 2, _LINE * number, 18)
        shapes.append(Text(_EDGE + 24, _LINE * number + 14, say(f"lightup.picture.{role}"), 13))
    return Drawing(0, _LINE * len(roles), tuple(shapes))
