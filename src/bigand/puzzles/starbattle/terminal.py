"""Star Battle in the terminal: boards with lines between regions, and what is said of cells."""

import shutil
import sys
from collections.abc import Iterable, Iterator

from bigand.command.colour import colour_depth
from bigand.command.texts import Texts
from bigand.puzzles.starbattle.board import Board, in_rows
from bigand.puzzles.starbattle.questions import Hinted, Premise, Spot


def board_lines(board: Board, color: str) -> Iterator[str]:
    """The board, or its rows where it is too large for the terminal."""
    from bigand.puzzles.starbattle.draw import scene
    from bigand.view.kinds import Screen
    from bigand.view.kinds.board import KIND

    screen = Screen(shutil.get_terminal_size((80, 24)).columns, colour_depth(sys.stdout, color), {})
    yield from KIND.lines(scene(board), screen) or [*in_rows(board.regions, board.size), "", *board.rows]


def spots(cells: Iterable[Spot], texts: Texts) -> str:
    """Cells in words: `(1,2), (3,4)`."""
    return texts("starbattle.and").join([f"({cell.row},{cell.column})" for cell in cells])


def premise_lines(answer: Hinted, texts: Texts) -> Iterator[str]:
    """What a step follows from, the cells that touch together."""
    stars, touching = answer.board.stars, [one for one in answer.premises if one.kind == "touching"]
    for premise in answer.premises:
        if premise.kind != "touching":
            yield f"  - {_told(premise, stars, texts)}"
    if touching:
        pairs = ", ".join([spots(premise.cells, texts) for premise in touching])
        yield from [f"  {'-' if not number else ' '} {line}" for number, line in
                    enumerate(texts.wrap(texts("starbattle.rule.touching", pairs=pairs), 75))]  # fmt: skip


def _told(premise: Premise, stars: int, texts: Texts) -> str:
    return texts(
        f"starbattle.rule.{premise.kind}", name=premise.name, stars=stars, cells=spots(premise.cells, texts)
    )
