"""Objections in words, and as records for programs."""

from collections.abc import Sequence

from bigand.puzzles.lightup.board import Place
from bigand.puzzles.lightup.places import Say, places_text
from bigand.puzzles.lightup.proof.objection import Objection, Remark
from bigand.puzzles.lightup.rules import Rule
from bigand.source import render

_LISTED = 6  # places, at most, that a sentence lists


def sentence_of(objection: Objection, say: Say) -> str:
    """`step 7, line 23, Must Light: row 2, column 7: does not follow …`."""
    gaps = {name: render.visible(text) for name, text in objection.gaps.items()}
    said = say(f"lightup.proof.{objection.reason.value}", places=_places(objection.places, say), **gaps)
    where = _where(objection, say)
    return say("lightup.proof.said", where=where, said=said) if where else said


def remark_of(objection: Objection, say: Say) -> str | None:
    """What the engine has to say to it; a counterexample is announced."""
    if objection.remark is None:
        return None
    better = "" if objection.better is None else _rule_name(objection.better, say)
    return say(f"lightup.proof.remark.{objection.remark.value}", better=better)


def _where(objection: Objection, say: Say) -> str:
    """The step, or else the node, its line in the file, and its rule."""
    parts = []
    if objection.step is not None:
        parts.append(say("lightup.proof.at.step", step=render.visible(objection.step)[:40]))
    elif objection.node is not None:
        parts.append(say("lightup.proof.at.node", node=render.visible(objection.node)[:40]))
    if objection.line is not None:
        parts.append(say("lightup.proof.at.line", line=objection.line))
    if objection.rule is not None:
        parts.append(_rule_name(objection.rule, say))
    return ", ".join(parts)


def _rule_name(rule: Rule, say: Say) -> str:
    """The name in the language, with LEGUP's own where it is another."""
    name = say(f"lightup.rule.{rule.key}.name")
    return name if name == rule.name else f"{name} ({rule.name})"


def _places(places: Sequence[Place], say: Say) -> str:
    shown = places_text(places[:_LISTED], say)
    return shown if len(places) <= _LISTED else f"{shown} …"


def as_record(objection: Objection, say: Say) -> dict[str, object]:
    """For JSON; cells are `[x, y]` from the top left, counted from 0, as in LEGUP's files."""
    cells = [[place.column, place.row] for place in objection.places]
    record: dict[str, object] = {
        "reason": objection.reason.value,
        "message": sentence_of(objection, say),
        "step": objection.step,
        "node": objection.node,
        "line": objection.line,
        "rule": None if objection.rule is None else objection.rule.name,
        "rule_id": None if objection.rule is None else objection.rule.id,
        "cell": cells[0] if cells else None,
        "cells": cells,
    }
    if objection.remark is not None:
        record["remark"] = objection.remark.value
        record["note"] = remark_of(objection, say)
    if objection.remark is Remark.FOLLOWS_OTHERWISE and objection.better is not None:
        record["follows_by"] = objection.better.name
    if objection.counterexample is not None:
        record["counterexample"] = list(objection.counterexample.rows)
    return record
