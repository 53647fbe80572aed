"""Quantifiers moved to the front: a ground formula to a prefix and a matrix without quantifiers.

First an equivalence with quantifiers in it is parted into two implications (`split`), as they stand in both
polarities at once in it: the second implication gets atoms of its own. Then every quantifier stands in one
polarity, under a negation `exists` is `forall`, and it may be moved out over everything that is not a quantifier
around it. Each goes as far out as those around it let it; whether the outermost block is `exists` or `forall` is
tried both ways, and the prefix with fewer blocks is taken. Free atoms are `exists`, innermost.
"""

from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.ground import formula as formulas
from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array, distinct

MAX_COPIES = 4_000_000  # instances
_NODE = 100  # a node costs as much as so many instances, however few it has


class Block(Struct, frozen=True, eq=False):
    """Quantifiers of one kind, next to each other in a prefix; the atoms in order of their numbers."""

    is_forall: bool
    atoms: Array


class TooManyCopiesError(Exception):
    """Equivalences inside each other's quantifiers: each doubles all that is in it."""


# ---------------------------------------------------------------------- equivalences


class _EquivalenceSplitter:
    """Parts equivalences; the copies are of atoms of a table."""

    def __init__(self, atoms: AtomTable) -> None:
        self.atoms = atoms
        self.copied_count = 0  # instances

    def split(self, node: formulas.Ground) -> formulas.Ground:
        """The same formula, in which no quantifier stands inside an equivalence."""
        if not node.has_quantifier:
            return node
        if isinstance(node, formulas.Equality):
            return self.split(self._split_equivalence(node))
        return _with_children(node, [self.split(child) for child in formulas.children(node)])

    def _split_equivalence(self, node: formulas.Equality) -> formulas.Ground:
        """An equivalence as two implications; where it must not hold, one side is negated."""
        left = node.left if node.differs else formulas.Negation(node.left)
        first = formulas.Connection(False, (left, node.right))
        second = formulas.Connection(
            False,
            (
                formulas.Negation(self._copy_with_new_atoms(left)),
                formulas.Negation(self._copy_with_new_atoms(node.right)),
            ),
        )
        return formulas.Connection(True, (first, second))

    def _copy_with_new_atoms(self, node: formulas.Ground) -> formulas.Ground:
        """The same formula with other bound atoms."""
        if not node.has_quantifier:
            return node
        self.copied_count += _copy_cost(node)
        if self.copied_count > MAX_COPIES:
            raise TooManyCopiesError
        old = np.concatenate(_bound_atoms(node))
        new_atoms = np.arange(self.atoms.count + 1 + len(old))
        new_atoms[old] = self.atoms.copy_atoms(old)
        return _rename_atoms(node, new_atoms)


def _copy_cost(node: formulas.Ground) -> int:
    return _NODE + len(node.status) + sum([_copy_cost(child) for child in formulas.children(node)])


def _bound_atoms(node: formulas.Ground) -> list[Array]:
    atoms = [node.atoms] if isinstance(node, formulas.Quantification) else []
    for child in formulas.children(node):
        atoms += _bound_atoms(child)
    return atoms


def _rename_atoms(node: formulas.Ground, new_atoms: Array) -> formulas.Ground:
    match node:
        case formulas.Literals(atoms):
            return formulas.Literals(new_atoms[atoms], node.span)
        case formulas.Quantification(is_forall, atoms, starts, inner, span):
            return formulas.Quantification(
                is_forall, new_atoms[atoms], starts, _rename_atoms(inner, new_atoms), span
            )
        case _:
            return _with_children(node, [_rename_atoms(child, new_atoms) for child in formulas.children(node)])


def _with_children(node: formulas.Ground, parts: list[formulas.Ground]) -> formulas.Ground:
    """A node with other children."""
    match node:
        case formulas.Connection() | formulas.Branches():
            return replace(node, parts=tuple(parts))
        case formulas.Equality():
            return replace(node, left=parts[0], right=parts[1])
        case formulas.Negation() | formulas.BigConnection() | formulas.Cardinalities() | formulas.Quantification():
            return replace(node, inner=parts[0])
        case _:
            return node


# ---------------------------------------------------------------------- the prefix


# How far out quantifiers may go, for each row: the block, counted from 1, of the innermost one around it. The first
# line is for prefixes in which blocks 1, 3, … are `exists`, the second for the others.
_Levels: TypeAlias = Array


def _levels_inside(levels: _Levels, is_forall: bool) -> _Levels:
    """The levels inside a quantifier: those outside, or one more where the kind changes."""
    least = np.maximum(levels, 1)
    is_odd = np.array([[not is_forall], [is_forall]])
    return np.where(least % 2 == is_odd, least, least + 1)


class Prenexer:
    """Takes the quantifiers out of ground formulas that hold together, and remembers them."""

    def __init__(self, atoms: AtomTable) -> None:
        self._table = atoms
        self.quantified_formulas: list[formulas.Ground] = []  # what went in, quantifiers in their places
        self.matrices: list[formulas.Ground] = []  # what came out
        none = np.empty(0, dtype=np.int64)
        self._atoms = [none]
        self._forall = [none.astype(np.bool_)]
        self._levels = [np.empty((2, 0), dtype=np.int64)]

    def split_equivalences(self, ground: formulas.Ground) -> formulas.Ground:
        """The same formula, in which no quantifier stands inside an equivalence."""
        return _EquivalenceSplitter(self._table).split(ground)

    def strip_quantifiers(self, ground: formulas.Ground) -> formulas.Ground:
        """A formula, in which no quantifier stands inside an equivalence, without its quantifiers."""
        self.quantified_formulas.append(ground)
        self.matrices.append(
            self._strip_quantifiers(ground, True, np.zeros((2, len(ground.status)), dtype=np.int64))
        )
        return self.matrices[-1]

    def _strip_quantifiers(self, node: formulas.Ground, positive: bool, levels: _Levels) -> formulas.Ground:
        if not node.has_quantifier:
            return node
        match node:
            case formulas.Negation(inner):
                return formulas.Negation(self._strip_quantifiers(inner, not positive, levels))
            case formulas.BigConnection(is_and, inner, starts):
                rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
                return formulas.BigConnection(
                    is_and, self._strip_quantifiers(inner, positive, levels[:, rows]), starts
                )
            case formulas.Branches(parts, which, places):
                stripped = [
                    self._strip_quantifiers(part, positive, _branch_levels(part, which == number, places, levels))
                    for number, part in enumerate(parts)
                ]
                return formulas.Branches(tuple(stripped), which, places)
            case formulas.Quantification(is_forall, atoms, starts, inner):
                levels = _levels_inside(levels, is_forall == positive)
                rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
                self._atoms.append(atoms)
                self._forall.append(np.full(len(atoms), is_forall == positive))
                self._levels.append(levels[:, rows])
                return self._strip_quantifiers(inner, positive, levels)
            case _:
                return _with_children(
                    node, [self._strip_quantifiers(child, positive, levels) for child in formulas.children(node)]
                )

    def prefix(self, present: Array) -> list[Block]:
        """The blocks, outermost first, of the atoms that are present; those that nothing binds are innermost."""
        atoms, is_forall = np.concatenate(self._atoms), np.concatenate(self._forall)
        is_present = np.isin(atoms, present)
        atoms, is_forall = atoms[is_present], is_forall[is_present]
        free = np.setdiff1d(present, atoms)
        both_levels = np.concatenate(self._levels, axis=1)[:, is_present]
        prefixes = [_blocks_by_level(atoms, levels, is_forall, free) for levels in both_levels]
        return min(prefixes, key=len)  # `exists` first, where both have as many


def _branch_levels(part: formulas.Ground, mask: Array, places: Array, levels: _Levels) -> _Levels:
    """The levels of the rows of a branch; a row of it that is nowhere has none."""
    inside = np.zeros((2, len(part.status)), dtype=np.int64)
    inside[:, places[mask]] = levels[:, mask]
    return inside


def _blocks_by_level(atoms: Array, levels: Array, is_forall: Array, free: Array) -> list[Block]:
    """The blocks by level; free atoms join the last one, if it is `exists`."""
    blocks: list[Block] = []
    for level in distinct(levels).tolist():
        at_level = levels == level
        blocks.append(Block(bool(is_forall[at_level][0]), np.sort(atoms[at_level])))
    if not len(free):
        return blocks
    if blocks and not blocks[-1].is_forall:
        return [*blocks[:-1], Block(False, np.sort(np.concatenate([blocks[-1].atoms, free])))]
    return [*blocks, Block(False, np.sort(free))]
