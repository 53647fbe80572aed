"""Check what is allowed as a formula, in each of the three modes."""

from bigand.language import common_diagnostics, syntax
from bigand.language.check.abstract import ANYTHING, UNKNOWN, AbstractValue
from bigand.language.check.atoms import (
    check_proposition_as_formula,
    check_term_and_find_unknown,
    check_variable_as_formula,
    known_atom_name,
    mentions_unknown,
    note_uses_in_comparison,
)
from bigand.language.check.binders import (
    check_condition,
    enter_generator,
    enter_let,
    leave_binder,
    variable_count_mismatch,
)
from bigand.language.check.checker import BranchStep, Checker
from bigand.language.check.names import check_variable
from bigand.language.check.reachability import is_current_node_reachable, report_by_reachability
from bigand.language.check.sets import VALUE_BUDGET, evaluate_condition_per_binding
from bigand.language.syntax import Generator, Mode, Node, Proposition, Quantified, Quantifier, Variable
from bigand.language.values import FORMULA, INT, PROPOSITION, SET, PropositionName
from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

# The constant that makes a whole chain constant, at any position.
_ABSORBING_CONSTANTS = {syntax.Operator.AND: False, syntax.Operator.OR: True}
_NEVER_TAKEN = BranchStep(syntax.Boolean(False), True)
_CONNECTIVE_HINTS = {syntax.Operator.PLUS: "plus", syntax.Operator.TIMES: "times"}  # as in Boolean algebra


def check_formula(checker: Checker, node: syntax.Node) -> None:
    """Check a formula; report whatever is not one."""
    match node:
        case syntax.Proposition():
            check_proposition_as_formula(checker, node)
        case syntax.Infix(operator, operands):
            if operator in syntax.CONNECTIVES:
                _check_connective_operands(checker, operator, operands)
            else:
                _check_infix_formula(checker, node)
        case syntax.Signed(syntax.Sign.NOT, operand):
            checker.visit_formula(operand)
        case syntax.Parenthesised(inner) | syntax.LineBreak(inner):
            checker.visit_formula(inner)
        case syntax.BigOperator():
            _check_big_operator(checker, node)
        case syntax.Variable():
            check_variable_as_formula(checker, node)
        case syntax.Cardinality():
            _check_cardinality(checker, node)
        case syntax.If():
            _check_if_formula(checker, node)
        case syntax.Let():
            _check_let(checker, node)
        case syntax.Quantified():
            check_quantifier(checker, node)
        case syntax.Truth():
            pass
        case syntax.Error(parts):
            for part in parts:
                note_variable_uses_silently(checker, part)
        case syntax.Boolean(value):
            written, meant = ("true", "Top") if value else ("false", "Bot")
            checker.report(
                make_diagnostic("S204", node.span, fix=[Edit(node.span, meant)], written=written, meant=meant)
            )
        case syntax.Quoted():
            text = checker.source_text(Span(node.span.start + 1, node.span.end - 1))
            checker.report(make_diagnostic("S206", node.span, text=text))
            checker.evaluate(node)
        case (
            syntax.Integer()
            | syntax.Float()
            | syntax.Signed()
            | syntax.SetLiteral()
            | syntax.Range()
            | syntax.Comprehension()
            | syntax.Call()
        ):
            _report_value_as_formula(checker, node)


def _check_big_operator(checker: Checker, node: syntax.BigOperator) -> None:
    _check_implication_in_bigor(checker, node)
    hidden = enter_generator(checker, node.generator, node.big.value)
    checker.visit_formula(node.body)
    leave_binder(checker, hidden)


def _check_implication_in_bigor(checker: Checker, node: syntax.BigOperator) -> None:
    """Warn about `bigor $i in S: p($i) => q($i) end`, which is true as soon as one `p` is false."""
    body = syntax.strip_parentheses(node.body)
    if (
        node.big is not syntax.Big.OR
        or not isinstance(body, syntax.Infix)
        or body.operator is not syntax.Operator.IMPLIES
    ):
        return
    names = [variable.name for variable in node.generator.variables]
    if any(isinstance(part, syntax.Variable) and part.name in names for part in syntax.walk(body.operands[0])):
        checker.report(make_diagnostic("S405", body.span, variables=",".join(names)))


def _check_connective_operands(
    checker: Checker, operator: syntax.Operator, operands: tuple[syntax.Node, ...]
) -> None:
    """Check the operands of a connective. Those that a constant absorbs are never evaluated."""
    dead_indices = _unevaluated_operand_indices(operator, operands)
    for index, operand in enumerate(operands):
        if index in dead_indices:
            checker.path.append(_NEVER_TAKEN)
            checker.visit_formula(operand)
            checker.path.pop()
        else:
            checker.visit_formula(operand)


def _report_value_as_formula(checker: Checker, node: syntax.Node) -> None:
    """Report a number or a set where a formula is required."""
    in_smt = checker.mode is syntax.Mode.SMT
    value_sort = "set" if isinstance(node, syntax.SetLiteral | syntax.Range | syntax.Comprehension) else "number"
    if isinstance(node, syntax.Call) and node.function not in ("abs", "sqrt", "int", "float", "card"):
        value_sort = "value" if node.function in ("empty", "subset") else "set"
    is_negation = isinstance(node, syntax.Signed) and _has_only_propositions(node.operand)
    checker.report(_value_as_formula(node.span, value_sort, in_smt, "minus" if is_negation else ""))
    if not in_smt:
        note_variable_uses_silently(checker, node)


def note_variable_uses_silently(checker: Checker, node: syntax.Node) -> None:
    """Check the names in a rejected node, but not its kinds."""
    diagnostics, count = checker.diagnostics, len(checker.diagnostics)
    checker.evaluate(node)
    del diagnostics[count:]


def _check_infix_formula(checker: Checker, node: syntax.Infix) -> None:
    operator = node.operator
    if any([isinstance(operand, syntax.Error) for operand in node.operands]):
        return  # already reported
    if operator in syntax.COMPARISONS:
        if checker.mode is syntax.Mode.SMT:
            for operand in node.operands:
                check_term_and_find_unknown(checker, operand, operator)
            if is_current_node_reachable(checker):
                note_uses_in_comparison(checker, node)
            return
        checker.report(
            make_diagnostic("S201", node.span, help=_comparison_help(checker, node), operator=operator.value)
        )
    elif operator is syntax.Operator.IN:
        checker.report(_membership_in_formula(node.span, checker.mode is syntax.Mode.SMT))
    else:
        value_sort = "number" if operator in syntax.ARITHMETIC else "set"
        value_sort = "value" if operator is syntax.Operator.SUBSET else value_sort
        connective = _CONNECTIVE_HINTS.get(operator, "") if all(map(_has_only_propositions, node.operands)) else ""
        checker.report(_value_as_formula(node.span, value_sort, checker.mode is syntax.Mode.SMT, connective))
    note_variable_uses_silently(checker, node)


def _comparison_help(checker: Checker, node: syntax.Infix) -> str:
    """The help for a comparison used as a formula."""
    equality = node.operator is syntax.Operator.EQUAL
    if equality and all(isinstance(operand, syntax.Proposition) for operand in node.operands):
        return "equivalence"
    if checker.mode is syntax.Mode.QBF:
        return "qbf"
    return "unknown" if any([mentions_unknown(operand) for operand in node.operands]) else "help"


def _check_cardinality(checker: Checker, node: syntax.Cardinality) -> None:
    keyword = node.count.value
    number, members = checker.evaluate(node.number), checker.evaluate(node.set)
    if not number.kinds & INT:
        report_by_reachability(
            checker, common_diagnostics.wrong_cardinality_kind(node.number.span, keyword, "number", number.kinds)
        )
    if not members.kinds & SET:
        report_by_reachability(
            checker, common_diagnostics.wrong_cardinality_kind(node.set.span, keyword, "set", members.kinds)
        )
    elif members.kinds == SET and members.nonempty:
        _check_cardinality_elements(checker, node.set, keyword, members.element or ANYTHING)


def _check_cardinality_elements(checker: Checker, node: syntax.Node, keyword: str, element: AbstractValue) -> None:
    """Check that the elements of a cardinality constraint are propositions or quoted formulas."""
    if not element.kinds & (PROPOSITION | FORMULA):
        report_by_reachability(
            checker, common_diagnostics.wrong_cardinality_kind(node.span, keyword, "elements", element.kinds)
        )


def _check_if_formula(checker: Checker, node: syntax.If) -> None:
    check_condition(checker, node.condition, "if")
    checker.path.append(BranchStep(node.condition, True))
    checker.visit_formula(node.then)
    checker.path[-1] = BranchStep(node.condition, False)
    checker.visit_formula(node.otherwise)
    checker.path.pop()


def _check_let(checker: Checker, node: syntax.Let) -> None:
    if len(node.variables) != len(node.values) and node.variables:
        span = Span(node.variables[0].span.start, node.values[-1].span.end)
        counts = (len(node.variables), len(node.values))
        checker.report(variable_count_mismatch(span, "let", counts))
    hidden = enter_let(checker, node)
    for extra in node.values[len(node.variables) :]:
        checker.evaluate(extra)
    checker.visit_formula(node.body)
    leave_binder(checker, hidden)


def _unevaluated_operand_indices(operator: syntax.Operator, operands: tuple[syntax.Node, ...]) -> range:
    """The indices of operands that are never evaluated because of a `Top` or `Bot` among them."""
    truths = [_truth_constant(operand) for operand in operands]
    if operator in _ABSORBING_CONSTANTS:
        return range(len(operands) if _ABSORBING_CONSTANTS[operator] in truths else 0)
    if operator is syntax.Operator.IMPLIES:
        if truths[-1] is True:
            return range(len(operands))
        if False in truths[:-1]:
            return range(truths.index(False) + 1, len(operands))
    return range(0)


def _truth_constant(node: syntax.Node) -> bool | None:
    """The value of a literal `Top` or `Bot`, else None."""
    while type(node) is syntax.Parenthesised:
        node = node.inner
    return node.value if type(node) is syntax.Truth else None


def _has_only_propositions(node: syntax.Node) -> bool:
    """Whether all operands inside a node are propositions."""
    return all(isinstance(leaf, syntax.Proposition) for leaf in syntax.leaf_operands(node))


def _membership_in_formula(span: Span, in_smt: bool) -> Diagnostic:
    return make_diagnostic(
        "S201", span, variant="in", label="label", help="in_smt" if in_smt else "in", operator="in"
    )


def _value_as_formula(span: Span, value_sort: str, in_smt: bool, connective: str = "") -> Diagnostic:
    """`connective` names the connective that arithmetic stands for: `plus` for `or`, and so on."""
    help = connective or ("smt" if in_smt and value_sort == "number" else value_sort)
    return make_diagnostic("S203", span, help=help, what=Message(f"what.{value_sort}"))


# ---------------------------------------------------------------------- quantifiers


def check_quantifier(checker: Checker, node: Quantified) -> None:
    if checker.mode is not Mode.QBF:
        big = "bigand" if node.quantifier is Quantifier.FORALL else "bigor"
        word = Span(node.span.start, node.span.start + len(node.quantifier.value))
        in_smt = checker.mode is Mode.SMT
        checker.report(
            make_diagnostic("S202", word, help="smt" if in_smt else "help", keyword=node.quantifier.value, big=big)
        )
    hidden = enter_generator(checker, node.generator, "for") if node.generator else []
    if node.generator and checker.mode is Mode.QBF:
        _check_quantifier_head(checker, node.generator, node.quantifier.value)
    outer_names = dict(checker.quantifiers.quantified)
    for proposition in node.propositions:
        _check_and_note_quantified(checker, proposition, node)
    if node.generator:
        leave_binder(checker, hidden)
    checker.visit_formula(node.body)
    checker.quantifiers.quantified = outer_names


def _check_quantifier_head(checker: Checker, generator: Generator, keyword: str) -> None:
    """Check that a quantifier ranges over all of one set, unlike `bigand`."""
    if len(generator.variables) > 1 or len(generator.sets) > 1 or generator.condition is not None:
        checker.report(make_diagnostic("S208", generator.span, keyword=keyword))


def _check_and_note_quantified(checker: Checker, proposition: Node, node: Quantified) -> None:
    """Check that a quantified node is a proposition, and is not quantified already."""
    if isinstance(proposition, Proposition):
        for argument in proposition.arguments:
            checker.evaluate(argument)
    elif isinstance(proposition, Variable):
        abstract = check_variable(checker, proposition, in_formula=True)
        if not abstract.kinds & PROPOSITION:
            keyword = node.quantifier.value
            report_by_reachability(
                checker, common_diagnostics.value_in_quantifier(proposition.span, keyword, abstract.kinds)
            )
    for name in _names_in_quantifier(checker, proposition, node):
        if name in checker.quantifiers.quantified:
            checker.report(
                common_diagnostics.duplicate_quantifier(
                    proposition.span, name, checker.quantifiers.quantified[name]
                )
            )
        checker.quantifiers.quantified[name] = proposition.span
        checker.quantifiers.ever_quantified.setdefault(name, proposition.span)


def _names_in_quantifier(checker: Checker, proposition: Node, node: Quantified) -> list[str]:
    """The names that a quantifier binds, as far as they are known."""
    if node.generator is None:
        name = known_atom_name(checker, proposition)
        return [] if name is None else [name]
    names: dict[str, None] = {}  # a name that does not vary is quantified once
    with checker.trial_evaluation(VALUE_BUDGET):
        for holds in evaluate_condition_per_binding(checker, node.generator, 0):
            value = checker.evaluate(proposition).value if holds else UNKNOWN
            if isinstance(value, PropositionName):
                names[str(value)] = None
    return list(names)
