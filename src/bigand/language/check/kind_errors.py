"""Report values of the wrong kind, with hints about what was probably meant."""

from bigand.language import common_diagnostics
from bigand.language.check.abstract import ANYTHING, AbstractValue
from bigand.language.check.checker import Checker
from bigand.language.check.reachability import report_by_reachability
from bigand.language.syntax import Infix, Integer, Node, Operator, Proposition
from bigand.language.values import BOOL, FLOAT, INT, SET
from bigand.source.diagnostic import Edit
from bigand.source.document import Span

# What arithmetic on two sets probably means.
_SET_OPERATOR_HINTS = {Operator.MINUS: "diff", Operator.PLUS: "union", Operator.TIMES: "product"}


def report_not_a_set(checker: Checker, node: Node, abstract: AbstractValue) -> None:
    hint, gaps = "help", {}
    if abstract.kinds == INT:
        hint, gaps = "integer", {"text": checker.source_text(node.span)}
    elif _drop_warning_if_dollar_missing(checker, node):
        hint, gaps = "dollar", {"name": checker.source_text(node.span)}
    report_by_reachability(
        checker,
        common_diagnostics.not_a_set(node.span, abstract.kinds, hint, **gaps),
        _dollar_fix(node, hint, gaps),
    )


def _dollar_fix(node: Node, hint: str | None, gaps: dict[str, str]) -> list[Edit]:
    """The fix for a name that can only be meant as a variable: its dollar."""
    return [Edit(node.span, f"${gaps['name']}")] if hint == "dollar" else []


def _drop_warning_if_dollar_missing(checker: Checker, node: Node) -> bool:
    """Whether a proposition is a variable without its dollar. If so, drop the earlier warning about it."""
    if not isinstance(node, Proposition) or node.arguments or not checker.scope.is_known("$" + node.name):
        return False
    _drop_warning(checker, node)
    return True


def _guess_truth_constant(checker: Checker, node: Node) -> str | None:
    """Return `true` for a `True` that was read as a proposition, and drop the earlier warning about it."""
    if not isinstance(node, Proposition) or node.arguments or node.name.lower() not in ("true", "false"):
        return None
    _drop_warning(checker, node)
    return node.name.lower()


def _drop_warning(checker: Checker, node: Proposition) -> None:
    """Remove the warning about a name, because an error says more about it."""
    for index in range(len(checker.diagnostics) - 1, -1, -1):
        span = checker.diagnostics[index].primary.span
        if span == node.span and checker.diagnostics[index].code in ("N106", "S402"):
            del checker.diagnostics[index]
            return
        if span.start < node.span.start:
            return


def report_wrong_kind(
    checker: Checker, node: Node, operation: str, expected: int, abstract: AbstractValue
) -> AbstractValue:
    hint, gaps = find_wrong_kind_hint(checker, node, expected, abstract)
    diagnostic = common_diagnostics.wrong_kind(node.span, operation, expected, abstract.kinds, hint, **gaps)
    report_by_reachability(checker, diagnostic, _dollar_fix(node, hint, gaps))
    return ANYTHING


def find_wrong_kind_hint(
    checker: Checker, node: Node, expected: int, abstract: AbstractValue
) -> tuple[str | None, dict[str, str]]:
    """The hint for a node of the wrong kind, if there is one, and its gaps."""
    if _drop_warning_if_dollar_missing(checker, node):
        return "dollar", {"name": checker.source_text(node.span)}
    if expected == FLOAT and abstract.kinds == INT:
        text = checker.source_text(node.span)
        right = text + ".0" if isinstance(node, Integer) else f"float({text})"
        return "float", {"right": right}
    if expected == BOOL and (truth := _guess_truth_constant(checker, node)):
        return "truth", {"right": truth}
    return None, {}


def report_wrong_operand_kinds(
    checker: Checker,
    node: Infix,
    expected: int,
    left: tuple[Span, AbstractValue],
    right: tuple[Node, AbstractValue],
    operation: str = "",
) -> None:
    hint: str | None = None
    gaps: dict[str, str] = {}
    for side, part in ((node.operands[0], left[1]), right):
        if hint is None and not part.kinds & expected:
            hint, gaps = find_wrong_kind_hint(checker, side, expected, part)
            if hint == "dollar":
                report_wrong_kind(checker, side, operation or node.operator.value, expected, part)
                return
        elif hint is None and _drop_warning_if_dollar_missing(checker, side):
            hint, gaps = "dollar", {"name": checker.source_text(side.span)}
    if hint is None and {left[1].kinds, right[1].kinds} == {INT, FLOAT}:
        hint = "mixed"
    if hint is None and left[1].kinds == right[1].kinds == SET:
        hint = _SET_OPERATOR_HINTS.get(node.operator)
    if hint is None and expected == SET and BOOL in (left[1].kinds, right[1].kinds):
        hint = "parenthesise"
    sides = (left[0], left[1].kinds), (right[0].span, right[1].kinds)
    report_by_reachability(
        checker,
        common_diagnostics.wrong_kinds(node.span, operation or node.operator.value, expected, sides, hint, **gaps),
    )
