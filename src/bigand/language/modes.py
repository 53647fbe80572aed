"""The mode of a file, when nobody said it: QBF if it quantifies, SMT if it compares unknowns, else SAT.

A variable may hold unknowns, if the file says so plainly: `bigand $v in [x,y]: $v > 2 end`.
"""

from collections.abc import Iterable

from bigand.language.check.terms import mentions_unknown
from bigand.language.syntax import (
    COMPARISONS,
    CONNECTIVES,
    SET_OPERATORS,
    Assertion,
    Assignment,
    BigOperator,
    Call,
    Comprehension,
    Generator,
    If,
    Infix,
    Let,
    LineBreak,
    Mode,
    Node,
    Operator,
    Parenthesised,
    Program,
    Proposition,
    Quantified,
    SetLiteral,
    Signed,
    Variable,
)


def guess_mode(program: Program) -> Mode:
    """The first mode, of QBF, SMT and SAT, that a formula of the program asks for."""
    named: frozenset[str] = frozenset()
    for item in program.items:
        if isinstance(item, Assignment):
            named |= _bound([item.target], [item.value], named)
    asked: set[Mode] = set()
    for item in program.items:
        if isinstance(item, Assertion):
            asked |= _asks(item.formula, named)
    return Mode.QBF if Mode.QBF in asked else Mode.SMT if Mode.SMT in asked else Mode.SAT


def _asks(node: Node, named: frozenset[str]) -> set[Mode]:
    """The modes other than SAT that a formula needs; `named` are the variables that may hold propositions."""
    match node:
        case Quantified(body=body):
            return {Mode.QBF} | _asks(body, named)
        case Infix(operator, operands) if operator in CONNECTIVES:
            asked: set[Mode] = set()
            for operand in operands:
                asked |= _asks(operand, named)
            return asked
        case Infix(operator, operands) if operator in COMPARISONS:
            if _looks_like_condition(operator, operands):
                return set()
            unknown = any([mentions_unknown(operand, named) for operand in operands])
            return {Mode.SMT} if unknown else set()
        case Parenthesised(inner) | LineBreak(inner) | Signed(_, inner):
            return _asks(inner, named)
        case BigOperator(_, generator, body):
            return _asks(body, _inside(generator, named))
        case Let(variables, values, body):
            return _asks(body, _bound(variables, values, named))
        case If(_, then, otherwise):
            return _asks(then, named) | _asks(otherwise, named)
        case _:
            return set()


def _looks_like_condition(operator: Operator, operands: tuple[Node, ...]) -> bool:
    """`$c != $d`, `$c == vide`: rather a condition whose `when` was forgotten than unknowns compared."""
    if operator not in (Operator.EQUAL, Operator.DIFFERENT):
        return False
    bare = [isinstance(operand, Variable | Proposition) and not operand.arguments for operand in operands]
    return all(bare) and any([isinstance(operand, Variable) for operand in operands])


def _inside(generator: Generator, named: frozenset[str]) -> frozenset[str]:
    return _bound(generator.variables, generator.sets, named)


def _bound(variables: Iterable[Variable], values: Iterable[Node], named: frozenset[str]) -> frozenset[str]:
    """`named` after variables have been bound, one after the other."""
    for variable, value in zip(variables, values, strict=False):
        if _names(value, named):
            named |= {variable.name}
        elif variable.name in named:
            named -= {variable.name}
    return named


def _names(node: Node, named: frozenset[str]) -> bool:
    """Whether a value plainly is a proposition, or a set with propositions in it."""
    match node:
        case Proposition():
            return True
        case Variable(name):
            return name in named
        case Parenthesised(inner):
            return _names(inner, named)
        case SetLiteral(parts) | Call("union" | "inter" | "diff" | "powerset", parts):
            return any([_names(part, named) for part in parts])
        case Infix(operator, parts) if operator in SET_OPERATORS:
            return any([_names(part, named) for part in parts])
        case If(_, then, otherwise):
            return _names(then, named) or _names(otherwise, named)
        case Comprehension(element, generator):
            return _names(element, _inside(generator, named))
        case _:
            return False
