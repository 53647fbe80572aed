"""How questions on steps are answered: all of them, the next one, how hard they are."""

from bigand.answer.report import ProgressEvent, Report, Stage
from bigand.answer.running.limits import MIN_SECONDS, alarm, limit_time
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.converting import board_of
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.explanation import Explaining, Explanation, explain
from bigand.puzzles.lightup.reasoning.hints import Hint, hint_for
from bigand.puzzles.lightup.reasoning.record import end_reported, spots, steps_reported
from bigand.puzzles.lightup.solving import Status, answer
from bigand.source.error import BigandError, LimitError

_TELLING = 2.0  # seconds, at most, that are kept for telling what was found when the time is up
_MOST = 100_000  # cells: what a cell sees is kept for each of them, so that memory grows with their square
_COUNTED = 100  # solutions that are counted


def explained(question: questions.Explain, report: Report) -> questions.Explained:
    """The steps from a board on, as far as the time goes, and the proof that they are."""
    board = _explicable(question.board)
    cell = None if question.cell is None else _asked_cell(board, question.cell)
    white = sum([not kind.is_wall for _, kind in board])
    report(Stage(key="lightup.explain.progress", total=white))

    def watch(position: Position) -> None:
        report(ProgressEvent(count=white - position.open.bit_count()))

    making = Explaining(board, question.keep_marks, watch, cell)
    explanation = _within(making, question.limits.seconds)
    return _explained(explanation, question)


def _explicable(given: questions.Given) -> Board:
    """A board that is not too large for reasoning."""
    board = board_of(given)
    if len(board.cells) > _MOST:
        raise BigandError("lightup.explain.too_large", cells=len(board.cells), most=_MOST)
    return board


def _asked_cell(board: Board, spot: questions.Spot) -> int:
    row, column = spot.place
    if not (0 <= row < board.height and 0 <= column < board.width) or board[row, column].is_wall:
        raise BigandError("lightup.explain.no_cell", row=spot.row, column=spot.column)
    return row * board.width + column


def _within(making: Explaining, seconds: float | None) -> Explanation:
    """The explanation, or what there is of it when the time is up; what was found has to be told, too."""
    if seconds is not None and seconds <= MIN_SECONDS:
        raise LimitError("limit.time")
    spare = 0.0 if seconds is None else min(_TELLING, seconds / 2)
    try:
        with alarm(None if seconds is None else seconds - spare):
            return making.explanation()
    except LimitError:
        so_far = making.so_far()
        if so_far is None or not so_far.steps:
            raise
        return so_far


def _explained(explanation: Explanation, question: questions.Explain) -> questions.Explained:
    rating = explanation.rating
    start = Position.of(explanation.board)
    last = explanation.steps[-1].after if explanation.steps else start
    is_several = explanation.status is Status.MULTIPLE and explanation.complete
    known = answer(explanation.board, most=_COUNTED, keep_marks=question.keep_marks) if is_several else None
    goal, proof = _proof(explanation) if question.proof and explanation.complete else (None, None)
    return questions.Explained(
        status=explanation.status.value,
        level=None if rating is None else rating.level.word,
        number=None if rating is None else rating.number,
        board=explanation.board.rows,
        solution=None if rating is None else explanation.last.rows,
        steps=steps_reported(explanation.steps),
        complete=explanation.complete,
        contradiction=None if explanation.end is None else end_reported(explanation.end, last),
        count=None if known is None else known.count,
        counted=known is None or known.is_complete,
        solutions=tuple([solution.rows for solution in explanation.solutions]),
        undecided=spots(last.open, last) if is_several and explanation.cell is None else (),
        goal=goal,
        proof=proof,
        proof_refused=goal is not None and proof is None,
    )


def _proof(explanation: Explanation) -> tuple[str, str | None]:
    """The goal of the proof, and the proof as a file of LEGUP, once the checker has accepted it."""
    from bigand.puzzles.lightup.proof import check as check_proof
    from bigand.puzzles.lightup.proof.writer import write_proof
    from bigand.puzzles.lightup.reasoning.proof import proof_that

    proof = proof_that(explanation)
    is_accepted = check_proof(proof).accepted
    return proof.goal.aim.value, write_proof(proof, is_solved=True) if is_accepted else None


@limit_time
def hinted(question: questions.Hint, _report: Report) -> questions.Hinted:
    """The next step, or what is wrong, and no more of it than the strength allows."""
    strength = question.strength
    hint = hint_for(_explicable(question.board))
    if hint.step is None:
        return questions.Hinted(status=hint.status, strength=strength, wrong=_wrong_mark(hint, strength))
    (step,) = steps_reported([hint.step])
    if strength == "step":
        return questions.Hinted(status="step", strength=strength, step=step)
    is_rule = strength == "rule"
    return questions.Hinted(
        status="step",
        strength=strength,
        look="case" if step.is_case else "cell" if step.clue is None else "clue",
        site=step.site,
        clue=step.clue,
        technique=step.technique if is_rule else None,
        rule_name=step.rule if is_rule else None,
    )


def _wrong_mark(hint: Hint, strength: questions.Strength) -> questions.WrongMark | None:
    if hint.wrong is None:
        return None
    belongs: questions.Mark | None = (
        None if hint.belongs is None else "bulb" if hint.belongs is Cell.BULB else "dot"
    )
    return questions.WrongMark(
        row=hint.wrong.row + 1,
        column=None if strength == "where" else hint.wrong.column + 1,
        belongs=belongs if strength == "step" else None,
    )


@limit_time
def rated(question: questions.Rate, _report: Report) -> questions.Rated:
    """How hard a board is."""
    explanation = explain(_explicable(question.board))
    rating = explanation.rating
    return questions.Rated(
        status=explanation.status.value,
        level=None if rating is None else rating.level.word,
        number=None if rating is None else rating.number,
        steps=len(explanation.steps),
        largest=max([step.size for step in explanation.steps], default=0),
        depth=max([step.depth for step in explanation.steps], default=0),
    )
