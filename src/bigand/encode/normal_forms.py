"""Textbook normal forms with every step, for teaching.

First only `not`, `and` and `or` remain, then `not` stands only before atoms (NNF), then one operator is distributed
over the other (CNF, DNF). No auxiliary names are introduced, so this is for small formulas; larger results raise
`TooLargeError`.
"""

from itertools import combinations
from math import comb
from typing import Any

from bigand.ground.formula_tree import FormulaTree, TooLargeError

_MAX_CLAUSES = 4096  # of a distributed formula
_MAX_SIZE = 200_000  # operators and atoms of an expanded formula


def normal_form_steps(formula: FormulaTree, form: str) -> list[tuple[str, FormulaTree]]:
    """Return the steps to a normal form (`nnf`, `cnf` or `dnf`): the name and the result of each."""
    if _simple_size(formula) > _MAX_SIZE:
        raise TooLargeError
    forms: list[tuple[str, FormulaTree]] = [("expanded", formula)]
    simple = _simplify_connectives(formula)
    if simple != formula:
        forms.append(("connectives", simple))
    pushed = _push_negations(simple, True)
    if pushed != simple:
        forms.append(("negations", pushed))
    if form != "nnf":
        distributed = _to_cnf_or_dnf(pushed, form == "cnf")
        if distributed != pushed:
            forms.append(("distributed", distributed))
    return forms


def _simple_size(formula: FormulaTree) -> int:
    """Bound the number of operators and atoms in the result of `_simplify_connectives`.

    Each level of equivalences doubles it.

    >>> _simple_size(("<=>", "a", ("<=>", "b", "c"))), _simple_size(("exact", 2, "a", "b", "c", "d"))
    (25, 57)
    """
    if not isinstance(formula, tuple):
        return 1
    word, *parts = formula
    if word not in ("exact", "atleast", "atmost"):
        inside = sum([_simple_size(part) for part in parts])
        return 5 + 2 * inside if word in ("<=>", "xor") else 2 + inside
    number, sizes = parts[0], [_simple_size(part) for part in parts[1:]]
    count, largest = len(sizes), max(sizes, default=0)
    widths = [number + 1] if word != "atleast" else []
    widths += [count - number + 1] if word != "atmost" else []
    return 1 + sum([comb(count, width) * (1 + width * (1 + largest)) for width in widths if width >= 0])


def _simplify_connectives(formula: FormulaTree) -> FormulaTree:
    """Rewrite implications, equivalences and cardinalities using only `not`, `and` and `or`."""
    if not isinstance(formula, tuple):
        return formula
    word, *parts = formula
    if word in ("exact", "atleast", "atmost"):
        return _expand_cardinality(word, parts[0], [_simplify_connectives(part) for part in parts[1:]])
    inner = [_simplify_connectives(part) for part in parts]
    if word == "=>":
        return ("or", ("not", inner[0]), inner[1])
    if word == "<=>":
        return ("and", ("or", ("not", inner[0]), inner[1]), ("or", inner[0], ("not", inner[1])))
    if word == "xor":
        return ("and", ("or", inner[0], inner[1]), ("or", ("not", inner[0]), ("not", inner[1])))
    return (word, *inner)


def _expand_cardinality(word: str, number: int, parts: list[FormulaTree]) -> FormulaTree:
    clauses: list[FormulaTree] = []
    if word in ("exact", "atmost"):
        clauses += [
            _connect("or", [("not", part) for part in subset]) for subset in combinations(parts, number + 1)
        ]
    if word in ("exact", "atleast"):
        clauses += [_connect("or", list(subset)) for subset in combinations(parts, len(parts) - number + 1)]
    if len(clauses) > _MAX_CLAUSES:
        raise TooLargeError
    return _connect("and", clauses)


def _push_negations(formula: FormulaTree, positive: bool) -> FormulaTree:
    """Move `not` inwards by De Morgan's laws and remove double negations."""
    if isinstance(formula, bool):
        return formula == positive
    if isinstance(formula, str):
        return formula if positive else ("not", formula)
    word, *parts = formula
    if word == "not":
        return _push_negations(parts[0], not positive)
    connective = word if positive else {"and": "or", "or": "and"}[word]
    return _connect(connective, _flatten_one_level(connective, [_push_negations(part, positive) for part in parts]))


def _to_cnf_or_dnf(formula: FormulaTree, conjunctive: bool) -> FormulaTree:
    outer, inner = ("and", "or") if conjunctive else ("or", "and")
    groups = [group for group in _clauses_or_terms(formula, outer) if not _has_complementary_literals(group)]
    minimal_groups: list[frozenset[Any]] = []
    for group in sorted(set(groups), key=lambda literals: (len(literals), sorted(map(str, literals)))):
        if not any(smaller <= group for smaller in minimal_groups):
            minimal_groups.append(group)
    parts = [_connect(inner, sorted(group, key=_literal_key)) for group in minimal_groups]
    return _connect(outer, parts) if parts else conjunctive


def _clauses_or_terms(formula: FormulaTree, outer: str) -> list[frozenset[Any]]:
    """Return the clauses (or terms) of a formula in NNF as sets of literals."""
    if isinstance(formula, bool):
        return [] if formula == (outer == "and") else [frozenset()]
    if isinstance(formula, str) or formula[0] == "not":
        return [frozenset([formula])]
    parts = [_clauses_or_terms(part, outer) for part in formula[1:]]
    if formula[0] == outer:
        return [group for part in parts for group in part]
    result: list[frozenset[Any]] = [frozenset()]
    for part in parts:
        result = [left | right for left in result for right in part]
        if len(result) > _MAX_CLAUSES:
            raise TooLargeError
    return result


def _has_complementary_literals(group: frozenset[Any]) -> bool:
    return any(("not", literal) in group for literal in group if isinstance(literal, str))


def _literal_key(literal: Any) -> tuple[str, bool]:
    return (literal, False) if isinstance(literal, str) else (literal[1], True)


def _flatten_one_level(word: str, parts: list[FormulaTree]) -> list[FormulaTree]:
    return [
        operand
        for part in parts
        for operand in (part[1:] if isinstance(part, tuple) and part[0] == word else (part,))
    ]


def _connect(word: str, parts: list[Any]) -> FormulaTree:
    if not parts:
        return word == "and"
    return parts[0] if len(parts) == 1 else (word, *parts)
