"""Steps as records for programs: JSON, and what the page is made of. Rows and columns are counted from 1."""

from bigand.puzzles.lightup.places import Say
from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.reasoning.argument import Reason, Refutation
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.reasoning.telling import argument_of, premises, sentence_of, technique_of


def record_of(step: Step, number: int, say: Say) -> dict[str, object]:
    """A step with its sentences, its premises and the board after it."""
    first = step.reasons[0]
    is_argument = isinstance(first, Refutation)
    return {
        "number": number,
        "technique": step.technique.value,
        "level": step.technique.level.word,
        "name": technique_of(step, say),
        **({} if isinstance(first, Refutation) else {"rule": first.rule.name, "rule_id": first.rule.id}),
        "sentence": sentence_of(step, say),
        "site": cells_of(1 << step.site, step.before)[0],
        "bulbs": cells_of(step.bulbs, step.before),
        "dots": cells_of(step.dots, step.before),
        "members": cells_of(step.members, step.before),
        "premises": cells_of(premises(step), step.before),
        "instances": step.size,
        "depth": step.depth,
        "argument": [[line.depth, line.text] for line in argument_of(step, say)],
        **({"refutations": [reason_record(reason, step.before) for reason in step.reasons]} if is_argument else {}),
        "board": list(step.after.board.rows),
    }


def reason_record(reason: Reason, position: Position) -> dict[str, object]:
    """A conclusion of a rule, or an argument with all of its own."""
    if isinstance(reason, Refutation):
        return {
            "supposed": "bulb" if reason.is_bulb else "dot",
            "cell": cells_of(1 << reason.at, position)[0],
            "steps": [reason_record(step, position) for step in reason.steps],
            "contradiction": {
                "rule": reason.end.rule.name,
                "rule_id": reason.end.rule.id,
                "site": cells_of(1 << reason.end.site, position)[0],
            },
        }
    return {
        "rule": reason.rule.name,
        "rule_id": reason.rule.id,
        "site": cells_of(1 << reason.site, position)[0],
        "bulbs": cells_of(reason.bulbs, position),
        "dots": cells_of(reason.dots, position),
    }


def cells_of(cells: Cells, position: Position) -> list[list[int]]:
    """A set of cells as pairs of row and column."""
    return [[place.row + 1, place.column + 1] for place in position.grid.places(cells)]
