"""Expand a file rule by rule and block by block.

A rule is a top-level formula of the file. The `bigand` operators around its body form one frame, which is produced
in blocks so that memory stays bounded as the number of instances grows. Each block yields one ground formula.

`FirstOccurrences` records the order of atoms in the expanded text; small files can be shown as readable trees.
"""

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
from msgspec import Struct

from bigand.ground import formula as formulas
from bigand.ground import join
from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array, Column, Table, ValueTable, decode
from bigand.ground.cross_check import Sample, Samples
from bigand.ground.facts import Literal, literal_of, number_literals
from bigand.ground.formula_tree import FormulaTree, TooLargeError, show_formula, tree_of
from bigand.ground.frames import UNIT_FRAME, Frame
from bigand.ground.instantiator import Instantiator, status_decided_by_constant
from bigand.ground.join import binds_only_new_names, join_blocks, make_plan
from bigand.ground.kinds import UnknownKinds
from bigand.language import operations, syntax
from bigand.language.frontend import CheckedDocument
from bigand.language.syntax import soft_directives
from bigand.language.values import Value
from bigand.source.document import Span

_MAX_SAMPLE_ATOMS = 400  # the formulas of larger instances are not cross-checked


class Rule(Struct, frozen=True):
    """A top-level formula: the generators around it and its body."""

    number: int
    span: Span
    generators: tuple[syntax.Generator, ...]
    body: syntax.Node
    weight: syntax.Node | None = None  # the cost of a violated instance; None for a hard rule


class FactBatch(Struct, frozen=True, eq=False):
    """Consecutive rules that are facts, each with its literal."""

    rules: tuple[Rule, ...]
    literals: tuple[Literal, ...]


class Grounder:
    """Expands the formulas of one document and numbers atoms as they occur.

    `given_values` override the assignments of the file. Two files may share one table of `atoms`.
    `forecasts` caches what is already known about the sizes of rules.
    """

    def __init__(
        self,
        reading: CheckedDocument,
        given_values: Mapping[str, Value | Table] | None = None,
        atoms: AtomTable | None = None,
        forecasts: dict[Hashable, Any] | None = None,
    ) -> None:
        self.reading = reading
        self.atoms = atoms or AtomTable(ValueTable())
        self.table = self.atoms.values
        self.instantiator = Instantiator(reading.document.text, self.atoms)
        self.evaluator = self.instantiator.evaluator
        self.kinds = UnknownKinds() if reading.mode is syntax.Mode.SMT else None  # kinds by use
        self.first_occurrences = FirstOccurrences(self.atoms)
        self.forecasts = {} if forecasts is None else forecasts
        self.samples = Samples()  # instances for the cross-check
        self._assign_globals(given_values or {})

    # ------------------------------------------------------------------ globals

    def _assign_globals(self, given_values: Mapping[str, Value | Table]) -> None:
        """Evaluate all assignments in order; a given value wins, by its printed name such as `$cost(1)`."""
        values = self.evaluator.globals
        for key, given_value in given_values.items():
            name, index, _ = key.partition("(")
            if isinstance(given_value, Table):
                values.tables[key] = given_value
            elif index:
                values.families.setdefault(name, {})[key] = given_value
            else:
                values.values[name] = given_value
        for item in self.reading.program.items:
            if not isinstance(item, syntax.Assignment):
                continue
            target = item.target
            if target.name in given_values and not target.arguments:
                continue
            column = self.evaluator.evaluate(item.value, UNIT_FRAME)
            indices = [self.evaluator.evaluate(argument, UNIT_FRAME) for argument in target.arguments]
            self.evaluator.raise_recorded_failures()
            value = self._single_value(column)
            if not target.arguments:
                values.values[target.name] = value
                continue
            key = operations.atom_name(target.name, tuple(self._single_value(index) for index in indices))
            if key not in given_values:
                values.families.setdefault(target.name, {})[key] = value

    def _single_value(self, column: Column) -> Value:
        return decode(column.kind, column.data[:1], self.table)[0]

    # ------------------------------------------------------------------ rules

    def rules(self) -> list[Rule]:
        """The hard rules of the file, in order."""
        return self._rules

    @cached_property
    def _rules(self) -> list[Rule]:
        rules: list[Rule] = []
        soft = soft_directives(self.reading.program)
        for index, item in enumerate(self.reading.program.items):
            if isinstance(item, syntax.Assertion) and index not in soft:
                for formula in _conjuncts(item.formula):
                    generators, body = _split_generators(formula)
                    span = item.span if formula is item.formula else formula.span
                    rules.append(Rule(len(rules), span, tuple(generators), body))
        return rules

    def soft_rules(self) -> list[Rule]:
        """The soft rules, numbered after the hard ones.

        Each instance is one constraint with one weight, so a conjunction is not split.
        """
        rules: list[Rule] = []
        first = len(self.rules())
        for index, directive in soft_directives(self.reading.program).items():
            item = self.reading.program.items[index]
            assert isinstance(item, syntax.Assertion)
            generators, body = _split_generators(item.formula)
            rule = Rule(first + len(rules), item.span, tuple(generators), body, directive.weight)
            rules.append(rule)
        return rules

    def rules_and_facts(self) -> list[Rule | FactBatch]:
        """The hard rules in order, with consecutive facts grouped in batches."""
        return self._rules_and_facts

    @cached_property
    def _rules_and_facts(self) -> list[Rule | FactBatch]:
        if self.reading.mode is not syntax.Mode.SAT:
            return [*self.rules()]
        pieces: list[Rule | FactBatch] = []
        literals = [None if rule.generators else literal_of(rule.body) for rule in self.rules()]
        pairs = zip(self.rules(), literals, strict=True)
        for is_ordinary, run in groupby(pairs, key=lambda pair: pair[1] is None):
            run_rules = tuple([(rule, literal) for rule, literal in run])
            if is_ordinary:
                pieces += [rule for rule, _ in run_rules]
            else:
                run_literals = tuple([literal for _, literal in run_rules if literal is not None])
                pieces.append(FactBatch(tuple([rule for rule, _ in run_rules]), run_literals))
        return pieces

    def fact_literals(self, batch: FactBatch) -> Array:
        """Return the signed literals of facts and record where their atoms occur."""
        atoms = number_literals(batch.literals, self.atoms)
        self.first_occurrences.record_atoms(atoms, np.arange(len(atoms)))
        for row in {len(atoms) - 1, (len(atoms) * 5) // 8}:
            ground: formulas.Ground = formulas.Literals(atoms[row : row + 1], batch.rules[row].span)
            ground = ground if batch.literals[row].sign else formulas.Negation(ground)
            self._keep_samples(batch.rules[row], UNIT_FRAME, ground)
        return np.where([literal.sign for literal in batch.literals], atoms, -atoms)

    def frames(self, rule: Rule) -> Iterator[Frame]:
        """Yield the rows of a rule, in order, in blocks."""
        if not rule.generators:
            yield UNIT_FRAME
            return
        yield from join_blocks(self.evaluator, make_plan(list(rule.generators)), UNIT_FRAME, join.BLOCK)

    def blocks(self, rule: Rule, record_occurrences: bool = True) -> Iterator[tuple[Frame, formulas.Ground]]:
        """Yield each block of rows of a rule with its ground formula.

        With `record_occurrences`, remember where atoms occur first; `FirstOccurrences.ordered_atoms` needs that.
        """
        for frame in self.frames(rule):
            if frame.count:
                for part in self._split_frame(rule.body, frame):
                    ground = self.instantiate(rule, part, record_occurrences)
                    self._keep_samples(rule, part, ground)
                    yield part, ground

    def instantiate(self, rule: Rule, frame: Frame, record_occurrences: bool = True) -> formulas.Ground:
        """Return the ground formula of some rows of a rule; record its atoms as `blocks` does."""
        ground = self.instantiator.instantiate(rule.body, frame)
        self.evaluator.raise_recorded_failures()
        if record_occurrences:
            self.first_occurrences.record(ground)
        if self.kinds is not None:
            self.kinds.record(ground)
        return ground

    def _keep_samples(self, rule: Rule, frame: Frame, ground: formulas.Ground) -> None:
        """Keep one or two instances of a block for the cross-check."""
        if not self.samples.wants(rule) or self.evaluator.globals.tables:
            return
        is_plain = (
            self.reading.mode is syntax.Mode.SAT
            and formulas.count_entries(ground) <= _MAX_SAMPLE_ATOMS * frame.count
        )
        numbers = range(self.atoms.count + 1)
        for row in {frame.count - 1, (frame.count * 5) // 8}:
            tree = tree_of(ground, row, numbers) if is_plain else None
            self.samples.add(Sample(rule, (frame.binding(row, self.table),), tree))

    def _split_frame(self, body: syntax.Node, frame: Frame) -> Iterator[Frame]:
        """Split a frame into smaller blocks if operators over sets in the body multiply its rows."""
        size = max(64, join.BLOCK // _guess_inner_rows(body))
        if frame.count <= size:
            yield frame
            return
        for start in range(0, frame.count, size):
            yield frame.slice(start, start + size)


def _conjuncts(formula: syntax.Node) -> list[syntax.Node]:
    """Split a formula at its top-level conjunctions: a file may be one long conjunction."""
    inner = syntax.strip_parentheses(formula)
    if (
        not isinstance(inner, syntax.Infix)
        or inner.operator is not syntax.Operator.AND
        or status_decided_by_constant(syntax.Operator.AND, inner.operands) is not None
    ):
        return [formula]
    return [part for operand in inner.operands for part in _conjuncts(operand)]


def _split_generators(formula: syntax.Node) -> tuple[list[syntax.Generator], syntax.Node]:
    """Split off the outer `bigand` operators that can be joined in one frame; return them and the rest."""
    generators: list[syntax.Generator] = []
    node = formula
    while True:
        inner = syntax.strip_parentheses(node)
        if not isinstance(inner, syntax.BigOperator) or inner.big is not syntax.Big.AND:
            return generators, node
        if not binds_only_new_names(generators, inner.generator):
            return generators, node
        names = [variable.name for variable in inner.generator.variables]
        if len(set(names)) != len(names):
            return generators, node
        generators.append(inner.generator)
        node = inner.body


def _guess_inner_rows(node: syntax.Node) -> int:
    """Guess how many rows a row of the body expands to; 1 if the body has no operator over sets."""
    match node:
        case syntax.Proposition():
            return 1
        case syntax.Infix(_, operands):
            return max([_guess_inner_rows(operand) for operand in operands])
        case syntax.BigOperator(body=body):
            return 16 * _guess_inner_rows(body)
        case syntax.Cardinality():
            return 16
        case syntax.Parenthesised(inner) | syntax.Signed(_, inner) | syntax.LineBreak(inner):
            return _guess_inner_rows(inner)
        case syntax.If(_, then, otherwise):
            return max(_guess_inner_rows(then), _guess_inner_rows(otherwise))
        case syntax.Let(body=body) | syntax.Quantified(body=body):
            return _guess_inner_rows(body)
        case _:
            return 1


# ---------------------------------------------------------------------- first occurrences


class FirstOccurrences:
    """Records where each atom first occurs in the expanded text, independent of how it was cut into blocks."""

    def __init__(self, atoms: AtomTable) -> None:
        self._atoms = atoms
        self._offset = 0  # occurrences recorded so far
        self._first_places = np.full(1, -1, dtype=np.int64)  # by atom; -1 if it has not occurred

    def record(self, ground: formulas.Ground) -> None:
        """Record the first occurrences of the atoms of a ground formula."""
        self._grow()
        if (self._first_places[1 : self._atoms.count + 1] >= 0).all():
            return  # every atom has already occurred
        atoms, places = formulas.occurrences(ground)
        self.record_atoms(atoms, places)

    def record_atoms(self, atoms: Array, places: Array) -> None:
        """Record occurrences of `atoms`, given their `places` within the text being expanded."""
        self._grow()
        if not len(atoms):
            return
        is_new = self._first_places[atoms] < 0
        if is_new.any():
            new_atoms, new_places = atoms[is_new], places[is_new] + self._offset
            order = np.argsort(new_places, kind="stable")[::-1]
            self._first_places[new_atoms[order]] = new_places[order]  # the last write is the earliest place
        self._offset += int(places.max()) + 1

    def occurrence_mask(self, atoms: Array) -> Array:
        """Return a mask: which of these atoms have occurred."""
        self._grow()
        seen: Array = self._first_places[atoms] >= 0
        return seen

    def _grow(self) -> None:
        if self._atoms.count >= len(self._first_places):
            grown = np.full(2 * self._atoms.count + 16, -1, dtype=np.int64)
            grown[: len(self._first_places)] = self._first_places
            self._first_places = grown

    def ordered_atoms(self) -> Array:
        """The atoms that occur, in the order of their first occurrence: the user's atoms."""
        first = self._first_places[: self._atoms.count + 1]
        present = np.flatnonzero(first >= 0)
        return present[np.argsort(first[present], kind="stable")]


# ---------------------------------------------------------------------- expanded formulas as readable trees


MAX_SHOWN_INSTANCES = 20_000


def expanded_formula(grounder: Grounder, in_pairs: bool = False) -> FormulaTree:
    """Return the conjunction of all expanded formulas of a file; `in_pairs` as for `tree_of`."""
    return conjoin([part for _, parts in expanded_rules(grounder, in_pairs) for part in parts])


def expanded_rules(grounder: Grounder, in_pairs: bool = False) -> Iterator[tuple[Rule, list[FormulaTree]]]:
    """Yield each rule of a file with its instances.

    Raises `TooLargeError` above `MAX_SHOWN_INSTANCES` instances in total.
    """
    total = 0
    for rule in grounder.rules():
        parts: list[FormulaTree] = []
        for frame, ground in grounder.blocks(rule):
            total += frame.count
            if total > MAX_SHOWN_INSTANCES:
                raise TooLargeError
            names = grounder.atoms.names()
            parts += [tree_of(ground, row, names, in_pairs) for row in range(frame.count)]
        yield rule, parts


def conjoin(parts: list[FormulaTree]) -> FormulaTree:
    """Conjoin formulas; constants are absorbed."""
    parts = [part for part in parts if part is not True]
    if False in [part for part in parts if isinstance(part, bool)]:
        return False
    return True if not parts else parts[0] if len(parts) == 1 else ("and", *parts)


def show_instances(grounder: Grounder) -> Iterator[str]:
    """Yield each instance of each formula as a line of text."""
    for rule in grounder.rules():
        for frame, ground in grounder.blocks(rule):
            names = grounder.atoms.names()
            for row in range(frame.count):
                yield show_formula(tree_of(ground, row, names))
