"""Queens in the terminal: a board, or its squares where it is too large; the remark on the size of the model."""

import shutil
import sys
from collections.abc import Iterator
from textwrap import wrap

from bigand.command.colour import colour_depth
from bigand.command.texts import Texts
from bigand.puzzles.queens.questions import Placement, Sized, Solve

_WIDEST = 40  # columns of a board that is drawn


def board_lines(question: Solve, placement: Placement, color: str) -> Iterator[str]:
    """The board, or the squares where it is too large for the terminal."""
    from bigand.puzzles.queens.draw import question_scene
    from bigand.view.kinds import Screen
    from bigand.view.kinds.board import KIND

    width = shutil.get_terminal_size((80, 24)).columns
    if question.size <= _WIDEST and 3 * question.size + 4 <= width:
        screen = Screen(width, colour_depth(sys.stdout, color), {})
        yield from KIND.lines(question_scene(question, placement.columns), screen)
    else:
        yield from wrap(" ".join(placement.squares), width)


def size_lines(answer: Sized, texts: Texts) -> Iterator[str]:
    """How many clauses there are, rule by rule: the remark of the blackboard."""
    n, shown = answer.size, texts.format_number
    about = f"≈ 10/3·n³ = {shown(round(10 * n**3 / 3))}"
    rows = [
        [texts(f"queens.head.{name}") for name in ("rule", "written", "once", "formula")],
        *[
            [texts(f"queens.rule.{rule.rule}"), shown(rule.clauses), shown(rule.once), rule.formula]
            for rule in answer.rules
        ],
        [texts("queens.rule.all"), shown(answer.clauses), shown(answer.once), about],
    ]
    yield texts("queens.atoms", size=n, atoms=shown(answer.atoms))
    yield ""
    yield from _columns(rows)
    yield ""
    gaps = {
        "size": n,
        "reach": 2 * (n - 1),
        "bound": shown(2 * n * n * (n - 1)),
        "diagonal": shown(answer.rules[-1].clauses),
    }
    yield from texts.wrap(texts("queens.remark", **gaps))


def _columns(rows: list[list[str]]) -> Iterator[str]:
    """Rows in columns: numbers to the right."""
    wide = [max([len(row[column]) for row in rows]) for column in range(4)]
    for row in rows:
        cells = [row[0].ljust(wide[0]), row[1].rjust(wide[1]), row[2].rjust(wide[2]), row[3]]
        yield "  ".join(cells).rstrip()
