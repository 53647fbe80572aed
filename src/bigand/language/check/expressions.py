"""Kinds of expressions, by abstract evaluation: one function a construct, small constants carried along."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bigand.language import operations
from bigand.language.check.abstract import (
    ANYTHING,
    DEEPEST_KNOWN_SET,
    LARGEST_KNOWN_SET,
    UNKNOWN,
    Abstract,
    join,
    known,
    set_with,
)
from bigand.language.check.scope import (
    Binding,
    Branch,
    Given,
    Hidden,
    Loop,
    Scope,
    Step,
    index_key,
    is_vague,
)
from bigand.language.faults import check as faults
from bigand.language.faults.syntax import function_look_alike, keyword_look_alike
from bigand.language.operations import OperationError
from bigand.language.syntax import (
    ARITHMETIC,
    COMPARISONS,
    CONNECTIVES,
    BigOperator,
    Boolean,
    Call,
    Cardinality,
    Comprehension,
    Error,
    Float,
    Generator,
    If,
    Infix,
    Integer,
    Let,
    LineBreak,
    Mode,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Quantified,
    Quoted,
    Range,
    SetLiteral,
    Sign,
    Signed,
    Truth,
    Variable,
)
from bigand.language.tokens import KEYWORDS, meant_function
from bigand.language.values import (
    ANY_KIND,
    BOOL,
    FLOAT,
    FORMULA,
    INT,
    NUMBER,
    PROPOSITION,
    SET,
    Name,
    SetOf,
    Value,
    kind_of,
    set_of,
)
from bigand.source.diagnostic import Diagnostic, Severity
from bigand.source.span import Span

_DEEPEST_SEARCH = 40  # steps on the way to a place
_REACH_BUDGET = 5000  # bindings tried, at most, to find out whether a place is reached
VALUE_BUDGET = 2000  # and to find the elements of a comprehension
_KEYWORD_LETTERS = {keyword.lower() for keyword in KEYWORDS} | {"bottom"}
_TAKES = {
    "abs": NUMBER, "int": NUMBER, "float": NUMBER, "sqrt": FLOAT,
    "card": SET, "empty": SET, "powerset": SET,
}  # fmt: skip
_GIVES = {"int": INT, "float": FLOAT, "sqrt": FLOAT, "card": INT, "empty": BOOL}


class ExpressionChecker:
    """Walks expressions; `formula` is given by the checker of formulas built on this one."""

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
        raise AssertionError(f"the checker of formulas looks at {node}")

    # ------------------------------------------------------------------ what is sure

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
            self.scope.locals[variable.name] = _binding(variable, element, "in")
            yield from self._bindings(loop, index + 1)

    # ------------------------------------------------------------------ scopes

    def enter(self, generator: Generator, keyword: str) -> list[Hidden]:
        """Bind the variables of a generator, checking its sets and its condition on the way.

        A set is evaluated only for elements of the sets before it, the condition for elements of all.
        """
        variables, sets = generator.variables, generator.sets
        if len(variables) != len(sets) and variables and keyword != "for":
            extra = sets[-1] if sets else None
            comparison = isinstance(extra, Infix) and extra.operator in COMPARISONS
            counts = (len(variables), len(sets))
            self.report(faults.counts_differ(generator.span, keyword, counts, self.severity(), comparison))
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
                    self.report(faults.unused_variable(gone.span, gone.name, gone.word))
            if outer is not None:
                self.scope.locals[key] = outer

    def bind(self, variable: Variable, key: str, abstract: Abstract, word: str) -> Hidden:
        """Bind a local name; gives the local it hides."""
        outer = self.scope.find(key)
        if outer is not None:
            self.report(faults.shadowed(name_span(variable), key, outer.span))
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

    def source(self, span: Span) -> str:
        return self.text[span.start : span.end]

    # ------------------------------------------------------------------ expressions

    def condition(self, node: Node, word: str) -> Abstract:
        """An expression that must be true or false."""
        found = self.expression(node)
        if not found.kinds & BOOL:
            hint, gaps = self._kind_hint(node, BOOL, found)
            self.report(faults.condition_not_boolean(node.span, word, found.kinds, self.severity(), hint, **gaps))
            return ANYTHING
        return found

    def expression(self, node: Node) -> Abstract:
        """What is known of the value of an expression; complaints on the way."""
        match node:
            case Integer(value):
                return Abstract(INT, None, value)
            case Float(text):
                return Abstract(FLOAT, None, float(text))
            case Proposition():
                return self._proposition(node)
            case Variable():
                return self.variable(node)
            case Infix():
                return self._infix(node)
            case Parenthesised(inner):
                return self.expression(inner)
            case Signed():
                return self._signed(node)
            case SetLiteral(elements):
                return self._set(elements)
            case Range():
                return self._range(node)
            case Call():
                return self._call(node)
            case Boolean(value):
                return Abstract(BOOL, None, value)
            case If():
                return self._if(node)
            case Comprehension():
                return self._comprehension(node)
            case Quoted(inner):
                self._quoted(inner)
                return Abstract(FORMULA)
            case Error(parts):
                for part in parts:
                    self.expression(part)
                return ANYTHING
            case Truth() | BigOperator() | Cardinality() | Let() | Quantified() | LineBreak():
                return self._formula_as_value(node)

    def _formula_as_value(self, node: Truth | BigOperator | Cardinality | Let | Quantified | LineBreak) -> Abstract:
        text = self.source(node.span)
        word = text.split(None, 1)[0].split("(", 1)[0] if text else ""
        self.report(faults.formula_as_value(node.span, word, text if len(text) <= 40 else "…"))
        if not isinstance(node, Truth) and not self.muted:
            self.formula(node)
        return ANYTHING

    def _quoted(self, inner: Node) -> None:
        """Only the propositional grammar stands in quotes."""
        mode, self.mode = self.mode, Mode.SAT
        self.formula(inner)
        self.mode = mode

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
            self.report(faults.proposition_for_variable(node.span, node.name, bound.span))
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
        """`$v(i)`: an indexed variable, or, in a formula, an atom whose predicate is held by a local one."""
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
        self._no_such_variable(node, key if indices is not None else self.source(node.span))
        return ANYTHING

    def _no_such_variable(self, node: Variable, key: str) -> None:
        """Complain of an indexed variable that has no value."""
        members = self.scope.members(node.name)
        bound = self.scope.find(node.name)
        if members:
            self._use(list(members.values()))
            self.report(faults.no_such_index(node.span, node.name, key, list(members), self.severity()))
        elif bound is None:
            self._unknown_variable(node)
        elif node.name in self.scope.locals:
            self._use([bound])
            self.report(faults.predicate_as_value(node.span, node.name, key, bound.span, self.severity()))
        else:
            self._use([bound])
            self.report(faults.global_as_predicate(node.span, node.name, bound.span, self.severity()))

    def _use(self, bindings: list[Binding]) -> None:
        if not self.muted:
            for binding in bindings:
                binding.used = True

    # ------------------------------------------------------------------ operators

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

    def _infix(self, node: Infix) -> Abstract:
        operator, operands = node.operator, node.operands
        found = [self.expression(operand) for operand in operands]
        if operator in CONNECTIVES:
            return self._connect(node, found)
        if operator is Operator.IN:
            return self._membership(node, found)
        if operator in ARITHMETIC:
            wanted = INT if operator is Operator.MOD else NUMBER
        elif operator in COMPARISONS:
            equality = operator in (Operator.EQUAL, Operator.DIFFERENT)
            wanted = NUMBER | PROPOSITION | SET if equality else NUMBER
        else:
            wanted = SET
        result = found[0]
        span = operands[0].span
        for operand, right in zip(operands[1:], found[1:], strict=True):
            span = span.to(operand.span)
            result = self._pair(Infix(operator, operands, span), wanted, result, right, operand)
        return result

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
        if hint is None and wanted == SET and BOOL in (left[1].kinds, right[1].kinds):
            hint = "parenthesise"
        self.report(
            faults.wrong_kinds(
                node.span, what or node.operator.value, wanted, (left[0], left[1].kinds),
                (right[0].span, right[1].kinds), self.severity(), hint, **gaps,
            )
        )  # fmt: skip

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

    # ------------------------------------------------------------------ sets and branches

    def _set(self, elements: tuple[Node, ...]) -> Abstract:
        found = [self.expression(element) for element in elements]
        if not found:
            return known(SetOf(()))
        kinds = ANY_KIND & ~BOOL
        for element, part in zip(elements, found, strict=True):
            if part.kinds == BOOL:
                self.report(faults.boolean_in_set(element.span, self.severity()))
                return set_with(None, nonempty=True)
            if not part.kinds & kinds:
                self.report(faults.mixed_kinds(element.span, elements[0].span, part.kinds, kinds, self.severity()))
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
            self.report(faults.boolean_in_set(node.element.span, self.severity()))
        self.leave(hidden)
        found = Abstract(SET)
        if not self._too_much:  # what is too much for a part is too much for the whole
            with self.trying(VALUE_BUDGET):
                found = self._comprehension_known(node)
                self._too_much = self._budget < 0
        self._too_much = self._too_much or too_much_before
        if found.element is not None and not _is_kind(found.element.kinds):
            kinds, severity = found.element.kinds, self.severity()
            self.report(faults.mixed_comprehension(node.element.span, kinds, severity))
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
            self.scope.locals[variable.name] = _binding(variable, known(element), "in")
            yield from self._known_bindings(generator, index + 1)

    def _if(self, node: If) -> Abstract:
        condition = self.condition(node.condition, "if")
        self.path.append(Branch(node.condition, True))
        then = self.expression(node.then)
        self.path[-1] = Branch(node.condition, False)
        otherwise = self.expression(node.otherwise)
        self.path.pop()
        if isinstance(condition.value, bool):
            return then if condition.value else otherwise
        return join([then, otherwise])


def _identity(step: Step) -> tuple[int, ...]:
    """Which step this is: nodes live as long as the tree, so that their addresses are theirs alone."""
    return (id(step[0]), *step[1:])


def _is_kind(kinds: int) -> bool:
    """Whether these kinds are one only."""
    return kinds & (kinds - 1) == 0


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


def known_values(found: list[Abstract]) -> list[Value] | None:
    """The values, if all are known."""
    values: list[Value] = []
    for part in found:
        if part.value is UNKNOWN:
            return None
        values.append(part.value)  # type: ignore[arg-type]  # not UNKNOWN, by the test before
    return values


def _binding(variable: Variable, abstract: Abstract, word: str) -> Binding:
    return Binding(variable.name, name_span(variable), word, abstract)


def name_span(variable: Variable) -> Span:
    return Span(variable.span.start, variable.span.start + len(variable.name))
