"""Add frames around the squares that a step is about."""

from collections.abc import Collection, Mapping, Set

from msgspec.structs import replace

from bigand.ground.atoms import split_name
from bigand.view.exhibit import Exhibit, Picture
from bigand.view.scene import Cell, Frame, Label


def add_frames(
    exhibit: Exhibit, places: Exhibit, roles: Mapping[str, Set[str]], excluded: Set[str] = frozenset()
) -> Exhibit:
    """Return an exhibit with frames.

    `places` shows the same exhibit with exactly the atoms of `atoms_by_role` true. A square gets one frame, for the
    first role with an atom there; it names the `excluded` atoms, those found to be false. Pictures without squares
    get none.
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
    picture: Picture, places: Picture, atoms_by_role: Mapping[str, Set[str]], excluded: Set[str]
) -> list[Frame]:
    atoms: dict[tuple[int, int], dict[str, None]] = {}
    drawn: list[Cell | Label] = [*places.scene.cells, *_labels_in_squares(places)]
    for mark in drawn:
        if mark.atoms:
            atoms.setdefault((mark.x, mark.y), {}).update(dict.fromkeys(mark.atoms))
    filled = {(label.x, label.y) for label in _labels_in_squares(picture)}  # no space for excluded values
    filled |= {
        (cell.x, cell.y) for cell in picture.scene.cells if cell.layer and cell.state not in ("none", "false")
    }
    frames: dict[tuple[int, int], Frame] = {}
    for role, framed_atoms in atoms_by_role.items():
        for (x, y), square_atoms in atoms.items():
            if (x, y) not in frames and not framed_atoms.isdisjoint(square_atoms):
                frames[x, y] = Frame(
                    x, y, role, out="" if (x, y) in filled else _exclusion_text(square_atoms, excluded)
                )
    return list(frames.values())


def _labels_in_squares(picture: Picture) -> list[Label]:
    """Return the texts in squares; other labels are beside the board."""
    return [label for label in picture.scene.labels if label.role in ("entry", "given")]


def _exclusion_text(square_atoms: Collection[str], excluded: Set[str]) -> str:
    """Return the excluded atoms of a square, shortened to what distinguishes them within their predicate."""
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
