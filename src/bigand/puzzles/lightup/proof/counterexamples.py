"""Find counterexamples with the engine: a solution that a wrong step rules out, if there is one."""

import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.encoding import encode_board
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.proof.objection import Flaw, Objection, Remark
from bigand.puzzles.lightup.rules import CONTRADICTIONS, DIRECT, Case, derive_marks
from bigand.puzzles.lightup.solver import mark_literals, place_bulbs, verify_solution
from bigand.solve.cases import models
from bigand.solve.session import LimitError

_QUERY_SECONDS = 5.0  # for one query


def find_solution_without(
    position: Position, excluded: Sequence[Case], seconds: float = _QUERY_SECONDS
) -> Board | None:
    """Find a solution with the marks of a position but none of the cases; raise `LimitError` on timeout."""
    board = position.board
    numbers = {cell: number for number, cell in enumerate(cells_in(position.grid.white), 1)}
    encoded = encode_board(board, mark_literals(board))
    clauses = [[*_literals(case.bulbs, numbers, -1), *_literals(case.dots, numbers, 1)] for case in excluded]
    query = replace(encoded, clauses=[*encoded.clauses, *clauses])
    bulbs = next(models(query, time.monotonic() + seconds, incomparable=True), None)
    return None if bulbs is None else verify_solution(place_bulbs(board.puzzle, bulbs))


def _literals(cells: Cells, numbers: dict[int, int], sign: int) -> list[int]:
    return [sign * numbers[cell] for cell in cells_in(cells)]


# --------------------- Remarks on a wrong step: a solution that it rules out, or that it is true for another reason


_MAX_CELLS = 6  # of a step that are tried


def add_engine_remark(objection: Objection, before: Position, cases: Sequence[Case]) -> Objection:
    """Add what the engine knows to an objection; `cases` are what a step, or several, would add to the position."""
    ask = _REMARKERS.get(objection.reason)
    if ask is None:
        return objection
    try:
        return ask(objection, before, cases)
    except LimitError:
        return replace(objection, remark=Remark.UNSURE)


def _remark_on_mark(objection: Objection, before: Position, cases: Sequence[Case]) -> Objection:
    """Find a solution with the opposite of a mark that does not follow; of the first cell that has one."""
    bulbs, dots = cases[0] if cases else (0, 0)
    places = objection.places
    if not places:
        return objection
    wrong = 0
    for number, place in enumerate(places):
        bit = 1 << (place.row * before.grid.width + place.column)
        wrong |= bit
        solution = find_solution_without(before, [Case(bulbs & bit, dots & bit)]) if number < _MAX_CELLS else None
        if solution is not None:
            other_places = tuple([candidate for candidate in places if candidate != place])
            return _with_counterexample(replace(objection, places=(place, *other_places)), solution)
    for rule in DIRECT:
        forced_bulbs, forced_dots = derive_marks(rule, before)
        if not (bulbs & wrong & ~forced_bulbs) | (dots & wrong & ~forced_dots):
            return replace(objection, remark=Remark.FOLLOWS_OTHERWISE, better=rule)
    return replace(objection, remark=_true_or_no_solution_remark(before))


def _remark_on_erased_mark(objection: Objection, before: Position, cases: Sequence[Case]) -> Objection:
    """Refute a mark that was changed into its opposite: any solution with the marks before does."""
    is_erased = any(case.bulbs & before.dots or case.dots & before.bulbs for case in cases)
    return _add_counterexample_if_solvable(objection, before) if is_erased else objection


def _add_counterexample_if_solvable(objection: Objection, before: Position, *_: object) -> Objection:
    """Refute a step that no solution could pass."""
    solution = find_solution_without(before, [])
    return objection if solution is None else _with_counterexample(objection, solution)


def _with_counterexample(objection: Objection, solution: Board) -> Objection:
    return replace(objection, remark=Remark.COUNTEREXAMPLE, counterexample=solution)


def _true_or_no_solution_remark(before: Position) -> Remark:
    return Remark.NO_SOLUTION if find_solution_without(before, []) is None else Remark.TRUE


def _remark_on_contradiction(objection: Objection, before: Position, _cases: Sequence[Case]) -> Objection:
    """Refute a contradiction that does not hold with a solution, or name the one that holds."""
    solution = find_solution_without(before, [])
    if solution is not None:
        return _with_counterexample(objection, solution)
    for rule in CONTRADICTIONS:
        if any(True for _ in rule.conclusions(before, EVERYWHERE)):
            return replace(objection, remark=Remark.FOLLOWS_OTHERWISE, better=rule)
    return replace(objection, remark=Remark.NO_SOLUTION)


def _remark_on_cases(objection: Objection, before: Position, cases: Sequence[Case]) -> Objection:
    """Refute incomplete cases with a solution that is in none of them."""
    solution = find_solution_without(before, cases)
    if solution is not None:
        return _with_counterexample(objection, solution)
    return replace(objection, remark=_true_or_no_solution_remark(before))


_REMARKERS: dict[Flaw, Callable[[Objection, Position, Sequence[Case]], Objection]] = {
    Flaw.NOT_FORCED: _remark_on_mark,
    Flaw.UNJUSTIFIED: _remark_on_mark,
    Flaw.NO_SUCH_RULE: _remark_on_mark,
    Flaw.NOT_UNKNOWN: _remark_on_erased_mark,
    Flaw.NO_CONTRADICTION: _remark_on_contradiction,
    Flaw.CONTRADICTION_MARKS: _add_counterexample_if_solvable,
    Flaw.NO_SUCH_CASES: _remark_on_cases,
    Flaw.CASES_MISSING: _remark_on_cases,
}
