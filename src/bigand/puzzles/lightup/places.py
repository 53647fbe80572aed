"""Places on a board, and rules, in words: rows and columns are counted from 1, as in the pictures.

`say` gives the sentence of a key in some language, its gaps filled.
"""

from collections.abc import Callable, Iterable, Sequence

from bigand.puzzles.lightup.questions import Spot

Say = Callable[..., str]


def place_text(place: Spot, say: Say) -> str:
    """`row 2, column 3`."""
    return say("lightup.place", row=place.row, column=place.column)


def places_text(places: Iterable[Spot], say: Say) -> str:
    """Several places, row by row: `row 2, columns 3, 5; row 4, column 1`."""
    rows: dict[int, list[Spot]] = {}
    for place in sorted(places):
        rows.setdefault(place.row, []).append(place)
    return say("lightup.and").join([_in_a_row(own, say) for own in rows.values()])


def _in_a_row(places: Sequence[Spot], say: Say) -> str:
    if len(places) == 1:
        return place_text(places[0], say)
    columns = ", ".join([str(place.column) for place in places])
    return say("lightup.places", row=places[0].row, columns=columns)


def rule_key(name: str) -> str:
    """The key of a rule in the catalogue, by LEGUP's name: `lightup.rule.KEY` are its sentences."""
    return name.lower().replace(" ", "_")


def rule_title(name: str, say: Say) -> str:
    """The name of a rule in the language, with LEGUP's own where it is another."""
    said = say(f"lightup.rule.{rule_key(name)}.name")
    return said if said == name else f"{said} ({name})"
