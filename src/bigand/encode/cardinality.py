"""Cardinalities as clause templates over the members 1..n of a set.

A template for "at most k" or "at least k" is made once for each k and n, over places: 1..n are the members, n+1…
are auxiliary. Small ones are expanded directly. "At most one" of many uses commander variables (Klieber and Kwon
2007). The rest uses a totalizer cut at k+1 (Bailleux and Boufkhad 2003), in the one direction that is needed.
"""

from functools import cache
from itertools import combinations
from math import comb

from msgspec import Struct

_FEW_CLAUSES = 64  # maximum number of clauses for direct expansion
_MAX_DIRECT_CLAUSES = 1_000_000  # the same if direct expansion was requested
_MAX_COUNTER_CLAUSES = 4_000_000  # maximum number of clauses to count one set
PAIRWISE = 256  # default maximum of members to write "at most one" as pairs
_GROUP_SIZE = 4  # members per commander


class TooManyClausesError(Exception):
    """A cardinality is too large; `count` is the number of clauses it would have."""

    def __init__(self, count: int) -> None:
        super().__init__("too many clauses")
        self.count = count


class ClauseTemplate(Struct, frozen=True):
    """Clauses over places: `constraints` state the cardinality, `definitions` only define auxiliary atoms."""

    definitions: tuple[tuple[int, ...], ...]
    constraints: tuple[tuple[int, ...], ...]
    auxiliary_count: int


@cache
def at_most_template(number: int, size: int, direct: bool = False, pairwise: int = PAIRWISE) -> ClauseTemplate:
    """Return "at most `number` of `size`", 0 <= number < size; `direct` expands it without auxiliary atoms."""
    if number == 0:
        return ClauseTemplate((), tuple((-member,) for member in range(1, size + 1)), 0)
    if number == 1 and (direct or size <= pairwise):
        return ClauseTemplate((), tuple((-a, -b) for a, b in combinations(range(1, size + 1), 2)), 0)
    if direct and comb(size, number + 1) > _MAX_DIRECT_CLAUSES:
        raise TooManyClausesError(comb(size, number + 1))
    if direct or comb(size, number + 1) <= _FEW_CLAUSES:
        chosen = combinations(range(1, size + 1), number + 1)
        return ClauseTemplate((), tuple(tuple(-member for member in part) for part in chosen), 0)
    if number == 1:
        return _commander_template(size, pairwise)
    if (clauses := totalizer_clauses(number, size)) > _MAX_COUNTER_CLAUSES:
        raise TooManyClausesError(clauses)
    return _totalizer_template(number, size)


@cache
def at_least_template(number: int, size: int, direct: bool = False, pairwise: int = PAIRWISE) -> ClauseTemplate:
    """Return "at least `number` of `size`", 1 <= number <= size: at most `size - number` negations."""
    template = at_most_template(size - number, size, direct, pairwise) if number > 1 else None
    if template is None:
        return ClauseTemplate((), (tuple(range(1, size + 1)),), 0)

    def flip(clause: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(-place if abs(place) <= size else place for place in clause)

    return ClauseTemplate(
        tuple(flip(clause) for clause in template.definitions),
        tuple(flip(clause) for clause in template.constraints),
        template.auxiliary_count,
    )


@cache
def at_least_two_template(size: int) -> ClauseTemplate:
    """Return "two of `size` members are true", sequentially: one is true before a further one is.

    Unlike `at_least_template`, it constrains its auxiliary atoms only where they are true. Linear in `size`.
    """
    if size < 2:
        return ClauseTemplate((), ((1,), (-1,)), 0)
    any_before = [1, *range(size + 1, 2 * size - 1)]  # entry i: one of the first i+1 members is true
    second_true = list(range(2 * size - 1, 3 * size - 2))  # entry i: member i+2 is true, and one before it
    definitions: list[tuple[int, ...]] = [
        (-any_before[index], any_before[index - 1], index + 1) for index in range(1, size - 1)
    ]
    definitions += [
        clause
        for index, literal in enumerate(second_true)
        for clause in ((-literal, index + 2), (-literal, any_before[index]))
    ]
    return ClauseTemplate(tuple(definitions), (tuple(second_true),), 2 * size - 3)


def _commander_template(size: int, pairwise: int) -> ClauseTemplate:
    """Group members under commanders, true if one of their group is; at most one commander is true."""
    groups = [list(range(start, min(start + _GROUP_SIZE, size + 1))) for start in range(1, size + 1, _GROUP_SIZE)]
    commanders = list(range(size + 1, size + 1 + len(groups)))
    definitions: list[tuple[int, ...]] = []
    constraints: list[tuple[int, ...]] = []
    for group, commander in zip(groups, commanders, strict=True):
        definitions += [(-member, commander) for member in group]
        constraints += [(-a, -b) for a, b in combinations(group, 2)]
    inner = at_most_template(1, len(groups), False, pairwise)
    shift = {place: size + place for place in range(1, len(groups) + inner.auxiliary_count + 1)}
    definitions += [_renumber_places(clause, shift) for clause in inner.definitions]
    constraints += [_renumber_places(clause, shift) for clause in inner.constraints]
    return ClauseTemplate(tuple(definitions), tuple(constraints), len(groups) + inner.auxiliary_count)


def _renumber_places(clause: tuple[int, ...], new_places: dict[int, int]) -> tuple[int, ...]:
    return tuple(new_places[abs(place)] * (1 if place > 0 else -1) for place in clause)


def totalizer_clauses(number: int, size: int) -> int:
    """Return how many clauses `_totalizer_template` makes, without making them.

    >>> [totalizer_clauses(2, size) == len(_totalizer_template(2, size).definitions) + 1 for size in (4, 5, 9, 16)]
    [True, True, True, True]
    """
    total, level = 1, [1] * size
    while len(level) > 1:
        next_level: list[int] = []
        for left, right in zip(level[::2], level[1::2], strict=False):
            total += sum([min(right, number + 1 - a) + 1 for a in range(min(left, number + 1) + 1)]) - 1
            next_level.append(min(left + right, number + 1))
        level = [*next_level, level[-1]] if len(level) % 2 else next_level
    return total


def _totalizer_template(number: int, size: int) -> ClauseTemplate:
    """Build unary sums of halves; output j of a node is true if at least j of its members are, up to number+1."""
    definitions: list[tuple[int, ...]] = []
    next_place = size + 1
    level = [[member] for member in range(1, size + 1)]
    while len(level) > 1:
        next_level = []
        for index in range(0, len(level) - 1, 2):
            left, right = level[index], level[index + 1]
            width = min(len(left) + len(right), number + 1)
            outputs = list(range(next_place, next_place + width))
            next_place += width
            for a in range(len(left) + 1):
                for b in range(len(right) + 1):
                    if 0 < a + b <= number + 1:
                        parts = ([-left[a - 1]] if a else []) + ([-right[b - 1]] if b else [])
                        definitions.append((*parts, outputs[min(a + b, width) - 1]))
            next_level.append(outputs)
        if len(level) % 2:
            next_level.append(level[-1])
        level = next_level
    return ClauseTemplate(tuple(definitions), ((-level[0][number],),), next_place - size - 1)
