"""A reading in QBF mode to a prefix and clauses: the quantifiers in front, the matrix the ordinary road."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bigand.encode.compile import Compiled, compile_rules
from bigand.ground.columns import Array
from bigand.ground.expand import Grounder
from bigand.ground.formula import Ground
from bigand.ground.prenex import Block, Prenexer


@dataclass(frozen=True, slots=True, eq=False)
class QuantifiedClauses:
    """The clauses of a file with quantifiers, and what they were made from.

    The atoms of `blocks` (outermost first) and `free` are numbered as in the clauses, those of `written` (the
    ground formulas, quantifiers in their places) and `matrix` (the same without them) as in the grounder.
    """

    compiled: Compiled
    blocks: tuple[Block, ...]
    free: Array  # atoms that nobody quantified
    written: tuple[Ground, ...]
    matrix: tuple[Ground, ...]

    @property
    def outermost(self) -> Array:
        """The atoms that a model gives values to: those of the outermost block, if it is `exists`."""
        if self.blocks and not self.blocks[0].is_forall:
            return self.blocks[0].atoms
        return np.empty(0, dtype=np.int64)

    @property
    def model_names(self) -> tuple[str, ...]:
        """The names of the atoms that a model gives values to."""
        return tuple([self.compiled.names[atom - 1] for atom in self.outermost.tolist()])

    @property
    def alternates(self) -> bool:
        """Whether there is a `forall`; without one it is a question for a SAT solver."""
        return any(block.is_forall for block in self.blocks)


def compile_quantified(
    grounder: Grounder, as_written: bool = False, watch: Callable[[int], None] = lambda _count: None
) -> QuantifiedClauses:
    """Expand and encode all rules of a grounder, their quantifiers moved to the front."""
    prenexer = Prenexer(grounder.atoms)
    compiled = compile_rules(grounder, as_written, watch, prenexer=prenexer)
    present = np.flatnonzero(compiled.numbers)
    blocks = [
        Block(block.is_forall, np.sort(compiled.numbers[block.atoms].astype(np.int64)))
        for block in prenexer.prefix(present)
    ]
    unbound = present[grounder.atoms.originals()[present] == present]  # whatever a quantifier binds is a copy
    free = np.sort(compiled.numbers[unbound])
    named = replace(compiled, names=distinct_names(compiled.names, free))
    return QuantifiedClauses(named, tuple(blocks), free, tuple(prenexer.written), tuple(prenexer.matrices))


def distinct_names(names: Sequence[str], last: Array) -> tuple[str, ...]:
    """A name of its own for each atom: the first of a name keeps it, others are called `x_1`, `x_2`, …

    The atoms in `last` come after all others: a free atom is renamed and not one that is quantified, as in TouIST.
    """
    distinct = list(names)
    taken = set(names)
    suffixes: dict[str, int] = {}  # the last one of each name
    comes_last = np.isin(np.arange(1, len(names) + 1), last)
    for at in np.argsort(comes_last, kind="stable").tolist():
        name = names[at]
        suffix = suffixes.get(name, -1) + 1
        while suffix and f"{name}_{suffix}" in taken:
            suffix += 1
        suffixes[name] = suffix
        distinct[at] = f"{name}_{suffix}" if suffix else name
    return tuple(distinct)
