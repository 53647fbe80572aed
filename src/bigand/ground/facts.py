"""Facts: rules that are one literal with constants for indices, taken together as columns.

A file of a hundred thousand facts is not a hundred thousand formulas to be expanded one by one: the facts that
stand one after the other are one batch, in which every row still knows its rule.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from bigand.ground.atoms import AtomTable
from bigand.ground.columns import Array, Column, ValueTable, column_of
from bigand.language.syntax import Integer, Node, Proposition, Sign, Signed, strip_negations, strip_parentheses
from bigand.language.values import PropositionName, Value


class Literal(Struct, frozen=True):
    """A proposition whose indices are written out, the values of these, and whether it stands without `not`."""

    node: Proposition
    values: tuple[Value, ...]
    sign: bool


class LiteralGroup(Struct, frozen=True, eq=False):
    """The literals of a list that have one name and indices of the same kinds: their places in it, and columns."""

    name: str
    places: Array  # int64
    columns: tuple[Column, ...]


def literal_of(node: Node) -> Literal | None:
    """What a formula says if it is a literal with constants for indices."""
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
    """Literals by their name and the kinds of their indices, as columns."""
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
    """The atoms of literals, in their order, all numbered at once."""
    numbers = np.empty(len(literals), dtype=np.int64)
    for group in group_literals(literals, atoms.values):
        numbers[group.places] = atoms.number_atoms(group.name, group.columns, len(group.places))
    return numbers
