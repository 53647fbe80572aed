"""Find the forced atoms: those with the same value in every model.

Starting from one model, ask for another that differs in any atom still suspected. Each such model clears the atoms
in which it differs. When there is none, the remaining atoms are forced: a single "unsat" proves all of them.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array
from bigand.solve.numbers.models import NumberSession
from bigand.solve.session import Session


class ForcedAtoms(Struct, frozen=True, eq=False):
    """The numbers of the forced atoms, and a model that gives their values."""

    atoms: Array
    model: Array

    @property
    def values(self) -> Array:
        return self.model[self.atoms - 1]

    @property
    def literals(self) -> Array:
        """The forced atoms as literals, negative where they are false."""
        return np.where(self.values, self.atoms, -self.atoms)


def find_forced_atoms(
    session: Session, atoms: int, variables: int, watch: Callable[[int], None] = lambda _count: None
) -> ForcedAtoms | None:
    """Return the forced atoms, or None if there is no model; the session cannot be used afterwards."""
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
    """Return the forced unknowns as (position, value), or None if there is no model.

    This is `find_forced_atoms` for files whose unknowns may be numbers.
    """
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
