"""Clauses under quantifiers as QDIMACS text: DIMACS with the blocks of the prefix before the clauses.

Every variable stands in a block, blocks alternate, and the last one is `exists` where there are auxiliary ones.
"""

from collections.abc import Iterator, Sequence

from bigand.encode.clauses import Clauses
from bigand.encode.dimacs import dimacs_text
from bigand.encode.quantified import QuantifiedClauses
from bigand.ground.prenex import Block

# QDIMACS has no empty clause; this is false, too.
_FALSE_TEXT = b"p cnf 1 2\ne 1 0\n1 0\n-1 0\n"


def qdimacs_text(quantified: QuantifiedClauses, names: Sequence[str], with_names: bool = True) -> Iterator[bytes]:
    """The text in pieces: the names as comments, the header, the blocks, the clauses."""
    clauses = quantified.compiled.clauses
    yield from qdimacs_text_of(clauses, quantified.blocks, names, with_names)


def qdimacs_text_of(
    clauses: Clauses, blocks: Sequence[Block], names: Sequence[str] = (), with_names: bool = False
) -> Iterator[bytes]:
    """The same for any clauses over the variables of these blocks and auxiliary ones."""
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
