"""Models of files with numbers: a value for each unknown, each model checked before anybody sees it.

The engine runs in a child that can be stopped, or in this process. A set of models may have no end: whether it has
is decided exactly (see `endless`), so that nobody waits for the last of infinitely many.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from bigand.encode.compiler import CompiledFile
from bigand.ground.grounder import Grounder
from bigand.solve.engines.z3 import Number
from bigand.solve.models import verify
from bigand.solve.session import LimitError, Session
from bigand.solve.worker import WorkerSession


class NumberSession(Session, Protocol):
    """An engine that holds a file with numbers."""

    def numbers(self) -> list[Number]:
        """The last model: the values of the user's unknowns, in their order."""

    def exclude(self, numbers: Sequence[Number], places: Sequence[int] | None = None) -> None:
        """Never again these values together: of all unknowns, or of those at some places."""

    def is_endless(self, numbers: Sequence[Number]) -> bool:
        """Whether there are infinitely many models that lie as this one does (see `endless`)."""


class NumberWorkerSession(WorkerSession):
    """The same in a child."""

    def numbers(self) -> list[Number]:
        numbers: list[Number] = self._child.ask("numbers")
        return numbers

    def exclude(self, numbers: Sequence[Number], places: Sequence[int] | None = None) -> None:
        self._child.ask("exclude", list(numbers), places)

    def is_endless(self, numbers: Sequence[Number]) -> bool:
        return bool(self._child.ask("is_endless", list(numbers)))


def number_models(
    session: NumberSession, compiled: CompiledFile, grounder: Grounder, check: bool = True
) -> Iterator[list[Number]]:
    """All models, in the order in which the engine finds them; there may be no end of them."""
    while session.solve():
        values = session.numbers()
        if check:
            verify(np.array(values, dtype=object), compiled, grounder)
        yield values
        if not values:
            return
        session.exclude(values)


def count_number_models(
    session: NumberSession, compiled: CompiledFile, grounder: Grounder, check: bool = True
) -> tuple[int, bool]:
    """How many models there are, and whether that is all of them; it is a limit that there is no end of them."""
    count = 0
    try:
        for numbers in number_models(session, compiled, grounder, check):
            if session.is_endless(numbers):
                raise LimitError("limit.endless")
            count += 1
    except LimitError as error:
        if error.key == "limit.endless":
            raise
        return count, False
    return count, True
