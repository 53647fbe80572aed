"""Objections in words, and as records for programs."""

from bigand.answer.question import to_plain_data
from bigand.puzzles.lightup.places import Say, places_text, rule_title
from bigand.puzzles.lightup.questions import ObjectionRecord, Spot
from bigand.source import render

_MAX_PLACES = 6  # places, at most, that a sentence lists


def objection_sentence(objection: ObjectionRecord, say: Say) -> str:
    """`step 7, line 23, Must Light: r2c7: does not follow …`."""
    message = objection_message(objection, say)
    where = _location_text(objection, say)
    return say("lightup.proof.said", where=where, said=message) if where else message


def objection_message(objection: ObjectionRecord, say: Say) -> str:
    """The same without the step, for whoever shows it there."""
    gaps = {name: render.make_printable(text) for name, text in objection.gaps.items()}
    return say(f"lightup.proof.{objection.reason}", places=_place_list(objection, say), **gaps)


def remark_text(objection: ObjectionRecord, say: Say) -> str | None:
    """What the engine has to say to it; a counterexample is announced."""
    if objection.remark is None:
        return None
    better = "" if objection.follows_by is None else rule_title(objection.follows_by, say)
    return say(f"lightup.proof.remark.{objection.remark}", better=better)


def proof_result_text(goal: str, solutions: int, say: Say) -> str:
    """What an accepted proof shows."""
    if goal != "DEFAULT":
        return say("lightup.proof.proves.goal", goal=goal)
    kind = ("none", "unique", "several")[min(2, solutions)]
    return say(f"lightup.proof.proves.{kind}", count=solutions)


def _location_text(objection: ObjectionRecord, say: Say) -> str:
    """The step, or else the node, its line in the file, and its rule."""
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
    """For programs that want to show it."""
    record: dict[str, object] = {**to_plain_data(objection), "message": objection_sentence(objection, say)}
    if objection.remark is not None:
        record["note"] = remark_text(objection, say)
    return record
