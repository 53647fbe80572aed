"""How questions on proofs and rules are answered."""

from bigand.answer.question import Failure, failure_of
from bigand.answer.report import Report
from bigand.answer.running.limits import limit_time
from bigand.puzzles.lightup import exercise, questions
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.converting import read_board_input
from bigand.puzzles.lightup.draw import HighlightedBoard
from bigand.puzzles.lightup.draw.rule import rule_example
from bigand.puzzles.lightup.exercise import ProofTask, rules_by_name
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import legup
from bigand.puzzles.lightup.proof import Flaw, Goal, Objection, Proof, check
from bigand.puzzles.lightup.proof.reader import read_proof
from bigand.puzzles.lightup.proof.single import MalformedStepError, parse_step
from bigand.puzzles.lightup.proof.writer import write_proof
from bigand.puzzles.lightup.questions import Spot
from bigand.puzzles.lightup.rules import RULES, ProofRule
from bigand.source.document import Document
from bigand.source.error import LimitError
from bigand.source.recursion import read_json

_MAX_MEGABYTES = 64  # MB of a proof


@limit_time
def judge_steps(question: questions.JudgeStep, _report: Report) -> questions.JudgeStepAnswer:
    """The verdicts on steps, each by itself."""
    only = rules_by_name(question.only_rules)
    return questions.JudgeStepAnswer(
        verdicts=tuple([_judge_step(text, question.why, only) for text in question.steps])
    )


def _judge_step(text: str, with_reason: bool, only: list[ProofRule] | None) -> questions.StepVerdict | Failure:
    try:
        step = parse_step(_parse_record(text))
    except MalformedStepError as error:
        return failure_of(error)
    if only is not None and step.rule not in only:
        return _step_verdict(Objection(Flaw.NOT_ALLOWED, rule=step.rule), with_reason)
    if with_reason:
        return _step_verdict(step.find_objection(), with_reason)
    return questions.StepVerdict(verdict="invalid" if step.judge() else "valid")


def _parse_record(text: str) -> object:
    try:
        return read_json(text)
    except (ValueError, RecursionError) as error:
        raise MalformedStepError("lightup.record.json") from error


def _step_verdict(objection: Objection | None, with_reason: bool) -> questions.StepVerdict:
    if objection is None:
        return questions.StepVerdict(verdict="valid")
    return questions.StepVerdict(verdict="invalid", why=objection.record if with_reason else None)


@limit_time
def judge_proof(question: questions.JudgeProof, _report: Report) -> questions.JudgeProofAnswer:
    """The verdict on a proof."""
    task = None if question.asked is None else read_proof_task(question.asked)
    if len(question.proof) > _MAX_MEGABYTES << 20:
        raise LimitError("lightup.check-proof.too_large", limit=_MAX_MEGABYTES)
    proof, objections = read_proof(Document("proof", question.proof), question.max_cells)
    only = rules_by_name(question.only_rules)
    if task is not None:
        objections += compare_with_task(proof, task.board, task.goal)
        only = task.rules if only is None else [rule for rule in only if rule in (task.rules or RULES)]
    verdict = check(proof, only, objections)
    proof_text = None if question.write is None else write_proof(proof, verdict.accepted, question.write == "older")
    return questions.JudgeProofAnswer(
        accepted=verdict.accepted,
        errors=tuple([objection.record for objection in verdict.objections]),
        goal=proof.goal.aim.value,
        steps=verdict.steps,
        solutions=verdict.solutions,
        claims_solved=proof.claims_solved,
        written=proof_text,
    )


def read_proof_task(board_input: questions.BoardInput) -> ProofTask:
    """The board that a proof is to be about, and its goal and its rules, if they are given."""
    text, limit = board_input.text, board_input.max_cells
    try:
        if exercise.is_exercise(text):
            return exercise.proof_task_of(exercise.parse_exercise(text), limit)
        if not legup.recognise(text.strip()):
            return ProofTask(read_board_input(board_input))
        proof, _ = read_proof(Document("board", text), limit)
        return ProofTask(proof.board, proof.goal)
    except BoardError as error:
        error.source = 1
        raise


def list_rules(question: questions.Rules, _report: Report) -> questions.RulesAnswer:
    """The rules with their examples."""
    rules = rules_by_name(question.names) or RULES
    return questions.RulesAnswer(rules=tuple([_rule_record(rule) for rule in rules]))


def _rule_record(rule: ProofRule) -> questions.RuleRecord:
    before, after = rule_example(rule)
    return questions.RuleRecord(
        id=rule.id,
        name=rule.name,
        kind=rule.kind.value,
        before=_highlight_rows(before),
        after=tuple([_highlight_rows(scene) for scene in after]),
    )


def _highlight_rows(board: HighlightedBoard) -> questions.HighlightedRows:
    return questions.HighlightedRows(
        rows=board.board.rows, places=tuple([Spot.from_place(place) for place in sorted(board.places)])
    )


def compare_with_task(proof: Proof, board: Board, goal: Goal | None = None) -> list[Objection]:
    """What is different from the board, and from the goal if there is one."""
    proof_board = proof.board
    if (proof_board.height, proof_board.width) != (board.height, board.width):
        size = {"height": str(board.height), "width": str(board.width)}
        return [Objection(Flaw.OTHER_SIZE, gaps=size)]
    pairs = enumerate(zip(proof_board.cells, board.cells, strict=True))
    places = tuple([board.place(index) for index, (own_cell, task_cell) in pairs if own_cell != task_cell])
    objections = [Objection(Flaw.OTHER_BOARD, places=places)] if places else []
    if goal is not None and _goal_key(goal) != _goal_key(proof.goal):
        gaps = {"found": proof.goal.aim.value, "wanted": goal.aim.value}
        objections.append(Objection(Flaw.OTHER_GOAL, gaps=gaps))
    return objections


def _goal_key(goal: Goal) -> tuple[object, ...]:
    return goal.aim, frozenset(goal.cells), goal.assumes_solution
