"""Compile a document: expand its rules and encode them as numbered clauses.

Each rule is expanded and asserted block by block. At the end, atoms are numbered in the order of their first
occurrence in the expanded file, followed by auxiliary atoms.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from bigand.encode.at_most_one import try_encode_at_most_one
from bigand.encode.cardinality import PAIRWISE, TooManyClausesError, at_least_two_template, at_most_template
from bigand.encode.clauses import Batch, Clauses, Limits
from bigand.encode.cliques import find_cliques, may_have_cliques
from bigand.encode.constraints import Constraint
from bigand.encode.encoder import AUXILIARY, Encoder, PartialClauses
from bigand.ground.columns import Array, sorted_distinct
from bigand.ground.cross_check import check_samples
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.formula import FALSE, TRUE, Ground
from bigand.ground.frames import Frame
from bigand.ground.grounder import FactBatch, Grounder, Rule
from bigand.ground.prenex import Prenexer, TooManyCopiesError
from bigand.source.diagnostic_factory import make_diagnostic

InstanceBlocks: TypeAlias = Callable[[Rule], Iterator[tuple[Frame, Ground]]]  # the instances of a rule
_MAX_FLOAT_DIGITS = 300  # larger numbers are shown as a power of ten only
MANY = 2_000_000  # from this many clauses on, loading them dominates the time


class CompiledFile(Struct, frozen=True, eq=False):
    """The clauses of a file, and the names of the user's atoms: `names[0]` belongs to atom 1."""

    clauses: Clauses
    names: tuple[str, ...]
    atom_numbers: Array  # by number in the grounder's table: the number in the clauses, or 0
    encode_seconds: float = 0.0  # the part of the time spent on encoding
    constraints: tuple[Constraint, ...] = ()  # over the atoms as numbered here
    constraint_atoms: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # of each constraint

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names of all variables; auxiliary ones are `&1`, `&2`, …"""
        hidden = self.clauses.variables - self.clauses.atoms
        return (*self.names, *[f"&{index + 1}" for index in range(hidden)])


def compile_rules(
    grounder: Grounder,
    as_written: bool = False,
    on_progress: Callable[[int], None] = lambda _count: None,
    absorb: bool = True,
    prenexer: Prenexer | None = None,
    pairwise: int = PAIRWISE,
    counting_threshold: int | None = None,
) -> CompiledFile:
    """Expand and encode all rules of a grounder; report the number of clauses so far to `on_progress`.

    If one part of a file is `Bot`, the whole file is, unless `absorb` is false: then only that part is. If there
    are quantifiers, `prenexer` removes them before encoding. `pairwise` is as in `Encoder`. With
    `counting_threshold`, limits for an engine that counts natively are kept if they represent more pairs than that.
    """
    encoder = Encoder(
        direct=as_written, counting=counting_threshold is not None and not as_written, pairwise=pairwise
    )
    seconds = encode_rules(grounder, encoder, as_written, on_progress, absorb, prenexer)
    if (
        counting_threshold is not None
        and sum([count_pairs(limit) for limit in encoder.limits]) <= counting_threshold
    ):
        encoder.expand_limits()
    compiled = (
        unsatisfiable_file(grounder, encoder.rule)
        if seconds is None
        else finish_compilation(grounder, encoder, seconds)
    )
    check_samples(grounder)
    return compiled


def count_pairs(limits: Limits) -> int:
    """Return how many pairs the limits represent."""
    sizes = limits.sizes()
    return int((sizes * (sizes - 1) // 2).sum())


def encode_rules(
    grounder: Grounder,
    encoder: Encoder,
    as_written: bool,
    on_progress: Callable[[int], None],
    absorb: bool = True,
    prenexer: Prenexer | None = None,
) -> float | None:
    """Assert all rules; return the seconds spent on encoding, or None if a rule is `Bot`, which absorbs everything.

    Rules after that one are still expanded, so that errors in them are reported.
    """
    seconds, total = 0.0, 0
    false_rule: int | None = None  # the first rule that is `Bot`
    for rule in grounder.rules_and_facts() if prenexer is None else grounder.rules():
        if isinstance(rule, FactBatch):
            numbers = np.array([fact.number for fact in rule.rules], dtype=np.int64)
            literals = grounder.fact_literals(rule).astype(np.int32)
            encoder.batches.append(Batch(rule.rules[0].number, literals, 1, owners=numbers))
            total += len(literals)
            on_progress(total)
            continue
        if not as_written and prenexer is None and try_encode_at_most_one(grounder, encoder, rule):
            continue
        first_batch = len(encoder.batches)
        for ground in _ground_formulas(grounder, rule, prenexer):
            if false_rule is None and absorb and (ground.status == FALSE).any():
                false_rule = rule.number
            if false_rule is not None:
                continue
            start_time = time.perf_counter()
            _encode_block(encoder, ground, rule)
            seconds += time.perf_counter() - start_time
            on_progress(total + sum([batch.count for batch in encoder.batches[first_batch:]]))
        start_time = time.perf_counter()
        if not as_written:
            encoder.batches[first_batch:] = remove_duplicate_binary_clauses(encoder.batches[first_batch:])
            _replace_cliques(encoder, first_batch, rule.number)
        total += sum([batch.count for batch in encoder.batches[first_batch:]])
        seconds += time.perf_counter() - start_time
    if false_rule is not None:
        encoder.rule = false_rule
        return None
    return seconds


def _ground_formulas(grounder: Grounder, rule: Rule, prenexer: Prenexer | None) -> Iterator[Ground]:
    """Yield the ground formulas of a rule, without quantifiers."""
    if prenexer is None:
        for _, ground in grounder.blocks(rule):
            yield ground
        return
    try:
        for _, ground in grounder.blocks(rule, record_occurrences=False):
            separate = prenexer.split_equivalences(ground)
            grounder.first_occurrences.record(separate)
            yield prenexer.strip_quantifiers(separate)
    except TooManyCopiesError as error:
        raise NotEvaluableError([make_diagnostic("G111", rule.span)]) from error


def _encode_block(encoder: Encoder, ground: Ground, rule: Rule, first_row: int = 0) -> None:
    with reject_too_many_clauses(rule):
        encoder.assert_block(ground, rule.number, first_row)


@contextmanager
def reject_too_many_clauses(rule: Rule) -> Iterator[None]:
    """Report a cardinality with too many clauses as a rule that is too large."""
    try:
        yield
    except TooManyClausesError as error:
        digits = int(error.count.bit_length() * math.log10(2)) + 1  # Python refuses to print 5,000 digits
        is_float = digits < _MAX_FLOAT_DIGITS
        count_text = f"{error.count:.3g}" if is_float else f"1e+{digits - 1}"
        raise NotEvaluableError([make_diagnostic("G102", rule.span, count=count_text)]) from error


def unsatisfiable_file(grounder: Grounder, false_rule_number: int) -> CompiledFile:
    """Return the result for a file that is `Bot` after absorbing constants: no atoms, an empty clause."""
    empty = Batch(false_rule_number, np.empty(0, dtype=np.int32), 0, np.zeros(2, dtype=np.int64))
    return CompiledFile(Clauses((empty,), 0, 0), (), np.zeros(grounder.atoms.count + 1, dtype=np.int32))


def compile_traced(
    grounder: Grounder, rules: Sequence[Rule] | None = None, blocks: InstanceBlocks | None = None
) -> CompiledFile:
    """Compile every instance separately, with the row it comes from, as a basis for computing reasons."""
    encoder = Encoder(trace=True)
    for rule in grounder.rules() if rules is None else rules:
        first = 0
        for frame, ground in (blocks or grounder.blocks)(rule):
            _encode_block(encoder, ground, rule, first)
            first += frame.count
    return finish_compilation(grounder, encoder, 0.0)


def compile_negations(
    grounder: Grounder, rules: Sequence[Rule], blocks: InstanceBlocks | None = None, group_pairs: bool = False
) -> CompiledFile:
    """Encode for each rule that one of its instances is violated; the rule's last clause says so.

    With `group_pairs`, pairs of "at most one" are not expanded: a group is violated if two of its members are true.
    """
    encoder = Encoder()
    for rule in rules:
        broken = [np.empty(0, dtype=np.int64)]
        groups = _define_violation_per_group(grounder, encoder, rule) if group_pairs else None
        if groups is not None:
            broken = [groups]
        for _, ground in (blocks or grounder.blocks)(rule) if groups is None else ():
            encoder.rule = rule.number
            rows = np.flatnonzero(ground.status != TRUE)
            if (ground.status == FALSE).any():
                broken = []  # an instance never holds: there is nothing to assert
                break
            with reject_too_many_clauses(rule):
                broken.append(encoder.define_implying_literals(ground, False, rows))
        if broken:
            literals = np.concatenate(broken).astype(np.int32)
            encoder.batches.append(Batch(rule.number, literals, 0, np.array([0, len(literals)])))
    return finish_compilation(grounder, encoder, 0.0)


def _define_violation_per_group(grounder: Grounder, encoder: Encoder, rule: Rule) -> Array | None:
    """Return for each group of an "at most one" rule a literal implying that two of it are true, or None."""
    sketch = Encoder(counting=True)
    if not try_encode_at_most_one(grounder, sketch, rule) or any([batch.width != 2 for batch in sketch.batches]):
        return None
    encoder.rule = rule.number
    broken = [np.empty(0, dtype=np.int64)]
    groups = [(-batch.literals.reshape(-1, 2)).astype(np.int64) for batch in sketch.batches]
    for limit in sketch.limits:
        sizes = limit.sizes()
        for size in sorted_distinct(sizes).tolist():
            begins = limit.starts[:-1][sizes == size]
            groups.append(limit.literals[begins[:, None] + np.arange(size)[None, :]].astype(np.int64))
    for members in groups:
        broken.append(encoder.new_auxiliary_atoms(len(members)))
        encoder.apply_template(
            at_least_two_template(members.shape[1]), members, PartialClauses(len(members)).with_column(-broken[-1])
        )
    return np.concatenate(broken)


def _replace_cliques(encoder: Encoder, first_batch: int, rule: int) -> None:
    """Replace cliques among a rule's pairs of negative literals by "at most one" constraints."""
    for index in range(first_batch, len(encoder.batches)):
        batch = encoder.batches[index]
        if batch.width != 2 or batch.count < 2 or int(batch.literals.max()) > 0:
            continue
        atoms = -batch.literals.astype(np.int64).reshape(-1, 2)
        # Auxiliary atoms still have large numbers, and the clique search uses tables indexed by atom.
        atom_by_index = (
            sorted_distinct(atoms.ravel()) if int(atoms.max()) >= AUXILIARY else np.arange(int(atoms.max()) + 1)
        )
        pairs = np.sort(np.searchsorted(atom_by_index, atoms) if int(atoms.max()) >= AUXILIARY else atoms, axis=1)
        if not may_have_cliques(pairs):
            continue
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        cliques, uncovered = find_cliques(pairs[order])
        if not cliques:
            continue
        encoder.batches[index] = Batch(rule, -atom_by_index[pairs[order][uncovered]].astype(np.int32).ravel(), 2)
        encoder.rule = rule
        for size in sorted({len(clique) for clique in cliques}):
            table = atom_by_index[np.stack([clique for clique in cliques if len(clique) == size])]
            encoder.apply_template(
                at_most_template(1, size, False, encoder.pairwise), table, PartialClauses(len(table))
            )


def remove_duplicate_binary_clauses(batches: list[Batch]) -> list[Batch]:
    """Remove duplicate binary clauses of a rule: `a or b` and `b or a` are the same."""
    pairs = [batch for batch in batches if batch.width == 2]
    if sum(batch.count for batch in pairs) < 2:
        return batches
    table = np.concatenate([batch.literals for batch in pairs]).reshape(-1, 2)
    low, high = np.minimum(table[:, 0], table[:, 1]), np.maximum(table[:, 0], table[:, 1])
    # Combine both halves bitwise: the sign of the lower half must not affect the upper one.
    keys = (low.astype(np.int64) << 32) | high.view(np.uint32)
    unique_keys = sorted_distinct(keys)
    if len(unique_keys) == len(table):
        return batches
    literals = np.stack(
        [(unique_keys >> 32).astype(np.int32), unique_keys.astype(np.uint32).view(np.int32)], axis=1
    )
    merged = Batch(pairs[0].rule, literals.ravel(), 2)
    return [*[batch for batch in batches if batch.width != 2], merged]


def finish_compilation(grounder: Grounder, encoder: Encoder, seconds: float) -> CompiledFile:
    start_time = time.perf_counter()
    order = grounder.first_occurrences.ordered_atoms()
    numbers = np.zeros(grounder.atoms.count + 1, dtype=np.int32)
    numbers[order] = np.arange(1, len(order) + 1)
    batches = tuple(
        replace(batch, literals=renumber_literals(batch.literals, numbers, len(order))) for batch in encoder.batches
    )
    names = grounder.atoms.names()
    limits = tuple(
        replace(limit, literals=renumber_literals(limit.literals, numbers, len(order))) for limit in encoder.limits
    )
    clauses = Clauses(batches, len(order), len(order) + encoder.auxiliary_count, limits)
    atom_names = tuple([names[atom] for atom in order.tolist()])
    constraints = tuple([_renumber_constraint(constraint, numbers) for constraint in encoder.constraints.rows])
    constraint_atoms = encoder.constraint_atoms - AUXILIARY + len(order) + 1
    seconds += time.perf_counter() - start_time
    return CompiledFile(clauses, atom_names, numbers, seconds, constraints, constraint_atoms)


def _renumber_constraint(constraint: Constraint, numbers: Array) -> Constraint:
    return replace(constraint, monomials=tuple([(c, int(numbers[atom])) for c, atom in constraint.monomials]))


def renumber_literals(literals: Array, numbers: Array, auxiliary_offset: int) -> Array:
    """Renumber literals of a grounder for the clauses: user atoms by `numbers`, auxiliary ones after them."""
    magnitude = np.abs(literals)
    is_auxiliary = magnitude >= AUXILIARY
    if is_auxiliary.any():
        user_atoms = np.where(is_auxiliary, 0, magnitude)
        renumbered = np.where(is_auxiliary, magnitude - AUXILIARY + auxiliary_offset + 1, numbers[user_atoms])
    else:
        renumbered = numbers[magnitude]
    return (np.sign(literals) * renumbered).astype(np.int32)
