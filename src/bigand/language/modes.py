"""The mode of a file, when nobody said it: QBF if it quantifies, SMT if it compares unknowns, else SAT.

A variable may hold unknowns, if the file says so plainly: `bigand $v in [x,y]: $v > 2 end`.
"""

from collections.abc import Iterable

from bigand.language import syntax
from bigand.language.check.terms import mentions_unknown


def guess_mode(program: syntax.Program) -> syntax.Mode:
    """The first mode, of QBF, SMT and SAT, that a formula of the program asks for."""
    named: frozenset[str] = frozenset()
    for item in program.items:
        if isinstance(item, syntax.Assignment):
            named |= _bound([item.target], [item.value], named)
    asked: set[syntax.Mode] = set()
    for item in program.items:
        if isinstance(item, syntax.Assertion):
            asked |= _asks(item.formula, named)
    return next((mode for mode in (syntax.Mode.QBF, syntax.Mode.SMT) if mode in asked), syntax.Mode.SAT)


def _asks(node: syntax.Node, named: frozenset[str]) -> set[syntax.Mode]:
    """The modes other than SAT that a formula needs; `named` are the variables that may hold propositions."""
    match node:
        case syntax.Quantified(body=body):
            return {syntax.Mode.QBF} | _asks(body, named)
        case syntax.Infix(operator, operands) if operator in syntax.CONNECTIVES:
            return set[syntax.Mode]().union(*[_asks(operand, named) for operand in operands])
        case syntax.Infix(operator, operands) if operator in syntax.COMPARISONS:
            if _looks_like_condition(operator, operands):
                return set()
            unknown = any([mentions_unknown(operand, named) for operand in operands])
            return {syntax.Mode.SMT} if unknown else set()
        case syntax.Parenthesised(inner) | syntax.LineBreak(inner) | syntax.Signed(_, inner):
            return _asks(inner, named)
        case syntax.BigOperator(_, generator, body):
            return _asks(body, _inside(generator, named))
        case syntax.Let(variables, values, body):
            return _asks(body, _bound(variables, values, named))
        case syntax.If(_, then, otherwise):
            return _asks(then, named) | _asks(otherwise, named)
        case _:
            return set()


def _looks_like_condition(operator: syntax.Operator, operands: tuple[syntax.Node, ...]) -> bool:
    """`$c != $d`, `$c == vide`: rather a condition whose `when` was forgotten than unknowns compared."""
    if operator not in (syntax.Operator.EQUAL, syntax.Operator.DIFFERENT):
        return False
    bare = [
        isinstance(operand, syntax.Variable | syntax.Proposition) and not operand.arguments for operand in operands
    ]
    return all(bare) and any([isinstance(operand, syntax.Variable) for operand in operands])


def _inside(generator: syntax.Generator, named: frozenset[str]) -> frozenset[str]:
    return _bound(generator.variables, generator.sets, named)


def _bound(
    variables: Iterable[syntax.Variable], values: Iterable[syntax.Node], named: frozenset[str]
) -> frozenset[str]:
    """`named` after variables have been bound, one after the other."""
    for variable, value in zip(variables, values, strict=False):
        if _names(value, named):
            named |= {variable.name}
        elif variable.name in named:
            named -= {variable.name}
    return named


def _names(node: syntax.Node, named: frozenset[str]) -> bool:
    """Whether a value plainly is a proposition, or a set with propositions in it."""
    match node:
        case syntax.Proposition():
            return True
        case syntax.Variable(name):
            return name in named
        case syntax.Parenthesised(inner):
            return _names(inner, named)
        case syntax.SetLiteral(parts) | syntax.Call("union" | "inter" | "diff" | "powerset", parts):
            return any([_names(part, named) for part in parts])
        case syntax.Infix(operator, parts) if operator in syntax.SET_OPERATORS:
            return any([_names(part, named) for part in parts])
        case syntax.If(_, then, otherwise):
            return _names(then, named) or _names(otherwise, named)
        case syntax.Comprehension(element, generator):
            return _names(element, _inside(generator, named))
        case _:
            return False
