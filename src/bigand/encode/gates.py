"""Find definitions written as clauses.

`a or x or y`, `not a or not x`, `not a or not y` say that `a` is true exactly if neither `x` nor `y` is. A gate is
one long clause and a binary clause for each other literal in it.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array, concatenate_ranges, sorted_distinct
from bigand.ground.formula import OPEN, BigConnection, Connection, Ground, Literals, Negation

_MAX_WIDTH = 12  # literals in a gate


class DefinitionCandidates(Struct, frozen=True, eq=False):
    """Possible definitions: the atom of each, the atoms it depends on, and the rows that form it."""

    atoms: Array
    owners: Array  # the index of the definition, for each entry of `needed`
    needed: Array  # atoms that definitions depend on
    row_owners: Array  # the index of the definition, for each entry of `rows`
    rows: Array  # rows (numbered across all pieces) that form the definitions

    def take(self, keep: Array) -> "DefinitionCandidates":
        """Select candidates by a mask."""
        number = np.cumsum(keep) - 1
        kept_owners, kept_rows = keep[self.owners], keep[self.row_owners]
        return DefinitionCandidates(
            self.atoms[keep],
            number[self.owners[kept_owners]],
            self.needed[kept_owners],
            number[self.row_owners[kept_rows]],
            self.rows[kept_rows],
        )

    def select_valid(self, levels: Array, is_definable: Array) -> "DefinitionCandidates":
        """Select definitions of definable atoms by atoms of no later level.

        Of several that use the same row or define the same atom, only the first is kept.
        """
        latest = np.zeros(len(self.atoms), dtype=np.int64)
        np.maximum.at(latest, self.owners, levels[self.needed])
        fits = is_definable[self.atoms] & (latest <= levels[self.atoms])
        fits[self.owners[self.needed == self.atoms[self.owners]]] = False
        valid = self.take(fits)
        repeated = np.zeros(len(valid.atoms), dtype=np.bool_)
        _, first = np.unique(valid.rows, return_index=True)
        is_repeated_row = np.ones(len(valid.rows), dtype=np.bool_)
        is_repeated_row[first] = False
        repeated[valid.row_owners[is_repeated_row]] = True
        valid = valid.take(~repeated)
        is_first = np.zeros(len(valid.atoms), dtype=np.bool_)
        is_first[np.unique(valid.atoms, return_index=True)[1]] = True
        return valid.take(is_first)


def concatenate_candidates(parts: Sequence[DefinitionCandidates]) -> DefinitionCandidates:
    """Concatenate candidates."""
    nothing = np.empty(0, dtype=np.int64)
    offsets = np.cumsum([0, *[len(part.atoms) for part in parts]])[:-1].tolist()
    pairs = list(zip(parts, offsets, strict=True))
    return DefinitionCandidates(
        np.concatenate([nothing, *[part.atoms for part in parts]]),
        np.concatenate([nothing, *[part.owners + first for part, first in pairs]]),
        np.concatenate([nothing, *[part.needed for part in parts]]),
        np.concatenate([nothing, *[part.row_owners + first for part, first in pairs]]),
        np.concatenate([nothing, *[part.rows for part in parts]]),
    )


def find_gates(
    pieces: Sequence[tuple[Ground, Array]], offsets: Sequence[int], levels: Array
) -> DefinitionCandidates:
    """Find the gates among the pieces that are clauses; the rows of each piece are numbered from its offset."""
    owners, literals = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for (node, rows), offset in zip(pieces, offsets, strict=False):
        clauses = _literals_if_clauses(node, True, rows)
        if clauses is not None:
            owners.append(clauses[0] + offset)
            literals.append(clauses[1])
    tables = _group_clauses_by_width(np.concatenate(owners), np.concatenate(literals))
    if 2 not in tables:
        return concatenate_candidates([])
    rows, pairs = tables[2]
    keys = np.concatenate([_key(pairs[:, 0], pairs[:, 1]), _key(pairs[:, 1], pairs[:, 0])])
    order = np.argsort(keys, kind="stable")
    binary_clauses = _BinaryClauses(keys[order], np.concatenate([rows, rows])[order])
    gates = [
        _find_gates_with_output(*table, output, binary_clauses)
        for table in tables.values()
        for output in range(table[1].shape[1])
    ]
    return _drop_earlier_of_mutual(concatenate_candidates(gates), levels)


class _BinaryClauses(Struct, frozen=True, eq=False):
    """Binary clauses: their rows, by sorted keys."""

    keys: Array
    rows: Array

    def find(self, first: Array, second: Array) -> Array:
        """Return the row of `first or second`, or -1."""
        wanted_keys = _key(first, second)
        places = np.minimum(np.searchsorted(self.keys, wanted_keys), len(self.keys) - 1)
        return np.where(self.keys[places] == wanted_keys, self.rows[places], -1)


def _key(first: Array, second: Array) -> Array:
    """Pack two literals into one number."""
    return ((2 * np.abs(first) + (first < 0)) << 31) + 2 * np.abs(second) + (second < 0)


def _literals_if_clauses(node: Ground, positive: bool, rows: Array) -> tuple[Array, Array] | None:
    """Return the literals of rows that are clauses, with the index of each one's row; None for other rows."""
    if not (node.status[rows] == OPEN).all():
        return None
    match node:
        case Literals(atoms):
            return np.arange(len(rows)), atoms[rows] if positive else -atoms[rows]
        case Negation(inner):
            return _literals_if_clauses(inner, not positive, rows)
        case Connection(is_and, parts) if is_and != positive:
            clauses = [_literals_if_clauses(part, positive, rows) for part in parts]
            part_clauses = [part for part in clauses if part is not None]
            if len(part_clauses) < len(clauses):
                return None
            return np.concatenate([part[0] for part in part_clauses]), np.concatenate(
                [part[1] for part in part_clauses]
            )
        case BigConnection(is_and, inner, starts) if is_and != positive:
            counts = starts[rows + 1] - starts[rows]
            inside = _literals_if_clauses(inner, positive, concatenate_ranges(counts, starts[rows]))
            return None if inside is None else (np.repeat(np.arange(len(rows)), counts)[inside[0]], inside[1])
        case _:
            return None


def _group_clauses_by_width(owners: Array, literals: Array) -> dict[int, tuple[Array, Array]]:
    """Group clauses by width: for each width, their rows and a table of their literals."""
    order = np.lexsort((literals, owners))
    owners, literals = owners[order], literals[order]
    is_repeated = np.zeros(len(owners), dtype=np.bool_)
    is_repeated[1:] = (owners[1:] == owners[:-1]) & (literals[1:] == literals[:-1])
    owners, literals = owners[~is_repeated], literals[~is_repeated]
    rows, starts, sizes = np.unique(owners, return_index=True, return_counts=True)
    return {
        width: (rows[sizes == width], literals[starts[sizes == width][:, None] + np.arange(width)[None, :]])
        for width in sorted_distinct(sizes).tolist()
        if 2 <= width <= _MAX_WIDTH
    }


def _find_gates_with_output(
    rows: Array, clauses: Array, output: int, binary_clauses: _BinaryClauses
) -> DefinitionCandidates:
    """Find the gates whose long clause is one of `clauses`, with the output at position `output`."""
    others = np.delete(clauses, output, axis=1)
    result = np.repeat(clauses[:, output : output + 1], others.shape[1], axis=1)
    pairs = binary_clauses.find(-result, -others)
    is_gate = (pairs >= 0).all(axis=1)
    count = int(np.count_nonzero(is_gate))
    made_of = np.concatenate([rows[is_gate][:, None], pairs[is_gate]], axis=1)
    numbers = np.arange(count)
    return DefinitionCandidates(
        np.abs(clauses[is_gate, output]),
        np.repeat(numbers, others.shape[1]),
        np.abs(others[is_gate]).ravel(),
        np.repeat(numbers, made_of.shape[1]),
        made_of.ravel(),
    )


def _drop_earlier_of_mutual(gates: DefinitionCandidates, levels: Array) -> DefinitionCandidates:
    """Of two atoms that define each other, keep the later one: at a later level, or with a larger number."""
    is_kept = np.ones(len(gates.atoms), dtype=np.bool_)
    needs_one = np.bincount(gates.owners, minlength=len(gates.atoms)) == 1
    alone = needs_one[gates.owners]
    atom, needed_atom = gates.atoms[gates.owners[alone]], gates.needed[alone]
    is_earlier = (levels[atom] < levels[needed_atom]) | (
        (levels[atom] == levels[needed_atom]) & (atom < needed_atom)
    )
    is_kept[gates.owners[alone][is_earlier]] = False
    return gates.take(is_kept)
