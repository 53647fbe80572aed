"""Kinds of expressions, by abstract evaluation: one function a construct, small constants carried along."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

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
from bigand.language.check.scope import Binding, Scope
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
    set_of,
)
from bigand.source.diagnostic import Diagnostic, Severity
from bigand.source.span import Span

# A step on the way to a place in the tree: what must come true for the place to be evaluated at all.
Step: TypeAlias = Generator | Let | tuple[Node, bool]

_BUDGET = 2000  # bindings tried, at most, to find out whether a place is reached
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
        self._reached: dict[tuple[tuple[int, bool], ...], bool] = {}

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
        key = tuple([_identity(step) for step in self.path])
        if key not in self._reached:
            saved = self.scope.locals, self.muted
            self.scope.locals, self.muted, self._budget = {}, True, _BUDGET
            self._reached[key] = self._leads_on(0)
            self.scope.locals, self.muted = saved
        return self._reached[key]

    def _leads_on(self, index: int) -> bool:
        if index == len(self.path):
            return True
        step = self.path[index]
        if isinstance(step, Generator):
            return any(holds and self._leads_on(index + 1) for holds in self._bindings(step, 0))
        if isinstance(step, Let):
            for variable, value in zip(step.variables, step.values, strict=False):
                self.scope.locals[variable.name] = _binding(variable, self.expression(value), "let")
            return self._leads_on(index + 1)
        condition, wanted = step
        return self.expression(condition).value is wanted and self._leads_on(index + 1)

    def _bindings(self, generator: Generator, index: int) -> Iterator[bool]:
        """Binds the variables in turn to whatever they can be; tells whether the condition surely holds."""
        if index == min(len(generator.variables), len(generator.sets)):
            condition = generator.condition
            yield condition is None or self.expression(condition).value is True
            return
        found = self.expression(generator.sets[index])
        if isinstance(found.value, SetOf):
            elements = [known(element) for element in found.value.elements]
        elif found.nonempty:
            elements = [found.element or ANYTHING]
        else:
            return
        variable = generator.variables[index]
        for element in elements:
            self._budget -= 1
            if self._budget < 0:
                return
            self.scope.locals[variable.name] = _binding(variable, element, "in")
            yield from self._bindings(generator, index + 1)

    # ------------------------------------------------------------------ scopes

    def enter(self, generator: Generator, keyword: str) -> list[Binding | None]:
        """Bind the variables of a generator, checking its sets and its condition on the way."""
        variables, sets = generator.variables, generator.sets
        if len(variables) != len(sets) and variables:
            extra = sets[-1] if sets else None
            comparison = isinstance(extra, Infix) and extra.operator in COMPARISONS
            self.report(faults.counts_differ(generator.span, keyword, len(variables), len(sets), comparison))
        hidden: list[Binding | None] = []
        own: set[str] = set()
        for index, variable in enumerate(variables):
            element = self._elements(sets[index]) if index < len(sets) else ANYTHING
            hidden.append(self.bind(variable, element, keyword, shadows_own=variable.name in own))
            own.add(variable.name)
        for extra in sets[len(variables) :]:
            self.expression(extra)
        if generator.condition is not None:
            self.condition(generator.condition, "when")
        self.path.append(generator)
        return hidden

    def leave(self, variables: tuple[Variable, ...], hidden: list[Binding | None]) -> None:
        """Forget what `enter` bound, and remember what was never used."""
        self.path.pop()
        for variable, outer in reversed(list(zip(variables, hidden, strict=True))):
            gone = self.scope.locals.pop(variable.name, None)
            if gone is not None and not self.muted:
                self.scope.ended[variable.name] = gone
                if not gone.used and not variable.name.startswith("$_"):
                    self.report(faults.unused_variable(gone.span, gone.name, gone.word))
            if outer is not None:
                self.scope.locals[variable.name] = outer

    def bind(self, variable: Variable, abstract: Abstract, word: str, shadows_own: bool = False) -> Binding | None:
        """Bind a local name; gives the local it hides."""
        name = variable.name
        outer = self.scope.find(name)
        if outer is not None or shadows_own:
            self.report(faults.shadowed(name_span(variable), name, outer.span if outer else variable.span))
        hidden = self.scope.locals.get(name)
        self.scope.locals[name] = _binding(variable, abstract, word)
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
        last = self.diagnostics[-1] if self.diagnostics else None
        if last is not None and last.code == "N106" and last.primary.span == node.span:
            self.diagnostics.pop()
        return True

    def source(self, span: Span) -> str:
        return self.text[span.start : span.end]

    # ------------------------------------------------------------------ expressions

    def condition(self, node: Node, word: str) -> Abstract:
        """An expression that must be true or false."""
        found = self.expression(node)
        if not found.kinds & BOOL:
            self.report(faults.condition_not_boolean(node.span, word, found.kinds, self.severity()))
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

    def variable(self, node: Variable) -> Abstract:
        """What is known of a variable where it is used."""
        if node.arguments:
            return self._indexed(node)
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

    def _indexed(self, node: Variable) -> Abstract:
        """`$v(i)`: a member of a family, or an atom whose predicate is held by a local variable."""
        values = known_values([self.expression(argument) for argument in node.arguments])
        family = self.scope.families.get(node.name)
        if family is not None:
            if values is None:
                self._use(list(family.values()))
                return join([member.abstract for member in family.values()])
            key = operations.atom_name(node.name, tuple(values))
            if key in family:
                self._use([family[key]])
                return family[key].abstract
        local = self.scope.locals.get(node.name)
        if local is not None:
            self._use([local])
            if not local.abstract.kinds & PROPOSITION:
                self.report(
                    faults.variable_not_proposition(
                        node.span, node.name, local.span, local.abstract.kinds, self.severity()
                    )
                )
                return ANYTHING
            return Abstract(PROPOSITION | SET, Abstract(PROPOSITION))
        if family is not None and values is not None:
            key = operations.atom_name(node.name, tuple(values))
            self._use(list(family.values()))
            self.report(faults.no_such_index(node.span, node.name, key, list(family), self.severity()))
            return ANYTHING
        bound = self.scope.globals.get(node.name)
        if bound is None:
            self._unknown_variable(node)
            return ANYTHING
        self._use([bound])
        self.report(faults.global_as_predicate(node.span, node.name, bound.span, self.severity()))
        return ANYTHING

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
                    return set_with(Abstract(INT))
            self._wrong_pair(
                Infix(Operator.MINUS, (node.first, node.last), node.span), NUMBER,
                (node.first.span, first), (node.last, last), "..",
            )  # fmt: skip
            return set_with(Abstract(NUMBER))
        values = known_values([first, last])
        if values is not None:
            try:
                return known(operations.interval(values[0], values[1], LARGEST_KNOWN_SET))
            except OperationError:
                return set_with(Abstract(common), nonempty=True)
        return set_with(Abstract(common))

    def _comprehension(self, node: Comprehension) -> Abstract:
        hidden = self.enter(node.generator, "[")
        element = self.expression(node.element)
        if element.kinds == BOOL:
            self.report(faults.boolean_in_set(node.element.span, self.severity()))
        self.leave(node.generator.variables, hidden)
        values = self._comprehension_values(node)
        if values is not None:
            return known(set_of(values))
        return set_with(element)

    def _comprehension_values(self, node: Comprehension) -> list[Value] | None:
        """The elements, if all are known and not too many."""
        saved = self.scope.locals, self.muted, self._budget
        self.scope.locals, self.muted, self._budget = (
            dict(self.scope.locals),
            True,
            LARGEST_KNOWN_SET,
        )
        values: list[Value] | None = []
        for holds in self._known_bindings(node.generator, 0):
            value = self.expression(node.element).value if holds else UNKNOWN
            if holds is None or (holds and (value is UNKNOWN or isinstance(value, bool))):
                values = None
                break
            if holds and values is not None:
                values.append(value)  # type: ignore[arg-type]  # not UNKNOWN, by the test before
        self.scope.locals, self.muted, self._budget = saved
        return values

    def _known_bindings(self, generator: Generator, index: int) -> Iterator[bool | None]:
        """Every binding with the truth of the condition; None where anything is unknown."""
        if index == min(len(generator.variables), len(generator.sets)):
            value = True if generator.condition is None else self.expression(generator.condition).value
            yield value if isinstance(value, bool) else None
            return
        found = self.expression(generator.sets[index]).value
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
        self.path.append((node.condition, True))
        then = self.expression(node.then)
        self.path[-1] = (node.condition, False)
        otherwise = self.expression(node.otherwise)
        self.path.pop()
        if isinstance(condition.value, bool):
            return then if condition.value else otherwise
        return join([then, otherwise])


def _identity(step: Step) -> tuple[int, bool]:
    """Which step this is: nodes live as long as the tree, so that their addresses are theirs alone."""
    return (id(step[0]), step[1]) if isinstance(step, tuple) else (id(step), True)


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
