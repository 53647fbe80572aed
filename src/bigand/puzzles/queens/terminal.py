"""Queens in the terminal: a board, or its squares where it is too large; the remark on the size of the model."""

import shutil
import sys
from collections.abc import Iterator
from textwrap import wrap

from bigand.command.colour import colour_depth
from bigand.command.texts import Texts
from bigand.puzzles.queens.questions import Placement, SizeAnswer, Solve

_MAX_DRAWN_SIZE = 40  # columns of a board that is drawn


def board_lines(question: Solve, placement: Placement, color: str) -> Iterator[str]:
    """The board, or the squares where it is too large for the terminal."""
    from bigand.puzzles.queens.draw import question_scene
    from bigand.view.kinds import Screen
    from bigand.view.kinds.board import KIND

    width = shutil.get_terminal_size((80, 24)).columns
    if question.size <= _MAX_DRAWN_SIZE and 3 * question.size + 4 <= width:
        screen = Screen(width, colour_depth(sys.stdout, color), {})
        yield from KIND.lines(question_scene(question, placement.columns), screen)
    else:
        yield from wrap(" ".join(placement.squares), width)


def size_lines(answer: SizeAnswer, texts: Texts) -> Iterator[str]:
    """How many clauses there are, rule by rule: the remark of the blackboard."""
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
    """Rows in columns: numbers to the right."""
    widths = [max([len(row[column]) for row in rows]) for column in range(4)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2]), row[3]]
        yield "  ".join(cells).rstrip()
