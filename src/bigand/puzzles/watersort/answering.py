"""How questions on Water Sort are answered."""

import time
from typing import Literal

from bigand.answer.question import Limits as Allowed
from bigand.answer.report import Report, Stage
from bigand.puzzles.watersort import questions
from bigand.puzzles.watersort.colours import ENGLISH, FRENCH
from bigand.puzzles.watersort.formats import read_level
from bigand.puzzles.watersort.formats.sheet import Said
from bigand.puzzles.watersort.generate import Wish, generate
from bigand.puzzles.watersort.hints import hint
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.moves import play, read_moves
from bigand.puzzles.watersort.pours import Pour
from bigand.puzzles.watersort.rating import rate
from bigand.puzzles.watersort.solving import Answer, Limits, solve, tubes_missing
from bigand.source.document import Document
from bigand.source.error import BigandError, LimitError

_PATIENCE = 5.0  # seconds to find out the least number of steps, which the taught model then says


def read(written: questions.Written) -> Level:
    """The level that a text is."""
    return read_level(Document(written.name, written.text), written.most, Said(written.tubes, written.layers))


def level_read(question: questions.Read, _report: Report) -> questions.ReadLevel:
    level = read(question.level)
    return questions.ReadLevel(level=level, colours=level.amounts)


def converted(question: questions.Convert, _report: Report) -> questions.Converted:
    level = read(question.level)
    if question.to != "touist":
        return questions.Converted(text=level.to(question.to))
    from bigand.puzzles.watersort.engines.model import taught

    try:
        least = solve(level, question.rule, limits=Limits(time.monotonic() + _PATIENCE)).moves
    except LimitError:
        least = None
    return questions.Converted(text=taught(level, question.rule, least))


def solved(question: questions.Solve, report: Report) -> questions.Solved:
    level = read(question.level)
    limits = _limits(question.limits, question.most_states, question.most_moves)
    answer = solve(level, question.rule, question.engine, limits, _Telling(report))
    return questions.Solved(
        status=_status(answer),
        rule=answer.rule,
        engine=question.engine,
        moves=answer.moves,
        bound=answer.bound,
        plan=None if answer.plan is None else tuple([move_of(pour) for pour in answer.plan]),
        states=answer.counted.get("states"),
        more_tubes=None if answer.is_solvable else tubes_missing(level, question.rule, limits),
        level=level,
    )


def checked(question: questions.Check, report: Report) -> questions.Checked:
    start, moves = read(question.level), read_moves(question.moves)
    level, refused = play(start, moves, question.rule)
    can_finish = None
    if question.finish:
        report(Stage(key="progress.solve"))
        limits = _limits(question.limits, question.most_states)
        can_finish = solve(level, question.rule, limits=limits).is_solvable
    return questions.Checked(
        status="refused" if refused else "sorted" if level.is_sorted else "open",
        moves=len(moves) if refused is None else refused.move - 1,
        level=level,
        colours=level.amounts,
        refused=refused,
        can_finish=can_finish,
    )


def hinted(question: questions.Hint, report: Report) -> questions.Hinted:
    level, refused = play(read(question.level), read_moves(question.moves), question.rule)
    if refused is not None:
        raise BigandError("watersort.hint.refused", said=questions.refusal_message(level, refused))
    report(Stage(key="progress.solve"))
    advice = hint(level, question.rule, _limits(question.limits, question.most_states))
    return questions.Hinted(
        status=_status(advice.answer),
        pour=None if advice.pour is None else move_of(advice.pour),
        reason=advice.reason,
        uncovers=advice.uncovers,
        moves=advice.answer.moves,
        level=level,
    )


def rated(question: questions.Rate, report: Report) -> questions.Rated:
    level = read(question.level)
    report(Stage(key="progress.solve"))
    rating = rate(level, question.rule, _limits(question.limits, question.most_states))
    return questions.Rated(
        grade=rating.grade,
        won=rating.won,
        games=rating.games,
        moves=rating.answer.moves,
        bound=rating.answer.bound,
        detours=rating.detours,
        choices=round(rating.choices, 2),
        traps=rating.traps,
        states=rating.answer.counted.get("states"),
    )


def generated(question: questions.Generate, _report: Report) -> questions.Generated:
    words = FRENCH if question.words == "fr" else ENGLISH
    wish = Wish(question.colours, question.empty, question.height, question.grade, question.rule, words)
    level = generate(wish, question.seed, _limits(question.limits))
    return questions.Generated(seed=question.seed, height=level.height, tubes=level.tubes)


def _limits(allowed: Allowed, states: int = questions.MOST_STATES, moves: int = questions.MOST_MOVES) -> Limits:
    return Limits(allowed.deadline(), states, moves)


def _status(answer: Answer) -> Literal["solved", "unsolvable"]:
    return "solved" if answer.is_solvable else "unsolvable"


def move_of(pour: Pour) -> questions.Move:
    return questions.Move(source=pour.source + 1, target=pour.target + 1, colour=pour.colour, layers=pour.layers)


class _Telling:
    """Tells each number of moves that is tried, once."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._last = 0
        report(Stage(key="progress.solve"))

    def __call__(self, moves: int) -> None:
        if moves != self._last:
            self._last = moves
            self._report(Stage(key="watersort.solve.trying", gaps={"moves": str(moves)}))
