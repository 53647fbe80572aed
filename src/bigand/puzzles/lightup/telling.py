"""What a page tells people of answers: the sentences of the terminal, each beside what it is about."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Any, assert_never

from bigand.answer.question import Answer
from bigand.command.outcome import Kind
from bigand.command.texts import Texts
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.places import rule_key
from bigand.puzzles.lightup.proof.words import proved_text, remark_of, said_of
from bigand.puzzles.lightup.questions import Objected
from bigand.puzzles.lightup.reasoning.telling import as_record, hint_sentences
from bigand.puzzles.lightup.terminal import clashing, demand_text, finding_text, rating_line
from bigand.puzzles.lightup.terminal_steps import verdict_text


@singledispatch
def told(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@told.register
def _checked(answer: questions.Checked, texts: Texts) -> dict[str, Any]:
    wrong = [finding for finding in answer.findings if finding.wrong]
    match answer.status:
        case "solved":
            kind: Kind = "good"
        case "open":
            kind = "open" if answer.can_finish is None else "good" if answer.can_finish else "bad"
        case "wrong":
            kind = "bad"
        case _:
            assert_never(answer.status)
    return {"outcome": kind,
            "findings": [finding_text(finding, texts) for finding in answer.findings if finding.kind != "dark"],
            "text": texts("lightup.check.is_wrong", count=texts.plural("mistake", len(wrong)))
            if wrong else texts(f"lightup.check.is_{answer.status}")}  # fmt: skip


@told.register
def _solved(answer: questions.Solved, texts: Texts) -> dict[str, Any]:
    kind = _kind_of_status(answer.status)
    if answer.why is None:
        return {"outcome": kind, "text": texts(f"lightup.page.{answer.status}")}
    board = Board.of_rows(answer.board or ())
    return {
        "outcome": kind,
        "text": texts("lightup.why.minimal" if answer.minimal else "lightup.why.some"),
        "why": [demand_text(demand, board, texts) for demand in answer.why],
        "places": [list(spot) for spot in clashing(answer.why)],
    }


def _kind_of_status(status: questions.Status) -> Kind:
    """Whether there is just one solution."""
    match status:
        case "unique":
            return "good"
        case "multiple" | "none":
            return "bad"
        case _:
            assert_never(status)


@told.register
def _uniqueness(answer: questions.Uniqueness, texts: Texts) -> dict[str, Any]:
    return {"outcome": _kind_of_status(answer.status), "text": texts(f"lightup.page.{answer.status}")}


@told.register
def _decided(answer: questions.DecidedCells, texts: Texts) -> dict[str, Any]:
    return {"outcome": _kind_of_status(answer.status), "text": texts(f"lightup.page.{answer.status}")}


@told.register
def _hinted(answer: questions.Hinted, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "step" | "solved":
            kind: Kind = "good"
        case "wrong" | "none":
            kind = "bad"
        case "multiple":
            kind = "open"
        case _:
            assert_never(answer.status)
    said = {"outcome": kind, "text": " ".join(hint_sentences(answer, texts))}
    return said if answer.step is None else {**said, "steps": [as_record(answer.step, texts)]}


@told.register
def _explained(answer: questions.Explained, texts: Texts) -> dict[str, Any]:
    return {
        "outcome": _kind_of_status(answer.status) if answer.complete else "open",
        "text": verdict_text(answer, texts),
        "advice": "" if answer.complete else texts("lightup.advice.page.explain"),
        "steps": [as_record(step, texts) for step in answer.steps],
    }


@told.register
def _rated(answer: questions.Rated, texts: Texts) -> dict[str, Any]:
    return {"outcome": _kind_of_status(answer.status), "text": rating_line(answer, texts)}


@told.register
def _rules(answer: questions.RulesTold, texts: Texts) -> dict[str, Any]:
    from bigand.puzzles.lightup.draw.rule import pointed_of, rule_svg

    return {
        "rules": [
            {
                **_rule(rule.name, texts),
                "svg": rule_svg(pointed_of(rule.before), [pointed_of(scene) for scene in rule.after]),
            }
            for rule in answer.rules
        ]
    }


def _rule(name: str, texts: Texts) -> dict[str, str]:
    key = f"lightup.rule.{rule_key(name)}"
    return {"name": texts(f"{key}.name"), "says": texts(key)}


@told.register
def _suggested(answer: questions.Suggested, texts: Texts) -> dict[str, Any]:
    return {"rules": [_rule(name, texts) for name in answer.rules]}


# ---------------------------------------------------------------------- proofs


@told.register
def _tried(answer: questions.StepTried, texts: Texts) -> dict[str, Any]:
    return {} if answer.why is None else {"errors": _errors([answer.why], texts)}


@told.register
def _draft_judged(answer: questions.DraftJudged, texts: Texts) -> dict[str, Any]:
    return {
        "text": proved_text(answer.goal, answer.solutions, texts) if answer.accepted else None,
        "errors": _errors(answer.errors, texts),
        "nodes": {node.name: _errors(node.errors, texts) for node in answer.nodes if node.errors},
    }


@told.register
def _draft_read(answer: questions.DraftRead, texts: Texts) -> dict[str, Any]:
    return {"errors": _errors(answer.errors, texts)}


def _errors(objections: Iterable[Objected], texts: Texts) -> list[dict[str, str | None]]:
    return [{"message": said_of(objection, texts), "note": remark_of(objection, texts)} for objection in objections]
