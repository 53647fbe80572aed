"""Names: propositions, variables, indexed variables, and names that look like another."""

from bigand.language import faults, operations
from bigand.language.check.abstract import (
    ANYTHING,
    LARGEST_KNOWN_SET,
    Abstract,
    join,
    known,
    known_values,
    set_with,
)
from bigand.language.check.checker import Checker
from bigand.language.check.reach import is_reached, report_here
from bigand.language.check.scope import Binding, index_key, is_vague
from bigand.language.operations import OperationError
from bigand.language.syntax import Proposition, Variable
from bigand.language.tokens import KEYWORDS, meant_function
from bigand.language.values import FLOAT, INT, PROPOSITION, SET, TUPLE, Name
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span

_KEYWORD_LETTERS = {keyword.lower() for keyword in KEYWORDS} | {"bottom"}


def check_proposition(checker: Checker, node: Proposition) -> Abstract:
    if not node.arguments:
        _look_alike(checker, node)
        return Abstract(PROPOSITION, None, Name(node.name))
    _function_look_alike(checker, node)
    parts = check_arguments(checker, node)
    values = known_values(parts)
    if values is not None:
        try:
            return known(operations.proposition(node.name, values, LARGEST_KNOWN_SET))
        except OperationError:
            return set_with(Abstract(PROPOSITION), nonempty=True)
    sure_set = any(part.kinds == SET and part.nonempty for part in parts)
    may_set = any(part.kinds & SET for part in parts)
    if sure_set:
        return set_with(Abstract(PROPOSITION), nonempty=True)
    return Abstract(PROPOSITION | SET, Abstract(PROPOSITION)) if may_set else Abstract(PROPOSITION)


def check_arguments(checker: Checker, node: Proposition) -> list[Abstract]:
    """What is known of the arguments of a proposition; where numbers stand is noted."""
    parts = [checker.expression(argument) for argument in node.arguments]
    for place, part in enumerate(parts):
        if not part.kinds & ~(INT | FLOAT):
            checker.constants.numbers.add((node.name, len(parts), place))
    return parts


def _function_look_alike(checker: Checker, node: Proposition) -> None:
    meant = None if checker.muted else meant_function(node.name)
    if meant is not None:
        place = Span(node.span.start, node.span.start + len(node.name))
        checker.report(function_look_alike(place, node.name, meant))


def _look_alike(checker: Checker, node: Proposition) -> None:
    if checker.muted:
        return
    bound = checker.scope.find("$" + node.name)
    if bound is not None:
        bound.used = True  # one doubt is enough
        if "$" + node.name in checker.scope.locals:
            checker.constants.beside_locals.add(node.span)
        checker.report(_proposition_for_variable(node.span, node.name, bound.span))
    elif node.name.lower() in _KEYWORD_LETTERS:
        meant = {"true": "true", "false": "false"}.get(node.name.lower())
        if meant:
            checker.report(keyword_look_alike(node.span, node.name, meant))


def check_variable(checker: Checker, node: Variable, in_formula: bool = False) -> Abstract:
    """What is known of a variable where it is used."""
    if node.arguments:
        return _check_indexed(checker, node, in_formula)
    binding = checker.scope.find(node.name)
    if binding is None:
        _unknown_variable(checker, node)
        return ANYTHING
    if not checker.muted:
        binding.used = True
    return binding.abstract


def _unknown_variable(checker: Checker, node: Variable) -> None:
    if not checker.muted:
        checker.unknown.append((node, is_reached(checker), checker.item))


def _check_indexed(checker: Checker, node: Variable, in_formula: bool) -> Abstract:
    """`$v(i)`: an indexed variable, a part of a tuple, or, in a formula, an atom of the name in a local."""
    indices = known_values([checker.expression(argument) for argument in node.arguments])
    key = index_key(node.name, indices)
    exact = checker.scope.member(node.name, key)
    if exact is not None and indices is not None:
        _mark_used(checker, [exact])
        return exact.abstract
    members = checker.scope.members(node.name)
    meant = [member for known, member in members.items() if indices is None or is_vague(known)]
    local = checker.scope.locals.get(node.name)
    if local is not None and in_formula:
        _mark_used(checker, [*meant, local])
        if local.abstract.kinds & PROPOSITION:
            return join([Abstract(PROPOSITION), *[member.abstract for member in meant]])
        if not meant:
            wrong = faults.variable_not_proposition(node.span, node.name, local.span, local.abstract.kinds)
            report_here(checker, wrong)
            return ANYTHING
    if meant:
        _mark_used(checker, meant)
        return join([member.abstract for member in meant])
    held = checker.scope.find(node.name)
    if held is not None and held.abstract.kinds & TUPLE and not members:
        _mark_used(checker, [held])
        return ANYTHING  # a part of a tuple
    _no_such_variable(checker, node, key if indices is not None else checker.source(node.span))
    return ANYTHING


def _no_such_variable(checker: Checker, node: Variable, key: str) -> None:
    """Complain of an indexed variable that has no value."""
    members = checker.scope.members(node.name)
    bound = checker.scope.find(node.name)
    if members:
        _mark_used(checker, list(members.values()))
        report_here(checker, _no_such_index(node.span, node.name, key, list(members)))
    elif bound is None:
        _unknown_variable(checker, node)
    elif node.name in checker.scope.locals:
        _mark_used(checker, [bound])
        report_here(checker, _predicate_as_value(node.span, node.name, key, bound.span))
    else:
        _mark_used(checker, [bound])
        report_here(checker, fault("N107", node.span, secondary=[(bound.span, "assigned")], name=node.name))


def _mark_used(checker: Checker, bindings: list[Binding]) -> None:
    if not checker.muted:
        for binding in bindings:
            binding.used = True


def _proposition_for_variable(span: Span, name: str, bound: Span) -> Diagnostic:
    return fault("N106", span, secondary=[(bound, "bound")], fix=[Edit(span, "$" + name)], name=name)


def _no_such_index(span: Span, name: str, key: str, keys: list[str]) -> Diagnostic:
    shown = ", ".join(f"`{known}`" for known in keys[:4]) + (", …" if len(keys) > 4 else "")
    return fault("N108", span, notes=["keys"], name=name, key=key, keys=shown)


def _predicate_as_value(span: Span, name: str, key: str, bound: Span) -> Diagnostic:
    return fault(
        "N108", span, label="local_label", secondary=[(bound, "bound")], help="local",
        name=name, key=key,
    )  # fmt: skip


def keyword_look_alike(span: Span, name: str, meant: str) -> Diagnostic:
    return fault("S402", span, name=name, meant=meant)


def function_look_alike(span: Span, name: str, meant: str) -> Diagnostic:
    return fault("S403", span, name=name, meant=meant)
