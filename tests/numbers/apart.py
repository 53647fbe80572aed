"""Expanded formulas (of tests/brute.py) in Z3's own Python interface: nothing of `src` but the tree."""

from typing import Any

import z3
from tests import brute


def unknowns_of(formula: Any) -> set[str]:
    """All unknowns that are left: propositions, and those of comparisons."""
    found: set[str] = set()
    for atom in brute.atoms_of(formula):
        if isinstance(atom, brute.Compared):
            found |= brute.unknowns(atom.terms[0]) | brute.unknowns(atom.terms[1])
        else:
            found.add(atom)
    return found


def constant(name: str) -> Any:
    """By the first letter, as the random programs have it."""
    return z3.Int(name) if name[0] in "xyz" else z3.Real(name) if name[0] in "rs" else z3.Bool(name)


def number(value: Any) -> Any:
    return z3.Q(value.numerator, value.denominator)


def term(t: Any) -> Any:
    if isinstance(t, str):
        found = constant(t)
        return z3.ToReal(found) if found.is_int() else found
    if not isinstance(t, tuple):
        return number(t)
    left, right = term(t[1]), term(t[2])
    return {"+": left + right, "-": left - right, "*": left * right, "/": left / right}[t[0]]


def formula(f: Any) -> Any:
    if isinstance(f, bool):
        return z3.BoolVal(f)
    if isinstance(f, brute.Compared):
        left, right = term(f.terms[0]), term(f.terms[1])
        return {
            "==": left == right, "!=": left != right, "<": left < right,
            "<=": left <= right, ">": left > right, ">=": left >= right,
        }[f.operator]  # fmt: skip
    if isinstance(f, str):
        return constant(f)
    name, *parts = f
    if name in ("exact", "atleast", "atmost"):
        total = z3.Sum([z3.If(formula(part), 1, 0) for part in parts[1:]])
        return {"exact": total == parts[0], "atleast": total >= parts[0], "atmost": total <= parts[0]}[name]
    inner = [formula(part) for part in parts]
    if name in ("and", "or"):
        return z3.And(inner) if name == "and" else z3.Or(inner)
    if name == "not":
        return z3.Not(inner[0])
    if name == "=>":
        return z3.Implies(*inner)
    return inner[0] == inner[1] if name == "<=>" else z3.Xor(*inner)


def equals(name: str, value: Any) -> Any:
    own = constant(name)
    return own == (z3.BoolVal(value) if isinstance(value, bool) else number(value))
