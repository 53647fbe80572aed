"""How questions of pages are answered: a board to be played on, pictures of boards, steps and arguments."""

from collections.abc import Iterator, Sequence

from bigand.answer.report import Report
from bigand.answer.running.limits import limit_time
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.converting import board_of
from bigand.puzzles.lightup.draw import Pointed, places_of
from bigand.puzzles.lightup.draw.marks import board_of as board_drawn
from bigand.puzzles.lightup.draw.marks import frames_of
from bigand.puzzles.lightup.draw.scene import scene_of, svg
from bigand.puzzles.lightup.formats import format_of
from bigand.puzzles.lightup.questions import Concluded, Refuted, Spot
from bigand.puzzles.lightup.reasoning.telling import shared
from bigand.puzzles.lightup.runs import runs
from bigand.puzzles.staging import make_stage, overlay_svg
from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.view.paint import paint_scene
from bigand.view.scene import Frame
from bigand.view.svg import render_drawing_svg


def staged_board(question: questions.StageBoard, _report: Report) -> questions.Staged:
    """The bare board; its marks are in the rows."""
    board = board_of(question.board)
    return questions.Staged(
        format=format_of(Document("board", question.board.text)),
        rows=board.rows,
        stage=make_stage(scene_of(board.puzzle, heads=str), ("light", "bulb", "dot"), list(runs(board))),
    )


@limit_time
def drawn(question: questions.Draw, _report: Report) -> questions.Drawn:
    """Each board with a frame around what is pointed at."""
    return questions.Drawn(
        pictures=tuple(
            [svg(Pointed(board_of(one.board), places_of(one.places))) for one in question.pictures],
        )
    )


def step_drawn(question: questions.DrawStep, _report: Report) -> questions.StepDrawn:
    """The frames on the numbered board, and the argument line by line."""
    step = question.step
    _check_step(step)
    return questions.StepDrawn(
        rows=board_drawn(step),
        frames=overlay_svg(scene_of(Board.of_rows(board_drawn(step)), heads=str), frames_of(step)),
        argument=tuple([_small(*line) for line in _lines(step)]),
    )


def _check_step(step: questions.Step) -> None:
    """Refuse a step whose boards are none, or that names cells which they do not have."""
    shapes = {(len(rows), len(row)) for rows in (step.before, step.board) for row in rows}
    known = {cell.value for cell in Cell}
    is_board = len(shapes) == 1 and all([known.issuperset(row) for row in (*step.before, *step.board)])
    height, width = next(iter(shapes), (0, 0))
    spots = _spots_in(step)
    if not (is_board and width and len(step.before) == len(step.board)):
        raise BigandError("lightup.step_board")
    for row, column in spots:
        if not (1 <= row <= height and 1 <= column <= width):
            raise BigandError("lightup.step_cell", row=row, column=column)


def _spots_in(part: object) -> list[Spot]:
    """All cells that a value names, at any depth."""
    if isinstance(part, Spot):
        return [part]
    if isinstance(part, tuple):
        return [spot for one in part for spot in _spots_in(one)]
    fields: tuple[str, ...] = getattr(part, "__struct_fields__", ())
    return [spot for field in fields for spot in _spots_in(getattr(part, field))]


def _small(board: Board | None, frames: Sequence[Frame]) -> str:
    return "" if board is None else render_drawing_svg(paint_scene(scene_of(board, frames), "board", {}))


def _lines(step: questions.Step) -> Iterator[tuple[Board | None, list[Frame]]]:
    """A board for each line of the argument of a case, in the order of `telling.argument_of`; none for a remark."""
    if step.is_case:
        for refutation, *others in shared(step.refutations):
            yield from _argued(refutation, Board.of_rows(step.before))
            if others:
                yield None, []


def _argued(refutation: Refuted, board: Board) -> Iterator[tuple[Board, list[Frame]]]:
    board = _marked(board, **{refutation.supposed: (refutation.cell,)})
    yield board, _frames("supposed", [refutation.cell])
    for inner in refutation.steps:
        if isinstance(inner, Refuted):
            yield from _argued(inner, board)
            board = _marked(board, **{"dot" if inner.supposed == "bulb" else "bulb": (inner.cell,)})
            yield board, _frames("new", [inner.cell])
        else:
            board = _concluded(board, inner)
            yield board, [*_frames("site", [inner.site]), *_frames("new", [*inner.bulbs, *inner.dots])]
    yield board, _frames("end", [refutation.contradiction.site])


def _concluded(board: Board, conclusion: Concluded) -> Board:
    return _marked(board, conclusion.bulbs, conclusion.dots)


def _marked(board: Board, bulb: Sequence[Spot] = (), dot: Sequence[Spot] = ()) -> Board:
    return board.marked([spot.place for spot in bulb], [spot.place for spot in dot])


def _frames(role: str, spots: Sequence[Spot]) -> list[Frame]:
    return [Frame(spot.column, spot.row, role) for spot in spots]
