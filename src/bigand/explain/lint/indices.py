"""Find indices that no other rule has, that a rule leaves out, or that a `;;@ domain` excludes.

Ranges are the evidence: where two rules use `x(1..8,1..8)` and a third uses `x(0..8,1..8)`, row 0 occurs nowhere
else; where a third uses `x(1..7,1..8)`, row 8 is left out.
"""

from collections import Counter
from collections.abc import Iterator

from bigand.explain.lint.clauses import is_in_purely_negative_rule
from bigand.explain.lint.survey import Index, Site, Survey, elements_of, global_range_of_variable, is_arithmetic
from bigand.ground.frames import show_binding, variables_of
from bigand.ground.grounder import Rule
from bigand.language.syntax import (
    Domain,
    Infix,
    Node,
    Operator,
    Proposition,
    Range,
    Signed,
    Variable,
    strip_parentheses,
    walk,
)
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic

_FEW = 3  # at most one in this many may be left out or be extra


def show_values(values: set[Index]) -> str:
    """Return the text of some values, the smallest first."""
    ordered = sorted(values, key=lambda value: (isinstance(value, str), value))
    return ", ".join([str(value) for value in ordered[:4]]) + (", …" if len(ordered) > 4 else "")


def _binding_text(survey: Survey, site: Site, place: int, values: set[Index]) -> str:
    first = min(values, key=lambda value: (isinstance(value, str), value))
    return show_binding(survey.binding_for(site, place, first))


def _domains_by_predicate(survey: Survey) -> dict[str, list[tuple[Domain, list[set[Index] | None]]]]:
    """Return the domains stated by directives, by predicate."""
    domains: dict[str, list[tuple[Domain, list[set[Index] | None]]]] = {}
    for directive in survey.grounder.reading.program.directives:
        if isinstance(directive, Domain):
            sets = [elements_of(node, survey.grounder) for node in directive.sets]
            domains.setdefault(directive.predicate, []).append((directive, sets))
    return domains


def find_outside_domains(survey: Survey) -> list[Diagnostic]:
    """Find atoms that a `;;@ domain` excludes."""
    diagnostics: list[Diagnostic] = []
    domains = _domains_by_predicate(survey)
    for site in survey.sites:
        for directive, sets in domains.get(site.node.name, ()):
            if len(sets) != len(site.node.arguments):
                diagnostics += [
                    make_diagnostic(
                        "W104",
                        node.span,
                        variant="indices",
                        secondary=[(directive.span, "domain")],
                        name=site.node.name,
                        count=str(len(site.node.arguments)),
                        wanted=str(len(sets)),
                    )
                    for node in site.facts or (site.node,)
                ]
                continue
            for place, allowed in enumerate(sets):
                outside = site.values[place] - allowed if allowed is not None else set()
                if outside:
                    survey.reported.add(site.predicate)
                    diagnostics += [
                        make_diagnostic(
                            "W104",
                            node.arguments[place].span,
                            label="label",
                            help="help",
                            secondary=[(directive.span, "domain")],
                            more_gaps=_message_gaps(survey, site, place, values),
                        )
                        for node, values in _wrong_values_by_node(survey, site, place, outside)
                    ]
    return diagnostics


def _wrong_values_by_node(
    survey: Survey, site: Site, place: int, values: set[Index]
) -> list[tuple[Proposition, set[Index]]]:
    """Return a site with its wrong values; facts are split, each with its own value."""
    if not site.facts:
        return [(site.node, values)]
    return [(node, {value}) for node, value in site.facts_with_index(place, survey.grounder) if value in values]


def _message_gaps(survey: Survey, site: Site, place: int, values: set[Index]) -> dict[str, str]:
    bound = _binding_text(survey, site, place, values)
    return {"name": site.node.name, "values": show_values(values), "place": str(place + 1), "binding": bound or "–"}


def _sites_by_index_place(survey: Survey) -> Iterator[tuple[str, int, list[Site]]]:
    """Yield each index of each predicate without a stated domain, with the sites of the predicate."""
    stated = _domains_by_predicate(survey)
    for (name, arity), sites in survey.predicates().items():
        if name not in stated:
            for place in range(arity):
                yield name, place, sites


def find_phantom_indices(survey: Survey) -> list[Diagnostic]:
    """Find indices at the border that only arithmetic such as `$e+1` produces."""
    diagnostics: list[Diagnostic] = []
    for _, place, sites in _sites_by_index_place(survey):
        plain = [site for site in sites if not is_arithmetic(site.node.arguments[place])]
        # An index like `lamp($n+1)` goes beyond the border on purpose.
        global_sites = [site for site in sites if _is_global_index(survey, site, place)]
        known: set[Index] = set().union(*[site.values[place] for site in (*plain, *global_sites)])
        rule_numbers = {other.rule.number for other in plain if other.rule.generators}
        for site in sites:
            is_plain = not is_arithmetic(site.node.arguments[place])
            if is_plain or not rule_numbers - {site.rule.number} or _is_in_definition(site):
                continue
            made = site.values[place] - known
            if made and made != site.values[place]:
                survey.reported.add(site.predicate)
                diagnostics.append(
                    make_diagnostic(
                        "W101",
                        site.node.arguments[place].span,
                        label="label",
                        help="help",
                        more_gaps=_message_gaps(survey, site, place, made),
                    )
                )
    return diagnostics


def _is_global_index(survey: Survey, site: Site, place: int) -> bool:
    """Whether an index is computed from global variables alone."""
    return variables_of(site.node.arguments[place]) <= set(survey.grounder.evaluator.globals.values)


def _is_in_definition(site: Site) -> bool:
    """Whether the rule defines a proposition, as `carry($i+1) <=> (a($i) and b($i) or …)` does.

    A definition does no harm where nothing else mentions its proposition. `lit($i) <=> lit($i+1)` may well be
    meant of neighbours, so it does not count as one.
    """
    body = strip_parentheses(site.rule.body)
    if not isinstance(body, Infix) or body.operator is not Operator.IFF or len(body.operands) != 2:
        return False
    left, right = [_strip_negation(operand) for operand in body.operands]
    if right == site.node:
        left, right = right, left
    is_turned = any([isinstance(strip_parentheses(operand), Signed) for operand in body.operands])
    return left == site.node and (is_turned or not isinstance(right, Proposition))


def _strip_negation(node: Node) -> Node:
    """Return a literal without its negation."""
    inner = strip_parentheses(node)
    return strip_parentheses(inner.operand) if isinstance(inner, Signed) else inner


def find_extra_indices(survey: Survey) -> list[Diagnostic]:
    """Find indices of a rule that no other rule has, though it shares the rest with them."""
    by_place: dict[tuple[str, int], list[tuple[Site, Diagnostic]]] = {}
    alone: list[Diagnostic] = []
    for _, place, sites in _sites_by_index_place(survey):
        by_rule = _ValuesByRule(sites, place)
        for site in [site for site in sites if site.facts]:
            odd = _facts_without_rule(survey, site, place, by_rule)
            survey.reported |= {site.predicate} if odd else set()
            alone += odd
        for site in sites:
            if not isinstance(strip_parentheses(site.node.arguments[place]), Variable):
                continue
            diagnostic = _extra_index_warning(survey, site, place, by_rule)
            if diagnostic is not None:
                survey.reported.add(site.predicate)
                by_place.setdefault(site.predicate, []).append((site, diagnostic))
    predicates = survey.predicates()
    diagnostics: list[Diagnostic] = alone
    for predicate, site_diagnostics in by_place.items():
        diagnostics += _blame_widest_rule(predicates[predicate], site_diagnostics) or [
            diagnostic for _, diagnostic in site_diagnostics
        ]
    return diagnostics


def _facts_without_rule(survey: Survey, site: Site, place: int, by_rule: "_ValuesByRule") -> list[Diagnostic]:
    """Warn of a few facts, among many, with an index that no rule has: they have no effect."""
    rule_values = by_rule.values_of_rules()
    if len(by_rule.rule_numbers) < 2 or not site.values[place] & rule_values:
        return []
    odd = [
        (node, value) for node, value in site.facts_with_index(place, survey.grounder) if value not in rule_values
    ]
    if not odd or (len(odd) * _FEW > site.place_count and len(odd) > 1):
        return []
    return [
        make_diagnostic(
            "W102",
            node.arguments[place].span,
            variant="fact",
            help="help",
            name=node.name,
            values=str(value),
            place=str(place + 1),
            known=show_values(rule_values),
        )
        for node, value in odd
    ]


class _ValuesByRule:
    """The values of an index by rule (all facts count as one), and how many rules have each."""

    def __init__(self, sites: list[Site], place: int) -> None:
        self.values: dict[int, set[Index]] = {}
        self.non_variable: dict[int, set[Index]] = {}  # values of indices other than plain variables
        for site in sites:
            self.values.setdefault(_rule_number(site), set()).update(site.values[place])
            if not isinstance(strip_parentheses(site.node.arguments[place]), Variable):
                self.non_variable.setdefault(_rule_number(site), set()).update(site.values[place])
        self.counts = Counter([value for values in self.values.values() for value in values])
        self.rule_numbers = {site.rule.number for site in sites if site.rule.generators}

    def values_of_rules(self) -> set[Index]:
        """Return the values that rules with operators have."""
        return set().union(*[values for rule, values in self.values.items() if rule in self.rule_numbers])

    def values_of_others(self, site: Site) -> set[Index]:
        """Return the values that rules other than that of `site` have."""
        rule_values = self.values[_rule_number(site)]
        return {value for value, count in self.counts.items() if count > (value in rule_values)}


def _rule_number(site: Site) -> int:
    return -1 if site.facts else site.rule.number


def _extra_index_warning(survey: Survey, site: Site, place: int, by_rule: _ValuesByRule) -> Diagnostic | None:
    extra = {value for value in site.values[place] if by_rule.counts[value] == 1}
    if not extra or len(by_rule.rule_numbers - {site.rule.number}) < 2:
        return None
    known = by_rule.values_of_others(site)
    if not known:
        return None
    if extra == site.values[place]:
        variant = "alone"
    elif is_in_purely_negative_rule(site) and all(isinstance(value, str) for value in extra):
        return None  # a value like `empty` needs no forbidding; a number would lie beyond a border
    elif known <= site.values[place] and all(isinstance(value, str) for value in extra):
        return None  # a set lists all names, and the other rules use some of them
    elif extra <= by_rule.non_variable.get(_rule_number(site), set()):
        return None  # `p(0)` or `p($i+1)` in the same rule has them too: written twice, so no slip
    elif len(extra) * _FEW <= len(known) or len(extra) == 1:
        variant = None
    else:
        return None
    return make_diagnostic(
        "W102",
        site.node.arguments[place].span,
        variant=variant,
        label="label",
        help="help",
        more_gaps=_message_gaps(survey, site, place, extra),
        known=show_values(known),
    )


def _blame_widest_rule(sites: list[Site], odd: list[tuple[Site, Diagnostic]]) -> list[Diagnostic]:
    """Warn at the rule with the most atoms, where several other rules have indices that no other has."""
    rules = {site.rule.number for site, _ in odd}
    atoms_by_rule: dict[int, set[int]] = {}
    for site in sites:
        if site.rule.generators:
            atoms_by_rule.setdefault(site.rule.number, set()).update(site.atoms().tolist())
    largest = max(atoms_by_rule, key=lambda rule: len(atoms_by_rule[rule]))
    if (
        len(rules) < 2
        or largest in rules
        or any(
            len(atoms_by_rule[index]) == len(atoms_by_rule[largest]) for index in atoms_by_rule if index != largest
        )
    ):
        return []
    site = next(site for site in sites if site.rule.number == largest)
    others = list({other.rule.number: other.node.span for other, _ in reversed(odd)}.values())
    secondary = [(span, "others") for span in sorted(others, key=lambda span: span.start)[:_FEW]]
    return [
        make_diagnostic(
            "W102", site.node.span, variant="left", help="left", secondary=secondary, name=site.node.name
        )
    ]


def find_missing_indices(survey: Survey) -> list[Diagnostic]:
    """Find ranges that leave out an index that the other rules have, for no reason in the rule."""
    diagnostics: list[Diagnostic] = []
    by_place: dict[tuple[tuple[str, int], int], _ValuesByRule] = {}
    values_by_rule: dict[tuple[int, tuple[str, int], int], set[Index]] = {}
    for predicate, sites in survey.predicates().items():
        for place in range(predicate[1]):
            plain = [
                site
                for site in sites
                if site.rule.generators and isinstance(strip_parentheses(site.node.arguments[place]), Variable)
            ]
            by_place[predicate, place] = _ValuesByRule(plain, place)
            for site in sites:
                values_by_rule.setdefault((site.rule.number, predicate, place), set()).update(site.values[place])
    uses: dict[tuple[int, str], list[tuple[Site, int]]] = {}
    for site in survey.sites:
        for place, argument in enumerate(site.node.arguments):
            variable = strip_parentheses(argument)
            if isinstance(variable, Variable) and site.rule.generators and site.predicate in survey.predicates():
                uses.setdefault((site.rule.number, variable.name), []).append((site, place))
    for (_, name), places in uses.items():
        rule = places[0][0].rule
        loop = global_range_of_variable(survey, rule, name)
        if loop is None or is_used_in_arithmetic(rule, name):
            continue
        node, elements = loop
        # A variable that fits one predicate need not cover all indices of another.
        left_out = set.intersection(
            *[
                _missing_values(by_place[site.predicate, place], values_by_rule[rule.number, site.predicate, place])
                for site, place in places
            ]
        )
        site, place = places[0]
        left_out -= elements
        if _is_border(left_out, elements):
            survey.reported.add(site.predicate)
            diagnostics.append(
                make_diagnostic(
                    "W103",
                    node.span,
                    label="label",
                    help="help",
                    name=site.node.name,
                    variable=name,
                    values=show_values(left_out),
                    place=str(place + 1),
                    first=str(min(map(int, elements | left_out))),
                    last=str(max(map(int, elements | left_out))),
                )
            )
    return diagnostics


def _missing_values(by_rule: _ValuesByRule, rule_values: set[Index]) -> set[Index]:
    """Return the index values that a rule lacks and at least half of the rules have."""
    return {
        value
        for value, count in by_rule.counts.items()
        if 2 * count >= len(by_rule.values) and value not in rule_values
    }


def _is_border(left_out: set[Index], elements: set[Index]) -> bool:
    """Whether the few values left out lie just before or after a range of integers."""
    if not left_out or not elements:
        return False
    numbers = sorted([value for value in elements | left_out if isinstance(value, int)])
    inner = sorted([value for value in elements if isinstance(value, int)])
    is_little = len(left_out) == 1 or len(left_out) * _FEW <= len(elements)
    return (
        is_little
        and len(numbers) == len(elements) + len(left_out)
        and _is_consecutive(numbers)
        and _is_consecutive(inner)
    )


def _is_consecutive(numbers: list[int]) -> bool:
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def is_used_in_arithmetic(rule: Rule, name: str) -> bool:
    """Whether a rule computes with a variable, in an index, range or condition: its range has a reason."""
    return any(
        name in variables_of(node)
        for node in walk((rule.generators, rule.body))
        if isinstance(node, Range) or (isinstance(node, Infix) and is_arithmetic(node))
    )


DETECTORS = (find_outside_domains, find_phantom_indices, find_extra_indices, find_missing_indices)
