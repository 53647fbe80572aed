"""Check a DRAT proof forwards: every clause must follow from the clauses present when it is added.

A clause follows if propagation finds a contradiction once all its literals are false (RUP). Another clause may
still be added if that preserves satisfiability: for every clause with the opposite of its first literal, the
resolvent of the two must follow (RAT).
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeAlias

from bigand.encode.clauses import Clauses
from bigand.solve.proof.formats import Addition, CheckedProof, ProofError, ProofStep

Key: TypeAlias = tuple[int, ...]


class _ClauseDatabase:
    """The current clauses, each once, with the number of copies."""

    def __init__(self) -> None:
        self.propagator = Propagator()
        self.clauses: dict[Key, list[int]] = {}
        self._extra_copies: dict[Key, int] = {}  # copies beyond the first

    def add(self, clause: list[int]) -> None:
        key = tuple(sorted(clause))
        if key in self.clauses:
            self._extra_copies[key] = self._extra_copies.get(key, 0) + 1
            return
        self.clauses[key] = clause
        self.propagator.attach(clause)

    def delete(self, clause: list[int]) -> bool:
        """Delete a clause, if present; return whether it was deleted.

        A clause that root assignments may depend on stays: nothing new follows from keeping it, and all checkers do
        so.
        """
        key = tuple(sorted(clause))
        if self._extra_copies.get(key):
            self._extra_copies[key] -= 1
            return True
        attached = self.clauses.get(key)
        if attached is None or self.propagator.is_unit(attached):
            return False
        self.propagator.detach(attached)
        del self.clauses[key]
        return True

    def follows(self, clause: list[int]) -> bool:
        return self.propagator.implies(clause)

    def is_rat(self, clause: list[int]) -> bool:
        """Return whether adding a clause that does not follow preserves satisfiability (RAT)."""
        opposite = clause[0] ^ 1
        clauses_with_opposite = [
            clause_with_opposite
            for clause_with_opposite in self.clauses.values()
            if opposite in clause_with_opposite
        ]
        remainders = [
            [literal for literal in clause_with_opposite if literal != opposite]
            for clause_with_opposite in clauses_with_opposite
        ]
        return all(self.follows(clause + remainder) for remainder in remainders)


def check_drat(clauses: Clauses, steps: Iterable[ProofStep]) -> CheckedProof:
    """Check a proof up to its empty clause; raises `ProofError` where it does not hold."""
    database = _load_clauses(clauses)
    encode = database.propagator.encode
    added = deleted = 0
    for step in steps:
        clause = encode(step.literals)
        if not isinstance(step, Addition):
            deleted += database.delete(clause)
            continue
        added += 1
        if not database.follows(clause) and not (clause and database.is_rat(clause)):
            raise ProofError("proof.follows", step.line, step.literals)
        if not clause:
            return CheckedProof(added, deleted)
        database.add(clause)
    raise ProofError("proof.endless", count=str(added))


def _load_clauses(clauses: Clauses) -> _ClauseDatabase:
    database = _ClauseDatabase()
    literals, starts = clauses.rows()
    numbers, edges = literals.tolist(), starts.tolist()
    encode = database.propagator.encode
    for first, last in pairwise(edges):
        database.add(encode(numbers[first:last]))
    return database


# ---------------------------------------------------------------------- unit propagation
# Unit propagation uses two watched literals, in plain Python; a DRAT check spends its time here. Literals are coded
# so that lists can be indexed by them: a variable has an even code and its negation the next one, so `literal ^ 1`
# is the opposite. Variables get codes in order of occurrence. What follows from the clauses alone is assigned
# permanently (the root); assumptions on top of it are undone.


FALSE, OPEN, TRUE = -1, 0, 1


class _Codes(dict[int, int]):
    """The code of each literal; a new variable gets the next one."""

    def __init__(self, propagator: "Propagator") -> None:
        super().__init__()
        self._propagator = propagator

    def __missing__(self, literal: int) -> int:
        code = self._propagator.new_variable()
        self[abs(literal)], self[-abs(literal)] = code, code + 1
        return self[literal]


class Propagator:
    """Clauses, and what follows from them by unit propagation."""

    def __init__(self) -> None:
        self.codes = _Codes(self)
        self.values: list[int] = []  # by literal: TRUE, FALSE or OPEN
        self.is_refuted = False  # whether the root is contradictory
        self._pairs: list[list[int]] = []  # by literal: what binary clauses make true once the literal is true
        self._watches: list[list[list[int]]] = []  # by literal: the longer clauses that have it first or second
        self._trail: list[int] = []  # the true literals, in order of assignment

    def new_variable(self) -> int:
        """Create a variable; return its positive literal."""
        self.values += (OPEN, OPEN)
        self._pairs += ([], [])
        self._watches += ([], [])
        return len(self.values) - 2

    def encode(self, literals: Iterable[int]) -> list[int]:
        """Return DIMACS literals as distinct codes, in order."""
        codes = self.codes
        return list(dict.fromkeys([codes[literal] for literal in literals]))

    def attach(self, clause: list[int]) -> None:
        """Add a clause to propagation. This takes ownership of the list and reorders it."""
        values = self.values
        clause.sort(key=lambda literal: values[literal] == FALSE)
        if len(clause) == 2:
            self._pairs[clause[0] ^ 1].append(clause[1])
            self._pairs[clause[1] ^ 1].append(clause[0])
        elif len(clause) > 2:
            self._watches[clause[0]].append(clause)
            self._watches[clause[1]].append(clause)
        if not clause or values[clause[0]] == FALSE:
            self.is_refuted = True
        elif values[clause[0]] == OPEN and (len(clause) == 1 or values[clause[1]] == FALSE):
            self._assign(clause[0])
            self.is_refuted |= self._propagate(len(self._trail) - 1)

    def detach(self, clause: list[int]) -> None:
        """Remove a clause from propagation; what it made true at the root stays true, see `is_unit`."""
        if len(clause) == 2:
            self._pairs[clause[0] ^ 1].remove(clause[1])
            self._pairs[clause[1] ^ 1].remove(clause[0])
        elif len(clause) > 2:
            self._watches[clause[0]].remove(clause)
            self._watches[clause[1]].remove(clause)

    def is_unit(self, clause: list[int]) -> bool:
        """Return whether at most one literal of a clause is not false at the root: the root may depend on it."""
        values = self.values
        return sum([values[literal] != FALSE for literal in clause]) <= 1

    def implies(self, clause: Iterable[int]) -> bool:
        """Return whether making all literals of a clause false leads to a contradiction, so that it follows."""
        if self.is_refuted:
            return True
        root = len(self._trail)
        is_refuted = self._assume_false(clause) or self._propagate(root)
        values = self.values
        for literal in self._trail[root:]:
            values[literal] = values[literal ^ 1] = OPEN
        del self._trail[root:]
        return is_refuted

    def _assume_false(self, clause: Iterable[int]) -> bool:
        """Make literals false; return whether one of them is already true."""
        for literal in clause:
            value = self.values[literal]
            if value == TRUE:
                return True
            if value == OPEN:
                self._assign(literal ^ 1)
        return False

    def _assign(self, literal: int) -> None:
        self.values[literal], self.values[literal ^ 1] = TRUE, FALSE
        self._trail.append(literal)

    def _propagate(self, start: int) -> bool:
        """Propagate the trail from `start` on; return whether there is a contradiction.

        Binary clauses come first, since they cost least. A longer clause is examined when one of its first two
        literals becomes false: another literal that is not false takes its place; if there is none, the clause is
        unit or violated.
        """
        values, trail, watches, pairs = self.values, self._trail, self._watches, self._pairs
        next_pair = start
        while start < len(trail):
            while next_pair < len(trail):
                for literal in pairs[trail[next_pair]]:
                    value = values[literal]
                    if value < 0:
                        return True
                    if not value:
                        values[literal], values[literal ^ 1] = TRUE, FALSE
                        trail.append(literal)
                next_pair += 1
            false = trail[start] ^ 1
            start += 1
            clauses = watches[false]
            if not clauses:
                continue
            kept: list[list[int]] = []
            watches[false] = kept
            for index, clause in enumerate(clauses):
                watched = clause[0]
                if watched == false:
                    watched = clause[1]
                    clause[0], clause[1] = watched, false
                value = values[watched]
                if value > 0:
                    kept.append(clause)
                    continue
                for place in range(2, len(clause)):
                    literal = clause[place]
                    if values[literal] >= 0:
                        clause[1], clause[place] = literal, false
                        watches[literal].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value < 0:
                        kept += clauses[index + 1 :]
                        return True
                    values[watched], values[watched ^ 1] = TRUE, FALSE
                    trail.append(watched)
        return False
