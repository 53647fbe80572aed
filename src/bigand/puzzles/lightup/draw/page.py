"""An explanation as one page of HTML to click through: no network, no library, usable with keys and screen readers.

The board is drawn once. A step brings what becomes marked and lit with it, its frames, and its sentences; a short
script shows the board as it is after any step. Without scripts the sentences are there to read.
"""

import json
from functools import cache
from html import escape
from importlib.resources import files

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw.marks import Role, marks_of
from bigand.puzzles.lightup.draw.steps import AXIS, FRAMES, axes_svg, overlay_svg
from bigand.puzzles.lightup.draw.svg import CELL, cells_svg
from bigand.puzzles.lightup.places import Say
from bigand.puzzles.lightup.questions import Explained, Spot, Step
from bigand.puzzles.lightup.reasoning.telling import argument_of, sentence_of, technique_of

_WORDS = ("first", "previous", "next", "last", "step", "start", "keys", "all", "legend", "noscript")


_LEAST = 420  # pixels that a small board is enlarged to, where there is room


@cache
def _template() -> str:
    return files(__package__).joinpath("page.html").read_text(encoding="utf-8")


def page(explanation: Explained, language: str, say: Say) -> str:
    """The whole page, in a language."""
    board = Board.of_rows(explanation.board)
    size = {"width": board.width, "height": board.height}
    steps = [_step(step, board.width, say) for step in explanation.steps]
    gaps = {word: escape(say(f"lightup.page.{word}")) for word in _WORDS}
    gaps |= {
        "language": language,
        "title": escape(say("lightup.page.title", **size)),
        "board": escape(say("lightup.page.board", **size)),
        "verdict": escape(_verdict(explanation, say)),
        "columns": str(board.width),
        "box": f"{-AXIS} {-AXIS} {board.width * CELL + AXIS + 2} {board.height * CELL + AXIS + 2}",
        "most": str(max(_LEAST, board.width * CELL + AXIS)),
        "cells": "\n".join([*axes_svg(board.width, board.height), *_cells(board)]),
        "frames": "\n".join(_legend(say)),
        "list": "\n".join([_listed(step) for step in steps]),
        "count": str(len(steps)),
        "data": json.dumps(steps, ensure_ascii=False).replace("</", "<\\/"),
    }
    text = _template()
    for name, value in gaps.items():
        text = text.replace(f"%{name}%", value)
    return text


def _verdict(explanation: Explained, say: Say) -> str:
    if explanation.level is None:
        return say("lightup.explain.multiple")
    return say("lightup.explain.rated", level=say(f"lightup.level.{explanation.level}"), number=explanation.number)


def _cells(board: Board) -> list[str]:
    """The board as it is given, each white cell to be found by its number."""
    return [line.replace("<rect data-row", "<rect class='cell' data-row") for line in cells_svg(board)]


def _legend(say: Say) -> list[str]:
    lines = []
    for role in reversed(Role):
        colour, dashes, thick, _ = FRAMES[role]
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        frame = (
            f'<svg width="18" height="18" aria-hidden="true"><rect x="2" y="2" width="14" height="14" fill="none" '
            f'stroke="{colour}" stroke-width="{min(thick, 3)}"{dashed}/></svg>'
        )
        lines.append(f'<li data-legend="{role.value}">{frame} {escape(say(f"lightup.picture.{role.value}"))}</li>')
    return lines


def _step(step: Step, width: int, say: Say) -> dict[str, object]:
    marks = marks_of(step)

    def numbers(cells: tuple[Spot, ...]) -> list[int]:
        return [(cell.row - 1) * width + cell.column - 1 for cell in cells]

    return {
        "number": step.number,
        "name": technique_of(step, say),
        "says": sentence_of(step, say),
        "argument": [[line.depth, line.text] for line in argument_of(step, say)],
        "bulbs": numbers(step.bulbs),
        "dots": numbers(step.dots),
        "lit": numbers(step.lit),
        "roles": sorted({mark.role.value for mark in marks}),
        "overlay": "".join(overlay_svg(marks)),
    }


def _listed(step: dict[str, object]) -> str:
    """A step in the list: a button that leads to it."""
    number, name, says = step["number"], escape(str(step["name"])), escape(str(step["says"]))
    return f'<li><button type="button" data-go="{number}"><b>{number}. {name}.</b> {says}</button></li>'
