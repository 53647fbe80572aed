"""Equalities between the two members of a pair that divide the pairs into groups.

    abs($i-$k) == abs($j-$l)        where $k and $l correspond to $i and $j

says `$i-$j == $k-$l or $i+$j == $k+$l`: a *key*, a sum of variables with coefficients, has the same value for both
members. So at most one member is true for each value of each key: the diagonals of N queens.
"""

from typing import TypeAlias

from bigand.language.syntax import Call, Infix, Integer, Node, Operator, Sign, Signed, Variable, strip_parentheses

Key: TypeAlias = dict[str, int]  # variables of the first member, with nonzero coefficients
_Sum: TypeAlias = dict[str, int]  # coefficients by variable; the constant has the empty name
_MAX_COEFFICIENT = 1 << 20


def equality_keys(condition: Node, partner: dict[str, str]) -> list[Key] | None:
    """Return keys of which one is equal if and only if the condition holds; None if it has another form."""
    all_keys: list[Key] = []
    for part in disjuncts(condition):
        sums = _zero_sums(part)
        keys = [] if sums is None else [_key_of_sum(total, partner) for total in sums]
        if not keys:
            return None
        for key in keys:
            if key is None:
                return None
            all_keys.append(key)
    return all_keys


def disjuncts(node: Node) -> list[Node]:
    """Split a condition at its top-level `or`s."""
    node = strip_parentheses(node)
    if isinstance(node, Infix) and node.operator is Operator.OR:
        return [part for operand in node.operands for part in disjuncts(operand)]
    return [node]


def _zero_sums(node: Node) -> list[_Sum] | None:
    """Return sums of which one is zero if and only if an equality holds; both sides may be absolute values."""
    if not isinstance(node, Infix) or node.operator is not Operator.EQUAL or len(node.operands) != 2:
        return None
    left, right = (strip_parentheses(operand) for operand in node.operands)
    are_absolute = [isinstance(side, Call) and side.function == "abs" for side in (left, right)]
    if all(are_absolute):
        assert isinstance(left, Call)
        assert isinstance(right, Call)
        left, right = left.arguments[0], right.arguments[0]
    first, second = _linear_sum(left), _linear_sum(right)
    if first is None or second is None or any(are_absolute) != all(are_absolute):
        return None
    return [_add_sums(first, second, -1), *([_add_sums(first, second, 1)] if all(are_absolute) else [])]


def _key_of_sum(total: _Sum, partner: dict[str, str]) -> Key | None:
    """Return the key of a sum that is zero if and only if both members have the same key value."""
    member_variables = {*partner, *partner.values()}
    if any([coefficient and name not in member_variables for name, coefficient in total.items()]):
        return None
    if any([total.get(second, 0) != -total.get(first, 0) for first, second in partner.items()]):
        return None
    key = {name: total[name] for name in partner if total.get(name)}
    return key if key and max([abs(value) for value in key.values()]) <= _MAX_COEFFICIENT else None


def _linear_sum(node: Node) -> _Sum | None:
    """Read a linear sum of variables; None if the node is something else."""
    match strip_parentheses(node):
        case Integer(value):
            return {"": value}
        case Variable(name, ()):
            return {name: 1}
        case Signed(Sign.MINUS, operand):
            inner = _linear_sum(operand)
            return None if inner is None else _add_sums({}, inner, -1)
        case Infix(Operator.PLUS | Operator.MINUS as operator, operands):
            parts = [_linear_sum(operand) for operand in operands]
            total: _Sum = {}
            for index, part in enumerate(parts):
                if part is None:
                    return None
                total = _add_sums(total, part, -1 if index and operator is Operator.MINUS else 1)
            return total
        case Infix(Operator.TIMES, (left_operand, right_operand)):
            left, right = _linear_sum(left_operand), _linear_sum(right_operand)
            if left is None or right is None or (left.keys() != {""} and right.keys() != {""}):
                return None
            number, factor_terms = (left[""], right) if left.keys() == {""} else (right[""], left)
            return {name: number * value for name, value in factor_terms.items()}
        case _:
            return None


def _add_sums(first: _Sum, second: _Sum, factor: int) -> _Sum:
    return {name: first.get(name, 0) + factor * second.get(name, 0) for name in {**first, **second}}
