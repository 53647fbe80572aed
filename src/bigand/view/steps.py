"""An exhibit as pictures: all its scenes, or the frames of a film, one a step."""

from collections.abc import Iterator, Sequence

from bigand.view.drawing import Drawing, stacked
from bigand.view.exhibit import Exhibit, Extension
from bigand.view.film import Frame
from bigand.view.layers import Layer
from bigand.view.paint import key_drawing, paint, painted_scenes, scene_inks
from bigand.view.scene import Scene, is_grid


def scenes(exhibit: Exhibit) -> list[tuple[str, Scene]]:
    """The scenes, with their names: what a view names, else all; two integers are a grid, the rest a table."""
    named = [extension for extension in exhibit.rest if extension.kind]
    rest = named if named or exhibit.pictures else exhibit.rest
    return [*_captioned(exhibit), *[scene for extension in rest for scene in _of_extension(extension)]]


def _captioned(exhibit: Exhibit) -> Iterator[tuple[str, Scene]]:
    """The scenes of pictures; those of a plan under their step and what is done at it."""
    several = len({picture.predicates for picture in exhibit.pictures if picture.step is not None}) > 1
    captioned = set()
    for picture in exhibit.pictures:
        scene = picture.scene
        if picture.step is not None:
            names = f"{', '.join(picture.predicates)}, " if several else ""
            said = "" if picture.step in captioned else "\n".join(exhibit.moves.get(picture.step, ()))
            scene = scene.titled(f"{names}{picture.word} {picture.step}", said)
            captioned.add(picture.step)
        yield picture.title, scene


def _of_extension(extension: Extension) -> Iterator[tuple[str, Scene]]:
    """The values of a predicate, and where it is true."""
    from bigand.view.kinds.grid import grid, grid_of_texts
    from bigand.view.kinds.table import table

    layer = Layer(extension.predicate, extension.roles, extension.grid, extension.true)
    if extension.numbers and extension.kind != "table" and is_grid([row for row, _ in extension.numbers]):
        yield extension.predicate, grid_of_texts(extension.predicate, dict(extension.numbers), extension.roles)
    elif extension.numbers:
        rows = [(*row, text) for row, text in extension.numbers]
        yield f"{extension.predicate}-values", table(extension.predicate, extension.roles, rows)
    if extension.kind != "table" and extension.grid:
        yield extension.predicate, grid(layer)
    elif extension.true:
        yield extension.predicate, table(extension.predicate, extension.roles, extension.true, layer.atom)


def frames(exhibit: Exhibit) -> list[Frame]:
    """The film of a plan: a frame a step, with what is done as its caption; one frame where there are no steps."""
    steps = sorted({picture.step for picture in exhibit.pictures if picture.step is not None})
    if not steps:
        still = scenes(exhibit)
        return [Frame(_with_key(painted_scenes(still), [scene for _, scene in still]))]
    ink = scene_inks(exhibit.scenes)
    film = []
    for step in steps:
        here = [picture for picture in exhibit.pictures if picture.step == step]
        # The caption tells the step: a title is for telling pictures apart.
        titles = [", ".join(picture.predicates) if len(here) > 1 else "" for picture in here]
        drawings = [
            paint(picture.scene.titled(title), picture.title, ink)
            for picture, title in zip(here, titles, strict=True)
        ]
        said = ", ".join(exhibit.moves.get(step, ()))
        caption = f"{here[0].word} {step}: {said}" if said else f"{here[0].word} {step}"
        film.append(Frame(_with_key(drawings, exhibit.scenes), caption, step))
    return film


def _with_key(drawings: list[Drawing], seen: Sequence[Scene]) -> Drawing:
    """Drawings one below the other, and the key of all scenes below them."""
    return stacked([*drawings, *key_drawing(seen, max([drawing.width for drawing in drawings], default=0.0))])
