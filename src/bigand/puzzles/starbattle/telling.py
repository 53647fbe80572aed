"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any, assert_never

from bigand.answer.question import Answer
from bigand.command.outcome import Kind
from bigand.command.texts import Texts
from bigand.puzzles.starbattle import questions
from bigand.puzzles.starbattle.terminal import premise_lines, spots


@singledispatch
def told(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@told.register
def _solved(answer: questions.Solved, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "unique":
            kind: Kind = "good"
        case "multiple" | "none":
            kind = "bad"
        case _:
            assert_never(answer.status)
    return {"outcome": kind, "text": texts(f"starbattle.solve.{answer.status}")}


@told.register
def _checked(answer: questions.Checked, texts: Texts) -> dict[str, Any]:
    found = [
        texts(f"starbattle.check.{finding.kind}", name=finding.name, cells=spots(finding.cells, texts))
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
    text = found[0] if found else texts(f"starbattle.check.{answer.status}")
    return {"outcome": kind, "text": text, "findings": found}


@told.register
def _hinted(answer: questions.Hinted, texts: Texts) -> dict[str, Any]:
    if answer.cell is None:
        said = texts(f"starbattle.hint.{answer.status}")
    else:
        kind = "star" if answer.is_star else "empty"
        said = texts(f"starbattle.hint.{kind}", row=answer.cell.row, column=answer.cell.column)
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
        "text": said,
        "premises": [line.strip(" -") for line in premise_lines(answer, texts)],
    }
