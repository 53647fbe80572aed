"""Clauses under a valuation, made as small as can be done quickly: what a solver would find anyway, found once.

Some variables occur nowhere else. If such a one stands in a clause of its own, or with one sign only, its value is
clear; if only one clause, of two literals, has it negated, the other literal can take its place everywhere.
"""

from collections.abc import Sequence

import numpy as np

from bigand.encode.game import Rows
from bigand.ground.columns import Array

_ROUNDS = 12


def simplify(clauses: Rows, valuation: Sequence[int], own: Array) -> Rows | None:
    """The clauses that say something of the assigned and of the `own` variables (bool, by number).

    The result can be satisfied, by values for `own`, exactly where these clauses can; None if it never can.
    """
    values = np.zeros(len(own), dtype=np.int8)
    given = np.array(valuation, dtype=np.int64)
    values[np.abs(given)] = np.sign(given)
    literals, owners = clauses.literals, clauses.owners
    concerned = np.zeros(len(clauses.starts) - 1, dtype=np.bool_)
    concerned[owners[(own | (values != 0))[np.abs(literals)]]] = True
    literals, owners = _kept(literals, owners, concerned[owners])
    for _ in range(_ROUNDS):
        under = _assigned(literals, owners, values)
        if under is None:
            return None
        literals, owners = under
        values = _clear_values(literals, owners, own)
        replaced = _substituted(literals, owners, own & (values == 0))
        if replaced is None and not values.any():
            break
        literals, owners = replaced or (literals, owners)
    counts = np.bincount(owners) if len(owners) else np.empty(0, dtype=np.int64)
    return Rows(literals, np.concatenate([[0], np.cumsum(counts)]))


def _kept(literals: Array, owners: Array, keep: Array) -> tuple[Array, Array]:
    """Some literals, with the clauses that have any numbered anew; literals of a clause stand together."""
    literals, owners = literals[keep], owners[keep]
    begins = np.ones(len(owners), dtype=np.bool_)
    begins[1:] = owners[1:] != owners[:-1]
    return literals, np.cumsum(begins) - 1


def _assigned(literals: Array, owners: Array, values: Array) -> tuple[Array, Array] | None:
    """Clauses without those that are true and without literals that are false; None if one has nothing left."""
    worth = values[np.abs(literals)] * np.sign(literals)
    count = int(owners[-1]) + 1 if len(owners) else 0
    satisfied = np.zeros(count, dtype=np.bool_)
    satisfied[owners[worth > 0]] = True
    keep = (worth == 0) & ~satisfied[owners]
    left = np.zeros(count, dtype=np.bool_)
    left[owners[keep]] = True
    return _kept(literals, owners, keep) if (left | satisfied).all() else None


def _clear_values(literals: Array, owners: Array, own: Array) -> Array:
    """Values of own variables that are alone in a clause, or have one sign only."""
    magnitude = np.abs(literals)
    positive = np.bincount(magnitude[literals > 0], minlength=len(own))
    negative = np.bincount(magnitude[literals < 0], minlength=len(own))
    values = np.where(own & (negative == 0) & (positive > 0), 1, 0).astype(np.int8)
    values[own & (positive == 0) & (negative > 0)] = -1
    alone = literals[(np.bincount(owners) == 1)[owners]] if len(owners) else literals
    alone = alone[own[np.abs(alone)]]
    values[np.abs(alone)] = np.sign(alone)
    return values


def _substituted(literals: Array, owners: Array, own: Array) -> tuple[Array, Array] | None:
    """Own variables that only one clause of two literals has negated, replaced; None if there are none."""
    magnitude = np.abs(literals)
    negative = np.bincount(magnitude[literals < 0], minlength=len(own))
    pairs = (np.bincount(owners) == 2)[owners] if len(owners) else np.empty(0, dtype=np.bool_)
    places = np.flatnonzero(pairs & (literals < 0) & own[magnitude] & (negative[magnitude] == 1))
    partner = (
        np.where((places > 0) & (owners[places - 1] == owners[places]), places - 1, places + 1)
        if len(places)
        else places
    )
    chosen = np.zeros(len(own), dtype=np.bool_)
    chosen[magnitude[places]] = True
    fits = ~chosen[magnitude[partner]]  # no chains in one round
    places, partner = places[fits], partner[fits]
    if not len(places):
        return None
    stands_for = np.arange(len(own))
    stands_for[magnitude[places]] = literals[partner]
    gone = np.zeros(int(owners[-1]) + 1, dtype=np.bool_)
    gone[owners[places]] = True
    return _kept(np.sign(literals) * stands_for[magnitude], owners, ~gone[owners])
