"""Rule by rule: which of the student's are wrong, and which of the reference's follow from those that are not."""

from collections.abc import Collection, Mapping
from contextlib import closing, suppress

from bigand.explain.grading.comparison import Comparison
from bigand.explain.grading.probes import Probes
from bigand.explain.grading.side import Side
from bigand.ground.columns import Array
from bigand.solve.session import LimitError

_RULES = 200  # that are looked at
_CONFLICTS = 2_000  # for each


def wrong_rules(
    reference: Side, student: Side, link: Array, deadline: float | None, twins: Mapping[int, int]
) -> dict[int, bool | None]:
    """For each rule of the student's whether a model of the reference breaks it; None if the time was up.

    Rules about atoms of the student's own that may have any value are judged together; those that define such
    atoms are never wrong by themselves.
    """
    comparison = Comparison(reference, student, link, deadline, implied=twins)
    holds = _hold(comparison, twins)
    return {rule: None if one is None else not one for rule, one in holds.items()}


def _hold(comparison: Comparison, implied: Collection[int]) -> dict[int, bool | None]:
    """For each rule of the second file whether every model of the first keeps it; None if the time was up."""
    found: dict[int, bool | None] = dict.fromkeys([rule.number for rule in comparison.second.rules])
    with closing(comparison), suppress(LimitError):
        broken = comparison.breakable()
        found |= dict.fromkeys([*implied, *comparison.defining], True)
        found |= {rule: rule not in broken for rule in comparison.closed}
        found |= dict.fromkeys(comparison.open, comparison.together())
    return found


def rules_met(
    student: Side,
    reference: Side,
    back: Array,
    right: set[int],
    deadline: float | None,
    twins: Mapping[int, int],
    chosen: Array,
) -> dict[int, bool | None]:
    """For each rule of the reference whether the right rules of the student's imply it; None if the time was up."""
    implied = {other for rule, other in twins.items() if rule in right}
    return _hold(Comparison(student, reference, back, deadline, right, implied, chosen), implied)


def redundant_rules(student: Side, deadline: float | None) -> dict[int, bool | None]:
    """For each rule of the student's whether its other rules imply it; None where that is not found out soon."""
    probes = Probes(student, deadline)
    needed = {rule.number: probes.is_needed(rule.number, _CONFLICTS) for rule in student.rules[:_RULES]}
    probes.close()
    return {rule: None if one is None else not one for rule, one in needed.items()}
