"""A model in the terminal: grids where a predicate has two integer indices, else the true atoms by predicate."""

from collections.abc import Iterator
from textwrap import wrap

from bigand.language.syntax import Program
from bigand.view.numbers import show_numbers
from bigand.view.palette import Depth
from bigand.view.scene import Scene, Truths, Wish, grid, is_grid, wishes

_LARGEST_GRID = 60
_MARKS = {"true": "■", "false": "·", "none": " "}


def show_solution(solution: Truths, program: Program, width: int, depth: Depth) -> Iterator[str]:
    """The lines of a model."""
    from bigand.view.steps import actions, moves, pictures, show_steps  # it draws with what is below

    asked = wishes(program)
    plan = pictures(solution, program)
    done = actions(solution, program, plan)
    yield from show_steps(plan, moves(solution, done), width, depth)
    drawn = {*done, *[predicate for picture in plan for predicate in picture.predicates]}
    for predicate in solution.predicates:
        if predicate in drawn:
            continue
        numbers = solution.number_rows(predicate)
        if numbers:
            yield from show_numbers(predicate, numbers, asked.get(predicate, Wish("", ())).roles, width)
        every, true = solution.frame_rows(predicate, only_true=False), solution.frame_rows(predicate)
        if is_grid(every):
            scene = grid(predicate, every, true, asked.get(predicate, Wish("", ())).roles)
            if scene.height <= _LARGEST_GRID and _width(scene) <= width:
                yield from draw(scene, depth)
                continue
        yield from _listing(predicate, true, width)


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


def _listing(predicate: str, true: list[tuple[object, ...]], width: int) -> Iterator[str]:
    if true:
        names = [f"{predicate}({','.join(map(str, row))})" if row else predicate for row in true]
        yield from wrap("  ".join(names), width, break_long_words=False, break_on_hyphens=False)
