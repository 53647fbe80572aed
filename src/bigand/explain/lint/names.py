"""Find names that are probably misspelt: close to others, or with a different number of indices."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bigand.explain.lint.survey import BOTH, Site, Survey, global_range_of_variable
from bigand.ground.grounder import Rule
from bigand.language.syntax import (
    Directive,
    Domain,
    Infix,
    Operator,
    Proposition,
    SetLiteral,
    Variable,
    View,
    strip_parentheses,
    walk,
)
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span
from bigand.source.suggestion import similarity

_MIN_SIMILARITY = 0.75
_MAX_LETTERS = 60  # letters of a name that is compared letter by letter
_PREFIX = 2  # letters that similar names have in common at the start
_DIGITS = re.compile(r"\d+")


def _sites_by_name(survey: Survey) -> dict[str, list[Site]]:
    by_name: dict[str, list[Site]] = {}
    for site in survey.sites:
        by_name.setdefault(site.node.name, []).append(site)
    return by_name


def find_misspelt_predicates(survey: Survey) -> list[Diagnostic]:
    """Find predicates that occur at one place only and have a name close to a more frequent one."""
    diagnostics: list[Diagnostic] = []
    names = _sites_by_name(survey)
    frequent: dict[str, list[str]] = {}  # by their prefix
    for name, sites in names.items():
        if count_places(sites) > 1:
            frequent.setdefault(name[:_PREFIX].lower(), []).append(name)
    usual = _usual_fact_predicates(survey)
    for name, sites in names.items():
        if count_places(sites) > 1 and (_count_rules(sites) > 1 or not _has_one_sign(sites)):
            continue
        alike = frequent.get(name[:_PREFIX].lower(), ())
        near = [other for other in alike if other != name and is_near(name, other)]
        near = near or _likely_fact_predicates(name, sites, usual, survey)
        if near:
            best = max(near, key=lambda other: similarity(name, other))
            site = sites[0]
            place = Span(site.node.span.start, site.node.span.start + len(name))
            diagnostics.append(
                make_diagnostic("W114", place, help="help", fix=[Edit(place, best)], name=name, near=best)
            )
    return diagnostics


def count_places(sites: list[Site]) -> int:
    return sum([site.place_count for site in sites])


def _count_rules(sites: list[Site]) -> int:
    facts = sum([len(site.facts) for site in sites])
    return facts + len({site.rule.number for site in sites if not site.facts})


def _usual_fact_predicates(survey: Survey) -> dict[int, tuple[str, int]]:
    """Return, by number of indices, the predicate of most facts and how many facts it has."""
    counts: dict[int, Counter[str]] = {}
    for site in survey.sites:
        if site.is_asserted and not site.rule.generators:
            counts.setdefault(len(site.node.arguments), Counter())[site.node.name] += site.place_count
    return {arity: counter.most_common(1)[0] for arity, counter in counts.items()}


def _likely_fact_predicates(
    name: str, sites: list[Site], usual: dict[int, tuple[str, int]], survey: Survey
) -> list[str]:
    """Return the predicate probably meant by a fact whose own predicate occurs nowhere else.

    It is that of most facts with as many indices, if the names differ in length by one letter at most. A predicate
    that occurs in one fact only has no effect; a longer difference is not a typing slip.
    """
    (site, *others) = sites
    if others or site.place_count > 1 or site.rule.generators or not site.is_asserted or not site.node.arguments:
        return []
    if any(name in _predicates_in(directive) for directive in survey.grounder.reading.program.directives):
        return []
    other, count = usual[len(site.node.arguments)]
    return [other] if count > 1 and abs(len(other) - len(name)) < 2 else []


def _predicates_in(directive: Directive) -> list[str]:
    """Return the predicates that a directive names."""
    match directive:
        case Domain():
            return [directive.predicate]
        case View():
            return [shape.predicate for shape in directive.shapes]
        case _:
            return []


def find_misspelt_constants(survey: Survey) -> list[Diagnostic]:
    """Find constants written once that are one letter off a more frequent one."""
    uses_by_name: dict[str, list[Proposition]] = {}
    for node in walk(survey.grounder.reading.program.items):
        for value in _values_in(node):
            uses_by_name.setdefault(value.name, []).append(value)
    frequent: dict[str, list[str]] = {}
    for name, used in uses_by_name.items():
        for key in _deletion_keys(name) if len(used) > 1 else ():
            frequent.setdefault(key, []).append(name)
    diagnostics = []
    for name, (first, *others) in uses_by_name.items():
        alike = [other for key in _deletion_keys(name) for other in frequent.get(key, ())] if not others else []
        near = [other for other in alike if is_one_letter_off(name, other)]
        if near:
            place = first.span
            diagnostics.append(
                make_diagnostic("W114", place, help="help", fix=[Edit(place, near[0])], name=name, near=near[0])
            )
    reported = {diagnostic.primary.span for diagnostic in diagnostics}
    return [
        *diagnostics,
        *[
            diagnostic
            for diagnostic in _find_constants_outside_sets(survey)
            if diagnostic.primary.span not in reported
        ],
    ]


def _find_constants_outside_sets(survey: Survey) -> Iterator[Diagnostic]:
    """Find constants that a variable is compared with and its set lacks, though it has a similar one."""
    for rule in survey.rules:
        for node in walk((rule.generators, rule.body)):
            if not isinstance(node, Infix) or node.operator not in (Operator.EQUAL, Operator.DIFFERENT):
                continue
            sides = [strip_parentheses(operand) for operand in node.operands]
            for variable, value in (sides, sides[::-1]):
                if isinstance(variable, Variable) and isinstance(value, Proposition) and not value.arguments:
                    yield from _check_stranger(survey, rule, variable, value)


def _check_stranger(survey: Survey, rule: Rule, variable: Variable, value: Proposition) -> Iterator[Diagnostic]:
    variable_range = global_range_of_variable(survey, rule, variable.name)
    if variable_range is None or value.name in variable_range[1]:
        return
    names = sorted([str(element) for element in variable_range[1]])
    near = [name for name in names if is_one_letter_off(value.name, name, shortest=2)]
    if near:
        edit = Edit(value.span, near[0])
        gaps = {"name": value.name, "near": near[0], "variable": variable.name}
        yield make_diagnostic("W114", value.span, variant="stranger", help="help", fix=[edit], more_gaps=gaps)


def _deletion_keys(name: str) -> set[str]:
    """Return keys that names one letter apart share: the name, in lower case, and without each letter."""
    return {
        name.lower(),
        name,
        *[name[:index] + name[index + 1 :] for index in range(len(name)) if len(name) <= _MAX_LETTERS],
    }


def _values_in(node: Any) -> list[Proposition]:
    """Return the constants directly under a node: indices of a proposition, elements of a set."""
    match node:
        case Proposition(arguments=parts) | SetLiteral(elements=parts):
            return [
                part
                for part in map(strip_parentheses, parts)
                if isinstance(part, Proposition) and not part.arguments
            ]
        case _:
            return []


def is_one_letter_off(name: str, other: str, shortest: int = 4) -> bool:
    """Whether two names differ by one letter: in case, added, removed, replaced, or swapped with the next.

    Names with fewer letters than `shortest` are often alike by chance.

    >>> [is_one_letter_off("green", other) for other in ("Green", "gren", "grene", "greed", "grey", "green")]
    [True, True, True, True, False, False]
    """
    if name.lower() == other.lower() or name == other:
        return name != other
    if min(len(name), len(other)) < shortest or _DIGITS.sub("", name) == _DIGITS.sub("", other):
        return False
    shorter, longer = sorted([name, other], key=len)
    if len(longer) > len(shorter):
        return any(longer[:index] + longer[index + 1 :] == shorter for index in range(len(longer)))
    differing = [index for index, (left, right) in enumerate(zip(name, other, strict=True)) if left != right]
    is_swapped = len(differing) == 2 and sorted(name) == sorted(other) and differing[1] == differing[0] + 1
    return len(differing) == 1 or is_swapped


def _has_one_sign(sites: list[Site]) -> bool:
    """Whether a predicate occurs with one sign only, so that its sites constrain nothing."""
    sign = 0
    for site in sites:
        sign |= site.sign
    return sign != BOTH


def is_near(name: str, other: str) -> bool:
    """Whether one name is probably a misspelling of the other; names that differ in their numbers are not.

    >>> is_near("tube_src", "tube_source"), is_near("row1", "row2"), is_near("north", "south")
    (True, False, False)
    """
    if _DIGITS.sub("", name) == _DIGITS.sub("", other) and name.lower() != other.lower():
        return False
    if min(len(name), len(other)) < 3:
        return False
    same_start = name[:_PREFIX].lower() == other[:_PREFIX].lower()
    return same_start and similarity(name.lower(), other.lower()) >= _MIN_SIMILARITY


def find_arity_mismatches(survey: Survey) -> list[Diagnostic]:
    """Find predicates used with different numbers of indices; the rarer use is reported."""
    diagnostics: list[Diagnostic] = []
    for name, sites in _sites_by_name(survey).items():
        counts: dict[int, list[Site]] = {}
        for site in sites:
            counts.setdefault(len(site.node.arguments), []).append(site)
        if len(counts) < 2 or 0 in counts:
            continue
        usual = max(counts, key=lambda count: count_places(counts[count]))
        for count, uses in counts.items():
            if count != usual:
                diagnostics.append(
                    make_diagnostic(
                        "W113",
                        uses[0].node.span,
                        secondary=[(counts[usual][0].node.span, "other")],
                        help="help",
                        name=name,
                        count=str(count),
                        usual=str(usual),
                    )
                )
    return diagnostics


DETECTORS = (find_misspelt_predicates, find_misspelt_constants, find_arity_mismatches)
