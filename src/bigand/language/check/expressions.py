"""Kinds of expressions, by abstract evaluation: one function a construct, small constants carried along."""

from bigand.language import syntax
from bigand.language.check.abstract import ANYTHING, Abstract, join
from bigand.language.check.binders import check_condition
from bigand.language.check.checker import Checker
from bigand.language.check.names import check_proposition, check_variable
from bigand.language.check.operators import check_call, check_infix, check_signed
from bigand.language.check.scope import Branch
from bigand.language.check.sets import check_comprehension, check_range, check_set
from bigand.language.values import BOOL, FLOAT, FORMULA, INT
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


def check_expression(checker: Checker, node: syntax.Node) -> Abstract:
    """What is known of the value of an expression; complaints on the way."""
    match node:
        case syntax.Integer(value):
            return Abstract(INT, None, value)
        case syntax.Float(text):
            return Abstract(FLOAT, None, float(text))
        case syntax.Proposition():
            return check_proposition(checker, node)
        case syntax.Variable():
            return check_variable(checker, node)
        case syntax.Infix():
            return check_infix(checker, node)
        case syntax.Parenthesised(inner):
            return checker.expression(inner)
        case syntax.Signed():
            return check_signed(checker, node)
        case syntax.SetLiteral(elements):
            return check_set(checker, elements)
        case syntax.Range():
            return check_range(checker, node)
        case syntax.Call():
            return check_call(checker, node)
        case syntax.Boolean(value):
            return Abstract(BOOL, None, value)
        case syntax.If():
            return _check_if(checker, node)
        case syntax.Comprehension():
            return check_comprehension(checker, node)
        case syntax.Quoted(inner):
            _check_quoted(checker, inner)
            return Abstract(FORMULA)
        case syntax.Error(parts):
            for part in parts:
                checker.expression(part)
            return ANYTHING
        case (
            syntax.Truth()
            | syntax.BigOperator()
            | syntax.Cardinality()
            | syntax.Let()
            | syntax.Quantified()
            | syntax.LineBreak()
        ):
            return _formula_as_value(checker, node)


def _formula_as_value(checker: Checker, node: syntax.Node) -> Abstract:
    text = checker.source(node.span)
    word = text.split(None, 1)[0].split("(", 1)[0] if text else ""
    checker.report(_no_value(node.span, word, text if len(text) <= 40 else "…"))
    if not isinstance(node, syntax.Truth) and not checker.muted:
        checker.formula(node)
    return ANYTHING


def _check_quoted(checker: Checker, inner: syntax.Node) -> None:
    """Only the propositional grammar stands in quotes."""
    mode, checker.mode = checker.mode, syntax.Mode.SAT
    checker.formula(inner)
    checker.mode = mode


def _check_if(checker: Checker, node: syntax.If) -> Abstract:
    condition = check_condition(checker, node.condition, "if")
    checker.path.append(Branch(node.condition, True))
    then = checker.expression(node.then)
    checker.path[-1] = Branch(node.condition, False)
    otherwise = checker.expression(node.otherwise)
    checker.path.pop()
    if isinstance(condition.value, bool):
        return then if condition.value else otherwise
    return join([then, otherwise])


def _no_value(span: Span, word: str, text: str) -> Diagnostic:
    if word in ("Top", "Bot"):
        meant = "true" if word == "Top" else "false"
        return fault("S205", span, help="truth", fix=[Edit(span, meant)], word=word, meant=meant)
    return fault("S205", span, word=word, text=text)
