"""Prenex form: turn ground formulas into a quantifier prefix and a quantifier-free matrix.

An equivalence containing quantifiers has them in both polarities, so it is first split into two implications; the
second gets atoms of its own. Then every quantifier has one polarity (under a negation, `exists` is `forall`) and
can move outward past everything except other quantifiers. Each moves as far out as those around it allow. Both
choices for the outermost block, `exists` and `forall`, are tried, and the prefix with fewer blocks wins. Free atoms
are existential and innermost.
"""

from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.ground import formula as formulas
from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array, sorted_distinct

MAX_COPIES = 4_000_000  # copied instances
_NODE_COST = 100  # the cost of copying a node, in instances, in addition to its rows


class Block(Struct, frozen=True, eq=False):
    """Adjacent quantifiers of one kind in a prefix; the atoms are sorted by number."""

    is_forall: bool
    atoms: Array


class TooManyCopiesError(Exception):
    """Equivalences with quantifiers are nested too deeply: each level doubles its contents."""


# ---------------------------------------------------------------------- equivalences


class _EquivalenceSplitter:
    """Splits equivalences; creates the copies of atoms in an atom table."""

    def __init__(self, atoms: AtomTable) -> None:
        self.atoms = atoms
        self.copied_count = 0  # instances

    def split(self, node: formulas.Ground) -> formulas.Ground:
        """Return an equivalent formula in which no quantifier is inside an equivalence."""
        if not node.has_quantifier:
            return node
        if isinstance(node, formulas.Equality):
            return self.split(self._split_equivalence(node))
        return _with_children(node, [self.split(child) for child in formulas.children(node)])

    def _split_equivalence(self, node: formulas.Equality) -> formulas.Ground:
        """Turn an equivalence into two implications; one side is negated for `xor`."""
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
        """Copy a formula with new bound atoms."""
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
    return _NODE_COST + len(node.status) + sum([_copy_cost(child) for child in formulas.children(node)])


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
    """Return a copy of a node with other children."""
    match node:
        case formulas.Connection() | formulas.Branches():
            return replace(node, parts=tuple(parts))
        case formulas.Equality():
            return replace(node, left=parts[0], right=parts[1])
        case formulas.Negation() | formulas.BigConnection() | formulas.Cardinalities() | formulas.Quantification():
            return replace(node, inner=parts[0])
        case _:
            return node


# ---------------------------------------------------------------------- prefix


# For each row, the block (counted from 1) of the innermost quantifier around it: the outermost block that
# inner quantifiers can move to. The first line is for prefixes whose odd blocks are `exists`, the second for those
# whose odd blocks are `forall`.
_Levels: TypeAlias = Array


def _levels_inside(levels: _Levels, is_forall: bool) -> _Levels:
    """Return the levels inside a quantifier: unchanged, or one more where the kind changes."""
    least = np.maximum(levels, 1)
    is_odd = np.array([[not is_forall], [is_forall]])
    return np.where(least % 2 == is_odd, least, least + 1)


class Prenexer:
    """Strips the quantifiers from formulas that are in conjunction, and records them for the prefix."""

    def __init__(self, atoms: AtomTable) -> None:
        self._table = atoms
        self.quantified_formulas: list[formulas.Ground] = []  # the input, with quantifiers in place
        self.matrices: list[formulas.Ground] = []  # the output
        none = np.empty(0, dtype=np.int64)
        self._atoms = [none]
        self._forall = [none.astype(np.bool_)]
        self._levels = [np.empty((2, 0), dtype=np.int64)]

    def split_equivalences(self, ground: formulas.Ground) -> formulas.Ground:
        """Return an equivalent formula in which no quantifier is inside an equivalence."""
        return _EquivalenceSplitter(self._table).split(ground)

    def strip_quantifiers(self, ground: formulas.Ground) -> formulas.Ground:
        """Remove the quantifiers of a formula that has none inside an equivalence."""
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
        """Return the blocks of the `present` atoms, outermost first; free atoms are innermost."""
        atoms, is_forall = np.concatenate(self._atoms), np.concatenate(self._forall)
        is_present = np.isin(atoms, present)
        atoms, is_forall = atoms[is_present], is_forall[is_present]
        free = np.setdiff1d(present, atoms)
        both_levels = np.concatenate(self._levels, axis=1)[:, is_present]
        prefixes = [_blocks_by_level(atoms, levels, is_forall, free) for levels in both_levels]
        return min(prefixes, key=len)  # on a tie, the prefix that begins with `exists`


def _branch_levels(part: formulas.Ground, mask: Array, places: Array, levels: _Levels) -> _Levels:
    """Return the levels of the rows of a branch; 0 for rows that are not used."""
    inside = np.zeros((2, len(part.status)), dtype=np.int64)
    inside[:, places[mask]] = levels[:, mask]
    return inside


def _blocks_by_level(atoms: Array, levels: Array, is_forall: Array, free: Array) -> list[Block]:
    """Group atoms into blocks by level; free atoms join the last block if it is existential."""
    blocks: list[Block] = []
    for level in sorted_distinct(levels).tolist():
        at_level = levels == level
        blocks.append(Block(bool(is_forall[at_level][0]), np.sort(atoms[at_level])))
    if not len(free):
        return blocks
    if blocks and not blocks[-1].is_forall:
        return [*blocks[:-1], Block(False, np.sort(np.concatenate([blocks[-1].atoms, free])))]
    return [*blocks, Block(False, np.sort(free))]
