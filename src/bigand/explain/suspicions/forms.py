"""Rules of which the form alone tells that they can be broken, or kept.

Where each predicate has one sign, all literals can be false together, and all true together. Then a clause is
broken, and a conjunction of clauses kept, by that one assignment: no instance has to be made. What may be empty
(`bigand` of nothing holds) counts only where the survey has seen something in it.
"""

from collections.abc import Sequence

from bigand.language.syntax import (
    Big,
    BigOperator,
    Infix,
    LineBreak,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Sign,
    Signed,
    walk,
)
from bigand.source.span import Span

_EVERYWHERE, _SOMEWHERE = 2, 1  # in all instances, in one at least
_CONNECTING = (Operator.AND, Operator.OR, Operator.IMPLIES)
_Reach = tuple[int, list[tuple[str, bool]]]  # where it is so, and the literals that make it so, by name and sign
_UNKNOWN: _Reach = (0, [])


def is_surely_breakable(body: Node, seen: set[Span]) -> bool:
    """Whether some assignment breaks an instance; `seen` are the propositions of which there is one."""
    where, literals = _reach_of(body, False, seen)
    return where > 0 and _is_pure(literals)


def is_surely_keepable(body: Node) -> bool:
    """Whether some assignment keeps all instances."""
    where, literals = _reach_of(body, True, set())
    return where == _EVERYWHERE and _is_pure(literals)


def _is_pure(literals: Sequence[tuple[str, bool]]) -> bool:
    """Whether no predicate has both signs."""
    return len({name for name, _ in literals}) == len(set(literals))


def _reach_of(node: Node, truth: bool, seen: set[Span]) -> _Reach:
    """Where a formula gets a truth value, if each literal that stands for it gets what that needs.

    A disjunction is true where a part is, and false where all are; so it is for conjunctions the other way round.
    """
    match node:
        case Parenthesised(inner) | LineBreak(inner):
            return _reach_of(inner, truth, seen)
        case Proposition(name):
            return _EVERYWHERE, [(name, truth)]
        case Signed(Sign.NOT, operand):
            return _reach_of(operand, not truth, seen)
        case Infix(operator, operands) if operator in _CONNECTING:
            flipped = operator is Operator.IMPLIES
            last = len(operands) - 1
            parts = [
                _reach_of(operand, truth != (flipped and index < last), seen)
                for index, operand in enumerate(operands)
            ]
            needs_one = (operator is Operator.AND) != truth
            return max(parts, key=lambda part: part[0]) if needs_one else _combine_reaches(parts)
        case BigOperator(big, _, body):
            where, literals = _reach_of(body, truth, seen)
            if (big is Big.AND) == truth:
                return (where, literals) if where == _EVERYWHERE else _UNKNOWN  # also where it is empty
            has_one = any([isinstance(part, Proposition) and part.span in seen for part in walk(body)])
            return (_SOMEWHERE, literals) if where and has_one else _UNKNOWN
        case _:
            return _UNKNOWN


def _combine_reaches(parts: list[_Reach]) -> _Reach:
    """All of them: somewhere, if that is said of one only, for two need not be so at the same place."""
    where = min([part[0] for part in parts])
    if where == _SOMEWHERE and [part[0] for part in parts].count(_SOMEWHERE) > 1:
        return _UNKNOWN
    return where, [literal for part in parts for literal in part[1]]
