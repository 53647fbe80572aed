"""Rule by rule: which of the student's are wrong, and which of the reference's follow from those that are not."""

from collections.abc import Collection, Mapping
from contextlib import closing, suppress

from bigand.explain.grading.comparison import Comparison
from bigand.explain.grading.probes import Probes
from bigand.explain.grading.side import ComparedFile
from bigand.ground.columns import Array
from bigand.solve.session import LimitError

_RULES = 200  # that are looked at
_CONFLICTS = 2_000  # for each


def find_wrong_rules(
    reference: ComparedFile, student: ComparedFile, link: Array, deadline: float | None, twins: Mapping[int, int]
) -> dict[int, bool | None]:
    """For each rule of the student's whether a model of the reference breaks it; None if the time was up.

    Rules about atoms of the student's own that may have any value are judged together; those that define such
    atoms are never wrong by themselves.
    """
    comparison = Comparison(reference, student, link, deadline, implied=twins)
    holds = _check_rules(comparison, twins)
    return {rule: None if is_kept is None else not is_kept for rule, is_kept in holds.items()}


def _check_rules(comparison: Comparison, implied: Collection[int]) -> dict[int, bool | None]:
    """For each rule of the second file whether every model of the first keeps it; None if the time was up."""
    is_kept: dict[int, bool | None] = dict.fromkeys([rule.number for rule in comparison.second.rules])
    with closing(comparison), suppress(LimitError):
        broken = comparison.find_breakable_rules()
        is_kept |= dict.fromkeys([*implied, *comparison.defining], True)
        is_kept |= {rule: rule not in broken for rule in comparison.closed_rules}
        is_kept |= dict.fromkeys(comparison.open_rules, comparison.can_hold_together())
    return is_kept


def find_implied_rules(
    student: ComparedFile,
    reference: ComparedFile,
    back: Array,
    right: set[int],
    deadline: float | None,
    twins: Mapping[int, int],
    chosen: Array,
) -> dict[int, bool | None]:
    """For each rule of the reference whether the right rules of the student's imply it; None if the time was up."""
    implied = {twin for rule, twin in twins.items() if rule in right}
    return _check_rules(Comparison(student, reference, back, deadline, right, implied, chosen), implied)


def find_redundant_rules(student: ComparedFile, deadline: float | None) -> dict[int, bool | None]:
    """For each rule of the student's whether its other rules imply it; None where that is not found out soon."""
    probes = Probes(student, deadline)
    needed = {rule.number: probes.is_needed(rule.number, _CONFLICTS) for rule in student.rules[:_RULES]}
    probes.close()
    return {rule: None if is_needed is None else not is_needed for rule, is_needed in needed.items()}
