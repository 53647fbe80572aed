"""What is said where a value is of the wrong kind, and what was probably meant."""

from bigand.language import faults
from bigand.language.check.abstract import ANYTHING, Abstract
from bigand.language.check.reach import Reach
from bigand.language.syntax import Infix, Integer, Node, Operator, Proposition
from bigand.language.values import BOOL, FLOAT, INT, SET
from bigand.source.diagnostic import Diagnostic
from bigand.source.span import Span

# What arithmetic between two sets probably means.
_OF_SETS = {Operator.MINUS: "diff", Operator.PLUS: "union", Operator.TIMES: "product"}


class Complaints(Reach):
    """Says that a kind is wrong, once, with a hint."""

    def _not_a_set(self, node: Node, found: Abstract) -> Diagnostic:
        hint, gaps = "help", {}
        if found.kinds == INT:
            hint, gaps = "integer", {"text": self.source(node.span)}
        elif self._is_bare_variable(node):
            hint, gaps = "dollar", {"name": self.source(node.span)}
        return faults.not_a_set(node.span, found.kinds, self.severity(), hint, **gaps)

    def _is_bare_variable(self, node: Node) -> bool:
        """Whether a proposition is a variable that lost its dollar; then the doubt said of it is dropped."""
        if not isinstance(node, Proposition) or node.arguments or not self.scope.knows("$" + node.name):
            return False
        self._drop_doubt(node)
        return True

    def _truth_meant(self, node: Node) -> str | None:
        """`true` for a `True` that is read as a proposition; then the doubt said of it is dropped."""
        if not isinstance(node, Proposition) or node.arguments or node.name.lower() not in ("true", "false"):
            return None
        self._drop_doubt(node)
        return node.name.lower()

    def _drop_doubt(self, node: Proposition) -> None:
        """Take back the warning about a name of which an error tells more."""
        for at in range(len(self.diagnostics) - 1, -1, -1):
            place = self.diagnostics[at].primary.span
            if place == node.span and self.diagnostics[at].code in ("N106", "S402"):
                del self.diagnostics[at]
                return
            if place.start < node.span.start:
                return

    def _wrong(self, node: Node, what: str, wanted: int, found: Abstract) -> Abstract:
        hint, gaps = self._kind_hint(node, wanted, found)
        self.report(faults.wrong_kind(node.span, what, wanted, found.kinds, self.severity(), hint, **gaps))
        return ANYTHING

    def _kind_hint(self, node: Node, wanted: int, found: Abstract) -> tuple[str | None, dict[str, str]]:
        if self._is_bare_variable(node):
            return "dollar", {"name": self.source(node.span)}
        if wanted == FLOAT and found.kinds == INT:
            text = self.source(node.span)
            right = text + ".0" if isinstance(node, Integer) else f"float({text})"
            return "float", {"right": right}
        if wanted == BOOL and (truth := self._truth_meant(node)):
            return "truth", {"right": truth}
        return None, {}

    def _wrong_pair(
        self,
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
                hint, gaps = self._kind_hint(side, wanted, part)
                if hint == "dollar":
                    self._wrong(side, what or node.operator.value, wanted, part)
                    return
            elif hint is None and self._is_bare_variable(side):
                hint, gaps = "dollar", {"name": self.source(side.span)}
        if hint is None and {left[1].kinds, right[1].kinds} == {INT, FLOAT}:
            hint = "mixed"
        if hint is None and left[1].kinds == right[1].kinds == SET:
            hint = _OF_SETS.get(node.operator)
        if hint is None and wanted == SET and BOOL in (left[1].kinds, right[1].kinds):
            hint = "parenthesise"
        self.report(
            faults.wrong_kinds(
                node.span, what or node.operator.value, wanted, (left[0], left[1].kinds),
                (right[0].span, right[1].kinds), self.severity(), hint, **gaps,
            )
        )  # fmt: skip
