"""Free atoms that have a least value: `x(1) => s(1)`, `s(1) => s(2)`, `x(2) => not s(1)`.

Where each clause asks at most one free atom to be true, and they do so in no circle, an atom need be true only if a
clause makes it so: if any values of the free atoms will do, these least ones do. So they can be written down as
definitions, and nothing is left to be tried. The same holds with true and false exchanged.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

_MOST = 200_000  # clauses that are looked at


class Least(Struct, frozen=True):
    """For each free variable the clauses that make it true (false, if `sign` is -1), and those that make none."""

    sign: int
    makers: dict[int, list[list[int]]]  # each without the variable itself
    others: list[list[int]]


def least(clauses: Iterable[list[int]], free: set[int]) -> Least | None:
    """How the free variables of some clauses follow from the others, if they have least or greatest values."""
    known = list(clauses)
    if len(known) > _MOST:
        return None
    return _signed(known, free, 1) or _signed(known, free, -1)


def _signed(clauses: list[list[int]], free: set[int], sign: int) -> Least | None:
    found = Least(sign, {variable: [] for variable in free}, [])
    for clause in clauses:
        made = [literal for literal in clause if literal * sign > 0 and abs(literal) in free]
        if len(made) > 1:
            return None
        if made:
            found.makers[abs(made[0])].append([literal for literal in clause if literal != made[0]])
        else:
            found.others.append(clause)
    return found if _has_order(found.makers) else None


def _has_order(makers: dict[int, list[list[int]]]) -> bool:
    """Whether no variable is made by itself, however far around."""
    needs = {
        one: {abs(literal) for rest in several for literal in rest if abs(literal) in makers}
        for one, several in makers.items()
    }
    return len(settled(needs)) == len(makers)


def settled(needs: Mapping[int, set[int]]) -> set[int]:
    """Those that can come one after the other, each when all that it needs has come."""
    left = {one: set(needed) for one, needed in needs.items()}
    users: dict[int, list[int]] = {}
    for one, needed in needs.items():
        for other in needed:
            users.setdefault(other, []).append(one)
    ready = [one for one, needed in left.items() if not needed]
    for one in ready:  # which grows
        for user in users.get(one, ()):
            left[user].discard(one)
            if not left[user]:
                ready.append(user)
    return set(ready)
