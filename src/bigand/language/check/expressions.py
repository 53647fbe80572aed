"""Kinds of expressions, by abstract evaluation: one function a construct, small constants carried along."""

from bigand.language.check.abstract import ANYTHING, Abstract, join
from bigand.language.check.binders import check_condition
from bigand.language.check.checker import Checker
from bigand.language.check.names import check_proposition, check_variable
from bigand.language.check.operators import check_call, check_infix, check_signed
from bigand.language.check.scope import Branch
from bigand.language.check.sets import check_comprehension, check_range, check_set
from bigand.language.syntax import (
    BigOperator,
    Boolean,
    Call,
    Cardinality,
    Comprehension,
    Error,
    Float,
    If,
    Infix,
    Integer,
    Let,
    LineBreak,
    Mode,
    Node,
    Parenthesised,
    Proposition,
    Quantified,
    Quoted,
    Range,
    SetLiteral,
    Signed,
    Truth,
    Variable,
)
from bigand.language.values import BOOL, FLOAT, FORMULA, INT
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


def check_expression(checker: Checker, node: Node) -> Abstract:
    """What is known of the value of an expression; complaints on the way."""
    match node:
        case Integer(value):
            return Abstract(INT, None, value)
        case Float(text):
            return Abstract(FLOAT, None, float(text))
        case Proposition():
            return check_proposition(checker, node)
        case Variable():
            return check_variable(checker, node)
        case Infix():
            return check_infix(checker, node)
        case Parenthesised(inner):
            return checker.expression(inner)
        case Signed():
            return check_signed(checker, node)
        case SetLiteral(elements):
            return check_set(checker, elements)
        case Range():
            return check_range(checker, node)
        case Call():
            return check_call(checker, node)
        case Boolean(value):
            return Abstract(BOOL, None, value)
        case If():
            return _check_if(checker, node)
        case Comprehension():
            return check_comprehension(checker, node)
        case Quoted(inner):
            _check_quoted(checker, inner)
            return Abstract(FORMULA)
        case Error(parts):
            for part in parts:
                checker.expression(part)
            return ANYTHING
        case Truth() | BigOperator() | Cardinality() | Let() | Quantified() | LineBreak():
            return _formula_as_value(checker, node)


def _formula_as_value(
    checker: Checker, node: Truth | BigOperator | Cardinality | Let | Quantified | LineBreak
) -> Abstract:
    text = checker.source(node.span)
    word = text.split(None, 1)[0].split("(", 1)[0] if text else ""
    checker.report(_no_value(node.span, word, text if len(text) <= 40 else "…"))
    if not isinstance(node, Truth) and not checker.muted:
        checker.formula(node)
    return ANYTHING


def _check_quoted(checker: Checker, inner: Node) -> None:
    """Only the propositional grammar stands in quotes."""
    mode, checker.mode = checker.mode, Mode.SAT
    checker.formula(inner)
    checker.mode = mode


def _check_if(checker: Checker, node: If) -> Abstract:
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
    return fault("S205", span, help="help", word=word, text=text)
