"""Proofs of a class beside a board: what students are given, what `bigand grade` asks of each, and what it is."""

from collections.abc import Callable

from bigand.answer.report import ignore_events
from bigand.command.texts import Texts
from bigand.puzzles.lightup.drafting import goal_told
from bigand.puzzles.lightup.exercise import exercise_written
from bigand.puzzles.lightup.formats import read_board
from bigand.puzzles.lightup.judging import wanted_in
from bigand.puzzles.lightup.proof.words import proved_text, sentence_of
from bigand.puzzles.lightup.questions import DraftGoal, Exercise, Given, JudgeProof, ProofJudged, WriteExercise
from bigand.puzzles.puzzle import GradeResult
from bigand.source.document import Document
from bigand.source.error import BigandError


def grades(reference: Document) -> Callable[[str], JudgeProof] | None:
    """What asks whether a text proves what is asked for, if the reference is a board, a proof or an exercise."""
    try:
        read_board(reference)
    except BigandError:
        return None
    asked = Given(text=reference.text)
    return lambda proof: JudgeProof(proof=proof, asked=asked)


def graded(answer: ProofJudged, texts: Texts) -> GradeResult:
    """A proof that is accepted is right; one that rules out a solution says too much, another shows too little."""
    if answer.accepted:
        return GradeResult(verdict="equal", sentences=(proved_text(answer.goal, answer.solutions, texts),))
    is_refuted = any(one.counterexample is not None for one in answer.errors)
    line = next((one.line for one in answer.errors if one.line is not None), None)
    told = [sentence_of(one, texts) for one in answer.errors[:3]]
    told += [texts("lightup.proof.claimed")] if answer.claims_solved else []
    return GradeResult(verdict="too_strict" if is_refuted else "too_loose", line=line, sentences=tuple(told))


def task(reference: Document, title: str, statement: str) -> str:
    """What students are given: the board, the goal and the rules as a file, and no step of a reference's proof."""
    wanted = wanted_in(Given(text=reference.text))
    exercise = Exercise(
        title=title,
        statement=statement,
        board=wanted.board.rows,
        rules=None if wanted.rules is None else tuple([rule.name for rule in wanted.rules]),
        goal=DraftGoal() if wanted.goal is None else goal_told(wanted.goal, wanted.board),
    )
    return exercise_written(WriteExercise(exercise=exercise), ignore_events).text
