"""Find the atoms that a matrix defines: existential atoms whose definition contains nothing of a later level.

A definition is an equivalence `a <=> f` at the top of the matrix, a fact, or clauses that form a gate (see
`gates`). In any sensible play such an atom has the value given by its definition, so it need not wait for its turn:
it gets the value as soon as the atoms of its definition have theirs. In a game, these atoms are the positions, and
a lost position is lost however it was reached.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from bigand.encode.gates import DefinitionCandidates, concatenate_candidates, find_gates
from bigand.ground.columns import Array, concatenate_ranges
from bigand.ground.formula import (
    OPEN,
    BigConnection,
    Branches,
    Connection,
    Equality,
    Ground,
    Literals,
    Negation,
    atoms_in_rows,
)

_MAX_ROUNDS = 10_000  # maximum length of a chain of definitions


class Piece(Struct, frozen=True, eq=False):
    """Rows of a formula that must hold, and for each whether it only defines an atom."""

    node: Ground
    rows: Array
    is_definition: Array


class Definitions(Struct, frozen=True, eq=False):
    """A matrix in pieces, and for each atom the level at which it gets its value."""

    pieces: tuple[Piece, ...]
    levels: Array
    is_defined: Array  # bool, by atom


def find_definitions(
    matrix: Sequence[Ground], levels: Array, is_forall: Sequence[bool], definable: Array
) -> Definitions:
    """Split a matrix into pieces and find its definitions.

    `levels` gives the block of each atom, `is_forall` the kind of each block. Only `definable` atoms (a mask by
    atom) are considered.
    """
    kinds = np.array([*is_forall, True], dtype=np.bool_)
    is_definable = definable & ~kinds[levels]
    pieces = [piece for ground in matrix for piece in split_conjuncts(ground, np.arange(len(ground.status)))]
    offsets = np.cumsum([0, *[len(rows) for _, rows in pieces]]).tolist()
    direct_candidates = [
        _equivalence_and_fact_candidates(node, rows, offset)
        for (node, rows), offset in zip(pieces, offsets, strict=False)
    ]
    candidates = concatenate_candidates(
        [*[candidate for group in direct_candidates for candidate in group], find_gates(pieces, offsets, levels)]
    )
    accepted, early_levels = _remove_circular(candidates.select_valid(levels, is_definable), levels, kinds)
    is_defined = np.zeros(len(levels), dtype=np.bool_)
    is_defined[accepted.atoms] = True
    is_definition = np.zeros(offsets[-1], dtype=np.bool_)
    is_definition[accepted.rows] = True
    parts = [
        Piece(node, rows, is_definition[offset : offset + len(rows)])
        for (node, rows), offset in zip(pieces, offsets, strict=False)
    ]
    return Definitions(tuple(parts), early_levels, is_defined)


def split_conjuncts(node: Ground, rows: Array) -> Iterator[tuple[Ground, Array]]:
    """Yield the formulas, with rows, whose conjunction these rows of a node are; rows that are true are omitted."""
    rows = rows[node.status[rows] == OPEN]
    if not len(rows):
        return
    match node:
        case Connection(True, parts):
            for part in parts:
                yield from split_conjuncts(part, rows)
        case Negation(Connection(is_and, parts)):
            yield from split_conjuncts(Connection(not is_and, tuple([Negation(part) for part in parts])), rows)
        case Negation(Negation(inner)):
            yield from split_conjuncts(inner, rows)
        case BigConnection(True, inner, starts):
            yield from split_conjuncts(inner, concatenate_ranges(starts[rows + 1] - starts[rows], starts[rows]))
        case Branches(parts, which, places):
            for index, part in enumerate(parts):
                yield from split_conjuncts(part, places[rows[which[rows] == index]])
        case Connection(False, parts) if (spread := _distribute_over_only_conjunction(parts, rows)) is not None:
            for disjuncts in spread:
                yield from split_conjuncts(Connection(False, disjuncts), rows)
        case _:
            yield node, rows


def _distribute_over_only_conjunction(parts: tuple[Ground, ...], rows: Array) -> list[tuple[Ground, ...]] | None:
    """Distribute a disjunction over its only conjunction; None if there is not exactly one."""
    conjunction_indices = [index for index, part in enumerate(parts) if len(_conjuncts_of(part)) > 1]
    if len(conjunction_indices) != 1:
        return None
    index_of_conjunction = conjunction_indices[0]
    inner_conjuncts = _conjuncts_of(parts[index_of_conjunction])
    if not all([(conjunct.status[rows] == OPEN).all() for conjunct in inner_conjuncts]):
        return None  # what a constant has absorbed must not reappear
    return [
        (*parts[:index_of_conjunction], conjunct, *parts[index_of_conjunction + 1 :])
        for conjunct in inner_conjuncts
    ]


def _conjuncts_of(node: Ground) -> tuple[Ground, ...]:
    match node:
        case Connection(True, parts):
            return parts
        case Negation(Connection(False, parts)):
            return tuple([Negation(part) for part in parts])
        case Negation(Negation(inner)):
            return _conjuncts_of(inner)
        case _:
            return (node,)


def _equivalence_and_fact_candidates(node: Ground, rows: Array, offset: int) -> list[DefinitionCandidates]:
    """Return what the rows of a piece may define: either side of an equivalence, or the atom of a fact."""
    numbers = np.arange(len(rows))
    nothing = np.empty(0, dtype=np.int64)
    if isinstance(node, Equality):
        sides = [(_strip_negations(node.left), node.right), (_strip_negations(node.right), node.left)]
        return [
            DefinitionCandidates(side.atoms[rows], *atoms_in_rows(definition, rows), numbers, numbers + offset)
            for side, definition in sides
            if isinstance(side, Literals)
        ]
    inner = _strip_negations(node)
    if isinstance(inner, Literals):
        return [DefinitionCandidates(inner.atoms[rows], nothing, nothing, numbers, numbers + offset)]
    return []


def _strip_negations(node: Ground) -> Ground:
    while isinstance(node, Negation):
        node = node.inner
    return node


def _remove_circular(
    candidates: DefinitionCandidates, levels: Array, is_forall: Array
) -> tuple[DefinitionCandidates, Array]:
    """Remove circular definitions; also return the levels of atoms given by the others."""
    is_known = np.ones(len(levels), dtype=np.bool_)
    is_known[candidates.atoms] = False
    early_levels = levels.copy()
    is_open = np.ones(len(candidates.atoms), dtype=np.bool_)
    for _ in range(_MAX_ROUNDS):
        is_waiting = np.zeros(len(candidates.atoms), dtype=np.bool_)
        is_waiting[candidates.owners[~is_known[candidates.needed]]] = True
        ready = np.flatnonzero(is_open & ~is_waiting)
        if not len(ready):
            break
        latest = np.zeros(len(candidates.atoms), dtype=np.int64)
        np.maximum.at(latest, candidates.owners, early_levels[candidates.needed])
        # the first existential block from there on
        early_levels[candidates.atoms[ready]] = latest[ready] + is_forall[latest[ready]]
        is_known[candidates.atoms[ready]] = True
        is_open[ready] = False
    return candidates.take(~is_open), early_levels
