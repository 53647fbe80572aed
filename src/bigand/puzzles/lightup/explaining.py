"""How questions on steps are answered: all of them, the next one, how hard they are."""

from bigand.answer.report import Report, Stage
from bigand.answer.running.limits import timely
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Cell
from bigand.puzzles.lightup.converting import board_of
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.explanation import Explanation, explain
from bigand.puzzles.lightup.reasoning.hints import Hint, hint_for
from bigand.puzzles.lightup.reasoning.record import step_reported


@timely
def explained(question: questions.Explain, report: Report) -> questions.Explained:
    """The steps from a board on, and the proof that they are."""
    report(Stage(key="lightup.explain.progress"))
    explanation = explain(board_of(question.board), question.keep_marks)
    rating = explanation.rating
    proof = _proof(explanation) if question.proof and rating is not None else None
    return questions.Explained(
        status=explanation.status.value,
        level=None if rating is None else rating.level.word,
        number=None if rating is None else rating.number,
        board=explanation.board.rows,
        solution=None if rating is None else explanation.last.rows,
        steps=tuple([step_reported(step, number) for number, step in enumerate(explanation.steps, 1)]),
        proof=proof,
        proof_refused=question.proof and rating is not None and proof is None,
    )


def _proof(explanation: Explanation) -> str | None:
    """The proof as a file of LEGUP, once the checker has accepted it."""
    from bigand.puzzles.lightup.proof import check as check_proof
    from bigand.puzzles.lightup.proof.writer import write_proof
    from bigand.puzzles.lightup.reasoning.proof import proof_of

    proof = proof_of(Position.of(explanation.board), explanation.steps)
    return write_proof(proof, is_solved=True) if check_proof(proof).accepted else None


@timely
def hinted(question: questions.Hint, _report: Report) -> questions.Hinted:
    """The next step, or what is wrong, and no more of it than the strength allows."""
    strength = question.strength
    hint = hint_for(board_of(question.board))
    if hint.step is None:
        return questions.Hinted(status=hint.status, strength=strength, wrong=_wrong_mark(hint, strength))
    step = step_reported(hint.step, 1)
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


@timely
def rated(question: questions.Rate, _report: Report) -> questions.Rated:
    """How hard a board is."""
    explanation = explain(board_of(question.board))
    rating = explanation.rating
    return questions.Rated(
        status=explanation.status.value,
        level=None if rating is None else rating.level.word,
        number=None if rating is None else rating.number,
        steps=len(explanation.steps),
        largest=max([step.size for step in explanation.steps], default=0),
        depth=max([step.depth for step in explanation.steps], default=0),
    )
