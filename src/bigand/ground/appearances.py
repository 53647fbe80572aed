"""Where atoms occur for the first time: the order in which a file has them, however it was cut into blocks."""

import numpy as np

from bigand.ground import formula as formulas
from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array


class FirstOccurrences:
    """The first place of each atom in what has been expanded so far."""

    def __init__(self, atoms: AtomTable) -> None:
        self._atoms = atoms
        self._offset = 0  # how many occurrences of atoms have gone before
        self._first_places = np.full(
            1, -1, dtype=np.int64
        )  # by atom: the place where it first occurs, -1 for nowhere

    def record(self, ground: formulas.Ground) -> None:
        """Remember where atoms occur for the first time."""
        self._grow()
        if (self._first_places[1 : self._atoms.count + 1] >= 0).all():
            return  # every atom has been seen
        atoms, places = formulas.occurrences(ground)
        self.record_atoms(atoms, places)

    def record_atoms(self, atoms: Array, places: Array) -> None:
        """Remember where these atoms occur, by their places in what is expanded now."""
        self._grow()
        if not len(atoms):
            return
        is_new = self._first_places[atoms] < 0
        if is_new.any():
            new_atoms, new_places = atoms[is_new], places[is_new] + self._offset
            order = np.argsort(new_places, kind="stable")[::-1]
            self._first_places[new_atoms[order]] = new_places[order]  # the last write is the earliest place
        self._offset += int(places.max()) + 1

    def is_present(self, atoms: Array) -> Array:
        """Which of these atoms have been seen to occur."""
        self._grow()
        seen: Array = self._first_places[atoms] >= 0
        return seen

    def _grow(self) -> None:
        if self._atoms.count >= len(self._first_places):
            grown = np.full(2 * self._atoms.count + 16, -1, dtype=np.int64)
            grown[: len(self._first_places)] = self._first_places
            self._first_places = grown

    def ordered_atoms(self) -> Array:
        """The atoms that occur, by their first place in the expanded file: the user's atoms."""
        first = self._first_places[: self._atoms.count + 1]
        present = np.flatnonzero(first >= 0)
        return present[np.argsort(first[present], kind="stable")]
