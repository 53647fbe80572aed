"""The check of a DRAT proof, forwards: every clause must follow from those that are there when it is added.

A clause follows if propagation finds a contradiction once all its literals are false (RUP). A clause that does not
may still be added if it cannot take the last model away: when for every clause with the opposite of its first
literal, what the two give together follows (RAT).
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeAlias

from bigand.encode.clauses import Clauses
from bigand.solve.proof.propagation import Propagator
from bigand.solve.proof.steps import Addition, CheckedProof, ProofError, ProofStep

Key: TypeAlias = tuple[int, ...]


class _ClauseDatabase:
    """The clauses that are there, each once, with the number of its copies."""

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
        """Take a clause away, if it is there. One that the root may rest on stays: that makes nothing follow that
        did not follow before the deletion, and all checkers do so."""
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
        return self.propagator.refutes(clause)

    def is_rat(self, clause: list[int]) -> bool:
        """Whether adding a clause that does not follow keeps some model, if there is one (RAT)."""
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
    """Check a proof up to its empty clause; raises ProofError where it does not hold."""
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
