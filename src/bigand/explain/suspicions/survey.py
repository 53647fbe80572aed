"""A survey of a file: where each predicate occurs, for which index tuples, with which sign.

A *site* is a proposition as it stands in the text; its instances are the atoms it becomes. The survey walks each
rule with its frames as expansion does, and keeps of every site the rows it was seen with.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from bigand.ground.atoms import is_integer, split_name
from bigand.ground.columns import Array, Column, constant, decode, distinct
from bigand.ground.expand import Grounder, Rule
from bigand.ground.frames import UNIT, Frame
from bigand.ground.join import BLOCK, join_blocks, plan
from bigand.ground.quote import variables_of
from bigand.language.syntax import (
    Big,
    BigOperator,
    Cardinality,
    Comprehension,
    Count,
    Generator,
    If,
    Infix,
    Let,
    LineBreak,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Sign,
    Signed,
    Variable,
    bare,
    walk,
)
from bigand.language.values import Name, SetOf, Value, show_value

Index = int | str  # an index: a number, or the print of anything else
POSITIVE, NEGATIVE, BOTH = 1, 2, 3


@dataclass(eq=False)
class Site:
    """A proposition of the text, and what it was seen with: rows of frames, and the columns of its indices."""

    rule: Rule
    node: Proposition
    sign: int
    seen: list[tuple[Frame, tuple[Column, ...], Array]] = field(default_factory=list)
    values: list[set[Index]] = field(default_factory=list)
    is_asserted: bool = False  # stands for itself, under conjunctions only: a fact

    @property
    def predicate(self) -> tuple[str, int]:
        return (self.node.name, len(self.node.arguments))

    def atoms(self) -> Array:
        return distinct(np.concatenate([atoms for _, _, atoms in self.seen]))


@dataclass(eq=False)
class Loop:
    """A generator of the text, how many rows it made in all, and how many without its condition."""

    rule: Rule
    generator: Generator
    rows: int = 0
    unfiltered: int = 0


@dataclass(eq=False)
class Survey:
    """All sites and loops of a file; `signs` is by atom; `told` are predicates with wrong indices."""

    grounder: Grounder
    sites: list[Site] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    signs: Array = field(default_factory=lambda: np.zeros(1, dtype=np.int8))
    told: set[tuple[str, int]] = field(default_factory=set)

    def predicates(self) -> dict[tuple[str, int], list[Site]]:
        """The sites of each predicate, by name and number of indices."""
        found: dict[tuple[str, int], list[Site]] = {}
        for site in self.sites:
            found.setdefault(site.predicate, []).append(site)
        return found

    def binding(self, site: Site, place: int, value: Index) -> dict[str, Value]:
        """A binding of the site's variables for which an index has this value."""
        table = self.grounder.table
        for frame, columns, _ in site.seen:
            column = columns[place]
            found = [at for at, one in enumerate(distinct_values(column, self.grounder)) if one == value]
            if found:
                data = np.broadcast_to(column.data, (frame.count,)) if column.is_constant else column.data
                row = int(np.flatnonzero(data == distinct(column.data)[found[0]])[0])
                used = variables_of(site.node)
                return {name: bound for name, bound in frame.binding(row, table).items() if name in used}
        return {}


def survey(grounder: Grounder) -> Survey:
    """Walk all rules of a file."""
    walker = _Walk(grounder)
    for rule in [*grounder.rules(), *grounder.soft_rules()]:
        walker.rule(rule)
    grounder.evaluator.raise_failures()
    surveyed = Survey(grounder, list(walker.sites.values()), list(walker.loops.values()))
    surveyed.signs = np.zeros(grounder.atoms.count + 1, dtype=np.int8)
    for site in surveyed.sites:
        for _, _, atoms in site.seen:
            surveyed.signs[atoms] |= site.sign
        site.values = _values(site, grounder)
    return surveyed


def _values(site: Site, grounder: Grounder) -> list[set[Index]]:
    """The values of each index of a site."""
    values: list[set[Index]] = [set() for _ in site.node.arguments]
    for _, columns, _ in site.seen:
        for place, column in enumerate(columns):
            values[place].update(distinct_values(column, grounder))
    return values


def distinct_values(column: Column, grounder: Grounder) -> list[Index]:
    """The values of a column, each once, in the order of their codes."""
    return [as_index(value) for value in decode(column.kind, distinct(column.data), grounder.table)]


def as_index(value: Value) -> Index:
    return value if isinstance(value, int) and not isinstance(value, bool) else show_value(value)


def elements_of(node: Node, grounder: Grounder) -> set[Index] | None:
    """The elements of a set that depends on no variable but global ones, else None."""
    if not variables_of(node) <= set(grounder.evaluator.globals.values):
        return None
    column = grounder.evaluator.expression(node, UNIT)
    if grounder.evaluator.failures:
        grounder.evaluator.failures.clear()
        return None
    (value,) = decode(column.kind, column.data[:1], grounder.table)
    return {as_index(element) for element in value.elements} if isinstance(value, SetOf) else None


class _Walk:
    """The state of a walk over the rules."""

    def __init__(self, grounder: Grounder) -> None:
        self.grounder = grounder
        self.evaluator = grounder.evaluator
        self.sites: dict[tuple[int, tuple[object, ...]], Site] = {}
        self.loops: dict[tuple[int, int], Loop] = {}
        self.current: Rule

    def rule(self, rule: Rule) -> None:
        self.current = rule
        total = 0
        for frame in self.grounder.frames(rule):
            total += frame.count
            if frame.count:
                self.visit(rule.body, frame, POSITIVE, asserted=True)
        if rule.generators and not total:
            self._nothing(rule)

    def _nothing(self, rule: Rule) -> None:
        """A rule without instances: note which of its generators made none."""
        for number, generator in enumerate(rule.generators):
            before = list(rule.generators[:number])
            loop = Loop(rule, generator)
            loop.unfiltered = self._rows([*before, replace(generator, condition=None)])
            loop.rows = self._rows([*before, generator])
            self.loops[rule.number, id(generator)] = loop
            if not loop.rows:
                return

    def _rows(self, generators: list[Generator]) -> int:
        blocks = join_blocks(self.evaluator, plan(generators), UNIT, BLOCK)
        return next((frame.count for frame in blocks if frame.count), 0)

    def visit(self, node: Node, frame: Frame, sign: int, asserted: bool = False) -> None:
        """Note the sites of a formula in the rows of a frame, which has at least one.

        `asserted` if the formula, with its sign, must hold by itself.
        """
        match node:
            case Parenthesised(inner) | LineBreak(inner):
                self.visit(inner, frame, sign, asserted)
            case Proposition(_, arguments):
                columns = tuple([self.evaluator.expression(argument, frame) for argument in arguments])
                self._note(node, frame, columns, sign).is_asserted |= asserted
            case Signed(Sign.NOT, operand):
                self.visit(operand, frame, _flipped(sign), asserted)
            case Infix(operator, operands):
                stays = asserted and operator is (Operator.AND if sign == POSITIVE else Operator.OR)
                for at, operand in enumerate(operands):
                    self.visit(operand, frame, _part_sign(operator, at == len(operands) - 1, sign), stays)
            case BigOperator(big, generator, body):
                stays = asserted and big is (Big.AND if sign == POSITIVE else Big.OR)
                self._loop(generator, body, frame, sign, stays)
            case If(condition, then, otherwise):
                holds = self.evaluator.condition(condition, "if", frame)
                for rows, branch in ((holds, then), (~holds, otherwise)):
                    if rows.any():
                        self.visit(branch, frame.take(np.flatnonzero(rows)), sign, asserted)
            case Let(variables, values, body):
                for variable, bound in zip(variables, values, strict=True):
                    frame = frame.bind(variable.name, self.evaluator.expression(bound, frame))
                self.visit(body, frame, sign, asserted)
            case Cardinality(count, _, members):
                self._members(members, frame, _counted_sign(count, sign))
            case Variable():
                self._held(node, frame, sign)
            case _:
                pass

    def _loop(self, generator: Generator, body: Node, frame: Frame, sign: int, asserted: bool = False) -> None:
        inner, _ = self.evaluator.generate(generator, frame)
        loop = self.loops.setdefault((self.current.number, id(generator)), Loop(self.current, generator))
        loop.rows += inner.count
        loop.unfiltered += inner.count
        if inner.count:
            self.visit(body, inner, sign, asserted)
        elif not loop.rows and generator.condition is not None:
            loop.unfiltered += self.evaluator.generate(replace(generator, condition=None), frame)[0].count

    def _members(self, members: Node, frame: Frame, sign: int) -> None:
        """What is counted: the propositions of a comprehension, else whatever atoms the set holds."""
        inner = bare(members)
        if isinstance(inner, Comprehension) and isinstance(bare(inner.element), Proposition):
            self._loop(inner.generator, bare(inner.element), frame, sign)
            return
        column, _ = self.evaluator.elements(members, frame)
        self._named(members, column, sign)

    def _held(self, node: Variable, frame: Frame, sign: int) -> None:
        self._named(node, self.evaluator.variable(node, frame), sign)

    def _named(self, node: Node, column: Column, sign: int) -> None:
        """Atoms that are values: each predicate among them is a site where the set or the variable stands."""
        names = [
            value
            for value in decode(column.kind, distinct(column.data), self.grounder.table)
            if isinstance(value, Name)
        ]
        for name in names:
            predicate, arguments = split_name(str(name))
            stand_in = Proposition(predicate, tuple([node] * len(arguments)), node.span)
            columns = tuple([self._constant(argument) for argument in arguments])
            self._note(stand_in, UNIT, columns, sign, (id(node), predicate))

    def _constant(self, text: str) -> Column:
        value: Value = int(text) if is_integer(text) else Name(text)
        return constant(value, self.grounder.table)

    def _note(
        self,
        node: Proposition,
        frame: Frame,
        columns: tuple[Column, ...],
        sign: int,
        key: tuple[object, ...] | None = None,
    ) -> Site:
        atoms = self.grounder.atoms.number_all(node.name, list(columns), frame.count)
        site = self.sites.setdefault((self.current.number, key or (id(node),)), Site(self.current, node, 0))
        site.sign |= sign
        site.seen.append((frame, columns, atoms))
        return site


def _flipped(sign: int) -> int:
    return {POSITIVE: NEGATIVE, NEGATIVE: POSITIVE}.get(sign, sign)


def _part_sign(operator: Operator, is_last: bool, sign: int) -> int:
    """The sign of an operand."""
    if operator in (Operator.AND, Operator.OR):
        return sign
    if operator is Operator.IMPLIES:
        return sign if is_last else _flipped(sign)
    return BOTH


def _counted_sign(count: Count, sign: int) -> int:
    if count is Count.EXACT:
        return BOTH
    return sign if count is Count.AT_LEAST else _flipped(sign)


def is_arithmetic(node: Node) -> bool:
    """Whether an index is calculated."""
    inner = bare(node)
    if isinstance(inner, Infix):
        return inner.operator in (Operator.PLUS, Operator.MINUS, Operator.TIMES, Operator.DIVIDE, Operator.MOD)
    return isinstance(inner, Signed) and not inner.span.end - inner.span.start <= 2


def generators_of(rule: Rule) -> Iterator[Generator]:
    """All generators of a rule, those around its body and those inside."""
    yield from rule.generators
    for node in walk(rule.body):
        if isinstance(node, BigOperator | Comprehension):
            yield node.generator
