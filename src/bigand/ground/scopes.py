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
from bigand.source.span import Span

_ATOMS = 1 << 32  # more than there can be


class Scope(Struct, frozen=True, eq=False):
    """The rows of one quantifier: `copies[k]` is what `keys[k]` (row and atom in one number, sorted) means."""

    column: str
    span: Span
    keys: Array
    copies: Array

    def find(self, atoms: Array, frame: Frame) -> Array:
        """For each row of a frame the copy of its atom, 0 where the scope does not bind it."""
        keys = frame.columns[self.column].full(frame.count) * _ATOMS + atoms
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.copies[places], 0)


class Scopes:
    """The quantifiers around the formula that is being expanded, outermost first."""

    def __init__(self, atoms: AtomTable) -> None:
        self.atoms = atoms
        self._open: list[Scope] = []

    def resolve(self, atoms: Array, frame: Frame) -> Array:
        """The atoms that are meant: of each row the one that a quantifier around it binds, else the free one."""
        meant = atoms
        for scope in self._open:
            copies = scope.find(atoms, frame)
            meant = np.where(copies > 0, copies, meant)
        return meant

    def binders(self, atoms: Array, frame: Frame) -> Iterator[tuple[Array, Span]]:
        """Which rows have an atom that is bound already, and where; only for quantifiers that bind some."""
        for scope in self._open:
            bound = scope.find(atoms, frame) > 0
            if bound.any():
                yield bound, scope.span

    @contextmanager
    def entered(self, owners: Array, atoms: Array, frame: Frame, node: Quantified) -> Iterator[tuple[Frame, Array]]:
        """Inside a quantifier that binds `atoms` in the rows `owners`: the frame to go on with, and the copies."""
        copies = self.atoms.copy(atoms)
        if not len(copies):
            yield frame, copies
            return
        keys = owners * _ATOMS + atoms
        order = np.argsort(keys)
        column = f"quantifier {len(self._open)}"
        self._open.append(Scope(column, node.span, keys[order], copies[order]))
        try:
            yield frame.bind(column, Column(INT, np.arange(frame.count))), copies
        finally:
            self._open.pop()

    @contextmanager
    def forgotten(self) -> Iterator[None]:
        """Where only names count: a quoted formula is bound where it is used."""
        kept, self._open = self._open, []
        try:
            yield
        finally:
            self._open = kept
