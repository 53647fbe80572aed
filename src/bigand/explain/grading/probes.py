"""Models that show mistakes well, found from the reference alone: so one mistake is always shown by one model."""

from contextlib import closing
from functools import cached_property

import numpy as np

from bigand.explain.grading.side import ComparedFile
from bigand.explain.groups import Groups, add_switches
from bigand.explain.witness import groups_with_negations
from bigand.ground.columns import Array
from bigand.solve.session import LimitError
from bigand.solve.stopping import DeadlineSession

_PROBE_CONFLICTS = 20_000  # for one of them
_MODELS = 12


class Probes:
    """Models of a reference, and for each rule a model that breaks only this one."""

    def __init__(self, side: ComparedFile, deadline: float | None) -> None:
        self.side = side
        self.deadline = deadline
        self._witnesses: dict[int, Array | None] = {}

    @cached_property
    def models(self) -> list[Array]:
        """Some models, as literals of the reference's atoms; none only if there is none."""
        clauses = self.side.compiled.clauses
        models: list[Array] = []
        with closing(DeadlineSession(clauses, self.deadline)) as session:
            try:
                while len(models) < _MODELS and session.solve(conflicts=_PROBE_CONFLICTS if models else None):
                    models.append(self._literals(session))
                    session.add((-models[-1]).tolist())
            except LimitError:
                if not models:
                    raise
        return models

    def witness(self, rule: int) -> Array | None:
        """A model that breaks this rule and no other, as literals, if there is one soon."""
        if rule not in self._witnesses:
            self._witnesses[rule] = self._literals(self._session) if self.is_needed(rule) else None
        return self._witnesses[rule]

    def is_needed(self, rule: int, conflicts: int = _PROBE_CONFLICTS) -> bool | None:
        """Whether there is a model that breaks this rule and no other; None if that is not found out soon."""
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
        """The switch of the first rule; those that say that a rule is broken come after all of these."""
        return self._groups.clauses.variables + 1

    @cached_property
    def _session(self) -> DeadlineSession:
        return DeadlineSession(add_switches(self._groups, np.arange(self._groups.count)), self.deadline)

    def _literals(self, session: DeadlineSession) -> Array:
        values = session.values()[: self.side.atoms]
        numbers = np.arange(1, self.side.atoms + 1)
        literals: Array = np.where(values, numbers, -numbers)
        return literals
