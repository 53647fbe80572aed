"""What may stand as a formula, in each of the three modes."""

from bigand.language import faults, syntax
from bigand.language.check.abstract import ANYTHING, Abstract
from bigand.language.check.atoms import check_atom, check_variable_formula
from bigand.language.check.binders import check_condition, counts_differ, enter, enter_let, leave
from bigand.language.check.checker import Checker
from bigand.language.check.quantifiers import check_quantified
from bigand.language.check.reach import is_reached, report_here
from bigand.language.check.scope import Branch
from bigand.language.check.terms import check_term, mentions_unknown, note_comparison
from bigand.language.values import FORMULA, INT, PROPOSITION, SET
from bigand.source.diagnostic import Diagnostic, Edit, Message
from bigand.source.fault import fault
from bigand.source.span import Span

# The constant that makes a whole chain constant, wherever it stands in it.
_ABSORBING = {syntax.Operator.AND: False, syntax.Operator.OR: True}
_NEVER = Branch(syntax.Boolean(False), True)
_CONNECTIVES_MEANT = {syntax.Operator.PLUS: "plus", syntax.Operator.TIMES: "times"}  # as in Boolean algebra


def check_formula(checker: Checker, node: syntax.Node) -> None:
    """Complain of whatever is no formula, and of what is wrong inside."""
    match node:
        case syntax.Proposition():
            check_atom(checker, node)
        case syntax.Infix(operator, operands):
            if operator in syntax.CONNECTIVES:
                _check_connected(checker, operator, operands)
            else:
                _check_infix_formula(checker, node)
        case syntax.Signed(syntax.Sign.NOT, operand):
            checker.formula(operand)
        case syntax.Parenthesised(inner) | syntax.LineBreak(inner):
            checker.formula(inner)
        case syntax.BigOperator():
            _check_big_operator(checker, node)
        case syntax.Variable():
            check_variable_formula(checker, node)
        case syntax.Cardinality():
            _check_cardinality(checker, node)
        case syntax.If():
            _check_if_formula(checker, node)
        case syntax.Let():
            _check_let(checker, node)
        case syntax.Quantified():
            check_quantified(checker, node)
        case syntax.Truth():
            pass
        case syntax.Error(parts):
            for part in parts:
                names_within(checker, part)
        case syntax.Boolean(value):
            written, meant = ("true", "Top") if value else ("false", "Bot")
            checker.report(fault("S204", node.span, fix=[Edit(node.span, meant)], written=written, meant=meant))
        case syntax.Quoted():
            text = checker.source(Span(node.span.start + 1, node.span.end - 1))
            checker.report(fault("S206", node.span, text=text))
            checker.expression(node)
        case (
            syntax.Integer()
            | syntax.Float()
            | syntax.Signed()
            | syntax.SetLiteral()
            | syntax.Range()
            | syntax.Comprehension()
            | syntax.Call()
        ):
            _value_for_formula(checker, node)


def _check_big_operator(checker: Checker, node: syntax.BigOperator) -> None:
    _implication_in_bigor(checker, node)
    hidden = enter(checker, node.generator, node.big.value)
    checker.formula(node.body)
    leave(checker, hidden)


def _implication_in_bigor(checker: Checker, node: syntax.BigOperator) -> None:
    """`bigor $i in S: p($i) => q($i) end`, which a single `p` that is false makes true."""
    body = syntax.bare(node.body)
    if (
        node.big is not syntax.Big.OR
        or not isinstance(body, syntax.Infix)
        or body.operator is not syntax.Operator.IMPLIES
    ):
        return
    names = [variable.name for variable in node.generator.variables]
    if any(isinstance(part, syntax.Variable) and part.name in names for part in syntax.walk(body.operands[0])):
        checker.report(fault("S405", body.span, variables=",".join(names)))


def _check_connected(checker: Checker, operator: syntax.Operator, operands: tuple[syntax.Node, ...]) -> None:
    """The parts of a formula; what a constant beside it absorbs is never evaluated."""
    absorbed = _absorbed(operator, operands)
    for index, operand in enumerate(operands):
        if index in absorbed:
            checker.path.append(_NEVER)
            checker.formula(operand)
            checker.path.pop()
        else:
            checker.formula(operand)


def _value_for_formula(checker: Checker, node: syntax.Node) -> None:
    """A number or a set where a formula must stand."""
    in_smt = checker.mode is syntax.Mode.SMT
    what = "set" if isinstance(node, syntax.SetLiteral | syntax.Range | syntax.Comprehension) else "number"
    if isinstance(node, syntax.Call) and node.function not in ("abs", "sqrt", "int", "float", "card"):
        what = "value" if node.function in ("empty", "subset") else "set"
    is_negation = isinstance(node, syntax.Signed) and _is_formula_like(node.operand)
    checker.report(_value_as_formula(node.span, what, in_smt, "minus" if is_negation else ""))
    if not in_smt:
        names_within(checker, node)


def names_within(checker: Checker, node: syntax.Node) -> None:
    """Names are looked up even in what has been refused, kinds are not."""
    silenced, count = checker.diagnostics, len(checker.diagnostics)
    checker.expression(node)
    del silenced[count:]


def _check_infix_formula(checker: Checker, node: syntax.Infix) -> None:
    operator = node.operator
    if any([isinstance(operand, syntax.Error) for operand in node.operands]):
        return  # it has been complained of
    if operator in syntax.COMPARISONS:
        if checker.mode is syntax.Mode.SMT:
            for operand in node.operands:
                check_term(checker, operand, operator)
            if is_reached(checker):
                note_comparison(checker, node)
            return
        checker.report(fault("S201", node.span, help=_advice(checker, node), operator=operator.value))
    elif operator is syntax.Operator.IN:
        checker.report(_membership_in_formula(node.span, checker.mode is syntax.Mode.SMT))
    else:
        what = "number" if operator in syntax.ARITHMETIC else "set"
        what = "value" if operator is syntax.Operator.SUBSET else what
        connective = _CONNECTIVES_MEANT.get(operator, "") if all(map(_is_formula_like, node.operands)) else ""
        checker.report(_value_as_formula(node.span, what, checker.mode is syntax.Mode.SMT, connective))
    names_within(checker, node)


def _advice(checker: Checker, node: syntax.Infix) -> str:
    """What to say to somebody who compares in a formula."""
    equality = node.operator is syntax.Operator.EQUAL
    if equality and all(isinstance(operand, syntax.Proposition) for operand in node.operands):
        return "equivalence"
    if checker.mode is syntax.Mode.QBF:
        return "qbf"
    return "unknown" if any([mentions_unknown(operand) for operand in node.operands]) else "help"


def _check_cardinality(checker: Checker, node: syntax.Cardinality) -> None:
    keyword = node.count.value
    number, members = checker.expression(node.number), checker.expression(node.set)
    if not number.kinds & INT:
        report_here(checker, faults.cardinality_kinds(node.number.span, keyword, "number", number.kinds))
    if not members.kinds & SET:
        report_here(checker, faults.cardinality_kinds(node.set.span, keyword, "set", members.kinds))
    elif members.kinds == SET and members.nonempty:
        _check_members(checker, node.set, keyword, members.element or ANYTHING)


def _check_members(checker: Checker, node: syntax.Node, keyword: str, element: Abstract) -> None:
    """The elements counted must be propositions or quoted formulas."""
    if not element.kinds & (PROPOSITION | FORMULA):
        report_here(checker, faults.cardinality_kinds(node.span, keyword, "elements", element.kinds))


def _check_if_formula(checker: Checker, node: syntax.If) -> None:
    check_condition(checker, node.condition, "if")
    checker.path.append(Branch(node.condition, True))
    checker.formula(node.then)
    checker.path[-1] = Branch(node.condition, False)
    checker.formula(node.otherwise)
    checker.path.pop()


def _check_let(checker: Checker, node: syntax.Let) -> None:
    if len(node.variables) != len(node.values) and node.variables:
        span = Span(node.variables[0].span.start, node.values[-1].span.end)
        counts = (len(node.variables), len(node.values))
        checker.report(counts_differ(span, "let", counts))
    hidden = enter_let(checker, node)
    for extra in node.values[len(node.variables) :]:
        checker.expression(extra)
    checker.formula(node.body)
    leave(checker, hidden)


def _absorbed(operator: syntax.Operator, operands: tuple[syntax.Node, ...]) -> range:
    """Which operands are never evaluated because of a `Top` or `Bot` among them."""
    truths = [_truth(operand) for operand in operands]
    if operator in _ABSORBING:
        return range(len(operands) if _ABSORBING[operator] in truths else 0)
    if operator is syntax.Operator.IMPLIES:
        if truths[-1] is True:
            return range(len(operands))
        if False in truths[:-1]:
            return range(truths.index(False) + 1, len(operands))
    return range(0)


def _truth(node: syntax.Node) -> bool | None:
    """The constant that is written here."""
    while type(node) is syntax.Parenthesised:
        node = node.inner
    return node.value if type(node) is syntax.Truth else None


def _is_formula_like(node: syntax.Node) -> bool:
    """Whether only propositions and what looks like connectives between them make up something."""
    return all(isinstance(leaf, syntax.Proposition) for leaf in syntax.leaves(node))


def _membership_in_formula(span: Span, in_smt: bool) -> Diagnostic:
    return fault("S201", span, variant="in", label="label", help="in_smt" if in_smt else "in", operator="in")


def _value_as_formula(span: Span, what: str, in_smt: bool, connective: str = "") -> Diagnostic:
    """`connective` says that arithmetic stands for a connective: `plus` for `or`, and so on."""
    help = connective or ("smt" if in_smt and what == "number" else what)
    return fault("S203", span, help=help, what=Message(f"what.{what}"))
