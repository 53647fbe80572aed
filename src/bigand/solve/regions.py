"""The models around a model: those of the same propositions that make every comparison as true or false as it does.

They are the points of a convex set, so that linear problems tell how far a sum can be pushed without leaving it:
for ever in some direction, to a least value, or to one that is approached and never reached. Numbers are exact.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from bigand.encode.linear import Relation
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
