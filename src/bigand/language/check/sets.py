"""Sets: listed, ranges, comprehensions; known as long as they are small."""

from collections.abc import Iterator

from bigand.language import operations
from bigand.language.check.abstract import (
    DEEPEST_KNOWN_SET,
    LARGEST_KNOWN_SET,
    UNKNOWN,
    Abstract,
    join,
    known,
    known_values,
    set_with,
)
from bigand.language.check.operators import Operators
from bigand.language.check.reach import binding_of
from bigand.language.faults import kind_message
from bigand.language.operations import OperationError
from bigand.language.syntax import Comprehension, Generator, Infix, Node, Operator, Range
from bigand.language.values import (
    ANY_KIND,
    BOOL,
    FORMULA,
    INT,
    NUMBER,
    PROPOSITION,
    SET,
    SetOf,
    Value,
    kind_of,
    set_of,
)
from bigand.source.diagnostic import Diagnostic, Severity
from bigand.source.fault import fault
from bigand.source.span import Span

VALUE_BUDGET = 2000  # and to find the elements of a comprehension


class Sets(Operators):
    """Looks at sets."""

    def _set(self, elements: tuple[Node, ...]) -> Abstract:
        found = [self.expression(element) for element in elements]
        if not found:
            return known(SetOf(()))
        kinds = ANY_KIND & ~BOOL
        for element, part in zip(elements, found, strict=True):
            if part.kinds == BOOL:
                self.report(_boolean_in_set(element.span, self.severity()))
                return set_with(None, nonempty=True)
            if not part.kinds & kinds:
                self.report(_mixed_kinds(element.span, elements[0].span, part.kinds, kinds, self.severity()))
                return set_with(None, nonempty=True)
            kinds &= part.kinds
        if max([part.depth for part in found]) >= DEEPEST_KNOWN_SET:
            return Abstract(SET, nonempty=True, depth=DEEPEST_KNOWN_SET)
        values = known_values(found)
        if values is not None and len(values) <= LARGEST_KNOWN_SET:
            return known(set_of(values))
        return set_with(join(found), nonempty=True)

    def _range(self, node: Range) -> Abstract:
        first, last = self.expression(node.first), self.expression(node.last)
        common = first.kinds & last.kinds & NUMBER
        if not common:
            for side, part in ((node.first, first), (node.last, last)):
                if not part.kinds & NUMBER:
                    self._wrong(side, "..", NUMBER, part)
                    return set_with(Abstract(INT), nonempty=True)
            self._wrong_pair(
                Infix(Operator.MINUS, (node.first, node.last), node.span), NUMBER,
                (node.first.span, first), (node.last, last), "..",
            )  # fmt: skip
            return set_with(Abstract(NUMBER), nonempty=True)
        values = known_values([first, last])
        if values is not None:
            try:
                return known(operations.interval(values[0], values[1], LARGEST_KNOWN_SET))
            except OperationError:
                return set_with(Abstract(common), nonempty=True)
        return set_with(Abstract(common))

    def _comprehension(self, node: Comprehension) -> Abstract:
        if self.muted:
            self._budget -= 1
            return self._comprehension_known(node)
        too_much_before, self._too_much = self._too_much, False
        hidden = self.enter(node.generator, "[")
        element = self.expression(node.element)
        if element.kinds == BOOL:
            self.report(_boolean_in_set(node.element.span, self.severity()))
        self.leave(hidden)
        found = Abstract(SET)
        if not self._too_much:  # what is too much for a part is too much for the whole
            with self.trying(VALUE_BUDGET):
                found = self._comprehension_known(node)
                self._too_much = self._budget < 0
        self._too_much = self._too_much or too_much_before
        if found.element is not None and not _is_kind(found.element.kinds):
            kinds, severity = found.element.kinds, self.severity()
            self.report(_mixed_comprehension(node.element.span, kinds, severity))
            return set_with(None, nonempty=True)
        return found if found.value is not UNKNOWN else set_with(element)

    def _comprehension_known(self, node: Comprehension) -> Abstract:
        """The set of a comprehension if all of it is known and not too much; of several kinds, only these."""
        locals = self.scope.locals
        self.scope.locals = dict(locals)
        values: list[Value] = []
        complete = True
        for holds in self._known_bindings(node.generator, 0):
            value = self.expression(node.element).value if holds else UNKNOWN
            if holds is None or (holds and (value is UNKNOWN or isinstance(value, bool))):
                complete = False
                break
            if holds:
                values.append(value)  # type: ignore[arg-type]  # not UNKNOWN, by the test before
        self.scope.locals = locals
        kinds = 0
        for value in values:
            kinds |= kind_of(value)
        if values and not _is_kind(kinds):
            return set_with(Abstract(kinds), nonempty=True)
        return known(set_of(values)) if complete and len(values) <= LARGEST_KNOWN_SET else Abstract(SET)

    def _known_bindings(self, generator: Generator, index: int) -> Iterator[bool | None]:
        """Every binding with the truth of the condition; None where anything is unknown."""
        if index == min(len(generator.variables), len(generator.sets)):
            value = True if generator.condition is None else self.expression(generator.condition).value
            yield value if isinstance(value, bool) else None
            return
        found = self.expression(generator.sets[index]).value if self._budget >= 0 else UNKNOWN
        if not isinstance(found, SetOf):
            yield None
            return
        variable = generator.variables[index]
        for element in found.elements:
            self._budget -= 1
            if self._budget < 0:
                yield None
                return
            self.scope.locals[variable.name] = binding_of(variable, known(element), "in")
            yield from self._known_bindings(generator, index + 1)


def _is_kind(kinds: int) -> bool:
    """Whether these kinds are one only."""
    return kinds & (kinds - 1) == 0


def _mixed_kinds(span: Span, first: Span, kinds: int, others: int, severity: Severity) -> Diagnostic:
    quotes = {kinds, others} == {PROPOSITION, FORMULA}
    return fault(
        "T102", span, label="label", secondary=[(first, "first")], help="quotes" if quotes else "help",
        severity=severity, first=kind_message(others), found=kind_message(kinds),
    )  # fmt: skip


def _mixed_comprehension(span: Span, kinds: int, severity: Severity) -> Diagnostic:
    return fault("T102", span, label="label", help="help", severity=severity, found=kind_message(kinds))


def _boolean_in_set(span: Span, severity: Severity) -> Diagnostic:
    return fault("T110", span, help="help", severity=severity)
