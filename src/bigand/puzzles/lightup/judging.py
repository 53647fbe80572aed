"""How questions on proofs and rules are answered."""

from bigand.answer.question import Failure, failure_of
from bigand.answer.running.limits import timely
from bigand.puzzles.lightup import questions as told
from bigand.puzzles.lightup.board import Board, Place
from bigand.puzzles.lightup.converting import board_of
from bigand.puzzles.lightup.draw import Pointed
from bigand.puzzles.lightup.draw.rule import before_and_after
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import legup
from bigand.puzzles.lightup.proof import Goal, Objection, Reason, check
from bigand.puzzles.lightup.proof.assignment import judge_assignment
from bigand.puzzles.lightup.proof.reader import read_proof
from bigand.puzzles.lightup.proof.single import RecordError, read_step
from bigand.puzzles.lightup.proof.writer import write_proof
from bigand.puzzles.lightup.questions import Spot
from bigand.puzzles.lightup.rules import RULES, Rule, rule_named
from bigand.source.document import Document
from bigand.source.error import BigandError, LimitError
from bigand.source.recursion import read_json

_LARGEST = 64  # MB of a proof


@timely
def steps_judged(question: told.JudgeStep) -> told.StepsJudged:
    """The verdicts on steps, each by itself."""
    only = _rules(question.only_rules)
    return told.StepsJudged(verdicts=tuple([_judged(text, question.why, only) for text in question.steps]))


def _judged(text: str, why: bool, only: list[Rule] | None) -> told.StepJudged | Failure:
    try:
        step = read_step(_parsed(text))
    except RecordError as error:
        return failure_of(error)
    if only is not None and step.rule not in only:
        return _step_judged(Objection(Reason.NOT_ALLOWED, rule=step.rule), why)
    if why:
        return _step_judged(step.objection(), why)
    return told.StepJudged(verdict="invalid" if step.judge() else "valid")


def _parsed(text: str) -> object:
    try:
        return read_json(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("lightup.record.json") from error


def _step_judged(objection: Objection | None, why: bool) -> told.StepJudged:
    if objection is None:
        return told.StepJudged(verdict="valid")
    return told.StepJudged(verdict="invalid", why=objection.told if why else None)


@timely
def proof_judged(question: told.JudgeProof) -> told.ProofJudged:
    """The verdict on a proof."""
    board, goal = _asked(question)
    if len(question.proof) > _LARGEST << 20:
        raise LimitError("lightup.check-proof.too_large", limit=_LARGEST)
    proof, found = read_proof(Document("proof", question.proof), question.max_cells)
    if board is not None:
        found += judge_assignment(proof, board, goal)
    verdict = check(proof, _rules(question.only_rules), found)
    written = None if question.write is None else write_proof(proof, verdict.accepted, question.write == "older")
    return told.ProofJudged(
        accepted=verdict.accepted,
        errors=tuple([objection.told for objection in verdict.objections]),
        goal=proof.goal.aim.value,
        steps=verdict.steps,
        solutions=verdict.solutions,
        claims_solved=proof.claims_solved,
        written=written,
    )


def _asked(question: told.JudgeProof) -> tuple[Board | None, Goal | None]:
    """The board that a proof is to be about, and its goal, if they are given."""
    if question.asked is None:
        return None, None
    try:
        if not legup.recognise(question.asked.text.strip()):
            return board_of(question.asked), None
        proof, _ = read_proof(Document("board", question.asked.text), question.asked.max_cells)
        return proof.board, proof.goal
    except BoardError as error:
        error.source = 1
        raise


def _rules(names: tuple[str, ...] | None) -> list[Rule] | None:
    return None if names is None else [_rule(name) for name in names]


def _rule(name: str) -> Rule:
    found = rule_named(name)
    if found is None:
        names = ", ".join([rule.name for rule in RULES])
        raise BigandError("lightup.only.unknown", name=name[:60], names=names)
    return found


def rules_told(question: told.Rules) -> told.RulesTold:
    """The rules with their examples."""
    rules = _rules(question.names) or RULES
    return told.RulesTold(rules=tuple([_rule_told(rule) for rule in rules]))


def _rule_told(rule: Rule) -> told.RuleTold:
    before, after = before_and_after(rule)
    return told.RuleTold(
        id=rule.id,
        name=rule.name,
        kind=rule.kind.value,
        before=_scene(before),
        after=tuple([_scene(one) for one in after]),
    )


def _scene(pointed: Pointed) -> told.Scene:
    return told.Scene(rows=pointed.board.rows, places=tuple([_spot(place) for place in sorted(pointed.places)]))


def _spot(place: Place) -> Spot:
    return Spot(place.row + 1, place.column + 1)
