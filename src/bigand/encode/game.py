"""A formula with quantifiers as a game: `exists` wants the matrix true, `forall` wants it false.

The players assign atoms in turn, level by level. Each has its own clauses: those of `exists` are satisfiable
exactly if the matrix holds, those of `forall` if some piece of it is violated. Pieces that only define an atom are
never violated, since a player who wants the matrix true gives the atom no other value.

`split_game` splits a game into independent parts.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.clauses import Batch
from bigand.encode.compiler import renumber_literals
from bigand.encode.definitions import find_definitions
from bigand.encode.encoder import Encoder
from bigand.encode.quantified_clauses import QuantifiedClauses
from bigand.ground.columns import Array
from bigand.ground.prenex import Block


class ClauseRows(Struct, frozen=True, eq=False):
    """Concatenated clauses: clause i is `literals[starts[i]:starts[i+1]]`."""

    literals: Array  # int64
    starts: Array

    @property
    def owners(self) -> Array:
        """The clause of each literal."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


class Game(Struct, frozen=True, eq=False):
    """Levels, players and clauses of a game. Atoms are 1 to `atoms`; auxiliary ones of both players follow.

    The matrix is false, according to `refuting`, if one of the `broken_literals` holds.
    """

    levels: tuple[Block, ...]
    supporting: ClauseRows
    refuting: ClauseRows
    broken_literals: Array
    is_defined: Array  # bool, by variable
    atoms: int
    variables: int

    def clauses_of(self, is_forall: bool) -> ClauseRows:
        """All clauses of a player."""
        if not is_forall:
            return self.supporting
        literals = np.concatenate([self.refuting.literals, self.broken_literals])
        return ClauseRows(literals, np.append(self.refuting.starts, len(literals)))


def build_game(quantified: QuantifiedClauses, only_free: bool = False) -> Game:
    """Build the game of a file with quantifiers; with `only_free`, only free atoms count as defined."""
    compiled, blocks = quantified.compiled, quantified.blocks
    occurring = np.flatnonzero(compiled.atom_numbers)
    numbers = compiled.atom_numbers[occurring]
    levels = np.zeros(len(compiled.atom_numbers), dtype=np.int64)
    levels[occurring] = block_index_by_atom(blocks, compiled.clauses.atoms)[numbers]
    definable = np.ones(len(levels), dtype=np.bool_)
    if only_free:
        definable[occurring] = np.isin(numbers, quantified.free_atoms)
    definitions = find_definitions(quantified.matrix, levels, [block.is_forall for block in blocks], definable)
    encoder = Encoder()
    broken_literals: list[Array] = [np.empty(0, dtype=np.int64)]
    for piece in definitions.pieces:
        is_definition = piece.is_definition
        encoder.assert_rows(piece.node, piece.rows[is_definition])
        broken_literals.append(encoder.define_implying_literals(piece.node, False, piece.rows[~is_definition]))
    variable_count = compiled.clauses.variables
    early_levels = np.zeros(compiled.clauses.atoms, dtype=np.int64)
    early_levels[numbers - 1] = definitions.levels[occurring]
    is_defined = np.zeros(variable_count + encoder.auxiliary_count + 1, dtype=np.bool_)
    is_defined[numbers] = definitions.is_defined[occurring]
    return Game(
        tuple(
            [
                Block(block.is_forall, np.flatnonzero(early_levels == level) + 1)
                for level, block in enumerate(blocks)
            ]
        ),
        _concatenate_batches(compiled.clauses.batches),
        _concatenate_batches(
            [_renumber_batch(batch, compiled.atom_numbers, variable_count) for batch in encoder.batches]
        ),
        renumber_literals(np.concatenate(broken_literals), compiled.atom_numbers, variable_count).astype(np.int64),
        is_defined,
        compiled.clauses.atoms,
        variable_count + encoder.auxiliary_count,
    )


def block_index_by_atom(blocks: Sequence[Block], atom_count: int) -> Array:
    """Return for each atom, by number, the index of its block."""
    levels = np.zeros(atom_count + 1, dtype=np.int64)
    for level, block in enumerate(blocks):
        levels[block.atoms] = level
    return levels


def _renumber_batch(batch: Batch, numbers: Array, variable_count: int) -> Batch:
    return replace(batch, literals=renumber_literals(batch.literals, numbers, variable_count))


def _concatenate_batches(batches: Sequence[Batch]) -> ClauseRows:
    literals = np.concatenate([batch.literals for batch in batches] or [np.empty(0, dtype=np.int64)])
    sizes = np.concatenate([batch.sizes() for batch in batches] or [np.empty(0, dtype=np.int64)])
    return ClauseRows(literals.astype(np.int64), np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))


# ---------------------------------------------------------------------- independent parts


class GamePart(Struct, frozen=True, eq=False):
    """A game that represents all parts of one form: in the m-th part, its atom `a` is `members[m, a - 1]`."""

    game: Game
    members: Array


def split_game(game: Game, marked_atoms: Array) -> list[GamePart]:
    """Split a game into parts that share no atoms, ordered by their first atoms; parts of equal form are merged.

    Each part can be decided by itself, and each form only once: `bigand` over a thousand rows with a quantifier in
    each is a thousand small games. Two parts have the same form if they are equal when each numbers its atoms from
    1 in order, and agree on which atoms are in `marked_atoms`.
    """
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
    """Return for each variable the smallest one that clauses connect it to, 0 if it occurs in none."""
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
    """Numbers that describe parts: `parts` gives the part of each; the numbers of a part are in order."""

    numbers: Array
    parts: Array


def _describe_parts(
    game: Game, marked_atoms: Array, ordered_variables: Array, ranks: Array, parts: Array
) -> list[_PartNumbers]:
    """Return what determines the form of a part: its variables, clauses (each ending in 0), broken literals."""
    levels = np.full(game.variables + 1, -1, dtype=np.int64)
    levels[: game.atoms + 1] = block_index_by_atom(game.levels, game.atoms)
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
    """Yield the parts, merged by form."""
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
    """Group the indices of equal rows of a table."""
    whole_rows = (
        np.ascontiguousarray(table).view(np.dtype((np.void, table.dtype.itemsize * table.shape[1]))).ravel()
    )
    _, group = np.unique(whole_rows, return_inverse=True)
    order = np.argsort(group, kind="stable")
    return np.split(order, np.cumsum(np.bincount(group))[:-1])


def _rebuild_game(game: Game, form: Array, shape: Array, atoms: int) -> Game:
    """Rebuild an independent game from the numbers that describe it."""
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
        tuple(levels), _split_at_zeros(supporting), _split_at_zeros(refuting), broken, defined, atoms, len(kinds)
    )


def _split_at_zeros(literals: Array) -> ClauseRows:
    """Split literals with a 0 after each clause into clauses."""
    ends = np.flatnonzero(literals == 0)
    starts = np.concatenate([[0], ends - np.arange(len(ends))])
    return ClauseRows(literals[literals != 0], starts)
