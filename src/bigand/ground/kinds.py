"""The kinds of unknowns, inferred from all their uses in the expanded file.

Uses are recorded in arrays, block by block: bits for each atom, and pairs of atoms that share a comparison. After
expansion, linked atoms are merged into classes, and the bits of a class determine its kind. If bits contradict each
other, the file is expanded once more to find the places (`sort_inference`).
"""

from enum import IntEnum

import numpy as np

from bigand.ground.columns import Array, sorted_distinct
from bigand.ground.formula import Comparisons, Ground, Literals, open_leaves
from bigand.ground.terms import Numbers, Unknowns, term_leaves
from bigand.language.syntax import Operator

PROPOSITION, NUMBER, INTEGER, REAL = 1, 2, 4, 8


class Sort(IntEnum):
    """The sort of an unknown."""

    BOOL = 0
    INT = 1
    REAL = 2


class UnknownKinds:
    """Collects the uses of unknowns."""

    def __init__(self) -> None:
        self._bits = np.zeros(1, dtype=np.int8)  # by atom
        self._links: list[Array] = []  # each a pair of columns of atoms

    def record(self, ground: Ground) -> None:
        """Record how the atoms of a ground formula are used."""
        for leaf, rows, _ in open_leaves(ground):
            if not len(rows):
                continue
            if isinstance(leaf, Literals):
                self._add_kind_bits(leaf.atoms[rows], PROPOSITION)
                continue
            first, *other_unknowns = [atoms[rows] for atoms in leaf.unknowns()]
            self._add_kind_bits(first, kind_bits_of_comparison(leaf))
            if other_unknowns:
                self._link(np.tile(first, len(other_unknowns)), np.concatenate(other_unknowns))

    def _add_kind_bits(self, atoms: Array, bits: int) -> None:
        top = int(atoms.max())
        if top >= len(self._bits):
            grown = np.zeros(2 * top + 16, dtype=np.int8)
            grown[: len(self._bits)] = self._bits
            self._bits = grown
        self._bits[atoms] |= np.int8(bits)

    def _link(self, first: Array, second: Array) -> None:
        self._add_kind_bits(second, 0)
        differ = first != second
        keys = sorted_distinct((first[differ] << 32) | second[differ])
        if len(keys):
            self._links.append(np.stack([keys >> 32, keys & 0xFFFFFFFF]))

    def kind_classes(self, count: int) -> tuple[Array, Array]:
        """Return for each atom from 0 to `count` the smallest atom of its class, and the bits of the class."""
        labels = np.arange(count + 1)
        if self._links:
            first, second = np.concatenate(self._links, axis=1)
            while True:
                least = np.minimum(labels[first], labels[second])
                np.minimum.at(labels, labels[first], least)
                np.minimum.at(labels, labels[second], least)
                labels = labels[labels]
                if (labels[first] == labels[second]).all():
                    break
        while (labels != labels[labels]).any():
            labels = labels[labels]
        bits = np.zeros(count + 1, dtype=np.int8)
        recorded = self._bits[: count + 1]
        np.bitwise_or.at(bits, labels[: len(recorded)], recorded)
        return labels, bits[labels]


def kind_bits_of_comparison(leaf: Comparisons) -> int:
    """Return the bits that a comparison implies for its unknowns; `x == y` alone implies none."""
    bare = isinstance(leaf.left, Unknowns) and isinstance(leaf.right, Unknowns)
    bits = 0 if bare and leaf.operator in (Operator.EQUAL, Operator.DIFFERENT) else NUMBER
    for part in (*term_leaves(leaf.left), *term_leaves(leaf.right)):
        if isinstance(part, Numbers):
            bits |= REAL if part.is_float else INTEGER
    return bits


def contradiction_mask(bits: Array) -> Array:
    """Return a mask of the bits that contradict each other."""
    is_number = (bits & (NUMBER | INTEGER | REAL)) != 0
    is_integer_and_real = (bits & (INTEGER | REAL)) == INTEGER | REAL
    mask: Array = (is_number & ((bits & PROPOSITION) != 0)) | is_integer_and_real
    return mask


def sorts_of(bits: Array, default: Sort) -> Array:
    """Return the sort of each atom; `default` is for numbers whose uses do not decide it."""
    number = np.where((bits & REAL) != 0, Sort.REAL, np.where((bits & INTEGER) != 0, Sort.INT, default))
    result: Array = np.where((bits & PROPOSITION) != 0, Sort.BOOL, number).astype(np.int8)
    return result
