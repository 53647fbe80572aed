"""Generators, `let` and conditions: what they bind, in which order it is evaluated, and what is never used."""

from bigand.language import faults
from bigand.language.check.abstract import ANYTHING, Abstract, known
from bigand.language.check.complaints import Complaints
from bigand.language.check.scope import Given, Hidden, Loop
from bigand.language.syntax import COMPARISONS, Generator, Infix, Let, Node
from bigand.language.values import BOOL, SET, SetOf
from bigand.source.diagnostic import Diagnostic, Severity, counted
from bigand.source.fault import fault
from bigand.source.span import Span


class Binders(Complaints):
    """Goes into scopes and out of them."""

    def enter(self, generator: Generator, keyword: str) -> list[Hidden]:
        """Bind the variables of a generator, checking its sets and its condition on the way.

        A set is evaluated only for elements of the sets before it, the condition for elements of all.
        """
        variables, sets = generator.variables, generator.sets
        if len(variables) != len(sets) and variables and keyword != "for":
            extra = sets[-1] if sets else None
            comparison = isinstance(extra, Infix) and extra.operator in COMPARISONS
            counts = (len(variables), len(sets))
            self.report(counts_differ(generator.span, keyword, counts, self.severity(), comparison))
        hidden: list[Hidden] = []
        self.path.append(Loop(generator, 0, False))
        for index, variable in enumerate(variables):
            self.path[-1] = Loop(generator, index, False)
            element = self._elements(sets[index]) if index < len(sets) else ANYTHING
            hidden.append(self.bind(variable, variable.name, element, keyword))
        self.path[-1] = Loop(generator, len(sets), False)
        for extra in sets[len(variables) :]:
            self.expression(extra)
        if generator.condition is not None:
            self.condition(generator.condition, "when")
            self.path[-1] = Loop(generator, len(sets), True)
        return hidden

    def leave(self, hidden: list[Hidden]) -> None:
        """Forget what `enter` bound, and remember what was never used."""
        self.path.pop()
        for key, outer in reversed(hidden):
            gone = self.scope.locals.pop(key, None)
            if gone is not None and not self.muted:
                self.scope.ended[key.split("(", 1)[0]] = gone
                if not gone.used and not key.startswith("$_"):
                    self.report(unused_variable(gone.span, gone.name, gone.word))
            if outer is not None:
                self.scope.locals[key] = outer

    def give(self, let: Let) -> list[Hidden]:
        """Bind the variables of a `let` one after the other, as if each had a `let` of its own."""
        self.path.append(Given(let, 0))
        hidden: list[Hidden] = []
        for at in range(len(let.variables)):
            self.path[-1] = Given(let, at)
            hidden.append(self._give(let, at))
        self.path[-1] = Given(let, len(let.variables))
        return hidden

    def _elements(self, node: Node) -> Abstract:
        """What is known of the elements of what should be a set."""
        found = self.expression(node)
        if not found.kinds & SET:
            self.report(self._not_a_set(node, found))
            return ANYTHING
        if isinstance(found.value, SetOf) and len(found.value.elements) == 1:
            return known(found.value.elements[0])
        return Abstract(found.element.kinds, found.element.element) if found.element else ANYTHING

    def condition(self, node: Node, word: str) -> Abstract:
        """An expression that must be true or false."""
        found = self.expression(node)
        if not found.kinds & BOOL:
            hint, gaps = self._kind_hint(node, BOOL, found)
            self.report(faults.condition_not_boolean(node.span, word, found.kinds, self.severity(), hint, **gaps))
            return ANYTHING
        return found


def unused_variable(span: Span, name: str, word: str) -> Diagnostic:
    return fault("N103", span, help="global" if word == "=" else "local", name=name, word=word)


def counts_differ(
    span: Span, keyword: str, counts: tuple[int, int], severity: Severity, comparison: bool
) -> Diagnostic:
    """`counts` are those of the variables and of the sets; `comparison` says that the last set is one."""
    help = "when" if comparison else {"let": "let", "[": "comprehension"}.get(keyword, "help")
    return fault(
        "N104",
        span,
        variant="let" if keyword == "let" else None,
        help=help,
        severity=severity,
        keyword="for" if keyword == "[" else keyword,
        variables=counted("variable", counts[0]),
        sets=counted("value" if keyword == "let" else "set", counts[1]),
    )
