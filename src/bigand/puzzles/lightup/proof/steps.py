"""Judge one step on the position before it: is it among the conclusions of its rule?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from bigand.puzzles.lightup.board import MAX_REASONING_CELLS, Board, is_cell_text
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.proof.counterexamples import add_engine_remark
from bigand.puzzles.lightup.proof.objection import Flaw, Objection
from bigand.puzzles.lightup.rules import Case, ProofRule, RuleKind, Split, derive_marks, find_rule
from bigand.source.error import BigandError


class Mistake(Struct, frozen=True):
    """Why a step is wrong, and at which cells; for cases also the missing ones and their site."""

    reason: Flaw
    cells: Cells = 0
    missing: tuple[Case, ...] = ()
    site: int | None = None

    @property
    def highlights(self) -> Cells:
        """The cells to highlight, including the site."""
        return self.cells | (0 if self.site is None else 1 << self.site)


def judge_marked_cells(before: Position, marked_cells: Cells) -> Mistake | None:
    """Check what every step must satisfy: the cells it marks were white and unknown."""
    if marked_cells & ~before.grid.white:
        return Mistake(Flaw.ON_A_WALL, marked_cells & ~before.grid.white)
    if marked_cells & ~before.unknown:
        return Mistake(Flaw.NOT_UNKNOWN, marked_cells & ~before.unknown)
    return None


def judge_direct(rule: ProofRule, before: Position, bulbs: Cells, dots: Cells) -> Mistake | None:
    """Judge a direct step: each cell must follow by the rule on its own; a step without marks is right."""
    mistake = judge_marked_cells(before, bulbs | dots)
    if mistake is not None or not bulbs | dots:
        return mistake
    forced_bulbs, forced_dots = derive_marks(rule, before, bulbs | dots)
    unforced = (bulbs & ~forced_bulbs) | (dots & ~forced_dots)
    return Mistake(Flaw.NOT_FORCED, unforced) if unforced else None


def judge_contradiction(
    rule: ProofRule, before: Position, marked_cells: Cells = 0, site: int | None = None
) -> Mistake | None:
    """Judge a contradiction: it must hold, somewhere or at `site`, and mark nothing."""
    if marked_cells:
        return Mistake(Flaw.CONTRADICTION_MARKS, marked_cells)
    conclusions = rule.conclusions(before, EVERYWHERE)
    if not any(site in (None, conclusion.site) for conclusion in conclusions):
        return Mistake(Flaw.NO_CONTRADICTION, 0 if site is None else 1 << site)
    return None


def judge_cases(
    rule: ProofRule, before: Position, cases: Sequence[Case], site: int | None = None
) -> Mistake | None:
    """Judge cases: all that the rule makes at some site, or at `site`, no more and none twice, in any order.

    A single case that marks nothing claims nothing, and is right.
    """
    for case in cases:
        mistake = judge_marked_cells(before, case.bulbs | case.dots)
        if mistake is not None:
            return mistake
    if len(cases) == 1 and not any(cases[0]) and site is None:
        return None
    splits = [split for split in _splits_near_cases(rule, before, cases) if site in (None, split.site)]
    case_counts = Counter(cases)
    if any(Counter(split.cases) == case_counts for split in splits):
        return None
    return _closest_mistake(splits, case_counts)


def _splits_near_cases(rule: ProofRule, before: Position, cases: Sequence[Case]) -> list[Split]:
    """Return the splits that mark cells which these cases mark too."""
    changed = 0
    for case in cases:
        changed |= case.bulbs | case.dots
    return list(rule.splits(before, before.grid.visible_from(changed)))


def _closest_mistake(splits: Sequence[Split], case_counts: Counter[Case]) -> Mistake:
    """Return what is wrong with cases, compared with the split that has most in common with them."""
    best = max(splits, key=lambda split: (Counter(split.cases) & case_counts).total(), default=None)
    if best is None or not Counter(best.cases) & case_counts:
        return Mistake(Flaw.NO_SUCH_CASES)
    missing = tuple([case for case in best.cases if case not in case_counts])
    reason = Flaw.CASES_MISSING if missing else Flaw.CASES_TO_SPARE
    return Mistake(reason, missing=missing, site=best.site)


# --------------------------- Single steps as records, one per line of a file: a rule, the board before, and a claim
# There are three values of `kind`. `contradiction`: the rule holds on the board `before`, with the `scope` `cell`
# at `cell`; `after`, if present, is the same board. `direct`: from `before` to `after`; with the scope `cell` only
# that cell is examined. `case`: `after` is a list of boards, all the cases that the rule makes at some site, with
# the scope `cases_from` at `cell`. A `cell` is `[x, y]` from the top left.


class MalformedStepError(BigandError, ValueError):
    """A record that is not a step."""


class SingleStep(Struct, frozen=True):
    """A step on its own: the marks it adds, with a case for each board that it leads to; perhaps at one cell."""

    rule: ProofRule
    before: Position
    cases: tuple[Case, ...] = ()
    cell: int | None = None

    def judge(self) -> Mistake | None:
        """Return what is wrong with the step, or None."""
        rule, before, cell = self.rule, self.before, self.cell
        if rule.kind is RuleKind.CONTRADICTION:
            changed = self.cases[0].bulbs | self.cases[0].dots if self.cases else 0
            return judge_contradiction(rule, before, changed, cell)
        if rule.kind is RuleKind.CASE:
            return judge_cases(rule, before, self.cases, cell)
        bulbs, dots = self.cases[0]
        if cell is None:
            return judge_direct(rule, before, bulbs, dots)
        bit = 1 << cell
        if not (bulbs | dots) & bit:
            return Mistake(Flaw.NOT_FORCED, bit)
        return judge_direct(rule, before, bulbs & bit, dots & bit)

    def find_objection(self) -> Objection | None:
        """Return an objection with the engine's remark, or None if the step is right."""
        mistake = self.judge()
        if mistake is None:
            return None
        gaps = {"count": str(len(mistake.missing))} if mistake.missing else {}
        places = self.before.grid.places(mistake.highlights)
        return add_engine_remark(
            Objection(mistake.reason, rule=self.rule, places=places, gaps=gaps), self.before, self.cases
        )


def parse_step(record: Any) -> SingleStep:
    """Parse a step from a record; raise a `MalformedStepError` if it is not one."""
    if not isinstance(record, Mapping):
        raise MalformedStepError("lightup.record.object")
    rule = _parse_rule(record)
    before = _parse_board("before", record.get("before"))
    position = Position.from_board(before)
    scope = record.get("scope", "cell" if "cell" in record else "")
    cell = _parse_cell(record, before) if scope in ("cell", "cases_from") else None
    after = record.get("after")
    boards = after if rule.kind is RuleKind.CASE else [after]
    if rule.kind is RuleKind.CONTRADICTION and after is None:
        boards = []
    if not isinstance(boards, Sequence) or isinstance(boards, str):
        raise MalformedStepError("lightup.record.boards")
    cases = [_case_between(position, _parse_board("after", board)) for board in boards]
    return SingleStep(rule, position, tuple(cases), cell)


def _parse_rule(record: Mapping[str, Any]) -> ProofRule:
    name = record.get("rule_id") or record.get("rule") or ""
    rule = find_rule(name) if isinstance(name, str) else None
    if rule is None:
        raise MalformedStepError("lightup.record.rule", name=str(name)[:60])
    kind = record.get("kind", rule.kind.value)
    if kind != rule.kind.value:
        raise MalformedStepError("lightup.record.kind", name=rule.name, kind=str(kind)[:60])
    return rule


def _parse_board(name: str, rows: Any) -> Board:
    """Parse a board from a list of rows, or from one text with a row per line."""
    if isinstance(rows, str):
        rows = rows.split()
    is_board = (
        isinstance(rows, Sequence)
        and len(rows) > 0
        and all(isinstance(row, str) and row and len(row) == len(rows[0]) and is_cell_text(row) for row in rows)
    )
    if not is_board or len(rows) * len(rows[0]) > MAX_REASONING_CELLS:
        raise MalformedStepError("lightup.record.board", name=name)
    return Board.from_cells(len(rows), len(rows[0]), "".join(rows))


def _parse_cell(record: Mapping[str, Any], board: Board) -> int:
    cell = record.get("cell")
    is_pair = isinstance(cell, Sequence) and len(cell) == 2 and all(type(part) is int for part in cell)
    if not is_pair or cell is None or not (0 <= cell[0] < board.width and 0 <= cell[1] < board.height):
        raise MalformedStepError("lightup.record.cell", cell=str(cell)[:60])
    return int(cell[1]) * board.width + int(cell[0])


def _case_between(before: Position, after: Board) -> Case:
    """Return the marks of a board that the position lacks; a mark that was removed is in both sets."""
    position = Position.from_board(after)
    if (after.width, position.grid.walls, position.clues) != (before.grid.width, before.grid.walls, before.clues):
        raise MalformedStepError("lightup.record.walls")
    erased = (before.bulbs & ~position.bulbs) | (before.dots & ~position.dots)
    return Case(position.bulbs & ~before.bulbs | erased, position.dots & ~before.dots | erased)
