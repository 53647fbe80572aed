"""Quoted formulas as values, and which variables a piece of the tree mentions.

A quoted formula is expanded when it is evaluated, so that its value holds no variable any more: its tree is that
of `written`, and its print is TouIST's.
"""

from typing import Any

from bigand.ground.pairs import PAIR_WORDS, show_pairs
from bigand.language.syntax import Generator, Let, Variable, walk
from bigand.language.values import FormulaValue


def variables_of(node: Any) -> frozenset[str]:
    """The names of all variables that occur in a tree; asked of the same trees again and again."""
    cached = _variables_cache.get(id(node))
    if cached is not None and cached[0] is node:
        return cached[1]
    names = frozenset([part.name for part in walk(node) if isinstance(part, Variable)])
    if len(_variables_cache) >= _MAX_CACHED:
        _variables_cache.clear()
    _variables_cache[id(node)] = node, names  # the tree is kept, so that no other one gets its place in memory
    return names


_variables_cache: dict[
    int, tuple[Any, frozenset[str]]
] = {}  # trees are equal only where all their parts are: by place
_MAX_CACHED = 5000


def bound_names(node: Any) -> list[str]:
    """The names of the variables that a node itself gives a value to."""
    match node:
        case Generator(variables) | Let(variables):
            return [variable.name for variable in variables]
        case _:
            return []


def columns_for(names: set[str] | frozenset[str], columns: dict[str, Any]) -> list[str]:
    """The columns that variables with these names may read: their own, and those of their indexed kin."""
    return [column for column in columns if column in names or column.split("(", 1)[0] in names]


def formula_value(tree: Any) -> FormulaValue:
    """The value of an expanded formula."""
    return FormulaValue(show_pairs(tree, PAIR_WORDS), tree)
