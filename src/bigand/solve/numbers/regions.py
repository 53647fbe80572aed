"""The region of a model: all models with the same propositions in which every comparison has the same truth.

A region is a convex set, so linear problems determine how far a sum can be pushed inside it: without bound in some
direction, to a minimum, or to an infimum that is not attained. Numbers are exact.

`EndlessCheck` decides whether there are infinitely many models.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from bigand.encode.clauses import Clauses
from bigand.encode.constraints import Constraint, Relation
from bigand.encode.smtlib import numeral
from bigand.encode.theory import Theory
from bigand.ground.costs import Amount
from bigand.ground.kinds import Sort

# The relation that a direction must satisfy so that a sum stays on its side forever.
_DIRECTION_RELATION = {"<": "<=", ">": ">="}


class RegionConstraint(NamedTuple):
    """A comparison that holds in a region: a linear sum of atoms, a relation, and a bound."""

    monomials: tuple[tuple[Amount, int], ...]
    relation: str
    bound: Amount


def region_of(theory: Theory, numbers: Sequence[bool | Amount]) -> tuple[RegionConstraint, ...]:
    """Return the constraints that keep all comparisons as they are in a model."""
    constraints = []
    for constraint in theory.constraints:
        monomials = constraint.monomials
        if monomials and theory.sorts[monomials[0][1] - 1] is not Sort.BOOL:
            total = sum([coefficient * numbers[atom - 1] for coefficient, atom in monomials])
            relation = _relation_at(constraint.relation, total, constraint.bound)
            constraints.append(RegionConstraint(monomials, relation, constraint.bound))
    return tuple(constraints)


def _relation_at(relation: Relation, total: Amount, bound: Amount) -> str:
    if relation is Relation.EQUAL:
        return "=" if total == bound else "<" if total < bound else ">"
    if relation is Relation.AT_MOST:
        return "<=" if total <= bound else ">"
    return "<" if total < bound else ">="


def total_text(monomials: Sequence[tuple[Amount, int]]) -> str:
    """Return a sum over reals that represent atoms: `d3` for atom 3.

    >>> total_text([(2, 1), (Fraction(-1, 2), 3)])
    '(+ 0.0 (* 2.0 d1) (* (- 0.5) d3))'
    """
    parts = [f"(* {numeral(coefficient, Sort.REAL)} d{atom})" for coefficient, atom in monomials]
    return f"(+ 0.0 {' '.join(parts)})"


def declare_reals(atoms: Sequence[int]) -> Iterator[str]:
    """Return declarations of the reals that represent some atoms."""
    return iter([f"(declare-fun d{atom} () Real)" for atom in atoms])


def descent_direction_script(
    theory: Theory, constraints: Sequence[RegionConstraint], terms: Mapping[int, Amount]
) -> str:
    """Return a script for a direction in which one can go forever from any point, and in which a sum decreases.

    This covers integers too: a rational direction is an integer one after scaling.
    """
    numeric = [index + 1 for index, sort in enumerate(theory.sorts) if sort is not Sort.BOOL]
    falls = total_text([(factor, atom) for atom, factor in terms.items()])
    lines = [*declare_reals(numeric), f"(assert (<= {falls} (- 1.0)))"]
    for constraint in constraints:
        relation = _DIRECTION_RELATION.get(constraint.relation, constraint.relation)
        lines.append(f"(assert ({relation} {total_text(constraint.monomials)} 0.0))")
    return "\n".join(lines)


class Slice(NamedTuple):
    """A region with the integers of the model fixed: a script for its reals, and their part of a sum."""

    script: str
    terms: dict[int, Amount]


def slice_with_fixed_integers(
    theory: Theory, constraints: Sequence[RegionConstraint], terms: Mapping[int, Amount]
) -> Slice:
    reals = [index + 1 for index, sort in enumerate(theory.sorts) if sort is Sort.REAL]
    real_atoms = set(reals)
    # No comparison has both integers and reals.
    real_constraints = [constraint for constraint in constraints if constraint.monomials[0][1] in real_atoms]
    lines = list(declare_reals(reals))
    for constraint in real_constraints:
        total, bound = total_text(constraint.monomials), numeral(constraint.bound, Sort.REAL)
        lines.append(f"(assert ({constraint.relation} {total} {bound}))")
    return Slice("\n".join(lines), {atom: factor for atom, factor in terms.items() if atom in real_atoms})


def move_model(
    theory: Theory, numbers: Sequence[bool | Amount], direction: Mapping[int, Fraction], times: int
) -> list[bool | Amount]:
    """Return the model after `times` steps in a direction; integers stay integers if the direction is integral."""
    values: list[bool | Amount] = []
    for index, (value, sort) in enumerate(zip(numbers, theory.sorts, strict=True)):
        if sort is Sort.BOOL:
            values.append(value)
            continue
        moved = value + times * direction[index + 1]
        values.append(int(moved) if sort is Sort.INT else moved)
    return values


# ---------------------------------------------------------------------- infinitely many models


class EndlessCheck:
    """Decides from a model whether there are infinitely many like it.

    A model lies below, on or above the bound of each comparison. The models that lie like it, with the same
    propositions, form a convex set (or its integer points, for integers). There are infinitely many of them if and
    only if one can go on forever from some of them in a direction that stays on all sides, or (reals only) a little
    way in a direction that stays on the bounds on which the model lies. Both are small linear problems over the
    reals. There are finitely many such sets, so examining every model finds an infinite one.

    `is_satisfiable` is asked about SMT-LIB scripts, once for each set of models.
    """

    def __init__(
        self,
        theory: Theory,
        clauses: Clauses,
        is_satisfiable: Callable[[str], bool],
        fixed: Sequence[Constraint] = (),
    ) -> None:
        self.theory = theory
        self.is_bounded = are_all_integers_bounded(theory, clauses)
        self.fixed = tuple(fixed)  # sums that must keep their value in the model
        self._is_satisfiable = is_satisfiable
        self._results: dict[tuple[int, ...], bool] = {}

    def is_endless(self, numbers: Sequence[bool | int | Fraction]) -> bool:
        """Return whether infinitely many models lie like this one."""
        if self.is_bounded:
            return False
        sides = sides_of(self.theory, numbers)
        if sides not in self._results:
            theory = replace(self.theory, constraints=(*self.theory.constraints, *self.fixed))
            scripts = escape_scripts(theory, (*sides, *[0] * len(self.fixed)))
            self._results[sides] = any(self._is_satisfiable(script) for script in scripts)
        return self._results[sides]


def sides_of(theory: Theory, numbers: Sequence[bool | int | Fraction]) -> tuple[int, ...]:
    """Return for each constraint whether its sum is below its bound (-1), on it (0) or above it (1)."""
    sides = []
    for constraint in theory.constraints:
        total = sum([coefficient * numbers[atom - 1] for coefficient, atom in constraint.monomials])
        sides.append((total > constraint.bound) - (total < constraint.bound))
    return tuple(sides)


def escape_scripts(theory: Theory, sides: tuple[int, ...]) -> Iterator[str]:
    """Yield SMT-LIB scripts; infinitely many models lie on these sides iff one of them is satisfiable."""
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
    """Return a script for a nonzero direction that moves only `free` atoms and stays on all sides."""
    lines = list(declare_reals(numeric))
    lines += [f"(assert (= d{atom} 0.0))" for atom in numeric if atom not in set(free)]
    moves = " ".join([f"(not (= d{atom} 0.0))" for atom in free])
    lines.append(f"(assert (or false {moves}))")
    for constraint, side in constraints:
        total = total_text(constraint.monomials)
        lines.append(f"(assert ({_direction_relation(constraint.relation, side)} {total} 0.0))")
    return "\n".join(lines)


def _direction_relation(relation: Relation, side: int) -> str:
    """Return the relation that keeps a sum on its side; on the bound itself, the constraint's relation decides."""
    if side == 0:
        return {Relation.EQUAL: "=", Relation.AT_MOST: "<=", Relation.LESS: ">="}[relation]
    return "<=" if side < 0 else ">="


def are_all_integers_bounded(theory: Theory, clauses: Clauses) -> bool:
    """Return whether all numbers are integers with explicit lower and upper bounds in the file."""
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
    """Yield the literals of unit clauses."""
    for batch in clauses.batches:
        if batch.width == 1:
            yield from batch.literals.tolist()
        elif batch.starts is not None:
            yield from batch.literals[batch.starts[:-1][np.diff(batch.starts) == 1]].tolist()
