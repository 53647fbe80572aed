"""Indices that no other rule has, that a rule leaves out, or that a `;;@ domain` excludes.

Ranges are the evidence: where two rules speak of `x(1..8,1..8)` and a third of `x(0..8,1..8)`, the row 0 is nobody
else's; where a third speaks of `x(1..7,1..8)`, row 8 is left out.
"""

from collections.abc import Iterator

from bigand.explain.suspicions.survey import Index, Site, Survey, elements_of, generators_of, is_arithmetic
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
    found: dict[str, list[tuple[Domain, list[set[Index] | None]]]] = {}
    for directive in survey.grounder.reading.program.directives:
        if isinstance(directive, Domain):
            sets = [elements_of(node, survey.grounder) for node in directive.sets]
            found.setdefault(directive.predicate, []).append((directive, sets))
    return found


def outside_domains(survey: Survey) -> list[Diagnostic]:
    """Atoms that a `;;@ domain` excludes."""
    found: list[Diagnostic] = []
    domains = _domains(survey)
    for site in survey.sites:
        for directive, sets in domains.get(site.node.name, ()):
            if len(sets) != len(site.node.arguments):
                found.append(
                    fault(
                        "W104",
                        site.node.span,
                        variant="indices",
                        secondary=[(directive.span, "domain")],
                        name=site.node.name,
                        count=str(len(site.node.arguments)),
                        wanted=str(len(sets)),
                    )
                )
                continue
            for place, allowed in enumerate(sets):
                outside = site.values[place] - allowed if allowed is not None else set()
                if outside:
                    survey.told.add(site.predicate)
                    found.append(
                        fault(
                            "W104",
                            site.node.arguments[place].span,
                            label="label",
                            help="help",
                            secondary=[(directive.span, "domain")],
                            further=_gaps(survey, site, place, outside),
                        )
                    )
    return found


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
    found: list[Diagnostic] = []
    for _, place, sites in _places(survey):
        plain = [site for site in sites if not is_arithmetic(site.node.arguments[place])]
        known: set[Index] = set().union(*[site.values[place] for site in plain]) if plain else set()
        ruled = {other.rule.number for other in plain if other.rule.generators}
        for site in sites:
            is_plain = not is_arithmetic(site.node.arguments[place])
            if is_plain or not ruled - {site.rule.number} or _is_defined(site):
                continue
            made = site.values[place] - known
            if made and made != site.values[place]:
                survey.told.add(site.predicate)
                found.append(
                    fault(
                        "W101",
                        site.node.arguments[place].span,
                        label="label",
                        help="help",
                        further=_gaps(survey, site, place, made),
                    )
                )
    return found


def _is_defined(site: Site) -> bool:
    """Whether the rule says of a proposition when it is true: `carry($i+1) <=> (a($i) and b($i) or …)`."""
    body = bare(site.rule.body)
    if not isinstance(body, Infix) or body.operator is not Operator.IFF or len(body.operands) != 2:
        return False
    left, right = map(bare, body.operands)
    return left == site.node and not isinstance(right, Proposition | Signed)


def beyond(survey: Survey) -> list[Diagnostic]:
    """Indices of a rule that no other rule has, though it has the others."""
    found: dict[tuple[str, int], list[tuple[Site, Diagnostic]]] = {}
    for _, place, sites in _places(survey):
        for site in sites:
            if not isinstance(bare(site.node.arguments[place]), Variable):
                continue
            one = _beyond(survey, site, place, [other for other in sites if other.rule.number != site.rule.number])
            if one is not None:
                survey.told.add(site.predicate)
                found.setdefault(site.predicate, []).append((site, one))
    predicates = survey.predicates()
    told: list[Diagnostic] = []
    for predicate, odd in found.items():
        told += _the_other_one(predicates[predicate], odd) or [one for _, one in odd]
    return told


def _beyond(survey: Survey, site: Site, place: int, others: list[Site]) -> Diagnostic | None:
    rules = {other.rule.number for other in others if other.rule.generators}
    known: set[Index] = set().union(*[other.values[place] for other in others]) if others else set()
    extra = site.values[place] - known
    if len(rules) < 2 or not extra or not known:
        return None
    if extra == site.values[place]:
        variant = "alone"
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
        or any(len(own[one]) == len(own[largest]) for one in own if one != largest)
    ):
        return []
    site = next(site for site in sites if site.rule.number == largest)
    others = list({other.rule.number: other.node.span for other, _ in reversed(odd)}.values())
    secondary = [(span, "others") for span in sorted(others, key=lambda span: span.start)[:_FEW]]
    return [fault("W102", site.node.span, variant="left", help="left", secondary=secondary, name=site.node.name)]


def missing(survey: Survey) -> list[Diagnostic]:
    """Ranges that leave out an index which the other rules have, for no reason that is in the rule."""
    found: list[Diagnostic] = []
    predicates = survey.predicates()
    uses: dict[tuple[int, str], list[tuple[Site, int]]] = {}
    for site in survey.sites:
        for place, argument in enumerate(site.node.arguments):
            variable = bare(argument)
            if isinstance(variable, Variable) and site.rule.generators:
                uses.setdefault((site.rule.number, variable.name), []).append((site, place))
    for (_, name), places in uses.items():
        rule = places[0][0].rule
        loop = _closed_range(survey, rule, name)
        if loop is None or is_calculated_with(rule, name):
            continue
        node, elements = loop
        # A variable that is right for one predicate need not have all indices of another one.
        left_out = set.intersection(*[_left_out(predicates[site.predicate], site, place) for site, place in places])
        if _is_border(left_out - elements, elements):
            site, place = places[0]
            survey.told.add(site.predicate)
            found.append(
                fault(
                    "W103",
                    node.span,
                    label="label",
                    help="help",
                    name=site.node.name,
                    variable=name,
                    values=shown(left_out - elements),
                    place=str(place + 1),
                )
            )
    return found


def _left_out(sites: list[Site], site: Site, place: int) -> set[Index]:
    """The values of an index that this rule does not have, and at least as many rules do as do not."""
    by_rule: dict[int, set[Index]] = {}
    for other in sites:
        if other.rule.generators and isinstance(bare(other.node.arguments[place]), Variable):
            by_rule.setdefault(other.rule.number, set()).update(other.values[place])
    own = set().union(*[other.values[place] for other in sites if other.rule.number == site.rule.number])
    known = set().union(*by_rule.values()) - own
    return {value for value in known if 2 * sum([value in values for values in by_rule.values()]) >= len(by_rule)}


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


def _closed_range(survey: Survey, rule: Rule, name: str) -> tuple[Node, set[Index]] | None:
    """The set over which a variable of a rule runs, if it depends on global variables only."""
    for generator in generators_of(rule):
        for variable, node in zip(generator.variables, generator.sets, strict=False):
            if variable.name == name:
                elements = elements_of(node, survey.grounder)
                return None if elements is None else (node, elements)
    return None


def is_calculated_with(rule: Rule, name: str) -> bool:
    """Whether a rule calculates with a variable, in an index, a range or a condition: its range has a reason."""
    return any(
        name in variables_of(node)
        for node in walk((rule.generators, rule.body))
        if isinstance(node, Range) or (isinstance(node, Infix) and is_arithmetic(node))
    )
