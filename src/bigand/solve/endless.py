"""Whether there are infinitely many models, decided from one of them.

A model makes each comparison true or false and lies on one side of its bound, or on it. The models that lie as it
does, with the same propositions, are the points of a convex set (the integers in it, where unknowns are integers).
They are infinitely many just if from some of them one can go on for ever in a direction that keeps to all sides,
or (reals only) a little in a direction that keeps to the bounds on which the model lies. Both are small linear
problems over the reals; there are finitely many such sets, so that who looks at every model finds an endless one.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np
from msgspec.structs import replace

from bigand.encode.clauses import Clauses
from bigand.encode.linear import Constraint, Relation
from bigand.encode.theory import Theory
from bigand.ground.kinds import Sort
from bigand.solve.regions import declared, total_text


class Endless:
    """What is known of a file: `is_satisfiable` is asked about scripts of SMT-LIB, once for each set of models."""

    def __init__(
        self,
        theory: Theory,
        clauses: Clauses,
        is_satisfiable: Callable[[str], bool],
        fixed: Sequence[Constraint] = (),
    ) -> None:
        self.theory = theory
        self.is_bounded = is_bounded(theory, clauses)
        self.fixed = tuple(fixed)  # sums that are to stay as they are in the model, whatever that is
        self._ask = is_satisfiable
        self._known: dict[tuple[int, ...], bool] = {}

    def from_model(self, numbers: Sequence[bool | int | Fraction]) -> bool:
        """Whether there are infinitely many models that lie as this one does."""
        if self.is_bounded:
            return False
        lies = sides(self.theory, numbers)
        if lies not in self._known:
            theory = replace(self.theory, constraints=(*self.theory.constraints, *self.fixed))
            scripts = escapes(theory, (*lies, *[0] * len(self.fixed)))
            self._known[lies] = any(self._ask(script) for script in scripts)
        return self._known[lies]


def sides(theory: Theory, numbers: Sequence[bool | int | Fraction]) -> tuple[int, ...]:
    """For each constraint whether its sum is below its bound (-1), on it (0) or above it (1)."""
    lies = []
    for constraint in theory.constraints:
        total = sum([coefficient * numbers[atom - 1] for coefficient, atom in constraint.monomials])
        lies.append((total > constraint.bound) - (total < constraint.bound))
    return tuple(lies)


def escapes(theory: Theory, lies: tuple[int, ...]) -> Iterator[str]:
    """Scripts of SMT-LIB; there are infinitely many models that lie so just if one of them can be fulfilled."""
    numeric = [index + 1 for index, sort in enumerate(theory.sorts) if sort is not Sort.BOOL]
    reals = [atom for atom in numeric if theory.sorts[atom - 1] is Sort.REAL]
    constraints = [
        (constraint, side)
        for constraint, side in zip(theory.constraints, lies, strict=True)
        if constraint.monomials and theory.sorts[constraint.monomials[0][1] - 1] is not Sort.BOOL
    ]
    yield _script(numeric, numeric, constraints)
    yield _script(reals, numeric, [(constraint, side) for constraint, side in constraints if side == 0])


def _script(free: list[int], numeric: list[int], constraints: list[tuple[Constraint, int]]) -> str:
    """A direction that is not zero, moves only what is free, and leaves no side."""
    lines = list(declared(numeric))
    lines += [f"(assert (= d{atom} 0.0))" for atom in numeric if atom not in set(free)]
    moves = " ".join([f"(not (= d{atom} 0.0))" for atom in free])
    lines.append(f"(assert (or false {moves}))")
    for constraint, side in constraints:
        total = total_text(constraint.monomials)
        lines.append(f"(assert ({_keeps(constraint.relation, side)} {total} 0.0))")
    return "\n".join(lines)


def _keeps(relation: Relation, side: int) -> str:
    """What a sum must do so that it stays on its side; on the bound itself the relation says which that is."""
    if side == 0:
        return {Relation.EQUAL: "=", Relation.AT_MOST: "<=", Relation.LESS: ">="}[relation]
    return "<=" if side < 0 else ">="


def is_bounded(theory: Theory, clauses: Clauses) -> bool:
    """Whether all numbers are integers with bounds on both sides that the file says outright."""
    standing = dict(zip(theory.atoms, theory.constraints, strict=True))
    below: set[int] = set()
    above: set[int] = set()
    for literal in _units(clauses):
        constraint = standing.get(abs(literal))
        if constraint is None or [coefficient for coefficient, _ in constraint.monomials] != [1]:
            continue
        atom = constraint.monomials[0][1]
        if constraint.relation is Relation.EQUAL:
            if literal > 0:
                below.add(atom)
                above.add(atom)
        else:
            (above if literal > 0 else below).add(atom)
    both = below & above
    return all(
        [sort is Sort.BOOL or (sort is Sort.INT and index + 1 in both) for index, sort in enumerate(theory.sorts)]
    )


def _units(clauses: Clauses) -> Iterator[int]:
    """The literals that are clauses by themselves."""
    for batch in clauses.batches:
        if batch.width == 1:
            yield from batch.literals.tolist()
        elif batch.starts is not None:
            yield from batch.literals[batch.starts[:-1][np.diff(batch.starts) == 1]].tolist()
