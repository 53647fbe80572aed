"""Find atoms and predicates that occur with one sign only, or once.

An atom that occurs only positively never conflicts with anything: it can always be true. So a rule that it could
satisfy has no effect. Usually another rule is missing, or another atom was meant.
"""

import numpy as np

from bigand.explain.lint.clauses import is_in_purely_negative_rule
from bigand.explain.lint.names import count_places
from bigand.explain.lint.survey import BOTH, POSITIVE, Site, Survey, is_arithmetic
from bigand.ground.columns import Array, sorted_distinct
from bigand.ground.frames import show_binding, variables_of
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic

_MIN_RULES = 3  # rules with operators that a file needs before its predicates are checked
_MAX_SHARE = 0.4


def _sign_word(sign: int) -> str:
    return "positive" if sign == POSITIVE else "negative"


def find_one_sign_predicates(survey: Survey) -> list[Diagnostic]:
    """Find predicates that nothing forbids, or that nothing requires."""
    rules = {site.rule.number for site in survey.sites if site.rule.generators}
    if len(rules) < _MIN_RULES:
        return []
    diagnostics: list[Diagnostic] = []
    for (name, arity), sites in survey.predicates().items():
        sign = 0
        for site in sites:
            sign |= site.sign
        if arity and sign != BOTH and any(site.rule.generators for site in sites):
            diagnostics.append(
                make_diagnostic(
                    "W106", sites[0].node.span, variant=_sign_word(sign), help=_sign_word(sign), name=name
                )
            )
    return diagnostics


def find_one_sign_atoms(survey: Survey) -> list[Diagnostic]:
    """Find non-fact atoms with one sign only, of predicates whose other atoms have both."""
    diagnostics: list[Diagnostic] = []
    for predicate, sites in survey.predicates().items():
        if predicate in survey.reported:
            continue  # a wrong index is why its atom has one sign
        atoms = sorted_distinct(np.concatenate([site.atoms() for site in sites]))
        facts = np.concatenate([np.zeros(0, np.int64), *[site.atoms() for site in sites if site.is_asserted]])
        odd = atoms[(survey.signs[atoms] != BOTH) & ~np.isin(atoms, facts)]
        if not len(odd) or len(odd) > _MAX_SHARE * len(atoms):
            continue
        for site in sites:
            is_idle = _forbids_absent_value(site, sites) or _excludes_neighbours(site)
            diagnostic = None if is_idle else _one_sign_warning(survey, site, odd)
            if diagnostic is not None:
                diagnostics.append(diagnostic)
    return diagnostics


def _forbids_absent_value(site: Site, sites: list[Site]) -> bool:
    """Whether "at most one" covers a value of the predicate, like `empty`, that no other rule uses."""
    others = [other for other in sites if other.rule is not site.rule]
    return is_in_purely_negative_rule(site) and any(
        isinstance(value, str) and not any(value in other.values[place] for other in others)
        for place, values in enumerate(site.values)
        for value in values
    )


def _excludes_neighbours(site: Site) -> bool:
    """Whether neighbours are excluded, `x($i) => not x($i+1)`: a neighbour outside the board does no harm."""
    return is_in_purely_negative_rule(site) and any([is_arithmetic(argument) for argument in site.node.arguments])


def _one_sign_warning(survey: Survey, site: Site, odd: Array) -> Diagnostic | None:
    """Return a warning about the first atom of a site that has one sign only; facts are not checked."""
    if not site.rule.generators:
        return None
    for frame, _, atoms in site.occurrences:
        rows = np.flatnonzero(np.isin(atoms, odd))
        if len(rows):
            row = int(rows[0])
            atom = int(atoms[row])
            used = variables_of(site.node)
            binding = frame.binding(row, survey.grounder.table)
            bound = show_binding({name: value for name, value in binding.items() if name in used})
            word = _sign_word(int(survey.signs[atom]))
            name = survey.grounder.atoms.names()[atom]
            return make_diagnostic(
                "W105", site.node.span, variant=word, label="label", help="help", name=name, binding=bound or "–"
            )
    return None


def find_propositions_used_once(survey: Survey) -> list[Diagnostic]:
    """Find propositions without indices that occur once, in a file where most others occur again."""
    plain = {name: sites for (name, arity), sites in survey.predicates().items() if not arity}
    repeated = [name for name, sites in plain.items() if count_places(sites) > 1]
    if len(plain) - len(repeated) > len(repeated):
        return []
    return [
        make_diagnostic("W112", sites[0].node.span, help="help", name=name)
        for name, sites in plain.items()
        if count_places(sites) == 1 and sites[0].sign != BOTH
    ]


DETECTORS = (find_one_sign_predicates, find_one_sign_atoms, find_propositions_used_once)
