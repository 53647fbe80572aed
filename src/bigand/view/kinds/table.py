"""A table: one row for each true atom."""

from collections.abc import Callable, Iterator, Sequence

from bigand.view.drawing import Box, Drawing, Line, Shape, text_width
from bigand.view.exhibit import SURE_POINTS, Guess
from bigand.view.facts import PredicateFacts
from bigand.view.kinds import Kind, SceneInput, Screen
from bigand.view.layers import Layer
from bigand.view.paint import CELL, FRAME_COLOUR, label_text, labels_without_heading
from bigand.view.palette import Ink
from bigand.view.scene import Label, Row, Scene, signature_text


class Table(Kind):
    """One table per predicate; in a terminal its atoms are listed."""

    is_plain = True

    def fits(self, _layer: Layer) -> bool:
        return True

    def scene(self, scene_input: SceneInput) -> Scene:
        (layer,) = scene_input.layers
        return make_table(layer.predicate, layer.roles, layer.true, layer.atom_of).with_title(scene_input.title)

    def lines(self, _scene: Scene, _screen: Screen) -> list[str]:
        return []

    def paint(self, scene: Scene, name: str, _ink: dict[str, Ink]) -> Drawing:
        """Paint columns as wide as their texts; every second row is shaded."""
        labels = labels_without_heading(scene)
        wide = [
            max([CELL, *[text_width(label.text, 13) + 20 for label in labels if label.x == x]])
            for x in range(scene.width)
        ]
        shapes: list[Shape] = [
            Box(0, y * CELL, sum(wide), CELL, "#f4f4ee") for y in range(2, scene.height) if y % 2
        ]
        shapes.append(Line(((0, 2 * CELL), (sum(wide), 2 * CELL)), FRAME_COLOUR))
        shapes += [
            label_text(label, name, sum(wide[: label.x]) + 8, (label.y + 1) * CELL - 9, "start") for label in labels
        ]
        return Drawing(sum(wide), scene.height * CELL, tuple(shapes))

    def guesses(self, facts: Sequence[PredicateFacts]) -> Iterator[Guess]:
        """Guess a table, step by step where there are steps; it is sure only if step 0 is among them."""
        for fact in facts:
            if fact.is_step_sure and fact.step is not None:
                yield Guess(
                    "table",
                    (fact.shape_with_roles({}),),
                    SURE_POINTS if 0 in fact.values[fact.step] else SURE_POINTS - 1,
                )
            elif len(fact.non_step_places) == 2:
                yield Guess(
                    "table",
                    (fact.shape_with_roles({}),),
                    int(fact.share_with_single_value(fact.non_step_places[1]) == 1),
                )


KIND = Table()


def make_table(
    predicate: str, roles: tuple[str, ...], true: Sequence[Row], atom: Callable[[Row], str] | None = None
) -> Scene:
    """Return a table: a row for each true instance, a column for each index; `atom` prints an instance."""
    width = max([len(row) for row in true], default=len(roles))
    labels = [Label("title", 0, 0, signature_text(predicate, roles), "title")]
    heads = [roles[place] if place < len(roles) else str(place + 1) for place in range(width)]
    labels += [Label(f"head-{place}", place, 1, head, "column") for place, head in enumerate(heads)]
    for y, row in enumerate(true):
        atoms = () if atom is None else (atom(row),)
        labels += [Label(f"entry-{y}-{x}", x, y + 2, str(index), "entry", atoms) for x, index in enumerate(row)]
    return Scene(max(width, 1), len(true) + 2, (), tuple(labels), "table")
