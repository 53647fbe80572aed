"""Models of files with numbers: a value for each unknown, each model checked before it is shown.

The engine runs in a child that can be stopped, or in this process. There may be infinitely many models; this is
decided exactly (`EndlessCheck`), so that enumeration does not wait for the last one.
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
    """An engine loaded with a file with numbers."""

    def numbers(self) -> list[Number]:
        """Return the last model: the values of the user's unknowns, in order."""

    def exclude(self, numbers: Sequence[Number], places: Sequence[int] | None = None) -> None:
        """Exclude this combination of values, of all unknowns or of those at `places`."""

    def is_endless(self, numbers: Sequence[Number]) -> bool:
        """Return whether infinitely many models are like this one (see `EndlessCheck`)."""


class NumberWorkerSession(WorkerSession):
    """A session with numbers in a child process."""

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
    """Yield all models in the order in which the engine finds them; there may be infinitely many."""
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
    """Return the number of models, and whether that is all of them; raises `LimitError` if there is no end."""
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
