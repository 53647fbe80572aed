"""Abstract values: what is known about a value before expansion, its possible kinds or the value itself."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bigand.language.values import ANY_KIND, SET, SetValue, Value, kind_of

# Of larger sets only the kind of the elements is known; of sets nested deeper, not even that.
MAX_KNOWN_SET_SIZE = 1000
MAX_KNOWN_SET_DEPTH = 8


class _UnknownType:
    """The type of `UNKNOWN`, which stands for the absence of a known value."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _UnknownType()


class AbstractValue(Struct, frozen=True):
    """What is known about a value.

    Attributes:
        kinds: Its possible kinds.
        element: What is known about the elements of a set (None: nothing).
        value: The value, if known.
        nonempty: Whether a set certainly has an element.
        depth: How deeply sets are nested in it.
    """

    kinds: int
    element: "AbstractValue | None" = None
    value: Value | _UnknownType = UNKNOWN
    nonempty: bool = False
    depth: int = 0


ANYTHING = AbstractValue(ANY_KIND)


def abstract_of(value: Value) -> AbstractValue:
    """Return the abstract value of a known value.

    >>> abstract_of(3)
    AbstractValue(kinds=1, element=None, value=3, nonempty=False, depth=0)
    """
    kind = kind_of(value)
    if not isinstance(value, SetValue):
        return AbstractValue(kind, value=value)
    element = _join_elements(value.elements)
    return AbstractValue(kind, element, value, bool(value.elements), 1 + (element.depth if element else 0))


def _join_elements(elements: tuple[Value, ...]) -> AbstractValue | None:
    """What is known about each of these elements, which are of one kind."""
    if not elements:
        return None
    kind = kind_of(elements[0])
    if kind == SET or len(elements) == 1:
        return join_abstract([abstract_of(element) for element in elements])
    return AbstractValue(kind)


def abstract_set(element: AbstractValue | None, nonempty: bool = False) -> AbstractValue:
    """An unknown set with such elements."""
    return AbstractValue(SET, element, UNKNOWN, nonempty, 1 + (element.depth if element else 0))


def join_abstract(alternatives: Sequence[AbstractValue]) -> AbstractValue:
    """What is known about a value that is one of these."""
    if len(alternatives) == 1:
        return alternatives[0]
    kinds = 0
    elements: list[AbstractValue] = []
    unknown_element = False
    for part in alternatives:
        kinds |= part.kinds
        if part.kinds & SET and part.value != SetValue(()):
            if part.element is None:
                unknown_element = True
            else:
                elements.append(part.element)
    element = None if unknown_element or not elements else join_abstract(elements)
    nonempty = all([part.nonempty for part in alternatives])
    return AbstractValue(kinds, element, UNKNOWN, nonempty, max([part.depth for part in alternatives]))


def values_if_all_known(parts: list[AbstractValue]) -> list[Value] | None:
    """The values, if all are known."""
    values: list[Value] = []
    for part in parts:
        if part.value is UNKNOWN:
            return None
        values.append(part.value)  # type: ignore[arg-type]  # not UNKNOWN, as tested above
    return values
