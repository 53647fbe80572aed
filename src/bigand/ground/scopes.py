"""Quantifier scopes during expansion: which atom a name means, row by row.

Each row of a quantifier binds its own atoms, copies of those that its propositions name. A frame inside has a
column with the quantifier row that each of its rows belongs to. With it, one search in sorted keys finds the copies
for all rows at once.
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

_KEY_FACTOR = 1 << 32  # greater than any number of atoms


class QuantifierScope(Struct, frozen=True, eq=False):
    """The rows of one quantifier: `keys` (row and atom as one number, sorted) map to `copies`."""

    column: str
    span: Span
    keys: Array
    copies: Array

    def find_copies(self, atoms: Array, frame: Frame) -> Array:
        """Return the copy of the atom in each row of a frame, 0 where this scope does not bind it."""
        keys = frame.columns[self.column].full_data(frame.count) * _KEY_FACTOR + atoms
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.copies[places], 0)


class QuantifierScopes:
    """The quantifiers around the formula being expanded, outermost first.

    Quantifiers with a single row, like all those at the front of a file, bind by atom alone: a hundred cost as much
    as one.
    """

    def __init__(self, atoms: AtomTable) -> None:
        self.atoms = atoms
        self._open: list[QuantifierScope] = []
        self._several_rows: list[QuantifierScope] = []  # those of `_open` with several rows
        self._copies = np.zeros(1, dtype=np.int64)  # by atom: its copy from a single-row quantifier, or 0

    def resolve(self, atoms: Array, frame: Frame) -> Array:
        """Return the atom meant in each row: the copy bound by a quantifier around it, or the free atom."""
        copies = self._copies_of(atoms)
        resolved = np.where(copies > 0, copies, atoms)
        for scope in self._several_rows:
            copies = scope.find_copies(atoms, frame)
            resolved = np.where(copies > 0, copies, resolved)
        return resolved

    def find_binders(self, atoms: Array, frame: Frame) -> Iterator[tuple[Array, Span]]:
        """Yield a mask of rows whose atom is already bound, and the span of the binder, for each binder."""
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
        """Enter a quantifier that binds `atoms` in the rows `owners`; yield the inner frame and the copies."""
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
        """Ignore all scopes for a quoted formula: its names are bound where it is used."""
        saved = self._open, self._several_rows, self._copies
        self._open, self._several_rows, self._copies = [], [], np.zeros(1, dtype=np.int64)
        try:
            yield
        finally:
            self._open, self._several_rows, self._copies = saved
