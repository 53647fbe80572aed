"""Frames around the squares that a step is about: an exhibit of what is known, with the atoms of each role."""

from collections.abc import Collection, Mapping, Set

from msgspec.structs import replace

from bigand.ground.atoms import split_name
from bigand.view.exhibit import Exhibit, Picture
from bigand.view.scene import Cell, Frame, Label


def add_frames(
    exhibit: Exhibit, places: Exhibit, roles: Mapping[str, Set[str]], excluded: Set[str] = frozenset()
) -> Exhibit:
    """An exhibit with frames; `places` shows the same with just the atoms true that the roles have.

    A square has one frame, of the first role that has an atom there; in it is told what is `excluded`, found to be
    false. What has no squares gets none.
    """
    pictures = [
        replace(
            picture,
            scene=replace(picture.scene, frames=tuple(_make_frames(picture, places_picture, roles, excluded))),
        )
        for picture, places_picture in zip(exhibit.pictures, places.pictures, strict=True)
    ]
    return replace(exhibit, pictures=tuple(pictures))


def _make_frames(
    picture: Picture, places: Picture, roles: Mapping[str, Set[str]], excluded: Set[str]
) -> list[Frame]:
    atoms: dict[tuple[int, int], dict[str, None]] = {}
    drawn: list[Cell | Label] = [*places.scene.cells, *_entries(places)]
    for mark in drawn:
        if mark.atoms:
            atoms.setdefault((mark.x, mark.y), {}).update(dict.fromkeys(mark.atoms))
    filled = {(label.x, label.y) for label in _entries(picture)}  # there is no room for what is out
    filled |= {
        (cell.x, cell.y) for cell in picture.scene.cells if cell.layer and cell.state not in ("none", "false")
    }
    frames: dict[tuple[int, int], Frame] = {}
    for role, framed_atoms in roles.items():
        for (x, y), square_atoms in atoms.items():
            if (x, y) not in frames and not framed_atoms.isdisjoint(square_atoms):
                frames[x, y] = Frame(
                    x, y, role, out="" if (x, y) in filled else _excluded_text(square_atoms, excluded)
                )
    return list(frames.values())


def _entries(picture: Picture) -> list[Label]:
    """What is written in squares; other labels stand beside the board."""
    return [label for label in picture.scene.labels if label.role in ("entry", "given")]


def _excluded_text(square_atoms: Collection[str], excluded: Set[str]) -> str:
    """Those atoms of a square that are out: by what they differ in from others there of the same predicate."""
    by_predicate: dict[tuple[str, int], list[tuple[str, list[str]]]] = {}
    for atom in square_atoms:
        name, arguments = split_name(atom)
        by_predicate.setdefault((name, len(arguments)), []).append((atom, arguments))
    values: list[str] = []
    for (_, count), atoms in by_predicate.items():
        differing = [number for number in range(count) if len({arguments[number] for _, arguments in atoms}) > 1]
        values += [
            ",".join([arguments[number] for number in differing]) for atom, arguments in atoms if atom in excluded
        ]
    if not values:
        return ""
    distinct = sorted({value for value in values if value})
    return "×" + ("" if all([len(value) == 1 for value in distinct]) else " ").join(distinct)
