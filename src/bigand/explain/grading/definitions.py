"""Atoms that a file defines for itself: `row(1) <=> x(1,1) or x(1,2)`.

Whatever the other atoms are, a defined one has just one value. So whether *some* value of it makes the file true is
no question any more: the definition holds, and the other rules are looked at with that value.
"""

from collections.abc import Sequence
from itertools import islice

import numpy as np

from bigand.explain.grading.least import orderable_nodes
from bigand.ground.columns import Array
from bigand.ground.expand import Grounder, Rule
from bigand.ground.written import FormulaTree, tree_of
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
