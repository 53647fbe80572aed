"""How the question of a page is answered: the tubes after some moves, and what may be poured."""

from bigand.answer.report import Report
from bigand.puzzles.watersort import questions
from bigand.puzzles.watersort.answering import move_of, read
from bigand.puzzles.watersort.draw import level_inks, scene
from bigand.puzzles.watersort.moves import play, read_moves
from bigand.puzzles.watersort.pours import pours, refusal
from bigand.source.error import BigandError
from bigand.view.paint import paint_scene
from bigand.view.svg import render_drawing_svg

_MOST_TUBES = 60  # that a page can show


def staged_level(question: questions.StageLevel, _report: Report) -> questions.Staged:
    """The tubes one by one, in the same colours whatever is poured."""
    start, moves = read(question.level), read_moves(question.moves)
    if len(start.tubes) > _MOST_TUBES:
        raise BigandError("watersort.stage.tubes", count=len(start.tubes), most=_MOST_TUBES)
    level, refused = play(start, moves, question.rule)
    if refused is not None:
        raise BigandError("watersort.hint.refused", said=questions.refusal_message(level, refused))
    ink, places = level_inks(start), range(len(level.tubes))
    not_allowed = [(source, target, refusal(level, source, target)) for source in places for target in places]
    return questions.Staged(
        status="sorted" if level.is_sorted else "open",
        moves=len(moves),
        height=level.height,
        tubes=level.tubes,
        pictures=tuple(
            [
                render_drawing_svg(paint_scene(scene(level, tube, tube + 1), f"tube-{tube + 1}", ink))
                for tube in places
            ]
        ),
        pours=tuple([move_of(pour) for pour in pours(level, question.rule)]),
        refusals=tuple(
            [
                questions.Refused(move=len(moves) + 1, reason=reason, source=source + 1, target=target + 1)
                for source, target, reason in not_allowed
                if reason is not None
            ]
        ),
    )
