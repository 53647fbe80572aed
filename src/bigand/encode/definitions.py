"""Atoms that a matrix defines: with `a` under `exists` and nothing in its definition that comes later.

A definition is an equivalence `a <=> f` at the top of the matrix, a fact, or clauses that together make a gate (see
`gates`). In any play that makes sense such an atom has the value that its definition gives it, so it need not wait
for its turn: it gets it as soon as what it is defined by has values. In a game those are the positions, and who has
lost in a position has lost however it was reached.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from bigand.encode.gates import Candidates, find_gates, joined
from bigand.ground.columns import Array, ramps
from bigand.ground.formula import OPEN, Big, Branches, Connection, Equality, Ground, Literals, Negation, mentions

_ROUNDS = 10_000  # as long as a chain of definitions may be


class Piece(Struct, frozen=True, eq=False):
    """Rows of a formula that must hold, and for each whether it is only there to define an atom."""

    node: Ground
    rows: Array
    defines: Array


class Definitions(Struct, frozen=True, eq=False):
    """A matrix in pieces, and for each atom the level at which it gets its value."""

    pieces: tuple[Piece, ...]
    levels: Array
    defined: Array  # bool, by atom


def find_definitions(
    matrix: Sequence[Ground], levels: Array, is_forall: Sequence[bool], definable: Array
) -> Definitions:
    """The pieces of a matrix; `levels` tells the block of each atom, `is_forall` the kind of each block.

    Only atoms that are `definable` (bool, by atom) are looked at.
    """
    kinds = np.array([*is_forall, True], dtype=np.bool_)
    may_be = definable & ~kinds[levels]
    pieces = [piece for ground in matrix for piece in conjuncts(ground, np.arange(len(ground.status)))]
    offsets = np.cumsum([0, *[len(rows) for _, rows in pieces]]).tolist()
    plain = [_candidates(node, rows, offset) for (node, rows), offset in zip(pieces, offsets, strict=False)]
    candidates = joined(
        [*[candidate for group in plain for candidate in group], find_gates(pieces, offsets, levels)]
    )
    accepted, early = _well_founded(candidates.fitting(levels, may_be), levels, kinds)
    defined = np.zeros(len(levels), dtype=np.bool_)
    defined[accepted.atoms] = True
    stands = np.zeros(offsets[-1], dtype=np.bool_)
    stands[accepted.rows] = True
    parts = [
        Piece(node, rows, stands[offset : offset + len(rows)])
        for (node, rows), offset in zip(pieces, offsets, strict=False)
    ]
    return Definitions(tuple(parts), early, defined)


def conjuncts(node: Ground, rows: Array) -> Iterator[tuple[Ground, Array]]:
    """The formulas, with their rows, that must hold where these rows of a node must; what is true is left out."""
    rows = rows[node.status[rows] == OPEN]
    if not len(rows):
        return
    match node:
        case Connection(True, parts):
            for part in parts:
                yield from conjuncts(part, rows)
        case Negation(Connection(is_and, parts)):
            yield from conjuncts(Connection(not is_and, tuple([Negation(part) for part in parts])), rows)
        case Negation(Negation(inner)):
            yield from conjuncts(inner, rows)
        case Big(True, inner, starts):
            yield from conjuncts(inner, ramps(starts[rows + 1] - starts[rows], starts[rows]))
        case Branches(parts, which, places):
            for index, part in enumerate(parts):
                yield from conjuncts(part, places[rows[which[rows] == index]])
        case Connection(False, parts) if (spread := _spread(parts, rows)) is not None:
            for disjuncts in spread:
                yield from conjuncts(Connection(False, disjuncts), rows)
        case _:
            yield node, rows


def _spread(parts: tuple[Ground, ...], rows: Array) -> list[tuple[Ground, ...]] | None:
    """A disjunction that has one conjunction in it, as what must hold for each part of that."""
    several = [index for index, part in enumerate(parts) if len(_conjoined(part)) > 1]
    if len(several) != 1:
        return None
    place = several[0]
    inside = _conjoined(parts[place])
    if not all([(conjunct.status[rows] == OPEN).all() for conjunct in inside]):
        return None  # what a constant has absorbed must not come up again
    return [(*parts[:place], conjunct, *parts[place + 1 :]) for conjunct in inside]


def _conjoined(node: Ground) -> tuple[Ground, ...]:
    match node:
        case Connection(True, parts):
            return parts
        case Negation(Connection(False, parts)):
            return tuple([Negation(part) for part in parts])
        case Negation(Negation(inner)):
            return _conjoined(inner)
        case _:
            return (node,)


def _candidates(node: Ground, rows: Array, offset: int) -> list[Candidates]:
    """What the rows of a piece may define: either side of an equivalence, or the atom of a fact."""
    numbers = np.arange(len(rows))
    nothing = np.empty(0, dtype=np.int64)
    if isinstance(node, Equality):
        sides = [(_without_sign(node.left), node.right), (_without_sign(node.right), node.left)]
        return [
            Candidates(side.atoms[rows], *mentions(other, rows), numbers, numbers + offset)
            for side, other in sides
            if isinstance(side, Literals)
        ]
    inner = _without_sign(node)
    if isinstance(inner, Literals):
        return [Candidates(inner.atoms[rows], nothing, nothing, numbers, numbers + offset)]
    return []


def _without_sign(node: Ground) -> Ground:
    while isinstance(node, Negation):
        node = node.inner
    return node


def _well_founded(wanted: Candidates, levels: Array, kinds: Array) -> tuple[Candidates, Array]:
    """The definitions that do not go round in circles; and the levels of atoms by them."""
    known = np.ones(len(levels), dtype=np.bool_)
    known[wanted.atoms] = False
    early = levels.copy()
    left = np.ones(len(wanted.atoms), dtype=np.bool_)
    for _ in range(_ROUNDS):
        waits = np.zeros(len(wanted.atoms), dtype=np.bool_)
        waits[wanted.owners[~known[wanted.needed]]] = True
        now = np.flatnonzero(left & ~waits)
        if not len(now):
            break
        latest = np.zeros(len(wanted.atoms), dtype=np.int64)
        np.maximum.at(latest, wanted.owners, early[wanted.needed])
        early[wanted.atoms[now]] = latest[now] + kinds[latest[now]]  # the first block of `exists` from there on
        known[wanted.atoms[now]] = True
        left[now] = False
    return wanted.take(~left), early
