"""Grade the proofs of a class with `bigand grade`: the questions, the grades, and the task for students."""

from collections.abc import Callable

from bigand.api.report import ignore_events
from bigand.puzzles.lightup.exercise import write_exercise
from bigand.puzzles.lightup.formats import read_board
from bigand.puzzles.lightup.proof_handlers import draft_goal_of, read_proof_task
from bigand.puzzles.lightup.questions import (
    BoardInput,
    DraftGoal,
    Exercise,
    JudgeProof,
    JudgeProofAnswer,
    WriteExercise,
)
from bigand.puzzles.lightup.wording import objection_sentence, proof_result_text
from bigand.puzzles.puzzle import GradeResult
from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.wording.texts import Texts


def question_maker(reference: Document) -> Callable[[str], JudgeProof] | None:
    """Return a maker of proof questions; None unless `reference` is a board, a proof or an exercise."""
    try:
        read_board(reference)
    except BigandError:
        return None
    board_input = BoardInput(text=reference.text)
    return lambda proof: JudgeProof(proof=proof, asked=board_input)


def grade_answer(answer: JudgeProofAnswer, texts: Texts) -> GradeResult:
    """Grade a proof: right if accepted, too strict if it rules out a solution, too loose otherwise."""
    if answer.accepted:
        return GradeResult(verdict="equal", sentences=(proof_result_text(answer.goal, answer.solutions, texts),))
    is_refuted = any(error.counterexample is not None for error in answer.errors)
    line = next((error.line for error in answer.errors if error.line is not None), None)
    sentences = [objection_sentence(error, texts) for error in answer.errors[:3]]
    sentences += [texts("lightup.proof.claimed")] if answer.claims_solved else []
    return GradeResult(verdict="too_strict" if is_refuted else "too_loose", line=line, sentences=tuple(sentences))


def write_task(reference: Document, title: str, statement: str) -> str:
    """Write the task for students as a file: board, goal and rules, without the steps of a reference's proof."""
    task = read_proof_task(BoardInput(text=reference.text))
    exercise = Exercise(
        title=title,
        statement=statement,
        board=task.board.rows,
        rules=None if task.rules is None else tuple([rule.name for rule in task.rules]),
        goal=DraftGoal() if task.goal is None else draft_goal_of(task.goal, task.board),
    )
    return write_exercise(WriteExercise(exercise=exercise), ignore_events).text
