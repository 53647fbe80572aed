"""Read the numbers that a file gives for walls in its lists: they are not atoms, but a board shows them.

They may be terms with the number (`$numbers = [cell(1,6,1),cell(2,5,3)]`), lists named after it (`$card1 =
[cell(1,6)]  $card3 = [cell(2,5)]`), or variables with indices (`$clue(1,6) = 1`).
"""

import re

from bigand.language.syntax import Assignment, Integer, Node, Program, Proposition, Signed, strip_parentheses, walk
from bigand.view.scene import Row

_NUMBERED = re.compile(r"(\$.*?)([0-9]+)")


def clue_numbers(program: Program) -> dict[Row, tuple[int, ...]]:
    """Return the sorted numbers given for each (row, column)."""
    clues: dict[Row, set[int]] = {}
    lists: dict[str, list[tuple[int, Row]]] = {}  # by the name without its number
    for item in program.items:
        if not isinstance(item, Assignment):
            continue
        indices = _integer_arguments(item.target.arguments)
        value = strip_parentheses(item.value)
        if len(indices) == 2 and isinstance(value, Integer):
            clues.setdefault(indices, set()).add(value.value)
        named = _NUMBERED.fullmatch(item.target.name)
        for term in walk(item.value):
            if isinstance(term, Proposition):
                row = _integer_arguments(term.arguments)
                if len(row) == 3:
                    clues.setdefault(row[:2], set()).add(row[2])
                elif len(row) == 2 and named is not None:
                    lists.setdefault(named.group(1), []).append((int(named.group(2)), row))
    for members in lists.values():
        # The digit of a single list may not be a clue.
        if len({number for number, _ in members}) > 1:
            for number, place in members:
                clues.setdefault(place, set()).add(number)
    return {row: tuple(sorted(numbers)) for row, numbers in clues.items()}


def _integer_arguments(arguments: tuple[Node, ...]) -> tuple[int, ...]:
    """Return the arguments if all of them are written as integers, else an empty tuple."""
    integers = []
    for argument in arguments:
        inner = strip_parentheses(argument)
        if isinstance(inner, Signed) or not isinstance(inner, Integer):
            return ()
        integers.append(inner.value)
    return tuple(integers)
