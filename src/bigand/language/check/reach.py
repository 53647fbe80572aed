"""What is sure: whether a place of the file is reached, found by trying values of the variables around it."""

from collections.abc import Iterator
from contextlib import contextmanager

from bigand.language.check.abstract import ANYTHING, Abstract, known, known_values
from bigand.language.check.scope import Binding, Given, Hidden, Loop, Scope, Step, index_key
from bigand.language.syntax import Let, Mode, Node, Variable
from bigand.language.values import SET, SetOf
from bigand.source.diagnostic import Diagnostic, Severity
from bigand.source.fault import fault
from bigand.source.span import Span

_DEEPEST_SEARCH = 40  # steps on the way to a place
_REACH_BUDGET = 5000  # bindings tried, at most, to find out whether a place is reached


class Reach:
    """Where a check is in a file, what is bound there, and what has been said."""

    def __init__(self, text: str, mode: Mode) -> None:
        self.text = text
        self.mode = mode
        self.diagnostics: list[Diagnostic] = []
        self.scope = Scope()
        self.path: list[Step] = []
        self.unknown: list[tuple[Variable, bool, int]] = []
        self.item = 0
        self.muted = False
        self._budget = 0
        self._too_much = False  # the budget did not suffice for a comprehension inside this one
        self._reached: dict[tuple[tuple[int, ...], ...], bool] = {}

    def formula(self, node: Node) -> None:
        """Look at a formula: what is built on this says how."""
        raise NotImplementedError

    def expression(self, node: Node) -> Abstract:
        """What is known of the value of an expression; complaints on the way."""
        raise NotImplementedError

    def report(self, diagnostic: Diagnostic) -> None:
        if not self.muted:
            self.diagnostics.append(diagnostic)

    def severity(self) -> Severity:
        """An error here, if this place is surely evaluated; else only a warning."""
        return Severity.ERROR if self.muted or self.is_reached() else Severity.WARNING

    def is_reached(self) -> bool:
        """Whether some binding, found by trying, leads to this place."""
        if not self.path:
            return True
        if len(self.path) > _DEEPEST_SEARCH:
            return False  # nobody nests so deeply; it is not worth the search
        key = tuple([_identity(step) for step in self.path])
        if key not in self._reached:
            with self.trying(_REACH_BUDGET):
                self.scope.locals = {}
                self._reached[key] = self._leads_on(0)
        return self._reached[key]

    @contextmanager
    def trying(self, budget: int) -> Iterator[None]:
        """Evaluate without complaining, with at most so many bindings, and without leaving a trace."""
        saved = self.scope.locals, self.muted, self._budget
        self.scope.locals, self.muted, self._budget = dict(self.scope.locals), True, budget
        yield
        self.scope.locals, self.muted, self._budget = saved

    def _leads_on(self, index: int) -> bool:
        if index == len(self.path):
            return True
        step = self.path[index]
        if isinstance(step, Loop):
            return any(holds and self._leads_on(index + 1) for holds in self._bindings(step, 0))
        if isinstance(step, Given):
            for at in range(step.values):
                self._give(step.let, at)
            return self._leads_on(index + 1)
        return self.expression(step.condition).value is step.wanted and self._leads_on(index + 1)

    def _bindings(self, loop: Loop, index: int) -> Iterator[bool]:
        """Binds the variables in turn to whatever they can be; tells whether the condition surely holds."""
        generator = loop.generator
        if index == min(len(generator.variables), len(generator.sets), loop.sets):
            condition = generator.condition if loop.condition else None
            yield condition is None or self.expression(condition).value is True
            return
        found = self.expression(generator.sets[index])
        if isinstance(found.value, SetOf):
            elements = [known(element) for element in found.value.elements]
        elif found.nonempty or not found.kinds & SET:  # what is no set has been complained of
            elements = [found.element or ANYTHING]
        else:
            return
        variable = generator.variables[index]
        for element in elements:
            self._budget -= 1
            if self._budget < 0:
                return
            self.scope.locals[variable.name] = binding_of(variable, element, "in")
            yield from self._bindings(loop, index + 1)

    def bind(self, variable: Variable, key: str, abstract: Abstract, word: str) -> Hidden:
        """Bind a local name; gives the local it hides."""
        outer = self.scope.find(key)
        if outer is not None:
            self.report(
                fault("N105", name_span(variable), secondary=[(outer.span, "outer")], help="help", name=key)
            )
        hidden = self.scope.locals.get(key)
        self.scope.locals[key] = Binding(key, name_span(variable), word, abstract)
        return key, hidden

    def _give(self, let: Let, at: int) -> Hidden:
        """Give a variable of a `let` its value, in which the variables before it are known."""
        variable = let.variables[at]
        indices = known_values([self.expression(argument) for argument in variable.arguments])
        key = index_key(variable.name, indices)
        abstract = self.expression(let.values[at]) if at < len(let.values) else ANYTHING
        return self.bind(variable, key, abstract, "let")

    def source(self, span: Span) -> str:
        return self.text[span.start : span.end]


def _identity(step: Step) -> tuple[int, ...]:
    """Which step this is: nodes live as long as the tree, so that their addresses are theirs alone."""
    return (id(step[0]), *step[1:])


def binding_of(variable: Variable, abstract: Abstract, word: str) -> Binding:
    return Binding(variable.name, name_span(variable), word, abstract)


def name_span(variable: Variable) -> Span:
    return Span(variable.span.start, variable.span.start + len(variable.name))
