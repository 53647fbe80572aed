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
from bigand.encode.compile import renumber_literals
from bigand.encode.definitions import find_definitions
from bigand.encode.encoder import Encoder
from bigand.encode.quantified import QuantifiedClauses
from bigand.ground.columns import Array
from bigand.ground.prenex import Block


class ClauseRows(Struct, frozen=True, eq=False):
    """Clauses one after the other: clause i is `literals[starts[i]:starts[i+1]]`."""

    literals: Array  # int64
    starts: Array

    @property
    def owners(self) -> Array:
        """For each literal the number of its clause."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


class Game(Struct, frozen=True, eq=False):
    """Who plays when, and for what. Atoms are 1 to `atoms`; auxiliary ones of both players follow.

    `broken_literals` are literals, of which one holds where `refuting` is to show that the matrix is false.
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
    """The game that a file with quantifiers is; with `only_free` only free atoms count as defined."""
    compiled, blocks = quantified.compiled, quantified.blocks
    occurring = np.flatnonzero(compiled.atom_numbers)
    numbers = compiled.atom_numbers[occurring]
    levels = np.zeros(len(compiled.atom_numbers), dtype=np.int64)
    levels[occurring] = levels_of(blocks, compiled.clauses.atoms)[numbers]
    definable = np.ones(len(levels), dtype=np.bool_)
    if only_free:
        definable[occurring] = np.isin(numbers, quantified.free_atoms)
    definitions = find_definitions(quantified.matrix, levels, [block.is_forall for block in blocks], definable)
    encoder = Encoder()
    broken_literals: list[Array] = [np.empty(0, dtype=np.int64)]
    for piece in definitions.pieces:
        is_definition = piece.is_definition
        encoder.assert_rows(piece.node, piece.rows[is_definition])
        broken_literals.append(encoder.implying_literals(piece.node, False, piece.rows[~is_definition]))
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
        _clause_rows(compiled.clauses.batches),
        _clause_rows([_renumber_batch(batch, compiled.atom_numbers, variable_count) for batch in encoder.batches]),
        renumber_literals(np.concatenate(broken_literals), compiled.atom_numbers, variable_count).astype(np.int64),
        is_defined,
        compiled.clauses.atoms,
        variable_count + encoder.auxiliary_count,
    )


def levels_of(blocks: Sequence[Block], atoms: int) -> Array:
    """For each atom, by its number, the place of its block."""
    levels = np.zeros(atoms + 1, dtype=np.int64)
    for level, block in enumerate(blocks):
        levels[block.atoms] = level
    return levels


def _renumber_batch(batch: Batch, numbers: Array, variable_count: int) -> Batch:
    return replace(batch, literals=renumber_literals(batch.literals, numbers, variable_count))


def _clause_rows(batches: Sequence[Batch]) -> ClauseRows:
    literals = np.concatenate([batch.literals for batch in batches] or [np.empty(0, dtype=np.int64)])
    sizes = np.concatenate([batch.sizes() for batch in batches] or [np.empty(0, dtype=np.int64)])
    return ClauseRows(literals.astype(np.int64), np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64))
