"""A game in parts that share no atom: each can be decided by itself, and parts of one form only once.

`bigand` over a thousand rows with a quantifier in each is a thousand small games, not a large one. Two parts have
one form if they are the same when each numbers its atoms from 1 in their order.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from msgspec import Struct

from bigand.encode.game import Game, Rows, levels_of
from bigand.ground.columns import Array
from bigand.ground.prenex import Block


class Part(Struct, frozen=True, eq=False):
    """A game that stands for all of its form: `members[m, a - 1]` is what its atom `a` is in the m-th of them."""

    game: Game
    members: Array


def parts_of(game: Game, marked: Array) -> list[Part]:
    """The parts of a game, by their first atoms; parts of one form agree on which atoms are `marked`, too."""
    labels = _connected(game)
    number, part_of = np.unique(labels[labels > 0], return_inverse=True)
    variables = np.flatnonzero(labels)
    order = np.argsort(part_of, kind="stable")
    sizes = np.bincount(part_of, minlength=len(number))
    ranks = np.zeros(len(labels), dtype=np.int64)
    ranks[variables[order]] = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + 1
    parts = np.full(len(labels), -1, dtype=np.int64)
    parts[variables] = part_of
    streams = _streams(game, marked, variables[order], ranks, parts)
    return sorted(_grouped(game, streams, variables[order], sizes), key=lambda part: part.members[0, :1].tolist())


def _connected(game: Game) -> Array:
    """For each variable the smallest one that it is connected to by clauses, 0 if it is in none."""
    labels = np.zeros(game.variables + 1, dtype=np.int64)
    tables = [rows for rows in (game.supporting, game.refuting) if len(rows.literals)]
    for rows in (*tables, Rows(game.broken, np.arange(len(game.broken) + 1))):
        labels[np.abs(rows.literals)] = np.abs(rows.literals)
    while True:
        before = labels.copy()
        for rows in tables:
            variables = np.abs(rows.literals)
            starts = rows.starts[:-1][np.diff(rows.starts) > 0]
            least = np.minimum.reduceat(labels[variables], starts)
            counts = np.diff(np.append(starts, len(variables)))
            np.minimum.at(labels, labels[variables], np.repeat(least, counts))
            labels = labels[labels]
        if (labels == before).all():
            return labels


class _Stream(Struct, frozen=True, eq=False):
    """Numbers that describe parts: `parts` tells for each which part it is of; those of a part stand in order."""

    numbers: Array
    parts: Array


def _streams(game: Game, marked: Array, ordered: Array, ranks: Array, parts: Array) -> list[_Stream]:
    """What makes the form of a part: its variables, its clauses (0 ends each), and what may be broken."""
    levels = np.full(game.variables + 1, -1, dtype=np.int64)
    levels[: game.atoms + 1] = levels_of(game.levels, game.atoms)
    kinds = levels * 4 + game.defined * 2
    kinds[marked] += 1
    streams = [_Stream(kinds[ordered], parts[ordered])]
    for rows in (game.supporting, game.refuting):
        literals = np.insert(rows.literals, rows.starts[1:], 0)
        owners = parts[np.abs(rows.literals[np.minimum(rows.starts[:-1], len(rows.literals) - 1)])]
        in_part = np.repeat(owners, np.diff(rows.starts) + 1)
        streams.append(_Stream(np.sign(literals) * ranks[np.abs(literals)], in_part))
    streams.append(_Stream(np.sign(game.broken) * ranks[np.abs(game.broken)], parts[np.abs(game.broken)]))
    return streams


def _grouped(game: Game, streams: list[_Stream], ordered: Array, sizes: Array) -> Iterator[Part]:
    """The parts by their form."""
    count = len(sizes)
    lengths = np.stack([np.bincount(stream.parts, minlength=count) for stream in streams], axis=1)
    whole = np.concatenate([stream.numbers for stream in streams])
    whole = whole[np.argsort(np.concatenate([stream.parts for stream in streams]), kind="stable")]
    starts = np.cumsum(lengths.sum(axis=1)) - lengths.sum(axis=1)
    variable_starts = np.cumsum(sizes) - sizes
    shapes, shape_of = np.unique(lengths, axis=0, return_inverse=True)
    for number, shape in enumerate(shapes):
        here = np.flatnonzero(shape_of.ravel() == number)
        table = whole[starts[here][:, None] + np.arange(int(shape.sum()))[None, :]]
        for alike_rows in _alike(table):
            form, alike = table[alike_rows[0]], here[alike_rows]
            atoms = int((form[: shape[0]] >= 0).sum())
            members = ordered[variable_starts[alike][:, None] + np.arange(atoms)[None, :]]
            yield Part(_rebuilt(game, form, shape, atoms), members)


def _alike(table: Array) -> list[Array]:
    """The numbers of the rows of a table, those of equal rows together."""
    whole_rows = (
        np.ascontiguousarray(table).view(np.dtype((np.void, table.dtype.itemsize * table.shape[1]))).ravel()
    )
    _, group = np.unique(whole_rows, return_inverse=True)
    order = np.argsort(group, kind="stable")
    return np.split(order, np.cumsum(np.bincount(group))[:-1])


def _rebuilt(game: Game, form: Array, shape: Array, atoms: int) -> Game:
    """A game by itself from the numbers that describe it."""
    edges = np.concatenate([[0], np.cumsum(shape)]).tolist()
    kinds, supporting, refuting, broken = [form[start:end] for start, end in pairwise(edges)]
    levels: list[Block] = []
    for level, block in enumerate(game.levels):
        own = np.flatnonzero(kinds[:atoms] // 4 == level) + 1
        if not len(own):
            continue
        if levels and levels[-1].is_forall == block.is_forall:
            levels[-1] = Block(block.is_forall, np.sort(np.concatenate([levels[-1].atoms, own])))
        else:
            levels.append(Block(block.is_forall, own))
    defined = np.concatenate([[False], (kinds >= 0) & (kinds // 2 % 2 == 1)])
    return Game(tuple(levels), _from_flat(supporting), _from_flat(refuting), broken, defined, atoms, len(kinds))


def _from_flat(literals: Array) -> Rows:
    """Clauses from literals with a 0 after each clause."""
    ends = np.flatnonzero(literals == 0)
    starts = np.concatenate([[0], ends - np.arange(len(ends))])
    return Rows(literals[literals != 0], starts)
