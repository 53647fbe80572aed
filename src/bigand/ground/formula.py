"""Ground formulas in columns: one node of the tree represents its instances in all rows of a frame.

`status` says for each row of a node whether it is false (0), true (1) or open (2), once `Top`, `Bot` and empty
operators have been absorbed. Nodes below a row that is not open no longer occur in the formula.
"""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array, concatenate_ranges
from bigand.ground.terms import Term, Unknowns, term_leaves
from bigand.language.syntax import Count, Operator
from bigand.source.document import NOWHERE, Span

FALSE, TRUE, OPEN = 0, 1, 2
NO_STATUS = np.empty(0, dtype=np.int8)  # placeholder; subclasses compute theirs


class GroundNode(Struct, eq=False, kw_only=True):
    """Base of all nodes: the status of each row, and whether there is a quantifier below."""

    status: Array = NO_STATUS
    has_quantifier: bool = False


class Constants(GroundNode, eq=False):
    """`Top` or `Bot`, row by row."""

    status: Array


def make_constants(value: bool, count: int) -> Constants:
    """Return `count` rows of the same constant."""
    return Constants(np.full(count, TRUE if value else FALSE, dtype=np.int8))


class Literals(GroundNode, eq=False):
    """An atom in each row, by number; `span` is its place in the source."""

    atoms: Array
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        self.status = np.full(len(self.atoms), OPEN, dtype=np.int8)


class Comparisons(GroundNode, eq=False):
    """A comparison of two terms in each of `count` rows; each contains an unknown."""

    operator: Operator
    left: Term
    right: Term
    count: int
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        self.status = np.full(self.count, OPEN, dtype=np.int8)

    def unknowns(self) -> list[Array]:
        """The unknowns from left to right, each as a column of atoms."""
        leaves = (*term_leaves(self.left), *term_leaves(self.right))
        return [leaf.atoms for leaf in leaves if isinstance(leaf, Unknowns)]


class Negation(GroundNode, eq=False):
    inner: "Ground"

    def __post_init__(self) -> None:
        inner = self.inner.status
        self.has_quantifier = self.inner.has_quantifier
        self.status = np.where(inner == OPEN, OPEN, 1 - inner).astype(np.int8)


class Connection(GroundNode, eq=False):
    """A conjunction or disjunction of parts, row by row; `arrow` if it was written as an implication."""

    is_and: bool
    parts: "tuple[Ground, ...]"
    arrow: bool = False

    def __post_init__(self) -> None:
        absorbing, neutral = (FALSE, TRUE) if self.is_and else (TRUE, FALSE)
        status = np.full(len(self.parts[0].status), neutral, dtype=np.int8)
        for part in self.parts:
            status = np.where(part.status == OPEN, np.where(status == absorbing, absorbing, OPEN), status)
            status = np.where(part.status == absorbing, absorbing, status)
        self.status = status.astype(np.int8)
        self.has_quantifier = any([part.has_quantifier for part in self.parts])


class Equality(GroundNode, eq=False):
    """`left <=> right`, or `left xor right` if `differs`, row by row."""

    differs: bool
    left: "Ground"
    right: "Ground"

    def __post_init__(self) -> None:
        left, right = self.left.status, self.right.status
        is_known = (left != OPEN) & (right != OPEN)
        is_same = (left == right) != self.differs
        self.status = np.where(is_known, is_same, OPEN).astype(np.int8)
        self.has_quantifier = self.left.has_quantifier or self.right.has_quantifier


class BigConnection(GroundNode, eq=False):
    """A conjunction or disjunction over the rows `starts[r]` to `starts[r+1]` of `inner`."""

    is_and: bool
    inner: "Ground"
    starts: Array

    def __post_init__(self) -> None:
        absorbing, neutral = (FALSE, TRUE) if self.is_and else (TRUE, FALSE)
        count = len(self.starts) - 1
        owners = np.repeat(np.arange(count), np.diff(self.starts))
        absorbed = np.bincount(owners, weights=self.inner.status == absorbing, minlength=count) > 0
        still_open = np.bincount(owners, weights=self.inner.status == OPEN, minlength=count) > 0
        status = np.where(absorbed, absorbing, np.where(still_open, OPEN, neutral))
        self.status = status.astype(np.int8)
        self.has_quantifier = self.inner.has_quantifier


class Cardinalities(GroundNode, eq=False):
    """`exact`, `atleast` or `atmost` `numbers[r]` of the rows `starts[r]` to `starts[r+1]` of `inner`.

    Constant rows have been removed from `inner`, and the true ones subtracted from `numbers`.
    """

    kind: Count
    numbers: Array
    inner: "Ground"
    starts: Array

    def __post_init__(self) -> None:
        sizes, numbers = np.diff(self.starts), self.numbers
        exact, least = self.kind is Count.EXACT, self.kind is Count.AT_LEAST
        low = numbers <= 0 if least else numbers < 0
        high = numbers > sizes
        if exact:
            settled = np.where(low | high, FALSE, np.where((sizes == 0) & (numbers == 0), TRUE, OPEN))
        elif least:
            settled = np.where(low, TRUE, np.where(high, FALSE, OPEN))
        else:
            settled = np.where(low, FALSE, np.where(numbers >= sizes, TRUE, OPEN))
        self.status = settled.astype(np.int8)


class Branches(GroundNode, eq=False):
    """One of the parts in each row: part `which[r]`, row `places[r]` of it."""

    parts: "tuple[Ground, ...]"
    which: Array
    places: Array

    def __post_init__(self) -> None:
        status = np.empty(len(self.which), dtype=np.int8)
        for number, part in enumerate(self.parts):
            rows = self.which == number
            status[rows] = part.status[self.places[rows]]
        self.status = status
        self.has_quantifier = any([part.has_quantifier for part in self.parts])


class Quantification(GroundNode, eq=False):
    """`exists` or `forall`, in each row over the atoms from `starts[r]` to `starts[r+1]`.

    Each row has its own atoms: the same name quantified elsewhere is a different atom.
    """

    is_forall: bool
    atoms: Array
    starts: Array
    inner: "Ground"
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        self.status = self.inner.status
        self.has_quantifier = True


Ground: TypeAlias = (
    Constants
    | Literals
    | Comparisons
    | Negation
    | Connection
    | Equality
    | BigConnection
    | Cardinalities
    | Branches
    | Quantification
)


def occurrences(node: Ground) -> tuple[Array, Array]:
    """Return the atoms that occur in a ground formula, and the position of each in the expanded text.

    Only atoms that remain after absorbing constants occur.
    """
    sizes: dict[int, Array] = {}
    _count_occurrences(node, sizes)
    atoms: list[Array] = []
    places: list[Array] = []
    counts = sizes[id(node)]
    rows = np.flatnonzero(node.status == OPEN)
    starts = np.cumsum(counts) - counts
    stack: list[tuple[Ground, Array, Array]] = [(node, rows, starts[rows])]
    while stack:
        part, rows, offsets = stack.pop()
        if len(rows):
            _collect_atoms_and_push_children(part, rows, offsets, sizes, stack, atoms, places)
    if not atoms:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    return np.concatenate(atoms), np.concatenate(places)


def children(node: Ground) -> "tuple[Ground, ...]":
    match node:
        case Constants() | Literals() | Comparisons():
            return ()
        case (
            Negation(inner) | BigConnection(_, inner) | Cardinalities(_, _, inner) | Quantification(_, _, _, inner)
        ):
            return (inner,)
        case Connection(_, parts) | Branches(parts):
            return parts
        case Equality(_, left, right):
            return (left, right)


def count_entries(node: Ground) -> int:
    """Return the total number of entries in all columns of a formula."""
    return len(node.status) + sum([count_entries(child) for child in children(node)])


def atoms_in_rows(node: Ground, rows: Array) -> tuple[Array, Array]:
    """Return the atoms in these rows of a quantifier-free formula, as (index into `rows`, atom) columns."""
    match node:
        case Literals(atoms):
            return np.arange(len(rows)), atoms[rows]
        case BigConnection(_, inner, starts) | Cardinalities(_, _, inner, starts):
            counts = starts[rows + 1] - starts[rows]
            owners, atoms = atoms_in_rows(inner, concatenate_ranges(counts, starts[rows]))
            return np.repeat(np.arange(len(rows)), counts)[owners], atoms
        case Branches(parts, which, places):
            chosen = [(part, np.flatnonzero(which[rows] == index)) for index, part in enumerate(parts)]
            pairs = [(selected, *atoms_in_rows(part, places[rows[selected]])) for part, selected in chosen]
            mentioned = [(selected[owners], atoms) for selected, owners, atoms in pairs]
        case _:
            mentioned = [atoms_in_rows(child, rows) for child in children(node)]
    nothing = np.empty(0, dtype=np.int64)
    return (
        np.concatenate([owners for owners, _ in mentioned] or [nothing]),
        np.concatenate([atoms for _, atoms in mentioned] or [nothing]),
    )


def _count_occurrences(node: Ground, counts_by_node_id: dict[int, Array]) -> None:
    """Compute how many occurrences of atoms remain in each row of each node."""
    for child in children(node):
        _count_occurrences(child, counts_by_node_id)
    is_open = node.status == OPEN
    match node:
        case Constants() | Literals() | Comparisons():
            leaf_size = len(node.unknowns()) if isinstance(node, Comparisons) else isinstance(node, Literals)
            size = np.full(len(node.status), leaf_size, dtype=np.int64)
        case Negation() | Connection() | Equality():
            size = sum(
                [counts_by_node_id[id(child)] for child in children(node)],
                np.zeros(len(node.status), dtype=np.int64),
            )
        case BigConnection(_, inner, starts) | Cardinalities(_, _, inner, starts):
            total = np.concatenate([[0], np.cumsum(counts_by_node_id[id(inner)])])
            size = total[starts[1:]] - total[starts[:-1]]
        case Branches(parts, which, places):
            size = np.empty(len(which), dtype=np.int64)
            for number, part in enumerate(parts):
                rows = which == number
                size[rows] = counts_by_node_id[id(part)][places[rows]]
        case Quantification(_, _, starts, inner):
            size = counts_by_node_id[id(inner)] + np.diff(starts)
        case _:
            raise AssertionError(node)
    counts_by_node_id[id(node)] = np.where(is_open, size, 0)


def _collect_atoms_and_push_children(
    node: Ground,
    rows: Array,
    offsets: Array,
    sizes: dict[int, Array],
    stack: list[tuple[Ground, Array, Array]],
    atoms: list[Array],
    places: list[Array],
) -> None:
    """Push the children with their open rows and the positions where their occurrences begin."""

    def visit(child: Ground, child_rows: Array, child_offsets: Array) -> None:
        keep = child.status[child_rows] == OPEN
        stack.append((child, child_rows[keep], child_offsets[keep]))

    match node:
        case Constants():
            pass
        case Literals(numbers):
            atoms.append(numbers[rows])
            places.append(offsets)
        case Comparisons():
            for index, unknowns in enumerate(node.unknowns()):
                atoms.append(unknowns[rows])
                places.append(offsets + index)
        case Negation() | Connection() | Equality():
            for part in children(node):
                visit(part, rows, offsets)
                offsets = offsets + sizes[id(part)][rows]
        case BigConnection(_, inner, starts) | Cardinalities(_, _, inner, starts):
            counts = starts[rows + 1] - starts[rows]
            inner_rows = concatenate_ranges(counts, starts[rows])
            preceding = np.cumsum(sizes[id(inner)]) - sizes[id(inner)]
            # Where a row's occurrences begin, relative to the beginning of all rows of `inner`.
            starts_at = preceding[np.minimum(starts[rows], len(preceding) - 1)] if len(preceding) else offsets
            base = np.repeat(offsets - starts_at, counts)
            visit(inner, inner_rows, base + preceding[inner_rows])
        case Branches(parts, which, branch_places):
            for number, part in enumerate(parts):
                selected = which[rows] == number
                visit(part, branch_places[rows[selected]], offsets[selected])
        case Quantification(_, bound, starts, inner):
            counts = starts[rows + 1] - starts[rows]
            atoms.append(bound[concatenate_ranges(counts, starts[rows])])
            places.append(concatenate_ranges(counts, offsets))
            visit(inner, rows, offsets + counts)


def open_leaves(node: Ground) -> Iterator[tuple[Literals | Comparisons, Array, Array]]:
    """Yield the literals and comparisons that remain after absorbing constants, from left to right.

    Each comes with its remaining rows, and for each of these the row of `node` that contains it.
    """
    all_rows = np.arange(len(node.status))
    stack: list[tuple[Ground, Array, Array]] = [(node, all_rows, all_rows)]
    while stack:
        part, rows, owners = stack.pop()
        keep = part.status[rows] == OPEN
        rows, owners = rows[keep], owners[keep]
        match part:
            case Literals() | Comparisons():
                yield part, rows, owners
            case BigConnection(_, inner, starts) | Cardinalities(_, _, inner, starts):
                counts = starts[rows + 1] - starts[rows]
                stack.append((inner, concatenate_ranges(counts, starts[rows]), np.repeat(owners, counts)))
            case Branches(parts, which, places):
                for number, child in reversed(list(enumerate(parts))):
                    selected = which[rows] == number
                    stack.append((child, places[rows[selected]], owners[selected]))
            case _:
                stack += [(child, rows, owners) for child in reversed(children(part))]
