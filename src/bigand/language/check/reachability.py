"""Decide whether a node is certainly reached, by trying values for the variables around it."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bigand.language.check.abstract import ANYTHING, AbstractValue, abstract_of, values_if_all_known
from bigand.language.check.checker import Binding, Checker, HiddenLocal, LetStep, LoopStep, PathStep, variable_key
from bigand.language.syntax import Let, Variable
from bigand.language.values import SET, SetValue
from bigand.messages.message import Severity
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_MAX_PATH_LENGTH = 40  # steps on the path to a node
_REACH_BUDGET = 5000  # bindings tried to decide whether a node is reached


def report_by_reachability(checker: Checker, diagnostic: Diagnostic, fix: Sequence[Edit] = ()) -> None:
    """Report an error, with `fix`, if the current node is certainly evaluated; else a warning."""
    if checker.muted:
        return
    if is_current_node_reachable(checker):
        checker.report(replace(diagnostic, fix=(*diagnostic.fix, *fix)))
    else:
        checker.report(replace(diagnostic, severity=Severity.WARNING))


def is_current_node_reachable(checker: Checker) -> bool:
    """Whether some binding that was tried leads to the current node."""
    if not checker.path:
        return True
    if len(checker.path) > _MAX_PATH_LENGTH:
        return False  # too unusual to be worth the search
    key = tuple([_step_key(step) for step in checker.path])
    if key not in checker.reachable_paths:
        with checker.trial_evaluation(_REACH_BUDGET):
            checker.scope.locals = {}
            checker.reachable_paths[key] = _can_follow_path_from(checker, 0)
    return checker.reachable_paths[key]


def _can_follow_path_from(checker: Checker, index: int) -> bool:
    if index == len(checker.path):
        return True
    step = checker.path[index]
    if isinstance(step, LoopStep):
        return any(
            holds and _can_follow_path_from(checker, index + 1) for holds in _try_loop_bindings(checker, step, 0)
        )
    if isinstance(step, LetStep):
        for variable_index in range(step.value_count):
            bind_let_variable(checker, step.let, variable_index)
        return _can_follow_path_from(checker, index + 1)
    return checker.evaluate(step.condition).value is step.expected and _can_follow_path_from(checker, index + 1)


def _try_loop_bindings(checker: Checker, loop: LoopStep, variable_index: int) -> Iterator[bool]:
    """Bind the variables in turn to their possible values; yield whether the condition certainly holds."""
    generator = loop.generator
    if variable_index == min(len(generator.variables), len(generator.sets), loop.set_count):
        condition = generator.condition if loop.has_condition else None
        yield condition is None or checker.evaluate(condition).value is True
        return
    members = checker.evaluate(generator.sets[variable_index])
    if isinstance(members.value, SetValue):
        elements = [abstract_of(element) for element in members.value.elements]
    elif members.nonempty or not members.kinds & SET:  # anything else than a set is already reported
        elements = [members.element or ANYTHING]
    else:
        return
    variable = generator.variables[variable_index]
    for element in elements:
        checker.budget -= 1
        if checker.budget < 0:
            return
        checker.scope.locals[variable.name] = make_binding(variable, element, "in")
        yield from _try_loop_bindings(checker, loop, variable_index + 1)


def bind_local(checker: Checker, variable: Variable, key: str, abstract: AbstractValue, word: str) -> HiddenLocal:
    """Bind a local name. Return the local that it hides."""
    outer_binding = checker.scope.find_binding(key)
    if outer_binding is not None:
        checker.report(
            make_diagnostic("N105", name_span(variable), secondary=[(outer_binding.span, "outer")], name=key)
        )
    hidden = checker.scope.locals.get(key)
    checker.scope.locals[key] = Binding(key, name_span(variable), word, abstract)
    return key, hidden


def bind_let_variable(checker: Checker, let: Let, index: int) -> HiddenLocal:
    """Bind a variable of a `let` to its value, which may use the variables before it."""
    variable = let.variables[index]
    indices = values_if_all_known([checker.evaluate(argument) for argument in variable.arguments])
    key = variable_key(variable.name, indices)
    abstract = checker.evaluate(let.values[index]) if index < len(let.values) else ANYTHING
    return bind_local(checker, variable, key, abstract, "let")


def _step_key(step: PathStep) -> tuple[int, ...]:
    """The identity of a step. Nodes live as long as the tree, so their addresses are unique."""
    return (id(step[0]), *step[1:])


def make_binding(variable: Variable, abstract: AbstractValue, word: str) -> Binding:
    return Binding(variable.name, name_span(variable), word, abstract)


def name_span(variable: Variable) -> Span:
    return Span(variable.span.start, variable.span.start + len(variable.name))
