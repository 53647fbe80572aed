"""Compile a document in QBF mode to a quantifier prefix and clauses; the matrix is compiled as usual.

The result can be written as QDIMACS.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.clauses import Clauses
from bigand.encode.compiler import CompiledFile, compile_rules
from bigand.encode.dimacs import dimacs_text
from bigand.ground.columns import Array, sorted_distinct
from bigand.ground.formula import Ground, Literals, Quantification, children, open_leaves
from bigand.ground.grounder import Grounder
from bigand.ground.prenex import Block, Prenexer
from bigand.language.common_diagnostics import inconsistent_quantification
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Span


class QuantifiedClauses(Struct, frozen=True, eq=False):
    """The clauses of a file with quantifiers, and what they were made from.

    The atoms of `blocks` (outermost first) and `free_atoms` are numbered as in the clauses; those of
    `quantified_formulas` (the ground formulas with quantifiers in place) and `matrix` (without them) as in the
    grounder.
    """

    compiled: CompiledFile
    blocks: tuple[Block, ...]
    free_atoms: Array  # atoms without a quantifier
    quantified_formulas: tuple[Ground, ...]
    matrix: tuple[Ground, ...]
    warnings: tuple[Diagnostic, ...] = ()

    @property
    def model_atoms(self) -> Array:
        """The atoms that a model assigns: those of the outermost block, if it is existential."""
        if self.blocks and not self.blocks[0].is_forall:
            return self.blocks[0].atoms
        return np.empty(0, dtype=np.int64)

    @property
    def model_names(self) -> tuple[str, ...]:
        """The names of the atoms that a model assigns."""
        return tuple([self.compiled.names[atom - 1] for atom in self.model_atoms.tolist()])

    @property
    def has_forall(self) -> bool:
        """Whether there is a `forall`; otherwise a SAT solver can answer."""
        return any(block.is_forall for block in self.blocks)


def compile_quantified(
    grounder: Grounder, as_written: bool = False, on_progress: Callable[[int], None] = lambda _count: None
) -> QuantifiedClauses:
    """Expand and encode all rules of a grounder, with their quantifiers moved to the front."""
    prenexer = Prenexer(grounder.atoms)
    compiled = compile_rules(grounder, as_written, on_progress, prenexer=prenexer)
    present = np.flatnonzero(compiled.atom_numbers)
    blocks = [
        Block(block.is_forall, np.sort(compiled.atom_numbers[block.atoms].astype(np.int64)))
        for block in prenexer.prefix(present)
    ]
    unbound = present[grounder.atoms.originals()[present] == present]  # bound atoms are always copies
    free = np.sort(compiled.atom_numbers[unbound])
    renamed = replace(compiled, names=distinct_names(compiled.names, free))
    warnings = _warn_free_and_bound(grounder, prenexer.quantified_formulas, unbound)
    quantified_formulas, matrix = tuple(prenexer.quantified_formulas), tuple(prenexer.matrices)
    return QuantifiedClauses(renamed, tuple(blocks), free, quantified_formulas, matrix, tuple(warnings))


def _warn_free_and_bound(grounder: Grounder, grounds: Sequence[Ground], free: Array) -> list[Diagnostic]:
    """Warn about each name that is quantified in one place and free in another, unless already reported."""
    reported = {
        diagnostic.message.gaps.get("name")
        for diagnostic in grounder.reading.diagnostics
        if diagnostic.code == "N111"
    }
    originals, names = grounder.atoms.originals(), grounder.atoms.names()
    bound: dict[int, Span] = {}
    for node in _quantifications(grounds):
        doubtful = originals[node.atoms]
        for atom in sorted_distinct(doubtful[np.isin(doubtful, free)]).tolist():
            bound.setdefault(atom, node.span)
    free_places: dict[int, Span] = {}
    for ground in grounds if bound else ():
        for leaf, rows, _ in open_leaves(ground):
            if isinstance(leaf, Literals):
                for atom in set(leaf.atoms[rows].tolist()) & bound.keys() - free_places.keys():
                    free_places[atom] = leaf.span
    return [
        inconsistent_quantification(span, names[atom], bound[atom])
        for atom, span in free_places.items()
        if names[atom] not in reported
    ]


def _quantifications(grounds: Sequence[Ground]) -> Iterator[Quantification]:
    stack = list(reversed(grounds))
    while stack:
        node = stack.pop()
        if isinstance(node, Quantification):
            yield node
        if node.has_quantifier:
            stack += reversed(children(node))


def distinct_names(names: Sequence[str], renamed_first: Array) -> tuple[str, ...]:
    """Give each atom a unique name: the first atom of a name keeps it, others become `x_1`, `x_2`, …

    The atoms in `renamed_first` come after all others: a free atom is renamed rather than a quantified one, as in
    TouIST.
    """
    unique_names = list(names)
    used_names = set(names)
    suffixes: dict[str, int] = {}  # the last suffix of each name
    comes_last = np.isin(np.arange(1, len(names) + 1), renamed_first)
    for index in np.argsort(comes_last, kind="stable").tolist():
        name = names[index]
        suffix = suffixes.get(name, -1) + 1
        while suffix and f"{name}_{suffix}" in used_names:
            suffix += 1
        suffixes[name] = suffix
        unique_names[index] = f"{name}_{suffix}" if suffix else name
    return tuple(unique_names)


# ---------------------------------------------------------------------- QDIMACS


# QDIMACS has no empty clause; this is an equivalent contradiction.
_FALSE_TEXT = b"p cnf 1 2\ne 1 0\n1 0\n-1 0\n"


def qdimacs_text(quantified: QuantifiedClauses, names: Sequence[str], with_names: bool = True) -> Iterator[bytes]:
    """Yield the QDIMACS text in pieces: names as comments, header, blocks, clauses."""
    clauses = quantified.compiled.clauses
    yield from qdimacs_text_from_blocks(clauses, quantified.blocks, names, with_names)


def qdimacs_text_from_blocks(
    clauses: Clauses, blocks: Sequence[Block], names: Sequence[str] = (), with_names: bool = False
) -> Iterator[bytes]:
    """Yield the QDIMACS text of any clauses over the variables of these blocks and auxiliary ones.

    The format is DIMACS with the blocks of the prefix before the clauses. Every variable is in a block, blocks
    alternate, and the last one is existential if there are auxiliary variables.
    """
    if clauses.has_empty_clause:
        yield _FALSE_TEXT
        return
    yield from dimacs_text(clauses, names, with_names, _prefix_text(blocks, clauses))


def _prefix_text(blocks: Sequence[Block], clauses: Clauses) -> bytes:
    lines = [(block.is_forall, block.atoms.tolist()) for block in blocks]
    auxiliary = list(range(clauses.atoms + 1, clauses.variables + 1))
    if auxiliary and lines and not lines[-1][0]:
        lines[-1] = (False, lines[-1][1] + auxiliary)
    elif auxiliary:
        lines.append((False, auxiliary))
    return "".join(
        [f"{'a' if is_forall else 'e'} {' '.join(map(str, atoms))} 0\n" for is_forall, atoms in lines]
    ).encode()
