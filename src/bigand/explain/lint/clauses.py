"""Find pairs that coincide: `not x($i,$j) or not x($i,$k)` says `not x($i,$j)` when `$j = $k`.

A rule's body is split into clauses, as far as its form allows, with its inner operators as further generators. For
each clause of two literals of one predicate, the rows are sought in which both are the same.
"""

from collections.abc import Iterator
from itertools import permutations, product

from msgspec import Struct

from bigand.explain.lint.survey import Site, Survey
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.frames import bound_names, show_binding, variables_of
from bigand.ground.grounder import Rule
from bigand.ground.projection import TooLargeError, project
from bigand.language import syntax
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic

_MAX_CLAUSES = 64  # of a body
_MAX_LITERALS = 64  # of a clause


class Template(Struct, frozen=True):
    """A clause of a rule's body: its own generators and literals.

    `is_partial` says that the clause has more in it than these.
    """

    generators: tuple[syntax.Generator, ...]
    literals: tuple[tuple[syntax.Proposition, bool], ...]
    is_partial: bool = False


_UNKNOWN = Template((), (), True)


def clause_templates(node: syntax.Node, positive: bool = True) -> list[Template]:
    """Return the clauses of a formula, or of its negation if not `positive`."""
    match node:
        case syntax.Parenthesised(inner) | syntax.LineBreak(inner):
            return clause_templates(inner, positive)
        case syntax.Proposition():
            return [Template((), ((node, positive),))]
        case syntax.Signed(syntax.Sign.NOT, operand):
            return clause_templates(operand, not positive)
        case syntax.Infix(syntax.Operator.IMPLIES, operands):
            parts = [clause_templates(operand, not positive) for operand in operands[:-1]]
            parts.append(clause_templates(operands[-1], positive))
            return _disjoin(parts) if positive else _conjoin(parts)
        case syntax.Infix(operator, operands) if operator in (syntax.Operator.AND, syntax.Operator.OR):
            parts = [clause_templates(operand, positive) for operand in operands]
            return _conjoin(parts) if (operator is syntax.Operator.AND) == positive else _disjoin(parts)
        case syntax.BigOperator(big, generator, body) if (big is syntax.Big.AND) == positive:
            inner_templates = clause_templates(body, positive)
            return [
                Template((generator, *template.generators), template.literals, template.is_partial)
                for template in inner_templates
            ]
        case _:
            return [_UNKNOWN]


def is_in_purely_negative_rule(site: Site) -> bool:
    """Whether a rule says only "at most one" of a predicate: it has no effect on atoms that occur nowhere else."""
    literals = [literal for template in clause_templates(site.rule.body) for literal in template.literals]
    is_whole = not any([template.is_partial for template in clause_templates(site.rule.body)])
    return is_whole and all([node.name == site.node.name and not sign for node, sign in literals])


def _conjoin(parts: list[list[Template]]) -> list[Template]:
    return [template for part in parts for template in part][:_MAX_CLAUSES]


def _disjoin(parts: list[list[Template]]) -> list[Template]:
    combined: list[Template] = []
    for choice in product(*parts):
        if sum([len(template.literals) for template in choice]) > _MAX_LITERALS:
            return [_UNKNOWN]
        generators = tuple([generator for template in choice for generator in template.generators])
        literals = tuple([literal for template in choice for literal in template.literals])
        is_partial = any(template.is_partial for template in choice) or _has_name_clash(choice)
        combined.append(Template(generators, literals, is_partial))
        if len(combined) >= _MAX_CLAUSES:
            break
    return combined


def _has_name_clash(choice: tuple[Template, ...]) -> bool:
    """Whether a name bound in one part occurs in another: then the parts have no frame in common."""
    if not any([template.generators for template in choice]):
        return False
    return any(
        [
            {name for generator in template.generators for name in bound_names(generator)}
            & variables_of((other.generators, other.literals))
            for template, other in permutations(choice, 2)
        ]
    )


def find_coinciding_literals(survey: Survey) -> list[Diagnostic]:
    """Find clauses whose two literals coincide for some bindings."""
    diagnostics: list[Diagnostic] = []
    grounder = survey.grounder
    for rule in [rule for rule in survey.rules if rule.weight is None]:
        for template in clause_templates(rule.body):
            if template.is_partial or len(template.literals) != 2:
                continue
            (first, sign), (second, second_sign) = template.literals
            if sign != second_sign or first.name != second.name or len(first.arguments) != len(second.arguments):
                continue
            try:
                diagnostics += _check_overlap(survey, rule, template, first, second)
            except NotEvaluableError:
                grounder.evaluator.failures.clear()  # indices of different kinds are never equal
            except TooLargeError:
                survey.skipped.append(rule)
    return diagnostics


def _check_overlap(
    survey: Survey, rule: Rule, template: Template, first: syntax.Proposition, second: syntax.Proposition
) -> Iterator[Diagnostic]:
    """Yield a warning if both coincide in some rows (a condition is missing) or in all (a variable is wrong)."""
    grounder, max_rows = survey.grounder, survey.effort.rows
    text = grounder.reading.document.text
    path = (*rule.generators, *template.generators)
    pairs = [(left, right) for left, right in zip(first.arguments, second.arguments, strict=True) if left != right]
    equal = [syntax.Infix(syntax.Operator.EQUAL, pair, span=pair[1].span) for pair in pairs]
    meeting = project(
        grounder.evaluator, (*path, *map(_condition_generator, equal)), variables_of((first, second)), max_rows
    )
    if not meeting.count or not meeting.columns:
        return
    gaps = {
        "name": text[first.span.start : first.span.end],
        "binding": show_binding(meeting.binding(0, grounder.table)),
    }
    # They coincide everywhere if no row has different indices.
    differing = [syntax.Infix(syntax.Operator.DIFFERENT, pair, span=pair[1].span) for pair in pairs]
    if not any(
        project(grounder.evaluator, (*path, _condition_generator(node)), set(), max_rows).count
        for node in differing
    ):
        yield make_diagnostic(
            "W111", second.span, variant="always", secondary=[(first.span, "first")], help="always", more_gaps=gaps
        )
        return
    condition = " or ".join(
        [f"{text[a.span.start : a.span.end]} != {text[b.span.start : b.span.end]}" for a, b in pairs]
    )
    yield make_diagnostic(
        "W111",
        second.span,
        label="label",
        secondary=[(first.span, "first")],
        help="help",
        condition=condition,
        more_gaps=gaps,
    )


def _condition_generator(condition: syntax.Node) -> syntax.Generator:
    """Return a condition on rows as a generator that binds nothing."""
    return syntax.Generator((), (), condition, span=condition.span)


DETECTORS = (find_coinciding_literals,)
