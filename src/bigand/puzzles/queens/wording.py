"""Texts about queens: the board in the terminal, the size of the model, what a page says of answers."""

import shutil
import sys
from collections.abc import Iterator
from functools import singledispatch
from textwrap import wrap
from typing import Any, assert_never

from bigand.api.question import Answer
from bigand.cli.output import colour_depth
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.board import attack_line, read_square
from bigand.puzzles.queens.questions import Placement, SizeAnswer, Solve
from bigand.wording.outcome import Kind
from bigand.wording.texts import Texts

_MAX_DRAWN_SIZE = 40  # size of the largest board that is drawn


def board_lines(question: Solve, placement: Placement, color_option: str) -> Iterator[str]:
    """Yield the board, or the names of its squares if it is too large for the terminal."""
    from bigand.puzzles.queens.draw import question_scene
    from bigand.view.kinds import Screen
    from bigand.view.kinds.board import KIND

    width = shutil.get_terminal_size((80, 24)).columns
    if question.size <= _MAX_DRAWN_SIZE and 3 * question.size + 4 <= width:
        screen = Screen(width, colour_depth(sys.stdout, color_option), {})
        yield from KIND.lines(question_scene(question, placement.columns), screen)
    else:
        yield from wrap(" ".join(placement.squares), width)


def model_size_lines(answer: SizeAnswer, texts: Texts) -> Iterator[str]:
    """Yield a table of clauses by rule, with the remark of the course."""
    n, format_number = answer.size, texts.format_number
    total_formula = f"≈ 10/3·n³ = {format_number(round(10 * n**3 / 3))}"
    rows = [
        [texts(f"queens.head.{name}") for name in ("rule", "written", "once", "formula")],
        *[
            [texts(f"queens.rule.{rule.rule}"), format_number(rule.clauses), format_number(rule.once), rule.formula]
            for rule in answer.rules
        ],
        [texts("queens.rule.all"), format_number(answer.clauses), format_number(answer.once), total_formula],
    ]
    yield texts("queens.atoms", size=n, atoms=format_number(answer.atoms))
    yield ""
    yield from _align_columns(rows)
    yield ""
    gaps = {
        "size": n,
        "reach": 2 * (n - 1),
        "bound": format_number(2 * n * n * (n - 1)),
        "diagonal": format_number(answer.rules[-1].clauses),
    }
    yield from texts.wrap(texts("queens.remark", **gaps))


def _align_columns(rows: list[list[str]]) -> Iterator[str]:
    """Lay out rows in columns, numbers to the right."""
    widths = [max([len(row[column]) for row in rows]) for column in range(4)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2]), row[3]]
        yield "  ".join(cells).rstrip()


# --------------------------------------------------------------- Texts for a page, in the sentences of the terminal


@singledispatch
def describe_answer(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """Return the texts that a page shows for an answer."""
    return {}


@describe_answer.register
def _describe_solve(answer: questions.SolveAnswer, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "sat":
            key = "queens.found_all" if answer.complete else "queens.found"
            return {"outcome": "good", "text": texts(key, count=texts.count_with_noun("placement", answer.count))}
        case "unsat":
            blocked_line, no_solution = answer.full, texts("queens.none")
            text = (
                no_solution
                if blocked_line is None
                else texts(f"queens.full.{blocked_line.kind}", name=blocked_line.name)
            )
            return {"outcome": "bad", "text": text}
        case _:
            assert_never(answer.status)


@describe_answer.register
def _describe_count(answer: questions.CountAnswer, texts: Texts) -> dict[str, Any]:
    kind: Kind = "good" if answer.complete else "open"
    number = texts.format_number(answer.count)
    text = number if answer.complete else texts("solve.at_least", count=number)
    return {"outcome": kind, "text": text, "advice": "" if answer.complete else texts("queens.advice.page")}


@describe_answer.register
def _describe_why(answer: questions.WhyAnswer, texts: Texts) -> dict[str, Any]:
    if answer.placed is None:
        return {"outcome": "good"}
    return {"outcome": "bad", "text": _clash_text(answer, answer.placed, texts)}


def _clash_text(answer: questions.WhyAnswer, placed: tuple[str, ...], texts: Texts) -> str:
    """Say why the marks cannot be completed."""
    if len(placed) == 2 and not answer.forbidden:
        first, second = [read_square(name, 1000) for name in placed]
        line = attack_line(first, second)
        if line:
            return texts(f"queens.attack.{line}", first=first, second=second)
    marks = [texts("queens.why.queen", square=name) for name in placed]
    marks += [texts("queens.why.none", square=name) for name in answer.forbidden]
    text = texts("queens.why.together", marks=", ".join(marks)) if marks else texts("queens.none")
    blocked_line = answer.full
    return (
        text
        if blocked_line is None
        else f"{text} {texts(f'queens.full.{blocked_line.kind}', name=blocked_line.name)}"
    )
