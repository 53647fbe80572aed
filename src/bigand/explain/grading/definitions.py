"""Atoms that a file defines for itself: `row(1) <=> x(1,1) or x(1,2)`.

Whatever the other atoms are, a defined one has just one value. So whether *some* value of it makes the file true is
no question any more: the definition holds, and the other rules are looked at with that value.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array
from bigand.ground.formula_tree import FormulaTree, tree_of
from bigand.ground.grounder import Grounder, Rule
from bigand.language import syntax

_ROWS = 20_000  # instances of a rule that is looked at


def find_definitions(
    grounder: Grounder, rules: Sequence[Rule], numbers: Array, linked: Array
) -> tuple[set[int], Array]:
    """The rules that define atoms that are not linked, and these atoms, as `numbers` numbers them.

    Each of them by one rule, from linked atoms and from others that are defined, in no circle.
    """
    is_linked = np.zeros(int(numbers.max(initial=0)) + 1, dtype=np.bool_)
    is_linked[linked] = True
    claimed: dict[int, set[int]] = {}  # an atom, and those that it is defined by
    owners: dict[int, list[int]] = {}  # a rule, and the atoms that it defines
    for rule in rules:
        defined = _definitions_in(grounder, rule, numbers, is_linked)
        if defined and not defined.keys() & claimed.keys():
            claimed |= defined
            owners[rule.number] = list(defined)
    while True:
        orderable = orderable_nodes(
            {
                atom: {dependency for dependency in needed if not is_linked[dependency]}
                for atom, needed in claimed.items()
            }
        )
        wrong = [number for number, atoms in owners.items() if not orderable.issuperset(atoms)]
        if not wrong:
            return set(owners), np.array(sorted(claimed), dtype=np.int64)
        for number in wrong:
            for atom in owners.pop(number):
                del claimed[atom]


def _definitions_in(grounder: Grounder, rule: Rule, numbers: Array, is_linked: Array) -> dict[int, set[int]]:
    """The atoms that all instances of a rule define, with what they are defined by; none if one does not."""
    body = syntax.strip_parentheses(rule.body)
    if not isinstance(body, syntax.Infix | syntax.Proposition | syntax.Signed):
        return {}
    if isinstance(body, syntax.Infix) and body.operator is not syntax.Operator.IFF:
        return {}
    definitions: dict[int, set[int]] = {}
    rows = 0
    for frame, ground in grounder.blocks(rule):
        names = [0, *numbers[1:].tolist()]
        for row in islice(range(frame.count), _ROWS + 1):
            tree = tree_of(ground, row, names)
            rows += 1
            if tree is True:
                continue
            defined = _definition_of(tree, is_linked)
            if defined is None or defined[0] in definitions or rows > _ROWS:
                return {}
            definitions[defined[0]] = defined[1]
    return definitions


def _definition_of(tree: FormulaTree, is_linked: Array) -> tuple[int, set[int]] | None:
    """The atom that an instance defines, and the atoms that it is defined by."""
    sides = [tree[1], tree[2]] if isinstance(tree, tuple) and tree[0] == "<=>" else [tree, True]
    for side, other_side in (sides, sides[::-1]):
        atom = side[1] if isinstance(side, tuple) and side[0] == "not" else side
        if isinstance(atom, int) and not isinstance(atom, bool) and not is_linked[atom]:
            needed = set(_atoms_in(other_side))
            if atom not in needed:
                return atom, needed
    return None


def _atoms_in(tree: FormulaTree) -> list[int]:
    """The atoms of a tree, which are numbers; those of a count come after it."""
    if not isinstance(tree, tuple):
        return [] if isinstance(tree, bool) else [tree]  # type: ignore[list-item]  # atoms are numbers here
    first = 2 if tree[0] in ("exact", "atleast", "atmost") else 1
    return [atom for part in tree[first:] for atom in _atoms_in(part)]


# ----------------------------------------------------------------------
# Free atoms that have a least value: `x(1) => s(1)`, `s(1) => s(2)`, `x(2) => not s(1)`.
#
# Where each clause asks
# at most one free atom to be true, and they do so in no circle, an atom need be true only if a clause makes it
# so: if any values of the free atoms will do, these least ones do. So they can be written down as definitions,
# and nothing is left to be tried. The same holds with true and false exchanged.


_MOST = 200_000  # clauses that are looked at


class LeastValues(Struct, frozen=True):
    """For each free variable the clauses that make it true (false, if `sign` is -1), and those that make none."""

    sign: int
    makers: dict[int, list[list[int]]]  # each without the variable itself
    others: list[list[int]]


def find_least_values(clauses: Iterable[list[int]], free: set[int]) -> LeastValues | None:
    """How the free variables of some clauses follow from the others, if they have least or greatest values."""
    clause_list = list(clauses)
    if len(clause_list) > _MOST:
        return None
    return _find_with_sign(clause_list, free, 1) or _find_with_sign(clause_list, free, -1)


def _find_with_sign(clauses: list[list[int]], free: set[int], sign: int) -> LeastValues | None:
    least_values = LeastValues(sign, {variable: [] for variable in free}, [])
    for clause in clauses:
        free_literals = [literal for literal in clause if literal * sign > 0 and abs(literal) in free]
        if len(free_literals) > 1:
            return None
        if free_literals:
            least_values.makers[abs(free_literals[0])].append(
                [literal for literal in clause if literal != free_literals[0]]
            )
        else:
            least_values.others.append(clause)
    return least_values if _is_acyclic(least_values.makers) else None


def _is_acyclic(makers: dict[int, list[list[int]]]) -> bool:
    """Whether no variable is made by itself, however far around."""
    dependencies = {
        variable: {abs(literal) for clause in clauses for literal in clause if abs(literal) in makers}
        for variable, clauses in makers.items()
    }
    return len(orderable_nodes(dependencies)) == len(makers)


def orderable_nodes(dependencies: Mapping[int, set[int]]) -> set[int]:
    """Those that can come one after the other, each when all that it needs has come."""
    open_dependencies = {node: set(needed) for node, needed in dependencies.items()}
    users: dict[int, list[int]] = {}
    for node, needed in dependencies.items():
        for dependency in needed:
            users.setdefault(dependency, []).append(node)
    ready = [node for node, needed in open_dependencies.items() if not needed]
    for node in ready:  # which grows
        for user in users.get(node, ()):
            open_dependencies[user].discard(node)
            if not open_dependencies[user]:
                ready.append(user)
    return set(ready)
