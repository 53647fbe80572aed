"""Pairs that meet themselves: `not x($i,$j) or not x($i,$k)` for `$j = $k` says `not x($i,$j)`.

A rule's body is taken apart into clauses, as far as its form allows, with the operators inside it as further
generators; then each clause of two literals of one predicate is looked at in its rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from bigand.explain.suspicions.survey import Survey
from bigand.ground.columns import Array, as_codes
from bigand.ground.expand import Grounder, Rule
from bigand.ground.frames import Frame, show_binding
from bigand.ground.quote import bound_names, variables_of
from bigand.language.syntax import (
    Big,
    BigOperator,
    Generator,
    Infix,
    LineBreak,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Sign,
    Signed,
)
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import fault

_MOST = 64  # clauses of a body


@dataclass(frozen=True, slots=True)
class Template:
    """A clause of a rule's body: further generators, literals, and whether there is more in it than these."""

    generators: tuple[Generator, ...]
    literals: tuple[tuple[Proposition, bool], ...]
    is_partial: bool = False


_UNKNOWN = Template((), (), True)


def templates(node: Node, positive: bool = True) -> list[Template]:
    """The clauses of a formula, or of its negation."""
    match node:
        case Parenthesised(inner) | LineBreak(inner):
            return templates(inner, positive)
        case Proposition():
            return [Template((), ((node, positive),))]
        case Signed(Sign.NOT, operand):
            return templates(operand, not positive)
        case Infix(Operator.IMPLIES, operands):
            parts = [templates(operand, not positive) for operand in operands[:-1]]
            parts.append(templates(operands[-1], positive))
            return _any(parts) if positive else _all(parts)
        case Infix(operator, operands) if operator in (Operator.AND, Operator.OR):
            parts = [templates(operand, positive) for operand in operands]
            return _all(parts) if (operator is Operator.AND) == positive else _any(parts)
        case BigOperator(big, generator, body) if (big is Big.AND) == positive:
            inner_templates = templates(body, positive)
            return [Template((generator, *one.generators), one.literals, one.is_partial) for one in inner_templates]
        case _:
            return [_UNKNOWN]


def _all(parts: list[list[Template]]) -> list[Template]:
    return [one for part in parts for one in part][:_MOST]


def _any(parts: list[list[Template]]) -> list[Template]:
    combined: list[Template] = []
    for choice in product(*parts):
        generators = tuple([generator for one in choice for generator in one.generators])
        literals = tuple([literal for one in choice for literal in one.literals])
        is_partial = any(one.is_partial for one in choice) or _clash(choice)
        combined.append(Template(generators, literals, is_partial))
        if len(combined) >= _MOST:
            break
    return combined


def _clash(choice: tuple[Template, ...]) -> bool:
    """Whether a name that one part binds means something else in another part: they have no frame in common."""
    return any(
        [
            {name for generator in one.generators for name in bound_names(generator)}
            & variables_of((other.generators, other.literals))
            for one, other in permutations(choice, 2)
        ]
    )


def same_atoms(survey: Survey) -> list[Diagnostic]:
    """Clauses of two literals which for some bindings are the same one."""
    found: list[Diagnostic] = []
    for rule in survey.grounder.rules():
        for template in templates(rule.body):
            if template.is_partial or len(template.literals) != 2:
                continue
            (first, sign), (second, other) = template.literals
            if sign == other and first.name == second.name and len(first.arguments) == len(second.arguments):
                found += _same(survey.grounder, rule, template, first, second)
    return found


def _same(
    grounder: Grounder, rule: Rule, template: Template, first: Proposition, second: Proposition
) -> Iterator[Diagnostic]:
    """That both are the same in some rows (a condition is missing) or in all (a variable is wrong)."""
    total, meeting = 0, 0
    binding = ""
    for frame in _frames(grounder, rule, template):
        same = _equal(grounder, first, second, frame)
        total += frame.count
        if same.any() and not meeting:
            binding = show_binding(frame.binding(int(np.argmax(same)), grounder.table))
        meeting += int(np.count_nonzero(same))
    if not meeting or not binding:
        return
    text = grounder.reading.document.text
    gaps = {"name": text[first.span.start : first.span.end], "binding": binding}
    if meeting == total:
        yield fault(
            "W111", second.span, variant="always", secondary=[(first.span, "first")], help="always", further=gaps
        )
    else:
        pairs = [
            (left, right) for left, right in zip(first.arguments, second.arguments, strict=True) if left != right
        ]
        condition = " or ".join(
            [f"{text[a.span.start : a.span.end]} != {text[b.span.start : b.span.end]}" for a, b in pairs]
        )
        yield fault(
            "W111",
            second.span,
            label="label",
            secondary=[(first.span, "first")],
            help="help",
            condition=condition,
            further=gaps,
        )


def _frames(grounder: Grounder, rule: Rule, template: Template) -> Iterator[Frame]:
    for frame in grounder.frames(rule):
        for generator in template.generators:
            if frame.count:
                frame, _ = grounder.evaluator.generate(generator, frame)
        if frame.count:
            yield frame


def _equal(grounder: Grounder, first: Proposition, second: Proposition, frame: Frame) -> Array:
    same = np.ones(frame.count, dtype=np.bool_)
    for left, right in zip(first.arguments, second.arguments, strict=True):
        columns = [grounder.evaluator.expression(node, frame) for node in (left, right)]
        codes = [np.broadcast_to(as_codes(column, grounder.table), (frame.count,)) for column in columns]
        same &= codes[0] == codes[1]
    return same
