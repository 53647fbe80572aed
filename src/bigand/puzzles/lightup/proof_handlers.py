"""Handlers for the questions about proofs and rules."""

from collections.abc import Iterable, Sequence
from typing import Literal

from bigand.api.question import Failure, failure_of
from bigand.api.report import Report
from bigand.api.run.limits import limit_time
from bigand.puzzles.lightup import exercise, questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.draw import HighlightedBoard
from bigand.puzzles.lightup.draw.boards import rule_example
from bigand.puzzles.lightup.exercise import (
    ProofTask,
    changes_from_marks,
    goal_from_draft,
    require_cell_index,
    require_rule,
    require_rules,
)
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import legup
from bigand.puzzles.lightup.handlers import read_board_input
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cell_set, cells_in
from bigand.puzzles.lightup.proof import Flaw, Goal, Objection, Proof, ProofStep, check
from bigand.puzzles.lightup.proof.files import read_proof, write_proof
from bigand.puzzles.lightup.proof.goals import Leaf
from bigand.puzzles.lightup.proof.steps import MalformedStepError, SingleStep, parse_step
from bigand.puzzles.lightup.proof.structure import build_tree
from bigand.puzzles.lightup.questions import DraftGoal, DraftStep, Marks, Spot
from bigand.puzzles.lightup.rules import (
    CONTRADICTIONS,
    DIRECT,
    PROGRAM,
    RULES,
    Case,
    Conclusion,
    ProofRule,
    RuleKind,
    derive_marks,
)
from bigand.source.document import Document
from bigand.source.error import BigandError, LimitError
from bigand.source.limits import read_json

_MAX_MEGABYTES = 64  # of a proof


@limit_time
def judge_steps(question: questions.JudgeStep, _report: Report) -> questions.JudgeStepAnswer:
    """Judge steps, each on its own."""
    only = require_rules(question.only_rules)
    return questions.JudgeStepAnswer(
        verdicts=tuple([_judge_step(text, question.why, only) for text in question.steps])
    )


def _judge_step(
    step_json: str, with_reason: bool, allowed_rules: list[ProofRule] | None
) -> questions.StepVerdict | Failure:
    try:
        step = parse_step(_parse_record(step_json))
    except MalformedStepError as error:
        return failure_of(error)
    if allowed_rules is not None and step.rule not in allowed_rules:
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
    """Judge a proof."""
    task = None if question.asked is None else read_proof_task(question.asked)
    if len(question.proof) > _MAX_MEGABYTES << 20:
        raise LimitError("lightup.check-proof.too_large", limit=_MAX_MEGABYTES)
    proof, objections = read_proof(Document("proof", question.proof), question.max_cells)
    only = require_rules(question.only_rules)
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
    """Read the board that a proof must be about, with its goal and rules, if given."""
    text, limit = board_input.text, board_input.max_cells
    try:
        if exercise.looks_like_exercise(text):
            return exercise.proof_task_of(exercise.parse_exercise(text), limit)
        if not legup.recognise(text.strip()):
            return ProofTask(read_board_input(board_input))
        proof, _ = read_proof(Document("board", text), limit)
        return ProofTask(proof.board, proof.goal)
    except BoardError as error:
        error.source = 1
        raise


def list_rules(question: questions.Rules, _report: Report) -> questions.RulesAnswer:
    """List the rules with their examples."""
    rules = require_rules(question.names) or RULES
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
    """Return how a proof differs from the board, and from the goal if there is one."""
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


# -------------------- Proofs under construction: what a rule concludes, which rule fits, and the state of the whole


ROOT = "root"


# ---------------------------------------------------------------------- Single steps


@limit_time
def try_step(question: questions.TryStep, _report: Report) -> questions.TryStepAnswer:
    """Make a step by a rule: the marks of the question, or what the rule concludes at the selected cell."""
    board = read_board_input(question.board)
    before = Position.from_board(board)
    rule = require_rule(question.rule)
    only = require_rules(question.only_rules)
    if only is not None and rule not in only:
        return _invalid_step(Objection(Flaw.NOT_ALLOWED, rule=rule))
    marks = _case_of_marks(question.marks, board)
    cell = None if question.cell is None else require_cell_index(question.cell, board)
    cases, premises = _step_parts_and_premises(rule, before, marks, cell)
    step = SingleStep(rule, before, cases, cell if rule.kind is not RuleKind.DIRECT else None)
    is_judged = cases or rule.kind is RuleKind.CONTRADICTION
    objection = step.find_objection() if is_judged else _no_effect_objection(rule, cell, before)
    if objection is not None:
        return _invalid_step(objection)
    return questions.TryStepAnswer(
        verdict="valid",
        parts=tuple([_marks_of_case(case, board) for case in cases]) or (Marks(),),
        cells=_spots(premises, board),
    )


def _invalid_step(objection: Objection) -> questions.TryStepAnswer:
    return questions.TryStepAnswer(verdict="invalid", why=objection.record)


def _no_effect_objection(rule: ProofRule, cell: int | None, before: Position) -> Objection:
    """Object that a rule concludes nothing, there or anywhere; or that cases need a selected cell."""
    if rule.kind is RuleKind.CASE and cell is None:
        return Objection(Flaw.NO_PLACE, rule=rule)
    return Objection(Flaw.GIVES_NOTHING, rule=rule, places=before.grid.places(0 if cell is None else 1 << cell))


def _step_parts_and_premises(
    rule: ProofRule, before: Position, marks: Case, cell: int | None
) -> tuple[tuple[Case, ...], Cells]:
    """Return the parts of a step by a rule, and the cells that it rests on."""
    if rule.kind is RuleKind.CASE:
        splits = [split for split in rule.splits(before, EVERYWHERE) if cell in (None, split.site)]
        program_splits = [split for split in splits if split.reading == PROGRAM] or splits
        if cell is None or not program_splits:
            return (), 0
        return program_splits[0].cases, 1 << cell
    marked_cells = marks.bulbs | marks.dots
    conclusions = [
        candidate
        for candidate in rule.conclusions(before, EVERYWHERE)
        if _matches_request(candidate, marked_cells, cell)
    ]
    premises = 0
    for conclusion in conclusions if marked_cells or rule.kind is RuleKind.CONTRADICTION else ():
        premises |= conclusion.cells | 1 << conclusion.site
        if rule.kind is RuleKind.CONTRADICTION:
            break
    if rule.kind is RuleKind.CONTRADICTION:
        return ((marks,) if marked_cells else ()), premises
    if marked_cells:
        return (marks,), premises
    result = Case(0, 0)
    for conclusion in conclusions:
        result = Case(result.bulbs | conclusion.bulbs, result.dots | conclusion.dots)
    result = Case(result.bulbs & before.unknown, result.dots & before.unknown)
    return ((result,) if result.bulbs | result.dots else ()), premises


def _matches_request(conclusion: Conclusion, marks: Cells, cell: int | None) -> bool:
    """Whether a conclusion has the wanted marks, or is about the cell."""
    marked = conclusion.bulbs | conclusion.dots
    if marks:
        return bool(marked & marks)
    return cell is None or cell == conclusion.site or bool(marked >> cell & 1)


@limit_time
def suggest(question: questions.Suggest, _report: Report) -> questions.SuggestAnswer:
    """Find the rules that fit, contradictions first."""
    board = read_board_input(question.board)
    before = Position.from_board(board)
    only = require_rules(question.only_rules) or RULES
    bulbs, dots = _case_of_marks(question.marks, board)
    if bulbs | dots:
        fitting = [rule for rule in DIRECT if _justifies(rule, before, bulbs, dots)]
    else:
        fitting = [rule for rule in CONTRADICTIONS if any(True for _ in rule.conclusions(before, EVERYWHERE))]
        fitting = fitting or [rule for rule in DIRECT if any(derive_marks(rule, before))]
    return questions.SuggestAnswer(rules=tuple([rule.name for rule in fitting if rule in only]))


def _justifies(rule: ProofRule, before: Position, bulbs: Cells, dots: Cells) -> bool:
    given_bulbs, given_dots = derive_marks(rule, before, bulbs | dots)
    return not bulbs & ~given_bulbs and not dots & ~given_dots


# ---------------------------------------------------------------------- Whole proofs


@limit_time
def judge_draft(question: questions.JudgeDraft, _report: Report) -> questions.JudgeDraftAnswer:
    """Judge all steps again, each on the board before it, and the goal."""
    board = read_board_input(question.board)
    proof = _build_proof(board, question.steps, question.goal)
    verdict = check(proof, require_rules(question.only_rules))
    node_errors: dict[str, list[questions.ObjectionRecord]] = {}
    other_errors: list[questions.ObjectionRecord] = []
    for objection in verdict.objections:
        error = objection.record
        (other_errors if objection.step is None else node_errors.setdefault(objection.node or "", [])).append(error)
    inner_nodes = {parent for step in proof.steps for parent in step.parents}
    contradictions = {
        step.child: step.rule for step in proof.steps if step.rule and step.rule.kind is RuleKind.CONTRADICTION
    }
    nodes = [
        questions.NodeVerdict(
            name=name,
            rows=position.board.rows,
            state=_node_state(Leaf(name, position), name in contradictions, name in inner_nodes),
            cells=_spots(_contradiction_cells(contradictions[name], position), board)
            if name in contradictions
            else (),
            errors=tuple(node_errors.get(name, ())),
        )
        for name, position in verdict.positions.items()
    ]
    return questions.JudgeDraftAnswer(
        accepted=verdict.accepted,
        nodes=tuple(nodes),
        errors=tuple(other_errors),
        goal=question.goal.aim,
        steps=verdict.steps,
        solutions=verdict.solutions,
        written=write_proof(proof, verdict.accepted) if question.write else None,
    )


def _node_state(
    leaf: Leaf, is_contradiction: bool, is_inner: bool
) -> Literal["inner", "open", "solved", "contradiction"]:
    if is_contradiction:
        return "contradiction"
    return "inner" if is_inner else "solved" if leaf.is_complete else "open"


def _contradiction_cells(rule: ProofRule, position: Position) -> Cells:
    """Return the cells of the first contradiction by a rule, if it holds."""
    for conclusion in rule.conclusions(position, EVERYWHERE):
        return conclusion.cells | 1 << conclusion.site
    return 0


def _build_proof(board: Board, steps: Sequence[DraftStep], goal: DraftGoal) -> Proof:
    names = [step.name for step in steps]
    proof_steps = [
        ProofStep(
            f"{step.name}-step",
            None if step.rule is None else require_rule(step.rule),
            step.parents,
            step.name,
            changes_from_marks(step.marks, board),
            is_merge=step.rule is None and not step.written,
            rule_text=step.written,
        )
        for step in steps
    ]
    return Proof(board, goal_from_draft(goal, board), (ROOT, *names), (ROOT,), tuple(proof_steps))


@limit_time
def read_draft(question: questions.ReadDraft, _report: Report) -> questions.ReadDraftAnswer:
    """Read the steps that can be reached from the root, right or wrong."""
    proof, objections = read_proof(Document("proof", question.proof), question.max_cells)
    tree, wrong = build_tree(proof)
    if tree is None:
        raise BigandError("lightup.draft.no_tree")
    names = {tree.root: ROOT} | {name: f"n{number}" for number, name in enumerate(tree.order[1:], 1)}
    incoming_steps = [tree.incoming[name] for name in tree.order[1:]]
    return questions.ReadDraftAnswer(
        rows=proof.board.rows,
        steps=tuple([_draft_step(step, names, proof.board) for step in incoming_steps]),
        goal=draft_goal_of(proof.goal, proof.board),
        errors=tuple([objection.record for objection in (*objections, *wrong)]),
    )


def draft_goal_of(goal: Goal, board: Board) -> DraftGoal:
    """Convert a goal to the form of questions and files."""
    marks = _marks_of_case(_case_of_changes(goal.cells), board)
    return DraftGoal(aim=goal.aim.value, marks=marks, assumes_solution=goal.assumes_solution)


def _draft_step(step: ProofStep, names: dict[str, str], board: Board) -> DraftStep:
    return DraftStep(
        name=names[step.child or ""],
        parents=tuple([names[parent] for parent in step.parents]),
        rule=None if step.rule is None else step.rule.name,
        marks=_marks_of_case(_case_of_changes(step.changes), board),
        written="" if step.rule is not None or step.is_merge else step.rule_text or "?",
    )


# ---------------------------------------------------------------------- Cells


def _case_of_marks(marks: Marks, board: Board) -> Case:
    return Case(
        *[cell_set([require_cell_index(spot, board) for spot in spots]) for spots in (marks.bulbs, marks.dots)]
    )


def _case_of_changes(cells: Iterable[tuple[int, Cell]]) -> Case:
    """Return the bulbs and dots among some cells."""
    bulbs = [index for index, cell in cells if cell is Cell.BULB]
    return Case(cell_set(bulbs), cell_set([index for index, cell in cells if cell is Cell.DOT]))


def _spots(cells: Cells, board: Board) -> tuple[Spot, ...]:
    return tuple([Spot.from_place(board.place(cell)) for cell in cells_in(cells)])


def _marks_of_case(case: Case, board: Board) -> Marks:
    return Marks(bulbs=_spots(case.bulbs, board), dots=_spots(case.dots, board))
