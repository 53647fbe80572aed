"""Star Battle in the terminal: boards with lines between regions, and what is said of cells."""

import shutil
import sys
from collections.abc import Iterable, Iterator

from bigand.command.colour import colour_depth
from bigand.command.texts import Texts
from bigand.puzzles.starbattle.board import Board, split_rows
from bigand.puzzles.starbattle.questions import HintAnswer, PremiseRecord, Spot


def board_lines(board: Board, color: str) -> Iterator[str]:
    """The board, or its rows where it is too large for the terminal."""
    from bigand.puzzles.starbattle.draw import scene
    from bigand.view.kinds import Screen
    from bigand.view.kinds.board import KIND

    screen = Screen(shutil.get_terminal_size((80, 24)).columns, colour_depth(sys.stdout, color), {})
    yield from KIND.lines(scene(board), screen) or [*split_rows(board.regions, board.size), "", *board.rows]


def spots_text(cells: Iterable[Spot], texts: Texts) -> str:
    """Cells in words: `(1,2), (3,4)`."""
    return texts("starbattle.and").join([f"({cell.row},{cell.column})" for cell in cells])


def premise_lines(answer: HintAnswer, texts: Texts) -> Iterator[str]:
    """What a step follows from, the cells that touch together."""
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
