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
from bigand.solve.regions import declare_reals, total_text


class EndlessCheck:
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
        self._is_satisfiable = is_satisfiable
        self._results: dict[tuple[int, ...], bool] = {}

    def is_endless(self, numbers: Sequence[bool | int | Fraction]) -> bool:
        """Whether there are infinitely many models that lie as this one does."""
        if self.is_bounded:
            return False
        sides = sides_of(self.theory, numbers)
        if sides not in self._results:
            theory = replace(self.theory, constraints=(*self.theory.constraints, *self.fixed))
            scripts = escape_scripts(theory, (*sides, *[0] * len(self.fixed)))
            self._results[sides] = any(self._is_satisfiable(script) for script in scripts)
        return self._results[sides]


def sides_of(theory: Theory, numbers: Sequence[bool | int | Fraction]) -> tuple[int, ...]:
    """For each constraint whether its sum is below its bound (-1), on it (0) or above it (1)."""
    sides = []
    for constraint in theory.constraints:
        total = sum([coefficient * numbers[atom - 1] for coefficient, atom in constraint.monomials])
        sides.append((total > constraint.bound) - (total < constraint.bound))
    return tuple(sides)


def escape_scripts(theory: Theory, sides: tuple[int, ...]) -> Iterator[str]:
    """Scripts of SMT-LIB; there are infinitely many models that lie so just if one of them can be fulfilled."""
    numeric = [index + 1 for index, sort in enumerate(theory.sorts) if sort is not Sort.BOOL]
    reals = [atom for atom in numeric if theory.sorts[atom - 1] is Sort.REAL]
    constraints = [
        (constraint, side)
        for constraint, side in zip(theory.constraints, sides, strict=True)
        if constraint.monomials and theory.sorts[constraint.monomials[0][1] - 1] is not Sort.BOOL
    ]
    yield _escape_script(numeric, numeric, constraints)
    yield _escape_script(reals, numeric, [(constraint, side) for constraint, side in constraints if side == 0])


def _escape_script(free: list[int], numeric: list[int], constraints: list[tuple[Constraint, int]]) -> str:
    """A direction that is not zero, moves only what is free, and leaves no side."""
    lines = list(declare_reals(numeric))
    lines += [f"(assert (= d{atom} 0.0))" for atom in numeric if atom not in set(free)]
    moves = " ".join([f"(not (= d{atom} 0.0))" for atom in free])
    lines.append(f"(assert (or false {moves}))")
    for constraint, side in constraints:
        total = total_text(constraint.monomials)
        lines.append(f"(assert ({_direction_relation(constraint.relation, side)} {total} 0.0))")
    return "\n".join(lines)


def _direction_relation(relation: Relation, side: int) -> str:
    """What a sum must do so that it stays on its side; on the bound itself the relation says which that is."""
    if side == 0:
        return {Relation.EQUAL: "=", Relation.AT_MOST: "<=", Relation.LESS: ">="}[relation]
    return "<=" if side < 0 else ">="


def is_bounded(theory: Theory, clauses: Clauses) -> bool:
    """Whether all numbers are integers with bounds on both sides that the file says outright."""
    constraint_of = dict(zip(theory.constraint_atoms, theory.constraints, strict=True))
    below: set[int] = set()
    above: set[int] = set()
    for literal in _unit_literals(clauses):
        constraint = constraint_of.get(abs(literal))
        if constraint is None or [coefficient for coefficient, _ in constraint.monomials] != [1]:
            continue
        atom = constraint.monomials[0][1]
        if constraint.relation is Relation.EQUAL:
            if literal > 0:
                below.add(atom)
                above.add(atom)
        else:
            (above if literal > 0 else below).add(atom)
    bounded = below & above
    return all(
        [
            sort is Sort.BOOL or (sort is Sort.INT and index + 1 in bounded)
            for index, sort in enumerate(theory.sorts)
        ]
    )


def _unit_literals(clauses: Clauses) -> Iterator[int]:
    """The literals that are clauses by themselves."""
    for batch in clauses.batches:
        if batch.width == 1:
            yield from batch.literals.tolist()
        elif batch.starts is not None:
            yield from batch.literals[batch.starts[:-1][np.diff(batch.starts) == 1]].tolist()
