"""Plans: a picture for each step, of the predicates that have an index for it.

A role named step (or time, étape, temps) says which index that is. Predicates that no view names, but whose first
index is always one of the steps, are what is done: they are listed with their step.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import wrap

from bigand.language.syntax import Program
from bigand.view.drawing import stacked
from bigand.view.film import Frame
from bigand.view.paint import paint, painted_scenes, scene_inks
from bigand.view.palette import Depth, Ink
from bigand.view.scene import Scene, Truths, Wish, grid, is_grid, table, wishes
from bigand.view.terminal import draw
from bigand.view.tubes import contents, draw_tubes, fits, legend, tubes

STEP = frozenset({"step", "time", "étape", "etape", "temps", "pas", "instant", "turn", "tour"})
_GAP = 4  # blanks between pictures side by side

Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A predicate at one step, the index of the step left out."""

    predicate: str
    step: int | None  # None for a picture of something that has no steps
    word: str  # what the file calls a step
    kind: str  # tubes, grid or table
    scene: Scene
    rows: tuple[Row, ...]  # the true ones

    @property
    def title(self) -> str:
        return f"{self.predicate}-{self.step}" if self.step is not None else self.predicate


def step_place(wish: Wish) -> int | None:
    """Which index is that of the step."""
    return next((at for at, role in enumerate(wish.roles) if role.lower() in STEP), None)


def pictures(solution: Truths, program: Program) -> list[Picture]:
    """All pictures, step by step; predicates in their order within a step."""
    found: list[Picture] = []
    for predicate, wish in wishes(program).items():
        if predicate not in solution.predicates:
            continue
        place = step_place(wish)
        every = solution.frame_rows(predicate, only_true=False)
        if wish.kind == "grid" and is_grid(every):
            continue  # one grid shows all steps
        if place is not None and all([len(row) > place and isinstance(row[place], int) for row in every]):
            found += _of_predicate(solution, predicate, wish, place)
        elif wish.kind == "tubes" and fits(every):
            true = solution.frame_rows(predicate)
            found.append(
                Picture(predicate, None, "", "tubes", tubes(predicate, every, true, wish.roles), tuple(true))
            )
    return sorted(found, key=lambda picture: -1 if picture.step is None else picture.step)


def _of_predicate(solution: Truths, predicate: str, wish: Wish, place: int) -> Iterator[Picture]:
    every = _by_step(solution.frame_rows(predicate, only_true=False), place)
    true = _by_step(solution.frame_rows(predicate), place)
    roles = (*wish.roles[:place], *wish.roles[place + 1 :])
    word = wish.roles[place]
    whole = sorted({row for rows in every.values() for row in rows}, key=str)
    for step in sorted(every):
        rows = true.get(step, [])
        title = f"{predicate}, {word} {step}"
        if wish.kind == "tubes" and fits(whole):
            kind, scene = "tubes", tubes(title, whole, rows, roles)
        elif wish.kind != "table" and is_grid(whole):
            kind, scene = "grid", _titled(grid(predicate, every[step], rows, roles), title)
        else:
            kind, scene = "table", _titled(table(predicate, rows, roles), title)
        yield Picture(predicate, step, word, kind, scene, tuple(rows))


def _titled(scene: Scene, title: str) -> Scene:
    labels = [replace(label, text=title) if label.role == "title" else label for label in scene.labels]
    return replace(scene, labels=tuple(labels))


def _by_step(rows: Sequence[Row], place: int) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        step = row[place]
        assert isinstance(step, int)
        found.setdefault(step, []).append((*row[:place], *row[place + 1 :]))
    return found


def actions(solution: Truths, program: Program, found: Sequence[Picture]) -> list[str]:
    """The predicates without a view whose first index is always a step: what is done."""
    named = wishes(program)
    steps = {picture.step for picture in found if picture.step is not None}
    return [
        predicate
        for predicate in solution.predicates
        if predicate not in named and _are_steps(solution.frame_rows(predicate, only_true=False), steps)
    ]


def _are_steps(rows: Sequence[tuple[object, ...]], steps: set[int]) -> bool:
    """Whether there are atoms, and the first index of each is a step; numbers have no atoms."""
    return bool(rows) and all(row and isinstance(row[0], int) and row[0] in steps for row in rows)


def moves(solution: Truths, predicates: Sequence[str]) -> dict[int, list[str]]:
    """The true atoms of some predicates by their first index."""
    found: dict[int, list[str]] = {}
    for predicate in predicates:
        for step, *rest in solution.frame_rows(predicate):
            assert isinstance(step, int)
            found.setdefault(step, []).append(f"{predicate}({','.join(map(str, [step, *rest]))})")
    return found


def frames(solution: Truths, program: Program) -> list[Frame]:
    """The film of a plan: a frame a step, with what is done as its caption; one frame where there are no steps."""
    from bigand.view.scene import scenes

    plan = pictures(solution, program)
    steps = sorted({picture.step for picture in plan if picture.step is not None})
    if not steps:
        return [Frame(stacked(painted_scenes(scenes(solution, program))))]
    done = moves(solution, actions(solution, program, plan))
    ink = scene_inks([picture.scene for picture in plan])
    found = []
    for step in steps:
        here = [picture for picture in plan if picture.step == step]
        drawings = [paint(picture.scene, picture.title, ink) for picture in here]
        said = [f"{here[0].word} {step}", *done.get(step, [])]
        found.append(Frame(stacked(drawings), "\n".join(said)))
    return found


# ---------------------------------------------------------------------- terminal


def show_steps(found: Sequence[Picture], done: dict[int, list[str]], width: int, depth: Depth) -> Iterator[str]:
    """The lines of a plan: pictures side by side as far as they fit, each under its step and what is done."""
    ink = contents([picture.scene for picture in found if picture.kind == "tubes"])
    blocks: list[list[str]] = []
    for step, group in groupby(found, key=lambda picture: picture.step):
        here = list(group)
        lines = [] if step is None else [f"{here[0].word} {step}", *done.get(step, [])]
        for picture in here:
            lines += _lines(picture, ink, depth, width)
        blocks.append(lines)
    for row in _rows(blocks, width):
        yield from _side_by_side(row)
        yield ""
    yield from legend(ink)


def _lines(picture: Picture, ink: dict[str, Ink], depth: Depth, width: int) -> list[str]:
    if picture.kind == "tubes":
        return draw_tubes(picture.scene, ink, depth)
    if picture.kind == "grid":
        return list(draw(picture.scene, depth))[1:]  # its title stands above already
    names = [
        f"{picture.predicate}({','.join(map(str, row))})" if row else picture.predicate for row in picture.rows
    ]
    return wrap("  ".join(names), width, break_long_words=False, break_on_hyphens=False)


def visible_width(line: str) -> int:
    """How wide a line is when its colours are left out."""
    return sum([len(part.split("m", 1)[-1]) if at else len(part) for at, part in enumerate(line.split("\033["))])


def _rows(blocks: list[list[str]], width: int) -> Iterator[list[list[str]]]:
    """Blocks in rows that fit."""
    row: list[list[str]] = []
    used = 0
    for block in blocks:
        wide = max(map(visible_width, block), default=0)
        if row and used + _GAP + wide > width:
            yield row
            row, used = [], 0
        row.append(block)
        used += wide + (_GAP if used else 0)
    if row:
        yield row


def _side_by_side(blocks: list[list[str]]) -> Iterator[str]:
    """Blocks beside each other: their headings above, their last lines on one line."""
    height = max(map(len, blocks))
    wides = [max(map(visible_width, block), default=0) for block in blocks]
    full = [[block[0], *[""] * (height - len(block)), *block[1:]] if block else [""] * height for block in blocks]
    for at in range(height):
        parts = [
            block[at] + " " * (wide - visible_width(block[at])) for block, wide in zip(full, wides, strict=True)
        ]
        yield (" " * _GAP).join(parts).rstrip()
