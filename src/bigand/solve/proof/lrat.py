"""Check a proof with hints (LRAT). There is no search, so this takes no longer than reading the proof.

The clause is assumed to be false. Each hint names a clause of which all literals but one are then false, so that
one is true. The last hint names a clause of which all are false: a contradiction, so the clause follows.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.ground.columns import sorted_distinct
from bigand.solve.proof.formats import Addition, CheckedProof, ProofError, ProofStep


class _NumberedClauses(dict[int, frozenset[int]]):
    """The current clauses, by number; those of the file are loaded on first use."""

    def __init__(self, clauses: Clauses) -> None:
        super().__init__()
        self._literals, self._starts = clauses.rows()
        self._count = clauses.count
        self._deleted: set[int] = set()  # clauses of the file

    def __missing__(self, number: int) -> frozenset[int]:
        if not 0 < number <= self._count or number in self._deleted:
            raise KeyError(number)
        first, last = self._starts[number - 1 : number + 1]
        self[number] = frozenset(self._literals[first:last].tolist())
        return self[number]

    def is_reserved(self, number: int) -> bool:
        """Return whether a new clause may not use a number; those of the file stay reserved when deleted."""
        return number <= self._count or number in self

    def delete(self, number: int) -> None:
        self.pop(number, None)
        if number <= self._count:
            self._deleted.add(number)

    def numbers_with_literal(self, literal: int) -> Iterator[int]:
        """Yield the numbers of the clauses with a literal."""
        places = np.flatnonzero(self._literals == literal)
        of_file = sorted_distinct(np.searchsorted(self._starts, places, side="right"))
        yield from [number for number in of_file.tolist() if number not in self._deleted]
        yield from [number for number, clause in self.items() if number > self._count and literal in clause]


def check_lrat(clauses: Clauses, steps: Iterable[ProofStep]) -> CheckedProof:
    """Check a proof up to its empty clause; raises `ProofError` where it does not hold."""
    numbered = _NumberedClauses(clauses)
    added = deleted = 0
    for step in steps:
        if not isinstance(step, Addition):
            deleted += len(step.numbers)
            for number in step.numbers:
                numbered.delete(number)
            continue
        added += 1
        if numbered.is_reserved(step.number):
            raise ProofError("proof.taken", step.line, number=str(step.number))
        _check_addition(step, numbered)
        if not step.literals:
            return CheckedProof(added, deleted)
        numbered[step.number] = frozenset(step.literals)
    raise ProofError("proof.endless", count=str(added))


def _check_addition(step: Addition, numbered: _NumberedClauses) -> None:
    groups = _groups(step.hints)
    false = set(step.literals)
    if _propagate_hints(false, groups[0], step, numbered):
        return
    if not step.literals:
        raise ProofError("proof.hints", step.line, step.literals)
    _check_resolvents(step, false, groups[1:], numbered)


def _groups(hints: Sequence[int]) -> list[list[int]]:
    """Split the hints at negative ones, each of which begins the case of a clause with the opposite literal.

    >>> _groups([3, 7, -4, 5, -6])
    [[3, 7], [-4, 5], [-6]]
    """
    groups: list[list[int]] = [[]]
    for hint in hints:
        if hint < 0:
            groups.append([])
        groups[-1].append(hint)
    return groups


def _propagate_hints(false: set[int], hints: Sequence[int], step: Addition, numbered: _NumberedClauses) -> bool:
    """Make more literals false according to the hints; return whether they end in a contradiction."""
    for hint in hints:
        try:
            open_literals = numbered[hint] - false
        except KeyError:
            raise ProofError("proof.unknown", step.line, step.literals, number=str(hint)) from None
        if not open_literals:
            return True
        if len(open_literals) > 1:
            raise ProofError("proof.idle", step.line, step.literals, number=str(hint))
        (literal,) = open_literals
        false.add(-literal)
    return False


def _check_resolvents(step: Addition, false: set[int], groups: list[list[int]], numbered: _NumberedClauses) -> None:
    """Check that a clause is RAT: its resolvents with all clauses containing the opposite literal follow."""
    opposite = -step.literals[0]
    cases = {-group[0]: group[1:] for group in groups}
    for number in numbered.numbers_with_literal(opposite):
        other_literals = numbered[number] - {opposite}
        if any(-literal in false for literal in other_literals):
            continue
        if number not in cases:
            if not cases:
                raise ProofError("proof.hints", step.line, step.literals)
            raise ProofError("proof.case", step.line, step.literals, number=str(number))
        if not _propagate_hints(false | other_literals, cases[number], step, numbered):
            raise ProofError("proof.hints", step.line, step.literals)
