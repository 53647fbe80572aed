"""Ground formulas asserted as clauses.

The tree is walked once with the disjunction built so far (`Side`): a conjunction asserts its parts, a
disjunction gathers literals, and what is not a literal beside others gets one of its own, defined in the
direction that its polarity needs (Plaisted and Greenbaum 1986). All of it for all rows of a block at once.
"""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.cardinality import PAIRWISE, Template, at_least, at_most
from bigand.encode.clauses import Batch, Limits
from bigand.encode.linear import Constraints
from bigand.ground.columns import Array, ramps
from bigand.ground.formula import (
    FALSE,
    OPEN,
    TRUE,
    Big,
    Branches,
    Comparisons,
    Connection,
    Constants,
    Counting,
    Equality,
    Ground,
    Literals,
    Negation,
    Quantification,
)
from bigand.language.syntax import Count

# Auxiliary atoms are numbered from here while the user's atoms are still coming; they are renumbered at the end.
AUXILIARY = 1 << 30


class Side(Struct, frozen=True, eq=False):
    """The literals gathered so far, for some rows: columns of one literal, and ragged ones."""

    count: int
    origin: Array | None = None  # from which row of the rule's frame each comes, when that is traced
    columns: tuple[Array, ...] = ()
    ragged: tuple[tuple[Array, Array], ...] = ()  # literals, starts

    def take(self, rows: Array) -> "Side":
        columns = tuple([column[rows] for column in self.columns])
        ragged = tuple([_take_ragged(literals, starts, rows) for literals, starts in self.ragged])
        return Side(len(rows), self.origin_of(rows), columns, ragged)

    def origin_of(self, rows: Array) -> Array | None:
        return None if self.origin is None else self.origin[rows]

    def with_column(self, literals: Array) -> "Side":
        return Side(self.count, self.origin, (*self.columns, literals), self.ragged)

    def with_ragged(self, literals: Array, starts: Array) -> "Side":
        return Side(self.count, self.origin, self.columns, (*self.ragged, (literals, starts)))


def _take_ragged(literals: Array, starts: Array, rows: Array) -> tuple[Array, Array]:
    counts = starts[rows + 1] - starts[rows]
    new_starts = np.concatenate([[0], np.cumsum(counts)])
    picked = np.arange(int(new_starts[-1])) + np.repeat(starts[rows] - new_starts[:-1], counts)
    return literals[picked], new_starts


class Encoder:
    """Gathers the clauses of a file, batch by batch; `direct` writes cardinalities out as they stand.

    With `trace` every clause knows the row of its rule's frame, and so the binding, that it comes from. With
    `counting` "at most so many" is left to the engine where nothing else stands beside it. `pairwise` is the size
    up to which "at most one" is written as pairs: what solves best has many clauses.
    """

    def __init__(
        self, direct: bool = False, trace: bool = False, counting: bool = False, pairwise: int = PAIRWISE
    ) -> None:
        self.direct = direct
        self.pairwise = pairwise
        self.trace = trace
        self.counting = counting
        self.batches: list[Batch] = []
        self.limits: list[Limits] = []
        self.auxiliary = 0
        self.rule = 0
        self.constraints = Constraints()
        self.constraint_atoms = np.empty(0, dtype=np.int64)  # by number of the constraint: what stands for it

    def fresh(self, count: int) -> Array:
        """New auxiliary atoms."""
        first = AUXILIARY + self.auxiliary
        self.auxiliary += count
        return np.arange(first, first + count, dtype=np.int64)

    def add(self, ground: Ground, rule: int, first_row: int = 0) -> None:
        """Assert a ground formula in all its rows, which are those of the rule's frame from `first_row` on."""
        self.rule = rule
        rows = np.arange(len(ground.status))
        self._assert(ground, True, rows, Side(len(rows), rows + first_row if self.trace else None))

    def assert_rows(self, node: Ground, rows: Array) -> None:
        """Assert some rows of a ground formula."""
        self._assert(node, True, rows, Side(len(rows)))

    # ------------------------------------------------------------------ clauses out

    def emit(self, side: Side) -> None:
        """One clause for each row of a side."""
        if not side.count:
            return
        if side.columns and not side.ragged:
            table = np.stack(side.columns, axis=1).astype(np.int32)
            self.batches.append(Batch(self.rule, table.ravel(), table.shape[1], None, side.origin))
            return
        sizes = np.full(side.count, len(side.columns), dtype=np.int64)
        for _, starts in side.ragged:
            sizes = sizes + np.diff(starts)
        ends = np.cumsum(sizes)
        begins = ends - sizes
        literals = np.empty(int(ends[-1]), dtype=np.int32)
        places = begins.copy()
        for column in side.columns:
            literals[places] = column
            places += 1
        for part, starts in side.ragged:
            counts = np.diff(starts)
            literals[np.arange(len(part)) + np.repeat(places - starts[:-1], counts)] = part
            places += counts
        self.batches.append(Batch(self.rule, literals, 0, np.concatenate([[0], ends]), side.origin))

    # ------------------------------------------------------------------ asserting

    def _assert(self, node: Ground, positive: bool, rows: Array, side: Side) -> None:
        """`side or node` (or `side or not node`) in these rows of the node; `side` is aligned with `rows`."""
        status = node.status[rows]
        if (status != OPEN).any():
            failing = np.flatnonzero(status == (FALSE if positive else TRUE))
            if len(failing):
                self.emit(side.take(failing))
            keep = np.flatnonzero(status == OPEN)
            rows, side = rows[keep], side.take(keep)
        if not len(rows):
            return
        match node:
            case Constants():
                pass
            case Literals() | Comparisons():
                self.emit(side.with_column(self.name(node, positive, rows)))
            case Negation(inner):
                self._assert(inner, not positive, rows, side)
            case Connection(is_and, parts):
                if is_and == positive:
                    for part in parts:
                        self._assert(part, positive, rows, side)
                else:
                    self._assert_or(parts, positive, rows, side)
            case Big(is_and, inner, starts):
                if is_and == positive:
                    counts = starts[rows + 1] - starts[rows]
                    inner_rows = ramps(counts, starts[rows])
                    self._assert(inner, positive, inner_rows, side.take(np.repeat(np.arange(len(rows)), counts)))
                else:
                    self.emit(self._gather_big(inner, starts, positive, rows, side))
            case Equality(differs, left, right):
                self._assert_equality(left, right, differs == positive, rows, side)
            case Branches(parts, which, places):
                for number, part in enumerate(parts):
                    here = np.flatnonzero(which[rows] == number)
                    self._assert(part, positive, places[rows[here]], side.take(here))
            case Counting():
                self._assert_counting(node, positive, rows, side)
            case Quantification():
                raise AssertionError("quantifiers are moved to the front first")

    def _assert_or(self, parts: tuple[Ground, ...], positive: bool, rows: Array, side: Side) -> None:
        """A disjunction: literals are gathered; of what is left, one is asserted beside them, the others named."""
        hard: list[Ground] = []
        satisfied = np.zeros(len(rows), dtype=np.bool_)
        for part in parts:
            satisfied |= part.status[rows] == (TRUE if positive else FALSE)
        if satisfied.any():
            keep = np.flatnonzero(~satisfied)
            rows, side = rows[keep], side.take(keep)
        for part in parts:
            if not (part.status[rows] == OPEN).all():
                if not (part.status[rows] == OPEN).any():
                    continue
                side = self._gather(part, positive, rows, side)
            elif (literals := self._plain(part, positive, rows)) is not None:
                side = side.with_column(literals)
            else:
                hard.append(part)
        hard.sort(key=_is_clause_like)
        for part in hard[1:]:
            side = self._gather(part, positive, rows, side)
        if hard:
            self._assert(hard[0], positive, rows, side)
        else:
            self.emit(side)

    def _gather(self, node: Ground, positive: bool, rows: Array, side: Side) -> Side:
        """The side with what the node needs to be in a clause: its own literals, or one that stands for it.

        Rows that are absorbed add nothing.
        """
        inner, sign = _signed(node, positive)
        if isinstance(inner, Big) and inner.is_and != sign:
            return self._gather_big(inner.inner, inner.starts, sign, rows, side)
        is_open = node.status[rows] == OPEN
        literals = self.name(node, positive, rows[is_open], side.origin_of(is_open))
        if is_open.all():
            return side.with_column(literals)
        return side.with_ragged(literals, np.concatenate([[0], np.cumsum(is_open)]))

    def _gather_big(self, inner: Ground, starts: Array, positive: bool, rows: Array, side: Side) -> Side:
        """The literals of a disjunction over rows; those that are false are left out."""
        counts = starts[rows + 1] - starts[rows]
        inner_rows = ramps(counts, starts[rows])
        owners = np.repeat(np.arange(len(rows)), counts)
        is_open = inner.status[inner_rows] == OPEN
        if not is_open.all():
            inner_rows, owners = inner_rows[is_open], owners[is_open]
        origin = side.origin_of(owners)
        nested, sign = _signed(inner, positive)
        sizes = np.bincount(owners, minlength=len(rows))
        if isinstance(nested, Big) and nested.is_and != sign and len(inner_rows):
            deeper = self._gather_big(nested.inner, nested.starts, sign, inner_rows, Side(len(inner_rows), origin))
            literals, deep_starts = _as_ragged(deeper)
            edges = np.concatenate([[0], np.cumsum(sizes)])
            return side.with_ragged(literals, deep_starts[edges])
        return side.with_ragged(
            self.name(inner, positive, inner_rows, origin), np.concatenate([[0], np.cumsum(sizes)])
        )

    # ------------------------------------------------------------------ names for formulas

    def _plain(self, node: Ground, positive: bool, rows: Array) -> Array | None:
        """The literals of a node that is a literal in these rows."""
        inner, sign = _signed(node, positive)
        if isinstance(inner, Literals):
            return inner.atoms[rows] if sign else -inner.atoms[rows]
        if isinstance(inner, Comparisons):
            return self._compared(inner, rows) * (1 if sign else -1)
        if isinstance(inner, Branches) and all(
            isinstance(_signed(part, True)[0], Literals | Comparisons) for part in inner.parts
        ):
            result = np.empty(len(rows), dtype=np.int64)
            for number, part in enumerate(inner.parts):
                here = inner.which[rows] == number
                if here.any():
                    literals = self._plain(part, sign, inner.places[rows[here]])
                    assert literals is not None
                    result[here] = literals
            return result
        return None

    def _compared(self, node: Comparisons, rows: Array) -> Array:
        """For each row the literal of its comparison; one literal stands for each distinct one."""
        if not len(rows):
            return np.empty(0, dtype=np.int64)
        numbers, holds = self.constraints.number(node, rows)
        new = len(self.constraints.rows) - len(self.constraint_atoms)
        self.constraint_atoms = np.concatenate([self.constraint_atoms, self.fresh(new)])
        literals = self.constraint_atoms[numbers]
        return np.where(holds, literals, -literals)

    def name(self, node: Ground, positive: bool, rows: Array, origin: Array | None = None) -> Array:
        """For each row a literal that implies the node (or its negation): its own, or a defined one."""
        return self._named(node, positive, rows, origin, both=False)

    def name_both(self, node: Ground, rows: Array, origin: Array | None) -> Array:
        """For each row a literal that is equivalent to the node."""
        return self._named(node, True, rows, origin, both=True)

    def _named(self, node: Ground, positive: bool, rows: Array, origin: Array | None, both: bool) -> Array:
        literals = self._plain(node, positive, rows)
        if literals is not None:
            return literals
        inner, sign = _signed(node, positive)
        if both and isinstance(inner, Equality):
            return self._named_equality(inner, inner.differs == sign, rows, origin)
        named = self.fresh(len(rows))
        self._assert(node, positive, rows, Side(len(rows), origin, (-named,)))
        if both:
            self._assert(node, not positive, rows, Side(len(rows), origin, (named,)))
        return named

    def _named_equality(self, node: Equality, differs: bool, rows: Array, origin: Array | None) -> Array:
        """For each row a literal that is equivalent to `left <=> right`, or to that they differ.

        Both sides are named once: naming them for each direction would double the clauses with every level.
        """
        named = np.empty(len(rows), dtype=np.int64)
        is_open = [side.status[rows] == OPEN for side in (node.left, node.right)]
        for known, other, mask in (
            (node.left, node.right, ~is_open[0]),
            (node.right, node.left, is_open[0] & ~is_open[1]),
        ):
            here = np.flatnonzero(mask)
            if len(here):
                literals = self.name_both(other, rows[here], None if origin is None else origin[here])
                is_same = (known.status[rows[here]] == TRUE) != differs
                named[here] = np.where(is_same, literals, -literals)
        here = np.flatnonzero(is_open[0] & is_open[1])
        if len(here):
            within = None if origin is None else origin[here]
            named[here] = self.fresh(len(here))
            a, b = [self.name_both(side, rows[here], within) for side in (node.left, node.right)]
            if differs:
                b = -b
            for literal, same in ((-named[here], b), (named[here], -b)):
                guard = Side(len(here), within, (literal,))
                self.emit(guard.with_column(-a).with_column(same))
                self.emit(guard.with_column(a).with_column(-same))
        return named

    def _assert_equality(self, left: Ground, right: Ground, differs: bool, rows: Array, side: Side) -> None:
        """`left <=> right`, or that they differ; a side that is known leaves the other alone."""
        for known, other in ((left, right), (right, left)):
            settled = known.status[rows] != OPEN
            if settled.any():
                for value in (TRUE, FALSE):
                    here = np.flatnonzero(known.status[rows] == value)
                    self._assert(other, (value == TRUE) != differs, rows[here], side.take(here))
                keep = np.flatnonzero(~settled)
                rows, side = rows[keep], side.take(keep)
        if not len(rows):
            return
        a, b = self.name_both(left, rows, side.origin), self.name_both(right, rows, side.origin)
        if differs:
            b = -b
        self.emit(side.with_column(-a).with_column(b))
        self.emit(side.with_column(a).with_column(-b))

    # ------------------------------------------------------------------ cardinalities

    def _assert_counting(self, node: Counting, positive: bool, rows: Array, side: Side) -> None:
        kind = node.count
        if kind is Count.EXACT and not positive:
            fewer, more = self.fresh(len(rows)), self.fresh(len(rows))
            self.emit(side.with_column(fewer).with_column(more))
            self._count(node, rows, Side(len(rows), side.origin, (-fewer,)), most=node.numbers[rows] - 1)
            self._count(node, rows, Side(len(rows), side.origin, (-more,)), least=node.numbers[rows] + 1)
            return
        numbers = node.numbers[rows]
        if kind is Count.EXACT:
            self._count(node, rows, side, most=numbers)
            self._count(node, rows, side, least=numbers)
        elif (kind is Count.AT_LEAST) == positive:
            self._count(node, rows, side, least=numbers if positive else numbers + 1)
        else:
            self._count(node, rows, side, most=numbers if positive else numbers - 1)

    def _count(
        self, node: Counting, rows: Array, side: Side, most: Array | None = None, least: Array | None = None
    ) -> None:
        """At most `most` or at least `least` of the members of each row; rows of one shape go together."""
        numbers = most if most is not None else least
        assert numbers is not None
        starts = node.starts
        sizes = starts[rows + 1] - starts[rows]
        trivial = numbers >= sizes if most is not None else numbers <= 0
        impossible = numbers < 0 if most is not None else numbers > sizes
        failing = np.flatnonzero(impossible)
        if len(failing):
            self.emit(side.take(failing))
        left = np.flatnonzero(~trivial & ~impossible)
        if self.counting and not side.columns and not side.ragged:
            left = self._limit(node, rows, side, left, numbers, is_most=most is not None)
        shapes = sorted(set(zip(numbers[left].tolist(), sizes[left].tolist(), strict=True)))
        for number, size in shapes:
            here = left[(numbers[left] == number) & (sizes[left] == size)]
            origin = side.origin_of(here)
            members = self._member_literals(node.inner, starts[rows[here]], size, origin)
            make = at_most if most is not None else at_least
            self.apply(make(number, size, self.direct, self.pairwise), members, side.take(here))

    def _limit(self, node: Counting, rows: Array, side: Side, left: Array, numbers: Array, is_most: bool) -> Array:
        """Leave to the engine what it counts; "at least" is "at most" of the negations. Gives the rest back."""
        begins = node.starts[rows[left]]
        sizes = node.starts[rows[left] + 1] - begins
        limits = numbers[left] if is_most else sizes - numbers[left]
        # None at all, and at least one, are better as clauses.
        here = np.flatnonzero((limits > 0) & (is_most | (numbers[left] > 1)))
        if len(here):
            origin = side.origin_of(left[here])
            places = ramps(sizes[here], begins[here])
            repeated = None if origin is None else np.repeat(origin, sizes[here])
            members = self.name_both(node.inner, places, repeated)
            literals = (members if is_most else -members).astype(np.int32)
            starts = np.concatenate([[0], np.cumsum(sizes[here])])
            self.limits.append(Limits(self.rule, literals, starts, limits[here], origin))
        return np.delete(left, here)

    def _member_literals(self, inner: Ground, begins: Array, size: int, origin: Array | None) -> Array:
        """The members of some rows as a table of literals, one row each."""
        places = (begins[:, None] + np.arange(size)[None, :]).ravel()
        repeated = None if origin is None else np.repeat(origin, size)
        return self.name_both(inner, places, repeated).reshape(len(begins), size)

    def at_most_one(self, members: Array, side: Side) -> None:
        """At most one of the members of each row of a table, or something of the side."""
        size = members.shape[1]
        if size > self.pairwise:
            self.apply(at_most(1, size, False, self.pairwise), members, side)
            return
        left, right = np.triu_indices(size, 1)
        pairs = -np.stack([members[:, left], members[:, right]], axis=2).reshape(-1, 2)
        if not side.columns:
            self.batches.append(Batch(self.rule, pairs.astype(np.int32).ravel(), 2))
            return
        beside = side.take(np.repeat(np.arange(len(members)), len(left)))
        self.emit(beside.with_column(pairs[:, 0]).with_column(pairs[:, 1]))

    def write_out(self) -> None:
        """What was left to the engine to count, as clauses after all."""
        limits, self.limits = self.limits, []
        for limit in limits:
            self.rule = limit.rule
            sizes = limit.sizes()
            for number, size in sorted(set(zip(limit.numbers.tolist(), sizes.tolist(), strict=True))):
                begins = limit.starts[:-1][(sizes == size) & (limit.numbers == number)]
                members = limit.literals[begins[:, None] + np.arange(size)[None, :]].astype(np.int64)
                self.apply(at_most(number, size, False, self.pairwise), members, Side(len(members)))

    def apply(self, template: Template, members: Array, side: Side) -> None:
        """A template in every row: its places filled with members and fresh atoms."""
        count = len(members)
        extra = self.fresh(count * template.auxiliary).reshape(count, template.auxiliary)
        table = np.concatenate([members, extra], axis=1)
        for clauses, guard in ((template.definitions, Side(count, side.origin)), (template.constraints, side)):
            by_width: dict[int, list[tuple[int, ...]]] = {}
            for clause in clauses:
                by_width.setdefault(len(clause), []).append(clause)
            for width, group in by_width.items():
                places = np.array(group, dtype=np.int64)
                literals = table[:, np.abs(places) - 1] * np.sign(places)
                repeated = guard.take(np.repeat(np.arange(count), len(group)))
                self.emit(replace(repeated, columns=(*repeated.columns, *literals.reshape(-1, width).T)))


def _as_ragged(side: Side) -> tuple[Array, Array]:
    """The one ragged part of a side that has nothing else."""
    assert not side.columns
    (part,) = side.ragged
    return part


def _signed(node: Ground, positive: bool) -> tuple[Ground, bool]:
    """A node without the negations around it, and its sign."""
    while isinstance(node, Negation):
        node, positive = node.inner, not positive
    return node, positive


def _is_clause_like(node: Ground) -> int:
    """Which hard part to keep unnamed: rather a conjunction, whose clauses take the rest along."""
    inner, _ = _signed(node, True)
    return 0 if isinstance(inner, Connection | Counting) else 1 if isinstance(inner, Equality) else 2
