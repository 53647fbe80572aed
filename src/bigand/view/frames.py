"""Turn an exhibit into scenes, or into the frames of a film, one per step."""

from collections.abc import Iterator, Sequence

from bigand.view.drawing import Drawing, stack_drawings
from bigand.view.exhibit import Exhibit, Extension
from bigand.view.film import FilmFrame
from bigand.view.layers import Layer
from bigand.view.paint import draw_key, paint_scene, paint_scenes, scene_inks
from bigand.view.scene import Scene, can_be_grid


def named_scenes_of(exhibit: Exhibit) -> list[tuple[str, Scene]]:
    """Return the scenes with their names: those of views, else of all predicates.

    A predicate with two integer indices is a grid, any other a table.
    """
    named = [extension for extension in exhibit.rest if extension.kind]
    rest = named if named or exhibit.pictures else exhibit.rest
    return [*_caption_scenes(exhibit), *[scene for extension in rest for scene in _extension_scenes(extension)]]


def _caption_scenes(exhibit: Exhibit) -> Iterator[tuple[str, Scene]]:
    """Yield the scenes of pictures; those of a plan are titled with their step and its moves."""
    several = len({picture.predicates for picture in exhibit.pictures if picture.step is not None}) > 1
    captioned = set()
    for picture in exhibit.pictures:
        scene = picture.scene
        if picture.step is not None:
            names = f"{', '.join(picture.predicates)}, " if several else ""
            moves = "" if picture.step in captioned else "\n".join(exhibit.moves.get(picture.step, ()))
            scene = scene.with_title(f"{names}{picture.word} {picture.step}", moves)
            captioned.add(picture.step)
        yield picture.scene_name, scene


def _extension_scenes(extension: Extension) -> Iterator[tuple[str, Scene]]:
    """Yield the scenes of a predicate without a picture: its values, and where it is true."""
    from bigand.view.kinds.grid import make_grid, make_text_grid
    from bigand.view.kinds.table import make_table

    layer = Layer(extension.predicate, extension.roles, extension.grid, extension.true)
    if extension.numbers and extension.kind != "table" and can_be_grid([row for row, _ in extension.numbers]):
        yield extension.predicate, make_text_grid(extension.predicate, dict(extension.numbers), extension.roles)
    elif extension.numbers:
        rows = [(*row, text) for row, text in extension.numbers]
        yield f"{extension.predicate}-values", make_table(extension.predicate, extension.roles, rows)
    if extension.kind != "table" and extension.grid:
        yield extension.predicate, make_grid(layer)
    elif extension.true:
        yield extension.predicate, make_table(extension.predicate, extension.roles, extension.true, layer.atom_of)


def film_frames(exhibit: Exhibit) -> list[FilmFrame]:
    """Return the film of a plan, one frame per step with its moves as the caption; without steps, one frame."""
    steps = sorted({picture.step for picture in exhibit.pictures if picture.step is not None})
    if not steps:
        still = named_scenes_of(exhibit)
        return [FilmFrame(_stack_with_key(paint_scenes(still), [scene for _, scene in still]))]
    ink = scene_inks(exhibit.scenes)
    film = []
    for step in steps:
        here = [picture for picture in exhibit.pictures if picture.step == step]
        # The caption names the step; titles only distinguish several pictures.
        titles = [", ".join(picture.predicates) if len(here) > 1 else "" for picture in here]
        drawings = [
            paint_scene(picture.scene.with_title(title), picture.scene_name, ink)
            for picture, title in zip(here, titles, strict=True)
        ]
        moves = ", ".join(exhibit.moves.get(step, ()))
        caption = f"{here[0].word} {step}: {moves}" if moves else f"{here[0].word} {step}"
        film.append(FilmFrame(_stack_with_key(drawings, exhibit.scenes), caption, step))
    return film


def _stack_with_key(drawings: list[Drawing], seen: Sequence[Scene]) -> Drawing:
    """Stack drawings, with the key of all scenes below them."""
    return stack_drawings([*drawings, *draw_key(seen, max([drawing.width for drawing in drawings], default=0.0))])
