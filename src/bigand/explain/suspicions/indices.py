"""Indices that no other rule has, that a rule leaves out, or that a `;;@ domain` excludes.

Ranges are the evidence: where two rules speak of `x(1..8,1..8)` and a third of `x(0..8,1..8)`, the row 0 is nobody
else's; where a third speaks of `x(1..7,1..8)`, row 8 is left out.
"""

from collections import Counter
from collections.abc import Iterator

from bigand.explain.suspicions.clauses import only_forbids
from bigand.explain.suspicions.survey import Index, Site, Survey, closed_range, elements_of, is_arithmetic
from bigand.ground.expand import Rule
from bigand.ground.frames import show_binding
from bigand.ground.quote import variables_of
from bigand.language.syntax import Domain, Infix, Node, Operator, Proposition, Range, Signed, Variable, bare, walk
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import fault

_FEW = 3  # one in so many, at most, may be left out or be additional


def shown(values: set[Index]) -> str:
    """Some values, the smallest first."""
    ordered = sorted(values, key=lambda value: (isinstance(value, str), value))
    return ", ".join([str(value) for value in ordered[:4]]) + (", …" if len(ordered) > 4 else "")


def _binding(survey: Survey, site: Site, place: int, values: set[Index]) -> str:
    first = min(values, key=lambda value: (isinstance(value, str), value))
    return show_binding(survey.binding(site, place, first))


def _domains(survey: Survey) -> dict[str, list[tuple[Domain, list[set[Index] | None]]]]:
    """The domains that directives state, by predicate."""
    domains: dict[str, list[tuple[Domain, list[set[Index] | None]]]] = {}
    for directive in survey.grounder.reading.program.directives:
        if isinstance(directive, Domain):
            sets = [elements_of(node, survey.grounder) for node in directive.sets]
            domains.setdefault(directive.predicate, []).append((directive, sets))
    return domains


def outside_domains(survey: Survey) -> list[Diagnostic]:
    """Atoms that a `;;@ domain` excludes."""
    diagnostics: list[Diagnostic] = []
    domains = _domains(survey)
    for site in survey.sites:
        for directive, sets in domains.get(site.node.name, ()):
            if len(sets) != len(site.node.arguments):
                diagnostics += [
                    fault(
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
                        fault(
                            "W104",
                            node.arguments[place].span,
                            label="label",
                            help="help",
                            secondary=[(directive.span, "domain")],
                            further=_gaps(survey, site, place, values),
                        )
                        for node, values in _each(survey, site, place, outside)
                    ]
    return diagnostics


def _each(survey: Survey, site: Site, place: int, values: set[Index]) -> list[tuple[Proposition, set[Index]]]:
    """A site with the values that are wrong; of facts each one with its own."""
    if not site.facts:
        return [(site.node, values)]
    return [(node, {value}) for node, value in site.rows(place, survey.grounder) if value in values]


def _gaps(survey: Survey, site: Site, place: int, values: set[Index]) -> dict[str, str]:
    bound = _binding(survey, site, place, values)
    return {"name": site.node.name, "values": shown(values), "place": str(place + 1), "binding": bound or "–"}


def _places(survey: Survey) -> Iterator[tuple[str, int, list[Site]]]:
    """Each index of each predicate that has no stated domain, with the sites."""
    stated = _domains(survey)
    for (name, arity), sites in survey.predicates().items():
        if name not in stated:
            for place in range(arity):
                yield name, place, sites


def phantoms(survey: Survey) -> list[Diagnostic]:
    """Index tuples at the border that only arithmetic makes, such as `$e+1`."""
    diagnostics: list[Diagnostic] = []
    for _, place, sites in _places(survey):
        plain = [site for site in sites if not is_arithmetic(site.node.arguments[place])]
        named = [site for site in sites if _is_named(survey, site, place)]  # `lamp($n+1)`: what is beyond is meant
        known: set[Index] = set().union(*[site.values[place] for site in (*plain, *named)])
        ruled = {other.rule.number for other in plain if other.rule.generators}
        for site in sites:
            is_plain = not is_arithmetic(site.node.arguments[place])
            if is_plain or not ruled - {site.rule.number} or _is_defined(site):
                continue
            made = site.values[place] - known
            if made and made != site.values[place]:
                survey.reported.add(site.predicate)
                diagnostics.append(
                    fault(
                        "W101",
                        site.node.arguments[place].span,
                        label="label",
                        help="help",
                        further=_gaps(survey, site, place, made),
                    )
                )
    return diagnostics


def _is_named(survey: Survey, site: Site, place: int) -> bool:
    """Whether an index is calculated from global variables alone."""
    return variables_of(site.node.arguments[place]) <= set(survey.grounder.evaluator.globals.values)


def _is_defined(site: Site) -> bool:
    """Whether the rule says of a proposition when it is true, as `carry($i+1) <=> (a($i) and b($i) or …)` does.

    Nothing is lost then where nothing else speaks of it. `lit($i) <=> lit($i+1)` may well be meant of neighbours.
    """
    body = bare(site.rule.body)
    if not isinstance(body, Infix) or body.operator is not Operator.IFF or len(body.operands) != 2:
        return False
    left, right = [_unsigned(operand) for operand in body.operands]
    if right == site.node:
        left, right = right, left
    is_turned = any([isinstance(bare(operand), Signed) for operand in body.operands])
    return left == site.node and (is_turned or not isinstance(right, Proposition))


def _unsigned(node: Node) -> Node:
    """A literal without its negation."""
    inner = bare(node)
    return bare(inner.operand) if isinstance(inner, Signed) else inner


def beyond(survey: Survey) -> list[Diagnostic]:
    """Indices of a rule that no other rule has, though it has the others."""
    by_place: dict[tuple[str, int], list[tuple[Site, Diagnostic]]] = {}
    alone: list[Diagnostic] = []
    for _, place, sites in _places(survey):
        by_rule = _Rules(sites, place)
        for site in [site for site in sites if site.facts]:
            odd = _of_no_rule(survey, site, place, by_rule)
            survey.reported |= {site.predicate} if odd else set()
            alone += odd
        for site in sites:
            if not isinstance(bare(site.node.arguments[place]), Variable):
                continue
            diagnostic = _beyond(survey, site, place, by_rule)
            if diagnostic is not None:
                survey.reported.add(site.predicate)
                by_place.setdefault(site.predicate, []).append((site, diagnostic))
    predicates = survey.predicates()
    diagnostics: list[Diagnostic] = alone
    for predicate, own in by_place.items():
        diagnostics += _the_other_one(predicates[predicate], own) or [diagnostic for _, diagnostic in own]
    return diagnostics


def _of_no_rule(survey: Survey, site: Site, place: int, by_rule: "_Rules") -> list[Diagnostic]:
    """Facts, few of many, with an index that no rule has: they have no effect."""
    ruled = by_rule.of_rules()
    if len(by_rule.ruled) < 2 or not site.values[place] & ruled:
        return []
    odd = [(node, value) for node, value in site.rows(place, survey.grounder) if value not in ruled]
    if not odd or (len(odd) * _FEW > site.places and len(odd) > 1):
        return []
    return [
        fault(
            "W102",
            node.arguments[place].span,
            variant="fact",
            help="help",
            name=node.name,
            values=str(value),
            place=str(place + 1),
            known=shown(ruled),
        )
        for node, value in odd
    ]


class _Rules:
    """The values of an index by rule (all facts are one), and how many rules have each."""

    def __init__(self, sites: list[Site], place: int) -> None:
        self.values: dict[int, set[Index]] = {}
        self.otherwise: dict[int, set[Index]] = {}  # those that are not just a variable's
        for site in sites:
            self.values.setdefault(_rule_of(site), set()).update(site.values[place])
            if not isinstance(bare(site.node.arguments[place]), Variable):
                self.otherwise.setdefault(_rule_of(site), set()).update(site.values[place])
        self.counts = Counter([value for values in self.values.values() for value in values])
        self.ruled = {site.rule.number for site in sites if site.rule.generators}

    def of_rules(self) -> set[Index]:
        """The values that rules with operators have."""
        return set().union(*[values for rule, values in self.values.items() if rule in self.ruled])

    def others(self, site: Site) -> set[Index]:
        """The values that rules other than that of a site have."""
        own = self.values[_rule_of(site)]
        return {value for value, count in self.counts.items() if count > (value in own)}


def _rule_of(site: Site) -> int:
    return -1 if site.facts else site.rule.number


def _beyond(survey: Survey, site: Site, place: int, by_rule: _Rules) -> Diagnostic | None:
    extra = {value for value in site.values[place] if by_rule.counts[value] == 1}
    if not extra or len(by_rule.ruled - {site.rule.number}) < 2:
        return None
    known = by_rule.others(site)
    if not known:
        return None
    if extra == site.values[place]:
        variant = "alone"
    elif only_forbids(site) and all(isinstance(value, str) for value in extra):
        return None  # a value like `empty`, of which there is nothing to forbid; a number lies beyond a border
    elif known <= site.values[place] and all(isinstance(value, str) for value in extra):
        return None  # names were written, all of them, into a set: the other rules speak of some of them
    elif extra <= by_rule.otherwise.get(_rule_of(site), set()):
        return None  # `p(0)` or `p($i+1)` in the same rule has them too: two ways to a border are no slip
    elif len(extra) * _FEW <= len(known) or len(extra) == 1:
        variant = None
    else:
        return None
    return fault(
        "W102",
        site.node.arguments[place].span,
        variant=variant,
        label="label",
        help="help",
        further=_gaps(survey, site, place, extra),
        known=shown(known),
    )


def _the_other_one(sites: list[Site], odd: list[tuple[Site, Diagnostic]]) -> list[Diagnostic]:
    """Where several rules have indices that no other has: the rule that has more than any, but none of those."""
    rules = {site.rule.number for site, _ in odd}
    own: dict[int, set[int]] = {}
    for site in sites:
        if site.rule.generators:
            own.setdefault(site.rule.number, set()).update(site.atoms().tolist())
    largest = max(own, key=lambda rule: len(own[rule]))
    if (
        len(rules) < 2
        or largest in rules
        or any(len(own[index]) == len(own[largest]) for index in own if index != largest)
    ):
        return []
    site = next(site for site in sites if site.rule.number == largest)
    others = list({other.rule.number: other.node.span for other, _ in reversed(odd)}.values())
    secondary = [(span, "others") for span in sorted(others, key=lambda span: span.start)[:_FEW]]
    return [fault("W102", site.node.span, variant="left", help="left", secondary=secondary, name=site.node.name)]


def missing(survey: Survey) -> list[Diagnostic]:
    """Ranges that leave out an index which the other rules have, for no reason that is in the rule."""
    diagnostics: list[Diagnostic] = []
    by_place: dict[tuple[tuple[str, int], int], _Rules] = {}
    own: dict[tuple[int, tuple[str, int], int], set[Index]] = {}
    for predicate, sites in survey.predicates().items():
        for place in range(predicate[1]):
            plain = [
                site
                for site in sites
                if site.rule.generators and isinstance(bare(site.node.arguments[place]), Variable)
            ]
            by_place[predicate, place] = _Rules(plain, place)
            for site in sites:
                own.setdefault((site.rule.number, predicate, place), set()).update(site.values[place])
    uses: dict[tuple[int, str], list[tuple[Site, int]]] = {}
    for site in survey.sites:
        for place, argument in enumerate(site.node.arguments):
            variable = bare(argument)
            if isinstance(variable, Variable) and site.rule.generators and site.predicate in survey.predicates():
                uses.setdefault((site.rule.number, variable.name), []).append((site, place))
    for (_, name), places in uses.items():
        rule = places[0][0].rule
        loop = closed_range(survey, rule, name)
        if loop is None or is_calculated_with(rule, name):
            continue
        node, elements = loop
        # A variable that is right for one predicate need not have all indices of another one.
        left_out = set.intersection(
            *[
                _left_out(by_place[site.predicate, place], own[rule.number, site.predicate, place])
                for site, place in places
            ]
        )
        site, place = places[0]
        left_out -= elements
        if _is_border(left_out, elements):
            survey.reported.add(site.predicate)
            diagnostics.append(
                fault(
                    "W103",
                    node.span,
                    label="label",
                    help="help",
                    name=site.node.name,
                    variable=name,
                    values=shown(left_out),
                    place=str(place + 1),
                    first=str(min(map(int, elements | left_out))),
                    last=str(max(map(int, elements | left_out))),
                )
            )
    return diagnostics


def _left_out(by_rule: _Rules, own: set[Index]) -> set[Index]:
    """The values of an index that a rule does not have, and at least as many rules do as do not."""
    return {
        value for value, count in by_rule.counts.items() if 2 * count >= len(by_rule.values) and value not in own
    }


def _is_border(left_out: set[Index], elements: set[Index]) -> bool:
    """Whether what is left out, little, lies just before or after a range of integers."""
    if not left_out or not elements:
        return False
    numbers = sorted([value for value in elements | left_out if isinstance(value, int)])
    inner = sorted([value for value in elements if isinstance(value, int)])
    is_little = len(left_out) == 1 or len(left_out) * _FEW <= len(elements)
    return is_little and len(numbers) == len(elements) + len(left_out) and _is_range(numbers) and _is_range(inner)


def _is_range(numbers: list[int]) -> bool:
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def is_calculated_with(rule: Rule, name: str) -> bool:
    """Whether a rule calculates with a variable, in an index, a range or a condition: its range has a reason."""
    return any(
        name in variables_of(node)
        for node in walk((rule.generators, rule.body))
        if isinstance(node, Range) or (isinstance(node, Infix) and is_arithmetic(node))
    )


DETECTORS = (outside_domains, phantoms, beyond, missing)
