"""Texts for a page about answers: the sentences of the terminal, by what they are about."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Any, assert_never

from bigand.api.question import Answer
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.questions import ObjectionRecord
from bigand.puzzles.lightup.step_text import hint_sentences, step_texts
from bigand.puzzles.lightup.terminal import clash_spots, demand_text, finding_text, rating_line, verdict_text
from bigand.puzzles.lightup.wording import objection_message, proof_result_text, remark_text, rule_key
from bigand.wording.outcome import Kind
from bigand.wording.texts import Texts


@singledispatch
def describe_answer(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """Return the texts that a page shows for an answer."""
    return {}


@describe_answer.register
def _describe_check(answer: questions.CheckAnswer, texts: Texts) -> dict[str, Any]:
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
            "text": texts("lightup.check.is_wrong", count=texts.count_with_noun("mistake", len(wrong)))
            if wrong else texts(f"lightup.check.is_{answer.status}")}  # fmt: skip


@describe_answer.register
def _describe_solve(answer: questions.SolveAnswer, texts: Texts) -> dict[str, Any]:
    kind = _outcome_kind(answer.status)
    if answer.why is None:
        return {"outcome": kind, "text": texts(f"lightup.page.{answer.status}")}
    board = Board.from_rows(answer.board or ())
    return {
        "outcome": kind,
        "text": texts("lightup.why.minimal" if answer.minimal else "lightup.why.some"),
        "why": [demand_text(demand, board, texts) for demand in answer.why],
        "places": [list(spot) for spot in clash_spots(answer.why)],
    }


def _outcome_kind(status: questions.StatusName) -> Kind:
    """Good if there is exactly one solution."""
    match status:
        case "unique":
            return "good"
        case "multiple" | "none":
            return "bad"
        case _:
            assert_never(status)


@describe_answer.register
def _describe_unique(answer: questions.UniqueAnswer, texts: Texts) -> dict[str, Any]:
    return {"outcome": _outcome_kind(answer.status), "text": texts(f"lightup.page.{answer.status}")}


@describe_answer.register
def _describe_decide(answer: questions.DecideAnswer, texts: Texts) -> dict[str, Any]:
    return {"outcome": _outcome_kind(answer.status), "text": texts(f"lightup.page.{answer.status}")}


@describe_answer.register
def _describe_hint(answer: questions.HintAnswer, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "step" | "solved":
            kind: Kind = "good"
        case "wrong" | "none":
            kind = "bad"
        case "multiple":
            kind = "open"
        case _:
            assert_never(answer.status)
    description = {"outcome": kind, "text": " ".join(hint_sentences(answer, texts))}
    return description if answer.step is None else {**description, "steps": [step_texts(answer.step, texts)]}


@describe_answer.register
def _describe_explain(answer: questions.ExplainAnswer, texts: Texts) -> dict[str, Any]:
    return {
        "outcome": _outcome_kind(answer.status) if answer.complete else "open",
        "text": verdict_text(answer, texts),
        "advice": "" if answer.complete else texts("lightup.advice.page.explain"),
        "steps": [step_texts(step, texts) for step in answer.steps],
    }


@describe_answer.register
def _describe_rate(answer: questions.RateAnswer, texts: Texts) -> dict[str, Any]:
    return {"outcome": _outcome_kind(answer.status), "text": rating_line(answer, texts)}


@describe_answer.register
def _describe_rules(answer: questions.RulesAnswer, texts: Texts) -> dict[str, Any]:
    from bigand.puzzles.lightup.draw.boards import rule_svg, to_highlighted_board

    return {
        "rules": [
            {
                **_rule_entry(rule.name, texts),
                "svg": rule_svg(
                    to_highlighted_board(rule.before), [to_highlighted_board(scene) for scene in rule.after]
                ),
            }
            for rule in answer.rules
        ]
    }


def _rule_entry(name: str, texts: Texts) -> dict[str, str]:
    key = f"lightup.rule.{rule_key(name)}"
    return {"name": texts(f"{key}.name"), "says": texts(key)}


@describe_answer.register
def _describe_suggest(answer: questions.SuggestAnswer, texts: Texts) -> dict[str, Any]:
    return {"rules": [_rule_entry(name, texts) for name in answer.rules]}


# ---------------------------------------------------------------------- Proofs


@describe_answer.register
def _describe_try_step(answer: questions.TryStepAnswer, texts: Texts) -> dict[str, Any]:
    return {} if answer.why is None else {"errors": _error_entries([answer.why], texts)}


@describe_answer.register
def _describe_judge_draft(answer: questions.JudgeDraftAnswer, texts: Texts) -> dict[str, Any]:
    return {
        "text": proof_result_text(answer.goal, answer.solutions, texts) if answer.accepted else None,
        "errors": _error_entries(answer.errors, texts),
        "nodes": {node.name: _error_entries(node.errors, texts) for node in answer.nodes if node.errors},
    }


@describe_answer.register
def _describe_read_draft(answer: questions.ReadDraftAnswer, texts: Texts) -> dict[str, Any]:
    return {"errors": _error_entries(answer.errors, texts)}


def _error_entries(objections: Iterable[ObjectionRecord], texts: Texts) -> list[dict[str, str | None]]:
    return [
        {"message": objection_message(objection, texts), "note": remark_text(objection, texts)}
        for objection in objections
    ]
