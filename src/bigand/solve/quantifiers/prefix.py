"""Find what is determined early in a game: entailed values, and atoms that follow from earlier moves.

Both are found semantically, not by form. A literal that the clauses entail can be assigned. A variable under
`exists` that can have only one value once the atoms of the first blocks are assigned may just as well be chosen
then (Padoa's method: two copies of the clauses that agree on those blocks cannot differ in it). So the positions of
a game move to the turn that leads to them, however they are written.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from msgspec import Struct

from bigand.solve.engines.pysat import clause_adder

Clause: TypeAlias = frozenset[int]
_SOLVER = "glucose4"
_MAX_CONFLICTS = 20_000  # for all questions together
_MAX_TRIES = 3  # maximum number of tries per undetermined variable


class Prefix(Struct, frozen=True):
    """The blocks of a formula: the block of each variable (from 1 on), and which blocks are `forall`."""

    levels: list[int]
    is_forall: list[bool]


@contextmanager
def _solver_with_budget() -> Iterator[tuple[Any, Callable[[Sequence[int]], bool | None]]]:
    """Yield a SAT solver and a function to ask it, which returns None once the conflict budget is used up."""
    from pysat.solvers import Solver

    with Solver(name=_SOLVER) as solver:

        def ask(assumptions: Sequence[int]) -> bool | None:
            budget = _MAX_CONFLICTS - solver.accum_stats()["conflicts"]
            if budget <= 0:
                return None
            solver.conf_budget(budget)
            answer: bool | None = solver.solve_limited(assumptions=list(assumptions))
            return answer

        yield solver, ask


def find_entailed_literals(clauses: Sequence[Clause]) -> list[int] | None:
    """Return entailed literals, as many as are found quickly; None if the clauses are unsatisfiable."""
    with _solver_with_budget() as (solver, ask):
        add_clause = clause_adder(solver)
        for clause in clauses:
            add_clause(list(clause))
        answer = ask([])
        if answer is None:
            return []
        if not answer:
            return None
        candidates = set(solver.get_model())  # what holds in all models so far
        solver.set_phases([-literal for literal in candidates])  # further models should differ as much as possible
        entailed = []
        for variable in sorted({abs(literal) for clause in clauses for literal in clause}):
            literal = variable if variable in candidates else -variable
            if literal not in candidates:
                continue
            answer = ask([-literal])
            if answer is None:
                break
            if answer:
                candidates.intersection_update(solver.get_model())
            else:
                entailed.append(literal)
                solver.add_clause([literal])
        return entailed


def assign_literals(clauses: Sequence[Clause], literals: Sequence[int]) -> list[Clause]:
    """Return the clauses with some literals assigned."""
    true, false = set(literals), {-literal for literal in literals}
    return [clause if clause.isdisjoint(false) else clause - false for clause in clauses if clause.isdisjoint(true)]


def move_to_earliest_blocks(clauses: Sequence[Clause], prefix: Prefix) -> Prefix:
    """Move each variable of `exists` to the earliest `exists` block where it is determined.

    An auxiliary variable is determined together with its formula. Left innermost, everything that such variables
    say about all turns would be multiplied out before the last turn is eliminated.
    """
    return _EarlyChooser(clauses, prefix).run()


class _EarlyChooser:
    """Works block by block: a variable is tried when some clause has no other variable that is still unknown."""

    def __init__(self, clauses: Sequence[Clause], prefix: Prefix) -> None:
        self.clauses = clauses
        self.prefix = prefix
        self.levels = list(prefix.levels)
        self.used = sorted({abs(literal) for clause in clauses for literal in clause})
        self.occurrences: dict[int, list[int]] = {variable: [] for variable in self.used}
        for place, clause in enumerate(clauses):
            for literal in clause:
                self.occurrences[abs(literal)].append(place)
        self.unknown_counts = [len(clause) for clause in clauses]  # unknown variables in each clause
        self.known: set[int] = set()
        self.nearly_known: set[int] = set()  # clauses with one unknown variable
        self.difference_literals: dict[int, int] = {}  # literals implying that the copies differ in a variable
        self.tries: dict[int, int] = {}
        # By variable: how many clauses had it as the only unknown, at the last try.
        self.last_counts: dict[int, int] = {}
        self.shift = len(self.levels) - 1  # from a variable to its second copy
        self.last = 2 * self.shift

    def run(self) -> Prefix:
        is_forall = self.prefix.is_forall
        by_level: dict[int, list[int]] = {}
        for variable in self.used:
            by_level.setdefault(self.levels[variable], []).append(variable)
        if sum([is_forall[level] for level in by_level]) < 2 or max(by_level) == min(by_level):
            return self.prefix  # no variable can move to an earlier block
        with _solver_with_budget() as (solver, ask):
            # Assuming a block's guard makes the copies agree on it.
            guards = [self._new_variable() for _ in is_forall]
            add_clause = clause_adder(solver)
            for clause in self.clauses:
                add_clause(list(clause))
                add_clause([self._copy(literal) for literal in clause])
            for variable in self.used:
                self._require_agreement(solver, guards[self.levels[variable]], variable)
            for level, forall in enumerate(is_forall):
                self._mark_variables(by_level.get(level, ()))
                if not forall and not self._find_determined_variables(solver, ask, guards[: level + 1]):
                    break
        return Prefix(self.levels, is_forall)

    def _new_variable(self) -> int:
        self.last += 1
        return self.last

    def _copy(self, literal: int) -> int:
        return literal + self.shift if literal > 0 else literal - self.shift

    def _require_agreement(self, solver: Any, guard: int, variable: int) -> None:
        solver.add_clause([-guard, -variable, variable + self.shift])
        solver.add_clause([-guard, variable, -variable - self.shift])

    def _difference_literal(self, solver: Any, variable: int) -> int:
        differs = self.difference_literals.get(variable)
        if differs is None:
            differs = self.difference_literals[variable] = self._new_variable()
            solver.add_clause([-differs, variable, variable + self.shift])
            solver.add_clause([-differs, -variable, -variable - self.shift])
        return differs

    def _mark_variables(self, variables: Sequence[int]) -> None:
        for variable in variables:
            if variable not in self.known:
                self.known.add(variable)
                for place in self.occurrences[variable]:
                    self.unknown_counts[place] -= 1
                    if self.unknown_counts[place] == 1:
                        self.nearly_known.add(place)
                    elif not self.unknown_counts[place]:
                        self.nearly_known.discard(place)

    def _candidates(self) -> list[int]:
        """Return the variables that are the only unknown of more clauses than when they were last tried."""
        in_clauses = [abs(literal) for place in self.nearly_known for literal in self.clauses[place]]
        counts = Counter([variable for variable in in_clauses if variable not in self.known])
        is_forall = self.prefix.is_forall
        candidates = [
            variable
            for variable, count in counts.items()
            if count > self.last_counts.get(variable, 0)
            and not is_forall[self.levels[variable]]
            and self.tries.get(variable, 0) < _MAX_TRIES
        ]
        self.last_counts.update({variable: counts[variable] for variable in candidates})
        return sorted(candidates)

    def _find_determined_variables(
        self, solver: Any, ask: Callable[[Sequence[int]], bool | None], guards: list[int]
    ) -> bool:
        """Find what is determined by the blocks of these guards; return whether the budget allows continuing."""
        while candidates := self._candidates():
            while candidates:
                some_differs = self._new_variable()
                differences = [self._difference_literal(solver, variable) for variable in candidates]
                solver.add_clause([-some_differs, *differences])
                solver.set_phases(differences)  # as many differences at once as possible
                answer = ask([*guards, some_differs])
                if answer is None:
                    return False
                if not answer:
                    break
                model = solver.get_model()
                differing = [
                    candidate
                    for candidate in candidates
                    if (model[candidate - 1] > 0) != (model[candidate + self.shift - 1] > 0)
                ]
                for variable in differing:
                    self.tries[variable] = self.tries.get(variable, 0) + 1
                candidates = [candidate for candidate in candidates if candidate not in set(differing)]
            if not candidates:
                return True
            for variable in candidates:
                self.levels[variable] = len(guards) - 1
                self._require_agreement(solver, guards[-1], variable)
            self._mark_variables(candidates)
        return True
