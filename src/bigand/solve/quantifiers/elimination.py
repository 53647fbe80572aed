"""Quantifiers eliminated from inside, while that stays small: what is left is a question for a SAT solver.

A variable of the innermost `exists` goes by resolution: all clauses that follow without it take the place of those
that have it. Variables of an innermost `forall` are left out of all clauses, since their player makes them false.
What is left when all blocks after some block are gone is true exactly where `exists` wins after the moves in the
blocks up to it; so it tells who wins, all first moves that do, and what to play later.

Clauses that follow from others by unit propagation are dropped on the way, which is what keeps games small: most
resolvents speak of moves and positions that exclude each other (asymmetric tautologies: Heule et al. 2010). For the
same reason a literal goes that implies another one of its clause: of two positions the clause needs one.
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
from bigand.solve.quantifiers.prefix import Clause, Prefix, assign_literals, choose_early, find_entailed_literals
from bigand.source.limits import pause_garbage_collection

_GROWTH = 3  # times as many literals as there were, at most
_LEEWAY = 20_000  # literals more in any case
_NO_MORE = 0  # clauses than there were, where something is not yet to go
_SOLVER = "glucose4"
_PROPAGATOR = "minisat22"
_PROPAGATION = 100  # comparisons take as long
_MANY = 500  # clauses that are asked about in any case
_SELDOM = 4  # one in so many is, where less than one in as many times as many followed
_TURN = 200  # variables, at most, of a turn or two
_COARSE = 3  # binary digits: how far growths of the number of clauses are the same
_FRESH = 10  # one in so many clauses: then it is asked which of them follow from others


class TooLargeError(Exception):
    """The clauses have grown too much."""


class _ImplicationChecker:
    """What follows by unit propagation from clauses, while variables of a block are eliminated from them.

    A clause with variables of the block holds only while all of them are there: each has a guard, which is assumed
    until it goes. So nothing is said to follow from what it was made of.
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
        """Whether the clauses that are there contradict its negation."""
        is_possible, _ = self._solver.propagate([*self._assumptions, *map(neg, clause)])
        self._check_count += 1
        self._implied_count += not is_possible
        return not is_possible

    def should_check(self) -> bool:
        """Whether to ask at all: only sometimes, where many were asked about and next to none followed."""
        self._skip_counter = (self._skip_counter + 1) % _SELDOM
        return (
            not self._skip_counter
            or self._check_count < _MANY
            or _SELDOM * _SELDOM * self._implied_count > self._check_count
        )

    def forget_variable(self, variable: int) -> None:
        """What has this variable is there no more."""
        self._assumptions.remove(self._guards.pop(variable))

    def close(self) -> None:
        self._solver.delete()


class _ClauseSet:
    """Clauses with those of each literal; nearly none of them follows from the others."""

    def __init__(self, clauses: Iterable[Clause], last_variable: int) -> None:
        self.clauses: set[Clause] = set()
        self.by_literal: defaultdict[int, set[Clause]] = defaultdict(set)
        self.partners: defaultdict[int, set[int]] = defaultdict(set)  # the other literal in clauses of two
        self.units: list[int] = []
        self.is_false = False
        self.work = 0  # comparisons of clauses, or as much
        self.literal_count = 0
        self.max_literals = 1 << 60
        self._last_variable = last_variable  # variable
        self._block: set[int] | None = None  # variables that are being eliminated
        self._is_turn = True  # and they are those of a turn or two
        self._checker: _ImplicationChecker | None = None  # made when there are many fresh ones
        self._unchecked: set[Clause] = set()  # of which nobody has asked if they follow from others
        for clause in sorted(clauses, key=len):
            self.add(clause)
        self.propagate()
        self._unchecked.clear()
        self.max_literals = _GROWTH * self.literal_count + _LEEWAY

    def add(self, clause: Clause, is_needed: bool = False) -> None:
        """One more clause, which is not true by itself; one that is needed takes the place of another one."""
        for literal in clause:
            partners = self.partners.get(literal)
            if partners and not partners.isdisjoint(clause):
                return  # it contains a clause of two literals
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
        if checker is None and self._block is not None and _FRESH * len(self._unchecked) > len(self.clauses):
            checker = self._checker = self._make_checker()
        if checker is None:
            self._unchecked.add(clause)
        else:
            if not is_needed and checker.should_check():
                self.work += _PROPAGATION
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
        """A clause without literals that imply another one of it."""
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

    def propagate(self) -> None:
        """Leave out what is false by clauses of one literal, which stay."""
        while self.units and not self.is_false:
            literal = self.units.pop()
            for clause in list(self.by_literal.get(-literal, ())):
                self._remove_literal(clause, -literal)

    def _remove_literal(self, clause: Clause, literal: int) -> None:
        """A clause without a literal, if it is there still: a shorter one may have taken its place."""
        if clause in self.clauses:
            self.remove(clause)
            self.add(clause - {literal}, is_needed=True)

    def count_growth(self, variable: int) -> int:
        """How many pairs of clauses there are to resolve, less the clauses that go."""
        positive, negative = len(self.by_literal.get(variable, ())), len(self.by_literal.get(-variable, ()))
        return positive * negative - positive - negative

    def _priority(self, variable: int) -> tuple[int, int]:
        """Where a variable comes in its block: the least goes first.

        In a turn or two it is the last one of those that make about as many clauses, counted well: positions go
        before the moves that lead to them. In a block of many turns that order costs more than it saves.
        """
        if not self._is_turn:
            return self.count_growth(variable), variable
        positive, negative = [self.by_literal.get(literal, ()) for literal in (variable, -variable)]
        growth = -len(positive) - len(negative)
        for clause in positive:
            redundant = self._redundant_literals(clause - {variable})
            growth += sum([redundant.isdisjoint(opposite) for opposite in negative])
        self.work += len(positive) * len(negative) // 4
        return max(growth, 0).bit_length() // _COARSE, -variable

    def _redundant_literals(self, clause: Clause) -> set[int]:
        """A resolvent with one of these is true by itself, or contains a clause of two literals."""
        return {-literal for literal in clause}.union(*[self.partners.get(literal, ()) for literal in clause])

    def eliminate(self, variable: int) -> None:
        """Without a variable of `exists` that nothing comes after."""
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
        self.propagate()

    def eliminate_all(self, variables: Iterable[int], max_growth: float = inf) -> Iterator[int]:
        """Without the variables of a block of `exists`, or only without those that are as cheap as said.

        It tells after each how much work has been done in all.
        """
        self._block = {
            candidate
            for candidate in variables
            if self.by_literal.get(candidate) or self.by_literal.get(-candidate)
        }
        self._is_turn = len(self._block) <= _TURN
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

    def _make_checker(self) -> _ImplicationChecker:
        """What tells if a clause follows from all others that are there now; those that do are gone."""
        self.work += _PROPAGATION * (len(self.clauses) // 4 + len(self._unchecked))
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

    def drop_variables(self, variables: Sequence[int]) -> None:
        """Without variables of `forall` that nothing comes after."""
        for variable in variables:
            for literal in (variable, -variable):
                for clause in list(self.by_literal.get(literal, ())):
                    self._remove_literal(clause, literal)
        self.propagate()


class Elimination:
    """A game decided by elimination: who wins after any moves, and by which ones. It is asked as a `Play` is."""

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
        """Work on with as many comparisons of clauses; whether it is done. A `TooLargeError` where it cannot be."""
        self._work_limit += comparisons
        with pause_garbage_collection():
            return all(work <= self._work_limit for work in self._progress)

    def _is_forall(self, literal: int) -> bool:
        return self._prefix.is_forall[self._prefix.levels[abs(literal)]]

    def _eliminate(self) -> Iterator[int]:
        """Block by block from inside; `_remaining` keeps what is left of the clauses when all later ones are gone.

        On the way it tells how much work has been done.
        """
        entailed = find_entailed_literals(self._clauses)
        if entailed is None:
            return
        self._units = [literal for literal in entailed if not self._is_forall(literal)]
        clauses = assign_literals(self._clauses, self._units)
        remaining = _ClauseSet(clauses, len(self._prefix.levels))
        auxiliary = range(self.game.atoms + 1, len(self._prefix.levels))  # which are innermost, too
        yield from remaining.eliminate_all(auxiliary, _NO_MORE)
        self._prefix = choose_early(sorted(remaining.clauses, key=sorted), self._prefix)
        levels = self._prefix.levels
        members: list[list[int]] = [[] for _ in self._prefix.is_forall]
        for variable, level in enumerate(levels[1:], 1):
            members[level].append(variable)
        for level in range(len(members) - 1, -1, -1):
            if remaining.is_false:
                return
            self._remaining[level] = list(remaining.clauses)
            if self._prefix.is_forall[level]:
                remaining.drop_variables(members[level])
            elif level:
                yield from remaining.eliminate_all(members[level])

    def decide(self, level: int = 0, history: Sequence[int] = ()) -> Outcome:
        """Who loses from a history on, when all levels before `level` have been played, and the winner's move."""
        move = (self._forall_move if self._prefix.is_forall[level] else self._exists_move)(level, list(history))
        return Outcome((move is None) == self._prefix.is_forall[level], [], move or [])

    def _exists_move(self, level: int, history: list[int]) -> list[int] | None:
        """How `exists` wins: the values of the atoms of a level, and of those that are clear by then."""
        solver = self._solver_of_level(
            level, [*self._remaining[level], *[frozenset([unit]) for unit in self._units]]
        )
        if not solver.solve(assumptions=history):
            return None
        true_literals, decided = set(solver.get_model()), {abs(literal) for literal in history}
        open_atoms = {*self.game.levels[level].atoms.tolist(), *self._block_atoms(level)} - decided
        return [atom if atom in true_literals else -atom for atom in sorted(open_atoms)]

    def _forall_move(self, level: int, history: list[int]) -> list[int] | None:
        """How `forall` wins: there is a clause in which all else is false already."""
        atoms = self.game.levels[level].atoms.tolist()
        solver = self._solver_of_level(-1, self._clauses)
        if not solver.solve(assumptions=history):
            return [-atom for atom in atoms]
        true_literals = {*solver.get_model(), *history}  # what is clear by now has one value only
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
        """The first player may not begin with these values any more."""
        self._remaining[0].append(frozenset([-value for value in values]))
        if 0 in self._solvers:
            self._solvers[0].add_clause([-value for value in values])

    def prefer(self, literals: Sequence[int]) -> None:
        """Values that `exists` tries first."""
        self._preferred = literals

    def close(self) -> None:
        for solver in self._solvers.values():
            solver.delete()


def _prefix_and_clauses(game: Game) -> tuple[Prefix, list[Clause]]:
    """A game as prefix and clauses; what stands for formulas in them is innermost of all."""
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
