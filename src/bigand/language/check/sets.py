"""Check sets: literals, ranges and comprehensions. Their values are known as long as they are small."""

from collections.abc import Iterator

from bigand.language import operations
from bigand.language.check.abstract import (
    MAX_KNOWN_SET_DEPTH,
    MAX_KNOWN_SET_SIZE,
    UNKNOWN,
    AbstractValue,
    abstract_of,
    abstract_set,
    join_abstract,
    values_if_all_known,
)
from bigand.language.check.binders import enter_generator, leave_binder
from bigand.language.check.checker import Checker
from bigand.language.check.kind_errors import report_wrong_kind, report_wrong_operand_kinds
from bigand.language.check.reachability import make_binding, report_by_reachability
from bigand.language.common_diagnostics import kinds_message
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
    SetValue,
    Value,
    kind_of,
    set_of,
)
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

VALUE_BUDGET = 2000  # bindings tried to find a value, such as the elements of a comprehension


def check_set(checker: Checker, elements: tuple[Node, ...]) -> AbstractValue:
    parts = [checker.evaluate(element) for element in elements]
    if not parts:
        return abstract_of(SetValue(()))
    kinds = ANY_KIND & ~BOOL
    for element, part in zip(elements, parts, strict=True):
        if part.kinds == BOOL:
            report_by_reachability(checker, make_diagnostic("T110", element.span))
            return abstract_set(None, nonempty=True)
        if not part.kinds & kinds:
            report_by_reachability(checker, _set_of_mixed_kinds(element.span, elements[0].span, part.kinds, kinds))
            return abstract_set(None, nonempty=True)
        kinds &= part.kinds
    if max([part.depth for part in parts]) >= MAX_KNOWN_SET_DEPTH:
        return AbstractValue(SET, nonempty=True, depth=MAX_KNOWN_SET_DEPTH)
    values = values_if_all_known(parts)
    if values is not None and len(values) <= MAX_KNOWN_SET_SIZE:
        return abstract_of(set_of(values))
    return abstract_set(join_abstract(parts), nonempty=True)


def check_range(checker: Checker, node: Range) -> AbstractValue:
    first, last = checker.evaluate(node.first), checker.evaluate(node.last)
    common = first.kinds & last.kinds & NUMBER
    if not common:
        for side, part in ((node.first, first), (node.last, last)):
            if not part.kinds & NUMBER:
                report_wrong_kind(checker, side, "..", NUMBER, part)
                return abstract_set(AbstractValue(INT), nonempty=True)
        difference = Infix(Operator.MINUS, (node.first, node.last), span=node.span)
        report_wrong_operand_kinds(checker, difference, NUMBER, (node.first.span, first), (node.last, last), "..")
        return abstract_set(AbstractValue(NUMBER), nonempty=True)
    values = values_if_all_known([first, last])
    if values is not None:
        try:
            return abstract_of(operations.interval(values[0], values[1], MAX_KNOWN_SET_SIZE))
        except OperationError:
            return abstract_set(AbstractValue(common), nonempty=True)
    return abstract_set(AbstractValue(common))


def check_comprehension(checker: Checker, node: Comprehension) -> AbstractValue:
    if checker.muted:
        checker.budget -= 1
        return _evaluate_comprehension(checker, node)
    was_over_budget, checker.is_over_budget = checker.is_over_budget, False
    hidden = enter_generator(checker, node.generator, "[")
    element = checker.evaluate(node.element)
    if element.kinds == BOOL:
        report_by_reachability(checker, make_diagnostic("T110", node.element.span))
    leave_binder(checker, hidden)
    abstract = AbstractValue(SET)
    if not checker.is_over_budget:  # if a part exceeds the budget, so does the whole
        with checker.trial_evaluation(VALUE_BUDGET):
            abstract = _evaluate_comprehension(checker, node)
            checker.is_over_budget = checker.budget < 0
    checker.is_over_budget = checker.is_over_budget or was_over_budget
    if abstract.element is not None and not _is_single_kind(abstract.element.kinds):
        kinds_text = kinds_message(abstract.element.kinds)
        report_by_reachability(checker, make_diagnostic("T102", node.element.span, found=kinds_text))
        return abstract_set(None, nonempty=True)
    return abstract if abstract.value is not UNKNOWN else abstract_set(element)


def _evaluate_comprehension(checker: Checker, node: Comprehension) -> AbstractValue:
    """Return the set of a comprehension if it is known and small; if its kinds are mixed, only the kinds."""
    saved_locals = checker.scope.locals
    checker.scope.locals = dict(saved_locals)
    values: list[Value] = []
    complete = True
    for holds in evaluate_condition_per_binding(checker, node.generator, 0):
        value = checker.evaluate(node.element).value if holds else UNKNOWN
        if holds is None or (holds and (value is UNKNOWN or isinstance(value, bool))):
            complete = False
            break
        if holds:
            values.append(value)  # type: ignore[arg-type]  # not UNKNOWN, as tested above
    checker.scope.locals = saved_locals
    kinds = 0
    for value in values:
        kinds |= kind_of(value)
    if values and not _is_single_kind(kinds):
        return abstract_set(AbstractValue(kinds), nonempty=True)
    return abstract_of(set_of(values)) if complete and len(values) <= MAX_KNOWN_SET_SIZE else AbstractValue(SET)


def evaluate_condition_per_binding(
    checker: Checker, generator: Generator, variable_index: int
) -> Iterator[bool | None]:
    """Yield the truth of the condition for every binding, or None where something is unknown."""
    if variable_index == min(len(generator.variables), len(generator.sets)):
        value = True if generator.condition is None else checker.evaluate(generator.condition).value
        yield value if isinstance(value, bool) else None
        return
    members = checker.evaluate(generator.sets[variable_index]).value if checker.budget >= 0 else UNKNOWN
    if not isinstance(members, SetValue):
        yield None
        return
    variable = generator.variables[variable_index]
    for element in members.elements:
        checker.budget -= 1
        if checker.budget < 0:
            yield None
            return
        checker.scope.locals[variable.name] = make_binding(variable, abstract_of(element), "in")
        yield from evaluate_condition_per_binding(checker, generator, variable_index + 1)


def _is_single_kind(kinds: int) -> bool:
    """Whether there is at most one kind."""
    return kinds & (kinds - 1) == 0


def _set_of_mixed_kinds(span: Span, first: Span, kinds: int, kinds_before: int) -> Diagnostic:
    quotes = {kinds, kinds_before} == {PROPOSITION, FORMULA}
    return make_diagnostic(
        "T102", span, secondary=[(first, "first")], help="quotes" if quotes else "help",
        first=kinds_message(kinds_before), found=kinds_message(kinds))  # fmt: skip
