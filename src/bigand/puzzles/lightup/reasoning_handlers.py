"""Handlers for the questions about steps (explain, hint, rate) and new boards."""

from bigand.api.report import ProgressEvent, Report, Stage, progress_reporter
from bigand.api.run.limits import MIN_SECONDS, alarm, limit_time
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.formats import write_board
from bigand.puzzles.lightup.generate import Request, Symmetry, generate_board
from bigand.puzzles.lightup.handlers import read_board_input
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.explanation import Explainer, Explanation, Hint, explain_board, find_hint
from bigand.puzzles.lightup.reasoning.levels import LEVEL_NAMES, Level
from bigand.puzzles.lightup.reasoning.records import contradiction_record, spots_of, step_records
from bigand.puzzles.lightup.solver import Status, solve_board
from bigand.source.error import BigandError, LimitError

_REPORT_SECONDS = 2.0  # reserved at most for reporting what was found when time runs out
# What each cell sees is stored, so memory grows with the square of this.
_MAX_EXPLAINABLE_CELLS = 100_000
_MAX_COUNTED = 100  # solutions


def explain(question: questions.Explain, report: Report) -> questions.ExplainAnswer:
    """Explain a board within the time limit, with a proof."""
    board = _read_limited_board(question.board)
    cell = None if question.cell is None else _cell_index(board, question.cell)
    white = sum([not kind.is_wall for _, kind in board])
    report(Stage(key="lightup.explain.progress", total=white))

    def watch(position: Position) -> None:
        report(ProgressEvent(count=white - position.open.bit_count()))

    explainer = Explainer(board, question.keep_marks, watch, cell)
    explanation = _explain_within(explainer, question.limits.seconds)
    return _explain_answer(explanation, question)


def _read_limited_board(board_input: questions.BoardInput) -> Board:
    """Read a board that is not too large for reasoning."""
    board = read_board_input(board_input)
    if len(board.cells) > _MAX_EXPLAINABLE_CELLS:
        raise BigandError("lightup.explain.too_large", cells=len(board.cells), most=_MAX_EXPLAINABLE_CELLS)
    return board


def _cell_index(board: Board, spot: questions.Spot) -> int:
    row, column = spot.place
    if not (0 <= row < board.height and 0 <= column < board.width) or board[row, column].is_wall:
        raise BigandError("lightup.explain.no_cell", row=spot.row, column=spot.column)
    return row * board.width + column


def _explain_within(explainer: Explainer, seconds: float | None) -> Explanation:
    """Return the explanation, or a partial one when time runs out; some time is reserved to report it."""
    if seconds is not None and seconds <= MIN_SECONDS:
        raise LimitError("limit.time")
    reserved = 0.0 if seconds is None else min(_REPORT_SECONDS, seconds / 2)
    try:
        with alarm(None if seconds is None else seconds - reserved):
            return explainer.explain()
    except LimitError:
        partial = explainer.partial_explanation()
        if partial is None or not partial.steps:
            raise
        return partial


def _explain_answer(explanation: Explanation, question: questions.Explain) -> questions.ExplainAnswer:
    rating = explanation.rating
    start = Position.from_board(explanation.board)
    last = explanation.steps[-1].after if explanation.steps else start
    is_several = explanation.status is Status.MULTIPLE and explanation.complete
    result = (
        solve_board(explanation.board, limit=_MAX_COUNTED, keep_marks=question.keep_marks) if is_several else None
    )
    goal, proof = _goal_and_checked_proof(explanation) if question.proof and explanation.complete else (None, None)
    return questions.ExplainAnswer(
        status=explanation.status.value,
        level=None if rating is None else rating.level.word,
        number=None if rating is None else rating.number,
        board=explanation.board.rows,
        solution=None if rating is None else explanation.last_board.rows,
        steps=step_records(explanation.steps),
        complete=explanation.complete,
        contradiction=None if explanation.end is None else contradiction_record(explanation.end, last),
        count=None if result is None else result.count,
        counted=result is None or result.is_complete,
        solutions=tuple([solution.rows for solution in explanation.solutions]),
        undecided=spots_of(last.open, last) if is_several and explanation.cell is None else (),
        goal=goal,
        proof=proof,
        proof_refused=goal is not None and proof is None,
    )


def _goal_and_checked_proof(explanation: Explanation) -> tuple[str, str | None]:
    """Return the goal of the proof, and the proof as a file of LEGUP if the checker accepts it."""
    from bigand.puzzles.lightup.proof import check as check_proof
    from bigand.puzzles.lightup.proof.files import write_proof
    from bigand.puzzles.lightup.reasoning.proof import explanation_to_proof

    proof = explanation_to_proof(explanation)
    is_accepted = check_proof(proof).accepted
    return proof.goal.aim.value, write_proof(proof, is_solved=True) if is_accepted else None


@limit_time
def give_hint(question: questions.Hint, _report: Report) -> questions.HintAnswer:
    """Give the next step, or what is wrong, and no more of it than the strength allows."""
    strength = question.strength
    hint = find_hint(_read_limited_board(question.board))
    if hint.step is None:
        return questions.HintAnswer(status=hint.status, strength=strength, wrong=_wrong_mark_record(hint, strength))
    (step,) = step_records([hint.step])
    if strength == "step":
        return questions.HintAnswer(status="step", strength=strength, step=step)
    is_rule = strength == "rule"
    return questions.HintAnswer(
        status="step",
        strength=strength,
        look="case" if step.is_case else "cell" if step.clue is None else "clue",
        site=step.site,
        clue=step.clue,
        technique=step.technique if is_rule else None,
        rule_name=step.rule if is_rule else None,
    )


def _wrong_mark_record(hint: Hint, strength: questions.Strength) -> questions.WrongMark | None:
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
def rate(question: questions.Rate, _report: Report) -> questions.RateAnswer:
    """Rate how hard a board is."""
    explanation = explain_board(_read_limited_board(question.board))
    rating = explanation.rating
    return questions.RateAnswer(
        status=explanation.status.value,
        level=None if rating is None else rating.level.word,
        number=None if rating is None else rating.number,
        steps=len(explanation.steps),
        largest=max([step.size for step in explanation.steps], default=0),
        depth=max([step.depth for step in explanation.steps], default=0),
    )


# ---------------------------------------------------------------------- New boards


@limit_time
def generate(question: questions.Generate, report: Report) -> questions.GenerateAnswer:
    """Generate the board of a number; each has its own seed, so it does not matter which process makes it."""
    level, symmetry = Level(LEVEL_NAMES.index(question.level)), Symmetry(question.symmetry)
    request = Request(question.height, question.width, level, symmetry, question.black, question.minimal)
    seed = f"{question.seed}:{question.board}" + (f":{question.again}" if question.again else "")
    generated = generate_board(request, seed, progress_reporter(report))
    board = generated.board
    rating = board.rate() if question.rated else None
    return questions.GenerateAnswer(
        id=board.to("id"),
        level=question.level,
        number=None if rating is None else rating.number,
        clues=len(board.clues),
        walls=sum([cell.is_wall for _, cell in board]),
        seed=question.seed,
        board=question.board,
        rows=board.rows,
        solution=generated.solution.rows,
        text=None if question.to is None else write_board(board, question.to),
    )
