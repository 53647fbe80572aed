"""The models around a model: those of the same propositions that make every comparison as true or false as it does.

They are the points of a convex set, so that linear problems tell how far a sum can be pushed without leaving it:
for ever in some direction, to a least value, or to one that is approached and never reached. Numbers are exact.
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

_DIRECTION_RELATION = {"<": "<=", ">": ">="}  # what a direction must do so that a sum stays on its side for ever


class RegionConstraint(NamedTuple):
    """A comparison that holds around a model: a sum of atoms with factors stands so to a bound."""

    monomials: tuple[tuple[Amount, int], ...]
    relation: str
    bound: Amount


def region_of(theory: Theory, numbers: Sequence[bool | Amount]) -> tuple[RegionConstraint, ...]:
    """What keeps all comparisons as they are in a model."""
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
    """A sum over reals that stand for atoms: `d3` for atom 3.

    >>> total_text([(2, 1), (Fraction(-1, 2), 3)])
    '(+ 0.0 (* 2.0 d1) (* (- 0.5) d3))'
    """
    parts = [f"(* {numeral(coefficient, Sort.REAL)} d{atom})" for coefficient, atom in monomials]
    return f"(+ 0.0 {' '.join(parts)})"


def declare_reals(atoms: Sequence[int]) -> Iterator[str]:
    """The reals that stand for some atoms."""
    return iter([f"(declare-fun d{atom} () Real)" for atom in atoms])


def direction_script(theory: Theory, constraints: Sequence[RegionConstraint], terms: Mapping[int, Amount]) -> str:
    """A direction in which one can go for ever from any point, and in which a sum falls.

    Over integers it is the same: a direction of fractions is one of integers, many times as long.
    """
    numeric = [index + 1 for index, sort in enumerate(theory.sorts) if sort is not Sort.BOOL]
    falls = total_text([(factor, atom) for atom, factor in terms.items()])
    lines = [*declare_reals(numeric), f"(assert (<= {falls} (- 1.0)))"]
    lines += [
        f"(assert ({_DIRECTION_RELATION.get(constraint.relation, constraint.relation)} {total_text(constraint.monomials)} 0.0))"
        for constraint in constraints
    ]
    return "\n".join(lines)


class Slice(NamedTuple):
    """A region with integers as in the model: what reals may be there, and their part of a sum."""

    script: str
    terms: dict[int, Amount]


def slice_of(theory: Theory, constraints: Sequence[RegionConstraint], terms: Mapping[int, Amount]) -> Slice:
    reals = [index + 1 for index, sort in enumerate(theory.sorts) if sort is Sort.REAL]
    real_atoms = set(reals)
    real_constraints = [
        constraint for constraint in constraints if constraint.monomials[0][1] in real_atoms
    ]  # no comparison has integers and reals
    lines = [
        *declare_reals(reals),
        *[
            f"(assert ({constraint.relation} {total_text(constraint.monomials)} {numeral(constraint.bound, Sort.REAL)}))"
            for constraint in real_constraints
        ],
    ]
    return Slice("\n".join(lines), {atom: factor for atom, factor in terms.items() if atom in real_atoms})


def move_model(
    theory: Theory, numbers: Sequence[bool | Amount], direction: Mapping[int, Fraction], times: int
) -> list[bool | Amount]:
    """The model after so many steps in a direction; integers stay such if the direction is one of integers."""
    values: list[bool | Amount] = []
    for index, (value, sort) in enumerate(zip(numbers, theory.sorts, strict=True)):
        if sort is Sort.BOOL:
            values.append(value)
            continue
        moved = value + times * direction[index + 1]
        values.append(int(moved) if sort is Sort.INT else moved)
    return values


# ----------------------------------------------------------------------
# Whether there are infinitely many models, decided from one of them.
#
# A model makes each comparison true or false
# and lies on one side of its bound, or on it. The models that lie as it does, with the same propositions, are the
# points of a convex set (the integers in it, where unknowns are integers). They are infinitely many just if from
# some of them one can go on for ever in a direction that keeps to all sides, or (reals only) a little in a
# direction that keeps to the bounds on which the model lies. Both are small linear problems over the reals; there
# are finitely many such sets, so that who looks at every model finds an endless one.


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
