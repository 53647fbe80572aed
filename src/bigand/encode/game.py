"""A formula with quantifiers as a game: `exists` wants the matrix true, `forall` wants it false.

They give values to atoms in turn, level by level. Each has clauses of his own: those of `exists` can be satisfied
exactly where the matrix holds, those of `forall` where some piece of it is broken. What only defines an atom is
never broken, since nobody who wants the matrix true gives the atom another value.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.clauses import Batch
from bigand.encode.compile import renumber
from bigand.encode.definitions import find_definitions
from bigand.encode.encoder import Encoder
from bigand.encode.quantified import QuantifiedClauses
from bigand.ground.columns import Array
from bigand.ground.prenex import Block


class Rows(Struct, frozen=True, eq=False):
    """Clauses one after the other: clause i is `literals[starts[i]:starts[i+1]]`."""

    literals: Array  # int64
    starts: Array

    @property
    def owners(self) -> Array:
        """For each literal the number of its clause."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


class Game(Struct, frozen=True, eq=False):
    """Who plays when, and for what. Atoms are 1 to `atoms`; auxiliary ones of both players follow.

    `broken` are literals, of which one holds where `refuting` is to show that the matrix is false.
    """

    levels: tuple[Block, ...]
    supporting: Rows
    refuting: Rows
    broken: Array
    defined: Array  # bool, by variable
    atoms: int
    variables: int

    def clauses(self, is_forall: bool) -> Rows:
        """All clauses of a player."""
        if not is_forall:
            return self.supporting
        literals = np.concatenate([self.refuting.literals, self.broken])
        return Rows(literals, np.append(self.refuting.starts, len(literals)))


def game_of(quantified: QuantifiedClauses, only_free: bool = False) -> Game:
    """The game that a file with quantifiers is; with `only_free` only free atoms count as defined."""
    compiled, blocks = quantified.compiled, quantified.blocks
    own = np.flatnonzero(compiled.numbers)
    numbers = compiled.numbers[own]
    levels = np.zeros(len(compiled.numbers), dtype=np.int64)
    levels[own] = levels_of(blocks, compiled.clauses.atoms)[numbers]
    definable = np.ones(len(levels), dtype=np.bool_)
    if only_free:
        definable[own] = np.isin(numbers, quantified.free)
    definitions = find_definitions(quantified.matrix, levels, [block.is_forall for block in blocks], definable)
    encoder = Encoder()
    broken: list[Array] = [np.empty(0, dtype=np.int64)]
    for piece in definitions.pieces:
        stands = piece.defines
        encoder.assert_rows(piece.node, piece.rows[stands])
        broken.append(encoder.name(piece.node, False, piece.rows[~stands]))
    before = compiled.clauses.variables
    early = np.zeros(compiled.clauses.atoms, dtype=np.int64)
    early[numbers - 1] = definitions.levels[own]
    defined = np.zeros(before + encoder.auxiliary + 1, dtype=np.bool_)
    defined[numbers] = definitions.defined[own]
    return Game(
        tuple([Block(block.is_forall, np.flatnonzero(early == level) + 1) for level, block in enumerate(blocks)]),
        _rows(compiled.clauses.batches),
        _rows([_renumbered(batch, compiled.numbers, before) for batch in encoder.batches]),
        renumber(np.concatenate(broken), compiled.numbers, before).astype(np.int64),
        defined,
        compiled.clauses.atoms,
        before + encoder.auxiliary,
    )


def levels_of(blocks: Sequence[Block], atoms: int) -> Array:
    """For each atom, by its number, the place of its block."""
    levels = np.zeros(atoms + 1, dtype=np.int64)
    for level, block in enumerate(blocks):
        levels[block.atoms] = level
    return levels


def _renumbered(batch: Batch, numbers: Array, before: int) -> Batch:
    return replace(batch, literals=renumber(batch.literals, numbers, before))


def _rows(batches: Sequence[Batch]) -> Rows:
    literals = np.concatenate([batch.literals for batch in batches] or [np.empty(0, dtype=np.int64)])
    sizes = np.concatenate([batch.sizes() for batch in batches] or [np.empty(0, dtype=np.int64)])
    return Rows(literals.astype(np.int64), np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))
