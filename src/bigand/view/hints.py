"""What the rules of a file tell of the arguments of a predicate: how its variables and their sets are called.

`bigand $i in $ETAPES: … p($i-1,$t,…)` says that the first argument of `p` has to do with `i` and with `etape`.
"""

from collections.abc import Mapping

from msgspec import Struct

from bigand.explain.horizon import guess_horizon
from bigand.ground.quote import variables_of
from bigand.language import syntax
from bigand.view.facts import word_of

ArgumentPlace = tuple[str, int]  # a predicate and which of its arguments


class Hints(Struct, frozen=True):
    """The words for each argument, in small letters without accents and endings; and which arguments are steps."""

    words: Mapping[ArgumentPlace, frozenset[str]]
    steps: frozenset[ArgumentPlace]

    def words_of(self, predicate: str, place: int) -> frozenset[str]:
        return self.words.get((predicate, place), frozenset())


def collect_hints(program: syntax.Program) -> Hints:
    """What a file tells; nothing if it has no rules, as an answer that was saved."""
    called: dict[ArgumentPlace, set[str]] = {}
    made_from: dict[ArgumentPlace, set[str]] = {}
    assigned = {item.target.name: item.value for item in program.items if isinstance(item, syntax.Assignment)}
    for item in program.items:
        sets = _sets_by_variable(item)
        for node in syntax.walk(item):
            if isinstance(node, syntax.Proposition):
                for place, argument in enumerate(node.arguments):
                    for name in variables_of(argument):
                        key = (node.name, place)
                        called.setdefault(key, set()).update([word_of(name), *_set_words(sets.get(name, ()))])
                        made_from.setdefault(key, set()).update([name, *variables_of(sets.get(name, ()))])
    for directive in program.directives:
        if isinstance(directive, syntax.Domain):
            for place, values in enumerate(directive.sets):
                called.setdefault((directive.predicate, place), set()).update(_set_words((values,)))
                made_from.setdefault((directive.predicate, place), set()).update(variables_of(values))
    words = {key: frozenset(names - {""}) for key, names in called.items()}
    return Hints(words, _step_places(program, assigned, made_from))


def _sets_by_variable(item: object) -> dict[str, tuple[syntax.Node, ...]]:
    """The sets over which each variable runs somewhere in an item."""
    sets: dict[str, tuple[syntax.Node, ...]] = {}
    for node in syntax.walk(item):
        if isinstance(node, syntax.BigOperator | syntax.Comprehension):
            generator: syntax.Generator = node.generator
            for variable, values in zip(generator.variables, generator.sets, strict=False):
                sets[variable.name] = (*sets.get(variable.name, ()), values)
    return sets


def _set_words(sets: tuple[syntax.Node, ...]) -> list[str]:
    """The name of a set, or that of the number at the end of a range if it is a whole word."""
    words = []
    for values in sets:
        inner = syntax.strip_parentheses(values)
        if isinstance(inner, syntax.Range):
            inner = syntax.strip_parentheses(inner.last)
        if isinstance(inner, syntax.Variable) and (len(word := word_of(inner.name)) > 2):
            words.append(word)
    return words


def _step_places(
    program: syntax.Program, assigned: Mapping[str, syntax.Node], made_from: Mapping[ArgumentPlace, set[str]]
) -> frozenset[ArgumentPlace]:
    """Arguments whose values follow from the number of steps; where two of a predicate do, it counts no steps."""
    said = [directive.variable.name for directive in program.directives if isinstance(directive, syntax.Horizon)]
    horizon = said[0] if said else guess_horizon(program)
    if horizon is None:
        return frozenset()
    depending = {horizon}
    for name, value in assigned.items():
        if depending & variables_of(value):
            depending.add(name)
    places = [place for place, names in made_from.items() if names & depending]
    predicates = [predicate for predicate, _ in places]
    return frozenset([place for place in places if predicates.count(place[0]) == 1])
