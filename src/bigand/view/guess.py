"""Guess which views fit a model whose file has none, best first.

The shape of a predicate decides: which of its arguments are numbers, whether one of them has exactly one value for
all others, whether empty things lie above the rest; then the names of its arguments in the rules, and its own
name. Each kind of view scores points; with enough of them, the view is drawn unasked.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from bigand.explain.horizon import guess_horizon_variable
from bigand.ground.frames import variables_of
from bigand.language import syntax
from bigand.language.syntax import Program, Shape, View
from bigand.language.view_kinds import KINDS, french_role_words
from bigand.view.exhibit import Guess
from bigand.view.facts import collect_facts, normalise_word
from bigand.view.kinds import kind_of
from bigand.view.layers import Truths

_MAX_ITEMS = 20_000  # of a file whose rules are searched for hints


def guess_views(solution: Truths, program: Program, is_french: bool = False) -> list[Guess]:
    """Return all views that fit, the best first."""
    known = collect_hints(program if len(program.items) <= _MAX_ITEMS else Program(()))
    facts = [fact for name in solution.predicates if (fact := collect_facts(name, solution, known)) is not None]
    sizes = {len(fact.non_step_places) for fact in facts}
    fitting = [name for name, kind in KINDS.items() if sizes & set(kind.sizes or sizes)]
    possible = [guess for name in fitting for guess in kind_of(name).guesses(facts)]
    possible.sort(key=lambda guess: -guess.points)  # equal points: in the order of the kinds
    return [_translate_roles_to_french(guess) for guess in possible] if is_french else possible


def add_guessed_view(solution: Truths, program: Program, is_french: bool = False) -> tuple[Program, Guess | None]:
    """Return the program with a view added if it has none and the best guess is sure, and the guess.

    The guess is returned whether it is sure or not, but only if the program has no view.
    """
    if any([isinstance(directive, View) for directive in program.directives]):
        return program, None
    best = next(iter(guess_views(solution, program, is_french)), None)
    if best is None or not best.is_sure:
        return program, best
    shapes = [Shape(shape.predicate, shape.roles, shape.look) for shape in best.shapes]
    return replace(program, directives=(*program.directives, View(best.kind, tuple(shapes)))), best


def _translate_roles_to_french(guess: Guess) -> Guess:
    french = french_role_words()
    shapes = [
        replace(shape, roles=tuple([french.get(role, role) for role in shape.roles])) for shape in guess.shapes
    ]
    return replace(guess, shapes=tuple(shapes))


# ---------------------------------------------------------------------- hints from the rules
# The names of variables and their sets are hints about arguments: `bigand $i in $ETAPES: … p($i-1,$t,…)` suggests
# that the first argument of `p` has to do with `i` and `etape`.

ArgumentPlace = tuple[str, int]  # a predicate and an argument position


class Hints(Struct, frozen=True):
    """The words for each argument, lower case, without accents and plural endings; and the step arguments."""

    words: Mapping[ArgumentPlace, frozenset[str]]
    steps: frozenset[ArgumentPlace]

    def words_of(self, predicate: str, place: int) -> frozenset[str]:
        return self.words.get((predicate, place), frozenset())


def collect_hints(program: syntax.Program) -> Hints:
    """Collect hints from a file; none if it has no rules, like a saved answer."""
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
                        called.setdefault(key, set()).update(
                            [normalise_word(name), *_set_words(sets.get(name, ()))]
                        )
                        made_from.setdefault(key, set()).update([name, *variables_of(sets.get(name, ()))])
    for directive in program.directives:
        if isinstance(directive, syntax.Domain):
            for place, values in enumerate(directive.sets):
                called.setdefault((directive.predicate, place), set()).update(_set_words((values,)))
                made_from.setdefault((directive.predicate, place), set()).update(variables_of(values))
    words = {key: frozenset(names - {""}) for key, names in called.items()}
    return Hints(words, _step_places(program, assigned, made_from))


def _sets_by_variable(item: object) -> dict[str, tuple[syntax.Node, ...]]:
    """Return the sets that each variable ranges over somewhere in an item."""
    sets: dict[str, tuple[syntax.Node, ...]] = {}
    for node in syntax.walk(item):
        if isinstance(node, syntax.BigOperator | syntax.Comprehension):
            generator: syntax.Generator = node.generator
            for variable, values in zip(generator.variables, generator.sets, strict=False):
                sets[variable.name] = (*sets.get(variable.name, ()), values)
    return sets


def _set_words(sets: tuple[syntax.Node, ...]) -> list[str]:
    """Return the names of sets; for a range, the name of its upper bound if that is a whole word."""
    words = []
    for values in sets:
        inner = syntax.strip_parentheses(values)
        if isinstance(inner, syntax.Range):
            inner = syntax.strip_parentheses(inner.last)
        if isinstance(inner, syntax.Variable) and (len(word := normalise_word(inner.name)) > 2):
            words.append(word)
    return words


def _step_places(
    program: syntax.Program, assigned: Mapping[str, syntax.Node], made_from: Mapping[ArgumentPlace, set[str]]
) -> frozenset[ArgumentPlace]:
    """Return the arguments whose values depend on the number of steps.

    A predicate with two such arguments does not count steps.
    """
    stated = [directive.variable.name for directive in program.directives if isinstance(directive, syntax.Horizon)]
    horizon = stated[0] if stated else guess_horizon_variable(program)
    if horizon is None:
        return frozenset()
    depending = {horizon}
    for name, value in assigned.items():
        if depending & variables_of(value):
            depending.add(name)
    places = [place for place, names in made_from.items() if names & depending]
    predicates = [predicate for predicate, _ in places]
    return frozenset([place for place in places if predicates.count(place[0]) == 1])
