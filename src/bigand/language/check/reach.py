"""What is sure: whether a place of the file is reached, found by trying values of the variables around it."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bigand.language.check.abstract import ANYTHING, Abstract, known, known_values
from bigand.language.check.checker import Checker
from bigand.language.check.scope import Binding, Given, Hidden, Loop, Step, index_key
from bigand.language.syntax import Let, Variable
from bigand.language.values import SET, SetOf
from bigand.source.diagnostic import Diagnostic, Edit, Severity
from bigand.source.fault import fault
from bigand.source.span import Span

_DEEPEST_SEARCH = 40  # steps on the way to a place
_REACH_BUDGET = 5000  # bindings tried, at most, to find out whether a place is reached


def report_here(checker: Checker, diagnostic: Diagnostic, fix: Sequence[Edit] = ()) -> None:
    """Say it: an error, which `fix` mends, if this place is surely evaluated; else only a warning."""
    if checker.muted:
        return
    if is_reached(checker):
        checker.report(replace(diagnostic, fix=(*diagnostic.fix, *fix)))
    else:
        checker.report(replace(diagnostic, severity=Severity.WARNING))


def is_reached(checker: Checker) -> bool:
    """Whether some binding, found by trying, leads to this place."""
    if not checker.path:
        return True
    if len(checker.path) > _DEEPEST_SEARCH:
        return False  # nobody nests so deeply; it is not worth the search
    key = tuple([_identity(step) for step in checker.path])
    if key not in checker.reached:
        with checker.trying(_REACH_BUDGET):
            checker.scope.locals = {}
            checker.reached[key] = _leads_on(checker, 0)
    return checker.reached[key]


def _leads_on(checker: Checker, index: int) -> bool:
    if index == len(checker.path):
        return True
    step = checker.path[index]
    if isinstance(step, Loop):
        return any(holds and _leads_on(checker, index + 1) for holds in _bindings(checker, step, 0))
    if isinstance(step, Given):
        for place in range(step.values):
            give_value(checker, step.let, place)
        return _leads_on(checker, index + 1)
    return checker.expression(step.condition).value is step.wanted and _leads_on(checker, index + 1)


def _bindings(checker: Checker, loop: Loop, index: int) -> Iterator[bool]:
    """Binds the variables in turn to whatever they can be; tells whether the condition surely holds."""
    generator = loop.generator
    if index == min(len(generator.variables), len(generator.sets), loop.sets):
        condition = generator.condition if loop.condition else None
        yield condition is None or checker.expression(condition).value is True
        return
    members = checker.expression(generator.sets[index])
    if isinstance(members.value, SetOf):
        elements = [known(element) for element in members.value.elements]
    elif members.nonempty or not members.kinds & SET:  # what is no set has been complained of
        elements = [members.element or ANYTHING]
    else:
        return
    variable = generator.variables[index]
    for element in elements:
        checker.budget -= 1
        if checker.budget < 0:
            return
        checker.scope.locals[variable.name] = binding_of(variable, element, "in")
        yield from _bindings(checker, loop, index + 1)


def bind(checker: Checker, variable: Variable, key: str, abstract: Abstract, word: str) -> Hidden:
    """Bind a local name; gives the local it hides."""
    outer = checker.scope.find(key)
    if outer is not None:
        checker.report(fault("N105", name_span(variable), secondary=[(outer.span, "outer")], name=key))
    hidden = checker.scope.locals.get(key)
    checker.scope.locals[key] = Binding(key, name_span(variable), word, abstract)
    return key, hidden


def give_value(checker: Checker, let: Let, index: int) -> Hidden:
    """Give a variable of a `let` its value, in which the variables before it are known."""
    variable = let.variables[index]
    indices = known_values([checker.expression(argument) for argument in variable.arguments])
    key = index_key(variable.name, indices)
    abstract = checker.expression(let.values[index]) if index < len(let.values) else ANYTHING
    return bind(checker, variable, key, abstract, "let")


def _identity(step: Step) -> tuple[int, ...]:
    """Which step this is: nodes live as long as the tree, so that their addresses are theirs alone."""
    return (id(step[0]), *step[1:])


def binding_of(variable: Variable, abstract: Abstract, word: str) -> Binding:
    return Binding(variable.name, name_span(variable), word, abstract)


def name_span(variable: Variable) -> Span:
    return Span(variable.span.start, variable.span.start + len(variable.name))
