"""Eliminate quantifiers from the inside while that stays small; what remains is a question for a SAT solver.

A variable of the innermost `exists` block is eliminated by resolution: its resolvents replace all clauses that
contain it. Variables of an innermost `forall` block are removed from all clauses, since their player makes these
literals false. What remains when all blocks after some block are gone is true exactly if `exists` wins after the
moves in the blocks up to it. So it determines who wins, all winning first moves, and what to play later.

Clauses implied by others through unit propagation are dropped on the way, which keeps games small: most resolvents
are about moves and positions that exclude each other (asymmetric tautologies: Heule et al. 2010). For the same
reason a literal that implies another one of its clause is dropped: of two positions, the clause needs one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import inf
from operator import neg
from typing import Any

from bigand.encode.game import Game
from bigand.solve.engines.pysat import clause_adder
from bigand.solve.quantifiers.play import Outcome
from bigand.solve.quantifiers.prefix import (
    Clause,
    Prefix,
    assign_literals,
    find_entailed_literals,
    move_to_earliest_blocks,
)
from bigand.source.limits import pause_garbage_collection

_MAX_GROWTH_FACTOR = 3  # maximum factor by which the number of literals may grow
_EXTRA_LITERALS = 20_000  # literals allowed in addition
_NO_GROWTH = 0  # in clauses, when auxiliary variables are eliminated first
_SOLVER = "glucose4"
_PROPAGATOR = "minisat22"
_PROPAGATION_COST = 100  # the cost of a propagation in comparisons
_ALWAYS_CHECKED = 500  # clauses to check in any case
_CHECK_INTERVAL = 4  # check one in this many clauses, if fewer than one in its square was implied
_MAX_TURN_VARIABLES = 200  # maximum number of variables in a turn or two
_GROWTH_BITS = 3  # bits: growths that differ by less count as equal
_UNCHECKED_RATIO = 10  # check which clauses are implied by others once one in this many is new


class TooLargeError(Exception):
    """The clauses have grown too much."""


class _ImplicationChecker:
    """Checks what clauses imply by unit propagation, while variables of a block are eliminated from them.

    A clause with variables of the block counts only while all of them are present: each variable has a guard, which
    is assumed until the variable is eliminated. So a resolvent is never implied by the clauses it was made from.
    """

    def __init__(self, clauses: Iterable[Clause], block: Sequence[int], last: int) -> None:
        from pysat.solvers import Solver

        self._guards = {variable: last + 1 + place for place, variable in enumerate(block)}
        self._guard_literals = {
            sign * variable: -guard for variable, guard in self._guards.items() for sign in (1, -1)
        }
        self._assumptions = list(self._guards.values())
        self._check_count = self._implied_count = self._skip_counter = 0
        self._solver: Any = Solver(name=_PROPAGATOR)
        self._add = clause_adder(self._solver)
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        guard_literals = self._guard_literals
        self._add([*clause, *[guard_literals[literal] for literal in clause if literal in guard_literals]])

    def implies(self, clause: Clause) -> bool:
        """Return whether the current clauses contradict the negation of a clause."""
        is_possible, _ = self._solver.propagate([*self._assumptions, *map(neg, clause)])
        self._check_count += 1
        self._implied_count += not is_possible
        return not is_possible

    def should_check(self) -> bool:
        """Return whether to check at all: only sometimes, after many checks with hardly any implied clause."""
        self._skip_counter = (self._skip_counter + 1) % _CHECK_INTERVAL
        return (
            not self._skip_counter
            or self._check_count < _ALWAYS_CHECKED
            or _CHECK_INTERVAL * _CHECK_INTERVAL * self._implied_count > self._check_count
        )

    def forget_variable(self, variable: int) -> None:
        """Ignore all clauses with this variable from now on."""
        self._assumptions.remove(self._guards.pop(variable))

    def close(self) -> None:
        self._solver.delete()


class _ClauseSet:
    """Clauses indexed by literal; hardly any of them is implied by the others."""

    def __init__(self, clauses: Iterable[Clause], last_variable: int) -> None:
        self.clauses: set[Clause] = set()
        self.by_literal: defaultdict[int, set[Clause]] = defaultdict(set)
        # By literal: the other literals of its binary clauses.
        self.partners: defaultdict[int, set[int]] = defaultdict(set)
        self.units: list[int] = []
        self.is_false = False
        self.work = 0  # comparisons of clauses, or equivalent work
        self.literal_count = 0
        self.max_literals = 1 << 60
        self._last_variable = last_variable
        self._block: set[int] | None = None  # variables being eliminated
        self._is_turn = True  # whether they belong to a turn or two
        self._checker: _ImplicationChecker | None = None  # created once there are many new clauses
        self._unchecked: set[Clause] = set()  # clauses not yet checked for being implied by others
        for clause in sorted(clauses, key=len):
            self.add(clause)
        self.remove_false_literals()
        self._unchecked.clear()
        self.max_literals = _MAX_GROWTH_FACTOR * self.literal_count + _EXTRA_LITERALS

    def add(self, clause: Clause, is_needed: bool = False) -> None:
        """Add a clause that is not a tautology; with `is_needed`, it replaces another one and is not checked."""
        for literal in clause:
            partners = self.partners.get(literal)
            if partners and not partners.isdisjoint(clause):
                return  # it contains a binary clause
        self._add(clause, is_needed)

    def _add(self, clause: Clause, is_needed: bool = False) -> None:
        if not clause:
            self.is_false = True
            return
        if self._is_turn:
            clause = self._drop_implying_literals(clause)
        if clause in self.clauses:
            return
        checker = self._checker
        if (
            checker is None
            and self._block is not None
            and _UNCHECKED_RATIO * len(self._unchecked) > len(self.clauses)
        ):
            checker = self._checker = self._start_checking()
        if checker is None:
            self._unchecked.add(clause)
        else:
            if not is_needed and checker.should_check():
                self.work += _PROPAGATION_COST
                if checker.implies(clause):
                    return
            checker.add(clause)
        by_literal = self.by_literal
        rarest = min([by_literal[literal] for literal in clause], key=len)
        self.work += len(rarest) + 8 * len(clause)
        if rarest:
            for longer in [candidate for candidate in rarest if clause <= candidate]:
                self.remove(longer)
        for literal in clause:
            by_literal[literal].add(clause)
        self.clauses.add(clause)
        self.literal_count += len(clause)
        if len(clause) == 2:
            first, second = clause
            self.partners[first].add(second)
            self.partners[second].add(first)
        elif len(clause) == 1:
            self.units += clause

    def _drop_implying_literals(self, clause: Clause) -> Clause:
        """Remove literals that imply another literal of the clause."""
        for literal in clause:
            implied = self.partners.get(-literal)
            if implied and not implied.isdisjoint(clause):
                clause = clause - {literal}
        return clause

    def remove(self, clause: Clause) -> None:
        self.clauses.remove(clause)
        self._unchecked.discard(clause)
        self.literal_count -= len(clause)
        by_literal = self.by_literal
        for literal in clause:
            by_literal[literal].remove(clause)
        if len(clause) == 2:
            first, second = clause
            self.partners[first].remove(second)
            self.partners[second].remove(first)

    def remove_false_literals(self) -> None:
        """Remove literals that unit clauses make false; the unit clauses stay."""
        while self.units and not self.is_false:
            literal = self.units.pop()
            for clause in list(self.by_literal.get(-literal, ())):
                self._remove_literal(clause, -literal)

    def _remove_literal(self, clause: Clause, literal: int) -> None:
        """Remove a literal from a clause, if the clause is still there: a shorter one may have replaced it."""
        if clause in self.clauses:
            self.remove(clause)
            self.add(clause - {literal}, is_needed=True)

    def count_growth(self, variable: int) -> int:
        """Return the number of pairs of clauses to resolve minus the clauses removed."""
        positive, negative = len(self.by_literal.get(variable, ())), len(self.by_literal.get(-variable, ()))
        return positive * negative - positive - negative

    def _priority(self, variable: int) -> tuple[int, int]:
        """Return the sort key of a variable in its block: the smallest is eliminated first.

        In a turn or two, among variables that create about as many clauses, counted carefully, the last one comes
        first: positions go before the moves that lead to them. In a block of many turns, that order costs more than
        it saves.
        """
        if not self._is_turn:
            return self.count_growth(variable), variable
        positive, negative = [self.by_literal.get(literal, ()) for literal in (variable, -variable)]
        growth = -len(positive) - len(negative)
        for clause in positive:
            redundant = self._redundant_literals(clause - {variable})
            growth += sum([redundant.isdisjoint(opposite) for opposite in negative])
        self.work += len(positive) * len(negative) // 4
        return max(growth, 0).bit_length() // _GROWTH_BITS, -variable

    def _redundant_literals(self, clause: Clause) -> set[int]:
        """Return literals that make a resolvent with this clause a tautology, or subsumed by a binary clause."""
        return {-literal for literal in clause}.union(*[self.partners.get(literal, ()) for literal in clause])

    def eliminate(self, variable: int) -> None:
        """Eliminate an innermost variable of `exists`."""
        positive, negative = [list(self.by_literal.get(literal, ())) for literal in (variable, -variable)]
        for clause in (*positive, *negative):
            self.remove(clause)
        if self._block is not None:
            self._block.discard(variable)
        if self._checker is not None:
            self._checker.forget_variable(variable)
        remainders = [clause - {-variable} for clause in negative]
        self.work += len(positive) * len(remainders) // 4
        for clause in positive:
            clause = clause - {variable}
            redundant = self._redundant_literals(clause)
            for remainder in remainders:
                if redundant.isdisjoint(remainder):
                    self._add(clause | remainder)
            if self.literal_count > self.max_literals:
                raise TooLargeError
        self.remove_false_literals()

    def eliminate_all(self, variables: Iterable[int], max_growth: float = inf) -> Iterator[int]:
        """Eliminate the variables of an `exists` block, or only those with at most `max_growth`.

        Yields the total work after each variable.
        """
        self._block = {
            candidate
            for candidate in variables
            if self.by_literal.get(candidate) or self.by_literal.get(-candidate)
        }
        self._is_turn = len(self._block) <= _MAX_TURN_VARIABLES
        queue = [self._priority(variable) for variable in self._block]
        heapify(queue)
        while queue and not self.is_false:
            variable = abs(heappop(queue)[1])
            priority = self._priority(variable)
            if queue and priority > queue[0]:
                heappush(queue, priority)
            elif self.count_growth(variable) <= max_growth:
                self.eliminate(variable)
                yield self.work
        self._block = None
        self._is_turn = True
        if self._checker is not None:
            self._checker.close()
            self._checker = None

    def _start_checking(self) -> _ImplicationChecker:
        """Create a checker for all current clauses, and remove the unchecked ones that are implied."""
        self.work += _PROPAGATION_COST * (len(self.clauses) // 4 + len(self._unchecked))
        checker = _ImplicationChecker(
            self.clauses - self._unchecked, sorted(self._block or ()), self._last_variable
        )
        for clause in sorted(self._unchecked, key=lambda candidate: (len(candidate), sorted(candidate))):
            if checker.implies(clause):
                self.remove(clause)
            else:
                checker.add(clause)
        self._unchecked.clear()
        return checker

    def drop_forall_variables(self, variables: Sequence[int]) -> None:
        """Remove innermost variables of `forall`."""
        for variable in variables:
            for literal in (variable, -variable):
                for clause in list(self.by_literal.get(literal, ())):
                    self._remove_literal(clause, literal)
        self.remove_false_literals()


class Elimination:
    """A game decided by elimination: who wins after any moves, and how. It has the interface of `Play`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._prefix, self._clauses = _prefix_and_clauses(game)
        self._units: list[int] = []
        self._remaining: list[list[Clause]] = [[frozenset()] for _ in self._prefix.is_forall]
        self._solvers: dict[int, Any] = {}
        self._preferred: Sequence[int] = ()
        self._progress = self._eliminate()
        self._work_limit = 0

    def run(self, comparisons: int) -> bool:
        """Continue for this many comparisons of clauses; return whether it is done. May raise `TooLargeError`."""
        self._work_limit += comparisons
        with pause_garbage_collection():
            return all(work <= self._work_limit for work in self._progress)

    def _is_forall(self, literal: int) -> bool:
        return self._prefix.is_forall[self._prefix.levels[abs(literal)]]

    def _eliminate(self) -> Iterator[int]:
        """Eliminate block by block from the inside, yielding the work done so far.

        `_remaining` keeps for each level the clauses left when all later blocks are gone.
        """
        entailed = find_entailed_literals(self._clauses)
        if entailed is None:
            return
        self._units = [literal for literal in entailed if not self._is_forall(literal)]
        clauses = assign_literals(self._clauses, self._units)
        remaining = _ClauseSet(clauses, len(self._prefix.levels))
        auxiliary = range(self.game.atoms + 1, len(self._prefix.levels))  # auxiliary variables are innermost
        yield from remaining.eliminate_all(auxiliary, _NO_GROWTH)
        self._prefix = move_to_earliest_blocks(sorted(remaining.clauses, key=sorted), self._prefix)
        levels = self._prefix.levels
        members: list[list[int]] = [[] for _ in self._prefix.is_forall]
        for variable, level in enumerate(levels[1:], 1):
            members[level].append(variable)
        for level in range(len(members) - 1, -1, -1):
            if remaining.is_false:
                return
            self._remaining[level] = list(remaining.clauses)
            if self._prefix.is_forall[level]:
                remaining.drop_forall_variables(members[level])
            elif level:
                yield from remaining.eliminate_all(members[level])

    def decide(self, level: int = 0, history: Sequence[int] = ()) -> Outcome:
        """Return who loses after `history`, which covers all levels before `level`, and the winner's move."""
        move = (self._forall_move if self._prefix.is_forall[level] else self._exists_move)(level, list(history))
        return Outcome((move is None) == self._prefix.is_forall[level], [], move or [])

    def _exists_move(self, level: int, history: list[int]) -> list[int] | None:
        """Return a winning move of `exists`: values for the atoms of a level and those determined by then."""
        solver = self._solver_of_level(
            level, [*self._remaining[level], *[frozenset([unit]) for unit in self._units]]
        )
        if not solver.solve(assumptions=history):
            return None
        true_literals, decided = set(solver.get_model()), {abs(literal) for literal in history}
        open_atoms = {*self.game.levels[level].atoms.tolist(), *self._block_atoms(level)} - decided
        return [atom if atom in true_literals else -atom for atom in sorted(open_atoms)]

    def _forall_move(self, level: int, history: list[int]) -> list[int] | None:
        """Return a winning move of `forall`: it falsifies a clause in which all else is already false."""
        atoms = self.game.levels[level].atoms.tolist()
        solver = self._solver_of_level(-1, self._clauses)
        if not solver.solve(assumptions=history):
            return [-atom for atom in atoms]
        true_literals = {*solver.get_model(), *history}  # what is determined by now has only one value
        block_literals = {*atoms, *[-atom for atom in atoms]}
        losing_clauses = [
            clause for clause in self._remaining[level] if true_literals.isdisjoint(clause - block_literals)
        ]
        if not losing_clauses:
            return None
        clause = min(losing_clauses, key=lambda candidate: (len(candidate), sorted(candidate)))
        return [atom if -atom in clause else -atom for atom in atoms]

    def _block_atoms(self, level: int) -> list[int]:
        levels = self._prefix.levels
        return [atom for atom in range(1, self.game.atoms + 1) if levels[atom] == level]

    def _solver_of_level(self, level: int, clauses: Iterable[Clause]) -> Any:
        from pysat.solvers import Solver

        if level not in self._solvers:
            self._solvers[level] = Solver(
                name=_SOLVER, bootstrap_with=sorted([sorted(clause) for clause in clauses])
            )
            if not level:
                self._solvers[level].set_phases(list(self._preferred))
        return self._solvers[level]

    def exclude(self, values: list[int]) -> None:
        """Forbid these values as the first player's first move."""
        self._remaining[0].append(frozenset([-value for value in values]))
        if 0 in self._solvers:
            self._solvers[0].add_clause([-value for value in values])

    def prefer(self, literals: Sequence[int]) -> None:
        """Set values that `exists` tries first."""
        self._preferred = literals

    def close(self) -> None:
        for solver in self._solvers.values():
            solver.delete()


def _prefix_and_clauses(game: Game) -> tuple[Prefix, list[Clause]]:
    """Return a game as prefix and clauses; auxiliary variables are innermost."""
    is_forall = [block.is_forall for block in game.levels]
    if is_forall[-1]:
        is_forall.append(False)
    literals, starts = game.supporting.literals.tolist(), game.supporting.starts.tolist()
    last = max([game.atoms, *[abs(literal) for literal in literals]])
    levels = [len(is_forall) - 1] * (last + 1)
    for level, block in enumerate(game.levels):
        for atom in block.atoms.tolist():
            levels[atom] = level
    clauses = [frozenset(literals[start:end]) for start, end in pairwise(starts)]
    return Prefix(levels, is_forall), [clause for clause in clauses if clause.isdisjoint(map(neg, clause))]
