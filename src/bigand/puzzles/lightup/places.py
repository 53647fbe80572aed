"""Places on a board in words: rows and columns are counted from 1, as in the pictures.

`say` gives the sentence of a key in some language, its gaps filled.
"""

from collections.abc import Callable, Sequence

from bigand.puzzles.lightup.board import Place

Say = Callable[..., str]


def place_text(place: Place, say: Say) -> str:
    """`row 2, column 3`."""
    return say("lightup.place", row=place.row + 1, column=place.column + 1)


def places_text(places: Sequence[Place], say: Say) -> str:
    """Several places, row by row: `row 2, columns 3, 5; row 4, column 1`."""
    rows: dict[int, list[Place]] = {}
    for place in sorted(places):
        rows.setdefault(place.row, []).append(place)
    return say("lightup.and").join([_in_a_row(own, say) for own in rows.values()])


def _in_a_row(places: Sequence[Place], say: Say) -> str:
    if len(places) == 1:
        return place_text(places[0], say)
    columns = ", ".join([str(place.column + 1) for place in places])
    return say("lightup.places", row=places[0].row + 1, columns=columns)
