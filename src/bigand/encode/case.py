"""A small problem as Python lists: for so few clauses, arrays would only cost time."""

from msgspec import Struct


class Case(Struct, frozen=True):
    """Clauses as lists, and "at most k of these" limits if the engine counts natively.

    The user's atoms are numbered from 1 to `atoms`, auxiliary ones from there to `variables`.
    """

    clauses: list[list[int]]
    limits: list[tuple[list[int], int]]
    atoms: int
    variables: int
