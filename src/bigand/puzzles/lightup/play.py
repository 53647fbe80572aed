"""Handlers for the questions of pages: a board to play on, pictures of boards, steps and arguments."""

from collections.abc import Iterator, Sequence

from bigand.api.report import Report
from bigand.api.run.limits import limit_time
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.draw import HighlightedBoard, places_of_spots
from bigand.puzzles.lightup.draw.boards import board_scene, highlighted_board_svg
from bigand.puzzles.lightup.draw.steps import rows_under_frames, step_frames
from bigand.puzzles.lightup.formats import detect_format
from bigand.puzzles.lightup.handlers import read_board_input
from bigand.puzzles.lightup.illumination import runs
from bigand.puzzles.lightup.questions import ConclusionRecord, RefutationRecord, Spot
from bigand.puzzles.lightup.step_text import group_refutations
from bigand.puzzles.stage_builder import make_stage, svg_of_frames_only
from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.view.paint import paint_scene
from bigand.view.scene import Frame
from bigand.view.svg import render_drawing_svg


def stage_board(question: questions.StageBoard, _report: Report) -> questions.StageBoardAnswer:
    """Return the bare board as a stage; its marks are in the rows."""
    board = read_board_input(question.board)
    return questions.StageBoardAnswer(
        format=detect_format(Document("board", question.board.text)),
        rows=board.rows,
        stage=make_stage(board_scene(board.puzzle, column_heads=str), ("light", "bulb", "dot"), list(runs(board))),
    )


@limit_time
def draw(question: questions.Draw, _report: Report) -> questions.DrawAnswer:
    """Draw each board with frames around the highlighted cells."""
    return questions.DrawAnswer(
        pictures=tuple(
            [
                highlighted_board_svg(
                    HighlightedBoard(read_board_input(picture.board), places_of_spots(picture.places))
                )
                for picture in question.pictures
            ],
        )
    )


def draw_step(question: questions.DrawStep, _report: Report) -> questions.DrawStepAnswer:
    """Draw the frames on the numbered board, and the argument line by line."""
    step = question.step
    _refuse_invalid_step(step)
    return questions.DrawStepAnswer(
        rows=rows_under_frames(step),
        frames=svg_of_frames_only(
            board_scene(Board.from_rows(rows_under_frames(step)), column_heads=str), step_frames(step)
        ),
        argument=tuple([_argument_picture(*line) for line in _argument_boards(step)]),
    )


def _refuse_invalid_step(step: questions.StepRecord) -> None:
    """Refuse a step whose boards are invalid, or that names cells outside of them."""
    shapes = {(len(rows), len(row)) for rows in (step.before, step.board) for row in rows}
    symbols = {cell.value for cell in Cell}
    is_board = len(shapes) == 1 and all([symbols.issuperset(row) for row in (*step.before, *step.board)])
    height, width = next(iter(shapes), (0, 0))
    spots = _spots_in(step)
    if not (is_board and width and len(step.before) == len(step.board)):
        raise BigandError("lightup.step_board")
    for row, column in spots:
        if not (1 <= row <= height and 1 <= column <= width):
            raise BigandError("lightup.step_cell", row=row, column=column)


def _spots_in(part: object) -> list[Spot]:
    """Return all cells that a value contains, at any depth."""
    if isinstance(part, Spot):
        return [part]
    if isinstance(part, tuple):
        return [spot for member in part for spot in _spots_in(member)]
    fields: tuple[str, ...] = getattr(part, "__struct_fields__", ())
    return [spot for field in fields for spot in _spots_in(getattr(part, field))]


def _argument_picture(board: Board | None, frames: Sequence[Frame]) -> str:
    return "" if board is None else render_drawing_svg(paint_scene(board_scene(board, frames), "board", {}))


def _argument_boards(step: questions.StepRecord) -> Iterator[tuple[Board | None, list[Frame]]]:
    """Yield a board for each line of a case's argument, in the order of `step_text`; None for a remark."""
    if step.is_case:
        for refutation, *others in group_refutations(step.refutations):
            yield from _refutation_boards(refutation, Board.from_rows(step.before))
            if others:
                yield None, []


def _refutation_boards(refutation: RefutationRecord, board: Board) -> Iterator[tuple[Board, list[Frame]]]:
    board = _with_marks(board, **{refutation.supposed: (refutation.cell,)})
    yield board, _frames("supposed", [refutation.cell])
    for inner in refutation.steps:
        if isinstance(inner, RefutationRecord):
            yield from _refutation_boards(inner, board)
            board = _with_marks(board, **{"dot" if inner.supposed == "bulb" else "bulb": (inner.cell,)})
            yield board, _frames("new", [inner.cell])
        else:
            board = _with_conclusion(board, inner)
            yield board, [*_frames("site", [inner.site]), *_frames("new", [*inner.bulbs, *inner.dots])]
    yield board, _frames("end", [refutation.contradiction.site])


def _with_conclusion(board: Board, conclusion: ConclusionRecord) -> Board:
    return _with_marks(board, conclusion.bulbs, conclusion.dots)


def _with_marks(board: Board, bulb: Sequence[Spot] = (), dot: Sequence[Spot] = ()) -> Board:
    return board.with_marks([spot.place for spot in bulb], [spot.place for spot in dot])


def _frames(role: str, spots: Sequence[Spot]) -> list[Frame]:
    return [Frame(spot.column, spot.row, role) for spot in spots]
