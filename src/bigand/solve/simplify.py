"""Clauses under a valuation, made as small as can be done quickly: what a solver would find anyway, found once.

Some variables occur nowhere else. If such a one stands in a clause of its own, or with one sign only, its value is
clear; if only one clause, of two literals, has it negated, the other literal can take its place everywhere.
"""

from collections.abc import Sequence

import numpy as np

from bigand.encode.game import ClauseRows
from bigand.ground.columns import Array

_ROUNDS = 12


def simplify(clauses: ClauseRows, valuation: Sequence[int], free: Array) -> ClauseRows | None:
    """The clauses that say something of the assigned and of the `free` variables (bool, by number).

    The result can be satisfied, by values for `free`, exactly where these clauses can; None if it never can.
    """
    values = np.zeros(len(free), dtype=np.int8)
    assigned = np.array(valuation, dtype=np.int64)
    values[np.abs(assigned)] = np.sign(assigned)
    literals, owners = clauses.literals, clauses.owners
    is_concerned = np.zeros(len(clauses.starts) - 1, dtype=np.bool_)
    is_concerned[owners[(free | (values != 0))[np.abs(literals)]]] = True
    literals, owners = _select_literals(literals, owners, is_concerned[owners])
    for _ in range(_ROUNDS):
        reduced = _apply_values(literals, owners, values)
        if reduced is None:
            return None
        literals, owners = reduced
        values = _unit_and_pure_values(literals, owners, free)
        substituted = _substitute_pairs(literals, owners, free & (values == 0))
        if substituted is None and not values.any():
            break
        literals, owners = substituted or (literals, owners)
    counts = np.bincount(owners) if len(owners) else np.empty(0, dtype=np.int64)
    return ClauseRows(literals, np.concatenate([[0], np.cumsum(counts)]))


def _select_literals(literals: Array, owners: Array, keep: Array) -> tuple[Array, Array]:
    """Some literals, with the clauses that have any numbered anew; literals of a clause stand together."""
    literals, owners = literals[keep], owners[keep]
    begins = np.ones(len(owners), dtype=np.bool_)
    begins[1:] = owners[1:] != owners[:-1]
    return literals, np.cumsum(begins) - 1


def _apply_values(literals: Array, owners: Array, values: Array) -> tuple[Array, Array] | None:
    """Clauses without those that are true and without literals that are false; None if one has nothing left."""
    literal_values = values[np.abs(literals)] * np.sign(literals)
    count = int(owners[-1]) + 1 if len(owners) else 0
    satisfied = np.zeros(count, dtype=np.bool_)
    satisfied[owners[literal_values > 0]] = True
    keep = (literal_values == 0) & ~satisfied[owners]
    has_literals = np.zeros(count, dtype=np.bool_)
    has_literals[owners[keep]] = True
    return _select_literals(literals, owners, keep) if (has_literals | satisfied).all() else None


def _unit_and_pure_values(literals: Array, owners: Array, free: Array) -> Array:
    """Values of own variables that are alone in a clause, or have one sign only."""
    magnitude = np.abs(literals)
    positive = np.bincount(magnitude[literals > 0], minlength=len(free))
    negative = np.bincount(magnitude[literals < 0], minlength=len(free))
    values = np.where(free & (negative == 0) & (positive > 0), 1, 0).astype(np.int8)
    values[free & (positive == 0) & (negative > 0)] = -1
    alone = literals[(np.bincount(owners) == 1)[owners]] if len(owners) else literals
    alone = alone[free[np.abs(alone)]]
    values[np.abs(alone)] = np.sign(alone)
    return values


def _substitute_pairs(literals: Array, owners: Array, free: Array) -> tuple[Array, Array] | None:
    """Own variables that only one clause of two literals has negated, replaced; None if there are none."""
    magnitude = np.abs(literals)
    negative = np.bincount(magnitude[literals < 0], minlength=len(free))
    pairs = (np.bincount(owners) == 2)[owners] if len(owners) else np.empty(0, dtype=np.bool_)
    places = np.flatnonzero(pairs & (literals < 0) & free[magnitude] & (negative[magnitude] == 1))
    partner = (
        np.where((places > 0) & (owners[places - 1] == owners[places]), places - 1, places + 1)
        if len(places)
        else places
    )
    chosen = np.zeros(len(free), dtype=np.bool_)
    chosen[magnitude[places]] = True
    fits = ~chosen[magnitude[partner]]  # no chains in one round
    places, partner = places[fits], partner[fits]
    if not len(places):
        return None
    stands_for = np.arange(len(free))
    stands_for[magnitude[places]] = literals[partner]
    gone = np.zeros(int(owners[-1]) + 1, dtype=np.bool_)
    gone[owners[places]] = True
    return _select_literals(np.sign(literals) * stands_for[magnitude], owners, ~gone[owners])
