"""The mode of a file, when nobody said it: QBF if it quantifies, SMT if it compares unknowns, else SAT."""

from bigand.language.check.formulas import mentions_unknown
from bigand.language.syntax import (
    COMPARISONS,
    CONNECTIVES,
    Assertion,
    BigOperator,
    If,
    Infix,
    Let,
    LineBreak,
    Mode,
    Node,
    Parenthesised,
    Program,
    Quantified,
    Signed,
)


def guess_mode(program: Program) -> Mode:
    """The first mode, of QBF, SMT and SAT, that a formula of the program asks for."""
    asked = {mode for item in program.items if isinstance(item, Assertion) for mode in _asks(item.formula)}
    return Mode.QBF if Mode.QBF in asked else Mode.SMT if Mode.SMT in asked else Mode.SAT


def _asks(node: Node) -> set[Mode]:
    """The modes other than SAT that a formula needs."""
    match node:
        case Quantified(body=body):
            return {Mode.QBF} | _asks(body)
        case Infix(operator, operands) if operator in CONNECTIVES:
            asked: set[Mode] = set()
            for operand in operands:
                asked |= _asks(operand)
            return asked
        case Infix(operator, operands) if operator in COMPARISONS:
            unknown = any([mentions_unknown(operand) for operand in operands])
            return {Mode.SMT} if unknown else set()
        case Parenthesised(inner) | LineBreak(inner) | Signed(_, inner):
            return _asks(inner)
        case BigOperator(body=body) | Let(body=body):
            return _asks(body)
        case If(_, then, otherwise):
            return _asks(then) | _asks(otherwise)
        case _:
            return set()
