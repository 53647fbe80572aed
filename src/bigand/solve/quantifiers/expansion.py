"""A second opinion on formulas with quantifiers by exhaustive expansion, independent of games.

A small formula is evaluated as written, for all values of all atoms at once; a quantifier merges columns that
differ only in its atoms. A formula with few atoms under `forall` is expanded, with a copy of the clauses for each
combination of their values, and passed to another SAT solver. Larger formulas get no second opinion.
"""

import numpy as np

from bigand.encode.quantified_clauses import QuantifiedClauses
from bigand.ground.columns import Array
from bigand.ground.formula import Ground, Quantification, children
from bigand.ground.prenex import Block
from bigand.solve.verification import evaluate

_MAX_CELLS = 1 << 22  # truth values in a table
_MAX_LITERALS = 500_000  # in all copies of the clauses
_SOLVER = "minisat22"


def evaluate_by_expansion(quantified: QuantifiedClauses, values: Array | None) -> bool | None:
    """Return whether a formula holds, with `values` (if given) for its outermost `exists`; None if too large."""
    if quantified.compiled.clauses.has_empty_clause:
        return False
    fixed = {}
    if values is not None:
        fixed = dict(zip(quantified.model_atoms.tolist(), values.tolist(), strict=True))
    open_atoms = quantified.compiled.clauses.atoms - len(fixed)
    size = sum([_count_instances(ground) for ground in quantified.quantified_formulas]) + len(
        quantified.compiled.atom_numbers
    )
    if open_atoms < 20 and size << open_atoms <= _MAX_CELLS:
        return _evaluate_table(quantified, fixed)
    return _solve_expansion(quantified, fixed)


def _count_instances(node: Ground) -> int:
    return len(node.status) + sum([_count_instances(child) for child in children(node)])


# ---------------------------------------------------------------------- truth table


def _evaluate_table(quantified: QuantifiedClauses, fixed: dict[int, bool]) -> bool:
    """Evaluate by truth table: column c of an atom is its value in the c-th combination of all values."""
    numbers = quantified.compiled.atom_numbers
    present = np.flatnonzero(numbers).tolist()
    free = [atom for atom in present if int(numbers[atom]) not in fixed]
    bits = {atom: index for index, atom in enumerate(free)}
    columns = np.arange(1 << len(free))
    truth = np.zeros((len(numbers), len(columns)), dtype=np.bool_)
    for atom in present:
        truth[atom] = (columns >> bits[atom]) & 1 if atom in bits else fixed[int(numbers[atom])]

    def quantify(node: Quantification, inside: Array) -> Array:
        result = inside.copy()
        for row in range(len(result)):
            for atom in node.atoms[node.starts[row] : node.starts[row + 1]].tolist():
                if atom in bits:
                    result[row] = _quantify_bit(result[row], bits[atom], node.is_forall)
        return result

    # Free atoms are innermost, which the quantifiers in place do not express.
    grounds = quantified.matrix if len(quantified.free_atoms) else quantified.quantified_formulas
    holds = np.ones(len(columns), dtype=np.bool_)
    for ground in grounds:
        holds &= evaluate(ground, truth, quantify=quantify).all(axis=0)
    for block in reversed(quantified.blocks):  # columns that are already merged do not change
        for atom in free:
            if int(numbers[atom]) in block.atoms:
                holds = _quantify_bit(holds, bits[atom], block.is_forall)
    return bool(holds[0])


def _quantify_bit(values: Array, bit: int, is_forall: bool) -> Array:
    """Quantify one bit of the column index: the result no longer depends on it."""
    halves = values.reshape(-1, 2, 1 << bit)
    joined = halves[:, 0] & halves[:, 1] if is_forall else halves[:, 0] | halves[:, 1]
    return np.repeat(joined[:, None, :], 2, axis=1).reshape(-1)


# ---------------------------------------------------------------------- expanded clauses


def _solve_expansion(quantified: QuantifiedClauses, fixed: dict[int, bool]) -> bool | None:
    clauses = quantified.compiled.clauses
    forall = [atom for block in quantified.blocks if block.is_forall for atom in block.atoms.tolist()]
    literals = np.concatenate([batch.literals for batch in clauses.batches] or [np.empty(0, np.int64)])
    if len(forall) > 20 or len(literals) << len(forall) > _MAX_LITERALS:
        return None
    from pysat.solvers import Solver

    sizes = np.concatenate([batch.sizes() for batch in clauses.batches] or [np.empty(0, np.int64)])
    owners = np.repeat(np.arange(len(sizes)), sizes)
    first, masks = _copy_numbers(quantified.blocks, clauses.variables, len(forall))
    with Solver(name=_SOLVER) as solver:
        for atom, value in fixed.items():
            solver.add_clause([int(first[atom]) if value else -int(first[atom])])
        for choice in range(1 << len(forall)):
            signs = np.zeros(clauses.variables + 1, dtype=np.int64)
            signs[forall] = [1 if choice >> index & 1 else -1 for index in range(len(forall))]
            literal_values = signs[np.abs(literals)] * np.sign(literals)
            satisfied = np.zeros(len(sizes), dtype=np.bool_)
            satisfied[owners[literal_values > 0]] = True
            renamed = np.sign(literals) * (first + (choice & masks))[np.abs(literals)]
            kept = (literal_values == 0) & ~satisfied[owners]
            counts = np.bincount(owners[kept], minlength=len(sizes))
            ends, open_literals = np.cumsum(counts).tolist(), renamed[kept].tolist()
            for size, end, is_true in zip(counts.tolist(), ends, satisfied.tolist(), strict=True):
                if not is_true:
                    if not size:
                        return False
                    solver.add_clause(open_literals[end - size : end])
        return bool(solver.solve())


def _copy_numbers(blocks: tuple[Block, ...], variables: int, forall: int) -> tuple[Array, Array]:
    """Return each variable's first copy, and a mask of the bits of a choice that select its copy.

    A variable has a copy for each combination of the `forall` atoms before it; auxiliary variables come last.
    """
    before = np.full(variables + 1, forall, dtype=np.int64)
    seen = 0
    for block in blocks:
        before[block.atoms] = seen
        seen += len(block.atoms) if block.is_forall else 0
    masks = (np.int64(1) << before) - 1
    return np.cumsum(masks + 1) - masks, masks
