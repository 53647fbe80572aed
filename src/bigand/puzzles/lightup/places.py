"""Places on a board, and rules, in words: rows and columns are counted from 1, as in the pictures.

A place is `r2c3`, or `C2` where columns have letters, as puzzle sites have them: the sentences decide, and a
`say` may have the sentence of another key instead (`LETTER_KEYS`).

`say` gives the sentence of a key in some language, its gaps filled.
"""

from collections.abc import Callable, Iterable

from bigand.puzzles.lightup.questions import Spot

Say = Callable[..., str]


# With these sentences instead of those, columns have letters.
LETTER_KEYS = {"lightup.place": "lightup.place.letters", "lightup.column": "lightup.column.letters"}


def place_text(place: Spot, say: Say) -> str:
    """`r2c3`."""
    return say("lightup.place", row=place.row, column=place.column, letters=column_letters(place.column))


def places_text(places: Iterable[Spot], say: Say, joint: str = "and") -> str:
    """Several places, row by row: `r2c3, r2c5 and r4c1`; or with `or`, or `nor` where none of them is meant."""
    *others, last = [place_text(place, say) for place in sorted(places)] or [""]
    return f"{', '.join(others)}{say(f'lightup.{joint}')}{last}" if others else last


def column_text(column: int, say: Say) -> str:
    """What stands above a column."""
    return say("lightup.column", column=column, letters=column_letters(column))


def column_letters(column: int) -> str:
    """`A` to `Z`, then `AA` and so on.

    >>> [column_letters(column) for column in (1, 26, 27, 703)]
    ['A', 'Z', 'AA', 'AAA']
    """
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def rule_key(name: str) -> str:
    """The key of a rule in the catalogue, by LEGUP's name: `lightup.rule.KEY` are its sentences."""
    return name.lower().replace(" ", "_")


def rule_title(name: str, say: Say) -> str:
    """The name of a rule in the language, with LEGUP's own where it is another."""
    translated = say(f"lightup.rule.{rule_key(name)}.name")
    return translated if translated == name else f"{translated} ({name})"
