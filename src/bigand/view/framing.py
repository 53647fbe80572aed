"""Frames around the squares that a step is about: an exhibit of what is known, with the atoms of each role."""

from collections.abc import Collection, Mapping, Set

from msgspec.structs import replace

from bigand.ground.atoms import split_name
from bigand.view.exhibit import Exhibit, Picture
from bigand.view.scene import Cell, Frame, Label


def framed(shown: Exhibit, places: Exhibit, roles: Mapping[str, Set[str]], out: Set[str] = frozenset()) -> Exhibit:
    """An exhibit with frames; `places` shows the same with just the atoms true that the roles have.

    A square has one frame, of the first role that has an atom there; in it is told what is `out`, found to be
    false. What has no squares gets none.
    """
    pictures = [
        replace(picture, scene=replace(picture.scene, frames=tuple(_frames(picture, other, roles, out))))
        for picture, other in zip(shown.pictures, places.pictures, strict=True)
    ]
    return replace(shown, pictures=tuple(pictures))


def _frames(shown: Picture, places: Picture, roles: Mapping[str, Set[str]], out: Set[str]) -> list[Frame]:
    atoms: dict[tuple[int, int], dict[str, None]] = {}
    drawn: list[Cell | Label] = [*places.scene.cells, *_entries(places)]
    for one in drawn:
        if one.atoms:
            atoms.setdefault((one.x, one.y), {}).update(dict.fromkeys(one.atoms))
    filled = {(label.x, label.y) for label in _entries(shown)}  # there is no room for what is out
    filled |= {(cell.x, cell.y) for cell in shown.scene.cells if cell.layer and cell.state not in ("none", "false")}
    found: dict[tuple[int, int], Frame] = {}
    for role, framed_atoms in roles.items():
        for (x, y), here in atoms.items():
            if (x, y) not in found and not framed_atoms.isdisjoint(here):
                found[x, y] = Frame(x, y, role, out="" if (x, y) in filled else _told(here, out))
    return list(found.values())


def _entries(picture: Picture) -> list[Label]:
    """What is written in squares; other labels stand beside the board."""
    return [label for label in picture.scene.labels if label.role in ("entry", "given")]


def _told(here: Collection[str], out: Set[str]) -> str:
    """Those atoms of a square that are out: by what they differ in from others there of the same predicate."""
    like: dict[tuple[str, int], list[tuple[str, list[str]]]] = {}
    for atom in here:
        name, arguments = split_name(atom)
        like.setdefault((name, len(arguments)), []).append((atom, arguments))
    values: list[str] = []
    for (_, count), atoms in like.items():
        differing = [number for number in range(count) if len({arguments[number] for _, arguments in atoms}) > 1]
        values += [
            ",".join([arguments[number] for number in differing]) for atom, arguments in atoms if atom in out
        ]
    if not values:
        return ""
    told = sorted({value for value in values if value})
    return "×" + ("" if all([len(value) == 1 for value in told]) else " ").join(told)
