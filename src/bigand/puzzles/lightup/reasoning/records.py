"""Convert steps to the records of answers, with all that texts and pictures need."""

from collections.abc import Sequence

from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Cell
from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.questions import Rows, Spot
from bigand.puzzles.lightup.reasoning.argument import Inference, Refutation, premises_of
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.rules import Conclusion, RuleKind


def step_records(steps: Sequence[Step]) -> tuple[questions.StepRecord, ...]:
    """Return numbered records of successive steps; each board shares unchanged rows with the one before."""
    records = []
    rows = steps[0].before.board.rows if steps else ()
    for number, step in enumerate(steps, 1):
        after = _rows_after(rows, step)
        records.append(_step_record(step, number, rows, after))
        rows = after
    return tuple(records)


def _rows_after(rows: Rows, step: Step) -> Rows:
    """Return the rows of a board with the marks of a step."""
    after = list(rows)
    for cells, mark in ((step.bulbs, Cell.BULB), (step.dots, Cell.DOT)):
        for row, column in step.before.grid.places(cells):
            after[row] = f"{after[row][:column]}{mark.value}{after[row][column + 1 :]}"
    return tuple(after)


def _step_record(step: Step, number: int, rows: Rows, after: Rows) -> questions.StepRecord:
    """Return a step with its premises and the boards before and after it."""
    before, first = step.before, step.reasons[0]
    rule = None if isinstance(first, Refutation) else first.rule
    return questions.StepRecord(
        number=number,
        technique=step.technique.value,
        level=step.technique.level.word,
        rule=None if rule is None else rule.name,
        rule_id=None if rule is None else rule.id,
        site=_spot(step.site, before),
        clue=clue_number_at(before, step.site),
        bulbs=spots_of(step.bulbs, before),
        dots=spots_of(step.dots, before),
        lit=spots_of(step.after.lit & ~before.lit, before),
        members=spots_of(step.members, before),
        premises=spots_of(premise_cells(step), before),
        instances=step.size,
        depth=step.depth,
        refutations=tuple(
            [_refutation_record(reason, before) for reason in step.reasons if isinstance(reason, Refutation)]
        ),
        before=rows,
        board=after,
    )


def _reason_record(
    reason: Inference, position: Position
) -> questions.ConclusionRecord | questions.RefutationRecord:
    """Return the record of a rule's conclusion, or of a whole argument."""
    if isinstance(reason, Refutation):
        return _refutation_record(reason, position)
    return questions.ConclusionRecord(
        rule=reason.rule.name,
        rule_id=reason.rule.id,
        site=_spot(reason.site, position),
        bulbs=spots_of(reason.bulbs, position),
        dots=spots_of(reason.dots, position),
        clue=clue_number_at(position, reason.site),
    )


def _refutation_record(refutation: Refutation, position: Position) -> questions.RefutationRecord:
    return questions.RefutationRecord(
        supposed="bulb" if refutation.is_bulb else "dot",
        cell=_spot(refutation.cell, position),
        steps=tuple([_reason_record(step, position) for step in refutation.steps]),
        contradiction=contradiction_record(refutation.end, position),
    )


def contradiction_record(end: Conclusion, position: Position) -> questions.ContradictionRecord:
    """Return the record of the contradiction that ends an argument or an explanation."""
    return questions.ContradictionRecord(
        rule=end.rule.name,
        rule_id=end.rule.id,
        site=_spot(end.site, position),
        cells=spots_of(end.cells | 1 << end.site, position),
        clue=clue_number_at(position, end.site),
    )


def spots_of(cells: Cells, position: Position) -> tuple[Spot, ...]:
    """Return a set of cells, row by row."""
    return tuple([Spot.from_place(place) for place in position.grid.places(cells)])


def _spot(cell: int, position: Position) -> Spot:
    return spots_of(1 << cell, position)[0]


def clue_number_at(position: Position, site: int) -> int | None:
    """Return the number of the clue at a site, or None."""
    clue = position.clues.by_cell.get(site)
    return None if clue is None else clue.number


def premise_cells(step: Step) -> Cells:
    """Return the cells that a step rests on: clues, bulbs, and cells that can take no bulb."""
    cells = 0
    for reason in step.reasons:
        premises = premises_of(reason, step.before)
        cells |= premises.bulbs | premises.shut | _sites(reason)
    return cells & ~(step.bulbs | step.dots)


def _sites(reason: Inference) -> Cells:
    """Return the clues and dark cells that a reason is about, including those of its argument."""
    if isinstance(reason, Refutation):
        sites = 1 << reason.end.site
        for step in reason.steps:
            sites |= _sites(step)
        return sites
    return 1 << reason.site if reason.rule.kind is not RuleKind.CASE else 0
