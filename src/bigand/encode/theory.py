"""The sorts of the unknowns of an SMT file, and its SMT-LIB logic.

The logic is the smallest that covers everything in the file: propositions only (QF_UF), differences of two integers
or reals (QF_IDL, QF_RDL), or linear comparisons of integers, reals, or both (QF_LIA, QF_LRA, QF_LIRA).
"""

import math
from fractions import Fraction

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.clauses import Clauses
from bigand.encode.compiler import CompiledFile
from bigand.encode.constraints import Constraint, Relation
from bigand.ground.columns import sorted_distinct
from bigand.ground.grounder import Grounder
from bigand.ground.kinds import Sort
from bigand.ground.sort_inference import infer_sorts, record_soft_uses
from bigand.language.syntax import LOGICS

_SUFFICIENT_LOGICS = {
    "QF_UF": ("",),
    "QF_IDL": ("IDL", "LIA", "NIA", "LIRA", "NIRA"),
    "QF_RDL": ("RDL", "LRA", "NRA", "LIRA", "NIRA"),
    "QF_LIA": ("LIA", "NIA", "LIRA", "NIRA"),
    "QF_LRA": ("LRA", "NRA", "LIRA", "NIRA"),
    "QF_LIRA": ("LIRA", "NIRA"),
}


class Theory(Struct, frozen=True, eq=False):
    """The sorts of the user's unknowns in order, and the constraints over them (numbered from 1)."""

    names: tuple[str, ...]
    sorts: tuple[Sort, ...]
    constraints: tuple[Constraint, ...]
    constraint_atoms: tuple[int, ...]  # the atom of each constraint in the clauses

    @property
    def logic(self) -> str:
        """The smallest logic that covers the file."""
        return _smallest_logic(
            set(self.sorts), all([is_difference_or_constant(constraint) for constraint in self.constraints])
        )

    @property
    def has_only_differences(self) -> bool:
        """Whether all constraints are bounds or differences, of integers only or of reals only."""
        single = len(set(self.sorts) - {Sort.BOOL}) == 1
        return single and all(
            [
                is_difference_or_constant(constraint) or len(constraint.monomials) == 1
                for constraint in self.constraints
            ]
        )


def _smallest_logic(sorts: set[Sort], differences: bool) -> str:
    """Return the smallest logic with these sorts; `differences` if there are only differences of unknowns."""
    numeric = sorts - {Sort.BOOL}
    if len(numeric) == 2:
        return "QF_LIRA"
    if not numeric:
        return "QF_UF"
    if numeric == {Sort.INT}:
        return "QF_IDL" if differences else "QF_LIA"
    return "QF_RDL" if differences else "QF_LRA"


def propositional_theory(names: tuple[str, ...]) -> Theory:
    """Return the theory of a file without numbers."""
    return Theory(names, (Sort.BOOL,) * len(names), (), ())


def first_rule_outside(clauses: Clauses, theory: Theory, logic: str) -> int:
    """Return the number of the first rule with a comparison outside a logic, or 0."""
    constraint_of_atom = dict(zip(theory.constraint_atoms, theory.constraints, strict=True))
    for batch in clauses.batches:
        for atom in sorted_distinct(np.abs(batch.literals)).tolist():
            constraint = constraint_of_atom.get(atom)
            if constraint is not None and constraint.monomials:
                sorts = {theory.sorts[unknown - 1] for _, unknown in constraint.monomials}
                if not allows(logic, _smallest_logic(sorts, is_difference_or_constant(constraint))):
                    return batch.rule
    return 0


def theory_of(grounder: Grounder, compiled: CompiledFile, logic: str | None = None) -> Theory:
    """Return the theory of a compiled file; `logic` decides the sort of numbers whose uses leave it open."""
    record_soft_uses(grounder)
    sorts = infer_sorts(grounder, default_sort(logic))
    sort_numbers = [0] * len(compiled.names)
    for atom, number in enumerate(compiled.atom_numbers.tolist()):
        if number:
            sort_numbers[number - 1] = int(sorts[atom])
    user_sorts = tuple([Sort(sort) for sort in sort_numbers])
    constraints = tuple([reduce_constraint(constraint, user_sorts) for constraint in compiled.constraints])
    return Theory(compiled.names, user_sorts, constraints, tuple(compiled.constraint_atoms.tolist()))


def default_sort(logic: str | None) -> Sort:
    """Return the sort of unknowns compared only with unknowns: integer, unless the logic is one of reals."""
    reals = logic is not None and any([part in logic for part in ("RDL", "LRA", "NRA")])
    return Sort.REAL if reals else Sort.INT


def allows(logic: str, needed: str) -> bool:
    """Return whether `logic` covers everything in the logic `needed`.

    >>> allows("QF_UFLIA", "QF_IDL"), allows("QF_IDL", "QF_LIA"), allows("QF_BV", "QF_UF")
    (True, False, True)
    """
    return logic == "ALL" or (logic in LOGICS and any([part in logic for part in _SUFFICIENT_LOGICS[needed]]))


def is_difference_or_constant(constraint: Constraint) -> bool:
    """Return whether a constraint is on the difference of two unknowns, or has no unknowns."""
    return [coefficient for coefficient, _ in constraint.monomials] in ([], [1, -1])


def reduce_constraint(constraint: Constraint, sorts: tuple[Sort, ...]) -> Constraint:
    """Divide out the coefficients' common divisor; round the bound for integers, keep it exact for reals."""
    divisor = math.gcd(*[coefficient for coefficient, _ in constraint.monomials])
    if divisor <= 1:
        return constraint
    monomials = tuple([(coefficient // divisor, atom) for coefficient, atom in constraint.monomials])
    bound = Fraction(constraint.bound, divisor)
    if sorts[monomials[0][1] - 1] is Sort.REAL:
        return replace(constraint, monomials=monomials, bound=bound)
    if constraint.relation is Relation.EQUAL:
        if bound.denominator > 1:  # no integers satisfy it
            return Constraint(Relation.EQUAL, 1, ())
        return replace(constraint, monomials=monomials, bound=int(bound))
    rounded = math.floor(bound) if constraint.relation is Relation.AT_MOST else math.ceil(bound)
    return replace(constraint, monomials=monomials, bound=rounded)
