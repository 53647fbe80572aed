"""Check names: propositions, variables, indexed variables, and names that look like another."""

from bigand.language import common_diagnostics, operations
from bigand.language.check.abstract import (
    ANYTHING,
    MAX_KNOWN_SET_SIZE,
    AbstractValue,
    abstract_of,
    abstract_set,
    join_abstract,
    values_if_all_known,
)
from bigand.language.check.checker import Binding, Checker, has_unknown_index, variable_key
from bigand.language.check.reachability import is_current_node_reachable, report_by_reachability
from bigand.language.operations import OperationError
from bigand.language.syntax import Proposition, Variable
from bigand.language.tokens import KEYWORDS, guess_function
from bigand.language.values import FLOAT, INT, PROPOSITION, SET, TUPLE, PropositionName
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_LOWERCASE_KEYWORDS = {keyword.lower() for keyword in KEYWORDS} | {"bottom"}


def check_proposition_as_value(checker: Checker, node: Proposition) -> AbstractValue:
    if not node.arguments:
        _check_variable_or_truth_look_alike(checker, node)
        return AbstractValue(PROPOSITION, None, PropositionName(node.name))
    _check_function_look_alike(checker, node)
    parts = evaluate_proposition_arguments(checker, node)
    values = values_if_all_known(parts)
    if values is not None:
        try:
            return abstract_of(operations.make_proposition(node.name, values, MAX_KNOWN_SET_SIZE))
        except OperationError:
            return abstract_set(AbstractValue(PROPOSITION), nonempty=True)
    is_set = any(part.kinds == SET and part.nonempty for part in parts)
    may_be_set = any(part.kinds & SET for part in parts)
    if is_set:
        return abstract_set(AbstractValue(PROPOSITION), nonempty=True)
    return (
        AbstractValue(PROPOSITION | SET, AbstractValue(PROPOSITION)) if may_be_set else AbstractValue(PROPOSITION)
    )


def evaluate_proposition_arguments(checker: Checker, node: Proposition) -> list[AbstractValue]:
    """Evaluate the arguments of a proposition, and note which of them are numbers."""
    parts = [checker.evaluate(argument) for argument in node.arguments]
    for index, part in enumerate(parts):
        if not part.kinds & ~(INT | FLOAT):
            checker.constants.number_positions.add((node.name, len(parts), index))
    return parts


def _check_function_look_alike(checker: Checker, node: Proposition) -> None:
    function = None if checker.muted else guess_function(node.name)
    if function is not None:
        span = Span(node.span.start, node.span.start + len(node.name))
        checker.report(function_look_alike(span, node.name, function))


def _check_variable_or_truth_look_alike(checker: Checker, node: Proposition) -> None:
    if checker.muted:
        return
    binding = checker.scope.find_binding("$" + node.name)
    if binding is not None:
        binding.used = True  # one warning is enough
        if "$" + node.name in checker.scope.locals:
            checker.constants.local_look_alikes.add(node.span)
        checker.report(_variable_without_dollar(node.span, node.name, binding.span))
    elif node.name.lower() in _LOWERCASE_KEYWORDS:
        truth_constant = {"true": "true", "false": "false"}.get(node.name.lower())
        if truth_constant:
            checker.report(keyword_look_alike(node.span, node.name, truth_constant))


def check_variable(checker: Checker, node: Variable, in_formula: bool = False) -> AbstractValue:
    """Return what is known about a variable at a use."""
    if node.arguments:
        return _check_indexed_variable(checker, node, in_formula)
    binding = checker.scope.find_binding(node.name)
    if binding is None:
        _note_unknown_variable(checker, node)
        return ANYTHING
    if not checker.muted:
        binding.used = True
    return binding.abstract


def _note_unknown_variable(checker: Checker, node: Variable) -> None:
    if not checker.muted:
        checker.unknown_uses.append((node, is_current_node_reachable(checker), checker.item_index))


def _check_indexed_variable(checker: Checker, node: Variable, in_formula: bool) -> AbstractValue:
    """Check `$v(i)`: an indexed variable, an element of a tuple, or in formulas an atom of the name in a local."""
    indices = values_if_all_known([checker.evaluate(argument) for argument in node.arguments])
    key = variable_key(node.name, indices)
    exact = checker.scope.find_indexed(node.name, key)
    if exact is not None and indices is not None:
        _mark_as_used(checker, [exact])
        return exact.abstract
    members = checker.scope.find_all_indexed(node.name)
    candidates = [
        member for member_key, member in members.items() if indices is None or has_unknown_index(member_key)
    ]
    local = checker.scope.locals.get(node.name)
    if local is not None and in_formula:
        _mark_as_used(checker, [*candidates, local])
        if local.abstract.kinds & PROPOSITION:
            return join_abstract([AbstractValue(PROPOSITION), *[member.abstract for member in candidates]])
        if not candidates:
            diagnostic = common_diagnostics.variable_not_proposition(
                node.span, node.name, local.span, local.abstract.kinds
            )
            report_by_reachability(checker, diagnostic)
            return ANYTHING
    if candidates:
        _mark_as_used(checker, candidates)
        return join_abstract([member.abstract for member in candidates])
    tuple_binding = checker.scope.find_binding(node.name)
    if tuple_binding is not None and tuple_binding.abstract.kinds & TUPLE and not members:
        _mark_as_used(checker, [tuple_binding])
        return ANYTHING  # an element of a tuple
    _report_missing_indexed_variable(checker, node, key if indices is not None else checker.source_text(node.span))
    return ANYTHING


def _report_missing_indexed_variable(checker: Checker, node: Variable, key: str) -> None:
    """Report an indexed variable without a value."""
    members = checker.scope.find_all_indexed(node.name)
    binding = checker.scope.find_binding(node.name)
    if members:
        _mark_as_used(checker, list(members.values()))
        report_by_reachability(checker, _missing_index(node.span, node.name, key, list(members)))
    elif binding is None:
        _note_unknown_variable(checker, node)
    elif node.name in checker.scope.locals:
        _mark_as_used(checker, [binding])
        report_by_reachability(checker, _predicate_as_value(node.span, node.name, key, binding.span))
    else:
        _mark_as_used(checker, [binding])
        report_by_reachability(
            checker, make_diagnostic("N107", node.span, secondary=[(binding.span, "assigned")], name=node.name)
        )


def _mark_as_used(checker: Checker, bindings: list[Binding]) -> None:
    if not checker.muted:
        for binding in bindings:
            binding.used = True


def _variable_without_dollar(span: Span, name: str, bound: Span) -> Diagnostic:
    return make_diagnostic("N106", span, secondary=[(bound, "bound")], fix=[Edit(span, "$" + name)], name=name)


def _missing_index(span: Span, name: str, key: str, known_keys: list[str]) -> Diagnostic:
    shown = ", ".join(f"`{known_key}`" for known_key in known_keys[:4]) + (", …" if len(known_keys) > 4 else "")
    return make_diagnostic("N108", span, notes=["keys"], name=name, key=key, keys=shown)


def _predicate_as_value(span: Span, name: str, key: str, bound: Span) -> Diagnostic:
    return make_diagnostic(
        "N108", span, label="local_label", secondary=[(bound, "bound")], help="local",
        name=name, key=key,
    )  # fmt: skip


def keyword_look_alike(span: Span, name: str, meant: str) -> Diagnostic:
    return make_diagnostic("S402", span, name=name, meant=meant)


def function_look_alike(span: Span, name: str, meant: str) -> Diagnostic:
    return make_diagnostic("S403", span, name=name, meant=meant)
