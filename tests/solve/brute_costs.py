"""The best models of a program by trying all assignments: nothing of `src` but the tree."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from tests import brute

from bigand.language import syntax as s


def best(program: s.Program) -> tuple[tuple[int, ...], set[frozenset[str]]] | None:
    """The values of the goals in the order of the file and the true atoms of every model with these values."""
    scope: brute.Scope = {}
    for item in program.items:
        if isinstance(item, s.Assignment):
            scope[item.target.name] = brute.value(item.value, scope)
    hard: list[Any] = []
    soft: list[tuple[Any, int]] = []
    waiting: s.Soft | None = None
    for part in sorted([*program.items, *program.directives], key=lambda one: one.span.start):
        if isinstance(part, s.Soft):
            waiting = part
        elif isinstance(part, s.Assertion) and waiting is not None:
            soft += list(instances(part.formula, waiting.weight, scope))
            waiting = None
        elif isinstance(part, s.Assertion):
            hard.append(brute.absorb(brute.expand(part.formula, scope)))
    whole = brute.absorb(("and", *hard))
    if whole is False:
        return None
    atoms = sorted(brute.atoms_of(whole).union(*[brute.atoms_of(formula) for formula, _ in soft]))
    found: dict[tuple[int, ...], set[frozenset[str]]] = {}
    for row in product([False, True], repeat=len(atoms)):
        table = dict(zip(atoms, row, strict=True))
        if brute.holds(whole, table):
            values = tuple(goals(program, soft, table, scope))
            found.setdefault(values, set()).add(frozenset(atom for atom in atoms if table[atom]))
    signs = [-1 if isinstance(one, s.Objective) and one.maximize else 1 for one in goal_directives(program)]
    order = sorted(found, key=lambda values: [sign * value for sign, value in zip(signs, values, strict=True)])
    return (order[0], found[order[0]]) if order else None


def instances(formula: s.Node, weight: s.Node, scope: brute.Scope) -> Iterator[tuple[Any, int]]:
    if isinstance(formula, s.Parenthesised | s.LineBreak):
        yield from instances(formula.inner, weight, scope)
    elif isinstance(formula, s.BigOperator) and formula.big is s.Big.AND:
        for row in brute.rows_of(formula.generator, scope):
            yield from instances(formula.body, weight, row)
    else:
        yield brute.absorb(brute.expand(formula, scope)), brute.value(weight, scope)


def goal_directives(program: s.Program) -> list[s.Soft | s.Objective]:
    found: list[s.Soft | s.Objective] = []
    for one in program.directives:
        if isinstance(one, s.Objective) or (
            isinstance(one, s.Soft) and not any(isinstance(other, s.Soft) for other in found)
        ):
            found.append(one)
    return found


def goals(
    program: s.Program, soft: list[tuple[Any, int]], table: dict[str, bool], scope: brute.Scope
) -> Iterator[int]:
    for one in goal_directives(program):
        if isinstance(one, s.Objective):
            yield worth(one.cost, table, scope)
        else:
            yield sum(weight for formula, weight in soft if not brute.holds(formula, table))


def worth(n: s.Node, table: dict[str, bool], scope: brute.Scope) -> int:
    match n:
        case s.Parenthesised(inner):
            return worth(inner, table, scope)
        case s.Proposition():
            return int(table[brute.value(n, scope)])
        case s.Call("card", (s.Proposition(name, ()),)):
            return sum(value for atom, value in table.items() if atom.split("(")[0] == name)
        case s.Call("card", (members,)):
            return sum(table.get(atom, False) for atom in brute.value(members, scope))
        case s.Signed(_, operand):
            return -worth(operand, table, scope)
        case s.Infix(operator, operands):
            result: int = brute.operation(operator.value, [worth(one, table, scope) for one in operands])
            return result
        case _:
            number: int = brute.value(n, scope)
            return number
