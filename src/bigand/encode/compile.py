"""A reading to clauses: the road from rules to numbered clauses.

Each rule is expanded and asserted block by block. At the end atoms are numbered in the order in which they first
appear in the expanded file, auxiliary atoms after them.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from bigand.encode.cardinality import PAIRWISE, TooManyClausesError, at_most, two_of
from bigand.encode.clauses import Batch, Clauses, Limits
from bigand.encode.cliques import find_cliques, may_have_cliques
from bigand.encode.encoder import AUXILIARY, Encoder, Side
from bigand.encode.linear import Constraint
from bigand.encode.recognise import recognise
from bigand.ground.agreement import confirm
from bigand.ground.columns import Array, distinct
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Facts, Grounder, Rule
from bigand.ground.formula import FALSE, TRUE, Ground
from bigand.ground.frames import Frame
from bigand.ground.prenex import Prenexer, TooManyCopiesError
from bigand.source.fault import make_diagnostic

Blocks: TypeAlias = Callable[[Rule], Iterator[tuple[Frame, Ground]]]  # the instances of a rule
_DIGITS = 300  # of a number that is told to three of them
MANY = 2_000_000  # clauses whose loading takes most of the time


class Compiled(Struct, frozen=True, eq=False):
    """The clauses of a file, and the names of the user's atoms: `names[0]` is that of atom 1."""

    clauses: Clauses
    names: tuple[str, ...]
    numbers: Array  # by number in the grounder's table: the number in the clauses, 0 for none
    encode_seconds: float = 0.0  # of all that making it took
    constraints: tuple[Constraint, ...] = ()  # over the atoms as they are numbered here
    constraint_atoms: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # what stands for each

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names of all variables; auxiliary ones are `&1`, `&2`, …"""
        hidden = self.clauses.variables - self.clauses.atoms
        return (*self.names, *[f"&{index + 1}" for index in range(hidden)])


def compile_rules(
    grounder: Grounder,
    as_written: bool = False,
    watch: Callable[[int], None] = lambda _count: None,
    absorb: bool = True,
    prenexer: Prenexer | None = None,
    pairwise: int = PAIRWISE,
    counting: int | None = None,
) -> Compiled:
    """Expand and encode all rules of a grounder; `watch` is told how many clauses there are so far.

    A file of which a part is `Bot` is all `Bot`, unless `absorb` is false: then only that part is. Where there are
    quantifiers, a prenexer takes them out before anything is encoded. `pairwise` as in `Encoder`. With `counting`
    there are limits beside the clauses, for an engine that counts, if they stand for more pairs than that.
    """
    encoder = Encoder(direct=as_written, counting=counting is not None and not as_written, pairwise=pairwise)
    seconds = encode_rules(grounder, encoder, as_written, watch, absorb, prenexer)
    if counting is not None and sum([pairs_of(limit) for limit in encoder.limits]) <= counting:
        encoder.write_out()
    compiled = impossible(grounder, encoder.rule) if seconds is None else numbered(grounder, encoder, seconds)
    confirm(grounder)
    return compiled


def pairs_of(limits: Limits) -> int:
    """How many pairs limits stand for."""
    sizes = limits.sizes()
    return int((sizes * (sizes - 1) // 2).sum())


def encode_rules(
    grounder: Grounder,
    encoder: Encoder,
    as_written: bool,
    watch: Callable[[int], None],
    absorb: bool = True,
    prenexer: Prenexer | None = None,
) -> float | None:
    """Assert all rules; the seconds that encoding took, or nothing when one of them is `Bot`, which absorbs all.

    The rules after that one are expanded all the same: what is wrong in them is an error wherever they stand.
    """
    seconds, total = 0.0, 0
    bot: int | None = None  # the first rule that is
    for rule in grounder.pieces() if prenexer is None else grounder.rules():
        if isinstance(rule, Facts):
            numbers = np.array([fact.number for fact in rule.rules], dtype=np.int64)
            literals = grounder.facts(rule).astype(np.int32)
            encoder.batches.append(Batch(rule.rules[0].number, literals, 1, owners=numbers))
            total += len(literals)
            watch(total)
            continue
        if not as_written and prenexer is None and recognise(grounder, encoder, rule):
            continue
        before = len(encoder.batches)
        for ground in _grounds(grounder, rule, prenexer):
            if bot is None and absorb and (ground.status == FALSE).any():
                bot = rule.number
            if bot is not None:
                continue
            began = time.perf_counter()
            _add(encoder, ground, rule)
            seconds += time.perf_counter() - began
            watch(total + sum([batch.count for batch in encoder.batches[before:]]))
        began = time.perf_counter()
        if not as_written:
            encoder.batches[before:] = without_mirrored(encoder.batches[before:])
            _group(encoder, before, rule.number)
        total += sum([batch.count for batch in encoder.batches[before:]])
        seconds += time.perf_counter() - began
    if bot is not None:
        encoder.rule = bot
        return None
    return seconds


def _grounds(grounder: Grounder, rule: Rule, prenexer: Prenexer | None) -> Iterator[Ground]:
    """The ground formulas of a rule, without quantifiers."""
    if prenexer is None:
        for _, ground in grounder.blocks(rule):
            yield ground
        return
    try:
        for _, ground in grounder.blocks(rule, note=False):
            separate = prenexer.separate(ground)
            grounder.appearances.note(separate)
            yield prenexer.matrix(separate)
    except TooManyCopiesError as error:
        raise NotEvaluableError([make_diagnostic("G111", rule.span)]) from error


def _add(encoder: Encoder, ground: Ground, rule: Rule, first_row: int = 0) -> None:
    with small_enough(rule):
        encoder.add(ground, rule.number, first_row)


@contextmanager
def small_enough(rule: Rule) -> Iterator[None]:
    """A cardinality that would be too many clauses is reported as a rule that is too large."""
    try:
        yield
    except TooManyClausesError as error:
        digits = int(error.count.bit_length() * math.log10(2)) + 1  # Python writes no number of 5,000 digits
        shown = f"{error.count:.3g}" if digits < _DIGITS else f"1e+{digits - 1}"  # no float is as large
        raise NotEvaluableError([make_diagnostic("G102", rule.span, count=shown)]) from error


def impossible(grounder: Grounder, rule: int) -> Compiled:
    """A file of which a part is `Bot` once constants are absorbed: all of it is `Bot`, and no atom is left."""
    empty = Batch(rule, np.empty(0, dtype=np.int32), 0, np.zeros(2, dtype=np.int64))
    return Compiled(Clauses((empty,), 0, 0), (), np.zeros(grounder.atoms.count + 1, dtype=np.int32))


def compile_traced(
    grounder: Grounder, rules: Sequence[Rule] | None = None, blocks: Blocks | None = None
) -> Compiled:
    """The clauses of every instance by itself, with the row it comes from: what reasons are computed on."""
    encoder = Encoder(trace=True)
    for rule in grounder.rules() if rules is None else rules:
        first = 0
        for frame, ground in (blocks or grounder.blocks)(rule):
            _add(encoder, ground, rule, first)
            first += frame.count
    return numbered(grounder, encoder, 0.0)


def compile_negations(
    grounder: Grounder, rules: Sequence[Rule], blocks: Blocks | None = None, recognised: bool = False
) -> Compiled:
    """For each of some rules, clauses that say that an instance of it does not hold; that is the last of its own.

    With `recognised` pairs of "at most one" are not written out: a group of them is broken if two of it are true.
    """
    encoder = Encoder()
    for rule in rules:
        broken = [np.empty(0, dtype=np.int64)]
        groups = _broken_groups(grounder, encoder, rule) if recognised else None
        if groups is not None:
            broken = [groups]
        for _, ground in (blocks or grounder.blocks)(rule) if groups is None else ():
            encoder.rule = rule.number
            rows = np.flatnonzero(ground.status != TRUE)
            if (ground.status == FALSE).any():
                broken = []  # an instance never holds: nothing is to be said
                break
            with small_enough(rule):
                broken.append(encoder.name(ground, False, rows))
        if broken:
            literals = np.concatenate(broken).astype(np.int32)
            encoder.batches.append(Batch(rule.number, literals, 0, np.array([0, len(literals)])))
    return numbered(grounder, encoder, 0.0)


def _broken_groups(grounder: Grounder, encoder: Encoder, rule: Rule) -> Array | None:
    """For each group of a rule that is "at most one" a literal that says that two of it are true; else nothing."""
    sketch = Encoder(counting=True)
    if not recognise(grounder, sketch, rule) or any([batch.width != 2 for batch in sketch.batches]):
        return None
    encoder.rule = rule.number
    broken = [np.empty(0, dtype=np.int64)]
    groups = [(-batch.literals.reshape(-1, 2)).astype(np.int64) for batch in sketch.batches]
    for limit in sketch.limits:
        sizes = limit.sizes()
        for size in distinct(sizes).tolist():
            begins = limit.starts[:-1][sizes == size]
            groups.append(limit.literals[begins[:, None] + np.arange(size)[None, :]].astype(np.int64))
    for members in groups:
        broken.append(encoder.fresh(len(members)))
        encoder.apply(two_of(members.shape[1]), members, Side(len(members)).with_column(-broken[-1]))
    return np.concatenate(broken)


def _group(encoder: Encoder, before: int, rule: int) -> None:
    """Pairs of negative literals of a rule, where they form cliques, as "at most one"."""
    for index in range(before, len(encoder.batches)):
        batch = encoder.batches[index]
        if batch.width != 2 or batch.count < 2 or int(batch.literals.max()) > 0:
            continue
        atoms = -batch.literals.astype(np.int64).reshape(-1, 2)
        # Auxiliary atoms have large numbers as yet, and cliques are found in tables by number.
        known = distinct(atoms.ravel()) if int(atoms.max()) >= AUXILIARY else np.arange(int(atoms.max()) + 1)
        pairs = np.sort(np.searchsorted(known, atoms) if int(atoms.max()) >= AUXILIARY else atoms, axis=1)
        if not may_have_cliques(pairs):
            continue
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        cliques, uncovered = find_cliques(pairs[order])
        if not cliques:
            continue
        encoder.batches[index] = Batch(rule, -known[pairs[order][uncovered]].astype(np.int32).ravel(), 2)
        encoder.rule = rule
        for size in sorted({len(clique) for clique in cliques}):
            table = known[np.stack([clique for clique in cliques if len(clique) == size])]
            encoder.apply(at_most(1, size, False, encoder.pairwise), table, Side(len(table)))


def without_mirrored(batches: list[Batch]) -> list[Batch]:
    """The clauses of a rule, those of two literals each once: `a or b` and `b or a` say the same."""
    pairs = [batch for batch in batches if batch.width == 2]
    if sum(batch.count for batch in pairs) < 2:
        return batches
    table = np.concatenate([batch.literals for batch in pairs]).reshape(-1, 2)
    low, high = np.minimum(table[:, 0], table[:, 1]), np.maximum(table[:, 0], table[:, 1])
    # Both halves of a key as they are in memory: the sign of the lower half must not touch the upper one.
    keys = (low.astype(np.int64) << 32) | high.view(np.uint32)
    once = distinct(keys)
    if len(once) == len(table):
        return batches
    literals = np.stack([(once >> 32).astype(np.int32), once.astype(np.uint32).view(np.int32)], axis=1)
    merged = Batch(pairs[0].rule, literals.ravel(), 2)
    return [*[batch for batch in batches if batch.width != 2], merged]


def numbered(grounder: Grounder, encoder: Encoder, seconds: float) -> Compiled:
    began = time.perf_counter()
    order = grounder.appearances.order()
    numbers = np.zeros(grounder.atoms.count + 1, dtype=np.int32)
    numbers[order] = np.arange(1, len(order) + 1)
    batches = tuple(
        replace(batch, literals=renumber(batch.literals, numbers, len(order))) for batch in encoder.batches
    )
    names = grounder.atoms.names()
    limits = tuple(
        replace(limit, literals=renumber(limit.literals, numbers, len(order))) for limit in encoder.limits
    )
    clauses = Clauses(batches, len(order), len(order) + encoder.auxiliary, limits)
    shown = tuple([names[atom] for atom in order.tolist()])
    constraints = tuple([_renumbered(constraint, numbers) for constraint in encoder.constraints.rows])
    standing = encoder.constraint_atoms - AUXILIARY + len(order) + 1
    seconds += time.perf_counter() - began
    return Compiled(clauses, shown, numbers, seconds, constraints, standing)


def _renumbered(constraint: Constraint, numbers: Array) -> Constraint:
    return replace(constraint, monomials=tuple([(c, int(numbers[atom])) for c, atom in constraint.monomials]))


def renumber(literals: Array, numbers: Array, atoms: int) -> Array:
    """Literals over the atoms of a grounder as those of clauses: atoms as `numbers` says, auxiliary ones after."""
    magnitude = np.abs(literals)
    is_auxiliary = magnitude >= AUXILIARY
    if is_auxiliary.any():
        own = np.where(is_auxiliary, 0, magnitude)
        renumbered = np.where(is_auxiliary, magnitude - AUXILIARY + atoms + 1, numbers[own])
    else:
        renumbered = numbers[magnitude]
    return (np.sign(literals) * renumbered).astype(np.int32)
