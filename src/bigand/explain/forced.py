"""What every model has in common: the atoms with the same value in all of them.

From one model on: is there another that differs from it in any atom still suspected? Each such model clears the
atoms in which it differs; when there is none, those left are forced. So the proof of all of them is one "no".
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array
from bigand.solve.numbers.models import NumberSession
from bigand.solve.session import Session


class ForcedAtoms(Struct, frozen=True, eq=False):
    """The numbers of the forced atoms, and a model, in which they have their values."""

    atoms: Array
    model: Array

    @property
    def values(self) -> Array:
        return self.model[self.atoms - 1]

    @property
    def literals(self) -> Array:
        """The atoms, those that are false with a minus."""
        return np.where(self.values, self.atoms, -self.atoms)


def find_forced_atoms(
    session: Session, atoms: int, variables: int, watch: Callable[[int], None] = lambda _count: None
) -> ForcedAtoms | None:
    """The forced atoms; None if there is no model. The session is used up."""
    if not session.solve():
        return None
    values = session.values()[:atoms]
    suspected = np.arange(1, atoms + 1)
    round_number = 0
    while len(suspected):
        watch(len(suspected))
        literals = np.where(values[suspected - 1], suspected, -suspected)
        round_number += 1
        switch = variables + round_number
        session.add([-switch, *(-literals).tolist()])
        session.prefer((-literals).tolist())
        if not session.solve([switch]):
            break
        other_values = session.values()[:atoms]
        suspected = suspected[other_values[suspected - 1] == values[suspected - 1]]
    return ForcedAtoms(suspected, values)


def find_forced_numbers(
    session: NumberSession, watch: Callable[[int], None] = lambda _count: None
) -> list[tuple[int, bool | int | Fraction]] | None:
    """The same where unknowns are numbers too: places among them, and values; None if there is no model."""
    if not session.solve():
        return None
    values = session.numbers()
    suspected = list(range(len(values)))
    while suspected:
        watch(len(suspected))
        session.exclude([values[place] for place in suspected], suspected)
        if not session.solve():
            break
        other_values = session.numbers()
        suspected = [place for place in suspected if other_values[place] == values[place]]
    return [(place, values[place]) for place in suspected]
