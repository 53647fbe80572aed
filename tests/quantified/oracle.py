"""What a file with quantifiers means, by brute force on the trees of `tests.brute`; nothing of `src`.

The definition: constants are absorbed, equivalences with quantifiers in them are written as two implications, and
quantifiers are moved out, each as far as those around it allow, beginning with `exists` or with `forall`, whichever
gives fewer blocks (`exists` if both give as many). Free atoms are `exists`, innermost, and count for blocks.
"""

from dataclasses import dataclass
from itertools import count, product
from typing import Any

from tests import brute

from bigand.language import syntax as s

Prefix = list[tuple[str, list[str]]]


def whole(program: s.Program) -> Any:
    """The conjunction of all formulas, expanded, constants absorbed."""
    scope: brute.Scope = {}
    for item in program.items:
        if isinstance(item, s.Assignment):
            scope[item.target.name] = brute.value(item.value, scope)
    formulas = [brute.expand(item.formula, scope) for item in program.items if isinstance(item, s.Assertion)]
    return brute.absorb(("and", *[brute.absorb(formula) for formula in formulas]))


@dataclass(frozen=True)
class Prenex:
    """A formula with its quantifiers in front; `free` are atoms that none binds (they are in `prefix` too)."""

    prefix: Prefix
    matrix: Any
    free: set[str]


def prenex(formula: Any) -> Prenex:
    if isinstance(formula, bool):
        return Prenex([], formula, set())
    bound: list[tuple[str, str, int, int]] = []  # name, kind, level if `exists` is first, level if `forall` is
    numbers = count(1)

    def walk(f: Any, sign: bool, names: dict[str, str], levels: tuple[int, int]) -> Any:
        if isinstance(f, str):
            return names.get(f, f)
        if isinstance(f, bool):
            return f
        word = f[0]
        if word in ("exists", "forall"):
            kind = word if sign else ("forall" if word == "exists" else "exists")
            inside = (climb(levels[0], kind == "exists"), climb(levels[1], kind == "forall"))
            renamed = {name: f"{name}#{next(numbers)}" for name in f[1]}
            bound.extend((new, kind, *inside) for new in renamed.values())
            return walk(f[2], sign, {**names, **renamed}, inside)
        if word == "not":
            return ("not", walk(f[1], not sign, names, levels))
        if word == "=>":
            return ("or", ("not", walk(f[1], not sign, names, levels)), walk(f[2], sign, names, levels))
        if word in ("<=>", "xor") and has_quantifier(f):
            a, b = f[1], f[2]
            pair = (("=>", a, b), ("=>", b, a)) if word == "<=>" else (("or", a, b), ("or", ("not", a), ("not", b)))
            return walk(("and", *pair), sign, names, levels)
        start = 2 if word in ("exact", "atleast", "atmost") else 1
        return (*f[:start], *[walk(part, sign, names, levels) for part in f[start:]])

    matrix = walk(formula, True, {}, (0, 0))
    free = brute.atoms_of(formula)
    return Prenex(min([blocks(bound, at, free) for at in (2, 3)], key=len), matrix, free)


def climb(level: int, odd: bool) -> int:
    level = max(level, 1)
    return level if (level % 2 == 1) == odd else level + 1


def blocks(bound: list[tuple[str, str, int, int]], at: int, free: set[str]) -> Prefix:
    prefix: Prefix = []
    for level in sorted({row[at] for row in bound}):
        here = [row for row in bound if row[at] == level]
        prefix.append((here[0][1], [row[0] for row in here]))
    if free and prefix and prefix[-1][0] == "exists":
        prefix[-1] = ("exists", [*prefix[-1][1], *sorted(free)])
    elif free:
        prefix.append(("exists", sorted(free)))
    return prefix


def has_quantifier(f: Any) -> bool:
    return isinstance(f, tuple) and (f[0] in ("exists", "forall") or any(has_quantifier(part) for part in f[1:]))


def value(prefix: Prefix, matrix: Any, table: dict[str, bool]) -> bool:
    """The truth of a prenex formula, by trying everything."""
    if not prefix:
        return brute.holds(matrix, table)
    (kind, names), rest = prefix[0], prefix[1:]
    rows = product([False, True], repeat=len(names))
    tried = (value(rest, matrix, {**table, **dict(zip(names, row, strict=True))}) for row in rows)
    return all(tried) if kind == "forall" else any(tried)


def winning(found: Prenex) -> set[frozenset[str]]:
    """The true atoms, by the names that were written, of each winning assignment of the outermost `exists`.

    Only for formulas in which no name is quantified twice.
    """
    if not found.prefix or found.prefix[0][0] == "forall":
        return {frozenset()} if value(found.prefix, found.matrix, {}) else set()
    names = found.prefix[0][1]
    rows = [dict(zip(names, row, strict=True)) for row in product([False, True], repeat=len(names))]
    good = [row for row in rows if value(found.prefix[1:], found.matrix, row)]
    return {frozenset(name.split("#")[0] for name, true in row.items() if true) for row in good}
