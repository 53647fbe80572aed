"""The mode of a file, when nobody said it: QBF if it quantifies, SMT if it compares unknowns, else SAT.

A variable may hold unknowns, if the file says so plainly: `bigand $v in [x,y]: $v > 2 end`.
"""

from collections.abc import Iterable

from bigand.language import syntax
from bigand.language.check.terms import mentions_unknown


def guess_mode(program: syntax.Program) -> syntax.Mode:
    """The first mode, of QBF, SMT and SAT, that a formula of the program asks for."""
    proposition_variables: frozenset[str] = frozenset()
    for item in program.items:
        if isinstance(item, syntax.Assignment):
            proposition_variables |= _update_variables([item.target], [item.value], proposition_variables)
    needed: set[syntax.Mode] = set()
    for item in program.items:
        if isinstance(item, syntax.Assertion):
            needed |= _find_modes(item.formula, proposition_variables)
    return next((mode for mode in (syntax.Mode.QBF, syntax.Mode.SMT) if mode in needed), syntax.Mode.SAT)


def _find_modes(node: syntax.Node, proposition_variables: frozenset[str]) -> set[syntax.Mode]:
    """The modes other than SAT that a formula needs; `proposition_variables` are the variables that may hold propositions."""
    match node:
        case syntax.Quantified(body=body):
            return {syntax.Mode.QBF} | _find_modes(body, proposition_variables)
        case syntax.Infix(operator, operands) if operator in syntax.CONNECTIVES:
            return set[syntax.Mode]().union(*[_find_modes(operand, proposition_variables) for operand in operands])
        case syntax.Infix(operator, operands) if operator in syntax.COMPARISONS:
            if _looks_like_condition(operator, operands):
                return set()
            unknown = any([mentions_unknown(operand, proposition_variables) for operand in operands])
            return {syntax.Mode.SMT} if unknown else set()
        case syntax.Parenthesised(inner) | syntax.LineBreak(inner) | syntax.Signed(_, inner):
            return _find_modes(inner, proposition_variables)
        case syntax.BigOperator(_, generator, body):
            return _find_modes(body, _variables_in_generator(generator, proposition_variables))
        case syntax.Let(variables, values, body):
            return _find_modes(body, _update_variables(variables, values, proposition_variables))
        case syntax.If(_, then, otherwise):
            return _find_modes(then, proposition_variables) | _find_modes(otherwise, proposition_variables)
        case _:
            return set()


def _looks_like_condition(operator: syntax.Operator, operands: tuple[syntax.Node, ...]) -> bool:
    """`$c != $d`, `$c == vide`: rather a condition whose `when` was forgotten than unknowns compared."""
    if operator not in (syntax.Operator.EQUAL, syntax.Operator.DIFFERENT):
        return False
    is_bare = [
        isinstance(operand, syntax.Variable | syntax.Proposition) and not operand.arguments for operand in operands
    ]
    return all(is_bare) and any([isinstance(operand, syntax.Variable) for operand in operands])


def _variables_in_generator(generator: syntax.Generator, proposition_variables: frozenset[str]) -> frozenset[str]:
    return _update_variables(generator.variables, generator.sets, proposition_variables)


def _update_variables(
    variables: Iterable[syntax.Variable], values: Iterable[syntax.Node], proposition_variables: frozenset[str]
) -> frozenset[str]:
    """`proposition_variables` after variables have been bound, one after the other."""
    for variable, value in zip(variables, values, strict=False):
        if _holds_propositions(value, proposition_variables):
            proposition_variables |= {variable.name}
        elif variable.name in proposition_variables:
            proposition_variables -= {variable.name}
    return proposition_variables


def _holds_propositions(node: syntax.Node, proposition_variables: frozenset[str]) -> bool:
    """Whether a value plainly is a proposition, or a set with propositions in it."""
    match node:
        case syntax.Proposition():
            return True
        case syntax.Variable(name):
            return name in proposition_variables
        case syntax.Parenthesised(inner):
            return _holds_propositions(inner, proposition_variables)
        case syntax.SetLiteral(parts) | syntax.Call("union" | "inter" | "diff" | "powerset", parts):
            return any([_holds_propositions(part, proposition_variables) for part in parts])
        case syntax.Infix(operator, parts) if operator in syntax.SET_OPERATORS:
            return any([_holds_propositions(part, proposition_variables) for part in parts])
        case syntax.If(_, then, otherwise):
            return _holds_propositions(then, proposition_variables) or _holds_propositions(
                otherwise, proposition_variables
            )
        case syntax.Comprehension(element, generator):
            return _holds_propositions(element, _variables_in_generator(generator, proposition_variables))
        case _:
            return False
