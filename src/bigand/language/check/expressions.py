"""Kinds of expressions, by abstract evaluation: one function a construct, small constants carried along.

Each module is a class that builds on the one before: `reach`, `complaints`, `binders`, `names`, `operators`,
`sets`, and this one.
"""

from bigand.language.check.abstract import ANYTHING, Abstract, join
from bigand.language.check.scope import Branch
from bigand.language.check.sets import Sets
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


class ExpressionChecker(Sets):
    """Walks expressions; `formula` is given by the checker of formulas built on this one."""

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
        self.report(_formula_as_value(node.span, word, text if len(text) <= 40 else "…"))
        if not isinstance(node, Truth) and not self.muted:
            self.formula(node)
        return ANYTHING

    def _quoted(self, inner: Node) -> None:
        """Only the propositional grammar stands in quotes."""
        mode, self.mode = self.mode, Mode.SAT
        self.formula(inner)
        self.mode = mode

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


def _formula_as_value(span: Span, word: str, text: str) -> Diagnostic:
    if word in ("Top", "Bot"):
        meant = "true" if word == "Top" else "false"
        return fault("S205", span, help="truth", fix=[Edit(span, meant)], word=word, meant=meant)
    return fault("S205", span, help="help", word=word, text=text)
