"""Propose small changes to a rule: the reverse of common mistakes.

They include `bigand` and `bigor` exchanged, one or several of a nest; an implication reversed or made an
equivalence; a range longer or shorter by one; a forgotten `when`; another variable; an extra or missing `not`. The
likeliest come first.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise, product

from msgspec import Struct

from bigand.ground.frames import variables_of
from bigand.ground.grounder import Rule
from bigand.ground.join import conjuncts
from bigand.language.syntax import (
    Assertion,
    Assignment,
    Big,
    BigOperator,
    Cardinality,
    Comprehension,
    Generator,
    Infix,
    Integer,
    Node,
    Operator,
    Parenthesised,
    Program,
    Proposition,
    Range,
    SetLiteral,
    Sign,
    Signed,
    Variable,
    strip_parentheses,
    walk,
)
from bigand.source.diagnostic import Edit, apply_edits
from bigand.source.document import Span

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

_MAX_PLACES = 8  # of a rule, that may be on one diagonal
_MAX_NEST = 5  # operators of one kind in a nest with all subsets tried; beyond it, only adjacent ones
_MAX_WIDTH = 20  # from the least to the largest number of a set that may lack one
_RANKS = {Operator.IMPLIES: 2, Operator.IFF: 2, Operator.AND: 3, Operator.OR: 3}


class Change(Struct, frozen=True):
    """Edits within a rule or an assignment; a small `rank` means a likely mistake."""

    rule: int | None
    edits: tuple[Edit, ...]
    rank: int
    insert_after: Span | None = None  # the rule after which to add one

    @property
    def is_addition(self) -> bool:
        return self.insert_after is not None

    @property
    def place(self) -> Span:
        if self.insert_after is not None:
            return self.insert_after
        return Span(min(edit.span.start for edit in self.edits), max(edit.span.end for edit in self.edits))


def apply_change(change: Change, text: str) -> str:
    """Return the text with a change applied."""
    return apply_edits(text, change.edits)


def join_changes(first: Change, second: Change) -> Change:
    """Join changes of two rules; the second refers to the text with the first applied."""
    edits = [
        Edit(Span(*[_offset_before(first, offset) for offset in (edit.span.start, edit.span.end)]), edit.text)
        for edit in second.edits
    ]
    return Change(first.rule, (*first.edits, *edits), first.rank + second.rank + 1)


def _offset_before(change: Change, offset: int) -> int:
    """Map an offset in the changed text back to the text before the change."""
    for edit in sorted(change.edits, key=lambda edit: edit.span):
        if edit.span.start < offset:
            offset -= len(edit.text) - (edit.span.end - edit.span.start)
    return offset


def render_changed_rule(change: Change, rules: Sequence[Rule], text: str) -> str:
    """Return a changed or added rule on one line, without comments."""
    if change.rule is None:
        return change.edits[0].text.strip()
    return render_rule(rules[change.rule], change.edits, text)


def render_rule(rule: Rule, edits: Sequence[Edit], text: str) -> str:
    """Return a rule with some edits applied, on one line, without comments."""
    span = rule.span
    inside = [Edit(Span(edit.span.start - span.start, edit.span.end - span.start), edit.text) for edit in edits]
    return " ".join(_COMMENT.sub("", apply_edits(text[span.start : span.end], inside)).split())


def propose_changes(rule: Rule, program: Program, text: str) -> list[Change]:
    """Return all small changes of a rule, each once, the likeliest first."""
    maker = _ChangeMaker(rule, program, text)
    by_edits: dict[tuple[Edit, ...], Change] = {}
    for edits, rank in sorted(maker.proposals(), key=lambda proposal: proposal[1]):
        by_edits.setdefault(edits, Change(rule.number, edits, rank))
    return list(by_edits.values())


def propose_assignment_changes(program: Program, text: str, fixed_names: Collection[str]) -> list[Change]:
    """Return small changes of assigned values; variables in `fixed_names` are left alone.

    A range gets longer or shorter by one, a set changes an element, a number changes by one.
    """
    proposed: list[Change] = []
    for item in program.items:
        if isinstance(item, Assignment) and item.target.name not in fixed_names:
            match strip_parentheses(item.value):
                case Range(first, last):
                    ends = [
                        Edit(end.span, shift_expression(end, step, text))
                        for end in (first, last)
                        for step in (1, -1)
                    ]
                    proposed += [Change(None, (edit,), 4) for edit in ends]
                case SetLiteral(elements):
                    proposed += [Change(None, (edit,), rank) for edit, rank in _element_edits(elements, text)]
                case Integer() as number:
                    proposed += [
                        Change(None, (Edit(number.span, shift_expression(number, step, text)),), 7)
                        for step in (1, -1)
                    ]
                case _:
                    pass
    return sorted(proposed, key=lambda change: change.rank)


def _element_edits(elements: Sequence[Node], text: str) -> Iterator[tuple[Edit, int]]:
    """Yield edits of a set: a range from its two ends; an element removed; a number added or changed by one."""
    if len(elements) == 2:
        yield Edit(Span(elements[0].span.end, elements[1].span.start), ".."), 4
    for index, element in enumerate(elements if len(elements) > 1 else ()):
        is_last = index == len(elements) - 1
        start = elements[index - 1].span.end if is_last else element.span.start
        yield Edit(Span(start, element.span.end if is_last else elements[index + 1].span.start), ""), 6
    numbers = {
        element.value: element for element in map(strip_parentheses, elements) if isinstance(element, Integer)
    }
    if elements and len(numbers) == len(elements) and max(numbers) - min(numbers) <= _MAX_WIDTH:
        for value in sorted(set(range(min(numbers) - 2, max(numbers) + 3)) - set(numbers)):
            before = max([number for number in numbers if number < value], default=None)
            place = numbers[min(numbers)].span.start if before is None else numbers[before].span.end
            yield Edit(Span(place, place), f"{value}," if before is None else f",{value}"), 6
    for element in elements:
        for node in walk(element):
            if isinstance(node, Integer):
                yield Edit(node.span, shift_expression(node, 1, text)), 7
                yield Edit(node.span, shift_expression(node, -1, text)), 7


def shift_expression(node: Node, step: int, text: str) -> str:
    """Return an expression with 1 added or subtracted, written as people write it."""
    inner = strip_parentheses(node)
    if isinstance(inner, Integer):
        return str(inner.value + step)
    if isinstance(inner, Infix) and inner.operator in (Operator.PLUS, Operator.MINUS) and len(inner.operands) == 2:
        last = strip_parentheses(inner.operands[1])
        if isinstance(last, Integer):
            number = (last.value if inner.operator is Operator.PLUS else -last.value) + step
            first = inner.operands[0].span
            return text[first.start : first.end] + (f"{number:+d}" if number else "")
    return f"{text[node.span.start : node.span.end]}{step:+d}"


_Proposal = tuple[tuple[Edit, ...], int]


class RuleText:
    """A rule as written: its nodes, and the sets that its variables range over."""

    def __init__(self, rule: Rule, program: Program, text: str) -> None:
        self.rule = rule
        self.text = text
        root = [item for item in program.items if isinstance(item, Assertion) and _contains(item.span, rule.span)]
        self.nodes = [node for node in walk(tuple(root)) if _contains(rule.span, getattr(node, "span", None))]
        self.generators = [node.generator for node in self.nodes if isinstance(node, BigOperator | Comprehension)]
        self.sets = {
            variable.name: self.text_of(members)
            for generator in self.generators
            for variable, members in zip(generator.variables, generator.sets, strict=False)
        }
        self.propositions = [node for node in self.nodes if isinstance(node, Proposition) and node.arguments]

    def text_of(self, node: Node) -> str:
        return self.text[node.span.start : node.span.end]

    def index_swap_edits(self) -> Iterator[tuple[Edit, ...]]:
        """Yield edits that swap two indices of a predicate throughout, if both range over the same set."""
        for name, size in sorted({(node.name, len(node.arguments)) for node in self.propositions}):
            nodes = [node for node in self.propositions if node.name == name and len(node.arguments) == size]
            for first, second in combinations(range(size), 2):
                if all(self._is_same_set(node.arguments[first], node.arguments[second]) for node in nodes):
                    yield tuple(
                        [
                            edit
                            for node in nodes
                            for edit in self._swap_edits(node.arguments[first], node.arguments[second])
                        ]
                    )

    def _is_same_set(self, first: Node, second: Node) -> bool:
        """Whether two indices range over the same set, so that they can be swapped."""
        sets = [{self.sets.get(name) for name in variables_of(node)} for node in (first, second)]
        return sets[0] == sets[1] != {None} and len(sets[0]) == 1

    def _swap_edits(self, left: Node, right: Node) -> tuple[Edit, ...]:
        return (Edit(left.span, self.text_of(right)), Edit(right.span, self.text_of(left)))


class _ChangeMaker(RuleText):
    """Proposes changes of one rule."""

    def __init__(self, rule: Rule, program: Program, text: str) -> None:
        super().__init__(rule, program, text)
        formulas = [item.formula for item in program.items if isinstance(item, Assertion)]
        propositions = [node for node in walk(tuple(formulas)) if isinstance(node, Proposition)]
        self.predicates = {(node.name, len(node.arguments)) for node in propositions if node.arguments}
        self.constants = {
            argument.name
            for node in propositions
            for argument in map(strip_parentheses, node.arguments)
            if isinstance(argument, Proposition) and not argument.arguments
        }
        self.facts = [formula for formula in map(strip_parentheses, formulas) if isinstance(formula, Proposition)]
        self.conditions = _conditions_in(program, text)
        self.is_fact = len(self.nodes) > 0 and not self.generators and len(self.propositions) == 1
        self.globals = [
            item.target.name
            for item in program.items
            if isinstance(item, Assignment) and not isinstance(strip_parentheses(item.value), Integer)
        ]

    def proposals(self) -> Iterator[_Proposal]:
        for node in self.nodes:
            match node:
                case BigOperator():
                    yield (
                        (self._operator_edit(node),),
                        5 if node.big is Big.AND and _is_over_implication(node) else 1,
                    )
                case Infix():
                    yield from self._infix_proposals(node)
                case Range(first, last):
                    for end, step in product((first, last), (1, -1)):
                        yield (Edit(end.span, shift_expression(end, step, self.text)),), 3
                case SetLiteral(elements):
                    for edit, rank in _element_edits(elements, self.text):
                        yield (edit,), rank
                case Proposition() if node.arguments:
                    yield from self._proposition_proposals(node)
                case Signed(Sign.NOT, operand):
                    yield (Edit(Span(node.span.start, operand.span.start), ""),), 5
                case Cardinality():
                    yield from self._cardinality_proposals(node)
                case _:
                    pass
        for generator in self.generators:
            yield from self._generator_proposals(generator)
        for nest in self._nests():
            yield from self._nest_proposals(nest)
        for edits in self.index_swap_edits():
            yield edits, 6

    def _operator_edit(self, node: BigOperator) -> Edit:
        """Exchange `bigand` and `bigor`."""
        old, new = ("bigand", "bigor") if node.big is Big.AND else ("bigor", "bigand")
        return Edit(Span(node.span.start, node.span.start + len(old)), new)

    def _nests(self) -> Iterator[list[BigOperator]]:
        """Yield the operators that are directly nested, from the outermost inwards."""
        operators = [node for node in self.nodes if isinstance(node, BigOperator)]
        inner = {id(strip_parentheses(node.body)) for node in operators}
        for outermost in operators:
            if id(outermost) not in inner:
                nest: list[BigOperator] = []
                node: Node = outermost
                while isinstance(node, BigOperator):
                    nest.append(node)
                    node = strip_parentheses(node.body)
                yield nest

    def _nest_proposals(self, nest: Sequence[BigOperator]) -> Iterator[_Proposal]:
        """Propose changing several operators of one kind in a nest.

        Inner ones are likelier: then each instance says less.
        """
        for kind in (Big.AND, Big.OR):
            same = [node for node in nest if node.big is kind]
            for size in range(2, len(same) + 1):
                beside = [tuple(same[start : start + size]) for start in range(len(same) - size + 1)]
                for chosen in combinations(same, size) if len(same) <= _MAX_NEST else beside:
                    is_whole = size == len(nest) and kind is Big.AND  # a rule that any instance would satisfy
                    is_weak = kind is Big.AND and _is_over_implication(nest[-1])
                    rank = 7 if is_whole else 5 if is_weak else 4 if chosen[0] is nest[0] else 2
                    yield tuple([self._operator_edit(node) for node in chosen]), rank

    def _infix_proposals(self, node: Infix) -> Iterator[_Proposal]:
        pattern, replacement = _WORDS.get(node.operator, ("", ""))
        if pattern:
            rank = _RANKS.get(node.operator, 6)
            for left, right in pairwise(node.operands):
                match = re.search(pattern, self.text[left.span.end : right.span.start])
                if match:
                    start = left.span.end + match.start()
                    yield (Edit(Span(start, start + len(match.group())), replacement),), rank
        if node.operator is Operator.IMPLIES and len(node.operands) == 2:
            left, right = node.operands
            yield self._swap_edits(left, right), 2
            if isinstance(right, Parenthesised | BigOperator):
                yield (Edit(Span(right.span.start, right.span.start), "not "),), 6
        if node.operator in (Operator.PLUS, Operator.MINUS) and len(node.operands) == 2:
            yield (Edit(Span(node.operands[0].span.end, node.operands[1].span.end), ""),), 5

    def _proposition_proposals(self, node: Proposition) -> Iterator[_Proposal]:
        yield (Edit(Span(node.span.start, node.span.start), "not "),), 7
        for argument in node.arguments:
            inner = strip_parentheses(argument)
            if isinstance(inner, Variable) and inner.name in self.sets:
                yield from self._variable_proposals(inner, 4)
                yield (Edit(inner.span, f"{inner.name}-1"),), 5
                yield (Edit(inner.span, f"{inner.name}+1"),), 5
            elif isinstance(inner, Integer):
                rank = 4 if self.is_fact else 7
                yield (Edit(inner.span, str(inner.value + 1)),), rank
                yield (Edit(inner.span, str(inner.value - 1)),), rank
            elif isinstance(inner, Proposition) and not inner.arguments:
                for constant in sorted(self.constants - {inner.name}):
                    yield (Edit(inner.span, constant),), 4 if self.is_fact else 7
            elif isinstance(inner, Infix):
                for used in walk(inner):
                    if isinstance(used, Variable) and used.name in self.sets:
                        yield from self._variable_proposals(used, 5)
        if self.is_fact:
            yield from self._fact_proposals(node)
        for left, right in pairwise(node.arguments):
            yield self._swap_edits(left, right), 6
        for first in range(len(node.arguments) - 3):  # two pairs of indices: from one place to another
            pairs = node.arguments[first : first + 4]
            yield self._swap_edits(pairs[0], pairs[2]) + self._swap_edits(pairs[1], pairs[3]), 6
        for name, arity in sorted(self.predicates):
            if arity == len(node.arguments) and name != node.name:
                yield (Edit(Span(node.span.start, node.span.start + len(node.name)), name),), 6

    def _fact_proposals(self, node: Proposition) -> Iterator[_Proposal]:
        """Propose the index that most facts of the same predicate have."""
        alike = [
            fact for fact in self.facts if (fact.name, len(fact.arguments)) == (node.name, len(node.arguments))
        ]
        for place, argument in enumerate(node.arguments):
            written = Counter([self.text_of(fact.arguments[place]) for fact in alike])
            usual, count = written.most_common(1)[0] if written else ("", 0)
            if count > 1 and usual != self.text_of(argument):
                yield (Edit(argument.span, usual),), 3

    def _variable_proposals(self, node: Variable, rank: int) -> Iterator[_Proposal]:
        """Propose another variable of the rule, preferably one over the same set."""
        for other, members in self.sets.items():
            if other != node.name:
                yield (Edit(node.span, other),), rank if members == self.sets[node.name] else rank + 1

    def _cardinality_proposals(self, node: Cardinality) -> Iterator[_Proposal]:
        for word in ("exact", "atleast", "atmost"):
            if word != node.count.value:
                yield (Edit(Span(node.span.start, node.span.start + len(node.count.value)), word),), 4
        for step in (1, -1):
            yield (Edit(node.number.span, shift_expression(node.number, step, self.text)),), 5

    def _generator_proposals(self, generator: Generator) -> Iterator[_Proposal]:
        end = generator.sets[-1].span.end if generator.sets else generator.span.end
        mine = [variable.name for variable in generator.variables if variable.name in self.sets]
        for name in mine:
            for other, members in self.sets.items():
                is_pair = other != name and members == self.sets[name] and (other not in mine or other > name)
                if not is_pair:
                    continue
                if generator.condition is None:
                    yield (Edit(Span(end, end), f" when {other} != {name}"),), 2
                else:
                    condition = generator.condition.span
                    yield (Edit(Span(condition.end, condition.end), f" and {other} != {name}"),), 4
        yield from self._condition_proposals(generator, Span(end, end))
        yield from self._range_proposals(
            [node for node in map(strip_parentheses, generator.sets) if isinstance(node, Range)]
        )
        for node in generator.sets:
            inner = strip_parentheses(node)
            if isinstance(inner, Variable):
                for other in self.globals:
                    if other != inner.name:
                        yield (Edit(inner.span, other),), 4
        for node in walk(generator.condition):
            if isinstance(node, Variable) and node.name in self.sets:
                yield from self._variable_proposals(node, 5)

    def _condition_proposals(self, generator: Generator, end: Span) -> Iterator[_Proposal]:
        """Propose a condition that another generator has on variables over the same sets."""
        condition_node = generator.condition
        written = "" if condition_node is None else self.text_of(condition_node)
        place, word = (
            (end, " when")
            if condition_node is None
            else (Span(condition_node.span.end, condition_node.span.end), " and")
        )
        for condition in self._diagonal_conditions():
            if condition not in written:
                yield (Edit(place, f"{word} {condition}"),), 4
        for condition, sets in self.conditions:
            for name in (variable.name for variable in generator.variables if variable.name in self.sets):
                renamed = condition
                if len(sets) == 1:
                    (other,) = sets
                    is_fit = sets[other] == self.sets[name]
                    renamed = re.sub(rf"{re.escape(other)}(?![A-Za-z0-9_])", name, condition)
                else:
                    is_fit = name in sets and sets.items() <= self.sets.items()
                if is_fit and renamed not in written:
                    yield (Edit(place, f"{word} {renamed}"),), 3

    def _diagonal_conditions(self) -> Iterator[str]:
        """Yield conditions that two places of a board are on one diagonal."""
        places = [node for node in self.propositions if len(node.arguments) == 2 and self._has_only_variables(node)]
        for first, second in combinations(sorted(places, key=lambda node: node.span.start)[:_MAX_PLACES], 2):
            (row, column), (second_row, second_column) = map(self._argument_texts, (first, second))
            if first.name == second.name and len({row, column, second_row, second_column}) == 4:
                yield f"abs({row}-{second_row}) == abs({column}-{second_column})"

    def _has_only_variables(self, node: Proposition) -> bool:
        return all(isinstance(argument, Variable) and argument.name in self.sets for argument in node.arguments)

    def _argument_texts(self, node: Proposition) -> list[str]:
        return [self.text_of(argument) for argument in node.arguments]

    def _range_proposals(self, ranges: Sequence[Range]) -> Iterator[_Proposal]:
        """Propose making all equal ranges of a generator longer or shorter by one."""
        for written in dict.fromkeys(map(self.text_of, ranges)):
            same = [node for node in ranges if self.text_of(node) == written]
            for ends in ([node.first for node in same], [node.last for node in same]) if len(same) > 1 else ():
                for step in (1, -1):
                    yield tuple([Edit(end.span, shift_expression(end, step, self.text)) for end in ends]), 4


def _is_over_implication(node: BigOperator) -> bool:
    """Whether an operator is over an implication: `bigor` over one says next to nothing."""
    inner: Node = node
    while isinstance(inner, BigOperator):
        inner = strip_parentheses(inner.body)
    return isinstance(inner, Infix) and inner.operator is Operator.IMPLIES


def _conditions_in(program: Program, text: str) -> list[tuple[str, dict[str, str]]]:
    """Return the conjuncts of all `when` conditions, with the sets of their variables."""
    written: dict[str, dict[str, str]] = {}
    for item in program.items:
        generators = [node.generator for node in walk(item) if isinstance(node, BigOperator | Comprehension)]
        sets = {
            variable.name: text[members.span.start : members.span.end]
            for generator in generators
            for variable, members in zip(generator.variables, generator.sets, strict=False)
        }
        for generator in generators:
            for part in conjuncts(generator.condition) if generator.condition is not None else ():
                variable_sets = {name: sets[name] for name in variables_of(part) if name in sets}
                if variable_sets:
                    written.setdefault(" ".join(text[part.span.start : part.span.end].split()), variable_sets)
    return list(written.items())


def _contains(outer: Span, inner: Span | None) -> bool:
    return inner is not None and outer.start <= inner.start and inner.end <= outer.end
