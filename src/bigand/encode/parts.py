"""A game in parts that share no atom: each can be decided by itself, and parts of one form only once.

`bigand` over a thousand rows with a quantifier in each is a thousand small games, not a large one. Two parts have
one form if they are the same when each numbers its atoms from 1 in their order.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from msgspec import Struct

from bigand.encode.game import ClauseRows, Game, levels_of
from bigand.ground.columns import Array
from bigand.ground.prenex import Block


class GamePart(Struct, frozen=True, eq=False):
    """A game that stands for all of its form: `members[m, a - 1]` is what its atom `a` is in the m-th of them."""

    game: Game
    members: Array


def split_game(game: Game, marked_atoms: Array) -> list[GamePart]:
    """The parts of a game, by their first atoms; parts of one form agree on which atoms are `marked_atoms`, too."""
    labels = _component_labels(game)
    number, part_of = np.unique(labels[labels > 0], return_inverse=True)
    variables = np.flatnonzero(labels)
    order = np.argsort(part_of, kind="stable")
    sizes = np.bincount(part_of, minlength=len(number))
    ranks = np.zeros(len(labels), dtype=np.int64)
    ranks[variables[order]] = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + 1
    parts = np.full(len(labels), -1, dtype=np.int64)
    parts[variables] = part_of
    streams = _describe_parts(game, marked_atoms, variables[order], ranks, parts)
    return sorted(
        _group_by_form(game, streams, variables[order], sizes), key=lambda part: part.members[0, :1].tolist()
    )


def _component_labels(game: Game) -> Array:
    """For each variable the smallest one that it is connected to by clauses, 0 if it is in none."""
    labels = np.zeros(game.variables + 1, dtype=np.int64)
    tables = [rows for rows in (game.supporting, game.refuting) if len(rows.literals)]
    for rows in (*tables, ClauseRows(game.broken_literals, np.arange(len(game.broken_literals) + 1))):
        labels[np.abs(rows.literals)] = np.abs(rows.literals)
    while True:
        previous = labels.copy()
        for rows in tables:
            variables = np.abs(rows.literals)
            starts = rows.starts[:-1][np.diff(rows.starts) > 0]
            least = np.minimum.reduceat(labels[variables], starts)
            counts = np.diff(np.append(starts, len(variables)))
            np.minimum.at(labels, labels[variables], np.repeat(least, counts))
            labels = labels[labels]
        if (labels == previous).all():
            return labels


class _PartNumbers(Struct, frozen=True, eq=False):
    """Numbers that describe parts: `parts` tells for each which part it is of; those of a part stand in order."""

    numbers: Array
    parts: Array


def _describe_parts(
    game: Game, marked_atoms: Array, ordered_variables: Array, ranks: Array, parts: Array
) -> list[_PartNumbers]:
    """What makes the form of a part: its variables, its clauses (0 ends each), and what may be broken."""
    levels = np.full(game.variables + 1, -1, dtype=np.int64)
    levels[: game.atoms + 1] = levels_of(game.levels, game.atoms)
    kinds = levels * 4 + game.is_defined * 2
    kinds[marked_atoms] += 1
    streams = [_PartNumbers(kinds[ordered_variables], parts[ordered_variables])]
    for rows in (game.supporting, game.refuting):
        literals = np.insert(rows.literals, rows.starts[1:], 0)
        owners = parts[np.abs(rows.literals[np.minimum(rows.starts[:-1], len(rows.literals) - 1)])]
        in_part = np.repeat(owners, np.diff(rows.starts) + 1)
        streams.append(_PartNumbers(np.sign(literals) * ranks[np.abs(literals)], in_part))
    streams.append(
        _PartNumbers(
            np.sign(game.broken_literals) * ranks[np.abs(game.broken_literals)], parts[np.abs(game.broken_literals)]
        )
    )
    return streams


def _group_by_form(
    game: Game, streams: list[_PartNumbers], ordered_variables: Array, sizes: Array
) -> Iterator[GamePart]:
    """The parts by their form."""
    count = len(sizes)
    lengths = np.stack([np.bincount(stream.parts, minlength=count) for stream in streams], axis=1)
    numbers = np.concatenate([stream.numbers for stream in streams])
    numbers = numbers[np.argsort(np.concatenate([stream.parts for stream in streams]), kind="stable")]
    starts = np.cumsum(lengths.sum(axis=1)) - lengths.sum(axis=1)
    variable_starts = np.cumsum(sizes) - sizes
    shapes, shape_of = np.unique(lengths, axis=0, return_inverse=True)
    for number, shape in enumerate(shapes):
        same_shape = np.flatnonzero(shape_of.ravel() == number)
        table = numbers[starts[same_shape][:, None] + np.arange(int(shape.sum()))[None, :]]
        for equal_rows in _group_equal_rows(table):
            form, same_form = table[equal_rows[0]], same_shape[equal_rows]
            atoms = int((form[: shape[0]] >= 0).sum())
            members = ordered_variables[variable_starts[same_form][:, None] + np.arange(atoms)[None, :]]
            yield GamePart(_rebuild_game(game, form, shape, atoms), members)


def _group_equal_rows(table: Array) -> list[Array]:
    """The numbers of the rows of a table, those of equal rows together."""
    whole_rows = (
        np.ascontiguousarray(table).view(np.dtype((np.void, table.dtype.itemsize * table.shape[1]))).ravel()
    )
    _, group = np.unique(whole_rows, return_inverse=True)
    order = np.argsort(group, kind="stable")
    return np.split(order, np.cumsum(np.bincount(group))[:-1])


def _rebuild_game(game: Game, form: Array, shape: Array, atoms: int) -> Game:
    """A game by itself from the numbers that describe it."""
    edges = np.concatenate([[0], np.cumsum(shape)]).tolist()
    kinds, supporting, refuting, broken = [form[start:end] for start, end in pairwise(edges)]
    levels: list[Block] = []
    for level, block in enumerate(game.levels):
        level_atoms = np.flatnonzero(kinds[:atoms] // 4 == level) + 1
        if not len(level_atoms):
            continue
        if levels and levels[-1].is_forall == block.is_forall:
            levels[-1] = Block(block.is_forall, np.sort(np.concatenate([levels[-1].atoms, level_atoms])))
        else:
            levels.append(Block(block.is_forall, level_atoms))
    defined = np.concatenate([[False], (kinds >= 0) & (kinds // 2 % 2 == 1)])
    return Game(
        tuple(levels), _rows_from_flat(supporting), _rows_from_flat(refuting), broken, defined, atoms, len(kinds)
    )


def _rows_from_flat(literals: Array) -> ClauseRows:
    """Clauses from literals with a 0 after each clause."""
    ends = np.flatnonzero(literals == 0)
    starts = np.concatenate([[0], ends - np.arange(len(ends))])
    return ClauseRows(literals[literals != 0], starts)
