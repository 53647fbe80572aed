"""Places on a board in words: rows and columns are counted from 1, as in the pictures."""

from collections.abc import Sequence

from bigand.apps.cli.texts import Texts
from bigand.puzzles.lightup.board import Place


def place_text(place: Place, texts: Texts) -> str:
    """`row 2, column 3`."""
    return texts("lightup.place", row=place.row + 1, column=place.column + 1)


def places_text(places: Sequence[Place], texts: Texts) -> str:
    """Several places, row by row: `row 2, columns 3, 5; row 4, column 1`."""
    rows: dict[int, list[Place]] = {}
    for place in sorted(places):
        rows.setdefault(place.row, []).append(place)
    return texts("lightup.and").join([_in_a_row(own, texts) for own in rows.values()])


def _in_a_row(places: Sequence[Place], texts: Texts) -> str:
    if len(places) == 1:
        return place_text(places[0], texts)
    columns = ", ".join([str(place.column + 1) for place in places])
    return texts("lightup.places", row=places[0].row + 1, columns=columns)
