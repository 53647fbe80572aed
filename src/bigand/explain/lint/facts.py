"""Find facts that contradict each other, or that break a rule.

The search for a broken instance is a query: each literal of a clause, false by the facts, filters the rows as soon
as its variables are bound, so few rows are ever made. Facts that clash only through several rules are found by
propagation.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

import numpy as np
from msgspec import Struct

from bigand.encode.at_most_one import forecast_clauses
from bigand.encode.clauses import Clauses
from bigand.encode.compiler import compile_rules
from bigand.explain.lint.clauses import Template, clause_templates
from bigand.explain.lint.survey import (
    NEGATIVE,
    POSITIVE,
    THOROUGH,
    Site,
    Survey,
    are_premises_and_conclusion,
    expects_no_model,
    is_single_formula,
)
from bigand.ground.columns import Array
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.frames import UNIT_FRAME, Frame, variables_of
from bigand.ground.grounder import Grounder, Rule
from bigand.ground.join import BLOCK, Condition, join_blocks, make_plan
from bigand.ground.projection import can_reorder_binders, has_many_intermediate_rows
from bigand.language.syntax import Mode, Proposition, walk
from bigand.solve.engines.pysat import COUNTING_ENGINE, PySatSession
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic

_SHOWN = 3  # facts reported together


class _FactSigns(Struct, frozen=True, eq=False):
    """The signs that facts give to each atom: `POSITIVE`, `NEGATIVE`, or both where they contradict each other."""

    signs: Array  # int8
    sites: tuple[Site, ...]
    predicates: frozenset[tuple[str, int, int]]  # name, number of indices, sign


def find_wrong_facts(survey: Survey) -> list[Diagnostic]:
    """Find facts that assert and deny one atom, and facts that together break an instance of a rule."""
    if expects_no_model(survey) or is_single_formula(survey):
        return []
    facts = _collect_facts(survey)
    contradictory = np.flatnonzero(facts.signs == POSITIVE | NEGATIVE)
    if len(contradictory):
        return [diagnostic for _, diagnostic in _warn_at_last_fact(survey, facts, contradictory[:1].tolist(), None)]
    diagnostics: dict[object, Diagnostic] = {}
    for rule in survey.rules:
        if rule.weight is None:
            for cause, diagnostic in _warn_of_broken_instance(survey, rule, facts):
                diagnostics.setdefault(cause, diagnostic)
    return list(diagnostics.values())


def _collect_facts(survey: Survey) -> _FactSigns:
    signs = np.zeros(len(survey.signs), dtype=np.int8)
    sites = tuple([site for site in survey.sites if site.is_asserted and site.sign in (POSITIVE, NEGATIVE)])
    sites = tuple([site for site in sites if site.rule.weight is None])
    for site in sites:
        for _, _, atoms in site.occurrences:
            signs[atoms] |= site.sign
    return _FactSigns(signs, sites, frozenset([(*site.predicate, site.sign) for site in sites]))


def _warn_of_broken_instance(survey: Survey, rule: Rule, facts: _FactSigns) -> Iterator[tuple[object, Diagnostic]]:
    """Yield a warning about the first instance of a rule that facts break, with its cause."""
    for template in clause_templates(rule.body):
        if template.is_partial or len(template.literals) < 2 or not _has_facts_against_all(template, facts):
            continue
        try:
            atoms = _atoms_of_violation(survey, rule, template, facts)
        except NotEvaluableError:
            survey.grounder.evaluator.failures.clear()
            continue
        if atoms:
            yield from _warn_at_last_fact(survey, facts, atoms, rule)
            return


def _has_facts_against_all(template: Template, facts: _FactSigns) -> bool:
    """Whether there are facts against every literal."""
    return all(
        (node.name, len(node.arguments), NEGATIVE if sign else POSITIVE) in facts.predicates
        for node, sign in template.literals
    )


def _atoms_of_violation(survey: Survey, rule: Rule, template: Template, facts: _FactSigns) -> list[int]:
    grounder = survey.grounder
    generators = [*rule.generators, *template.generators]
    if not can_reorder_binders(grounder.evaluator, generators):
        return []
    tests = [_falsity_condition(grounder, node, sign, facts) for node, sign in template.literals]
    join_plan = make_plan(generators, tests)
    if has_many_intermediate_rows(grounder.evaluator, join_plan, survey.effort.rows):
        survey.too_large.append(rule)
        return []
    for frame in join_blocks(grounder.evaluator, join_plan, UNIT_FRAME, BLOCK):
        if frame.count:
            first = frame.slice(0, 1)
            return [int(_number_atoms(grounder, node, first)[0]) for node, _ in template.literals]
    return []


def _falsity_condition(grounder: Grounder, node: Proposition, sign: bool, facts: _FactSigns) -> Condition:
    """Return the condition that facts contradict a literal."""
    against = NEGATIVE if sign else POSITIVE

    def test(frame: Frame) -> Array:
        atoms = _number_atoms(grounder, node, frame)
        within = atoms < len(facts.signs)
        is_false: Array = within & (facts.signs[np.where(within, atoms, 0)] == against)
        return is_false

    return Condition(frozenset(variables_of(node)), None, test)


def _number_atoms(grounder: Grounder, node: Proposition, frame: Frame) -> Array:
    columns = [grounder.evaluator.evaluate(argument, frame) for argument in node.arguments]
    grounder.evaluator.raise_recorded_failures()
    return grounder.atoms.number_atoms(node.name, columns, frame.count)


def _warn_at_last_fact(
    survey: Survey, facts: _FactSigns, atoms: Sequence[int], broken_rule: Rule | None
) -> Iterator[tuple[object, Diagnostic]]:
    """Yield a warning at the last fact about some atoms; the other facts and the broken rule are labels.

    The cause is that fact, or the rule that asserts it for many bindings, since such a rule may break others too.
    """
    nodes: dict[int, tuple[Proposition, int, object]] = {}
    for site in facts.sites:
        cause: object = ("rule", site.rule.number) if site.rule.generators else None
        for _, _, site_atoms in site.occurrences:
            for row in np.flatnonzero(np.isin(site_atoms, atoms)).tolist():
                node = site.facts[row] if site.facts else site.node
                nodes.setdefault(node.span.start, (node, int(site_atoms[row]), cause or node.span))
    places = [nodes[start] for start in sorted(nodes)]
    if not places:
        return
    names = survey.grounder.atoms.names()
    (last, atom, cause), others = places[-1], places[:-1][-_SHOWN:]
    secondary = [(node.span, "other") for node, _, _ in others]
    if broken_rule is None:
        yield cause, make_diagnostic("W117", last.span, variant="both", secondary=secondary, name=names[atom])
        return
    if are_premises_and_conclusion(survey, [node for node, _, _ in places]):
        return
    secondary.append((broken_rule.span, "rule"))
    yield cause, make_diagnostic("W117", last.span, secondary=secondary, help="help", name=names[atom])


DETECTORS = (find_wrong_facts,)


# ---------------------------------------------------------------------- clashes by propagation
# `p(0,1,2,empty)` below `p(0,1,3,green)` breaks no rule by itself; but everything above an empty layer is empty
# too, so the third layer would be both. The facts are assumptions of a solver that only propagates, without any
# guess. A clash is then reduced to a minimal one.

_MAX_CLAUSES = 400_000  # takes about a second
_MAX_FACTS = 2_000
_MAX_ARGUMENT = 4  # facts, or rules, of an argument that can be seen at a glance


def find_clashing_facts(survey: Survey) -> list[Diagnostic]:
    """Find facts that break no rule one by one, yet leave no model; the rules involved are labelled."""
    grounder = survey.grounder
    if survey.effort is not THOROUGH or grounder.reading.mode is not Mode.SAT or expects_no_model(survey):
        return []
    rules = grounder.rules()
    if not 2 <= len(rules) - len(survey.rules) <= _MAX_FACTS or _estimate_size(survey) > _MAX_CLAUSES:
        return []
    try:
        clauses = compile_rules(grounder, counting_threshold=0).clauses
    except NotEvaluableError:
        return []  # reported when the file is expanded
    asserted = [batch for batch in clauses.batches if batch.owners is not None]
    fact_of = {
        literal: owner
        for batch in asserted
        for literal, owner in zip(batch.literals.tolist(), batch.rule_numbers().tolist(), strict=True)
    }
    with closing(_make_session(clauses, None)) as session:
        if not session.is_propagation_consistent([]) or session.is_propagation_consistent(list(fact_of)):
            return []
        literals = _minimal_clash(list(fact_of), lambda subset: not session.is_propagation_consistent(subset))
    rule_numbers = {batch.rule for batch in clauses.batches if batch.owners is None} | {
        batch.rule for batch in clauses.limits
    }
    # Try to drop the largest rule first: everything after is quick without it.
    largest = sorted(
        rule_numbers, key=lambda rule: -sum([batch.count for batch in clauses.batches if batch.rule == rule])
    )
    needed = _minimal_clash(largest, lambda subset: _propagation_finds_clash(clauses, subset, literals))
    facts = [rules[fact_of[literal]] for literal in literals]
    if len(literals) > _MAX_ARGUMENT or len(needed) > _MAX_ARGUMENT:
        return []  # a long argument in which no line stands out is a matter for `why`
    if are_premises_and_conclusion(
        survey, [next(node for node in walk(fact.body) if isinstance(node, Proposition)) for fact in facts]
    ):
        return []
    return [_clash_warning(survey, facts, [rules[rule] for rule in needed])]


def _clash_warning(survey: Survey, facts: Sequence[Rule], rules: Sequence[Rule]) -> Diagnostic:
    *before, last = sorted([fact.body.span for fact in facts])
    text = survey.grounder.reading.document.text
    secondary = [(span, "other") for span in before]
    secondary += [(span, "rule") for span in sorted([rule.span for rule in rules])]
    name = text[last.start : last.end].removeprefix("not ")
    return make_diagnostic("W117", last, variant="together", secondary=secondary, help="help", name=name)


def _make_session(clauses: Clauses, rules: Sequence[int] | None) -> PySatSession:
    """Return a solver with the clauses of some rules (None: all rules), without the facts."""
    batches = [
        batch for batch in clauses.batches if batch.owners is None and (rules is None or batch.rule in rules)
    ]
    limits = [limit for limit in clauses.limits if rules is None or limit.rule in rules]
    return PySatSession(Clauses(tuple(batches), clauses.atoms, clauses.variables, tuple(limits)), COUNTING_ENGINE)


def _propagation_finds_clash(clauses: Clauses, rules: Sequence[int], literals: Sequence[int]) -> bool:
    with closing(_make_session(clauses, rules)) as session:
        return not session.is_propagation_consistent(literals)


def _estimate_size(survey: Survey) -> int:
    """Estimate the number of clauses of all rules."""
    grounder = survey.grounder
    rules = survey.rules
    return sum([forecast_clauses(grounder, rule, rules[:index], counting=True) for index, rule in enumerate(rules)])


def _minimal_clash(items: Sequence[int], has_clash: Callable[[list[int]], bool]) -> list[int]:
    """Return a minimal subset of `items` that clashes, trying to drop large pieces first."""
    needed: list[int] = []
    pieces = [list(items)]
    while pieces:
        piece = pieces.pop()
        remaining = [item for other_piece in pieces for item in other_piece]
        if has_clash([*needed, *remaining]):
            continue  # it clashes without the piece too
        if len(piece) == 1:
            needed += piece
        else:
            middle = len(piece) // 2
            pieces += [piece[middle:], piece[:middle]]
    return needed
