"""Assert ground formulas as clauses.

The tree is walked once with the disjunctions built so far (`PartialClauses`): a conjunction asserts its parts, a
disjunction collects literals, and a non-literal part beside others gets an auxiliary literal, defined only in the
direction that its polarity needs (Plaisted and Greenbaum 1986). All rows of a block are processed at once.
"""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.cardinality import PAIRWISE, ClauseTemplate, at_least_template, at_most_template
from bigand.encode.clauses import Batch, Limits
from bigand.encode.constraints import ConstraintTable
from bigand.ground.columns import Array, concatenate_ranges
from bigand.ground.formula import (
    FALSE,
    OPEN,
    TRUE,
    BigConnection,
    Branches,
    Cardinalities,
    Comparisons,
    Connection,
    Constants,
    Equality,
    Ground,
    Literals,
    Negation,
    Quantification,
)
from bigand.language.syntax import Count

# Auxiliary atoms start here while the number of user atoms is still unknown; they are renumbered at the end.
AUXILIARY = 1 << 30


class PartialClauses(Struct, frozen=True, eq=False):
    """The literals collected so far for some rows: columns with one literal per row, and ragged ones."""

    count: int
    origin: Array | None = None  # each row's row in the rule's frame, if traced
    columns: tuple[Array, ...] = ()
    ragged: tuple[tuple[Array, Array], ...] = ()  # literals, starts

    def take(self, rows: Array) -> "PartialClauses":
        columns = tuple([column[rows] for column in self.columns])
        ragged = tuple([_take_ragged(literals, starts, rows) for literals, starts in self.ragged])
        return PartialClauses(len(rows), self.origin_of(rows), columns, ragged)

    def origin_of(self, rows: Array) -> Array | None:
        return None if self.origin is None else self.origin[rows]

    def with_column(self, literals: Array) -> "PartialClauses":
        return PartialClauses(self.count, self.origin, (*self.columns, literals), self.ragged)

    def with_ragged(self, literals: Array, starts: Array) -> "PartialClauses":
        return PartialClauses(self.count, self.origin, self.columns, (*self.ragged, (literals, starts)))


def _take_ragged(literals: Array, starts: Array, rows: Array) -> tuple[Array, Array]:
    counts = starts[rows + 1] - starts[rows]
    new_starts = np.concatenate([[0], np.cumsum(counts)])
    picked = np.arange(int(new_starts[-1])) + np.repeat(starts[rows] - new_starts[:-1], counts)
    return literals[picked], new_starts


class Encoder:
    """Collects the clauses of a file, batch by batch.

    `direct` expands cardinalities combination by combination. With `trace`, every clause knows the row of
    its rule's frame, and so the binding, that it comes from. With `counting`, an unguarded "at most k" is left to
    the engine. Up to `pairwise` members, "at most one" is written as pairs: fastest to solve, but many clauses.
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
        self.auxiliary_count = 0
        self.rule = 0
        self.constraints = ConstraintTable()
        self.constraint_atoms = np.empty(0, dtype=np.int64)  # the atom of each constraint, by its number

    def new_auxiliary_atoms(self, count: int) -> Array:
        """Create auxiliary atoms."""
        first = AUXILIARY + self.auxiliary_count
        self.auxiliary_count += count
        return np.arange(first, first + count, dtype=np.int64)

    def assert_block(self, ground: Ground, rule_number: int, first_row: int = 0) -> None:
        """Assert a ground formula in all its rows, which are those of the rule's frame from `first_row` on."""
        self.rule = rule_number
        rows = np.arange(len(ground.status))
        self._assert(ground, True, rows, PartialClauses(len(rows), rows + first_row if self.trace else None))

    def assert_rows(self, node: Ground, rows: Array) -> None:
        """Assert some rows of a ground formula."""
        self._assert(node, True, rows, PartialClauses(len(rows)))

    # ------------------------------------------------------------------ emitting clauses

    def emit(self, partial: PartialClauses) -> None:
        """Emit one clause for each row."""
        if not partial.count:
            return
        if partial.columns and not partial.ragged:
            table = np.stack(partial.columns, axis=1).astype(np.int32)
            self.batches.append(Batch(self.rule, table.ravel(), table.shape[1], None, partial.origin))
            return
        sizes = np.full(partial.count, len(partial.columns), dtype=np.int64)
        for _, starts in partial.ragged:
            sizes = sizes + np.diff(starts)
        ends = np.cumsum(sizes)
        begins = ends - sizes
        literals = np.empty(int(ends[-1]), dtype=np.int32)
        places = begins.copy()
        for column in partial.columns:
            literals[places] = column
            places += 1
        for part, starts in partial.ragged:
            counts = np.diff(starts)
            literals[np.arange(len(part)) + np.repeat(places - starts[:-1], counts)] = part
            places += counts
        self.batches.append(Batch(self.rule, literals, 0, np.concatenate([[0], ends]), partial.origin))

    # ------------------------------------------------------------------ assertions

    def _assert(self, node: Ground, positive: bool, rows: Array, partial: PartialClauses) -> None:
        """Assert `partial or node` (or `partial or not node`) in these rows; `partial` is aligned with `rows`."""
        status = node.status[rows]
        if (status != OPEN).any():
            failing = np.flatnonzero(status == (FALSE if positive else TRUE))
            if len(failing):
                self.emit(partial.take(failing))
            keep = np.flatnonzero(status == OPEN)
            rows, partial = rows[keep], partial.take(keep)
        if not len(rows):
            return
        match node:
            case Constants():
                pass
            case Literals() | Comparisons():
                self.emit(partial.with_column(self.define_implying_literals(node, positive, rows)))
            case Negation(inner):
                self._assert(inner, not positive, rows, partial)
            case Connection(is_and, parts):
                if is_and == positive:
                    for part in parts:
                        self._assert(part, positive, rows, partial)
                else:
                    self._assert_or(parts, positive, rows, partial)
            case BigConnection(is_and, inner, starts):
                if is_and == positive:
                    counts = starts[rows + 1] - starts[rows]
                    inner_rows = concatenate_ranges(counts, starts[rows])
                    self._assert(inner, positive, inner_rows, partial.take(np.repeat(np.arange(len(rows)), counts)))
                else:
                    self.emit(self._extend_by_big_disjunction(inner, starts, positive, rows, partial))
            case Equality(differs, left, right):
                self._assert_equality(left, right, differs == positive, rows, partial)
            case Branches(parts, which, places):
                for number, part in enumerate(parts):
                    selected = np.flatnonzero(which[rows] == number)
                    self._assert(part, positive, places[rows[selected]], partial.take(selected))
            case Cardinalities():
                self._assert_cardinality(node, positive, rows, partial)
            case Quantification():
                raise AssertionError("quantifiers must be moved to the front first")

    def _assert_or(self, parts: tuple[Ground, ...], positive: bool, rows: Array, partial: PartialClauses) -> None:
        """Assert a disjunction: collect literals; of the other parts, assert one beside them and name the rest."""
        hard: list[Ground] = []
        satisfied = np.zeros(len(rows), dtype=np.bool_)
        for part in parts:
            satisfied |= part.status[rows] == (TRUE if positive else FALSE)
        if satisfied.any():
            keep = np.flatnonzero(~satisfied)
            rows, partial = rows[keep], partial.take(keep)
        for part in parts:
            if not (part.status[rows] == OPEN).all():
                if not (part.status[rows] == OPEN).any():
                    continue
                partial = self._extend_by_node(part, positive, rows, partial)
            elif (literals := self._literals_if_literal_node(part, positive, rows)) is not None:
                partial = partial.with_column(literals)
            else:
                hard.append(part)
        hard.sort(key=_rank_for_staying_unnamed)
        for part in hard[1:]:
            partial = self._extend_by_node(part, positive, rows, partial)
        if hard:
            self._assert(hard[0], positive, rows, partial)
        else:
            self.emit(partial)

    def _extend_by_node(self, node: Ground, positive: bool, rows: Array, partial: PartialClauses) -> PartialClauses:
        """Add to each partial clause what represents the node: its own literals, or an auxiliary one.

        Absorbed rows add nothing.
        """
        inner, sign = _strip_negations(node, positive)
        if isinstance(inner, BigConnection) and inner.is_and != sign:
            return self._extend_by_big_disjunction(inner.inner, inner.starts, sign, rows, partial)
        is_open = node.status[rows] == OPEN
        literals = self.define_implying_literals(node, positive, rows[is_open], partial.origin_of(is_open))
        if is_open.all():
            return partial.with_column(literals)
        return partial.with_ragged(literals, np.concatenate([[0], np.cumsum(is_open)]))

    def _extend_by_big_disjunction(
        self, inner: Ground, starts: Array, positive: bool, rows: Array, partial: PartialClauses
    ) -> PartialClauses:
        """Add the literals of a disjunction over rows, except those that are false."""
        counts = starts[rows + 1] - starts[rows]
        inner_rows = concatenate_ranges(counts, starts[rows])
        owners = np.repeat(np.arange(len(rows)), counts)
        is_open = inner.status[inner_rows] == OPEN
        if not is_open.all():
            inner_rows, owners = inner_rows[is_open], owners[is_open]
        origin = partial.origin_of(owners)
        nested, sign = _strip_negations(inner, positive)
        sizes = np.bincount(owners, minlength=len(rows))
        if isinstance(nested, BigConnection) and nested.is_and != sign and len(inner_rows):
            deeper = self._extend_by_big_disjunction(
                nested.inner, nested.starts, sign, inner_rows, PartialClauses(len(inner_rows), origin)
            )
            literals, deep_starts = _only_ragged_part(deeper)
            edges = np.concatenate([[0], np.cumsum(sizes)])
            return partial.with_ragged(literals, deep_starts[edges])
        return partial.with_ragged(
            self.define_implying_literals(inner, positive, inner_rows, origin),
            np.concatenate([[0], np.cumsum(sizes)]),
        )

    # ------------------------------------------------------------------ literals for formulas

    def _literals_if_literal_node(self, node: Ground, positive: bool, rows: Array) -> Array | None:
        """Return the literals of a node if it is a literal in all these rows."""
        inner, sign = _strip_negations(node, positive)
        if isinstance(inner, Literals):
            return inner.atoms[rows] if sign else -inner.atoms[rows]
        if isinstance(inner, Comparisons):
            return self._comparison_literals(inner, rows) * (1 if sign else -1)
        if isinstance(inner, Branches) and all(
            isinstance(_strip_negations(part, True)[0], Literals | Comparisons) for part in inner.parts
        ):
            result = np.empty(len(rows), dtype=np.int64)
            for number, part in enumerate(inner.parts):
                selected = inner.which[rows] == number
                if selected.any():
                    literals = self._literals_if_literal_node(part, sign, inner.places[rows[selected]])
                    assert literals is not None
                    result[selected] = literals
            return result
        return None

    def _comparison_literals(self, node: Comparisons, rows: Array) -> Array:
        """Return the literal of each row's comparison; equal comparisons share a literal."""
        if not len(rows):
            return np.empty(0, dtype=np.int64)
        numbers, holds = self.constraints.number_comparisons(node, rows)
        new_count = len(self.constraints.rows) - len(self.constraint_atoms)
        self.constraint_atoms = np.concatenate([self.constraint_atoms, self.new_auxiliary_atoms(new_count)])
        literals = self.constraint_atoms[numbers]
        return np.where(holds, literals, -literals)

    def define_implying_literals(
        self, node: Ground, positive: bool, rows: Array, origin: Array | None = None
    ) -> Array:
        """Return for each row a literal that implies the node (or its negation): its own, or a defined one."""
        return self._reuse_or_define_literals(node, positive, rows, origin, equivalent=False)

    def define_equivalent_literals(self, node: Ground, rows: Array, origin: Array | None) -> Array:
        """Return for each row a literal that is equivalent to the node."""
        return self._reuse_or_define_literals(node, True, rows, origin, equivalent=True)

    def _reuse_or_define_literals(
        self, node: Ground, positive: bool, rows: Array, origin: Array | None, equivalent: bool
    ) -> Array:
        literals = self._literals_if_literal_node(node, positive, rows)
        if literals is not None:
            return literals
        inner, sign = _strip_negations(node, positive)
        if equivalent and isinstance(inner, Equality):
            return self._define_equality_literals(inner, inner.differs == sign, rows, origin)
        new_literals = self.new_auxiliary_atoms(len(rows))
        self._assert(node, positive, rows, PartialClauses(len(rows), origin, (-new_literals,)))
        if equivalent:
            self._assert(node, not positive, rows, PartialClauses(len(rows), origin, (new_literals,)))
        return new_literals

    def _define_equality_literals(self, node: Equality, differs: bool, rows: Array, origin: Array | None) -> Array:
        """Return for each row a literal equivalent to `left <=> right`, or to `left xor right` if `differs`.

        Both sides are named only once: naming them for each direction would double the clauses with every level.
        """
        result = np.empty(len(rows), dtype=np.int64)
        is_open = [side.status[rows] == OPEN for side in (node.left, node.right)]
        for constant_side, open_side, mask in (
            (node.left, node.right, ~is_open[0]),
            (node.right, node.left, is_open[0] & ~is_open[1]),
        ):
            selected = np.flatnonzero(mask)
            if len(selected):
                literals = self.define_equivalent_literals(
                    open_side, rows[selected], None if origin is None else origin[selected]
                )
                is_same = (constant_side.status[rows[selected]] == TRUE) != differs
                result[selected] = np.where(is_same, literals, -literals)
        selected = np.flatnonzero(is_open[0] & is_open[1])
        if len(selected):
            within = None if origin is None else origin[selected]
            result[selected] = self.new_auxiliary_atoms(len(selected))
            a, b = [
                self.define_equivalent_literals(side, rows[selected], within) for side in (node.left, node.right)
            ]
            if differs:
                b = -b
            for literal, same in ((-result[selected], b), (result[selected], -b)):
                guard = PartialClauses(len(selected), within, (literal,))
                self.emit(guard.with_column(-a).with_column(same))
                self.emit(guard.with_column(a).with_column(-same))
        return result

    def _assert_equality(
        self, left: Ground, right: Ground, differs: bool, rows: Array, partial: PartialClauses
    ) -> None:
        """Assert `left <=> right`, or `left xor right` if `differs`; a constant side leaves only the other."""
        for constant_side, open_side in ((left, right), (right, left)):
            settled = constant_side.status[rows] != OPEN
            if settled.any():
                for value in (TRUE, FALSE):
                    selected = np.flatnonzero(constant_side.status[rows] == value)
                    self._assert(open_side, (value == TRUE) != differs, rows[selected], partial.take(selected))
                keep = np.flatnonzero(~settled)
                rows, partial = rows[keep], partial.take(keep)
        if not len(rows):
            return
        a, b = (
            self.define_equivalent_literals(left, rows, partial.origin),
            self.define_equivalent_literals(right, rows, partial.origin),
        )
        if differs:
            b = -b
        self.emit(partial.with_column(-a).with_column(b))
        self.emit(partial.with_column(a).with_column(-b))

    # ------------------------------------------------------------------ cardinalities

    def _assert_cardinality(
        self, node: Cardinalities, positive: bool, rows: Array, partial: PartialClauses
    ) -> None:
        kind = node.kind
        if kind is Count.EXACT and not positive:
            fewer, more = self.new_auxiliary_atoms(len(rows)), self.new_auxiliary_atoms(len(rows))
            self.emit(partial.with_column(fewer).with_column(more))
            self._assert_bound(
                node, rows, PartialClauses(len(rows), partial.origin, (-fewer,)), most=node.numbers[rows] - 1
            )
            self._assert_bound(
                node, rows, PartialClauses(len(rows), partial.origin, (-more,)), least=node.numbers[rows] + 1
            )
            return
        numbers = node.numbers[rows]
        if kind is Count.EXACT:
            self._assert_bound(node, rows, partial, most=numbers)
            self._assert_bound(node, rows, partial, least=numbers)
        elif (kind is Count.AT_LEAST) == positive:
            self._assert_bound(node, rows, partial, least=numbers if positive else numbers + 1)
        else:
            self._assert_bound(node, rows, partial, most=numbers if positive else numbers - 1)

    def _assert_bound(
        self,
        node: Cardinalities,
        rows: Array,
        partial: PartialClauses,
        most: Array | None = None,
        least: Array | None = None,
    ) -> None:
        """Assert at most `most` or at least `least` members in each row, shape by shape."""
        numbers = most if most is not None else least
        assert numbers is not None
        starts = node.starts
        sizes = starts[rows + 1] - starts[rows]
        trivial = numbers >= sizes if most is not None else numbers <= 0
        impossible = numbers < 0 if most is not None else numbers > sizes
        failing = np.flatnonzero(impossible)
        if len(failing):
            self.emit(partial.take(failing))
        open_rows = np.flatnonzero(~trivial & ~impossible)
        if self.counting and not partial.columns and not partial.ragged:
            open_rows = self._leave_bounds_to_engine(
                node, rows, partial, open_rows, numbers, is_most=most is not None
            )
        shapes = sorted(set(zip(numbers[open_rows].tolist(), sizes[open_rows].tolist(), strict=True)))
        for number, size in shapes:
            same_shape = open_rows[(numbers[open_rows] == number) & (sizes[open_rows] == size)]
            origin = partial.origin_of(same_shape)
            members = self._member_literals(node.inner, starts[rows[same_shape]], size, origin)
            make = at_most_template if most is not None else at_least_template
            self.apply_template(make(number, size, self.direct, self.pairwise), members, partial.take(same_shape))

    def _leave_bounds_to_engine(
        self,
        node: Cardinalities,
        rows: Array,
        partial: PartialClauses,
        open_rows: Array,
        numbers: Array,
        is_most: bool,
    ) -> Array:
        """Leave countable bounds to the engine ("at least" as "at most" of negations); return the other rows."""
        begins = node.starts[rows[open_rows]]
        sizes = node.starts[rows[open_rows] + 1] - begins
        limits = numbers[open_rows] if is_most else sizes - numbers[open_rows]
        # "None" and "at least one" are better as clauses.
        countable = np.flatnonzero((limits > 0) & (is_most | (numbers[open_rows] > 1)))
        if len(countable):
            origin = partial.origin_of(open_rows[countable])
            places = concatenate_ranges(sizes[countable], begins[countable])
            repeated = None if origin is None else np.repeat(origin, sizes[countable])
            members = self.define_equivalent_literals(node.inner, places, repeated)
            literals = (members if is_most else -members).astype(np.int32)
            starts = np.concatenate([[0], np.cumsum(sizes[countable])])
            self.limits.append(Limits(self.rule, literals, starts, limits[countable], origin))
        return np.delete(open_rows, countable)

    def _member_literals(self, inner: Ground, begins: Array, size: int, origin: Array | None) -> Array:
        """Return the members of some rows as a table of literals."""
        places = (begins[:, None] + np.arange(size)[None, :]).ravel()
        repeated = None if origin is None else np.repeat(origin, size)
        return self.define_equivalent_literals(inner, places, repeated).reshape(len(begins), size)

    def assert_at_most_one(self, members: Array, partial: PartialClauses) -> None:
        """Assert for each row that at most one member holds or the partial clause is true."""
        size = members.shape[1]
        if size > self.pairwise:
            self.apply_template(at_most_template(1, size, False, self.pairwise), members, partial)
            return
        left, right = np.triu_indices(size, 1)
        pairs = -np.stack([members[:, left], members[:, right]], axis=2).reshape(-1, 2)
        if not partial.columns:
            self.batches.append(Batch(self.rule, pairs.astype(np.int32).ravel(), 2))
            return
        repeated = partial.take(np.repeat(np.arange(len(members)), len(left)))
        self.emit(repeated.with_column(pairs[:, 0]).with_column(pairs[:, 1]))

    def expand_limits(self) -> None:
        """Encode the limits left to the engine as clauses after all."""
        limits, self.limits = self.limits, []
        for limit in limits:
            self.rule = limit.rule
            sizes = limit.sizes()
            for number, size in sorted(set(zip(limit.numbers.tolist(), sizes.tolist(), strict=True))):
                begins = limit.starts[:-1][(sizes == size) & (limit.numbers == number)]
                members = limit.literals[begins[:, None] + np.arange(size)[None, :]].astype(np.int64)
                self.apply_template(
                    at_most_template(number, size, False, self.pairwise), members, PartialClauses(len(members))
                )

    def apply_template(self, template: ClauseTemplate, members: Array, partial: PartialClauses) -> None:
        """Instantiate a template in every row with its members and new auxiliary atoms."""
        count = len(members)
        extra = self.new_auxiliary_atoms(count * template.auxiliary_count).reshape(count, template.auxiliary_count)
        table = np.concatenate([members, extra], axis=1)
        for clauses, guard in (
            (template.definitions, PartialClauses(count, partial.origin)),
            (template.constraints, partial),
        ):
            by_width: dict[int, list[tuple[int, ...]]] = {}
            for clause in clauses:
                by_width.setdefault(len(clause), []).append(clause)
            for width, group in by_width.items():
                places = np.array(group, dtype=np.int64)
                literals = table[:, np.abs(places) - 1] * np.sign(places)
                repeated = guard.take(np.repeat(np.arange(count), len(group)))
                self.emit(replace(repeated, columns=(*repeated.columns, *literals.reshape(-1, width).T)))


def _only_ragged_part(partial: PartialClauses) -> tuple[Array, Array]:
    """Return the only ragged part of a partial clause that has nothing else."""
    assert not partial.columns
    (part,) = partial.ragged
    return part


def _strip_negations(node: Ground, positive: bool) -> tuple[Ground, bool]:
    """Strip the negations around a node; also return its sign."""
    while isinstance(node, Negation):
        node, positive = node.inner, not positive
    return node, positive


def _rank_for_staying_unnamed(node: Ground) -> int:
    """Sort key: the first part stays unnamed, preferably a conjunction, whose clauses absorb the rest."""
    inner, _ = _strip_negations(node, True)
    return 0 if isinstance(inner, Connection | Cardinalities) else 1 if isinstance(inner, Equality) else 2
