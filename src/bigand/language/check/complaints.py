"""What is said where a value is of the wrong kind, and what was probably meant."""

from bigand.language import faults
from bigand.language.check.abstract import ANYTHING, Abstract
from bigand.language.check.checker import Checker
from bigand.language.check.reach import report_here
from bigand.language.syntax import Infix, Integer, Node, Operator, Proposition
from bigand.language.values import BOOL, FLOAT, INT, SET
from bigand.source.diagnostic import Edit
from bigand.source.span import Span

# What arithmetic between two sets probably means.
_OF_SETS = {Operator.MINUS: "diff", Operator.PLUS: "union", Operator.TIMES: "product"}


def not_a_set(checker: Checker, node: Node, abstract: Abstract) -> None:
    hint, gaps = "help", {}
    if abstract.kinds == INT:
        hint, gaps = "integer", {"text": checker.source(node.span)}
    elif _is_bare_variable(checker, node):
        hint, gaps = "dollar", {"name": checker.source(node.span)}
    report_here(checker, faults.not_a_set(node.span, abstract.kinds, hint, **gaps), _dollar(node, hint, gaps))


def _dollar(node: Node, hint: str | None, gaps: dict[str, str]) -> list[Edit]:
    """A name that can only be meant as the variable gets its dollar."""
    return [Edit(node.span, f"${gaps['name']}")] if hint == "dollar" else []


def _is_bare_variable(checker: Checker, node: Node) -> bool:
    """Whether a proposition is a variable that lost its dollar; then the doubt said of it is dropped."""
    if not isinstance(node, Proposition) or node.arguments or not checker.scope.knows("$" + node.name):
        return False
    _drop_doubt(checker, node)
    return True


def _truth_meant(checker: Checker, node: Node) -> str | None:
    """`true` for a `True` that is read as a proposition; then the doubt said of it is dropped."""
    if not isinstance(node, Proposition) or node.arguments or node.name.lower() not in ("true", "false"):
        return None
    _drop_doubt(checker, node)
    return node.name.lower()


def _drop_doubt(checker: Checker, node: Proposition) -> None:
    """Take back the warning about a name of which an error tells more."""
    for index in range(len(checker.diagnostics) - 1, -1, -1):
        place = checker.diagnostics[index].primary.span
        if place == node.span and checker.diagnostics[index].code in ("N106", "S402"):
            del checker.diagnostics[index]
            return
        if place.start < node.span.start:
            return


def wrong_kind(checker: Checker, node: Node, what: str, wanted: int, abstract: Abstract) -> Abstract:
    hint, gaps = kind_hint(checker, node, wanted, abstract)
    wrong = faults.wrong_kind(node.span, what, wanted, abstract.kinds, hint, **gaps)
    report_here(checker, wrong, _dollar(node, hint, gaps))
    return ANYTHING


def kind_hint(checker: Checker, node: Node, wanted: int, abstract: Abstract) -> tuple[str | None, dict[str, str]]:
    if _is_bare_variable(checker, node):
        return "dollar", {"name": checker.source(node.span)}
    if wanted == FLOAT and abstract.kinds == INT:
        text = checker.source(node.span)
        right = text + ".0" if isinstance(node, Integer) else f"float({text})"
        return "float", {"right": right}
    if wanted == BOOL and (truth := _truth_meant(checker, node)):
        return "truth", {"right": truth}
    return None, {}


def wrong_pair(
    checker: Checker,
    node: Infix,
    wanted: int,
    left: tuple[Span, Abstract],
    right: tuple[Node, Abstract],
    what: str = "",
) -> None:
    hint: str | None = None
    gaps: dict[str, str] = {}
    for side, part in ((node.operands[0], left[1]), right):
        if hint is None and not part.kinds & wanted:
            hint, gaps = kind_hint(checker, side, wanted, part)
            if hint == "dollar":
                wrong_kind(checker, side, what or node.operator.value, wanted, part)
                return
        elif hint is None and _is_bare_variable(checker, side):
            hint, gaps = "dollar", {"name": checker.source(side.span)}
    if hint is None and {left[1].kinds, right[1].kinds} == {INT, FLOAT}:
        hint = "mixed"
    if hint is None and left[1].kinds == right[1].kinds == SET:
        hint = _OF_SETS.get(node.operator)
    if hint is None and wanted == SET and BOOL in (left[1].kinds, right[1].kinds):
        hint = "parenthesise"
    sides = (left[0], left[1].kinds), (right[0].span, right[1].kinds)
    report_here(checker, faults.wrong_kinds(node.span, what or node.operator.value, wanted, sides, hint, **gaps))
