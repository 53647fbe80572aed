"""The best models of a program by trying all assignments: nothing of `src` but the tree."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests import brute

from bigand.language import syntax as s


def best(program: s.Program) -> tuple[tuple[int, ...], set[frozenset[str]]] | None:
    """The values of the goals in the order of the file and the true atoms of every model with these values."""
    whole, soft, scope = parts(program)
    if whole is False:
        return None
    atoms = sorted(brute.atoms_of(whole).union(*[brute.atoms_of(formula) for formula, _ in soft]))
    tables = [dict(zip(atoms, row, strict=True)) for row in product([False, True], repeat=len(atoms))]
    found = best_of(program, [table for table in tables if brute.holds(whole, table)], soft, scope)
    return found and (found[0], {frozenset(atom for atom in atoms if table[atom]) for table in found[1]})


def parts(program: s.Program) -> tuple[Any, list[tuple[Any, int]], brute.Scope]:
    """What must hold, expanded; the instances of soft formulas, with their weights; the global variables."""
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
    return brute.absorb(("and", *hard)), soft, scope


def best_of(
    program: s.Program, models: list[dict[str, Any]], soft: list[tuple[Any, int]], scope: brute.Scope
) -> tuple[tuple[int, ...], list[dict[str, Any]]] | None:
    """Of some models the best, with the values of their goals."""
    found: dict[tuple[int, ...], list[dict[str, Any]]] = {}
    for table in models:
        found.setdefault(tuple(goals(program, soft, table, scope)), []).append(table)
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
    program: s.Program, soft: list[tuple[Any, int]], table: dict[str, Any], scope: brute.Scope
) -> Iterator[Any]:
    for one in goal_directives(program):
        if isinstance(one, s.Objective):
            yield worth(one.cost, table, scope)
        else:
            yield sum(weight for formula, weight in soft if not brute.holds(formula, table))


def worth(n: s.Node, table: dict[str, Any], scope: brute.Scope) -> Any:
    match n:
        case s.Parenthesised(inner):
            return worth(inner, table, scope)
        case s.Proposition():
            truth = table[brute.value(n, scope)]  # or a number
            return int(truth) if isinstance(truth, bool) else truth
        case s.Call("card", (s.Proposition(name, ()),)):
            return sum(value for atom, value in table.items() if atom.split("(")[0] == name)
        case s.Call("card", (members,)):
            return sum(table.get(atom, False) for atom in brute.value(members, scope))
        case s.Signed(_, operand):
            return -worth(operand, table, scope)
        case s.Infix(s.Operator.DIVIDE, (inner, s.Integer(divisor))):
            return Fraction(worth(inner, table, scope), divisor)  # exact, since there is an unknown in it
        case s.Infix(operator, operands):
            result: int = brute.operation(operator.value, [worth(one, table, scope) for one in operands])
            return result
        case _:
            number: int = brute.value(n, scope)
            return number
