"""Steps as values for whoever asks: all that words and pictures are made of."""

from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.questions import Spot
from bigand.puzzles.lightup.reasoning.argument import Inference, Refutation, premises_of
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.rules import Kind


def step_reported(step: Step, number: int) -> questions.Step:
    """A step with its premises and the boards before and after it."""
    before, first = step.before, step.reasons[0]
    rule = None if isinstance(first, Refutation) else first.rule
    return questions.Step(
        number=number,
        technique=step.technique.value,
        level=step.technique.level.word,
        rule=None if rule is None else rule.name,
        rule_id=None if rule is None else rule.id,
        site=_spot(step.site, before),
        clue=clue_at(before, step.site),
        bulbs=spots(step.bulbs, before),
        dots=spots(step.dots, before),
        lit=spots(step.after.lit & ~before.lit, before),
        members=spots(step.members, before),
        premises=spots(premises(step), before),
        instances=step.size,
        depth=step.depth,
        refutations=tuple([_refuted(reason, before) for reason in step.reasons if isinstance(reason, Refutation)]),
        before=before.board.rows,
        board=step.after.board.rows,
    )


def _reason_reported(reason: Inference, position: Position) -> questions.Concluded | questions.Refuted:
    """A conclusion of a rule, or an argument with all of its own."""
    if isinstance(reason, Refutation):
        return _refuted(reason, position)
    return questions.Concluded(
        rule=reason.rule.name,
        rule_id=reason.rule.id,
        site=_spot(reason.site, position),
        bulbs=spots(reason.bulbs, position),
        dots=spots(reason.dots, position),
        clue=clue_at(position, reason.site),
    )


def _refuted(refutation: Refutation, position: Position) -> questions.Refuted:
    end = refutation.end
    return questions.Refuted(
        supposed="bulb" if refutation.is_bulb else "dot",
        cell=_spot(refutation.cell, position),
        steps=tuple([_reason_reported(step, position) for step in refutation.steps]),
        contradiction=questions.Contradiction(
            rule=end.rule.name,
            rule_id=end.rule.id,
            site=_spot(end.site, position),
            cells=spots(end.cells | 1 << end.site, position),
            clue=clue_at(position, end.site),
        ),
    )


def spots(cells: Cells, position: Position) -> tuple[Spot, ...]:
    """A set of cells, row by row."""
    return tuple([Spot.of(place) for place in position.grid.places(cells)])


def _spot(cell: int, position: Position) -> Spot:
    return spots(1 << cell, position)[0]


def clue_at(position: Position, site: int) -> int | None:
    """The number of the clue at a site, if it is one."""
    return next((clue.number for clue in position.clues if clue.cell == site), None)


def premises(step: Step) -> Cells:
    """The cells that a step rests on: clues, bulbs, and cells that can take no bulb."""
    cells = 0
    for reason in step.reasons:
        premises = premises_of(reason, step.before)
        cells |= premises.bulbs | premises.shut | _sites(reason)
    return cells & ~(step.bulbs | step.dots)


def _sites(reason: Inference) -> Cells:
    """The clues and dark cells that a reason is about, those of its argument too."""
    if isinstance(reason, Refutation):
        sites = 1 << reason.end.site
        for step in reason.steps:
            sites |= _sites(step)
        return sites
    return 1 << reason.site if reason.rule.kind is not Kind.CASE else 0
