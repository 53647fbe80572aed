"""Grade rule by rule: which student rules are wrong, and which reference rules follow from the right ones."""

from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from functools import cached_property

import numpy as np

from bigand.explain.grading.compared_file import ComparedFile
from bigand.explain.grading.comparison import Comparison
from bigand.explain.groups import Groups, add_switches
from bigand.explain.why.witness import groups_with_negations
from bigand.ground.columns import Array
from bigand.solve.engines.pysat import DeadlineSession
from bigand.solve.session import LimitError

_MAX_RULES = 200  # that are checked
_CONFLICTS = 2_000  # per rule


def find_wrong_rules(
    reference: ComparedFile, student: ComparedFile, link: Array, deadline: float | None, twins: Mapping[int, int]
) -> dict[int, bool | None]:
    """Return for each student rule whether a model of the reference breaks it; None if time ran out.

    Rules about the student's own free atoms are judged together. Rules that define such atoms are never wrong by
    themselves.
    """
    comparison = Comparison(reference, student, link, deadline, implied=twins)
    holds = _are_rules_implied(comparison, twins)
    return {rule: None if is_kept is None else not is_kept for rule, is_kept in holds.items()}


def _are_rules_implied(comparison: Comparison, implied: Collection[int]) -> dict[int, bool | None]:
    """Return for each rule of the second file whether all models of the first satisfy it; None if time ran out."""
    is_kept: dict[int, bool | None] = dict.fromkeys([rule.number for rule in comparison.second.rules])
    with closing(comparison), suppress(LimitError):
        broken = comparison.find_breakable_rules()
        is_kept |= dict.fromkeys([*implied, *comparison.defining], True)
        is_kept |= {rule: rule not in broken for rule in comparison.closed_rules}
        is_kept |= dict.fromkeys(comparison.open_rules, comparison.can_satisfy_open_rules())
    return is_kept


def find_implied_rules(
    student: ComparedFile,
    reference: ComparedFile,
    back: Array,
    right_rules: set[int],
    deadline: float | None,
    twins: Mapping[int, int],
    chosen: Array,
) -> dict[int, bool | None]:
    """Return for each reference rule whether the student's right rules imply it; None if time ran out."""
    implied = {twin for rule, twin in twins.items() if rule in right_rules}
    return _are_rules_implied(Comparison(student, reference, back, deadline, right_rules, implied, chosen), implied)


def find_redundant_rules(student: ComparedFile, deadline: float | None) -> dict[int, bool | None]:
    """Return for each student rule whether the others imply it; None where that takes too long."""
    probes = Probes(student, deadline)
    needed = {rule.number: probes.is_needed(rule.number, _CONFLICTS) for rule in student.rules[:_MAX_RULES]}
    probes.close()
    return {rule: None if is_needed is None else not is_needed for rule, is_needed in needed.items()}


# ---------------------------------------------------------------------- probes
# Models that show mistakes well. They depend on the reference only, so the same mistake is always shown by the
# same model.

_PROBE_CONFLICTS = 20_000  # per model
_MAX_MODELS = 12


class Probes:
    """Models of a reference, and for each rule a model that breaks only this rule."""

    def __init__(self, side: ComparedFile, deadline: float | None) -> None:
        self.side = side
        self.deadline = deadline
        self._witnesses: dict[int, Array | None] = {}

    @cached_property
    def models(self) -> list[Array]:
        """Some models, as literals of the reference's atoms; empty only if there are none."""
        clauses = self.side.compiled.clauses
        models: list[Array] = []
        with closing(DeadlineSession(clauses, self.deadline)) as session:
            try:
                while len(models) < _MAX_MODELS and session.solve(conflicts=_PROBE_CONFLICTS if models else None):
                    models.append(self._literals(session))
                    session.add((-models[-1]).tolist())
            except LimitError:
                if not models:
                    raise
        return models

    def model_breaking_only(self, rule: int) -> Array | None:
        """Return a model, as literals, that breaks only this rule, if one is found within the conflict limit."""
        if rule not in self._witnesses:
            self._witnesses[rule] = self._literals(self._session) if self.is_needed(rule) else None
        return self._witnesses[rule]

    def is_needed(self, rule: int, conflicts: int = _PROBE_CONFLICTS) -> bool | None:
        """Whether some model breaks only this rule; None if that takes too long."""
        count = len(self.side.rules)
        others = [self._first + other for other in range(count) if other != rule]
        try:
            return self._session.solve([*others, self._first + count + rule], conflicts)
        except LimitError:
            return None

    def close(self) -> None:
        if "_session" in self.__dict__:
            self._session.close()

    @cached_property
    def _groups(self) -> Groups:
        return groups_with_negations(self.side.grounder, self.side.compiled, self.side.negations)

    @property
    def _first(self) -> int:
        """The switch of the first rule; the switches of the negations follow those of all rules."""
        return self._groups.clauses.variables + 1

    @cached_property
    def _session(self) -> DeadlineSession:
        return DeadlineSession(add_switches(self._groups, np.arange(self._groups.count)), self.deadline)

    def _literals(self, session: DeadlineSession) -> Array:
        values = session.values()[: self.side.atoms]
        numbers = np.arange(1, self.side.atoms + 1)
        literals: Array = np.where(values, numbers, -numbers)
        return literals
