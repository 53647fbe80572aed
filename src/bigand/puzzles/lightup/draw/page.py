"""An explanation as one HTML page to click through: no network, no library, usable with keys and screen readers.

The board is drawn once. A step has its new marks and lit cells, its frames, and its sentences; a short script shows
the board after any step. Without scripts the sentences can still be read.
"""

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw.boards import board_scene
from bigand.puzzles.lightup.draw.steps import ROLES, step_frames
from bigand.puzzles.lightup.questions import ExplainAnswer, StepRecord
from bigand.puzzles.lightup.step_text import argument_lines, rule_or_technique_name, step_sentence
from bigand.puzzles.lightup.wording import Say, column_text
from bigand.view.drawing import Shape
from bigand.view.paint import paint_scene
from bigand.view.pieces import LIGHT_COLOUR, frame_key_shapes
from bigand.view.scene import Cell, Scene
from bigand.view.svg import svg_elements

_WORDS = (
    "first",
    "previous",
    "next",
    "last",
    "larger",
    "smaller",
    "step",
    "start",
    "keys",
    "all",
    "legend",
    "noscript",
)
_MAX_SIDE_WIDTH = 720  # pixels of a board that is placed beside the text
_MIN_BOARD_WIDTH = 420  # pixels to which a small board is enlarged if possible


@cache
def _template() -> str:
    return files(__package__).joinpath("page.html").read_text(encoding="utf-8")


def render_page(explanation: ExplainAnswer, language: str, say: Say) -> str:
    """Render the whole page in a language."""
    board = Board.from_rows(explanation.board)
    size = {"width": board.width, "height": board.height}
    scene = board_scene(board, column_heads=lambda column: column_text(column, say))
    drawing = paint_scene(scene, "board", {})
    steps = [_step_data(step, scene, say) for step in explanation.steps]
    gaps = {word: escape(say(f"lightup.page.{word}")) for word in _WORDS}
    gaps |= {
        "language": language,
        "title": escape(say("lightup.page.title", **size)),
        "board": escape(say("lightup.page.board", **size)),
        "verdict": escape(_verdict(explanation, say)),
        "box": f"0 0 {drawing.width:g} {drawing.height:g}",
        # A wide board is placed above the text.
        "basis": "24rem" if drawing.width <= _MAX_SIDE_WIDTH else "100%",
        "most": f"{max(_MIN_BOARD_WIDTH, drawing.width):g}",
        "light": LIGHT_COLOUR,
        "cells": "\n".join(svg_elements(drawing.shapes)),
        "frames": "\n".join(_legend(say)),
        "list": "\n".join([_list_item(step) for step in steps]),
        "count": str(len(steps)),
        "data": json.dumps(steps, ensure_ascii=False).replace("</", "<\\/"),
    }
    text = _template()
    for name, value in gaps.items():
        text = text.replace(f"%{name}%", value)
    return text


def _verdict(explanation: ExplainAnswer, say: Say) -> str:
    if explanation.level is None:
        return say(f"lightup.rate.{explanation.status}")
    return say("lightup.explain.rated", level=say(f"lightup.level.{explanation.level}"), number=explanation.number)


def _legend(say: Say) -> list[str]:
    lines = []
    for role in reversed(ROLES):
        shapes = _shapes_svg([*frame_key_shapes(role, 0, 0, 18)])
        frame = f'<svg width="18" height="18" aria-hidden="true">{shapes}</svg>'
        lines.append(f'<li data-legend="{role}">{frame} {escape(say(f"lightup.picture.{role}"))}</li>')
    return lines


def _step_data(step: StepRecord, scene: Scene, say: Say) -> dict[str, object]:
    frames, width = step_frames(step), scene.width - 1
    marks = [(spot, "bulb") for spot in step.bulbs] + [(spot, "dot") for spot in step.dots]
    cells = [Cell(f"step-{spot.row}-{spot.column}", spot.column, spot.row, mark, 1) for spot, mark in marks]
    # The shapes without the board: pieces come first, then its edge and its labels, then frames.
    shapes = paint_scene(replace(scene, cells=tuple(cells), frames=tuple(frames)), "board", {}).shapes
    bare = len(paint_scene(replace(scene, cells=tuple(cells)), "board", {}).shapes)
    return {
        "number": step.number,
        "name": rule_or_technique_name(step, say),
        "says": step_sentence(step, say),
        "argument": [[line.depth, line.text] for line in argument_lines(step, say)],
        "marks": _shapes_svg(shapes[: bare - len(scene.labels) - 1]),
        "case": step.is_case,
        "lit": [(cell.row - 1) * width + cell.column - 1 for cell in step.lit],
        "roles": sorted({frame.role for frame in frames}),
        "overlay": _shapes_svg(shapes[bare:]),
    }


def _shapes_svg(shapes: Sequence[Shape]) -> str:
    return "".join(svg_elements(shapes))


def _list_item(step: dict[str, object]) -> str:
    """Render a step of the list as a button that leads to it."""
    number, name, says = step["number"], escape(str(step["name"])), escape(str(step["says"]))
    return f'<li><button type="button" data-go="{number}"><b>{number}. {name}.</b> {says}</button></li>'
