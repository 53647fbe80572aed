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
from bigand.solve.early import Clause, Prefix, chosen_early, entailed_literals, with_values
from bigand.solve.play import Outcome
from bigand.solve.pysat_engine import adder
from bigand.source.garbage import paused_collection

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


class _Following:
    """What follows by unit propagation from clauses, while variables of a block are eliminated from them.

    A clause with variables of the block holds only while all of them are there: each has a guard, which is assumed
    until it goes. So nothing is said to follow from what it was made of.
    """

    def __init__(self, clauses: Iterable[Clause], block: Sequence[int], last: int) -> None:
        from pysat.solvers import Solver

        self._guards = {variable: last + 1 + place for place, variable in enumerate(block)}
        self._released = {sign * variable: -guard for variable, guard in self._guards.items() for sign in (1, -1)}
        self._assumed = list(self._guards.values())
        self._asked = self._found = self._passed = 0
        self._solver: Any = Solver(name=_PROPAGATOR)
        self._add = adder(self._solver)
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        released = self._released
        self._add([*clause, *[released[one] for one in clause if one in released]])

    def has(self, clause: Clause) -> bool:
        """Whether the clauses that are there contradict its negation."""
        is_possible, _ = self._solver.propagate([*self._assumed, *map(neg, clause)])
        self._asked += 1
        self._found += not is_possible
        return not is_possible

    def may_have(self) -> bool:
        """Whether to ask at all: only sometimes, where many were asked about and next to none followed."""
        self._passed = (self._passed + 1) % _SELDOM
        return not self._passed or self._asked < _MANY or _SELDOM * _SELDOM * self._found > self._asked

    def forget(self, variable: int) -> None:
        """What has this variable is there no more."""
        self._assumed.remove(self._guards.pop(variable))

    def close(self) -> None:
        self._solver.delete()


class _Clauses:
    """Clauses with those of each literal; nearly none of them follows from the others."""

    def __init__(self, clauses: Iterable[Clause], last: int) -> None:
        self.all: set[Clause] = set()
        self.having: defaultdict[int, set[Clause]] = defaultdict(set)
        self.partners: defaultdict[int, set[int]] = defaultdict(set)  # the other literal in clauses of two
        self.units: list[int] = []
        self.is_false = False
        self.work = 0  # comparisons of clauses, or as much
        self.literals = 0
        self.most = 1 << 60
        self._last = last  # variable
        self._block: set[int] | None = None  # variables that are being eliminated
        self._is_turn = True  # and they are those of a turn or two
        self._following: _Following | None = None  # made when there are many fresh ones
        self._fresh: set[Clause] = set()  # of which nobody has asked if they follow from others
        for clause in sorted(clauses, key=len):
            self.add(clause)
        self.propagate()
        self._fresh.clear()
        self.most = _GROWTH * self.literals + _LEEWAY

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
            clause = self._shorter(clause)
        if clause in self.all:
            return
        following = self._following
        if following is None and self._block is not None and _FRESH * len(self._fresh) > len(self.all):
            following = self._following = self._follow()
        if following is None:
            self._fresh.add(clause)
        else:
            if not is_needed and following.may_have():
                self.work += _PROPAGATION
                if following.has(clause):
                    return
            following.add(clause)
        having = self.having
        rarest = min([having[literal] for literal in clause], key=len)
        self.work += len(rarest) + 8 * len(clause)
        if rarest:
            for longer in [one for one in rarest if clause <= one]:
                self.remove(longer)
        for literal in clause:
            having[literal].add(clause)
        self.all.add(clause)
        self.literals += len(clause)
        if len(clause) == 2:
            first, second = clause
            self.partners[first].add(second)
            self.partners[second].add(first)
        elif len(clause) == 1:
            self.units += clause

    def _shorter(self, clause: Clause) -> Clause:
        """A clause without literals that imply another one of it."""
        for literal in clause:
            implied = self.partners.get(-literal)
            if implied and not implied.isdisjoint(clause):
                clause = clause - {literal}
        return clause

    def remove(self, clause: Clause) -> None:
        self.all.remove(clause)
        self._fresh.discard(clause)
        self.literals -= len(clause)
        having = self.having
        for literal in clause:
            having[literal].remove(clause)
        if len(clause) == 2:
            first, second = clause
            self.partners[first].remove(second)
            self.partners[second].remove(first)

    def propagate(self) -> None:
        """Leave out what is false by clauses of one literal, which stay."""
        while self.units and not self.is_false:
            literal = self.units.pop()
            for clause in list(self.having.get(-literal, ())):
                self._shorten(clause, -literal)

    def _shorten(self, clause: Clause, literal: int) -> None:
        """A clause without a literal, if it is there still: a shorter one may have taken its place."""
        if clause in self.all:
            self.remove(clause)
            self.add(clause - {literal}, is_needed=True)

    def resolvents(self, variable: int) -> int:
        """How many pairs of clauses there are to resolve, less the clauses that go."""
        positive, negative = len(self.having.get(variable, ())), len(self.having.get(-variable, ()))
        return positive * negative - positive - negative

    def _place(self, variable: int) -> tuple[int, int]:
        """Where a variable comes in its block: the least goes first.

        In a turn or two it is the last one of those that make about as many clauses, counted well: positions go
        before the moves that lead to them. In a block of many turns that order costs more than it saves.
        """
        if not self._is_turn:
            return self.resolvents(variable), variable
        positive, negative = [self.having.get(literal, ()) for literal in (variable, -variable)]
        growth = -len(positive) - len(negative)
        for clause in positive:
            needless = self._needless(clause - {variable})
            growth += sum([needless.isdisjoint(other) for other in negative])
        self.work += len(positive) * len(negative) // 4
        return max(growth, 0).bit_length() // _COARSE, -variable

    def _needless(self, clause: Clause) -> set[int]:
        """A resolvent with one of these is true by itself, or contains a clause of two literals."""
        return {-literal for literal in clause}.union(*[self.partners.get(literal, ()) for literal in clause])

    def resolve(self, variable: int) -> None:
        """Without a variable of `exists` that nothing comes after."""
        positive, negative = [list(self.having.get(literal, ())) for literal in (variable, -variable)]
        for clause in (*positive, *negative):
            self.remove(clause)
        if self._block is not None:
            self._block.discard(variable)
        if self._following is not None:
            self._following.forget(variable)
        rests = [clause - {-variable} for clause in negative]
        self.work += len(positive) * len(rests) // 4
        for clause in positive:
            clause = clause - {variable}
            needless = self._needless(clause)
            for rest in rests:
                if needless.isdisjoint(rest):
                    self._add(clause | rest)
            if self.literals > self.most:
                raise TooLargeError
        self.propagate()

    def resolve_all(self, variables: Iterable[int], most: float = inf) -> Iterator[int]:
        """Without the variables of a block of `exists`, or only without those that are as cheap as said.

        It tells after each how much work has been done in all.
        """
        self._block = {one for one in variables if self.having.get(one) or self.having.get(-one)}
        self._is_turn = len(self._block) <= _TURN
        queue = [self._place(variable) for variable in self._block]
        heapify(queue)
        while queue and not self.is_false:
            variable = abs(heappop(queue)[1])
            place = self._place(variable)
            if queue and place > queue[0]:
                heappush(queue, place)
            elif self.resolvents(variable) <= most:
                self.resolve(variable)
                yield self.work
        self._block = None
        self._is_turn = True
        if self._following is not None:
            self._following.close()
            self._following = None

    def _follow(self) -> _Following:
        """What tells if a clause follows from all others that are there now; those that do are gone."""
        self.work += _PROPAGATION * (len(self.all) // 4 + len(self._fresh))
        following = _Following(self.all - self._fresh, sorted(self._block or ()), self._last)
        for clause in sorted(self._fresh, key=lambda one: (len(one), sorted(one))):
            if following.has(clause):
                self.remove(clause)
            else:
                following.add(clause)
        self._fresh.clear()
        return following

    def leave_out(self, variables: Sequence[int]) -> None:
        """Without variables of `forall` that nothing comes after."""
        for variable in variables:
            for literal in (variable, -variable):
                for clause in list(self.having.get(literal, ())):
                    self._shorten(clause, literal)
        self.propagate()


class Eliminated:
    """A game decided by elimination: who wins after any moves, and by which ones. It is asked as a `Play` is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._prefix, self._clauses = _formula(game)
        self._units: list[int] = []
        self._left: list[list[Clause]] = [[frozenset()] for _ in self._prefix.is_forall]
        self._solvers: dict[int, Any] = {}
        self._preferred: Sequence[int] = ()
        self._work_to_do = self._eliminate()
        self._patience = 0

    def go_on(self, comparisons: int) -> bool:
        """Work on with as many comparisons of clauses; whether it is done. A `TooLargeError` where it cannot be."""
        self._patience += comparisons
        with paused_collection():
            return all(work <= self._patience for work in self._work_to_do)

    def _is_forall(self, literal: int) -> bool:
        return self._prefix.is_forall[self._prefix.levels[abs(literal)]]

    def _eliminate(self) -> Iterator[int]:
        """Block by block from inside; `_left` keeps what is left of the clauses when all later ones are gone.

        On the way it tells how much work has been done.
        """
        entailed = entailed_literals(self._clauses)
        if entailed is None:
            return
        self._units = [literal for literal in entailed if not self._is_forall(literal)]
        clauses = with_values(self._clauses, self._units)
        left = _Clauses(clauses, len(self._prefix.levels))
        auxiliary = range(self.game.atoms + 1, len(self._prefix.levels))  # which are innermost, too
        yield from left.resolve_all(auxiliary, _NO_MORE)
        self._prefix = chosen_early(sorted(left.all, key=sorted), self._prefix)
        levels = self._prefix.levels
        members: list[list[int]] = [[] for _ in self._prefix.is_forall]
        for variable, level in enumerate(levels[1:], 1):
            members[level].append(variable)
        for level in range(len(members) - 1, -1, -1):
            if left.is_false:
                return
            self._left[level] = list(left.all)
            if self._prefix.is_forall[level]:
                left.leave_out(members[level])
            elif level:
                yield from left.resolve_all(members[level])

    def decide(self, level: int = 0, history: Sequence[int] = ()) -> Outcome:
        """Who loses from a history on, when all levels before `level` have been played, and the winner's move."""
        move = (self._refuting if self._prefix.is_forall[level] else self._supporting)(level, list(history))
        return Outcome((move is None) == self._prefix.is_forall[level], [], move or [])

    def _supporting(self, level: int, history: list[int]) -> list[int] | None:
        """How `exists` wins: the values of the atoms of a level, and of those that are clear by then."""
        solver = self._solver(level, [*self._left[level], *[frozenset([unit]) for unit in self._units]])
        if not solver.solve(assumptions=history):
            return None
        true, known = set(solver.get_model()), {abs(literal) for literal in history}
        own = {*self.game.levels[level].atoms.tolist(), *self._members(level)} - known
        return [atom if atom in true else -atom for atom in sorted(own)]

    def _refuting(self, level: int, history: list[int]) -> list[int] | None:
        """How `forall` wins: there is a clause in which all else is false already."""
        atoms = self.game.levels[level].atoms.tolist()
        solver = self._solver(-1, self._clauses)
        if not solver.solve(assumptions=history):
            return [-atom for atom in atoms]
        true = {*solver.get_model(), *history}  # what is clear by now has one value only
        own = {*atoms, *[-atom for atom in atoms]}
        lost = [clause for clause in self._left[level] if true.isdisjoint(clause - own)]
        if not lost:
            return None
        clause = min(lost, key=lambda one: (len(one), sorted(one)))
        return [atom if -atom in clause else -atom for atom in atoms]

    def _members(self, level: int) -> list[int]:
        levels = self._prefix.levels
        return [atom for atom in range(1, self.game.atoms + 1) if levels[atom] == level]

    def _solver(self, level: int, clauses: Iterable[Clause]) -> Any:
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
        self._left[0].append(frozenset([-value for value in values]))
        if 0 in self._solvers:
            self._solvers[0].add_clause([-value for value in values])

    def prefer(self, literals: Sequence[int]) -> None:
        """Values that `exists` tries first."""
        self._preferred = literals

    def close(self) -> None:
        for solver in self._solvers.values():
            solver.delete()


def _formula(game: Game) -> tuple[Prefix, list[Clause]]:
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
