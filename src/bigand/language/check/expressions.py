"""Kinds of expressions, by abstract evaluation: one function a construct, small constants carried along."""

from bigand.language import syntax
from bigand.language.check.abstract import ANYTHING, AbstractValue, join_abstract
from bigand.language.check.binders import check_condition
from bigand.language.check.checker import Checker
from bigand.language.check.names import check_proposition, check_variable
from bigand.language.check.operators import check_call, check_infix, check_sign
from bigand.language.check.scope import BranchStep
from bigand.language.check.sets import check_comprehension, check_range, check_set
from bigand.language.values import BOOL, FLOAT, FORMULA, INT
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import make_diagnostic
from bigand.source.span import Span


def check_expression(checker: Checker, node: syntax.Node) -> AbstractValue:
    """What is known of the value of an expression; complaints on the way."""
    match node:
        case syntax.Integer(value):
            return AbstractValue(INT, None, value)
        case syntax.Float(text):
            return AbstractValue(FLOAT, None, float(text))
        case syntax.Proposition():
            return check_proposition(checker, node)
        case syntax.Variable():
            return check_variable(checker, node)
        case syntax.Infix():
            return check_infix(checker, node)
        case syntax.Parenthesised(inner):
            return checker.evaluate(inner)
        case syntax.Signed():
            return check_sign(checker, node)
        case syntax.SetLiteral(elements):
            return check_set(checker, elements)
        case syntax.Range():
            return check_range(checker, node)
        case syntax.Call():
            return check_call(checker, node)
        case syntax.Boolean(value):
            return AbstractValue(BOOL, None, value)
        case syntax.If():
            return _check_if(checker, node)
        case syntax.Comprehension():
            return check_comprehension(checker, node)
        case syntax.Quoted(inner):
            _check_quotation(checker, inner)
            return AbstractValue(FORMULA)
        case syntax.Error(parts):
            for part in parts:
                checker.evaluate(part)
            return ANYTHING
        case (
            syntax.Truth()
            | syntax.BigOperator()
            | syntax.Cardinality()
            | syntax.Let()
            | syntax.Quantified()
            | syntax.LineBreak()
        ):
            return _report_formula_as_value(checker, node)


def _report_formula_as_value(checker: Checker, node: syntax.Node) -> AbstractValue:
    text = checker.source_text(node.span)
    word = text.split(None, 1)[0].split("(", 1)[0] if text else ""
    checker.report(_formula_as_value(node.span, word, text if len(text) <= 40 else "…"))
    if not isinstance(node, syntax.Truth) and not checker.muted:
        checker.visit_formula(node)
    return ANYTHING


def _check_quotation(checker: Checker, inner: syntax.Node) -> None:
    """Only the propositional grammar stands in quotes."""
    mode, checker.mode = checker.mode, syntax.Mode.SAT
    checker.visit_formula(inner)
    checker.mode = mode


def _check_if(checker: Checker, node: syntax.If) -> AbstractValue:
    condition = check_condition(checker, node.condition, "if")
    checker.path.append(BranchStep(node.condition, True))
    then = checker.evaluate(node.then)
    checker.path[-1] = BranchStep(node.condition, False)
    otherwise = checker.evaluate(node.otherwise)
    checker.path.pop()
    if isinstance(condition.value, bool):
        return then if condition.value else otherwise
    return join_abstract([then, otherwise])


def _formula_as_value(span: Span, word: str, text: str) -> Diagnostic:
    if word in ("Top", "Bot"):
        meant = "true" if word == "Top" else "false"
        return make_diagnostic("S205", span, help="truth", fix=[Edit(span, meant)], word=word, meant=meant)
    return make_diagnostic("S205", span, word=word, text=text)
