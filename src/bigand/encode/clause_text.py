"""Clauses with names, for people and for TouIST's `--debug-dimacs`."""

from collections.abc import Iterator

import numpy as np

from bigand.encode.clauses import zero_terminated
from bigand.encode.compiler import CompiledFile
from bigand.encode.constraints import Constraint, Relation
from bigand.encode.quantified_clauses import QuantifiedClauses
from bigand.ground.formula_tree import FormulaTree, show_formula, tree_of

_SIGNS = {
    Relation.EQUAL: ("==", "!="),
    Relation.AT_MOST: ("<=", ">"),
    Relation.LESS: ("<", ">="),
}


def clause_lines(compiled: CompiledFile) -> Iterator[str]:
    """Yield a line for each clause: `a -b &1 (x > 3)`; auxiliary atoms are `&1`, `&2`, …"""
    for _, words in clauses_with_rule_numbers(compiled):
        yield " ".join(words)


def clauses_with_rule_numbers(compiled: CompiledFile, negation: str = "-") -> Iterator[tuple[int, list[str]]]:
    """Yield the rule number of each clause, and its literals by name."""
    names = compiled.all_names
    constraint_of_atom = dict(zip(compiled.constraint_atoms.tolist(), compiled.constraints, strict=True))
    for batch in compiled.clauses.batches:
        rules = iter(batch.rule_numbers().tolist())
        words: list[str] = []
        for literal in zero_terminated(batch).tolist():
            if literal == 0:
                yield next(rules), words
                words = []
                continue
            atom = abs(literal)
            if atom in constraint_of_atom:
                words.append(f"({show_constraint(constraint_of_atom[atom], literal > 0, compiled.names)})")
                continue
            words.append(names[atom - 1] if literal > 0 else f"{negation}{names[atom - 1]}")


def show_constraint(constraint: Constraint, positive: bool, names: tuple[str, ...]) -> str:
    """Show a constraint, or its negation, as one would write it.

    >>> show_constraint(Constraint(Relation.AT_MOST, 3, ((2, 1), (-1, 2))), False, ("x", "y"))
    '2*x - y > 3'
    """
    total = ""
    for coefficient, atom in constraint.monomials:
        size = abs(coefficient)
        part = names[atom - 1] if size == 1 else f"{size}*{names[atom - 1]}"
        sign = "-" if coefficient < 0 else "+"
        total += f" {sign} {part}" if total else part if coefficient > 0 else f"-{part}"
    return f"{total or 0} {_SIGNS[constraint.relation][0 if positive else 1]} {constraint.bound}"


def prefix_lines(quantified: QuantifiedClauses) -> Iterator[str]:
    """Yield a line for each block of quantifiers, outermost first; free atoms are in the last one."""
    for block in quantified.blocks:
        names = [quantified.compiled.names[atom - 1] for atom in block.atoms.tolist()]
        yield f"{'∀' if block.is_forall else '∃'} {' '.join(names)}"


def matrix_lines(quantified: QuantifiedClauses) -> Iterator[str]:
    """Yield a line for each instance of each formula, without its quantifiers."""
    return map(show_formula, matrix_trees(quantified))


def matrix_trees(quantified: QuantifiedClauses) -> Iterator[FormulaTree]:
    """Yield each instance of each formula, without its quantifiers."""
    if quantified.compiled.clauses.has_empty_clause:
        yield False
        return
    names_by_number = np.array(["", *quantified.compiled.names], dtype=object)
    names: list[str] = names_by_number[quantified.compiled.atom_numbers].tolist()
    for ground in quantified.matrix:
        for row in range(len(ground.status)):
            yield tree_of(ground, row, names)
