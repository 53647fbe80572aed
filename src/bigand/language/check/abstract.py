"""What is known of a value without expanding the file: the kinds it may have, and sometimes itself."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bigand.language.values import ANY_KIND, SET, SetOf, Value, kind_of

# Sets larger than this are known by the kind of their elements only, sets nested deeper not even by that.
LARGEST_KNOWN_SET = 1000
DEEPEST_KNOWN_SET = 8


class _Unknown:
    """The absence of a known value; no value of the language is it."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()


class Abstract(Struct, frozen=True):
    """`kinds` are the kinds it may have; for a set, `element` tells of its elements (None: nothing known).

    `value` is the value where it is known; `nonempty` that a set surely has an element.
    """

    kinds: int
    element: "Abstract | None" = None
    value: Value | _Unknown = UNKNOWN
    nonempty: bool = False
    depth: int = 0  # how deep sets are nested in it


ANYTHING = Abstract(ANY_KIND)


def known(value: Value) -> Abstract:
    """All that there is to know of a value.

    >>> known(3)
    Abstract(kinds=1, element=None, value=3, nonempty=False, depth=0)
    """
    kind = kind_of(value)
    if not isinstance(value, SetOf):
        return Abstract(kind, value=value)
    element = _common(value.elements)
    return Abstract(kind, element, value, bool(value.elements), 1 + (element.depth if element else 0))


def _common(elements: tuple[Value, ...]) -> Abstract | None:
    """What is known of each of these elements, which are of one kind."""
    if not elements:
        return None
    kind = kind_of(elements[0])
    if kind == SET or len(elements) == 1:
        return join([known(element) for element in elements])
    return Abstract(kind)


def set_with(element: Abstract | None, nonempty: bool = False) -> Abstract:
    """Some set with such elements."""
    return Abstract(SET, element, UNKNOWN, nonempty, 1 + (element.depth if element else 0))


def join(parts: Sequence[Abstract]) -> Abstract:
    """What is known of something that is one of these."""
    if len(parts) == 1:
        return parts[0]
    kinds = 0
    elements: list[Abstract] = []
    unknown_element = False
    for part in parts:
        kinds |= part.kinds
        if part.kinds & SET and part.value != SetOf(()):
            if part.element is None:
                unknown_element = True
            else:
                elements.append(part.element)
    element = None if unknown_element or not elements else join(elements)
    nonempty = all([part.nonempty for part in parts])
    return Abstract(kinds, element, UNKNOWN, nonempty, max([part.depth for part in parts]))


def known_values(parts: list[Abstract]) -> list[Value] | None:
    """The values, if all are known."""
    values: list[Value] = []
    for part in parts:
        if part.value is UNKNOWN:
            return None
        values.append(part.value)  # type: ignore[arg-type]  # not UNKNOWN, by the test before
    return values
