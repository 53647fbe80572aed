"""Handlers for the questions about Water Sort."""

import time
from typing import Literal

from bigand.api.question import Limits as QuestionLimits
from bigand.api.report import Report, Stage
from bigand.puzzles.watersort import questions
from bigand.puzzles.watersort.colours import ENGLISH_COLOURS, FRENCH_COLOURS
from bigand.puzzles.watersort.draw import level_inks, scene
from bigand.puzzles.watersort.formats import read_level
from bigand.puzzles.watersort.formats.assembly import Layout
from bigand.puzzles.watersort.generator import LevelRequest, generate
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.moves import play_moves, read_moves
from bigand.puzzles.watersort.pours import Pour, find_refusal, pours
from bigand.puzzles.watersort.rating import rate
from bigand.puzzles.watersort.solver import Limits, SolveResult, count_missing_tubes, hint, solve
from bigand.source.document import Document
from bigand.source.error import BigandError, LimitError
from bigand.view.paint import paint_scene
from bigand.view.svg import render_drawing_svg

_LEAST_STEPS_SECONDS = 5.0  # to find the least number of steps, which the taught model then states


def read_level_input(level_input: questions.LevelInput) -> Level:
    """Read a level from the text of a question."""
    return read_level(
        Document(level_input.name, level_input.text),
        level_input.most,
        Layout(level_input.tubes, level_input.layers),
    )


def answer_read(question: questions.Read, _report: Report) -> questions.ReadAnswer:
    level = read_level_input(question.level)
    return questions.ReadAnswer(level=level, colours=level.amounts)


def answer_convert(question: questions.Convert, _report: Report) -> questions.ConvertAnswer:
    level = read_level_input(question.level)
    if question.to != "touist":
        return questions.ConvertAnswer(text=level.to(question.to))
    from bigand.puzzles.watersort.engines.model import model_text

    try:
        least_steps = solve(level, question.rule, limits=Limits(time.monotonic() + _LEAST_STEPS_SECONDS)).moves
    except LimitError:
        least_steps = None
    return questions.ConvertAnswer(text=model_text(level, question.rule, least_steps))


def answer_solve(question: questions.Solve, report: Report) -> questions.SolveAnswer:
    level = read_level_input(question.level)
    limits = _make_limits(question.limits, question.most_states, question.most_moves)
    result = solve(level, question.rule, question.engine, limits, _ProgressReporter(report))
    return questions.SolveAnswer(
        status=_status_of(result),
        rule=result.rule,
        engine=question.engine,
        moves=result.moves,
        bound=result.bound,
        plan=None if result.plan is None else tuple([move_of(pour) for pour in result.plan]),
        states=result.statistics.get("states"),
        more_tubes=None if result.is_solvable else count_missing_tubes(level, question.rule, limits),
        level=level,
    )


def answer_check(question: questions.Check, report: Report) -> questions.CheckAnswer:
    start, moves = read_level_input(question.level), read_moves(question.moves)
    level, refused_move = play_moves(start, moves, question.rule)
    can_finish = None
    if question.finish:
        report(Stage(key="progress.solve"))
        limits = _make_limits(question.limits, question.most_states)
        can_finish = solve(level, question.rule, limits=limits).is_solvable
    return questions.CheckAnswer(
        status="refused" if refused_move else "sorted" if level.is_sorted else "open",
        moves=len(moves) if refused_move is None else refused_move.move - 1,
        level=level,
        colours=level.amounts,
        refused=refused_move,
        can_finish=can_finish,
    )


def answer_hint(question: questions.Hint, report: Report) -> questions.HintAnswer:
    level, refused_move = play_moves(read_level_input(question.level), read_moves(question.moves), question.rule)
    if refused_move is not None:
        raise BigandError("watersort.hint.refused", said=questions.refusal_message(level, refused_move))
    report(Stage(key="progress.solve"))
    advice = hint(level, question.rule, _make_limits(question.limits, question.most_states))
    return questions.HintAnswer(
        status=_status_of(advice.answer),
        pour=None if advice.pour is None else move_of(advice.pour),
        reason=advice.reason,
        uncovers=advice.uncovers,
        moves=advice.answer.moves,
        level=level,
    )


def answer_rate(question: questions.Rate, report: Report) -> questions.RateAnswer:
    level = read_level_input(question.level)
    report(Stage(key="progress.solve"))
    rating = rate(level, question.rule, _make_limits(question.limits, question.most_states))
    return questions.RateAnswer(
        grade=rating.grade,
        won=rating.won,
        games=rating.games,
        moves=rating.answer.moves,
        bound=rating.answer.bound,
        detours=rating.detours,
        choices=round(rating.choices, 2),
        traps=rating.traps,
        states=rating.answer.statistics.get("states"),
    )


def answer_generate(question: questions.Generate, _report: Report) -> questions.GenerateAnswer:
    words = FRENCH_COLOURS if question.words == "fr" else ENGLISH_COLOURS
    request = LevelRequest(question.colours, question.empty, question.height, question.grade, question.rule, words)
    level = generate(request, question.seed, _make_limits(question.limits))
    return questions.GenerateAnswer(seed=question.seed, height=level.height, tubes=level.tubes)


def _make_limits(
    question_limits: QuestionLimits, max_states: int = questions.MAX_STATES, max_moves: int = questions.MAX_MOVES
) -> Limits:
    return Limits(question_limits.deadline(), max_states, max_moves)


def _status_of(result: SolveResult) -> Literal["solved", "unsolvable"]:
    return "solved" if result.is_solvable else "unsolvable"


def move_of(pour: Pour) -> questions.Move:
    return questions.Move(source=pour.source + 1, target=pour.target + 1, colour=pour.colour, layers=pour.layers)


class _ProgressReporter:
    """Reports each number of moves that is tried, once."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._last_moves = 0
        report(Stage(key="progress.solve"))

    def __call__(self, moves: int) -> None:
        if moves != self._last_moves:
            self._last_moves = moves
            self._report(Stage(key="watersort.solve.trying", gaps={"moves": str(moves)}))


# ---------------------------------------------------------------------- Questions of the studio's board


_MAX_TUBES = 60  # that a page can show


def stage_level(question: questions.StageLevel, _report: Report) -> questions.StageLevelAnswer:
    """Draw the tubes one by one, each colour the same whatever is poured."""
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
