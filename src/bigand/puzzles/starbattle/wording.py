"""Texts about Star Battle: boards in the terminal, cells, reasons, and what a page says of answers."""

import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any, assert_never

from bigand.api.question import Answer
from bigand.cli.output import colour_depth
from bigand.puzzles.starbattle import questions
from bigand.puzzles.starbattle.board import Board, split_rows
from bigand.puzzles.starbattle.questions import HintAnswer, PremiseRecord, Spot
from bigand.wording.outcome import Kind
from bigand.wording.texts import Texts


def board_lines(board: Board, color_option: str) -> Iterator[str]:
    """Yield the board, or its rows as text if it is too large for the terminal."""
    from bigand.puzzles.starbattle.draw import scene
    from bigand.view.kinds import Screen
    from bigand.view.kinds.board import KIND

    screen = Screen(shutil.get_terminal_size((80, 24)).columns, colour_depth(sys.stdout, color_option), {})
    yield from KIND.lines(scene(board), screen) or [*split_rows(board.regions, board.size), "", *board.rows]


def spots_text(spots: Iterable[Spot], texts: Texts) -> str:
    """Write cells as `(1,2), (3,4)`."""
    return texts("starbattle.and").join([f"({cell.row},{cell.column})" for cell in spots])


def premise_lines(answer: HintAnswer, texts: Texts) -> Iterator[str]:
    """Yield the premises of a hint, all pairs of touching cells in one."""
    stars, touching = (
        answer.board.stars,
        [candidate for candidate in answer.premises if candidate.kind == "touching"],
    )
    for premise in answer.premises:
        if premise.kind != "touching":
            yield f"  - {_premise_text(premise, stars, texts)}"
    if touching:
        pairs = ", ".join([spots_text(premise.cells, texts) for premise in touching])
        yield from [f"  {'-' if not line_number else ' '} {line}" for line_number, line in
                    enumerate(texts.wrap(texts("starbattle.rule.touching", pairs=pairs), 75))]  # fmt: skip


def _premise_text(premise: PremiseRecord, stars: int, texts: Texts) -> str:
    return texts(
        f"starbattle.rule.{premise.kind}", name=premise.name, stars=stars, cells=spots_text(premise.cells, texts)
    )


# --------------------------------------------------------------- Texts for a page, in the sentences of the terminal


@singledispatch
def describe_answer(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """Return the texts that a page shows for an answer."""
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
