"""Frames around the squares that a step is about: an exhibit of what is known, with the atoms of each role."""

from collections.abc import Mapping, Set

from msgspec.structs import replace

from bigand.view.exhibit import Exhibit, Picture
from bigand.view.scene import Frame


def framed(shown: Exhibit, places: Exhibit, roles: Mapping[str, Set[str]]) -> Exhibit:
    """An exhibit with frames; `places` shows the same with just the atoms true that the roles have.

    A square has one frame, of the first role that has an atom there. What has no squares gets none.
    """
    pictures = [
        replace(picture, scene=replace(picture.scene, frames=tuple(_frames(other, roles))))
        for picture, other in zip(shown.pictures, places.pictures, strict=True)
    ]
    return replace(shown, pictures=tuple(pictures))


def _frames(picture: Picture, roles: Mapping[str, Set[str]]) -> list[Frame]:
    found: dict[tuple[int, int], Frame] = {}
    for role, atoms in roles.items():
        cells = [(cell.x, cell.y) for cell in picture.scene.cells if not atoms.isdisjoint(cell.atoms)]
        entries = [(label.x, label.y) for label in picture.scene.labels if not atoms.isdisjoint(label.atoms)]
        for x, y in (*cells, *entries):
            found.setdefault((x, y), Frame(x, y, role))
    return list(found.values())
