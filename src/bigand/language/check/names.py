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
from bigand.language.check.binders import Binders
from bigand.language.check.scope import Binding, index_key, is_vague
from bigand.language.operations import OperationError
from bigand.language.syntax import Proposition, Variable
from bigand.language.tokens import KEYWORDS, meant_function
from bigand.language.values import PROPOSITION, SET, TUPLE, Name
from bigand.source.diagnostic import Diagnostic, Edit, Severity
from bigand.source.fault import fault
from bigand.source.span import Span

_KEYWORD_LETTERS = {keyword.lower() for keyword in KEYWORDS} | {"bottom"}


class Names(Binders):
    """Looks up names."""

    def _proposition(self, node: Proposition) -> Abstract:
        if not node.arguments:
            self._look_alike(node)
            return Abstract(PROPOSITION, None, Name(node.name))
        self._function_look_alike(node)
        found = [self.expression(argument) for argument in node.arguments]
        values = known_values(found)
        if values is not None:
            try:
                return known(operations.proposition(node.name, values, LARGEST_KNOWN_SET))
            except OperationError:
                return set_with(Abstract(PROPOSITION), nonempty=True)
        sure_set = any(part.kinds == SET and part.nonempty for part in found)
        may_set = any(part.kinds & SET for part in found)
        if sure_set:
            return set_with(Abstract(PROPOSITION), nonempty=True)
        return Abstract(PROPOSITION | SET, Abstract(PROPOSITION)) if may_set else Abstract(PROPOSITION)

    def _function_look_alike(self, node: Proposition) -> None:
        meant = None if self.muted else meant_function(node.name)
        if meant is not None:
            place = Span(node.span.start, node.span.start + len(node.name))
            self.report(function_look_alike(place, node.name, meant))

    def _look_alike(self, node: Proposition) -> None:
        if self.muted:
            return
        bound = self.scope.find("$" + node.name)
        if bound is not None:
            bound.used = True  # one doubt is enough
            self.report(_proposition_for_variable(node.span, node.name, bound.span))
        elif node.name.lower() in _KEYWORD_LETTERS:
            meant = {"true": "true", "false": "false"}.get(node.name.lower())
            if meant:
                self.report(keyword_look_alike(node.span, node.name, meant))

    def variable(self, node: Variable, in_formula: bool = False) -> Abstract:
        """What is known of a variable where it is used."""
        if node.arguments:
            return self._indexed(node, in_formula)
        binding = self.scope.find(node.name)
        if binding is None:
            self._unknown_variable(node)
            return ANYTHING
        if not self.muted:
            binding.used = True
        return binding.abstract

    def _unknown_variable(self, node: Variable) -> None:
        if not self.muted:
            self.unknown.append((node, self.is_reached(), self.item))

    def _indexed(self, node: Variable, in_formula: bool) -> Abstract:
        """`$v(i)`: an indexed variable, a part of a tuple, or, in a formula, an atom of the name in a local."""
        indices = known_values([self.expression(argument) for argument in node.arguments])
        key = index_key(node.name, indices)
        exact = self.scope.member(node.name, key)
        if exact is not None and indices is not None:
            self._use([exact])
            return exact.abstract
        members = self.scope.members(node.name)
        meant = [member for known, member in members.items() if indices is None or is_vague(known)]
        local = self.scope.locals.get(node.name)
        if local is not None and in_formula:
            self._use([*meant, local])
            if local.abstract.kinds & PROPOSITION:
                return join([Abstract(PROPOSITION), *[member.abstract for member in meant]])
            if not meant:
                kinds, severity = local.abstract.kinds, self.severity()
                self.report(faults.variable_not_proposition(node.span, node.name, local.span, kinds, severity))
                return ANYTHING
        if meant:
            self._use(meant)
            return join([member.abstract for member in meant])
        held = self.scope.find(node.name)
        if held is not None and held.abstract.kinds & TUPLE and not members:
            self._use([held])
            return ANYTHING  # a part of a tuple
        self._no_such_variable(node, key if indices is not None else self.source(node.span))
        return ANYTHING

    def _no_such_variable(self, node: Variable, key: str) -> None:
        """Complain of an indexed variable that has no value."""
        members = self.scope.members(node.name)
        bound = self.scope.find(node.name)
        if members:
            self._use(list(members.values()))
            self.report(_no_such_index(node.span, node.name, key, list(members), self.severity()))
        elif bound is None:
            self._unknown_variable(node)
        elif node.name in self.scope.locals:
            self._use([bound])
            self.report(_predicate_as_value(node.span, node.name, key, bound.span, self.severity()))
        else:
            self._use([bound])
            self.report(_global_as_predicate(node.span, node.name, bound.span, self.severity()))

    def _use(self, bindings: list[Binding]) -> None:
        if not self.muted:
            for binding in bindings:
                binding.used = True


def _proposition_for_variable(span: Span, name: str, bound: Span) -> Diagnostic:
    return fault(
        "N106", span, label="label", secondary=[(bound, "bound")], help="help",
        fix=[Edit(span, "$" + name)], name=name,
    )  # fmt: skip


def _global_as_predicate(span: Span, name: str, assigned: Span, severity: Severity) -> Diagnostic:
    return fault("N107", span, secondary=[(assigned, "assigned")], help="help", severity=severity, name=name)


def _no_such_index(span: Span, name: str, key: str, keys: list[str], severity: Severity) -> Diagnostic:
    shown = ", ".join(f"`{known}`" for known in keys[:4]) + (", …" if len(keys) > 4 else "")
    return fault("N108", span, notes=["keys"], help="help", severity=severity, name=name, key=key, keys=shown)


def _predicate_as_value(span: Span, name: str, key: str, bound: Span, severity: Severity) -> Diagnostic:
    return fault(
        "N108", span, label="local_label", secondary=[(bound, "bound")], help="local", severity=severity,
        name=name, key=key,
    )  # fmt: skip


def keyword_look_alike(span: Span, name: str, meant: str) -> Diagnostic:
    return fault("S402", span, label="label", help="help", name=name, meant=meant)


def function_look_alike(span: Span, name: str, meant: str) -> Diagnostic:
    return fault("S403", span, label="label", help="help", name=name, meant=meant)
