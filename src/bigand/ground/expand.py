"""A file expanded: rule by rule, block by block.

A rule is a formula of the file; the operators `bigand` around its body are one frame, made in blocks, so that
memory stays bounded while the work grows. Everything below is one ground formula a block.
"""

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
from msgspec import Struct

from bigand.ground import formula as formulas
from bigand.ground import join
from bigand.ground.agreement import Sample, Samples
from bigand.ground.appearances import Appearances
from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array, Column, ValueTable, decode
from bigand.ground.facts import Literal, literal_of, number_literals
from bigand.ground.frames import UNIT, Frame
from bigand.ground.instantiate import Instantiator, absorbed
from bigand.ground.join import can_flatten, join_blocks, plan
from bigand.ground.kinds import Kinds
from bigand.ground.tables import Table
from bigand.ground.written import tree_of
from bigand.language import operations, syntax
from bigand.language.reading import CheckedDocument
from bigand.language.soft import soft_directives
from bigand.language.values import Value
from bigand.source.span import Span

_LARGEST_SAMPLE = 400  # atoms of an instance that the second road looks at


class Rule(Struct, frozen=True):
    """A formula of the file: the operators around it, and its body."""

    number: int
    span: Span
    generators: tuple[syntax.Generator, ...]
    body: syntax.Node
    weight: syntax.Node | None = None  # what an instance that does not hold costs; None for a rule that must hold


class Facts(Struct, frozen=True, eq=False):
    """Rules that stand one after the other and are facts, each with its literal."""

    rules: tuple[Rule, ...]
    literals: tuple[Literal, ...]


class Grounder:
    """Expands the formulas of one reading, numbering atoms as they come."""

    def __init__(
        self,
        reading: CheckedDocument,
        given: Mapping[str, Value | Table] | None = None,
        atoms: AtomTable | None = None,
        forecasts: dict[Hashable, Any] | None = None,
    ) -> None:
        self.reading = reading
        self.atoms = atoms or AtomTable(ValueTable())  # two files may share theirs
        self.table = self.atoms.values
        self.instantiator = Instantiator(reading.document.text, self.atoms)
        self.evaluator = self.instantiator.evaluator
        self.kinds = Kinds() if reading.mode is syntax.Mode.SMT else None  # of unknowns, as they are used
        self.appearances = Appearances(self.atoms)
        self.forecasts = {} if forecasts is None else forecasts  # what is known already of how large rules are
        self.samples = Samples()  # of instances, for the second road
        self._assign(given or {})

    # ------------------------------------------------------------------ globals

    def _assign(self, given: Mapping[str, Value | Table]) -> None:
        """Evaluate all assignments in order; what is given from outside wins, by its printed name: `$cost(1)`."""
        values = self.evaluator.globals
        for key, handed_in in given.items():
            name, index, _ = key.partition("(")
            if isinstance(handed_in, Table):
                values.tables[key] = handed_in
            elif index:
                values.families.setdefault(name, {})[key] = handed_in
            else:
                values.values[name] = handed_in
        for item in self.reading.program.items:
            if not isinstance(item, syntax.Assignment):
                continue
            target = item.target
            if target.name in given and not target.arguments:
                continue
            column = self.evaluator.expression(item.value, UNIT)
            indices = [self.evaluator.expression(argument, UNIT) for argument in target.arguments]
            self.evaluator.raise_failures()
            value = self._single(column)
            if not target.arguments:
                values.values[target.name] = value
                continue
            key = operations.atom_name(target.name, tuple(self._single(index) for index in indices))
            if key not in given:
                values.families.setdefault(target.name, {})[key] = value

    def _single(self, column: Column) -> Value:
        return decode(column.kind, column.data[:1], self.table)[0]

    # ------------------------------------------------------------------ rules

    def rules(self) -> list[Rule]:
        """The rules of the file that must hold, in order."""
        return self._rules

    @cached_property
    def _rules(self) -> list[Rule]:
        rules: list[Rule] = []
        soft = soft_directives(self.reading.program)
        for index, item in enumerate(self.reading.program.items):
            if isinstance(item, syntax.Assertion) and index not in soft:
                for formula in _conjuncts(item.formula):
                    generators, body = _head(formula)
                    span = item.span if formula is item.formula else formula.span
                    rules.append(Rule(len(rules), span, tuple(generators), body))
        return rules

    def soft_rules(self) -> list[Rule]:
        """The rules that may be broken, numbered after those that must hold.

        Each instance is one constraint with one weight, so that a conjunction is not taken apart.
        """
        rules: list[Rule] = []
        first = len(self.rules())
        for index, directive in soft_directives(self.reading.program).items():
            item = self.reading.program.items[index]
            assert isinstance(item, syntax.Assertion)
            generators, body = _head(item.formula)
            rule = Rule(first + len(rules), item.span, tuple(generators), body, directive.weight)
            rules.append(rule)
        return rules

    def pieces(self) -> list[Rule | Facts]:
        """The rules that must hold, in order, facts that stand one after the other together."""
        return self._pieces

    @cached_property
    def _pieces(self) -> list[Rule | Facts]:
        if self.reading.mode is not syntax.Mode.SAT:
            return [*self.rules()]
        pieces: list[Rule | Facts] = []
        literals = [None if rule.generators else literal_of(rule.body) for rule in self.rules()]
        pairs = zip(self.rules(), literals, strict=True)
        for is_other, run in groupby(pairs, key=lambda pair: pair[1] is None):
            rules = tuple([(rule, literal) for rule, literal in run])
            if is_other:
                pieces += [rule for rule, _ in rules]
            else:
                known = tuple([literal for _, literal in rules if literal is not None])
                pieces.append(Facts(tuple([rule for rule, _ in rules]), known))
        return pieces

    def facts(self, facts: Facts) -> Array:
        """The literals of facts: atoms, with a minus where there is a `not`; where they occur is remembered."""
        atoms = number_literals(facts.literals, self.atoms)
        self.appearances.note_atoms(atoms, np.arange(len(atoms)))
        for row in {len(atoms) - 1, (len(atoms) * 5) // 8}:
            ground: formulas.Ground = formulas.Literals(atoms[row : row + 1], facts.rules[row].span)
            ground = ground if facts.literals[row].sign else formulas.Negation(ground)
            self._sample(facts.rules[row], UNIT, ground)
        return np.where([literal.sign for literal in facts.literals], atoms, -atoms)

    def frames(self, rule: Rule) -> Iterator[Frame]:
        """The rows of a rule, in order, in blocks."""
        if not rule.generators:
            yield UNIT
            return
        yield from join_blocks(self.evaluator, plan(list(rule.generators)), UNIT, join.BLOCK)

    def blocks(self, rule: Rule, note: bool = True) -> Iterator[tuple[Frame, formulas.Ground]]:
        """The ground formulas of a rule: for each block of rows, what all of them together say.

        With `note` it is remembered where atoms occur for the first time, which `order` needs.
        """
        for frame in self.frames(rule):
            if frame.count:
                for part in self._bounded(rule.body, frame):
                    ground = self.instantiate(rule, part, note)
                    self._sample(rule, part, ground)
                    yield part, ground

    def instantiate(self, rule: Rule, frame: Frame, note: bool = True) -> formulas.Ground:
        """The ground formula of some rows of a rule; how it uses its atoms is remembered, as by `blocks`."""
        ground = self.instantiator.formula(rule.body, frame)
        self.evaluator.raise_failures()
        if note:
            self.appearances.note(ground)
        if self.kinds is not None:
            self.kinds.note(ground)
        return ground

    def _sample(self, rule: Rule, frame: Frame, ground: formulas.Ground) -> None:
        """Keep an instance or two of a block for the second road."""
        if not self.samples.wants(rule) or self.evaluator.globals.tables:
            return
        is_plain = (
            self.reading.mode is syntax.Mode.SAT and formulas.entries(ground) <= _LARGEST_SAMPLE * frame.count
        )
        numbers = range(self.atoms.count + 1)
        for row in {frame.count - 1, (frame.count * 5) // 8}:
            tree = tree_of(ground, row, numbers) if is_plain else None
            self.samples.keep(Sample(rule, (frame.binding(row, self.table),), tree))

    def _bounded(self, body: syntax.Node, frame: Frame) -> Iterator[Frame]:
        """Rows whose bodies have operators over sets, in smaller blocks where there are many."""
        size = max(64, join.BLOCK // _inner_size(body))
        if frame.count <= size:
            yield frame
            return
        for start in range(0, frame.count, size):
            yield frame.slice(start, start + size)


def _conjuncts(formula: syntax.Node) -> list[syntax.Node]:
    """The formulas that a formula says one after the other: a file may be one long conjunction."""
    inner = syntax.strip_parentheses(formula)
    if (
        not isinstance(inner, syntax.Infix)
        or inner.operator is not syntax.Operator.AND
        or absorbed(syntax.Operator.AND, inner.operands) is not None
    ):
        return [formula]
    return [part for operand in inner.operands for part in _conjuncts(operand)]


def _head(formula: syntax.Node) -> tuple[list[syntax.Generator], syntax.Node]:
    """The operators `bigand` around a formula that can be joined in one frame, and what is inside."""
    generators: list[syntax.Generator] = []
    node = formula
    while True:
        inner = syntax.strip_parentheses(node)
        if not isinstance(inner, syntax.BigOperator) or inner.big is not syntax.Big.AND:
            return generators, node
        if not can_flatten(generators, inner.generator):
            return generators, node
        names = [variable.name for variable in inner.generator.variables]
        if len(set(names)) != len(names):
            return generators, node
        generators.append(inner.generator)
        node = inner.body


def _inner_size(node: syntax.Node) -> int:
    """A guess at how many rows a row of the body becomes: 1 without operators over sets inside."""
    match node:
        case syntax.Proposition():
            return 1
        case syntax.Infix(_, operands):
            return max([_inner_size(operand) for operand in operands])
        case syntax.BigOperator(body=body):
            return 16 * _inner_size(body)
        case syntax.Cardinality():
            return 16
        case syntax.Parenthesised(inner) | syntax.Signed(_, inner) | syntax.LineBreak(inner):
            return _inner_size(inner)
        case syntax.If(_, then, otherwise):
            return max(_inner_size(then), _inner_size(otherwise))
        case syntax.Let(body=body) | syntax.Quantified(body=body):
            return _inner_size(body)
        case _:
            return 1
