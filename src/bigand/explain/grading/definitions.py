"""Find atoms that a file defines for itself, such as `row(1) <=> x(1,1) or x(1,2)`.

A defined atom has exactly one value, whatever the other atoms are. So there is no need to ask whether *some* value
of it satisfies the file: the definition holds, and the other rules are evaluated with that value.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct

from bigand.ground.columns import Array
from bigand.ground.formula_tree import FormulaTree, tree_of
from bigand.ground.grounder import Grounder, Rule
from bigand.language import syntax

_MAX_ROWS = 20_000  # instances of a rule that is examined


def find_definitions(
    grounder: Grounder, rules: Sequence[Rule], numbers: Array, linked: Array
) -> tuple[set[int], Array]:
    """Return the rules that define unlinked atoms, and these atoms as `numbers` numbers them.

    Each atom is defined by one rule, from linked atoms and other defined atoms, without cycles.
    """
    is_linked = np.zeros(int(numbers.max(initial=0)) + 1, dtype=np.bool_)
    is_linked[linked] = True
    claimed: dict[int, set[int]] = {}  # an atom, and the atoms in its definition
    owners: dict[int, list[int]] = {}  # a rule, and the atoms it defines
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
    """Return the atoms that all instances of a rule define, with the atoms in their definitions.

    The result is empty if one instance is not a definition.
    """
    body = syntax.strip_parentheses(rule.body)
    if not isinstance(body, syntax.Infix | syntax.Proposition | syntax.Signed):
        return {}
    if isinstance(body, syntax.Infix) and body.operator is not syntax.Operator.IFF:
        return {}
    definitions: dict[int, set[int]] = {}
    rows = 0
    for frame, ground in grounder.blocks(rule):
        names = [0, *numbers[1:].tolist()]
        for row in islice(range(frame.count), _MAX_ROWS + 1):
            tree = tree_of(ground, row, names)
            rows += 1
            if tree is True:
                continue
            defined = _definition_of(tree, is_linked)
            if defined is None or defined[0] in definitions or rows > _MAX_ROWS:
                return {}
            definitions[defined[0]] = defined[1]
    return definitions


def _definition_of(tree: FormulaTree, is_linked: Array) -> tuple[int, set[int]] | None:
    """Return the atom that an instance defines, and the atoms in its definition."""
    sides = [tree[1], tree[2]] if isinstance(tree, tuple) and tree[0] == "<=>" else [tree, True]
    for side, other_side in (sides, sides[::-1]):
        atom = side[1] if isinstance(side, tuple) and side[0] == "not" else side
        if isinstance(atom, int) and not isinstance(atom, bool) and not is_linked[atom]:
            needed = set(_atoms_in(other_side))
            if atom not in needed:
                return atom, needed
    return None


def _atoms_in(tree: FormulaTree) -> list[int]:
    """Return the atoms (numbers) of a tree; in a cardinality they come after the count."""
    if not isinstance(tree, tuple):
        return [] if isinstance(tree, bool) else [tree]  # type: ignore[list-item]  # atoms are numbers here
    first = 2 if tree[0] in ("exact", "atleast", "atmost") else 1
    return [atom for part in tree[first:] for atom in _atoms_in(part)]


# ---------------------------------------------------------------------- least values
# Free atoms may have least values: `x(1) => s(1)`, `s(1) => s(2)`, `x(2) => not s(1)`. If each clause requires at
# most one free atom to be true, without cycles, an atom need be true only if a clause makes it so: if any values
# of the free atoms work, the least ones do. So they can be written as definitions, and nothing needs to be
# searched. The same holds with true and false exchanged.

_MAX_CLAUSES = 200_000


class LeastValues(Struct, frozen=True):
    """For each free variable the clauses that make it true (false, if `sign` is -1), and the other clauses."""

    sign: int
    makers: dict[int, list[list[int]]]  # each without the variable itself
    others: list[list[int]]


def find_least_values(clauses: Iterable[list[int]], free: set[int]) -> LeastValues | None:
    """Return how the free variables follow from the others, if they have least or greatest values."""
    clause_list = list(clauses)
    if len(clause_list) > _MAX_CLAUSES:
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
    """Whether no variable depends on itself, directly or indirectly."""
    dependencies = {
        variable: {abs(literal) for clause in clauses for literal in clause if abs(literal) in makers}
        for variable, clauses in makers.items()
    }
    return len(orderable_nodes(dependencies)) == len(makers)


def orderable_nodes(dependencies: Mapping[int, set[int]]) -> set[int]:
    """Return the nodes that can be put in an order in which each comes after all its dependencies."""
    open_dependencies = {node: set(needed) for node, needed in dependencies.items()}
    users: dict[int, list[int]] = {}
    for node, needed in dependencies.items():
        for dependency in needed:
            users.setdefault(dependency, []).append(node)
    ready = [node for node, needed in open_dependencies.items() if not needed]
    for node in ready:  # `ready` grows in the loop
        for user in users.get(node, ()):
            open_dependencies[user].discard(node)
            if not open_dependencies[user]:
                ready.append(user)
    return set(ready)
