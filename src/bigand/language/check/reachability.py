"""What is sure: whether a place of the file is reached, found by trying values of the variables around it."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bigand.language.check.abstract import ANYTHING, AbstractValue, abstract_of, concrete_values
from bigand.language.check.checker import Binding, Checker, HiddenLocal, LetStep, LoopStep, PathStep, variable_key
from bigand.language.syntax import Let, Variable
from bigand.language.values import SET, SetValue
from bigand.messages.message import Severity
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_MAX_PATH_LENGTH = 40  # steps on the way to a place
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
    if len(checker.path) > _MAX_PATH_LENGTH:
        return False  # nobody nests so deeply; it is not worth the search
    key = tuple([_step_key(step) for step in checker.path])
    if key not in checker.reachable_paths:
        with checker.trial_evaluation(_REACH_BUDGET):
            checker.scope.locals = {}
            checker.reachable_paths[key] = _can_reach_end(checker, 0)
    return checker.reachable_paths[key]


def _can_reach_end(checker: Checker, index: int) -> bool:
    if index == len(checker.path):
        return True
    step = checker.path[index]
    if isinstance(step, LoopStep):
        return any(holds and _can_reach_end(checker, index + 1) for holds in _try_bindings(checker, step, 0))
    if isinstance(step, LetStep):
        for place in range(step.value_count):
            bind_let_variable(checker, step.let, place)
        return _can_reach_end(checker, index + 1)
    return checker.evaluate(step.condition).value is step.expected and _can_reach_end(checker, index + 1)


def _try_bindings(checker: Checker, loop: LoopStep, index: int) -> Iterator[bool]:
    """Binds the variables in turn to whatever they can be; tells whether the condition surely holds."""
    generator = loop.generator
    if index == min(len(generator.variables), len(generator.sets), loop.set_count):
        condition = generator.condition if loop.has_condition else None
        yield condition is None or checker.evaluate(condition).value is True
        return
    members = checker.evaluate(generator.sets[index])
    if isinstance(members.value, SetValue):
        elements = [abstract_of(element) for element in members.value.elements]
    elif members.nonempty or not members.kinds & SET:  # what is no set has been complained of
        elements = [members.element or ANYTHING]
    else:
        return
    variable = generator.variables[index]
    for element in elements:
        checker.budget -= 1
        if checker.budget < 0:
            return
        checker.scope.locals[variable.name] = make_binding(variable, element, "in")
        yield from _try_bindings(checker, loop, index + 1)


def bind_local(checker: Checker, variable: Variable, key: str, abstract: AbstractValue, word: str) -> HiddenLocal:
    """Bind a local name; gives the local it hides."""
    outer_binding = checker.scope.find(key)
    if outer_binding is not None:
        checker.report(
            make_diagnostic("N105", name_span(variable), secondary=[(outer_binding.span, "outer")], name=key)
        )
    hidden = checker.scope.locals.get(key)
    checker.scope.locals[key] = Binding(key, name_span(variable), word, abstract)
    return key, hidden


def bind_let_variable(checker: Checker, let: Let, index: int) -> HiddenLocal:
    """Give a variable of a `let` its value, in which the variables before it are known."""
    variable = let.variables[index]
    indices = concrete_values([checker.evaluate(argument) for argument in variable.arguments])
    key = variable_key(variable.name, indices)
    abstract = checker.evaluate(let.values[index]) if index < len(let.values) else ANYTHING
    return bind_local(checker, variable, key, abstract, "let")


def _step_key(step: PathStep) -> tuple[int, ...]:
    """Which step this is: nodes live as long as the tree, so that their addresses are theirs alone."""
    return (id(step[0]), *step[1:])


def make_binding(variable: Variable, abstract: AbstractValue, word: str) -> Binding:
    return Binding(variable.name, name_span(variable), word, abstract)


def name_span(variable: Variable) -> Span:
    return Span(variable.span.start, variable.span.start + len(variable.name))
