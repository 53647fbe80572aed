"""A timeline: one lane per worker or resource; equal activities in consecutive slots are one bar.

Roles say which index is the lane and which the time slot; a third one is the activity.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from msgspec.structs import replace

from bigand.view.drawing import Box, Drawing, Line, Shape, text_width
from bigand.view.exhibit import Guess
from bigand.view.facts import MIN_SHARE, PredicateFacts, role_words
from bigand.view.kinds import Kind, SceneInput, Screen
from bigand.view.layers import Layer, index_sort_key, place_with_role, sort_and_fill_gaps, true_atoms_by_place
from bigand.view.paint import CELL, FRAME_COLOUR, cell_id, fill_place, label_text, mark_shapes
from bigand.view.palette import Ink, paint_text_background
from bigand.view.scene import Cell, Index, Label, Scene, is_drawable_size, join_states

SLOT_ROLES = frozenset(
    {"slot", "day", "hour", "week", "month", "period", "créneau", "jour", "heure", "semaine", "mois"}
)
_SLOT_WORDS = role_words("slot day hour week month period creneau jour heure semaine mois", "")
_BUSY = "#2f6f4f"


class Timeline(Kind):
    """Lanes one below the other, one picture per predicate."""

    def fits(self, layer: Layer) -> bool:
        """Whether all rows have a lane, a slot and perhaps an activity, and there are not too many."""
        sizes = {len(row) for row in layer.rows}
        return (
            sizes <= {2, 3}
            and len(sizes) == 1
            and is_drawable_size(layer.rows, *_lane_slot_activity_places(layer)[:2])
        )

    def scene(self, scene_input: SceneInput) -> Scene:
        """Return a cell for each lane and slot; `none` where nothing is done."""
        (layer,), (whole,) = scene_input.layers, scene_input.all_steps
        lane, slot, content = _lane_slot_activity_places(whole)
        lanes = sorted({row[lane] for row in whole.rows}, key=index_sort_key)
        slots = sort_and_fill_gaps([row[slot] for row in whole.rows])
        done: dict[tuple[Index, Index], list[str]] = {}
        for row in layer.true:
            done.setdefault((row[lane], row[slot]), []).append(
                layer.look or str(row[content]) if content else "true"
            )
        true = true_atoms_by_place([(layer, itemgetter(lane, slot))])
        cells = [
            Cell(
                f"{layer.predicate}-{lane}-{slot}",
                x,
                y,
                join_states(sorted(done.get((lane, slot), ["none"]))),
                atoms=true.get((lane, slot), ()),
            )
            for y, lane in enumerate(lanes, 2)
            for x, slot in enumerate(slots, 1)
        ]
        labels = [Label("title", 0, 0, scene_input.title, "title")]
        labels += [Label(f"lane-{lane}", 0, y, str(lane), "row") for y, lane in enumerate(lanes, 2)]
        labels += [Label(f"slot-{slot}", x, 1, str(slot), "column") for x, slot in enumerate(slots, 1)]
        return Scene(len(slots) + 1, len(lanes) + 2, tuple(cells), tuple(labels), "timeline")

    def lines(self, scene: Scene, screen: Screen) -> list[str]:
        """Return bars as long as they last, with their names."""
        slots = [label.text for label in scene.labels if label.role == "column"]
        lanes = [label.text for label in scene.labels if label.role == "row"]
        bars = list(_bars(scene))
        wide = 1 + max([-(-len(_bar_name(cell)) // count) for cell, count in bars] + [len(slot) for slot in slots])
        margin = max(map(len, lanes)) + 2
        rows = [f"{lane:<{margin}}" for lane in lanes]
        for cell, count in bars:
            room = wide * count - 1
            if cell.state == "none":
                text = "".join(["·".ljust(wide)] * count)
            elif screen.depth and cell.state in screen.ink:
                text = (
                    paint_text_background(_bar_name(cell).center(room), screen.ink[cell.state].colour, screen.depth)
                    + " "
                )
            else:
                text = f"{_bar_name(cell):━^{room}} "
            rows[cell.y - 2] += text
        heads = "".join([slot.ljust(wide) for slot in slots])
        return screen.lines_if_fitting([line.rstrip() for line in (*rows, " " * margin + heads)])

    def paint(self, scene: Scene, name: str, ink: dict[str, Ink]) -> Drawing:
        """Paint bars with the colour and name of the activity; every second lane is shaded."""
        bars = list(_bars(scene))
        rows = [label for label in scene.labels if label.role == "row"]
        margin = max([text_width(label.text, 12) for label in rows]) + 10
        unit = max([CELL + 8, *[(text_width(_bar_name(cell), 12) + 12) / count for cell, count in bars]])
        wide, high = margin + (scene.width - 1) * unit, scene.height * CELL
        shapes: list[Shape] = [Box(0, y * CELL, wide, CELL, "#f4f4ee") for y in range(2, scene.height) if y % 2]
        for x in range(scene.width):
            across = margin + x * unit
            shapes.append(Line(((across, 2 * CELL), (across, high)), FRAME_COLOUR, 0.5))
        for cell, count in bars:
            if cell.state == "none":
                continue
            left, top = margin + (cell.x - 1) * unit + 2, cell.y * CELL + 4
            right, bottom = left + count * unit - 4, top + CELL - 8
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            busy = {"true": Ink(_BUSY, ""), **ink}
            shapes += fill_place(corners, cell.state, busy, cell_id(name, cell), cell.atoms)
            shapes += mark_shapes(_bar_name(cell), cell.state, (left + right) / 2, (top + bottom) / 2, 12, ink)
        for label in scene.labels:
            if label.role == "row":
                shapes.append(label_text(label, name, margin - 6, (label.y + 1) * CELL - 9, "end"))
            elif label.role == "column":
                shapes.append(label_text(label, name, margin + (label.x - 0.5) * unit, 2 * CELL - 9))
        return Drawing(wide, high, tuple(shapes))

    def guesses(self, facts: Sequence[PredicateFacts]) -> Iterator[Guess]:
        """Guess a timeline only where an argument is named after a time; activities come one at a time."""
        for fact in facts:
            slots = [place for place in fact.non_step_places if fact.role_score(place, _SLOT_WORDS) == 3]
            if len(slots) == 1 and len(fact.non_step_places) in (2, 3):
                lane, *content = [place for place in fact.non_step_places if place not in slots]
                alone = not content or fact.share_with_single_value(content[0]) >= MIN_SHARE
                points = 2 + 2 * alone + (not fact.is_numeric(lane))
                word = min(fact.words[slots[0]] & SLOT_ROLES, default="slot")
                roles = {slots[0]: word, **dict.fromkeys(content, "value")}
                yield Guess("timeline", (fact.shape_with_roles(roles),), points)


KIND = Timeline()


def _lane_slot_activity_places(layer: Layer) -> tuple[int, int, int | None]:
    """Return the positions of lane, slot and activity among the indices; in order where roles do not say."""
    size = len(layer.rows[0])
    slot = place_with_role(SLOT_ROLES, layer.roles, range(size))
    lane, *content = [place for place in range(size) if place != (1 if slot is None else slot)]
    return lane, 1 if slot is None else slot, content[0] if content else None


def _bars(scene: Scene) -> Iterator[tuple[Cell, int]]:
    """Yield the first cell of each bar, with all its atoms, and its number of slots; free time is a bar too."""
    for _, group in groupby(scene.cells, key=lambda cell: (cell.y, cell.state)):
        bar = list(group)
        yield replace(bar[0], atoms=tuple([atom for cell in bar for atom in cell.atoms])), len(bar)


def _bar_name(cell: Cell) -> str:
    return "" if cell.state in ("true", "none") else cell.state
