"""Facts: rules that are a single literal with constant indices, handled as columns.

A file with a hundred thousand facts need not expand them one by one: consecutive facts form one batch, in which
each row still knows its rule.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array, Column, ValueTable, column_of
from bigand.language.syntax import Integer, Node, Proposition, Sign, Signed, strip_negations, strip_parentheses
from bigand.language.values import PropositionName, Value


class Literal(Struct, frozen=True):
    """A proposition with constant indices, their values, and its sign (False under `not`)."""

    node: Proposition
    values: tuple[Value, ...]
    sign: bool


class LiteralGroup(Struct, frozen=True, eq=False):
    """Literals with the same name and kinds of indices: their places in the original list, and their columns."""

    name: str
    places: Array  # int64
    columns: tuple[Column, ...]


def literal_of(node: Node) -> Literal | None:
    """Return a formula as a literal, if it is one with constant indices."""
    inner, sign = strip_negations(node)
    if not isinstance(inner, Proposition):
        return None
    values = [_constant_value(argument) for argument in inner.arguments]
    constants = tuple([value for value in values if value is not None])
    return Literal(inner, constants, sign) if len(constants) == len(values) else None


def _constant_value(node: Node) -> Value | None:
    match strip_parentheses(node):
        case Integer(value):
            return value
        case Signed(Sign.MINUS, Integer(value)):
            return -value
        case Proposition(name, ()):
            return PropositionName(name)
        case _:
            return None


def group_literals(literals: Sequence[Literal], table: ValueTable) -> list[LiteralGroup]:
    """Group literals by name and kinds of indices, as columns."""
    groups: dict[tuple[str, tuple[bool, ...]], list[int]] = {}
    for index, literal in enumerate(literals):
        kinds = tuple([isinstance(value, int) for value in literal.values])
        groups.setdefault((literal.node.name, kinds), []).append(index)
    literal_groups = []
    for (name, kinds), places in groups.items():
        rows = [literals[place].values for place in places]
        columns = [column_of([row[place] for row in rows], table) for place in range(len(kinds))]
        literal_groups.append(LiteralGroup(name, np.array(places, dtype=np.int64), tuple(columns)))
    return literal_groups


def number_literals(literals: Sequence[Literal], atoms: AtomTable) -> Array:
    """Number the atoms of literals all at once; return them in order."""
    numbers = np.empty(len(literals), dtype=np.int64)
    for group in group_literals(literals, atoms.values):
        numbers[group.places] = atoms.number_atoms(group.name, group.columns, len(group.places))
    return numbers
