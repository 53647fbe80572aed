"""Facts that contradict each other, or that break a rule all by themselves.

A broken instance is sought as a query: each literal of a clause, false by the facts, filters the rows as soon as
its variables are bound, so that few rows are ever made.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from bigand.explain.suspicions.asked import asks_what_follows, expects_no_model, is_all_that_is_asked
from bigand.explain.suspicions.clauses import Template, templates
from bigand.explain.suspicions.survey import NEGATIVE, POSITIVE, Site, Survey
from bigand.ground.columns import Array
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder, Rule
from bigand.ground.frames import UNIT, Frame
from bigand.ground.join import BLOCK, Condition, join_blocks, plan
from bigand.ground.projection import has_many_rows, is_plain
from bigand.ground.quote import variables_of
from bigand.language.syntax import Proposition
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import fault

_SHOWN = 3  # facts that are reported together


class _Known(Struct, frozen=True, eq=False):
    """What facts say, by atom: `POSITIVE` or `NEGATIVE`, both where they contradict each other."""

    signs: Array  # int8
    sites: tuple[Site, ...]
    predicates: frozenset[tuple[str, int, int]]  # name, number of indices, sign


def wrong_facts(survey: Survey) -> list[Diagnostic]:
    """Facts that say yes and no of one atom, and facts that together break an instance of a rule."""
    if expects_no_model(survey) or is_all_that_is_asked(survey):
        return []
    known = _known(survey)
    both = np.flatnonzero(known.signs == POSITIVE | NEGATIVE)
    if len(both):
        return [diagnostic for _, diagnostic in _diagnostics(survey, known, both[:1].tolist(), None)]
    diagnostics: dict[object, Diagnostic] = {}
    for rule in survey.rules:
        if rule.weight is None:
            for cause, diagnostic in _broken(survey, rule, known):
                diagnostics.setdefault(cause, diagnostic)
    return list(diagnostics.values())


def _known(survey: Survey) -> _Known:
    signs = np.zeros(len(survey.signs), dtype=np.int8)
    sites = tuple([site for site in survey.sites if site.is_asserted and site.sign in (POSITIVE, NEGATIVE)])
    sites = tuple([site for site in sites if site.rule.weight is None])
    for site in sites:
        for _, _, atoms in site.seen:
            signs[atoms] |= site.sign
    return _Known(signs, sites, frozenset([(*site.predicate, site.sign) for site in sites]))


def _broken(survey: Survey, rule: Rule, known: _Known) -> Iterator[tuple[object, Diagnostic]]:
    """The first instance of a rule that facts break, with what is the cause of it."""
    for template in templates(rule.body):
        if template.is_partial or len(template.literals) < 2 or not _can_break(template, known):
            continue
        try:
            atoms = _atoms_of_broken(survey, rule, template, known)
        except NotEvaluableError:
            survey.grounder.evaluator.failures.clear()
            continue
        if atoms:
            yield from _diagnostics(survey, known, atoms, rule)
            return


def _can_break(template: Template, known: _Known) -> bool:
    """Whether there are facts against every literal."""
    return all(
        (node.name, len(node.arguments), NEGATIVE if sign else POSITIVE) in known.predicates
        for node, sign in template.literals
    )


def _atoms_of_broken(survey: Survey, rule: Rule, template: Template, known: _Known) -> list[int]:
    grounder = survey.grounder
    generators = [*rule.generators, *template.generators]
    if not is_plain(grounder.evaluator, generators):
        return []
    tests = [_is_false(grounder, node, sign, known) for node, sign in template.literals]
    how = plan(generators, tests)
    if has_many_rows(grounder.evaluator, how, survey.effort.rows):
        survey.too_large.append(rule)
        return []
    for frame in join_blocks(grounder.evaluator, how, UNIT, BLOCK):
        if frame.count:
            first = frame.slice(0, 1)
            return [int(_atoms(grounder, node, first)[0]) for node, _ in template.literals]
    return []


def _is_false(grounder: Grounder, node: Proposition, sign: bool, known: _Known) -> Condition:
    """The test that facts say the opposite of a literal."""
    against = NEGATIVE if sign else POSITIVE

    def test(frame: Frame) -> Array:
        atoms = _atoms(grounder, node, frame)
        within = atoms < len(known.signs)
        is_false: Array = within & (known.signs[np.where(within, atoms, 0)] == against)
        return is_false

    return Condition(frozenset(variables_of(node)), None, test)


def _atoms(grounder: Grounder, node: Proposition, frame: Frame) -> Array:
    columns = [grounder.evaluator.expression(argument, frame) for argument in node.arguments]
    grounder.evaluator.raise_failures()
    return grounder.atoms.number_all(node.name, columns, frame.count)


def _diagnostics(
    survey: Survey, known: _Known, atoms: Sequence[int], rule: Rule | None
) -> Iterator[tuple[object, Diagnostic]]:
    """The last of the facts that speak of some atoms, with the others and the rule that they break.

    The cause is that fact, or the rule that asserts it for many bindings: it may break others in the same way.
    """
    nodes: dict[int, tuple[Proposition, int, object]] = {}
    for site in known.sites:
        cause: object = ("rule", site.rule.number) if site.rule.generators else None
        for _, _, own in site.seen:
            for row in np.flatnonzero(np.isin(own, atoms)).tolist():
                node = site.facts[row] if site.facts else site.node
                nodes.setdefault(node.span.start, (node, int(own[row]), cause or node.span))
    places = [nodes[start] for start in sorted(nodes)]
    if not places:
        return
    names = survey.grounder.atoms.names()
    (last, atom, cause), others = places[-1], places[:-1][-_SHOWN:]
    secondary = [(node.span, "other") for node, _, _ in others]
    if rule is None:
        yield cause, fault("W117", last.span, variant="both", secondary=secondary, name=names[atom])
        return
    if asks_what_follows(survey, [node for node, _, _ in places]):
        return
    secondary.append((rule.span, "rule"))
    yield cause, fault("W117", last.span, secondary=secondary, help="help", name=names[atom])


DETECTORS = (wrong_facts,)
