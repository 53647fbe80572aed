"""A model in the terminal: grids where a predicate has two integer indices, else the true atoms by predicate."""

from collections.abc import Iterator
from itertools import groupby

from bigand.language.syntax import Program
from bigand.view.listing import Line, Room, fitted, flowing, listing
from bigand.view.numbers import show_numbers
from bigand.view.palette import Depth
from bigand.view.scene import Scene, Truths, Wish, grid, is_grid, wishes

_LARGEST_GRID = 60
_MARKS = {"true": "■", "false": "·", "none": " "}


def show_solution(
    solution: Truths, program: Program, width: int, depth: Depth, room: Room | None = None
) -> Iterator[str]:
    """The lines of a model: what views ask for, then the rest, as much of it as there is room for."""
    from bigand.view.steps import actions, moves, pictures, show_steps  # it draws with what is below

    asked = wishes(program)
    plan = pictures(solution, program)
    done = actions(solution, program, plan)
    drawn = {*done, *[predicate for picture in plan for predicate in picture.predicates]}
    used = 0
    for line in show_steps(plan, moves(solution, done), width, depth, room):
        used += 1
        yield line
    blocks: list[tuple[str, list[Line]]] = []
    for predicate in solution.predicates:
        if predicate not in drawn:
            roles = asked.get(predicate, Wish("", ())).roles
            left = None if room is None else room.lines - used - sum([len(lines) for _, lines in blocks])
            blocks.append((predicate, _block(solution, predicate, roles, width, depth, left)))
    yield from fitted(_propositions_together(blocks, width), room, used)


def _block(
    solution: Truths, predicate: str, roles: tuple[str, ...], width: int, depth: Depth, left: int | None
) -> list[Line]:
    """What is told of a predicate that no picture shows: its numbers, and a grid if there is room, else a list."""
    numbers = solution.number_rows(predicate)
    lines = [
        Line(text, text.count(" = "))
        for text in (show_numbers(predicate, numbers, roles, width) if numbers else ())
    ]
    every, true = solution.frame_rows(predicate, only_true=False), solution.frame_rows(predicate)
    if is_grid(every):
        scene = grid(predicate, every, true, roles)
        if scene.height <= min(_LARGEST_GRID, scene.height if left is None else left) and _width(scene) <= width:
            shown = list(draw(scene, depth))
            return [*lines, *[Line(text, len(true) if not at else 0) for at, text in enumerate(shown)]]
    return [*lines, *listing(predicate, true, width)]


def _propositions_together(blocks: list[tuple[str, list[Line]]], width: int) -> list[tuple[str, list[Line]]]:
    """Propositions that have no index, and follow one another, on one line."""
    found: list[tuple[str, list[Line]]] = []
    for is_plain, group in groupby(blocks, key=lambda block: [line.text for line in block[1]] == [block[0]]):
        names = list(group)
        if is_plain and len(names) > 1:
            found.append((names[0][0], flowing("", [name for name, _ in names], width, "  ")))
        else:
            found += names
    return found


def _column_width(scene: Scene) -> int:
    return max([len(label.text) for label in scene.labels if label.role == "column"])


def _margin(scene: Scene) -> int:
    return max([len(label.text) for label in scene.labels if label.role == "row"])


def _width(scene: Scene) -> int:
    return _margin(scene) + 1 + (scene.width - 1) * (_column_width(scene) + 1)


def draw(scene: Scene, depth: Depth) -> Iterator[str]:
    """A grid of marks: a square where the atom is true, a point where it is false."""
    cell, margin = _column_width(scene), _margin(scene)
    title = next(label.text for label in scene.labels if label.role == "title")
    heads = [label.text.rjust(cell) for label in scene.labels if label.role == "column"]
    yield title
    yield " " * (margin + 2) + " ".join(heads)
    states = {(one.x, one.y): one.state for one in scene.cells}
    for label in scene.labels:
        if label.role == "row":
            marks = []
            for x in range(1, scene.width):
                state = states[x, label.y]
                mark = _MARKS[state].rjust(cell)
                marks.append(f"\033[1;32m{mark}\033[0m" if depth and state == "true" else mark)
            yield f"{label.text.rjust(margin)}  {' '.join(marks).rstrip()}"
