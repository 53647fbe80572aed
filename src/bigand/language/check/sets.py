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
from bigand.language.check.binders import enter, leave
from bigand.language.check.checker import Checker
from bigand.language.check.complaints import wrong_kind, wrong_pair
from bigand.language.check.reach import binding_of, report_here
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
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import fault
from bigand.source.span import Span

VALUE_BUDGET = 2000  # and to find the elements of a comprehension


def check_set(checker: Checker, elements: tuple[Node, ...]) -> Abstract:
    parts = [checker.expression(element) for element in elements]
    if not parts:
        return known(SetOf(()))
    kinds = ANY_KIND & ~BOOL
    for element, part in zip(elements, parts, strict=True):
        if part.kinds == BOOL:
            report_here(checker, fault("T110", element.span))
            return set_with(None, nonempty=True)
        if not part.kinds & kinds:
            report_here(checker, _mixed_kinds(element.span, elements[0].span, part.kinds, kinds))
            return set_with(None, nonempty=True)
        kinds &= part.kinds
    if max([part.depth for part in parts]) >= DEEPEST_KNOWN_SET:
        return Abstract(SET, nonempty=True, depth=DEEPEST_KNOWN_SET)
    values = known_values(parts)
    if values is not None and len(values) <= LARGEST_KNOWN_SET:
        return known(set_of(values))
    return set_with(join(parts), nonempty=True)


def check_range(checker: Checker, node: Range) -> Abstract:
    first, last = checker.expression(node.first), checker.expression(node.last)
    common = first.kinds & last.kinds & NUMBER
    if not common:
        for side, part in ((node.first, first), (node.last, last)):
            if not part.kinds & NUMBER:
                wrong_kind(checker, side, "..", NUMBER, part)
                return set_with(Abstract(INT), nonempty=True)
        difference = Infix(Operator.MINUS, (node.first, node.last), span=node.span)
        wrong_pair(checker, difference, NUMBER, (node.first.span, first), (node.last, last), "..")
        return set_with(Abstract(NUMBER), nonempty=True)
    values = known_values([first, last])
    if values is not None:
        try:
            return known(operations.interval(values[0], values[1], LARGEST_KNOWN_SET))
        except OperationError:
            return set_with(Abstract(common), nonempty=True)
    return set_with(Abstract(common))


def check_comprehension(checker: Checker, node: Comprehension) -> Abstract:
    if checker.muted:
        checker.budget -= 1
        return _comprehension_known(checker, node)
    too_much_before, checker.too_much = checker.too_much, False
    hidden = enter(checker, node.generator, "[")
    element = checker.expression(node.element)
    if element.kinds == BOOL:
        report_here(checker, fault("T110", node.element.span))
    leave(checker, hidden)
    abstract = Abstract(SET)
    if not checker.too_much:  # what is too much for a part is too much for the whole
        with checker.trying(VALUE_BUDGET):
            abstract = _comprehension_known(checker, node)
            checker.too_much = checker.budget < 0
    checker.too_much = checker.too_much or too_much_before
    if abstract.element is not None and not _is_kind(abstract.element.kinds):
        found = kind_message(abstract.element.kinds)
        report_here(checker, fault("T102", node.element.span, found=found))
        return set_with(None, nonempty=True)
    return abstract if abstract.value is not UNKNOWN else set_with(element)


def _comprehension_known(checker: Checker, node: Comprehension) -> Abstract:
    """The set of a comprehension if all of it is known and not too much; of several kinds, only these."""
    locals = checker.scope.locals
    checker.scope.locals = dict(locals)
    values: list[Value] = []
    complete = True
    for holds in known_bindings(checker, node.generator, 0):
        value = checker.expression(node.element).value if holds else UNKNOWN
        if holds is None or (holds and (value is UNKNOWN or isinstance(value, bool))):
            complete = False
            break
        if holds:
            values.append(value)  # type: ignore[arg-type]  # not UNKNOWN, by the test before
    checker.scope.locals = locals
    kinds = 0
    for value in values:
        kinds |= kind_of(value)
    if values and not _is_kind(kinds):
        return set_with(Abstract(kinds), nonempty=True)
    return known(set_of(values)) if complete and len(values) <= LARGEST_KNOWN_SET else Abstract(SET)


def known_bindings(checker: Checker, generator: Generator, index: int) -> Iterator[bool | None]:
    """Every binding with the truth of the condition; None where anything is unknown."""
    if index == min(len(generator.variables), len(generator.sets)):
        value = True if generator.condition is None else checker.expression(generator.condition).value
        yield value if isinstance(value, bool) else None
        return
    members = checker.expression(generator.sets[index]).value if checker.budget >= 0 else UNKNOWN
    if not isinstance(members, SetOf):
        yield None
        return
    variable = generator.variables[index]
    for element in members.elements:
        checker.budget -= 1
        if checker.budget < 0:
            yield None
            return
        checker.scope.locals[variable.name] = binding_of(variable, known(element), "in")
        yield from known_bindings(checker, generator, index + 1)


def _is_kind(kinds: int) -> bool:
    """Whether these kinds are one only."""
    return kinds & (kinds - 1) == 0


def _mixed_kinds(span: Span, first: Span, kinds: int, others: int) -> Diagnostic:
    quotes = {kinds, others} == {PROPOSITION, FORMULA}
    return fault(
        "T102", span, secondary=[(first, "first")], help="quotes" if quotes else "help",
        first=kind_message(others), found=kind_message(kinds))  # fmt: skip
