"""Where atoms occur for the first time: the order in which a file has them, however it was cut into blocks."""

import numpy as np

from bigand.ground import formula as formulas
from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array


class Appearances:
    """The first place of each atom in what has been expanded so far."""

    def __init__(self, atoms: AtomTable) -> None:
        self._atoms = atoms
        self._place = 0  # how many occurrences of atoms have gone before
        self._first = np.full(1, -1, dtype=np.int64)  # by atom: the place where it first occurs, -1 for nowhere

    def note(self, ground: formulas.Ground) -> None:
        """Remember where atoms occur for the first time."""
        self._grow()
        if (self._first[1 : self._atoms.count + 1] >= 0).all():
            return  # every atom has been seen
        atoms, places = formulas.occurrences(ground)
        self.note_atoms(atoms, places)

    def note_atoms(self, atoms: Array, places: Array) -> None:
        """Remember where these atoms occur, by their places in what is expanded now."""
        self._grow()
        if not len(atoms):
            return
        new = self._first[atoms] < 0
        if new.any():
            fresh, where = atoms[new], places[new] + self._place
            order = np.argsort(where, kind="stable")[::-1]
            self._first[fresh[order]] = where[order]  # the last write is the earliest place
        self._place += int(places.max()) + 1

    def occurs(self, atoms: Array) -> Array:
        """Which of these atoms have been seen to occur."""
        self._grow()
        seen: Array = self._first[atoms] >= 0
        return seen

    def _grow(self) -> None:
        if self._atoms.count >= len(self._first):
            grown = np.full(2 * self._atoms.count + 16, -1, dtype=np.int64)
            grown[: len(self._first)] = self._first
            self._first = grown

    def order(self) -> Array:
        """The atoms that occur, by their first place in the expanded file: the user's atoms."""
        first = self._first[: self._atoms.count + 1]
        present = np.flatnonzero(first >= 0)
        return present[np.argsort(first[present], kind="stable")]
