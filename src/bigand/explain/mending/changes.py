"""Small changes to a rule: the reverse of the mistakes that people make.

`bigand` and `bigor` exchanged, an implication turned round or made an equivalence, a range one longer or shorter, a
forgotten `when`, another variable, a `not` too many or too few. The likeliest come first.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from bigand.ground.expand import Rule
from bigand.language.syntax import (
    Assertion,
    Assignment,
    BigOperator,
    Cardinality,
    Comprehension,
    Generator,
    Infix,
    Integer,
    Node,
    Operator,
    Program,
    Proposition,
    Range,
    SetLiteral,
    Sign,
    Signed,
    Variable,
    bare,
    walk,
)
from bigand.source.diagnostic import Edit
from bigand.source.edits import replaced
from bigand.source.span import Span

_COMMENT = re.compile(r";;[^\n]*")
_WORDS = {
    Operator.AND: (r"\band\b", "or"),
    Operator.OR: (r"\bor\b", "and"),
    Operator.IMPLIES: (r"=>", "<=>"),
    Operator.IFF: (r"<=>", "=>"),
    Operator.EQUAL: (r"==", "!="),
    Operator.DIFFERENT: (r"!=", "=="),
    Operator.LESS: (r"<", "<="),
    Operator.AT_MOST: (r"<=", "<"),
    Operator.GREATER: (r">", ">="),
    Operator.AT_LEAST: (r">=", ">"),
    Operator.PLUS: (r"\+", "-"),
    Operator.MINUS: (r"-", "+"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """Some edits within a rule, where they are, and how unlikely such a mistake is (small is likely)."""

    rule: int
    edits: tuple[Edit, ...]
    rank: int

    @property
    def place(self) -> Span:
        return Span(min(edit.span.start for edit in self.edits), max(edit.span.end for edit in self.edits))


def apply(change: Change, text: str) -> str:
    """The text with a change made."""
    return replaced(text, change.edits)


def changed_rule(change: Change, rule: Rule, text: str) -> str:
    """A rule with a change made, in one line and without comments."""
    shift = rule.span.start
    edits = [Edit(Span(edit.span.start - shift, edit.span.end - shift), edit.text) for edit in change.edits]
    return " ".join(_COMMENT.sub("", replaced(text[rule.span.start : rule.span.end], edits)).split())


def changes(rule: Rule, program: Program, text: str) -> list[Change]:
    """All small changes of a rule, the likeliest first, each once."""
    maker = _Maker(rule, program, text)
    found: dict[tuple[Edit, ...], Change] = {}
    for edits, rank in maker.all():
        change = Change(rule.number, edits, rank)
        found.setdefault(edits, change)
    return sorted(found.values(), key=lambda change: change.rank)


_Found = tuple[tuple[Edit, ...], int]


class _Maker:
    """Makes the changes of one rule."""

    def __init__(self, rule: Rule, program: Program, text: str) -> None:
        self.rule = rule
        self.text = text
        root = [item for item in program.items if isinstance(item, Assertion) and _holds(item.span, rule.span)]
        self.nodes = [node for node in walk(tuple(root)) if _holds(rule.span, getattr(node, "span", None))]
        self.generators = [node.generator for node in self.nodes if isinstance(node, BigOperator | Comprehension)]
        self.sets = {
            variable.name: self.written(members)
            for generator in self.generators
            for variable, members in zip(generator.variables, generator.sets, strict=False)
        }
        self.predicates = {
            (node.name, len(node.arguments))
            for item in program.items
            if isinstance(item, Assertion)
            for node in walk(item)
            if isinstance(node, Proposition) and node.arguments
        }
        self.globals = [
            item.target.name
            for item in program.items
            if isinstance(item, Assignment) and not isinstance(bare(item.value), Integer)
        ]

    def written(self, node: Node) -> str:
        return self.text[node.span.start : node.span.end]

    def all(self) -> Iterator[_Found]:
        for node in self.nodes:
            match node:
                case BigOperator():
                    yield from self._operator(node)
                case Infix():
                    yield from self._infix(node)
                case Range():
                    yield from self._range(node)
                case SetLiteral(elements) if len(elements) == 2:
                    yield (Edit(Span(elements[0].span.end, elements[1].span.start), ".."),), 4
                case Proposition() if node.arguments:
                    yield from self._proposition(node)
                case Signed(Sign.NOT, operand):
                    yield (Edit(Span(node.span.start, operand.span.start), ""),), 5
                case Cardinality():
                    yield from self._cardinality(node)
                case _:
                    pass
        for generator in self.generators:
            yield from self._generator(generator)

    def _operator(self, node: BigOperator) -> Iterator[_Found]:
        word = self.text[node.span.start : node.span.start + 6]
        other, length = ("bigor", 6) if word == "bigand" else ("bigand", 5)
        yield (Edit(Span(node.span.start, node.span.start + length), other),), 1

    def _infix(self, node: Infix) -> Iterator[_Found]:
        pattern, other = _WORDS.get(node.operator, ("", ""))
        if pattern:
            rank = 2 if node.operator in (Operator.IMPLIES, Operator.IFF) else 6
            for left, right in pairwise(node.operands):
                found = re.search(pattern, self.text[left.span.end : right.span.start])
                if found:
                    start = left.span.end + found.start()
                    yield (Edit(Span(start, start + len(found.group())), other),), rank
        if node.operator is Operator.IMPLIES and len(node.operands) == 2:
            left, right = node.operands
            yield self._swapped(left, right), 2
        if node.operator in (Operator.PLUS, Operator.MINUS) and len(node.operands) == 2:
            yield (Edit(Span(node.operands[0].span.end, node.operands[1].span.end), ""),), 5

    def _swapped(self, left: Node, right: Node) -> tuple[Edit, ...]:
        return (Edit(left.span, self.written(right)), Edit(right.span, self.written(left)))

    def _range(self, node: Range) -> Iterator[_Found]:
        for end in (node.first, node.last):
            for step in (1, -1):
                yield (Edit(end.span, self._moved(end, step)),), 3

    def _moved(self, node: Node, step: int) -> str:
        """An expression with 1 added or taken away, written as people write it."""
        inner = bare(node)
        if isinstance(inner, Integer):
            return str(inner.value + step)
        if (
            isinstance(inner, Infix)
            and inner.operator in (Operator.PLUS, Operator.MINUS)
            and len(inner.operands) == 2
        ):
            last = bare(inner.operands[1])
            if isinstance(last, Integer):
                number = (last.value if inner.operator is Operator.PLUS else -last.value) + step
                return self.written(inner.operands[0]) + (f"{number:+d}" if number else "")
        return f"{self.written(node)}{step:+d}"

    def _proposition(self, node: Proposition) -> Iterator[_Found]:
        yield (Edit(Span(node.span.start, node.span.start), "not "),), 7
        for argument in node.arguments:
            inner = bare(argument)
            if isinstance(inner, Variable) and inner.name in self.sets:
                for other, members in self.sets.items():
                    if other != inner.name and members == self.sets[inner.name]:
                        yield (Edit(inner.span, other),), 4
                yield (Edit(inner.span, f"{inner.name}-1"),), 5
                yield (Edit(inner.span, f"{inner.name}+1"),), 5
            elif isinstance(inner, Integer):
                yield (Edit(inner.span, str(inner.value + 1)),), 7
                yield (Edit(inner.span, str(inner.value - 1)),), 7
            elif isinstance(inner, Infix):
                for used in walk(inner):
                    if isinstance(used, Variable) and used.name in self.sets:
                        for other, members in self.sets.items():
                            if other != used.name and members == self.sets[used.name]:
                                yield (Edit(used.span, other),), 5
        for left, right in pairwise(node.arguments):
            yield self._swapped(left, right), 6
        for name, arity in sorted(self.predicates):
            if arity == len(node.arguments) and name != node.name:
                yield (Edit(Span(node.span.start, node.span.start + len(node.name)), name),), 6

    def _cardinality(self, node: Cardinality) -> Iterator[_Found]:
        for word in ("exact", "atleast", "atmost"):
            if word != node.count.value:
                yield (Edit(Span(node.span.start, node.span.start + len(node.count.value)), word),), 4
        for step in (1, -1):
            yield (Edit(node.number.span, self._moved(node.number, step)),), 5

    def _generator(self, generator: Generator) -> Iterator[_Found]:
        end = generator.sets[-1].span.end if generator.sets else generator.span.end
        mine = [variable.name for variable in generator.variables]
        for name in mine:
            for other, members in self.sets.items():
                is_pair = other != name and members == self.sets[name] and (other not in mine or other > name)
                if not is_pair:
                    continue
                if generator.condition is None:
                    yield (Edit(Span(end, end), f" when {other} != {name}"),), 2
                else:
                    at = generator.condition.span
                    yield (Edit(Span(at.end, at.end), f" and {other} != {name}"),), 4
        for node in generator.sets:
            inner = bare(node)
            if isinstance(inner, Variable):
                for other in self.globals:
                    if other != inner.name:
                        yield (Edit(inner.span, other),), 4
        if generator.condition is not None:
            yield from self._condition(generator.condition)

    def _condition(self, condition: Node) -> Iterator[_Found]:
        """Another variable in a condition."""
        for node in walk(condition):
            if isinstance(node, Variable) and node.name in self.sets:
                for other, members in self.sets.items():
                    if other != node.name and members == self.sets[node.name]:
                        yield (Edit(node.span, other),), 5


def _holds(outer: Span, inner: Span | None) -> bool:
    return inner is not None and outer.start <= inner.start and inner.end <= outer.end
