"""What is clear early in a game: values that are forced, and atoms that follow from what was played before them.

Both are found by meaning, not by form. A literal that the clauses entail can be put in. A variable under `exists`
that can have one value only, once the atoms of the first blocks have theirs, may be chosen right then as well as
later (Padoa's method: two copies of the clauses that agree on those blocks cannot differ in it). So positions in a
game come to stand where the move is made that leads to them, however they are written.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from msgspec import Struct

from bigand.solve.engines.pysat import clause_adder

Clause: TypeAlias = frozenset[int]
_SOLVER = "glucose4"
_CONFLICTS = 20_000  # for all questions together
_PATIENCE = 3  # times that a variable is looked at, at most, of which it is not clear


class Prefix(Struct, frozen=True):
    """The blocks of a formula: the block of each variable (from 1 on), and which blocks are `forall`."""

    levels: list[int]
    is_forall: list[bool]


@contextmanager
def _solver_with_budget() -> Iterator[tuple[Any, Callable[[Sequence[int]], bool | None]]]:
    """A SAT solver, and how it is asked: it gives no answer when it has worked for too long."""
    from pysat.solvers import Solver

    with Solver(name=_SOLVER) as solver:

        def ask(assumptions: Sequence[int]) -> bool | None:
            budget = _CONFLICTS - solver.accum_stats()["conflicts"]
            if budget <= 0:
                return None
            solver.conf_budget(budget)
            answer: bool | None = solver.solve_limited(assumptions=list(assumptions))
            return answer

        yield solver, ask


def find_entailed_literals(clauses: Sequence[Clause]) -> list[int] | None:
    """Literals that hold wherever all clauses do, as many as are soon found; None if they never do."""
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
        solver.set_phases([-literal for literal in candidates])  # others should be as different as can be
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
    """The clauses where some literals hold."""
    true, false = set(literals), {-literal for literal in literals}
    return [clause if clause.isdisjoint(false) else clause - false for clause in clauses if clause.isdisjoint(true)]


def choose_early(clauses: Sequence[Clause], prefix: Prefix) -> Prefix:
    """The same formula with each variable of `exists` in the earliest of its blocks where it is clear.

    What stands for a formula is clear with it. Left innermost, all that such variables say of all turns would be
    multiplied out before the last turn is gone.
    """
    return _EarlyChooser(clauses, prefix).run()


class _EarlyChooser:
    """Block by block: a variable is looked at when some clause has nothing else in it that is not known yet."""

    def __init__(self, clauses: Sequence[Clause], prefix: Prefix) -> None:
        self.clauses = clauses
        self.prefix = prefix
        self.levels = list(prefix.levels)
        self.used = sorted({abs(literal) for clause in clauses for literal in clause})
        self.occurrences: dict[int, list[int]] = {variable: [] for variable in self.used}
        for place, clause in enumerate(clauses):
            for literal in clause:
                self.occurrences[abs(literal)].append(place)
        self.unknown_counts = [len(clause) for clause in clauses]  # variables in each clause
        self.known: set[int] = set()
        self.nearly_known: set[int] = set()  # clauses with one unknown variable
        self.difference_literals: dict[int, int] = {}  # a literal that says that the copies differ in an atom
        self.tries: dict[int, int] = {}
        self.last_counts: dict[int, int] = {}  # in how many clauses a variable was alone unknown then
        self.shift = len(self.levels) - 1  # from a variable to its second copy
        self.last = 2 * self.shift

    def run(self) -> Prefix:
        is_forall = self.prefix.is_forall
        by_level: dict[int, list[int]] = {}
        for variable in self.used:
            by_level.setdefault(self.levels[variable], []).append(variable)
        if sum([is_forall[level] for level in by_level]) < 2 or max(by_level) == min(by_level):
            return self.prefix  # there is nothing to come before
        with _solver_with_budget() as (solver, ask):
            guards = [self._new_variable() for _ in is_forall]  # assumed, it makes the copies agree on a block
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
        """Variables that are alone unknown in some clause, in more of them than when they were looked at last."""
        in_clauses = [abs(literal) for place in self.nearly_known for literal in self.clauses[place]]
        counts = Counter([variable for variable in in_clauses if variable not in self.known])
        is_forall = self.prefix.is_forall
        candidates = [
            variable
            for variable, count in counts.items()
            if count > self.last_counts.get(variable, 0)
            and not is_forall[self.levels[variable]]
            and self.tries.get(variable, 0) < _PATIENCE
        ]
        self.last_counts.update({variable: counts[variable] for variable in candidates})
        return sorted(candidates)

    def _find_determined_variables(
        self, solver: Any, ask: Callable[[Sequence[int]], bool | None], guards: list[int]
    ) -> bool:
        """Find what is clear when the blocks of these guards have been played; whether there is time to go on."""
        while candidates := self._candidates():
            while candidates:
                some_differs = self._new_variable()
                differences = [self._difference_literal(solver, variable) for variable in candidates]
                solver.add_clause([-some_differs, *differences])
                solver.set_phases(differences)  # as many as can be at once
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
