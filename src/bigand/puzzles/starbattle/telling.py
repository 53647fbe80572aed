"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any, assert_never

from bigand.answer.question import Answer
from bigand.command.outcome import Kind
from bigand.command.texts import Texts
from bigand.puzzles.starbattle import questions
from bigand.puzzles.starbattle.terminal import premise_lines, spots_text


@singledispatch
def describe_answer(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@describe_answer.register
def _describe_solve(answer: questions.SolveAnswer, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "unique":
            kind: Kind = "good"
        case "multiple" | "none":
            kind = "bad"
        case _:
            assert_never(answer.status)
    return {"outcome": kind, "text": texts(f"starbattle.solve.{answer.status}")}


@describe_answer.register
def _describe_check(answer: questions.CheckAnswer, texts: Texts) -> dict[str, Any]:
    finding_texts = [
        texts(f"starbattle.check.{finding.kind}", name=finding.name, cells=spots_text(finding.cells, texts))
        for finding in answer.findings
    ]
    match answer.status:
        case "solved":
            kind: Kind = "good"
        case "open":
            kind = "open"
        case "wrong":
            kind = "bad"
        case _:
            assert_never(answer.status)
    text = finding_texts[0] if finding_texts else texts(f"starbattle.check.{answer.status}")
    return {"outcome": kind, "text": text, "findings": finding_texts}


@describe_answer.register
def _describe_hint(answer: questions.HintAnswer, texts: Texts) -> dict[str, Any]:
    if answer.cell is None:
        text = texts(f"starbattle.hint.{answer.status}")
    else:
        kind = "star" if answer.is_star else "empty"
        text = texts(f"starbattle.hint.{kind}", row=answer.cell.row, column=answer.cell.column)
    match answer.status:
        case "step" | "solved":
            outcome: Kind = "good"
        case "open":
            outcome = "open"
        case "none":
            outcome = "bad"
        case _:
            assert_never(answer.status)
    return {
        "outcome": outcome,
        "text": text,
        "premises": [line.strip(" -") for line in premise_lines(answer, texts)],
    }
