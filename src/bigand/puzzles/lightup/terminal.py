"""Light Up in the terminal: boards, solutions, marks, ratings and steps."""

import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO, get_args

from msgspec import Struct

from bigand.api.question import to_plain_data
from bigand.cli.output import wants_colour
from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.draw import HighlightedBoard, places_of_spots
from bigand.puzzles.lightup.illumination import lit_cells
from bigand.puzzles.lightup.questions import (
    CheckAnswer,
    Demand,
    ExplainAnswer,
    Finding,
    HintAnswer,
    RateAnswer,
    Rows,
    SolveAnswer,
    Spot,
    StepRecord,
    TechniqueName,
)
from bigand.puzzles.lightup.step_text import (
    argument_lines,
    contradiction_text,
    hint_parts,
    hint_sentences,
    rule_or_technique_name,
    step_sentence,
    step_texts,
)
from bigand.puzzles.lightup.wording import Say, column_text, place_text, places_text
from bigand.wording.texts import Texts


def board_lines(
    board: Rows | Board,
    color: str,
    highlighted_spots: Iterable[Spot] = (),
    questioned_spots: Iterable[Spot] = (),
    indent: str = "",
    say: Say | None = None,
) -> Iterator[str]:
    """Yield the lines of a board; `questioned_spots` marks the cells in question."""
    parsed_board = board if isinstance(board, Board) else Board.from_rows(board)
    highlighted = HighlightedBoard(
        parsed_board, places_of_spots(highlighted_spots), places_of_spots(questioned_spots)
    )
    coloured, letters = wants_colour(sys.stdout, color), _is_ascii_only(sys.stdout)
    for line in render_lines(highlighted, terminal_width() - len(indent), coloured, letters, say):
        yield f"{indent}{line}"


def terminal_width() -> int:
    return shutil.get_terminal_size((80, 24)).columns


def _is_ascii_only(stream: TextIO) -> bool:
    """Whether a stream cannot encode the characters of drawn boards."""
    try:
        "█░●×┌".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


# ---------------------------------------------------------------------- Solutions


def difference_lines(first: Rows, second: Rows, color: str, texts: Texts) -> Iterator[str]:
    """Yield two solutions, and where they differ."""
    places = _differences(first, second)
    for number, solution in enumerate((first, second), 1):
        yield texts("lightup.solve.number", number=number)
        yield from board_lines(solution, color, places)
    yield texts("lightup.solve.different", count=texts.count_with_noun("cell", len(places)))


def _differences(first: Rows, second: Rows) -> list[Spot]:
    pairs = [zip(left, right, strict=True) for left, right in zip(first, second, strict=True)]
    return [
        Spot(row, column)
        for row, cells in enumerate(pairs, 1)
        for column, (left, right) in enumerate(cells, 1)
        if left != right
    ]


def no_solution_lines(answer: SolveAnswer, keep_marks: bool, color: str, texts: Texts) -> Iterator[str]:
    """Yield a board that has no solution, and why."""
    demands = answer.why or ()
    board = Board.from_rows(answer.board or ())
    yield from board_lines(board if keep_marks else board.puzzle, color, clash_spots(demands))
    yield texts("lightup.why.none")
    yield texts("lightup.why.minimal" if answer.minimal else "lightup.why.some")
    for demand in demands:
        yield f"- {demand_text(demand, board, texts)}"


def demand_text(demand: Demand, board: Board, texts: Texts) -> str:
    """Say what a board demands at a place."""
    place = Spot(demand.row, demand.column)
    first, last = (demand.cells or [place])[0], (demand.cells or [place])[-1]
    return texts(
        f"lightup.why.{demand.demand}",
        clue=board[place.place].clue, row=first.row, column=first.column, last_row=last.row,
        last_column=last.column, place=place_text(place, texts),
    )  # fmt: skip


def clash_spots(demands: Sequence[Demand]) -> list[Spot]:
    """Return the cells to highlight: all but those of runs."""
    return [Spot(demand.row, demand.column) for demand in demands if demand.demand not in ("row", "column")]


# ---------------------------------------------------------------------- Marks and ratings


def check_lines(answer: CheckAnswer, color: str, texts: Texts) -> Iterator[str]:
    """Yield the board with its mistakes, the findings, and a summary."""
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
        yield texts("lightup.check.is_wrong", count=texts.count_with_noun("mistake", len(wrong)))
    else:
        yield texts(f"lightup.check.is_{answer.status}")
    if answer.can_finish is not None:
        yield texts("lightup.check.finishable" if answer.can_finish else "lightup.check.unfinishable")


def finding_text(finding: Finding, texts: Texts) -> str:
    """Describe a finding."""
    others = places_text(finding.others, texts)
    bulbs = texts.count_with_noun("bulb", finding.found or 0)
    statement = texts(f"lightup.check.{finding.kind}", others=others, bulbs=bulbs, wanted=finding.wanted or 0)
    place = place_text(Spot(finding.row, finding.column), texts)
    return texts("lightup.check.finding", place=place, said=statement)


def rating_line(answer: RateAnswer, texts: Texts) -> str:
    if answer.level is None:
        return texts(f"lightup.rate.{answer.status}")
    return texts("lightup.rate.rated", level=texts(f"lightup.level.{answer.level}"), number=answer.number)


# ---------------------------------------- Drawing boards: two characters per cell, rows and columns numbered from 1
# With colour, light is yellow and walls are dark. Without, walls are full blocks, light is a shade, a highlighted
# cell has a `!`, and one in question a `?`. If the terminal lacks such characters, ASCII is used.


class _Alphabet(Struct, frozen=True):
    """The characters for walls, light, bulbs, dots, and the frame: above, beside and below."""

    wall: str
    light: str
    bulb: str
    dot: str
    above: tuple[str, str, str]
    beside: str
    below: tuple[str, str, str]


_UNICODE = _Alphabet("█", "░", "●", "×", ("┌", "─", "┐"), "│", ("└", "─", "┘"))
_ASCII = _Alphabet("#", ".", "L", "x", ("+", "-", "+"), "|", ("+", "-", "+"))
_WALL, _LIGHT, _DARK, _BULB = "1;97;40", "30;103", "90;107", "1;30;103"
_POINTED = {"!": "1;97;41", "?": "1;97;44"}


def render_lines(
    highlighted: HighlightedBoard, width: int, coloured: bool, ascii_only: bool = False, say: Say | None = None
) -> Iterator[str]:
    """Yield the lines of a picture, or plain rows of text if the board is too wide."""
    board = highlighted.board
    margin = len(str(board.height))
    if margin + 2 * board.width + 4 > width:
        yield from board.rows
        return
    alphabet = _ASCII if ascii_only else _UNICODE
    indent, side = " " * (margin + 1), alphabet.beside
    names = [str(number) if say is None else column_text(number, say) for number in range(1, board.width + 1)]
    yield from _column_heads(names, f"{indent} ")
    yield indent + _edge(alphabet.above, board.width)
    lit = lit_cells(board)
    for row in range(board.height):
        cells = []
        for column in range(board.width):
            place = Place(row, column)
            sign = "!" if place in highlighted.places else "?" if place in highlighted.focus else ""
            is_lit = row * board.width + column in lit
            text = _cell_text(board[place], is_lit, sign, coloured, alphabet)
            cells.append(_add_colour(text, board[place], is_lit, sign) if coloured else text)
        yield f"{str(row + 1).rjust(margin)} {side}{''.join(cells)}{side}"
    yield indent + _edge(alphabet.below, board.width)


def _edge(parts: tuple[str, str, str], width: int) -> str:
    left, line, right = parts
    return f"{left}{2 * width * line}{right}"


def _column_heads(names: list[str], indent: str) -> Iterator[str]:
    """Yield the names of the columns; for numbers the last digits, with the tens above."""
    if not names[0].isdecimal():
        yield f"{indent}{''.join([f'{name:>2}' for name in names])}"
        return
    if len(names) >= 10:
        tens = [f"{name[-2]:>2}" if name[-1] == "0" else "  " for name in names]
        yield f"{indent}{''.join(tens)}".rstrip()
    yield f"{indent}{''.join([f'{name[-1]:>2}' for name in names])}"


def _cell_text(cell: Cell, is_lit: bool, pointing: str, coloured: bool, alphabet: _Alphabet) -> str:
    """Return the two characters of a cell; fewer signs are needed with colour."""
    if coloured:
        signs = {Cell.BULB: alphabet.bulb, Cell.DOT: alphabet.dot, Cell.WALL: " ", Cell.WHITE: " "}
        return f" {signs.get(cell, cell.value)}"
    ground = alphabet.wall if cell.is_wall else alphabet.light if is_lit else " "
    signs = {Cell.BULB: alphabet.bulb, Cell.DOT: alphabet.dot, Cell.WALL: alphabet.wall, Cell.WHITE: ground}
    sign = signs.get(cell, cell.value)
    if pointing:
        return f"{sign}{pointing}"
    return f"{ground}{sign}" if cell.is_wall else f"{sign}{ground}"


def _add_colour(text: str, cell: Cell, is_lit: bool, pointing: str) -> str:
    if pointing:
        style = _POINTED[pointing]
    elif cell.is_wall:
        style = _WALL
    else:
        style = _BULB if cell is Cell.BULB else _LIGHT if is_lit else _DARK
    return f"\033[{style}m{text}\033[0m"


# ---------------------------------------------------------------------- Steps in the terminal and as records


_COLOUR = re.compile("\x1b\\[[0-9;]*m")


def explanation_lines(
    answer: ExplainAnswer, is_brief: bool, keep_marks: bool, color: str, texts: Texts
) -> Iterator[str]:
    """Yield all steps, and where they lead."""
    for step in answer.steps:
        yield texts("lightup.explain.head", number=step.number, technique=rule_or_technique_name(step, texts))
        yield from step_lines(step, is_brief, color, texts)
        yield ""
    if not answer.complete:
        yield texts("lightup.explain.unfinished")
    elif answer.contradiction is not None:
        yield from texts.wrap(contradiction_text(answer.contradiction, texts))
        yield texts("lightup.explain.none_marked" if keep_marks else "lightup.explain.none")
    elif answer.status == "multiple":
        yield from _several_solutions_lines(answer, color, texts)
    elif answer.solution is not None:
        yield from board_lines(answer.solution, color, say=texts)
        yield from _summary_lines(answer, texts)


def _several_solutions_lines(answer: ExplainAnswer, color: str, texts: Texts) -> Iterator[str]:
    """Yield the number of solutions, two of them side by side if they fit, and the undecided cells."""
    count_line, *undecided = solution_count_lines(answer, texts)
    yield count_line
    if undecided:
        first, second = answer.solutions
        yield from side_by_side(
            [list(board_lines(rows, color, answer.undecided, say=texts)) for rows in (first, second)],
            terminal_width(),
        )
        yield from texts.wrap(undecided[0])


def verdict_text(answer: ExplainAnswer, texts: Texts) -> str:
    """Say in a line where an explanation leads."""
    if not answer.complete:
        return texts("lightup.explain.unfinished")
    if answer.contradiction is not None:
        return contradiction_text(answer.contradiction, texts)
    if answer.level is None:
        return "; ".join(solution_count_lines(answer, texts))
    return texts("lightup.explain.rated", level=texts(f"lightup.level.{answer.level}"), number=answer.number)


def solution_count_lines(answer: ExplainAnswer, texts: Texts) -> Iterator[str]:
    """Yield the number of solutions, and the cells in which they differ."""
    count = texts.count_with_noun("solution", answer.count or 0)
    yield texts("lightup.explain.several" if answer.counted else "lightup.explain.many", count=count)
    if answer.undecided:
        yield texts("lightup.explain.open", cells=places_text(answer.undecided, texts))


def side_by_side(boards: list[list[str]], width: int) -> Iterator[str]:
    """Yield the lines of two boards of equal size, side by side if they fit, else one below the other."""
    first, second = boards
    widest = max([len(_COLOUR.sub("", line)) for line in first])
    if 2 * widest + 3 > width:
        yield from [*first, *second]
        return
    for left, right in zip(first, second, strict=True):
        yield f"{left}{' ' * (widest - len(_COLOUR.sub('', left)) + 3)}{right}"


def step_lines(step: StepRecord, is_brief: bool, color: str, texts: Texts) -> Iterator[str]:
    """Yield the sentence of a step and its argument; unless brief, also its premises and the marked board."""
    width = min(terminal_width(), 100)
    for line in texts.wrap(step_sentence(step, texts), width - 2):
        yield f"  {line}"
    for part in argument_lines(step, texts):
        indent = "    " + "  " * part.depth
        for index, line in enumerate(texts.wrap(part.text, max(30, width - len(indent) - 2))):
            yield f"{indent}{'- ' if index == 0 else '  '}{line}"
    if is_brief:
        return
    premises_text = texts("lightup.explain.premises", places=places_text(step.premises, texts))
    for line in texts.wrap(premises_text, width - 2):
        yield f"  {line}"
    yield from board_lines(step.board, color, [*step.bulbs, *step.dots], [step.site], say=texts)


def _summary_lines(answer: ExplainAnswer, texts: Texts) -> Iterator[str]:
    """Yield how many steps of each kind there are, and the level."""
    if not answer.steps:
        yield texts("lightup.explain.solved_already")
        return
    order = get_args(TechniqueName)
    kinds = Counter([step.technique for step in answer.steps])
    techniques = [
        texts("lightup.explain.times", count=count, technique=texts(f"lightup.technique.{kind}"))
        for kind, count in sorted(kinds.items(), key=lambda item: order.index(item[0]))
    ]
    steps = texts.count_with_noun("step", len(answer.steps))
    yield texts("lightup.explain.solved", steps=steps, techniques=", ".join(techniques))
    level = texts(f"lightup.level.{answer.level}")
    yield texts("lightup.explain.rated", level=level, number=answer.number)


# ---------------------------------------------------------------------- Records for programs


def explanation_dict(answer: ExplainAnswer, texts: Texts) -> dict[str, Any]:
    """Return the answer with the texts of its steps."""
    return {**to_plain_data(answer), "steps": [_step_dict(step, texts) for step in answer.steps]}


def _step_dict(step: StepRecord, texts: Texts) -> dict[str, Any]:
    return {**to_plain_data(step), **step_texts(step, texts)}


def hint_dict(hint: HintAnswer, texts: Texts) -> dict[str, Any]:
    """Return the answer with its sentences."""
    record = {**to_plain_data(hint), "says": hint_sentences(hint, texts), **hint_parts(hint, texts)}
    return record if hint.step is None else {**record, "step": _step_dict(hint.step, texts)}
