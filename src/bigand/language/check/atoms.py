"""Atoms of formulas (propositions, and variables that stand for one), and terms of SMT comparisons."""

import re

from bigand.language import common_diagnostics, syntax
from bigand.language.check.checker import Checker
from bigand.language.check.names import (
    check_variable,
    evaluate_proposition_arguments,
    function_look_alike,
    keyword_look_alike,
)
from bigand.language.check.reachability import is_current_node_reachable, report_by_reachability
from bigand.language.check.sets import VALUE_BUDGET
from bigand.language.syntax import Mode, Node, Proposition, Variable
from bigand.language.tokens import guess_function, guess_keyword
from bigand.language.unknowns import Use
from bigand.language.values import FLOAT, FORMULA, INT, NUMBER, PROPOSITION, PropositionName
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

# What `True` and `False` mean in formulas.
_FORMULA_CONSTANTS = {"true": "Top", "false": "Bot"}


def check_proposition_as_formula(checker: Checker, node: Proposition, as_term: bool = False) -> None:
    if node.arguments:
        function = guess_function(node.name)
        if function in ("exact", "atleast", "atmost"):
            span = Span(node.span.start, node.span.start + len(node.name))
            checker.report(function_look_alike(span, node.name, function))
        elif (keyword := guess_keyword(node.name)) in ("not", "and", "or", "xor", "if"):
            span = Span(node.span.start, node.span.start + len(node.name))
            checker.report(keyword_look_alike(span, node.name, keyword or ""))
        evaluate_proposition_arguments(checker, node)
    elif not as_term:
        keyword = _FORMULA_CONSTANTS.get(guess_keyword(node.name) or "", guess_keyword(node.name))
        if keyword is not None:
            checker.report(keyword_look_alike(node.span, node.name, keyword))
    if checker.mode is Mode.QBF:
        _note_free_atom(checker, node)
    if (
        checker.mode is Mode.SMT
        and not (as_term or node.arguments or checker.muted)
        and is_current_node_reachable(checker)
    ):
        checker.comparisons.unknowns.add_use(Use.PROPOSITION, node.name, node.span)


def _note_free_atom(checker: Checker, node: Proposition) -> None:
    """Note a free atom, for the warning that its name is also quantified elsewhere."""
    name = known_atom_name(checker, node)
    if name is not None and name not in checker.quantifiers.quantified:
        checker.quantifiers.free.setdefault(name, node.span)


def known_atom_name(checker: Checker, node: Node) -> str | None:
    """The name of the atom that a node denotes, if it is known."""
    with checker.trial_evaluation(VALUE_BUDGET):
        value = checker.evaluate(node).value
    return str(value) if isinstance(value, PropositionName) else None


def check_variable_as_formula(checker: Checker, node: Variable) -> None:
    abstract = check_variable(checker, node, in_formula=True)
    if abstract.kinds & (PROPOSITION | FORMULA):
        return
    binding = checker.scope.find_binding(node.name)
    binding_span = binding.span if binding else node.span
    report_by_reachability(
        checker, common_diagnostics.variable_not_proposition(node.span, node.name, binding_span, abstract.kinds)
    )


# ---------------------------------------------------------------------- terms of SMT formulas


_FIRST_WORD = re.compile(r"\w+")


def check_term_and_find_unknown(checker: Checker, node: syntax.Node, operator: syntax.Operator) -> bool:
    """Check a linear term, compared or calculated with `operator`. Return whether it contains an unknown."""
    match node:
        case syntax.Integer() | syntax.Float() | syntax.Error():
            return False
        case syntax.Proposition():
            check_proposition_as_formula(checker, node, as_term=True)
            return True
        case syntax.Variable():
            abstract = check_variable(checker, node, in_formula=True)
            if not abstract.kinds & (NUMBER | PROPOSITION):
                report_by_reachability(
                    checker,
                    common_diagnostics.wrong_kind(node.span, operator.value, NUMBER | PROPOSITION, abstract.kinds),
                )
            return False
        case syntax.Parenthesised(inner) | syntax.Signed(syntax.Sign.MINUS, inner):
            return check_term_and_find_unknown(checker, inner, operator)
        case syntax.Infix(inner_operator, operands) if (
            inner_operator in syntax.ARITHMETIC and inner_operator is not syntax.Operator.MOD
        ):
            count = len(checker.diagnostics)
            unknown = [
                operand for operand in operands if check_term_and_find_unknown(checker, operand, inner_operator)
            ]
            if len(checker.diagnostics) == count:
                _check_linear(checker, inner_operator, operands[0], unknown, node.span)
            return bool(unknown)
        case _:
            text = checker.source_text(node.span)
            first = _FIRST_WORD.match(text)
            word = node.operator.value if isinstance(node, syntax.Infix) else first.group() if first else text[:1]
            checker.report(make_diagnostic("S207", node.span, word=word))
            return False


def _check_linear(
    checker: Checker, operator: syntax.Operator, first: syntax.Node, unknown_operands: list[syntax.Node], span: Span
) -> None:
    """Check that at most one factor and no divisor is among `unknown_operands`."""
    if operator is syntax.Operator.TIMES and len(unknown_operands) > 1:
        report_by_reachability(checker, common_diagnostics.product_of_unknowns(span))
    divisors = [operand for operand in unknown_operands if operand is not first]
    if operator is syntax.Operator.DIVIDE and divisors:
        report_by_reachability(checker, common_diagnostics.division_by_unknown(span, divisors[0].span))


def note_uses_in_comparison(checker: Checker, node: syntax.Infix) -> None:
    """Note how a comparison uses its unknowns without indices."""
    leaves = [leaf for operand in node.operands for leaf in syntax.leaf_operands(operand)]
    names = [leaf for leaf in leaves if isinstance(leaf, syntax.Proposition) and not leaf.arguments]
    bare = all([isinstance(operand, syntax.Proposition) for operand in node.operands])
    if bare and node.operator in (syntax.Operator.EQUAL, syntax.Operator.DIFFERENT):
        checker.comparisons.equalities += [(node, name.name) for name in names[:1]]
    uses: dict[Use, Span] = {}
    for leaf in leaves:
        use = _number_use(checker, leaf)
        if use is not None:
            uses.setdefault(use, leaf.span)
    for name in names:
        if not bare or node.operator not in (syntax.Operator.EQUAL, syntax.Operator.DIFFERENT):
            checker.comparisons.unknowns.add_use(Use.NUMBER, name.name, name.span)
        for use, span in uses.items():
            checker.comparisons.unknowns.add_use(use, name.name, span)
        checker.comparisons.unknowns.add_link(names[0].name, name.name, node.span)


def _number_use(checker: Checker, leaf: syntax.Node) -> Use | None:
    """What a number in a comparison makes of the unknowns in it."""
    if isinstance(leaf, syntax.Variable):
        with checker.trial_evaluation(VALUE_BUDGET):
            kinds = check_variable(checker, leaf, in_formula=True).kinds
    else:
        kinds = INT if isinstance(leaf, syntax.Integer) else FLOAT if isinstance(leaf, syntax.Float) else 0
    return Use.INTEGER if kinds == INT else Use.REAL if kinds == FLOAT else None


def mentions_unknown(node: syntax.Node, proposition_variables: frozenset[str] = frozenset()) -> bool:
    """Whether a term contains an unknown: a proposition, or one of `proposition_variables`, which hold some."""
    return any(
        isinstance(leaf, syntax.Proposition)
        or (isinstance(leaf, syntax.Variable) and leaf.name in proposition_variables)
        for leaf in syntax.leaf_operands(node)
    )
