"""How questions on a proof under way are answered: what a rule gives, which rule fits, how it all stands."""

from collections.abc import Iterable, Sequence
from typing import Literal

from bigand.answer.report import Report
from bigand.answer.running.limits import limit_time
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.converting import board_of
from bigand.puzzles.lightup.exercise import changes_of, goal_of, index_of, rule_of, rules_named
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in, set_of
from bigand.puzzles.lightup.proof import Flaw, Objection, check
from bigand.puzzles.lightup.proof.goals import Leaf
from bigand.puzzles.lightup.proof.reader import read_proof
from bigand.puzzles.lightup.proof.single import SingleStep
from bigand.puzzles.lightup.proof.structure import tree_of
from bigand.puzzles.lightup.proof.tree import Goal, Proof, Step
from bigand.puzzles.lightup.proof.writer import write_proof
from bigand.puzzles.lightup.questions import DraftGoal, DraftStep, Marks, Spot
from bigand.puzzles.lightup.rules import (
    CONTRADICTIONS,
    DIRECT,
    PROGRAM,
    RULES,
    Case,
    Conclusion,
    Kind,
    ProofRule,
    follows,
)
from bigand.source.document import Document
from bigand.source.error import BigandError

ROOT = "root"


# ---------------------------------------------------------------------- single steps


@limit_time
def step_tried(question: questions.TryStep, _report: Report) -> questions.StepTried:
    """A step by a rule: the marks that were made, or what the rule gives where it was pointed at."""
    board = board_of(question.board)
    before = Position.of(board)
    rule = rule_of(question.rule)
    only = rules_named(question.only_rules)
    if only is not None and rule not in only:
        return _refused(Objection(Flaw.NOT_ALLOWED, rule=rule))
    marks = _case(question.marks, board)
    cell = None if question.cell is None else index_of(question.cell, board)
    cases, rests = _given(rule, before, marks, cell)
    step = SingleStep(rule, before, cases, cell if rule.kind is not Kind.DIRECT else None)
    is_judged = cases or rule.kind is Kind.CONTRADICTION
    objection = step.objection() if is_judged else _nothing(rule, cell, before)
    if objection is not None:
        return _refused(objection)
    return questions.StepTried(
        verdict="valid",
        parts=tuple([_marks(case, board) for case in cases]) or (Marks(),),
        cells=_spots(rests, board),
    )


def _refused(objection: Objection) -> questions.StepTried:
    return questions.StepTried(verdict="invalid", why=objection.reported)


def _nothing(rule: ProofRule, cell: int | None, before: Position) -> Objection:
    """That a rule gives nothing, there or anywhere; or that somebody must say where to make cases."""
    if rule.kind is Kind.CASE and cell is None:
        return Objection(Flaw.NO_PLACE, rule=rule)
    return Objection(Flaw.GIVES_NOTHING, rule=rule, places=before.grid.places(0 if cell is None else 1 << cell))


def _given(rule: ProofRule, before: Position, marks: Case, cell: int | None) -> tuple[tuple[Case, ...], Cells]:
    """The parts of a step by a rule, and the cells that it rests on."""
    if rule.kind is Kind.CASE:
        splits = [split for split in rule.splits(before, EVERYWHERE) if cell in (None, split.site)]
        made = [split for split in splits if split.reading == PROGRAM] or splits
        if cell is None or not made:
            return (), 0
        return made[0].cases, 1 << cell
    wanted = marks.bulbs | marks.dots
    met = [one for one in rule.conclusions(before, EVERYWHERE) if _is_meant(one, wanted, cell)]
    rests = 0
    for conclusion in met if wanted or rule.kind is Kind.CONTRADICTION else ():
        rests |= conclusion.cells | 1 << conclusion.site
        if rule.kind is Kind.CONTRADICTION:
            break
    if rule.kind is Kind.CONTRADICTION:
        return ((marks,) if wanted else ()), rests
    if wanted:
        return (marks,), rests
    given = Case(0, 0)
    for conclusion in met:
        given = Case(given.bulbs | conclusion.bulbs, given.dots | conclusion.dots)
    given = Case(given.bulbs & before.unknown, given.dots & before.unknown)
    return ((given,) if given.bulbs | given.dots else ()), rests


def _is_meant(conclusion: Conclusion, wanted: Cells, cell: int | None) -> bool:
    """Whether a conclusion marks what is wanted, or is about the cell."""
    marked = conclusion.bulbs | conclusion.dots
    if wanted:
        return bool(marked & wanted)
    return cell is None or cell == conclusion.site or bool(marked >> cell & 1)


@limit_time
def suggested(question: questions.Suggest, _report: Report) -> questions.Suggested:
    """The rules that fit, the contradictions first."""
    board = board_of(question.board)
    before = Position.of(board)
    only = rules_named(question.only_rules) or RULES
    bulbs, dots = _case(question.marks, board)
    if bulbs | dots:
        fitting = [rule for rule in DIRECT if _gives(rule, before, bulbs, dots)]
    else:
        fitting = [rule for rule in CONTRADICTIONS if any(True for _ in rule.conclusions(before, EVERYWHERE))]
        fitting = fitting or [rule for rule in DIRECT if any(follows(rule, before))]
    return questions.Suggested(rules=tuple([rule.name for rule in fitting if rule in only]))


def _gives(rule: ProofRule, before: Position, bulbs: Cells, dots: Cells) -> bool:
    given_bulbs, given_dots = follows(rule, before, bulbs | dots)
    return not bulbs & ~given_bulbs and not dots & ~given_dots


# ---------------------------------------------------------------------- the whole


@limit_time
def draft_judged(question: questions.JudgeDraft, _report: Report) -> questions.DraftJudged:
    """All steps judged anew, each on the board before it, and the goal."""
    board = board_of(question.board)
    proof = _proof(board, question.steps, question.goal)
    verdict = check(proof, rules_named(question.only_rules))
    at: dict[str, list[questions.Objected]] = {}
    others: list[questions.Objected] = []
    for objection in verdict.objections:
        reported = objection.reported
        (others if objection.step is None else at.setdefault(objection.node or "", [])).append(reported)
    inner = {parent for step in proof.steps for parent in step.parents}
    ends = {step.child: step.rule for step in proof.steps if step.rule and step.rule.kind is Kind.CONTRADICTION}
    nodes = [
        questions.NodeJudged(
            name=name,
            rows=position.board.rows,
            state=_state(Leaf(name, position), name in ends, name in inner),
            cells=_spots(_clash(ends[name], position), board) if name in ends else (),
            errors=tuple(at.get(name, ())),
        )
        for name, position in verdict.positions.items()
    ]
    return questions.DraftJudged(
        accepted=verdict.accepted,
        nodes=tuple(nodes),
        errors=tuple(others),
        goal=question.goal.aim,
        steps=verdict.steps,
        solutions=verdict.solutions,
        written=write_proof(proof, verdict.accepted) if question.write else None,
    )


def _state(leaf: Leaf, is_end: bool, is_inner: bool) -> Literal["inner", "open", "solved", "contradiction"]:
    if is_end:
        return "contradiction"
    return "inner" if is_inner else "solved" if leaf.is_complete else "open"


def _clash(rule: ProofRule, position: Position) -> Cells:
    """The cells of the first contradiction by a rule, if it holds."""
    for conclusion in rule.conclusions(position, EVERYWHERE):
        return conclusion.cells | 1 << conclusion.site
    return 0


def _proof(board: Board, steps: Sequence[DraftStep], goal: DraftGoal) -> Proof:
    names = [step.name for step in steps]
    made = [
        Step(
            f"{step.name}-step",
            None if step.rule is None else rule_of(step.rule),
            step.parents,
            step.name,
            changes_of(step.marks, board),
            is_merge=step.rule is None and not step.written,
            written=step.written,
        )
        for step in steps
    ]
    return Proof(board, goal_of(goal, board), (ROOT, *names), (ROOT,), tuple(made))


@limit_time
def draft_read(question: questions.ReadDraft, _report: Report) -> questions.DraftRead:
    """The steps that can be reached from the root, whether they are right or not."""
    proof, objections = read_proof(Document("proof", question.proof), question.max_cells)
    tree, wrong = tree_of(proof)
    if tree is None:
        raise BigandError("lightup.draft.no_tree")
    names = {tree.root: ROOT} | {name: f"n{number}" for number, name in enumerate(tree.order[1:], 1)}
    arriving = [tree.arriving[name] for name in tree.order[1:]]
    return questions.DraftRead(
        rows=proof.board.rows,
        steps=tuple([_draft_step(step, names, proof.board) for step in arriving]),
        goal=goal_told(proof.goal, proof.board),
        errors=tuple([objection.reported for objection in (*objections, *wrong)]),
    )


def goal_told(goal: Goal, board: Board) -> DraftGoal:
    """A goal as questions and files have it."""
    marks = _marks(_changed(goal.cells), board)
    return DraftGoal(aim=goal.aim.value, marks=marks, assumes_solution=goal.assumes_solution)


def _draft_step(step: Step, names: dict[str, str], board: Board) -> DraftStep:
    return DraftStep(
        name=names[step.child or ""],
        parents=tuple([names[parent] for parent in step.parents]),
        rule=None if step.rule is None else step.rule.name,
        marks=_marks(_changed(step.changes), board),
        written="" if step.rule is not None or step.is_merge else step.written or "?",
    )


# ---------------------------------------------------------------------- cells


def _case(marks: Marks, board: Board) -> Case:
    return Case(*[set_of([index_of(spot, board) for spot in spots]) for spots in (marks.bulbs, marks.dots)])


def _changed(cells: Iterable[tuple[int, Cell]]) -> Case:
    """The bulbs and dots among some cells."""
    bulbs = [index for index, cell in cells if cell is Cell.BULB]
    return Case(set_of(bulbs), set_of([index for index, cell in cells if cell is Cell.DOT]))


def _spots(cells: Cells, board: Board) -> tuple[Spot, ...]:
    return tuple([Spot.of(board.place(cell)) for cell in cells_in(cells)])


def _marks(case: Case, board: Board) -> Marks:
    return Marks(bulbs=_spots(case.bulbs, board), dots=_spots(case.dots, board))
