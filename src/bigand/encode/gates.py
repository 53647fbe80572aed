"""Definitions that are written as clauses: `a or x or y`, `not a or not x`, `not a or not y` say that `a` is true
exactly where neither `x` nor `y` is. A gate is one long clause and a pair for each other literal in it.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array, distinct, ramps
from bigand.ground.formula import OPEN, Big, Connection, Ground, Literals, Negation

_WIDEST = 12  # literals in a gate


class Candidates(Struct, frozen=True, eq=False):
    """Possible definitions: the atom of each, and by its number what it needs and the rows that make it."""

    atoms: Array
    owners: Array  # definition, for each of
    needed: Array  # the atoms that definitions need
    row_owners: Array  # definition, for each of
    rows: Array  # the rows (counted over all pieces) that they are made of

    def take(self, keep: Array) -> "Candidates":
        """Some of them (a mask)."""
        number = np.cumsum(keep) - 1
        kept, kept_rows = keep[self.owners], keep[self.row_owners]
        return Candidates(
            self.atoms[keep],
            number[self.owners[kept]],
            self.needed[kept],
            number[self.row_owners[kept_rows]],
            self.rows[kept_rows],
        )

    def fitting(self, levels: Array, may_be: Array) -> "Candidates":
        """Those of atoms that `may_be` defined by what does not come later; of each row and each atom the first."""
        latest = np.zeros(len(self.atoms), dtype=np.int64)
        np.maximum.at(latest, self.owners, levels[self.needed])
        fits = may_be[self.atoms] & (latest <= levels[self.atoms])
        fits[self.owners[self.needed == self.atoms[self.owners]]] = False
        fitting = self.take(fits)
        repeated = np.zeros(len(fitting.atoms), dtype=np.bool_)
        _, first = np.unique(fitting.rows, return_index=True)
        again = np.ones(len(fitting.rows), dtype=np.bool_)
        again[first] = False
        repeated[fitting.row_owners[again]] = True
        fitting = fitting.take(~repeated)
        once = np.zeros(len(fitting.atoms), dtype=np.bool_)
        once[np.unique(fitting.atoms, return_index=True)[1]] = True
        return fitting.take(once)


def joined(parts: Sequence[Candidates]) -> Candidates:
    """All of them, numbered one after the other."""
    nothing = np.empty(0, dtype=np.int64)
    before = np.cumsum([0, *[len(part.atoms) for part in parts]])[:-1].tolist()
    pairs = list(zip(parts, before, strict=True))
    return Candidates(
        np.concatenate([nothing, *[part.atoms for part in parts]]),
        np.concatenate([nothing, *[part.owners + first for part, first in pairs]]),
        np.concatenate([nothing, *[part.needed for part in parts]]),
        np.concatenate([nothing, *[part.row_owners + first for part, first in pairs]]),
        np.concatenate([nothing, *[part.rows for part in parts]]),
    )


def find_gates(pieces: Sequence[tuple[Ground, Array]], offsets: Sequence[int], levels: Array) -> Candidates:
    """The gates among the pieces that are clauses; rows are counted from the offset of their piece."""
    owners, literals = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for (node, rows), offset in zip(pieces, offsets, strict=False):
        clauses = _clauses(node, True, rows)
        if clauses is not None:
            owners.append(clauses[0] + offset)
            literals.append(clauses[1])
    tables = _by_width(np.concatenate(owners), np.concatenate(literals))
    if 2 not in tables:
        return joined([])
    rows, pairs = tables[2]
    keys = np.concatenate([_key(pairs[:, 0], pairs[:, 1]), _key(pairs[:, 1], pairs[:, 0])])
    order = np.argsort(keys, kind="stable")
    known = _Pairs(keys[order], np.concatenate([rows, rows])[order])
    gates = [_gates(*table, output, known) for table in tables.values() for output in range(table[1].shape[1])]
    return _oriented(joined(gates), levels)


class _Pairs(Struct, frozen=True, eq=False):
    """Clauses of two literals: the row of each by its key, sorted."""

    keys: Array
    rows: Array

    def find(self, first: Array, second: Array) -> Array:
        """The row of `first or second`, -1 for none."""
        wanted = _key(first, second)
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[places] == wanted, self.rows[places], -1)


def _key(first: Array, second: Array) -> Array:
    """Both literals in one number."""
    return ((2 * np.abs(first) + (first < 0)) << 31) + 2 * np.abs(second) + (second < 0)


def _clauses(node: Ground, positive: bool, rows: Array) -> tuple[Array, Array] | None:
    """The literals of rows that are clauses, each with the place of its row; None if they are not."""
    if not (node.status[rows] == OPEN).all():
        return None
    match node:
        case Literals(atoms):
            return np.arange(len(rows)), atoms[rows] if positive else -atoms[rows]
        case Negation(inner):
            return _clauses(inner, not positive, rows)
        case Connection(is_and, parts) if is_and != positive:
            clauses = [_clauses(part, positive, rows) for part in parts]
            whole = [part for part in clauses if part is not None]
            if len(whole) < len(clauses):
                return None
            return np.concatenate([part[0] for part in whole]), np.concatenate([part[1] for part in whole])
        case Big(is_and, inner, starts) if is_and != positive:
            counts = starts[rows + 1] - starts[rows]
            inside = _clauses(inner, positive, ramps(counts, starts[rows]))
            return None if inside is None else (np.repeat(np.arange(len(rows)), counts)[inside[0]], inside[1])
        case _:
            return None


def _by_width(owners: Array, literals: Array) -> dict[int, tuple[Array, Array]]:
    """Clauses as tables, one for each number of literals: the rows they come from, and the literals of each."""
    order = np.lexsort((literals, owners))
    owners, literals = owners[order], literals[order]
    again = np.zeros(len(owners), dtype=np.bool_)
    again[1:] = (owners[1:] == owners[:-1]) & (literals[1:] == literals[:-1])
    owners, literals = owners[~again], literals[~again]
    rows, starts, sizes = np.unique(owners, return_index=True, return_counts=True)
    return {
        width: (rows[sizes == width], literals[starts[sizes == width][:, None] + np.arange(width)[None, :]])
        for width in distinct(sizes).tolist()
        if 2 <= width <= _WIDEST
    }


def _gates(rows: Array, clauses: Array, output: int, known: _Pairs) -> Candidates:
    """The gates whose long clause is one of these, and whose output is at this place in it."""
    others = np.delete(clauses, output, axis=1)
    result = np.repeat(clauses[:, output : output + 1], others.shape[1], axis=1)
    pairs = known.find(-result, -others)
    here = (pairs >= 0).all(axis=1)
    count = int(np.count_nonzero(here))
    made_of = np.concatenate([rows[here][:, None], pairs[here]], axis=1)
    numbers = np.arange(count)
    return Candidates(
        np.abs(clauses[here, output]),
        np.repeat(numbers, others.shape[1]),
        np.abs(others[here]).ravel(),
        np.repeat(numbers, made_of.shape[1]),
        made_of.ravel(),
    )


def _oriented(gates: Candidates, levels: Array) -> Candidates:
    """Of two atoms that define each other only the later one: at a later level, or with a larger number."""
    later = np.ones(len(gates.atoms), dtype=np.bool_)
    needs_one = np.bincount(gates.owners, minlength=len(gates.atoms)) == 1
    alone = needs_one[gates.owners]
    atom, other = gates.atoms[gates.owners[alone]], gates.needed[alone]
    before = (levels[atom] < levels[other]) | ((levels[atom] == levels[other]) & (atom < other))
    later[gates.owners[alone][before]] = False
    return gates.take(later)
