"""The picture of a step as SVG: the board after it, what it rests on, what follows, and the sentences below.

Every role has a frame of its own colour and its own dashes, so that colour alone says nothing.
"""

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw.marks import Mark, Role, marks_of
from bigand.puzzles.lightup.draw.svg import CELL, cells_svg
from bigand.puzzles.lightup.places import Say
from bigand.puzzles.lightup.questions import Step
from bigand.puzzles.lightup.reasoning.telling import argument_of, sentence_of, technique_of

_EDGE, _LINE, _LETTER = 8, 19, 7.3  # pixels: around, from line to line, and about as wide as a letter is
AXIS = 20  # pixels for the numbers of rows and columns
_NARROWEST = 420

# The colour, the dashes and the width of a frame, and how far it is from the edge of the cell.
FRAMES = {
    Role.PREMISE: ("#7d8590", "3 3", 2, 3),
    Role.MEMBER: ("#c35f00", "6 3", 3, 4),
    Role.SITE: ("#1f6feb", "", 3, 2),
    Role.WITHIN: ("#8250df", "2 2", 2, 5),
    Role.SUPPOSED: ("#8250df", "", 3, 4),
    Role.END: ("#d7263d", "", 4, 2),
    Role.NEW: ("#1a7f37", "", 4, 2),
}


def step_svg(step: Step, say: Say) -> str:
    """The picture of a step with its number."""
    board, marks = Board.of_rows(step.board), marks_of(step)
    sentence = sentence_of(step, say)
    wide, high = board.width * CELL, board.height * CELL
    width = max(wide, _NARROWEST)
    text = _text(step, sentence, width, say)
    legend = legend_svg(marks, say, high + 2 * _LINE)
    height = high + _LINE * (len(text) + len(legend) + 3)
    edge = _EDGE + AXIS
    whole = f'width="{width + edge + _EDGE}" height="{height + edge + _EDGE}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {whole} '
        f'viewBox="{-edge} {-edge} {width + edge + _EDGE} {height + edge + _EDGE}" '
        f'font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(sentence)}</title>",
        f'<rect x="{-edge}" y="{-edge}" {whole} fill="#ffffff"/>',
        *axes_svg(board.width, board.height),
        *cells_svg(board),
        f'<rect width="{wide}" height="{high}" fill="none" stroke="#20242b" stroke-width="2"/>',
        *overlay_svg(marks),
        *legend,
        *_written(text, high + _LINE * (len(legend) + 2)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _text(step: Step, sentence: str, width: int, say: Say) -> list[tuple[int, str]]:
    """The lines below the picture, each with how far it is indented; the first is the heading."""
    head = say("lightup.explain.head", number=step.number, technique=technique_of(step, say))
    paragraphs = [(0, sentence), *[(1 + line.depth, line.text) for line in argument_of(step, say)]]
    lines = [(0, head)]
    for depth, paragraph in paragraphs:
        lines += [(depth, line) for line in wrap(paragraph, int((width - 16 * depth) / _LETTER))]
    return lines


def _written(text: Sequence[tuple[int, str]], top: int) -> list[str]:
    weights = ["bold", *["normal"] * len(text)]
    return [
        f'<text x="{16 * depth}" y="{top + _LINE * at}" font-size="14" font-weight="{weights[at]}" '
        f'fill="#20242b">{escape(line)}</text>'
        for at, (depth, line) in enumerate(text)
    ]


def axes_svg(width: int, height: int) -> list[str]:
    """The numbers of the columns above a board, and of the rows left of it."""
    style = 'font-size="11" fill="#5c6370"'
    across = [
        f'<text x="{at * CELL + CELL // 2}" y="-6" text-anchor="middle" {style}>{at + 1}</text>'
        for at in range(width)
    ]
    down = [
        f'<text x="-5" y="{at * CELL + CELL // 2 + 4}" text-anchor="end" {style}>{at + 1}</text>'
        for at in range(height)
    ]
    return across + down


def overlay_svg(marks: Sequence[Mark]) -> list[str]:
    """The frames, ghosts and numbers on a board."""
    lines = []
    for mark in marks:
        x, y = (mark.at.column - 1) * CELL, (mark.at.row - 1) * CELL
        lines += _ghost(mark, x + CELL // 2, y + CELL // 2)
        lines.append(_frame(mark.role, x, y))
        if mark.label:
            lines.append(
                f'<text x="{x + CELL - 7}" y="{y + 13}" font-size="12" font-weight="bold" text-anchor="end" '
                f'stroke="#ffffff" stroke-width="3" paint-order="stroke" fill="#5a2bb0">{mark.label}</text>'
            )
        if mark.role is Role.END:
            lines.append(_cross(x, y))
    return lines


def _frame(role: Role, x: int, y: int) -> str:
    colour, dashes, thick, inset = FRAMES[role]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<rect data-role="{role.value}" x="{x + inset}" y="{y + inset}" width="{CELL - 2 * inset}" '
        f'height="{CELL - 2 * inset}" fill="none" stroke="{colour}" stroke-width="{thick}"{dashed}/>'
    )


def _ghost(mark: Mark, x: int, y: int) -> list[str]:
    """What a cell would get, were the supposition right."""
    style = 'fill="none" stroke="#8250df" stroke-width="2" stroke-dasharray="3 2"'
    if mark.ghost == "bulb":
        return [f'<circle cx="{x}" cy="{y}" r="9" {style}/>']
    if mark.ghost == "dot":
        return [f'<circle cx="{x}" cy="{y}" r="4" {style}/>']
    return []


def _cross(x: int, y: int) -> str:
    """A cross in the corner of a cell, for a contradiction."""
    left, top = x + 5, y + 5
    return (
        f'<path d="M{left} {top}l7 7m0 -7l-7 7" fill="none" stroke="#ffffff" stroke-width="5"/>'
        f'<path d="M{left} {top}l7 7m0 -7l-7 7" fill="none" stroke="#d7263d" stroke-width="2.5"/>'
    )


def legend_svg(marks: Sequence[Mark], say: Say, top: int) -> list[str]:
    """A line for each role that occurs, with its frame."""
    roles = [role for role in reversed(Role) if any(mark.role is role for mark in marks)]
    lines = []
    for at, role in enumerate(roles):
        y = top + _LINE * at - 13
        colour, dashes, thick, _ = FRAMES[role]
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        lines.append(
            f'<g><rect x="1" y="{y}" width="14" height="14" fill="none" stroke="{colour}" '
            f'stroke-width="{min(thick, 3)}"{dashed}/>'
            f'<text x="24" y="{y + 12}" font-size="13" fill="#20242b">'
            f"{escape(say(f'lightup.picture.{role.value}'))}</text></g>"
        )
    return lines
