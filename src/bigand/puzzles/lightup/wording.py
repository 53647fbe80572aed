"""Places, rules and objections in words: rows and columns are counted from 1, as in the pictures.

A place is `r2c3`, or `C2` where columns have letters, as on puzzle sites. The messages decide which: a `say` may
use the message of another key instead (`LETTER_KEYS`).

`say` returns the message of a key in some language, its gaps filled.
"""

from collections.abc import Callable, Iterable

from bigand.api.question import to_plain_data
from bigand.puzzles.lightup.questions import ObjectionRecord, Spot
from bigand.source import render

Say = Callable[..., str]


# Replacing these keys gives columns letters.
LETTER_KEYS = {"lightup.place": "lightup.place.letters", "lightup.column": "lightup.column.letters"}


def place_text(place: Spot, say: Say) -> str:
    """Return a place such as `r2c3`."""
    return say("lightup.place", row=place.row, column=place.column, letters=column_letters(place.column))


def places_text(places: Iterable[Spot], say: Say, joint: str = "and") -> str:
    """List places row by row: `r2c3, r2c5 and r4c1`; `joint` is "and", "or", or "nor"."""
    *others, last = [place_text(place, say) for place in sorted(places)] or [""]
    return f"{', '.join(others)}{say(f'lightup.{joint}')}{last}" if others else last


def column_text(column: int, say: Say) -> str:
    """Return the heading of a column."""
    return say("lightup.column", column=column, letters=column_letters(column))


def column_letters(column: int) -> str:
    """Return `A` to `Z`, then `AA` and so on.

    >>> [column_letters(column) for column in (1, 26, 27, 703)]
    ['A', 'Z', 'AA', 'AAA']
    """
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def rule_key(rule_name: str) -> str:
    """Return the key of a rule in the catalogue, from LEGUP's name; its messages are `lightup.rule.KEY`."""
    return rule_name.lower().replace(" ", "_")


def rule_title(name: str, say: Say) -> str:
    """Return the name of a rule in the language, followed by LEGUP's own if it differs."""
    translated = say(f"lightup.rule.{rule_key(name)}.name")
    return translated if translated == name else f"{translated} ({name})"


# ----------------------------------------------------------------- Objections in words, and as records for programs


_MAX_PLACES = 6  # that a sentence lists


def objection_sentence(objection: ObjectionRecord, say: Say) -> str:
    """Return an objection as a sentence: `step 7, line 23, Must Light: r2c7: does not follow …`."""
    message = objection_message(objection, say)
    where = _location_text(objection, say)
    return say("lightup.proof.said", where=where, said=message) if where else message


def objection_message(objection: ObjectionRecord, say: Say) -> str:
    """Return the same sentence without the step, to show it at the step."""
    gaps = {name: render.make_printable(text) for name, text in objection.gaps.items()}
    return say(f"lightup.proof.{objection.reason}", places=_place_list(objection, say), **gaps)


def remark_text(objection: ObjectionRecord, say: Say) -> str | None:
    """Return what the engine has to add; it may announce a counterexample."""
    if objection.remark is None:
        return None
    better = "" if objection.follows_by is None else rule_title(objection.follows_by, say)
    return say(f"lightup.proof.remark.{objection.remark}", better=better)


def proof_result_text(goal: str, solutions: int, say: Say) -> str:
    """Say what an accepted proof shows."""
    if goal != "DEFAULT":
        return say("lightup.proof.proves.goal", goal=goal)
    kind = ("none", "unique", "several")[min(2, solutions)]
    return say(f"lightup.proof.proves.{kind}", count=solutions)


def _location_text(objection: ObjectionRecord, say: Say) -> str:
    """Return the step, or else the node, its line in the file, and its rule."""
    parts = []
    if objection.step is not None:
        parts.append(say("lightup.proof.at.step", step=render.make_printable(objection.step)[:40]))
    elif objection.node is not None:
        parts.append(say("lightup.proof.at.node", node=render.make_printable(objection.node)[:40]))
    if objection.line is not None:
        parts.append(say("lightup.proof.at.line", line=objection.line))
    if objection.rule is not None:
        parts.append(rule_title(objection.rule, say))
    return ", ".join(parts)


def _place_list(objection: ObjectionRecord, say: Say) -> str:
    text = places_text([Spot(y + 1, x + 1) for x, y in objection.cells[:_MAX_PLACES]], say)
    return text if len(objection.cells) <= _MAX_PLACES else f"{text} …"


def objection_dict(objection: ObjectionRecord, say: Say) -> dict[str, object]:
    """Return an objection as a record, with its sentences."""
    record: dict[str, object] = {**to_plain_data(objection), "message": objection_sentence(objection, say)}
    if objection.remark is not None:
        record["note"] = remark_text(objection, say)
    return record
