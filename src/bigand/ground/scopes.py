"""Quantifiers while they are expanded: which atom a name means, row by row.

Every row of a quantifier binds atoms of its own, copies of those that its propositions name. A frame inside carries
a column that tells the row of the quantifier that each of its rows lies in; with it an atom finds the copy that is
meant by one search in sorted keys, for all rows at once.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from msgspec import Struct

from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array, Column
from bigand.ground.frames import Frame
from bigand.language.syntax import Quantified
from bigand.language.values import INT
from bigand.source.document import Span

_KEY_FACTOR = 1 << 32  # more than there can be


class QuantifierScope(Struct, frozen=True, eq=False):
    """The rows of one quantifier: `copies[k]` is what `keys[k]` (row and atom in one number, sorted) means."""

    column: str
    span: Span
    keys: Array
    copies: Array

    def find_copies(self, atoms: Array, frame: Frame) -> Array:
        """For each row of a frame the copy of its atom, 0 where the scope does not bind it."""
        keys = frame.columns[self.column].full_data(frame.count) * _KEY_FACTOR + atoms
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.copies[places], 0)


class QuantifierScopes:
    """The quantifiers around the formula that is being expanded, outermost first.

    Those that have one row, as all in front of a file, bind by the atom alone: a hundred of them cost as one.
    """

    def __init__(self, atoms: AtomTable) -> None:
        self.atoms = atoms
        self._open: list[QuantifierScope] = []
        self._several_rows: list[QuantifierScope] = []  # of those the ones with several rows
        self._copies = np.zeros(1, dtype=np.int64)  # by atom: what those with one row make of it, 0 for nothing

    def resolve(self, atoms: Array, frame: Frame) -> Array:
        """The atoms that are meant: of each row the one that a quantifier around it binds, else the free one."""
        copies = self._copies_of(atoms)
        resolved = np.where(copies > 0, copies, atoms)
        for scope in self._several_rows:
            copies = scope.find_copies(atoms, frame)
            resolved = np.where(copies > 0, copies, resolved)
        return resolved

    def find_binders(self, atoms: Array, frame: Frame) -> Iterator[tuple[Array, Span]]:
        """Which rows have an atom that is bound already, and where; only for quantifiers that bind some."""
        for scope in self._open if self._copies_of(atoms).any() else self._several_rows:
            bound = scope.find_copies(atoms, frame) > 0
            if bound.any():
                yield bound, scope.span

    def _copies_of(self, atoms: Array) -> Array:
        if len(self._copies) <= self.atoms.count:
            self._copies = np.concatenate([self._copies, np.zeros(self.atoms.count + 1, dtype=np.int64)])
        return self._copies[atoms]

    @contextmanager
    def enter(self, owners: Array, atoms: Array, frame: Frame, node: Quantified) -> Iterator[tuple[Frame, Array]]:
        """Inside a quantifier that binds `atoms` in the rows `owners`: the frame to go on with, and the copies."""
        copies = self.atoms.copy_atoms(atoms)
        if not len(copies):
            yield frame, copies
            return
        keys = owners * _KEY_FACTOR + atoms
        order = np.argsort(keys)
        column = f"quantifier {len(self._open)}"
        scope = QuantifierScope(column, node.span, keys[order], copies[order])
        self._open.append(scope)
        if frame.count == 1:
            self._copies_of(atoms)
            self._copies[atoms] = copies
        else:
            self._several_rows.append(scope)
        try:
            yield frame.bind(column, Column(INT, np.arange(frame.count))), copies
        finally:
            self._open.pop()
            if frame.count == 1:
                self._copies[atoms] = 0
            else:
                self._several_rows.pop()

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Where only names count: a quoted formula is bound where it is used."""
        saved = self._open, self._several_rows, self._copies
        self._open, self._several_rows, self._copies = [], [], np.zeros(1, dtype=np.int64)
        try:
            yield
        finally:
            self._open, self._several_rows, self._copies = saved
