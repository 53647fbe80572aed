"""Which views fit a model whose file names none, best first.

A predicate's shape decides: which of its arguments are numbers, whether one of them has exactly one value for all
others, whether what is empty stands above what is not; then how the rules call its arguments, and how it is called
itself. Each kind of view gives points for what speaks for it; with enough of them it may be drawn unasked.
"""

from msgspec.structs import replace

from bigand.language.roles import KINDS, french_role_words
from bigand.language.syntax import Program, Shape, View
from bigand.view.exhibit import Guess
from bigand.view.facts import collect_facts
from bigand.view.hints import collect_hints
from bigand.view.kinds import kind_of
from bigand.view.layers import Truths

_MOST_ITEMS = 20_000  # of a file whose rules are read for hints


def guess_views(solution: Truths, program: Program, is_french: bool = False) -> list[Guess]:
    """All views that fit somehow, the best first."""
    known = collect_hints(program if len(program.items) <= _MOST_ITEMS else Program(()))
    facts = [fact for name in solution.predicates if (fact := collect_facts(name, solution, known)) is not None]
    sizes = {len(fact.free_places) for fact in facts}
    fitting = [name for name, kind in KINDS.items() if sizes & set(kind.sizes or sizes)]
    possible = [guess for name in fitting for guess in kind_of(name).guesses(facts)]
    possible.sort(key=lambda guess: -guess.points)  # of as many points, by the order of the kinds
    return [_translate_roles(guess) for guess in possible] if is_french else possible


def add_guessed_view(solution: Truths, program: Program, is_french: bool = False) -> tuple[Program, Guess | None]:
    """A program that says how its models are drawn: its own views, else the best guess if that is sure.

    The guess is given whether it is sure or not, but only where the program has no view.
    """
    if any([isinstance(directive, View) for directive in program.directives]):
        return program, None
    best = next(iter(guess_views(solution, program, is_french)), None)
    if best is None or not best.is_sure:
        return program, best
    shapes = [Shape(shape.predicate, shape.roles, shape.look) for shape in best.shapes]
    return replace(program, directives=(*program.directives, View(best.kind, tuple(shapes)))), best


def _translate_roles(guess: Guess) -> Guess:
    french = french_role_words()
    shapes = [
        replace(shape, roles=tuple([french.get(role, role) for role in shape.roles])) for shape in guess.shapes
    ]
    return replace(guess, shapes=tuple(shapes))
