"""Plans: a picture for each step, of the predicates that have an index for it.

A role named step (or time, étape, temps) says which index that is. Predicates that no view names, whose first index
is always one of the steps, and of which at most one atom is true a step, are what is done: told with their step.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bigand.language.syntax import Program, View
from bigand.view.board import board, draw_board
from bigand.view.board import fits as board_fits
from bigand.view.clues import clue_numbers
from bigand.view.drawing import Drawing, stacked
from bigand.view.film import Frame
from bigand.view.graph import draw_graph, graph
from bigand.view.graph import fits as graph_fits
from bigand.view.layers import Layer, Row, layer_of
from bigand.view.listing import Room, flowing, listing
from bigand.view.paint import key_drawing, paint, painted_scenes, scene_inks, scene_legend
from bigand.view.palette import Depth, Ink
from bigand.view.scene import Scene, Truths, grid, is_grid, named, table, wishes
from bigand.view.terminal import draw
from bigand.view.tubes import draw_tubes, legend_line, mark_of, tubes
from bigand.view.tubes import fits as tube_fits

Clues = dict[Row, tuple[int, ...]]
_GAP = 4  # blanks between pictures side by side
_LARGEST_BOARD = 60  # rows in the terminal


@dataclass(frozen=True, slots=True)
class Picture:
    """Some predicates at one step, the index of the step left out."""

    predicates: tuple[str, ...]
    step: int | None  # None for a picture of something that has no steps
    word: str  # what the file calls a step
    scene: Scene
    rows: tuple[tuple[str, Row], ...]  # the true ones, with their predicates

    @property
    def title(self) -> str:
        name = "-".join(self.predicates)
        return f"{name}-{self.step}" if self.step is not None else name

    @property
    def kind(self) -> str:
        return self.scene.kind


def pictures(solution: Truths, program: Program) -> list[Picture]:
    """All pictures, step by step; predicates in their order within a step."""
    found: list[Picture] = []
    known: set[str] = set()
    for view in program.directives:
        if isinstance(view, View):
            shapes = [
                one for one in view.shapes if one.predicate in solution.predicates and one.predicate not in known
            ]
            known |= {shape.predicate for shape in shapes}
            clues = clue_numbers(program) if view.kind == "board" else {}
            found += _of_view(view.kind, [layer_of(shape, solution) for shape in shapes], clues)
    return sorted(found, key=lambda picture: -1 if picture.step is None else picture.step)


def _of_view(kind: str, layers: list[Layer], clues: Clues) -> Iterator[Picture]:
    """Boards and graphs show their predicates together, other views one by one; numbers are drawn elsewhere."""
    layers = [layer for layer in layers if layer.rows]
    if kind in ("board", "graph"):
        test = board_fits if kind == "board" else graph_fits
        together = [layer for layer in layers if test(layer.at((layer.steps() or [0])[0]))]
        yield from _of_layers(kind, together, clues)
        layers = [layer for layer in layers if layer not in together]
    for layer in layers:
        if kind == "grid" and is_grid(layer.rows):
            continue  # one grid shows all steps
        if layer.step is not None or (kind == "tubes" and tube_fits(layer.rows)):
            yield from _of_layers(kind, [layer], clues)


def _of_layers(kind: str, layers: list[Layer], clues: Clues) -> Iterator[Picture]:
    steps = sorted({step for layer in layers for step in layer.steps()})
    word = next((layer.word for layer in layers if layer.step is not None), "")
    every = [layer.at(step) for step in steps for layer in layers] if steps else layers
    names = tuple([layer.predicate for layer in layers])
    moments: list[int | None] = [*steps] or ([None] if layers else [])
    for step in moments:
        here = [layer if step is None else layer.at(step) for layer in layers]
        title = _untimed(kind, here) if step is None else f"{', '.join(names)}, {word} {step}"
        rows = tuple([(layer.predicate, row) for layer in here for row in layer.true])
        yield Picture(names, step, word, _scene(kind, title, here, every, clues), rows)


def _untimed(kind: str, layers: list[Layer]) -> str:
    if kind == "tubes":
        return layers[0].predicate
    return ", ".join([named(layer.predicate, layer.roles) for layer in layers])


def _scene(kind: str, title: str, here: list[Layer], every: list[Layer], clues: Clues) -> Scene:
    """What is seen at one step; `every` has all steps, so that pictures are alike."""
    if kind == "board":
        extent = [replace(layer, rows=_whole(layer.predicate, every)) for layer in here]
        return board(title, extent, clues)
    if kind == "graph":
        return graph(title, here, every)
    (layer,) = here
    whole = _whole(layer.predicate, every)
    if kind == "tubes" and tube_fits(whole):
        return tubes(title, whole, layer.true, layer.roles)
    if kind != "table" and is_grid(whole):
        return grid(layer.predicate, layer.rows, layer.true, layer.roles).titled(title)
    return table(layer.predicate, layer.true, layer.roles).titled(title)


def _whole(predicate: str, every: list[Layer]) -> tuple[Row, ...]:
    """The index tuples of a predicate at all steps."""
    return tuple(sorted({row for layer in every if layer.predicate == predicate for row in layer.rows}, key=str))


def actions(solution: Truths, program: Program, found: Sequence[Picture]) -> list[str]:
    """The predicates without a view whose first index is always a step, one at a step at most: what is done."""
    named = wishes(program)
    steps = {picture.step for picture in found if picture.step is not None}
    return [
        predicate
        for predicate in solution.predicates
        if predicate not in named
        and _are_steps(solution.frame_rows(predicate, only_true=False), steps)
        and _are_alone(solution.frame_rows(predicate))
    ]


def _are_steps(rows: Sequence[tuple[object, ...]], steps: set[int]) -> bool:
    """Whether there are atoms, and the first index of each is a step; numbers have no atoms."""
    return bool(rows) and all(row and isinstance(row[0], int) and row[0] in steps for row in rows)


def _are_alone(true: Sequence[Row]) -> bool:
    """Whether no two of them are at one step."""
    return len({row[0] for row in true}) == len(true)


def moves(solution: Truths, predicates: Sequence[str]) -> dict[int, list[str]]:
    """What is done at each step: `pour 1 → 2` for `pour(7,1,2)`."""
    found: dict[int, list[str]] = {}
    for predicate in predicates:
        every = solution.frame_rows(predicate, only_true=False)
        # An arrow where both are of one kind: what the one is somewhere, the other is elsewhere.
        is_arrow = all([len(row) == 3 for row in every]) and {row[1] for row in every} & {row[2] for row in every}
        for step, *rest in solution.frame_rows(predicate):
            assert isinstance(step, int)
            words = [" → ".join(map(str, rest))] if is_arrow else map(str, rest)
            found.setdefault(step, []).append(" ".join([predicate, *words]))
    return found


def captioned_scenes(solution: Truths, program: Program, plan: Sequence[Picture]) -> list[tuple[str, Scene]]:
    """The scenes of pictures with their names; those of a plan under their step and what is done at it."""
    done = moves(solution, actions(solution, program, plan))
    several = len({picture.predicates for picture in plan if picture.step is not None}) > 1
    found, told = [], set()
    for picture in plan:
        scene = picture.scene
        if picture.step is not None:
            names = f"{', '.join(picture.predicates)}, " if several else ""
            said = "" if picture.step in told else "\n".join(done.get(picture.step, []))
            scene = scene.titled(f"{names}{picture.word} {picture.step}", said)
            told.add(picture.step)
        found.append((picture.title, scene))
    return found


def frames(solution: Truths, program: Program) -> list[Frame]:
    """The film of a plan: a frame a step, with what is done as its caption; one frame where there are no steps."""
    from bigand.view.scene import scenes

    plan = pictures(solution, program)
    steps = sorted({picture.step for picture in plan if picture.step is not None})
    if not steps:
        still = scenes(solution, program)
        return [Frame(_with_key(painted_scenes(still), [scene for _, scene in still]))]
    done = moves(solution, actions(solution, program, plan))
    ink = scene_inks([picture.scene for picture in plan])
    found = []
    for step in steps:
        here = [picture for picture in plan if picture.step == step]
        # The caption tells the step: a title is for telling pictures apart.
        titles = [", ".join(picture.predicates) if len(here) > 1 else "" for picture in here]
        drawings = [
            paint(picture.scene.titled(title), picture.title, ink)
            for picture, title in zip(here, titles, strict=True)
        ]
        said = ", ".join(done.get(step, []))
        caption = f"{here[0].word} {step}: {said}" if said else f"{here[0].word} {step}"
        found.append(Frame(_with_key(drawings, [picture.scene for picture in plan]), caption))
    return found


def _with_key(drawings: list[Drawing], seen: Sequence[Scene]) -> Drawing:
    """Drawings one below the other, and the key of all scenes below them."""
    return stacked([*drawings, *key_drawing(seen, max([drawing.width for drawing in drawings], default=0.0))])


# ---------------------------------------------------------------------- terminal


def show_steps(
    found: Sequence[Picture], done: dict[int, list[str]], width: int, depth: Depth, room: Room | None = None
) -> Iterator[str]:
    """The lines of a plan: pictures side by side as far as they fit, each under its step and what is done."""
    ink = scene_inks([picture.scene for picture in found])
    wide = _widest_mark(found, ink)
    untimed = [[*_heading(one), *_lines(one, ink, depth, width, wide)] for one in found if one.step is None]
    rows = list(_rows([lines for _, lines in blocks(found, done, width, depth)], width))
    key = key_lines(found, width)
    for at, lines in enumerate(untimed):
        yield from [*([""] if at else []), *lines]
    if untimed and (rows or key):
        yield ""
    used = len(key) + 1
    for at, row in enumerate(rows):
        lines = list(_side_by_side(row))
        used += len(lines) + 1
        if at and room is not None and room.tell_steps is not None and used > room.lines:
            yield from [room.tell_steps(sum(map(len, rows[at:]))), ""]
            break
        yield from [*lines, ""]
    yield from key


def key_lines(found: Sequence[Picture], width: int) -> list[str]:
    """What the marks of some pictures mean, if that has to be told."""
    seen = [picture.scene for picture in found]
    told = [(mark, name) for mark, name in scene_legend(seen, scene_inks(seen)) if mark != name.replace(" ", "")]
    return [line.text for line in flowing("", [legend_line([entry]) for entry in told], width, ", ")]


def _heading(picture: Picture) -> list[str]:
    return [] if picture.kind == "tubes" else [picture.scene.title]


def blocks(
    found: Sequence[Picture], done: dict[int, list[str]], width: int, depth: Depth
) -> Iterator[tuple[int, list[str]]]:
    """The steps, each with its lines: what it is called, what is done, what is seen."""
    ink = scene_inks([picture.scene for picture in found])
    wide = _widest_mark(found, ink)
    for step, group in groupby(found, key=lambda picture: picture.step):
        if step is not None:
            here = list(group)
            lines = [f"{here[0].word} {step}", *done.get(step, [])]
            for picture in here:
                lines += _lines(picture, ink, depth, width, wide)
            yield step, lines


def _widest_mark(found: Sequence[Picture], ink: dict[str, Ink]) -> int:
    """How wide the marks of tubes are, so that the pictures of a plan are alike."""
    states = {state for picture in found if picture.kind == "tubes" for state in picture.scene.states}
    return max([len(mark_of(state, ink)) for state in states], default=1)


def _lines(picture: Picture, ink: dict[str, Ink], depth: Depth, width: int, wide: int) -> list[str]:
    if picture.kind == "tubes":
        return draw_tubes(picture.scene, ink, depth, wide)
    if picture.kind == "graph":
        return list(draw_graph(picture.scene, ink, width, depth))
    drawn = list(draw_board(picture.scene, ink, depth)) if picture.kind == "board" else []
    if picture.kind == "grid":
        drawn = list(draw(picture.scene, depth))[1:]  # its title stands above already
    if drawn and len(drawn) <= _LARGEST_BOARD and max(map(visible_width, drawn)) <= width:
        return drawn
    lines = []
    for predicate in picture.predicates:
        true = [row for name, row in picture.rows if name == predicate]
        lines += [line.text for line in listing(predicate, true, width)]
    return lines


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
