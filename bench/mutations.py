"""Mistakes planted by a machine: every kind, at every place of every right model where it can be made.

A mutation is an edit of the text (a span and what stands there instead), made from the tree, so that what comes out
is mostly a file that can be read. Whether it is a mistake at all `wrong_models.is_wrong` finds out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from bench.wrong_models import WrongModel, right_model, right_models
from bigand.language import read_document
from bigand.language import syntax as s
from bigand.source.document import Document, Span

Edit: TypeAlias = tuple[str, Span, str]  # the kind of mistake, a place, what stands there instead
OPPOSITE = {"==": "!=", "!=": "==", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
COUNTS = ("exact(", "atmost(", "atleast(")


def mutants(seed: int = 0) -> list[WrongModel]:
    """All mutants of all examples, each once, well mixed; the same seed gives the same order."""
    found: dict[str, WrongModel] = {}
    for base in right_models():
        for wrong in mutants_of(base):
            found.setdefault(wrong.text, wrong)
    mixed = list(found.values())
    Random(seed).shuffle(mixed)
    return mixed


def mutants_of(base: str) -> Iterator[WrongModel]:
    """The right model with each of its mutations."""
    text = right_model(base)
    stem = base.removesuffix(".touist")
    numbers: Counter[str] = Counter()
    for kind, span, instead in Mutator(text).edits():
        if instead != text[span.start : span.end]:
            numbers[kind] += 1
            name = f"{stem}/{kind.replace(' ', '-')}-{numbers[kind]}"
            yield _mutant(name, kind, base, text, span, instead)


def _mutant(name: str, kind: str, base: str, text: str, span: Span, instead: str) -> WrongModel:
    changed = text[: span.start] + instead + text[span.end :]
    first = text.count("\n", 0, span.start) + 1
    lines = frozenset(range(first, first + instead.count("\n") + 1))
    missing = "" if instead else text[span.start : span.end]
    is_rule = not instead and kind in ("dropped rule", "wrong fact")
    return WrongModel(name, kind, base, changed, lines, missing if is_rule else "")


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables bound at a place, each with the text of its set."""

    sets: dict[str, str]

    def inside(self, generator: s.Generator, text: str) -> "Scope":
        bound = {
            variable.name: text[values.span.start : values.span.end]
            for variable, values in zip(generator.variables, generator.sets, strict=False)
        }
        return Scope({**self.sets, **bound})


class Mutator:
    """A file and its tree; each method gives the edits of some kinds."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.program = read_document(Document("model", text)).program
        self.assigned = {
            item.target.name: item.value for item in self.program.items if isinstance(item, s.Assignment)
        }
        self.is_one_of_many = sum(isinstance(item, s.Assertion) for item in self.program.items) > 1
        self.facts = [
            item for item in self.program.items if isinstance(item, s.Assertion) and is_fact(item.formula)
        ]

    def edits(self) -> Iterator[Edit]:
        """All edits of all items."""
        for item in self.program.items:
            if isinstance(item, s.Assignment):
                yield from self._assignment(item)
            elif item in self.facts:
                yield ("wrong fact", item.span, "")
                yield from self._fact(item.formula)
            else:
                if self.is_one_of_many:
                    yield ("dropped rule", item.span, "")
                yield from self._node(item.formula, Scope({}))

    def at(self, node: s.Node) -> str:
        return self.text[node.span.start : node.span.end]

    # ------------------------------------------------------------------ assignments and facts

    def _assignment(self, item: s.Assignment) -> Iterator[Edit]:
        horizons = {one.variable.name for one in self.program.directives if isinstance(one, s.Horizon)}
        match s.strip_parentheses(item.value):
            case s.Integer(value, span=span) if item.target.name in horizons:
                yield from (("horizon", span, str(value - less)) for less in (1, 2, 3))
            case s.Range() as values:
                yield from self._range(values)
            case s.SetLiteral(elements) if len(elements) > 1:
                for one, other in pairwise(elements):
                    yield ("wrong fact", Span(one.span.start, other.span.start), "")
            case _:
                return

    def _fact(self, formula: s.Node) -> Iterator[Edit]:
        """Another number or another name in a place of a fact; a fact said with and without `not`."""
        for node in s.walk(formula):
            if isinstance(node, s.Proposition):
                yield from self._spelling(node)
                for place, argument in enumerate(node.arguments):
                    if isinstance(argument, s.Integer):
                        yield ("wrong fact", argument.span, str(argument.value + 1))
                    elif isinstance(argument, s.Proposition):
                        yield from (("wrong fact", argument.span, name) for name in self._other_names(node, place))

    def _other_names(self, fact: s.Proposition, place: int) -> list[str]:
        """What other facts have at a place."""
        others = [node for item in self.facts for node in s.walk(item.formula) if isinstance(node, s.Proposition)]
        texts = {
            self.at(one.arguments[place]) for one in others if one.name == fact.name and len(one.arguments) > place
        }
        return sorted(texts - {self.at(fact.arguments[place])})

    # ------------------------------------------------------------------ formulas

    def _node(self, node: s.Node, scope: Scope) -> Iterator[Edit]:
        """The edits at a formula, then those inside it."""
        match node:
            case s.BigOperator(big, generator, body):
                other = "bigor" if big is s.Big.AND else "bigand"
                yield ("bigand or bigor", Span(node.span.start, node.span.start + len(big.value)), other)
                yield from self._generator(generator, scope)
                yield from self._node(body, scope.inside(generator, self.text))
            case s.Infix(operator, operands):
                yield from self._connective(operator, operands)
                for operand in operands:
                    yield from self._node(operand, scope)
            case s.Signed(_, operand):
                yield ("negation", Span(node.span.start, operand.span.start), "")
                yield from self._inside_not(operand, scope)
            case s.Parenthesised(inner):
                yield ("and or or", node.span, self.at(inner))
                yield from self._node(inner, scope)
            case s.If(condition, then, otherwise):
                yield from self._condition(condition, scope)
                yield from self._node(then, scope)
                yield from self._node(otherwise, scope)
            case s.Cardinality(_, number, members):
                yield from self._cardinality(node, number)
                if isinstance(members, s.Comprehension):
                    yield from self._generator(members.generator, scope)
                    yield from self._node(members.element, scope.inside(members.generator, self.text))
            case s.Proposition():
                yield ("negation", Span(node.span.start, node.span.start), "not ")
                yield from self._proposition(node, scope)
            case _:
                return

    def _inside_not(self, operand: s.Node, scope: Scope) -> Iterator[Edit]:
        if isinstance(operand, s.Proposition):
            yield from self._proposition(operand, scope)
        else:
            yield from self._node(operand, scope)

    def _connective(self, operator: s.Operator, operands: Sequence[s.Node]) -> Iterator[Edit]:
        whole = Span(operands[0].span.start, operands[-1].span.end)
        first, last = self.at(operands[0]), self.at(operands[-1])
        for one, other in pairwise(operands):
            between = Span(one.span.end, other.span.start)
            shown = self.text[between.start : between.end]
            if operator in (s.Operator.AND, s.Operator.OR):
                instead = "or" if operator is s.Operator.AND else "and"
                yield ("and or or", between, shown.replace(operator.value, instead))
            elif operator is s.Operator.IMPLIES:
                yield ("implication", between, shown.replace("=>", "<=>"))
                yield ("implication", whole, f"({last}){shown}({first})")
            elif operator is s.Operator.IFF:
                yield ("implication", between, shown.replace("<=>", "=>"))
                yield ("implication", whole, f"({last}){shown.replace('<=>', '=>')}({first})")

    def _cardinality(self, node: s.Cardinality, number: s.Node) -> Iterator[Edit]:
        word = f"{node.count.value}("
        place = Span(node.span.start, node.span.start + len(word))
        yield from (("cardinality", place, other) for other in COUNTS if other != word)
        yield from (("cardinality", number.span, f"{self.at(number)}{more}") for more in ("+1", "-1"))

    # ------------------------------------------------------------------ sets and conditions

    def _generator(self, generator: s.Generator, scope: Scope) -> Iterator[Edit]:
        for values in generator.sets:
            if isinstance(values, s.Range):
                yield from self._range(values)
            elif isinstance(values, s.Variable):
                yield ("missing dollar", values.span, values.name[1:])
                yield from (("wrong variable", values.span, other) for other in self._other_sets(values.name))
        condition = generator.condition
        if condition is not None:
            end = generator.sets[-1].span.end
            yield ("missing when", Span(end, condition.span.end), "")
            yield from self._condition(condition, scope.inside(generator, self.text))
            yield from self._never(condition)

    def _range(self, values: s.Range) -> Iterator[Edit]:
        for bound in (values.first, values.last):
            for more in (1, -1):
                instead = str(bound.value + more) if isinstance(bound, s.Integer) else f"{self.at(bound)}{more:+d}"
                yield ("range", bound.span, instead)
            if isinstance(bound, s.Variable):
                yield ("missing dollar", bound.span, bound.name[1:])
        yield ("comma for range", values.span, f"[{self.at(values.first)},{self.at(values.last)}]")

    def _other_sets(self, name: str) -> list[str]:
        """Other global variables that are used as a set somewhere in the file."""
        generators = [node for item in self.program.items for node in s.walk(item) if isinstance(node, s.Generator)]
        names = {one.name for generator in generators for one in generator.sets if isinstance(one, s.Variable)}
        return sorted(names - {name})

    def _condition(self, condition: s.Node, scope: Scope) -> Iterator[Edit]:
        """Comparisons turned round, `and` for `or`, one of several conditions left out, another variable."""
        for node in s.walk(condition):
            if isinstance(node, s.Infix) and node.operator.value in OPPOSITE:
                one, other = node.operands
                between = Span(one.span.end, other.span.start)
                shown = self.text[between.start : between.end]
                instead = OPPOSITE[node.operator.value]
                yield ("comparison", between, shown.replace(node.operator.value, instead))
            elif isinstance(node, s.Infix) and node.operator is s.Operator.AND:
                yield from self._connective(node.operator, node.operands)
                for one, other in pairwise(node.operands):
                    yield ("missing when", Span(one.span.start, other.span.start), "")
                    yield ("missing when", Span(one.span.end, other.span.end), "")
            elif isinstance(node, s.Variable) and node.name in scope.sets:
                yield from self._variable(node, scope)

    def _never(self, condition: s.Node) -> Iterator[Edit]:
        for node in s.walk(condition):
            if isinstance(node, s.Infix) and node.operator is s.Operator.DIFFERENT:
                yield ("when that never holds", node.operands[1].span, self.at(node.operands[0]))
        shown = self.at(condition)
        yield ("when that never holds", condition.span, f"({shown}) and not ({shown})")

    # ------------------------------------------------------------------ atoms

    def _proposition(self, node: s.Proposition, scope: Scope) -> Iterator[Edit]:
        yield from self._spelling(node)
        arguments = node.arguments
        for one, other in pairwise(arguments):
            if self.at(one) != self.at(other):
                between = self.text[one.span.end : other.span.start]
                both = Span(one.span.start, other.span.end)
                yield ("swapped arguments", both, f"{self.at(other)}{between}{self.at(one)}")
                yield ("number of indices", Span(one.span.start, other.span.start), "")
        if len(arguments) > 1:
            last = arguments[-1].span
            yield ("number of indices", Span(arguments[-2].span.end, last.end), "")
            yield ("number of indices", Span(last.end, last.end), f",{self.at(arguments[-1])}")
        for argument in arguments:
            yield from self._argument(argument, scope)

    def _spelling(self, node: s.Proposition) -> Iterator[Edit]:
        name = node.name
        place = Span(node.span.start, node.span.start + len(name))
        yield ("misspelt name", place, f"{name}s" if len(name) < 4 else name[:-1])
        if len(name) > 4:
            yield ("misspelt name", place, f"{name[:2]}{name[3]}{name[2]}{name[4:]}")

    def _argument(self, argument: s.Node, scope: Scope) -> Iterator[Edit]:
        match argument:
            case s.Variable():
                yield from self._variable(argument, scope)
                if self._is_number(argument, scope):
                    end = Span(argument.span.end, argument.span.end)
                    yield ("phantom index", end, "+1")
                    yield ("phantom index", end, "-1")
            case s.Infix(s.Operator.PLUS | s.Operator.MINUS, (s.Variable() as variable, _)):
                yield ("wrong variable", argument.span, self.at(variable))
                turned = self.at(argument).translate(str.maketrans("+-", "-+"))
                yield ("phantom index", argument.span, turned)
                yield from self._variable(variable, scope)
            case s.Integer(value, span=span):
                yield from (("phantom index", span, str(value + more)) for more in (1, -1))
            case s.Proposition(name, (), span=span):
                yield ("misspelt name", span, name[:-1])
            case _:
                return

    def _variable(self, variable: s.Variable, scope: Scope) -> Iterator[Edit]:
        """Without its dollar; or another variable of the scope, those over the same set first."""
        yield ("missing dollar", variable.span, variable.name[1:])
        own = scope.sets.get(variable.name)
        others = sorted(scope.sets.items(), key=lambda pair: (pair[1] != own, pair[0]))
        for name, _ in [other for other in others if other[0] != variable.name][:2]:
            yield ("wrong variable", variable.span, name)

    def _is_number(self, variable: s.Variable, scope: Scope) -> bool:
        shown = scope.sets.get(variable.name, "")
        held: Any = self.assigned.get(shown)
        return ".." in shown or isinstance(held, s.Range)


def is_fact(formula: s.Node) -> bool:
    """A proposition, or its negation, without any variable."""
    inner = formula.operand if isinstance(formula, s.Signed) else formula
    return isinstance(inner, s.Proposition) and not any(isinstance(node, s.Variable) for node in s.walk(inner))
