"""A case: clauses as lists, of which there are few; arrays would only cost time."""

from msgspec import Struct


class Case(Struct, frozen=True):
    """One case by itself: clauses as lists, and "at most so many of these" where the engine counts.

    The user's atoms are numbered from 1 to `atoms`, auxiliary ones from there to `variables`.
    """

    clauses: list[list[int]]
    limits: list[tuple[list[int], int]]
    atoms: int
    variables: int
