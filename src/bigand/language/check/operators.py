"""Operators and functions: which kinds they take, what they give, and their results where values are known."""

from collections.abc import Callable

from bigand.language import faults, operations
from bigand.language.check.abstract import (
    ANYTHING,
    LARGEST_KNOWN_SET,
    UNKNOWN,
    Abstract,
    join,
    known,
    known_values,
    set_with,
)
from bigand.language.check.names import Names
from bigand.language.operations import OperationError
from bigand.language.printing import member_by_member
from bigand.language.syntax import (
    ARITHMETIC,
    COMPARISONS,
    CONNECTIVES,
    Call,
    Infix,
    Node,
    Operator,
    SetLiteral,
    Sign,
    Signed,
    Variable,
    bare,
    walk,
)
from bigand.language.values import ANY_KIND, BOOL, EQUATABLE, FLOAT, INT, NUMBER, SET, SetOf, Value
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span

_TAKES = {
    "abs": NUMBER, "int": NUMBER, "float": NUMBER, "sqrt": FLOAT,
    "card": SET, "empty": SET, "powerset": SET,
}  # fmt: skip
_GIVES = {"int": INT, "float": FLOAT, "sqrt": FLOAT, "card": INT, "empty": BOOL}


class Operators(Names):
    """Looks at operators and functions."""

    def _signed(self, node: Signed) -> Abstract:
        found = self.expression(node.operand)
        if node.sign is Sign.NOT:
            if not found.kinds & BOOL:
                return self._wrong(node.operand, "not", BOOL, found)
            return Abstract(BOOL) if found.value is UNKNOWN else known(not found.value)
        if not found.kinds & NUMBER:
            return self._wrong(node.operand, "-", NUMBER, found)
        if isinstance(found.value, int | float):
            return self._try(node, lambda: operations.negative(found.value))  # type: ignore[arg-type]  # known by the test before
        return Abstract(found.kinds & NUMBER)

    def _try(self, node: Node, operation: Callable[[], Value]) -> Abstract:
        """The result of an operation on known values, or the complaint that it has none."""
        try:
            return known(operation())
        except OperationError as error:
            if error.reason == "mixed":
                self.report(faults.incomparable(node.span, self._operator_text(node), self.severity()))
            elif error.reason != "size":
                self.report(faults.operation_failed(node.span, error.reason, self.severity()))
            return ANYTHING

    def _operator_text(self, node: Node) -> str:
        return node.operator.value if isinstance(node, Infix) else getattr(node, "function", "")

    def _infix(self, node: Infix) -> Abstract:
        operator, operands = node.operator, node.operands
        found = [self.expression(operand) for operand in operands]
        self._sets_for_tuples(node)
        if operator in CONNECTIVES:
            return self._connect(node, found)
        if operator is Operator.IN:
            return self._membership(node, found)
        if operator in ARITHMETIC:
            wanted = INT if operator is Operator.MOD else NUMBER
        elif operator in COMPARISONS:
            equality = operator in (Operator.EQUAL, Operator.DIFFERENT)
            wanted = EQUATABLE if equality else NUMBER
        else:
            wanted = SET
        result = found[0]
        span = operands[0].span
        for operand, right in zip(operands[1:], found[1:], strict=True):
            span = span.to(operand.span)
            result = self._pair(Infix(operator, operands, span), wanted, result, right, operand)
        return result

    def _sets_for_tuples(self, node: Infix) -> None:
        """Doubt `[$i,$j] != [$k,$l]`: as sets, `[1,2]` and `[2,1]` are the same."""
        displays = [bare(operand) for operand in node.operands]
        match displays:
            case [SetLiteral(left), SetLiteral(right)] if (
                node.operator in (Operator.EQUAL, Operator.DIFFERENT)
                and len(left) == len(right) > 1
                and any(isinstance(part, Variable) for part in walk((left, right)))
            ):
                text = member_by_member(self.text, node.span, node.operator, left, right)
                self.report(_sets_for_tuples(node.span, node.operator.value, text))

    def _connect(self, node: Infix, found: list[Abstract]) -> Abstract:
        for operand, part in zip(node.operands, found, strict=True):
            if not part.kinds & BOOL:
                self._wrong(operand, node.operator.value, BOOL, part)
                return ANYTHING
        values = known_values(found)
        if values is None:
            return Abstract(BOOL)
        truths = [value is True for value in values]
        if node.operator in (Operator.IMPLIES, Operator.IFF):
            result = truths[-1]
            for truth in reversed(truths[:-1]):
                result = operations.connect(node.operator, truth, result)
        else:
            result = truths[0]
            for truth in truths[1:]:
                result = operations.connect(node.operator, result, truth)
        return known(result)

    def _pair(self, node: Infix, wanted: int, left: Abstract, right: Abstract, right_node: Node) -> Abstract:
        """One binary step of a chain, on two things of one of the wanted kinds."""
        operator = node.operator
        common = left.kinds & right.kinds & wanted
        if not common:
            left_span = Span(node.span.start, node.operands[0].span.end)
            self._wrong_pair(node, wanted, (left_span, left), (right_node, right))
            return Abstract(BOOL) if operator in COMPARISONS else ANYTHING
        values = known_values([left, right])
        if values is not None:
            return self._try(node, lambda: _apply(operator, values[0], values[1]))
        if operator in COMPARISONS or operator is Operator.SUBSET:
            if common == SET:
                self._same_elements(node, left, right)
            return Abstract(BOOL)
        if operator in ARITHMETIC:
            if operator in (Operator.DIVIDE, Operator.MOD) and common == INT and right.value == 0:
                self.report(faults.operation_failed(node.span, "zero", self.severity()))
            return Abstract(common)
        self._same_elements(node, left, right)
        elements = [side.element for side in (left, right) if side.element is not None]
        nonempty = operator is Operator.UNION and (left.nonempty or right.nonempty)
        return set_with(join(elements) if len(elements) == 2 else None, nonempty)

    def _same_elements(self, node: Infix, left: Abstract, right: Abstract) -> None:
        if not (left.element and right.element and left.nonempty and right.nonempty):
            return
        if not left.element.kinds & right.element.kinds:
            self.report(faults.incomparable(node.span, node.operator.value, self.severity()))

    def _membership(self, node: Infix, found: list[Abstract]) -> Abstract:
        element, container = found
        if not container.kinds & SET:
            self.report(self._not_a_set(node.operands[1], container))
            return Abstract(BOOL)
        values = known_values(found)
        if values is not None:
            return self._try(node, lambda: _apply(Operator.IN, values[0], values[1]))
        if container.nonempty and container.element and not container.element.kinds & element.kinds:
            self.report(faults.incomparable(node.span, "in", self.severity()))
        return Abstract(BOOL)

    def _call(self, node: Call) -> Abstract:
        if len(node.arguments) == 2:
            return self._infix(Infix(Operator(node.function), node.arguments, node.span))
        argument = node.arguments[0]
        found = self.expression(argument)
        wanted = _TAKES[node.function]
        if not found.kinds & wanted:
            self._wrong(argument, node.function + "()", wanted, found)
            return Abstract(_GIVES.get(node.function, ANY_KIND))
        values = known_values([found])
        if values is not None:
            result = self._try(node, lambda: operations.call(node.function, values[0], LARGEST_KNOWN_SET))
            if node.function != "powerset" or result is not ANYTHING:
                return result
        if node.function == "powerset":
            return set_with(set_with(found.element), nonempty=True)
        return Abstract(_GIVES.get(node.function, found.kinds & wanted))


def _apply(operator: Operator, left: Value, right: Value) -> Value:
    if operator in ARITHMETIC:
        return operations.calculate(operator, left, right)
    if operator in COMPARISONS:
        return operations.compare(operator, left, right)
    if operator is Operator.IN:
        assert isinstance(right, SetOf)
        return operations.contains(left, right)
    assert isinstance(left, SetOf)
    assert isinstance(right, SetOf)
    return operations.combine(operator, left, right)


def _sets_for_tuples(span: Span, operator: str, text: str) -> Diagnostic:
    return fault("T115", span, label="label", help="help", fix=[Edit(span, text)], operator=operator, text=text)
