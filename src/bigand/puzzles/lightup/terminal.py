"""Boards of Light Up in the terminal, and what is to be said of them."""

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from bigand.command.colour import wants_colour
from bigand.command.texts import Texts
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw import HighlightedBoard, spot_places
from bigand.puzzles.lightup.draw.terminal import render_lines
from bigand.puzzles.lightup.places import Say, place_text, places_text
from bigand.puzzles.lightup.questions import CheckAnswer, Demand, Finding, RateAnswer, Rows, SolveAnswer, Spot


def board_lines(
    board: Rows | Board,
    color: str,
    places: Iterable[Spot] = (),
    focus: Iterable[Spot] = (),
    indent: str = "",
    say: Say | None = None,
) -> Iterator[str]:
    """The lines of a board; places to point at, and some that are asked about."""
    parsed_board = board if isinstance(board, Board) else Board.from_rows(board)
    highlighted = HighlightedBoard(parsed_board, spot_places(places), spot_places(focus))
    coloured, letters = wants_colour(sys.stdout, color), _is_ascii_only(sys.stdout)
    for line in render_lines(highlighted, terminal_width() - len(indent), coloured, letters, say):
        yield f"{indent}{line}"


def terminal_width() -> int:
    return shutil.get_terminal_size((80, 24)).columns


def _is_ascii_only(stream: TextIO) -> bool:
    """Whether a stream cannot show the characters that boards are drawn with."""
    try:
        "█░●×┌".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


# ---------------------------------------------------------------------- solutions


def difference_lines(first: Rows, second: Rows, color: str, texts: Texts) -> Iterator[str]:
    """Two solutions, and where they differ."""
    places = _differences(first, second)
    for number, solution in enumerate((first, second), 1):
        yield texts("lightup.solve.number", number=number)
        yield from board_lines(solution, color, places)
    yield texts("lightup.solve.different", count=texts.plural("cell", len(places)))


def _differences(first: Rows, second: Rows) -> list[Spot]:
    pairs = [zip(left, right, strict=True) for left, right in zip(first, second, strict=True)]
    return [
        Spot(row, column)
        for row, cells in enumerate(pairs, 1)
        for column, (left, right) in enumerate(cells, 1)
        if left != right
    ]


def clash_lines(answer: SolveAnswer, keep_marks: bool, color: str, texts: Texts) -> Iterator[str]:
    """A board that has no solution, and why."""
    demands = answer.why or ()
    board = Board.from_rows(answer.board or ())
    yield from board_lines(board if keep_marks else board.puzzle, color, clash_spots(demands))
    yield texts("lightup.why.none")
    yield texts("lightup.why.minimal" if answer.minimal else "lightup.why.some")
    for demand in demands:
        yield f"- {demand_text(demand, board, texts)}"


def demand_text(demand: Demand, board: Board, texts: Texts) -> str:
    """What a board demands at a place."""
    place = Spot(demand.row, demand.column)
    first, last = (demand.cells or [place])[0], (demand.cells or [place])[-1]
    return texts(
        f"lightup.why.{demand.demand}",
        clue=board[place.place].clue, row=first.row, column=first.column, last_row=last.row,
        last_column=last.column, place=place_text(place, texts),
    )  # fmt: skip


def clash_spots(demands: Sequence[Demand]) -> list[Spot]:
    """The cells to point at: those of runs only say where they are."""
    return [Spot(demand.row, demand.column) for demand in demands if demand.demand not in ("row", "column")]


# ---------------------------------------------------------------------- marks and ratings


def check_lines(answer: CheckAnswer, color: str, texts: Texts) -> Iterator[str]:
    """The board with what is wrong, what there is to say of it, and the whole in a line."""
    wrong = [Spot(finding.row, finding.column) for finding in answer.findings if finding.wrong]
    yield from board_lines(answer.board, color, wrong, say=texts)
    dark = []
    for finding in answer.findings:
        if finding.kind == "dark":
            dark.append(Spot(finding.row, finding.column))
        else:
            yield finding_text(finding, texts)
    if dark:
        yield from texts.wrap(texts("lightup.check.dark", places=places_text(dark, texts)))
    if wrong:
        yield texts("lightup.check.is_wrong", count=texts.plural("mistake", len(wrong)))
    else:
        yield texts(f"lightup.check.is_{answer.status}")
    if answer.can_finish is not None:
        yield texts("lightup.check.finishable" if answer.can_finish else "lightup.check.unfinishable")


def finding_text(finding: Finding, texts: Texts) -> str:
    """What was found at a cell."""
    others = places_text(finding.others, texts)
    bulbs = texts.plural("bulb", finding.found or 0)
    statement = texts(f"lightup.check.{finding.kind}", others=others, bulbs=bulbs, wanted=finding.wanted or 0)
    place = place_text(Spot(finding.row, finding.column), texts)
    return texts("lightup.check.finding", place=place, said=statement)


def rating_line(answer: RateAnswer, texts: Texts) -> str:
    if answer.level is None:
        return texts(f"lightup.rate.{answer.status}")
    return texts("lightup.rate.rated", level=texts(f"lightup.level.{answer.level}"), number=answer.number)
