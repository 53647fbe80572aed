"""Free atoms that have a least value: `x(1) => s(1)`, `s(1) => s(2)`, `x(2) => not s(1)`.

Where each clause asks at most one free atom to be true, and they do so in no circle, an atom need be true only if a
clause makes it so: if any values of the free atoms will do, these least ones do. So they can be written down as
definitions, and nothing is left to be tried. The same holds with true and false exchanged.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

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
