"""How the question of a page is answered: the tubes after some moves, and what may be poured."""

from bigand.answer.report import Report
from bigand.puzzles.watersort import questions
from bigand.puzzles.watersort.answering import move_of, read_level_input
from bigand.puzzles.watersort.draw import level_inks, scene
from bigand.puzzles.watersort.moves import play_moves, read_moves
from bigand.puzzles.watersort.pours import find_refusal, pours
from bigand.source.error import BigandError
from bigand.view.paint import paint_scene
from bigand.view.svg import render_drawing_svg

_MAX_TUBES = 60  # that a page can show


def stage_level(question: questions.StageLevel, _report: Report) -> questions.StageLevelAnswer:
    """The tubes one by one, in the same colours whatever is poured."""
    start, moves = read_level_input(question.level), read_moves(question.moves)
    if len(start.tubes) > _MAX_TUBES:
        raise BigandError("watersort.stage.tubes", count=len(start.tubes), most=_MAX_TUBES)
    level, refused_move = play_moves(start, moves, question.rule)
    if refused_move is not None:
        raise BigandError("watersort.hint.refused", said=questions.refusal_message(level, refused_move))
    ink, tube_indices = level_inks(start), range(len(level.tubes))
    refusals = [
        (source, target, find_refusal(level, source, target)) for source in tube_indices for target in tube_indices
    ]
    return questions.StageLevelAnswer(
        status="sorted" if level.is_sorted else "open",
        moves=len(moves),
        height=level.height,
        tubes=level.tubes,
        pictures=tuple(
            [
                render_drawing_svg(paint_scene(scene(level, tube, tube + 1), f"tube-{tube + 1}", ink))
                for tube in tube_indices
            ]
        ),
        pours=tuple([move_of(pour) for pour in pours(level, question.rule)]),
        refusals=tuple(
            [
                questions.RefusedMove(move=len(moves) + 1, reason=reason, source=source + 1, target=target + 1)
                for source, target, reason in refusals
                if reason is not None
            ]
        ),
    )
