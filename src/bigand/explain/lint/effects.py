"""Find steps that change nothing: a rule states after the step what already held before it.

`pour($i,$t,$u) => p($i-1,$t,full) and p($i-1,$u,empty)` says when a pour is possible; its effects, stated for
`$i`, must differ. If they are the same, effects were swapped or written for the state before.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from bigand.explain.lint.clauses import Template, clause_templates
from bigand.explain.lint.survey import Survey
from bigand.language.syntax import Infix, Integer, Node, Operator, Proposition, Variable, strip_parentheses, walk
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic

_MIN_EFFECTS = 2  # a step with a single effect may be one that only keeps it
# The premises of a rule, with variables replaced by their positions.
Guards: TypeAlias = tuple[tuple[str, ...], ...]
# A literal without its step index, with variables replaced as in the guards.
Statement: TypeAlias = tuple[bool, str, tuple[str, ...]]


class _Claim(Struct, frozen=True):
    """A literal that the guards imply, its offset from their step, and its place in the text."""

    offset: int
    statement: Statement
    node: Proposition


def find_idle_steps(survey: Survey) -> list[Diagnostic]:
    """Find guards whose effects all are conditions already."""
    claims: dict[tuple[Guards, str], list[_Claim]] = {}
    for rule in survey.rules:
        for template in clause_templates(rule.body) if rule.weight is None else ():
            if not template.is_partial:
                for guards, step, claim in _claims_of(template):
                    claims.setdefault((guards, step), []).append(claim)
    diagnostics: list[Diagnostic] = []
    for group in claims.values():
        first, last = min(claim.offset for claim in group), max(claim.offset for claim in group)
        before = {claim.statement for claim in group if claim.offset == first}
        after = [claim for claim in group if claim.offset == last]
        has_enough_effects = len({claim.statement for claim in after}) >= _MIN_EFFECTS
        if last == first + 1 and has_enough_effects and all(claim.statement in before for claim in after):
            diagnostics.append(_idle_step_warning(after, [claim for claim in group if claim.offset == first]))
    return diagnostics


def _idle_step_warning(after: Iterable[_Claim], before: Iterable[_Claim]) -> Diagnostic:
    node, *others = [claim.node for claim in after]
    conditions = [claim.node for claim in before]
    secondary = [(other.span, "other") for other in others] + [(conditions[0].span, "before")]
    return make_diagnostic("W118", node.span, secondary=secondary, help="help", name=node.name)


def _claims_of(template: Template) -> Iterator[tuple[Guards, str, _Claim]]:
    """Yield what a clause states if its negative literals hold, for each variable that may be the step."""
    guards = sorted([node for node, sign in template.literals if not sign], key=lambda node: node.name)
    heads = [node for node, sign in template.literals if sign]
    if not guards or len(heads) != 1:
        return
    (head,) = heads
    places: dict[str, str] = {}
    for guard in guards:
        for node in _variable_names(guard):
            places.setdefault(node, f"#{len(places)}")
    guard_texts = tuple(
        [(guard.name, *[_canonical_text(argument, places) for argument in guard.arguments]) for guard in guards]
    )
    for place, argument in enumerate(head.arguments):
        shift = _variable_and_offset(argument)
        if shift is None or shift[0] not in places:
            continue
        name, offset = shift
        other_arguments = tuple(
            [_canonical_text(other, places) for number, other in enumerate(head.arguments) if number != place]
        )
        yield guard_texts, places[name], _Claim(offset, (True, head.name, other_arguments), head)


def _variable_names(node: Proposition) -> list[str]:
    return [part.name for argument in node.arguments for part in walk(argument) if isinstance(part, Variable)]


def _variable_and_offset(node: Node) -> tuple[str, int] | None:
    """Split `$i`, `$i-1` or `$i+1` into the variable and its offset."""
    match strip_parentheses(node):
        case Variable(name, ()):
            return name, 0
        case Infix(Operator.PLUS | Operator.MINUS as operator, (left, Integer(1))):
            variable = strip_parentheses(left)
            if isinstance(variable, Variable):
                return variable.name, 1 if operator is Operator.PLUS else -1
            return None
        case _:
            return None


def _canonical_text(node: Node, places: dict[str, str]) -> str:
    """Return an index with the guards' variables replaced by positions, for comparison between rules."""
    match strip_parentheses(node):
        case Variable(name, ()):
            return places.get(name, name)
        case Integer(value):
            return str(value)
        case Proposition(name, arguments):
            return f"{name}({','.join([_canonical_text(argument, places) for argument in arguments])})"
        case Infix(operator, operands):
            return f"({f' {operator.value} '.join([_canonical_text(operand, places) for operand in operands])})"
        case other:
            return repr(other)


DETECTORS = (find_idle_steps,)
