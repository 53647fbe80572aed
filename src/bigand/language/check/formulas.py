"""What may stand as a formula, in each of the three modes."""

import re

from msgspec.structs import replace

from bigand.language import faults
from bigand.language.check.abstract import ANYTHING, UNKNOWN, Abstract
from bigand.language.check.binders import counts_differ
from bigand.language.check.expressions import ExpressionChecker
from bigand.language.check.names import function_look_alike, keyword_look_alike
from bigand.language.check.scope import Branch
from bigand.language.check.sets import VALUE_BUDGET
from bigand.language.syntax import (
    ARITHMETIC,
    COMPARISONS,
    CONNECTIVES,
    Big,
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
    Quantifier,
    Quoted,
    Range,
    SetLiteral,
    Sign,
    Signed,
    Truth,
    Variable,
    bare,
    walk,
)
from bigand.language.tokens import meant_function, meant_keyword
from bigand.language.unknowns import Unknowns, Use
from bigand.language.values import FLOAT, FORMULA, INT, NUMBER, PROPOSITION, SET, Name
from bigand.source.diagnostic import Diagnostic, Edit, Message, Severity
from bigand.source.fault import fault
from bigand.source.span import Span

_FIRST_WORD = re.compile(r"\w+")
# What `True` and `False` mean where a formula stands.
_AS_FORMULA = {"true": "Top", "false": "Bot"}
# The constant that makes a whole chain constant, wherever it stands in it.
_ABSORBING = {Operator.AND: False, Operator.OR: True}
_NEVER = Branch(Boolean(False), True)


_CONNECTIVES_MEANT = {Operator.PLUS: "plus", Operator.TIMES: "times"}  # as in Boolean algebra


class FormulaChecker(ExpressionChecker):
    """Walks formulas, and through them everything."""

    def __init__(self, text: str, mode: Mode) -> None:
        super().__init__(text, mode)
        self.quantified: dict[str, Span] = {}  # in force here
        self.ever_quantified: dict[str, Span] = {}
        self.free: dict[str, Span] = {}
        self.unknowns = Unknowns()  # those without indices, as far as they are surely used
        self.equalities: list[tuple[Infix, str]] = []  # between such unknowns

    def formula(self, node: Node) -> None:
        """Complain of whatever is no formula, and of what is wrong inside."""
        match node:
            case Proposition():
                self._atom(node)
            case Infix(operator, operands):
                if operator in CONNECTIVES:
                    self._connected(operator, operands)
                else:
                    self._infix_formula(node)
            case Signed(Sign.NOT, operand):
                self.formula(operand)
            case Parenthesised(inner) | LineBreak(inner):
                self.formula(inner)
            case BigOperator():
                self._implication_in_bigor(node)
                hidden = self.enter(node.generator, node.big.value)
                self.formula(node.body)
                self.leave(hidden)
            case Variable():
                self._variable_formula(node)
            case Cardinality():
                self._cardinality(node)
            case If():
                self._if_formula(node)
            case Let():
                self._let(node)
            case Quantified():
                self._quantified(node)
            case Truth():
                pass
            case Error(parts):
                for part in parts:
                    self.names_within(part)
            case Boolean(value):
                written, meant = ("true", "Top") if value else ("false", "Bot")
                self.report(_boolean_as_formula(node.span, written, meant))
            case Quoted():
                text = self.source(Span(node.span.start + 1, node.span.end - 1))
                self.report(fault("S206", node.span, help="help", text=text))
                self.expression(node)
            case Integer() | Float() | Signed() | SetLiteral() | Range() | Comprehension() | Call():
                self._value(node)

    def _implication_in_bigor(self, node: BigOperator) -> None:
        """`bigor $i in S: p($i) => q($i) end`, which a single `p` that is false makes true."""
        body = bare(node.body)
        if node.big is not Big.OR or not isinstance(body, Infix) or body.operator is not Operator.IMPLIES:
            return
        names = [variable.name for variable in node.generator.variables]
        if any(isinstance(part, Variable) and part.name in names for part in walk(body.operands[0])):
            self.report(fault("S405", body.span, label="label", help="help", variables=",".join(names)))

    def _connected(self, operator: Operator, operands: tuple[Node, ...]) -> None:
        """The parts of a formula; what a constant beside it absorbs is never evaluated."""
        absorbed = _absorbed(operator, operands)
        for at, operand in enumerate(operands):
            if at in absorbed:
                self.path.append(_NEVER)
                self.formula(operand)
                self.path.pop()
            else:
                self.formula(operand)

    def _value(self, node: Node) -> None:
        """A number or a set where a formula must stand."""
        in_smt = self.mode is Mode.SMT
        what = "set" if isinstance(node, SetLiteral | Range | Comprehension) else "number"
        if isinstance(node, Call) and node.function not in ("abs", "sqrt", "int", "float", "card"):
            what = "value" if node.function in ("empty", "subset") else "set"
        is_negation = isinstance(node, Signed) and is_formula_like(node.operand)
        self.report(_value_as_formula(node.span, what, in_smt, "minus" if is_negation else ""))
        if not in_smt:
            self.names_within(node)

    def names_within(self, node: Node) -> None:
        """Names are looked up even in what has been refused, kinds are not."""
        silenced, count = self.diagnostics, len(self.diagnostics)
        self.expression(node)
        del silenced[count:]

    def _infix_formula(self, node: Infix) -> None:
        operator = node.operator
        if any([isinstance(operand, Error) for operand in node.operands]):
            return  # it has been complained of
        if operator in COMPARISONS:
            if self.mode is Mode.SMT:
                for operand in node.operands:
                    self._term(operand, operator)
                if self.is_reached():
                    self._note_comparison(node)
                return
            self.report(_comparison_in_formula(node.span, operator.value, self._advice(node)))
        elif operator is Operator.IN:
            self.report(_membership_in_formula(node.span, self.mode is Mode.SMT))
        else:
            what = "number" if operator in ARITHMETIC else "set"
            what = "value" if operator is Operator.SUBSET else what
            connective = _CONNECTIVES_MEANT.get(operator, "") if all(map(is_formula_like, node.operands)) else ""
            self.report(_value_as_formula(node.span, what, self.mode is Mode.SMT, connective))
        self.names_within(node)

    def _advice(self, node: Infix) -> str:
        """What to say to somebody who compares in a formula."""
        equality = node.operator is Operator.EQUAL
        if equality and all(isinstance(operand, Proposition) for operand in node.operands):
            return "equivalence"
        if self.mode is Mode.QBF:
            return "qbf"
        return "unknown" if any([mentions_unknown(operand) for operand in node.operands]) else "help"

    def _term(self, node: Node, operator: Operator) -> bool:
        """A linear term over unknowns: what SMT formulas compare, here with `operator`; whether it has one."""
        match node:
            case Integer() | Float() | Error():
                return False
            case Proposition():
                self._atom(node, as_term=True)
                return True
            case Variable():
                found = self.variable(node, in_formula=True)
                if not found.kinds & (NUMBER | PROPOSITION):
                    self.report(
                        faults.wrong_kind(
                            node.span, operator.value, NUMBER | PROPOSITION, found.kinds, self.severity()
                        )
                    )
                return False
            case Parenthesised(inner) | Signed(Sign.MINUS, inner):
                return self._term(inner, operator)
            case Infix(inner_operator, operands) if (
                inner_operator in ARITHMETIC and inner_operator is not Operator.MOD
            ):
                count = len(self.diagnostics)
                unknown = [operand for operand in operands if self._term(operand, inner_operator)]
                if len(self.diagnostics) == count:
                    self._linear(inner_operator, operands[0], unknown, node.span)
                return bool(unknown)
            case _:
                text = self.source(node.span)
                first = _FIRST_WORD.match(text)
                word = node.operator.value if isinstance(node, Infix) else first.group() if first else text[:1]
                self.report(fault("S207", node.span, help="help", word=word))
                return False

    def _linear(self, operator: Operator, first: Node, unknown: list[Node], span: Span) -> None:
        """All factors but one, and all divisors, are known; `unknown` are those that are not."""
        if operator is Operator.TIMES and len(unknown) > 1:
            self.report(replace(faults.product_of_unknowns(span), severity=self.severity()))
        divisors = [operand for operand in unknown if operand is not first]
        if operator is Operator.DIVIDE and divisors:
            found = faults.division_by_unknown(span, divisors[0].span)
            self.report(replace(found, severity=self.severity()))

    def _note_comparison(self, node: Infix) -> None:
        """What a comparison says of the unknowns in it that have no indices."""
        leaves = [leaf for operand in node.operands for leaf in _leaves(operand)]
        names = [leaf for leaf in leaves if isinstance(leaf, Proposition) and not leaf.arguments]
        bare = all([isinstance(operand, Proposition) for operand in node.operands])
        if bare and node.operator in (Operator.EQUAL, Operator.DIFFERENT):
            self.equalities += [(node, name.name) for name in names[:1]]
        uses: dict[Use, Span] = {}
        for leaf in leaves:
            use = self._number_use(leaf)
            if use is not None:
                uses.setdefault(use, leaf.span)
        for name in names:
            if not bare or node.operator not in (Operator.EQUAL, Operator.DIFFERENT):
                self.unknowns.add_use(Use.NUMBER, name.name, name.span)
            for use, span in uses.items():
                self.unknowns.add_use(use, name.name, span)
            self.unknowns.add_link(names[0].name, name.name, node.span)

    def _number_use(self, leaf: Node) -> Use | None:
        """What a number in a comparison makes of the unknowns in it."""
        if isinstance(leaf, Variable):
            with self.trying(VALUE_BUDGET):
                kinds = self.variable(leaf, in_formula=True).kinds
        else:
            kinds = INT if isinstance(leaf, Integer) else FLOAT if isinstance(leaf, Float) else 0
        return Use.INTEGER if kinds == INT else Use.REAL if kinds == FLOAT else None

    # ------------------------------------------------------------------ atoms

    def _atom(self, node: Proposition, as_term: bool = False) -> None:
        if node.arguments:
            meant = meant_function(node.name)
            if meant in ("exact", "atleast", "atmost"):
                place = Span(node.span.start, node.span.start + len(node.name))
                self.report(function_look_alike(place, node.name, meant))
            elif (keyword := meant_keyword(node.name)) in ("not", "and", "or", "xor", "if"):
                place = Span(node.span.start, node.span.start + len(node.name))
                self.report(keyword_look_alike(place, node.name, keyword or ""))
            for argument in node.arguments:
                self.expression(argument)
        elif not as_term:
            keyword = _AS_FORMULA.get(meant_keyword(node.name) or "", meant_keyword(node.name))
            if keyword is not None:
                self.report(keyword_look_alike(node.span, node.name, keyword))
        if self.mode is Mode.QBF:
            self._occurs(node)
        if self.mode is Mode.SMT and not (as_term or node.arguments or self.muted) and self.is_reached():
            self.unknowns.add_use(Use.PROPOSITION, node.name, node.span)

    def _occurs(self, node: Proposition) -> None:
        """Note a free atom, for the warning that its name is also quantified elsewhere."""
        name = self._constant_name(node)
        if name is not None and name not in self.quantified:
            self.free.setdefault(name, node.span)

    def _constant_name(self, node: Node) -> str | None:
        with self.trying(VALUE_BUDGET):
            value = self.expression(node).value
        return str(value) if isinstance(value, Name) else None

    def _variable_formula(self, node: Variable) -> None:
        found = self.variable(node, in_formula=True)
        if found.kinds & (PROPOSITION | FORMULA):
            return
        binding = self.scope.find(node.name)
        bound = binding.span if binding else node.span
        self.report(faults.variable_not_proposition(node.span, node.name, bound, found.kinds, self.severity()))

    # ------------------------------------------------------------------ constructs

    def _cardinality(self, node: Cardinality) -> None:
        keyword = node.count.value
        number, members = self.expression(node.number), self.expression(node.set)
        if not number.kinds & INT:
            self.report(
                faults.cardinality_kinds(node.number.span, keyword, "number", number.kinds, self.severity())
            )
        if not members.kinds & SET:
            self.report(faults.cardinality_kinds(node.set.span, keyword, "set", members.kinds, self.severity()))
        elif members.kinds == SET and members.nonempty:
            self._members(node.set, keyword, members.element or ANYTHING)

    def _members(self, node: Node, keyword: str, element: Abstract) -> None:
        """The elements counted must be propositions or quoted formulas."""
        if not element.kinds & (PROPOSITION | FORMULA):
            self.report(faults.cardinality_kinds(node.span, keyword, "elements", element.kinds, self.severity()))

    def _if_formula(self, node: If) -> None:
        self.condition(node.condition, "if")
        self.path.append(Branch(node.condition, True))
        self.formula(node.then)
        self.path[-1] = Branch(node.condition, False)
        self.formula(node.otherwise)
        self.path.pop()

    def _let(self, node: Let) -> None:
        if len(node.variables) != len(node.values) and node.variables:
            span = Span(node.variables[0].span.start, node.values[-1].span.end)
            counts = (len(node.variables), len(node.values))
            self.report(counts_differ(span, "let", counts, Severity.ERROR, False))
        hidden = self.give(node)
        for extra in node.values[len(node.variables) :]:
            self.expression(extra)
        self.formula(node.body)
        self.leave(hidden)

    def _quantified(self, node: Quantified) -> None:
        if self.mode is not Mode.QBF:
            big = "bigand" if node.quantifier is Quantifier.FORALL else "bigor"
            word = Span(node.span.start, node.span.start + len(node.quantifier.value))
            in_smt = self.mode is Mode.SMT
            self.report(_quantifier_outside_qbf(word, node.quantifier.value, big, in_smt))
        hidden = self.enter(node.generator, "for") if node.generator else []
        if node.generator and self.mode is Mode.QBF:
            self._quantifier_head(node.generator, node.quantifier.value)
        outer = dict(self.quantified)
        for proposition in node.propositions:
            self._quantify(proposition, node)
        if node.generator:
            self.leave(hidden)
        self.formula(node.body)
        self.quantified = outer

    def _quantifier_head(self, generator: Generator, keyword: str) -> None:
        """Unlike `bigand`, a quantifier runs over one set only, and over all of it."""
        if len(generator.variables) > 1 or len(generator.sets) > 1 or generator.condition is not None:
            self.report(fault("S208", generator.span, help="help", keyword=keyword))

    def _quantify(self, proposition: Node, node: Quantified) -> None:
        """One proposition of a quantifier: it must be one, and not be quantified around here already."""
        if isinstance(proposition, Proposition):
            for argument in proposition.arguments:
                self.expression(argument)
        elif isinstance(proposition, Variable):
            found = self.variable(proposition, in_formula=True)
            if not found.kinds & PROPOSITION:
                keyword = node.quantifier.value
                self.report(faults.quantified_value(proposition.span, keyword, found.kinds, self.severity()))
        for name in self._quantified_names(proposition, node):
            if name in self.quantified:
                self.report(faults.quantified_twice(proposition.span, name, self.quantified[name]))
            self.quantified[name] = proposition.span
            self.ever_quantified.setdefault(name, proposition.span)

    def _quantified_names(self, proposition: Node, node: Quantified) -> list[str]:
        """The names that a quantifier binds, as far as they are known."""
        if node.generator is None:
            name = self._constant_name(proposition)
            return [] if name is None else [name]
        names: dict[str, None] = {}  # one that does not vary is quantified once
        with self.trying(VALUE_BUDGET):
            for holds in self._known_bindings(node.generator, 0):
                value = self.expression(proposition).value if holds else UNKNOWN
                if isinstance(value, Name):
                    names[str(value)] = None
        return list(names)


def _absorbed(operator: Operator, operands: tuple[Node, ...]) -> range:
    """Which operands are never evaluated because of a `Top` or `Bot` among them."""
    truths = [_truth(operand) for operand in operands]
    if operator in _ABSORBING:
        return range(len(operands) if _ABSORBING[operator] in truths else 0)
    if operator is Operator.IMPLIES:
        if truths[-1] is True:
            return range(len(operands))
        if False in truths[:-1]:
            return range(truths.index(False) + 1, len(operands))
    return range(0)


def _truth(node: Node) -> bool | None:
    """The constant that is written here."""
    while type(node) is Parenthesised:
        node = node.inner
    return node.value if type(node) is Truth else None


def _leaves(node: Node) -> list[Node]:
    """What a term is made of, the unknowns with their indices."""
    match node:
        case Parenthesised(inner) | Signed(_, inner):
            return _leaves(inner)
        case Infix(_, operands):
            return [leaf for operand in operands for leaf in _leaves(operand)]
        case _:
            return [node]


def mentions_unknown(node: Node, named: frozenset[str] = frozenset()) -> bool:
    """Whether a term has a proposition in it, something whose value is to be found; `named` hold some."""
    match node:
        case Proposition():
            return True
        case Variable(name):
            return name in named
        case Parenthesised(inner) | Signed(_, inner):
            return mentions_unknown(inner, named)
        case Infix(_, operands):
            return any([mentions_unknown(operand, named) for operand in operands])
        case _:
            return False


def is_formula_like(node: Node) -> bool:
    """Whether only propositions and what looks like connectives between them make up something."""
    match bare(node):
        case Proposition():
            return True
        case Infix(_, operands):
            return all([is_formula_like(operand) for operand in operands])
        case Signed(_, operand):
            return is_formula_like(operand)
        case _:
            return False


def _comparison_in_formula(span: Span, operator: str, help: str) -> Diagnostic:
    """`help` is one of `help`, `unknown`, `qbf`, `equivalence`."""
    return fault("S201", span, label="label", help=help, operator=operator)


def _membership_in_formula(span: Span, in_smt: bool) -> Diagnostic:
    return fault("S201", span, variant="in", label="label", help="in_smt" if in_smt else "in", operator="in")


def _quantifier_outside_qbf(span: Span, keyword: str, big: str, in_smt: bool) -> Diagnostic:
    return fault("S202", span, help="smt" if in_smt else "help", keyword=keyword, big=big)


def _value_as_formula(span: Span, what: str, in_smt: bool, connective: str = "") -> Diagnostic:
    """`connective` says that arithmetic stands for a connective: `plus` for `or`, and so on."""
    help = connective or ("smt" if in_smt and what == "number" else what)
    return fault("S203", span, label="label", help=help, what=Message(f"what.{what}"))


def _boolean_as_formula(span: Span, written: str, meant: str) -> Diagnostic:
    return fault("S204", span, help="help", fix=[Edit(span, meant)], written=written, meant=meant)
