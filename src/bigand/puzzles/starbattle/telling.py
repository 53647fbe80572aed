"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any

from bigand.answer.question import Answer
from bigand.command.texts import Texts
from bigand.puzzles.starbattle import questions
from bigand.puzzles.starbattle.terminal import premise_lines, spots


@singledispatch
def told(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@told.register
def _solved(answer: questions.Solved, texts: Texts) -> dict[str, Any]:
    return {"text": texts(f"starbattle.solve.{answer.status}")}


@told.register
def _checked(answer: questions.Checked, texts: Texts) -> dict[str, Any]:
    found = [
        texts(f"starbattle.check.{finding.kind}", name=finding.name, cells=spots(finding.cells, texts))
        for finding in answer.findings
    ]
    return {"text": found[0] if found else texts(f"starbattle.check.{answer.status}"), "findings": found}


@told.register
def _hinted(answer: questions.Hinted, texts: Texts) -> dict[str, Any]:
    if answer.cell is None:
        said = texts(f"starbattle.hint.{answer.status}")
    else:
        kind = "star" if answer.is_star else "empty"
        said = texts(f"starbattle.hint.{kind}", row=answer.cell.row, column=answer.cell.column)
    return {"text": said, "premises": [line.strip(" -") for line in premise_lines(answer, texts)]}
