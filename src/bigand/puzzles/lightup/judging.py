"""How questions on proofs and rules are answered."""

from bigand.answer.question import Failure, failure_of
from bigand.answer.report import Report
from bigand.answer.running.limits import limit_time
from bigand.puzzles.lightup import exercise, questions
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.converting import board_of
from bigand.puzzles.lightup.draw import Pointed
from bigand.puzzles.lightup.draw.rule import before_and_after
from bigand.puzzles.lightup.exercise import Wanted, rules_named
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import legup
from bigand.puzzles.lightup.proof import Flaw, Goal, Objection, Proof, check
from bigand.puzzles.lightup.proof.reader import read_proof
from bigand.puzzles.lightup.proof.single import RecordError, read_step
from bigand.puzzles.lightup.proof.writer import write_proof
from bigand.puzzles.lightup.questions import Spot
from bigand.puzzles.lightup.rules import RULES, ProofRule
from bigand.source.document import Document
from bigand.source.error import LimitError
from bigand.source.recursion import read_json

_LARGEST = 64  # MB of a proof


@limit_time
def steps_judged(question: questions.JudgeStep, _report: Report) -> questions.StepsJudged:
    """The verdicts on steps, each by itself."""
    only = rules_named(question.only_rules)
    return questions.StepsJudged(verdicts=tuple([_judged(text, question.why, only) for text in question.steps]))


def _judged(text: str, why: bool, only: list[ProofRule] | None) -> questions.StepJudged | Failure:
    try:
        step = read_step(_parsed(text))
    except RecordError as error:
        return failure_of(error)
    if only is not None and step.rule not in only:
        return _step_judged(Objection(Flaw.NOT_ALLOWED, rule=step.rule), why)
    if why:
        return _step_judged(step.objection(), why)
    return questions.StepJudged(verdict="invalid" if step.judge() else "valid")


def _parsed(text: str) -> object:
    try:
        return read_json(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("lightup.record.json") from error


def _step_judged(objection: Objection | None, why: bool) -> questions.StepJudged:
    if objection is None:
        return questions.StepJudged(verdict="valid")
    return questions.StepJudged(verdict="invalid", why=objection.reported if why else None)


@limit_time
def proof_judged(question: questions.JudgeProof, _report: Report) -> questions.ProofJudged:
    """The verdict on a proof."""
    asked = None if question.asked is None else wanted_in(question.asked)
    if len(question.proof) > _LARGEST << 20:
        raise LimitError("lightup.check-proof.too_large", limit=_LARGEST)
    proof, objections = read_proof(Document("proof", question.proof), question.max_cells)
    only = rules_named(question.only_rules)
    if asked is not None:
        objections += judge_exercise(proof, asked.board, asked.goal)
        only = asked.rules if only is None else [rule for rule in only if rule in (asked.rules or RULES)]
    verdict = check(proof, only, objections)
    written = None if question.write is None else write_proof(proof, verdict.accepted, question.write == "older")
    return questions.ProofJudged(
        accepted=verdict.accepted,
        errors=tuple([objection.reported for objection in verdict.objections]),
        goal=proof.goal.aim.value,
        steps=verdict.steps,
        solutions=verdict.solutions,
        claims_solved=proof.claims_solved,
        written=written,
    )


def wanted_in(asked: questions.Given) -> Wanted:
    """The board that a proof is to be about, and its goal and its rules, if they are given."""
    text, limit = asked.text, asked.max_cells
    try:
        if exercise.recognise(text):
            return exercise.wanted_by(exercise.parsed(text), limit)
        if not legup.recognise(text.strip()):
            return Wanted(board_of(asked))
        proof, _ = read_proof(Document("board", text), limit)
        return Wanted(proof.board, proof.goal)
    except BoardError as error:
        error.source = 1
        raise


def rules_reported(question: questions.Rules, _report: Report) -> questions.RulesTold:
    """The rules with their examples."""
    rules = rules_named(question.names) or RULES
    return questions.RulesTold(rules=tuple([_rule_reported(rule) for rule in rules]))


def _rule_reported(rule: ProofRule) -> questions.RuleTold:
    before, after = before_and_after(rule)
    return questions.RuleTold(
        id=rule.id,
        name=rule.name,
        kind=rule.kind.value,
        before=_scene(before),
        after=tuple([_scene(scene) for scene in after]),
    )


def _scene(pointed: Pointed) -> questions.Scene:
    return questions.Scene(
        rows=pointed.board.rows, places=tuple([Spot.of(place) for place in sorted(pointed.places)])
    )


def judge_exercise(proof: Proof, board: Board, goal: Goal | None = None) -> list[Objection]:
    """What is different from the board, and from the goal if there is one."""
    own = proof.board
    if (own.height, own.width) != (board.height, board.width):
        size = {"height": str(board.height), "width": str(board.width)}
        return [Objection(Flaw.OTHER_SIZE, gaps=size)]
    pairs = enumerate(zip(own.cells, board.cells, strict=True))
    places = tuple([board.place(index) for index, (one, other) in pairs if one != other])
    objections = [Objection(Flaw.OTHER_BOARD, places=places)] if places else []
    if goal is not None and _content(goal) != _content(proof.goal):
        gaps = {"found": proof.goal.aim.value, "wanted": goal.aim.value}
        objections.append(Objection(Flaw.OTHER_GOAL, gaps=gaps))
    return objections


def _content(goal: Goal) -> tuple[object, ...]:
    return goal.aim, frozenset(goal.cells), goal.assumes_solution
