"""A rule as a small picture: its example before and after, made by the rule itself."""

from collections.abc import Sequence

from bigand.puzzles.lightup.board import Board, Place
from bigand.puzzles.lightup.draw import Pointed
from bigand.puzzles.lightup.draw.svg import CELL, EDGE, svg
from bigand.puzzles.lightup.position import EVERYWHERE, Position, cells_in
from bigand.puzzles.lightup.questions import Scene
from bigand.puzzles.lightup.rules import PROGRAM, Kind, Rule

_GAP = 48  # between two boards, with an arrow in it
_ARROW = "#5c6370"
_CROSS = "#d7263d"


def before_and_after(rule: Rule) -> tuple[Pointed, tuple[Pointed, ...]]:
    """The example of a rule with what it looks at, and what comes of it: a board, several cases, or none at all."""
    position = Position.of(Board(list(rule.example)))
    if rule.kind is Kind.CASE:
        split = next(split for split in rule.splits(position, EVERYWHERE) if split.reading == PROGRAM)
        children = [position.with_marks(*case) for case in split.cases]
        return _pointed(position, 1 << split.site), tuple([_pointed(child, 0) for child in children])
    found = next(rule.conclusions(position, EVERYWHERE))
    if rule.kind is Kind.CONTRADICTION:
        return _pointed(position, 1 << found.site), ()
    after = position.with_marks(found.bulbs, found.dots)
    return _pointed(position, 1 << found.site), (_pointed(after, found.bulbs | found.dots),)


def _pointed(position: Position, cells: int) -> Pointed:
    board = position.board
    return Pointed(board, frozenset([board.place(at) for at in cells_in(cells)]))


def pointed_of(scene: Scene) -> Pointed:
    """A scene of an answer as it is drawn."""
    return Pointed(
        Board.of_rows(scene.rows), frozenset([Place(one.row - 1, one.column - 1) for one in scene.places])
    )


def rule_svg(before: Pointed, after: Sequence[Pointed]) -> str:
    """The picture: an arrow between before and after; a cross behind a contradiction."""
    lines: list[str] = []
    x = _place(before, 0, lines)
    height = _size(before)[1]
    middle = height // 2
    if after:
        lines.append(_sign(f"M{x + 10},{middle} h26 m-8,-6 l8,6 l-8,6", _ARROW))
    else:
        lines.append(_sign(f"M{x + 14},{middle - 10} l20,20 m0,-20 l-20,20", _CROSS))
    x += _GAP
    for number, pointed in enumerate(after):
        x = _place(pointed, x + (16 if number else 0), lines)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{x}" height="{height}" viewBox="0 0 {x} {height}" '
        'font-family="Helvetica, Arial, sans-serif">'
    )
    return "\n".join([head, *lines, "</svg>"]) + "\n"


def _size(pointed: Pointed) -> tuple[int, int]:
    """The width and the height of a drawn board."""
    return pointed.board.width * CELL + 2 * EDGE, pointed.board.height * CELL + 2 * EDGE


def _place(pointed: Pointed, x: int, lines: list[str]) -> int:
    """Put a board at a place; gives where the next one may begin."""
    width, _ = _size(pointed)
    drawn = svg(pointed).splitlines()
    lines += [f'<g transform="translate({x + EDGE} {EDGE})">', *drawn[1:-1], "</g>"]
    return x + width


def _sign(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="4" stroke-linecap="round"/>'
