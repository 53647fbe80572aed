"""The meaning of the language by brute force: nested loops and truth tables, nothing of `src` but the tree.

Values are Python's own; a str is a proposition, a frozenset a set, ("formula", expanded) a quoted formula.
A comparison of unknowns is an atom that knows its terms: a number, a str (an unknown), or (operator, term, term).
"""

from fractions import Fraction
from itertools import product
from typing import Any

from bigand.language import syntax as s

Scope = dict[str, Any]


def models(program: s.Program) -> set[frozenset[str]]:
    """The true atoms of every model, over the atoms that are left when constants have been absorbed."""
    whole = ground(program)
    atoms = sorted(atoms_of(whole))
    rows = product([False, True], repeat=len(atoms))
    tables = [dict(zip(atoms, row, strict=True)) for row in rows]
    return {frozenset(a for a in atoms if table[a]) for table in tables if holds(whole, table)}


def atoms(program: s.Program) -> set[str]:
    return atoms_of(ground(program))


def ground(program: s.Program) -> Any:
    """All formulas together, expanded, constants taken in."""
    scope: Scope = {}
    for item in program.items:
        if isinstance(item, s.Assignment):
            scope[item.target.name] = value(item.value, scope)
    return absorb(("and", *[expand(i.formula, scope) for i in program.items if isinstance(i, s.Assertion)]))


def show(v: Any) -> str:
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, frozenset):
        return "[" + ",".join(show(e) for e in ordered(v)) + "]"
    return str(v)


def ordered(v: frozenset[Any]) -> list[Any]:
    return sorted(v, key=lambda e: [show(x) for x in ordered(e)] if isinstance(e, frozenset) else e)


def rows_of(g: s.Generator, scope: Scope) -> list[Scope]:
    found = [scope]
    for variable, members in zip(g.variables, g.sets, strict=True):
        found = [{**r, variable.name: e} for r in found for e in ordered(value(members, r))]
    return [r for r in found if g.condition is None or value(g.condition, r)]


def value(n: s.Node, scope: Scope) -> Any:
    match n:
        case s.Integer(v) | s.Boolean(v):
            return v
        case s.Variable(name):
            return scope[name]
        case s.Parenthesised(inner):
            return value(inner, scope)
        case s.Proposition(name, arguments):
            parts = [value(a, scope) for a in arguments]
            choices = [ordered(p) if isinstance(p, frozenset) else [p] for p in parts if p != frozenset()]
            names = [name + (f"({','.join(map(show, row))})" if row else "") for row in product(*choices)]
            return frozenset(names) if any(isinstance(p, frozenset) and p for p in parts) else names[0]
        case s.Signed(s.Sign.NOT, operand):
            return not value(operand, scope)
        case s.Signed(_, operand):
            return -value(operand, scope)
        case s.SetLiteral(elements):
            return frozenset(value(e, scope) for e in elements)
        case s.Range(first, last):
            return frozenset(range(value(first, scope), value(last, scope) + 1))
        case s.Comprehension(element, generator):
            return frozenset(value(element, r) for r in rows_of(generator, scope))
        case s.If(condition, then, otherwise):
            return value(then if value(condition, scope) else otherwise, scope)
        case s.Call("card", (members,)):
            return len(value(members, scope))
        case s.Call("abs", (number,)):
            return abs(value(number, scope))
        case s.Quoted(formula):
            return ("formula", absorb(expand(formula, scope)))  # expanded when it is evaluated
        case s.Infix(operator, operands):
            return operation(operator.value, [value(o, scope) for o in operands])
        case _:
            raise AssertionError(n)


def operation(name: str, v: list[Any]) -> Any:
    if name == "=>":
        return not v[0] or (v[1] if len(v) == 2 else operation(name, v[1:]))
    if name == "<=>":
        return v[0] == (v[1] if len(v) == 2 else operation(name, v[1:]))
    table: dict[str, Any] = {
        "and": lambda a, b: a and b, "or": lambda a, b: a or b, "xor": lambda a, b: a != b,
        "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
        "/": lambda a, b: int(a / b), "mod": lambda a, b: a - b * int(a / b),
        "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
        "in": lambda a, b: a in b, "union": lambda a, b: a | b, "inter": lambda a, b: a & b,
        "diff": lambda a, b: a - b, "subset": lambda a, b: a <= b,
    }  # fmt: skip
    result = v[0]
    for other in v[1:]:
        result = table[name](result, other)
    return result


def expand(n: s.Node, scope: Scope) -> Any:
    """A formula without operators over sets: atoms are texts, constants booleans, the rest tuples."""
    match n:
        case s.Truth(v):
            return v
        case s.Proposition(name, arguments):
            return name + (f"({','.join(show(value(a, scope)) for a in arguments)})" if arguments else "")
        case s.Variable(name, ()):
            return held(scope[name])
        case s.Parenthesised(inner) | s.LineBreak(inner):
            return expand(inner, scope)
        case s.Signed(_, operand):
            return ("not", expand(operand, scope))
        case s.Infix(operator, operands) if operator in s.COMPARISONS:
            return compare(operator.value, *[term(o, scope) for o in operands])
        case s.Infix(operator, operands):
            parts = [expand(o, scope) for o in operands]
            if operator.value in ("and", "or"):
                return (operator.value, *parts)
            right = operator.value in ("=>", "<=>")
            while len(parts) > 1:
                pair = parts[-2:] if right else parts[:2]
                parts = [*parts[:-2], (operator.value, *pair)] if right else [(operator.value, *pair), *parts[2:]]
            return parts[0]
        case s.If(condition, then, otherwise):
            return expand(then if value(condition, scope) else otherwise, scope)
        case s.BigOperator(big, generator, body):
            return (
                "and" if big is s.Big.AND else "or",
                *[expand(body, r) for r in rows_of(generator, scope)],
            )
        case s.Let(variables, values, body):
            deeper = dict(scope)
            for variable, bound in zip(variables, values, strict=True):
                deeper[variable.name] = value(bound, deeper)
            return expand(body, deeper)
        case s.Cardinality(count, number, members):
            return (count.value, value(number, scope), *[held(m) for m in value(members, scope)])
        case s.Quantified(quantifier, propositions, generator, body):
            rows = [scope] if generator is None else rows_of(generator, scope)
            names = dict.fromkeys([expand(p, r) for p in propositions for r in rows])
            return (quantifier.value, tuple(names), expand(body, scope))
        case _:
            raise AssertionError(n)


class Compared(str):
    """A comparison with an unknown in it; as a text it is what was compared."""

    operator: str
    terms: tuple[Any, Any]


def compare(operator: str, left: Any, right: Any) -> Any:
    if not unknowns(left) | unknowns(right):
        return operation(operator, [left, right])
    compared = Compared(f"{left!r} {operator} {right!r}")
    compared.operator, compared.terms = operator, (left, right)
    return compared


def term(n: s.Node, scope: Scope) -> Any:
    match n:
        case s.Integer(v):
            return v
        case s.Float(text):
            return Fraction(text)
        case s.Proposition():
            return expand(n, scope)
        case s.Variable(name):
            return scope[name]
        case s.Parenthesised(inner):
            return term(inner, scope)
        case s.Signed(_, operand):
            return calculate("-", 0, term(operand, scope))
        case s.Infix(operator, operands):
            result = term(operands[0], scope)
            for other in operands[1:]:
                result = calculate(operator.value, result, term(other, scope))
            return result
        case _:
            raise AssertionError(n)


def calculate(operator: str, left: Any, right: Any) -> Any:
    if unknowns(left) | unknowns(right):
        return (operator, left, right)
    if operator == "/" and isinstance(left, Fraction | int) and isinstance(right, Fraction):
        return left / right
    return operation(operator, [left, right])


def unknowns(t: Any) -> set[str]:
    """The unknowns of a term."""
    if isinstance(t, str):
        return {t}
    return unknowns(t[1]) | unknowns(t[2]) if isinstance(t, tuple) else set()


def worth(t: Any, values: dict[str, Any]) -> Any:
    """The value of a term; every division is exact here, since an unknown is in it."""
    if isinstance(t, str):
        return values[t]
    if not isinstance(t, tuple):
        return t
    left, right = worth(t[1], values), worth(t[2], values)
    return Fraction(left) / right if t[0] == "/" else operation(t[0], [left, right])


def held(v: Any) -> Any:
    return v[1] if isinstance(v, tuple) else v


def absorb(f: Any) -> Any:
    """Constants taken in, nothing else."""
    if isinstance(f, bool | str):
        return f
    name = f[0]
    if name in ("exact", "atleast", "atmost"):
        parts = [absorb(p) for p in f[2:]]
        number = f[1] - sum(p is True for p in parts)
        parts = [p for p in parts if not isinstance(p, bool)]
        if name == "atleast":
            return True if number <= 0 else False if number > len(parts) else (name, number, *parts)
        if name == "atmost":
            return False if number < 0 else True if number >= len(parts) else (name, number, *parts)
        if number < 0 or number > len(parts):
            return False
        return True if not parts else (name, number, *parts)
    if name in ("exists", "forall"):
        inner = absorb(f[2])
        return inner if isinstance(inner, bool) else (name, f[1], inner)
    parts = [absorb(p) for p in f[1:]]
    if name in ("and", "or"):
        absorbing = name == "or"
        if absorbing in [p for p in parts if isinstance(p, bool)]:
            return absorbing
        parts = [p for p in parts if not isinstance(p, bool)]
        return not absorbing if not parts else parts[0] if len(parts) == 1 else (name, *parts)
    if name == "not":
        return not parts[0] if isinstance(parts[0], bool) else ("not", parts[0])
    a, b = parts
    if name == "=>":
        if a is False or b is True:
            return True
        return b if a is True else ("not", a) if b is False else (name, a, b)
    same = name == "<=>"
    if isinstance(a, bool) and isinstance(b, bool):
        return (a == b) == same
    if isinstance(a, bool):
        return b if a == same else ("not", b)
    if isinstance(b, bool):
        return a if b == same else ("not", a)
    return (name, a, b)


def atoms_of(f: Any) -> set[str]:
    if isinstance(f, str):
        return {f}
    if isinstance(f, bool):
        return set()
    if f[0] in ("exists", "forall"):
        return atoms_of(f[2]) - set(f[1])
    start = 2 if f[0] in ("exact", "atleast", "atmost") else 1
    return set().union(*[atoms_of(p) for p in f[start:]])


def holds(f: Any, table: dict[str, Any]) -> bool:
    if isinstance(f, bool):
        return f
    if isinstance(f, Compared):
        return bool(operation(f.operator, [worth(t, table) for t in f.terms]))
    if isinstance(f, str):
        return table[f]
    name, *parts = f
    if name in ("exact", "atleast", "atmost"):
        true = sum(holds(p, table) for p in parts[1:])
        number = parts[0]
        return bool(true == number if name == "exact" else true >= number if name == "atleast" else true <= number)
    if name in ("exists", "forall"):
        rows = product([False, True], repeat=len(parts[0]))
        inner = (holds(parts[1], {**table, **dict(zip(parts[0], row, strict=True))}) for row in rows)
        return all(inner) if name == "forall" else any(inner)
    v = [holds(p, table) for p in parts]
    if name == "and":
        return all(v)
    if name == "or":
        return any(v)
    if name == "not":
        return not v[0]
    if name == "=>":
        return not v[0] or v[1]
    return (v[0] == v[1]) == (name == "<=>")
