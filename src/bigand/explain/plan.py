"""Find the least number of steps for which a file has a model, trying values from the smallest up.

All values are expanded and solved in one child process, which reports after each value and can be stopped at any
time.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any

import numpy as np
from msgspec import Struct

from bigand.encode.compiler import CompiledFile, compile_rules
from bigand.encode.theory import theory_of
from bigand.ground.columns import Array
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.grounder import Grounder
from bigand.language.frontend import CheckedDocument
from bigand.language.values import Value
from bigand.solve.engines.pysat import PySatSession
from bigand.solve.engines.z3 import Z3Session
from bigand.solve.models import verify
from bigand.solve.worker import stream_from_child
from bigand.source.limits import deep_recursion


class Attempt(Struct, frozen=True, eq=False):
    """The result for one number of steps.

    `values` are the values of the atoms in `names`, or None if there is no model.
    """

    steps: int
    names: tuple[str, ...] = ()
    values: Array | None = None


def try_horizons(
    reading: CheckedDocument,
    given: dict[str, Value],
    variable: str,
    values: Sequence[int],
    deadline: float | None,
    as_written: bool = False,
) -> Generator[Attempt, None, None]:
    """Try `values` for `variable` in order and stop at the first that has a model.

    The model is verified. An error of the file for one of the values is raised when it occurs.
    """

    def work(report: Callable[[Any], None]) -> None:
        with deep_recursion():
            try:
                for value in values:
                    attempt = _try_horizon(reading, {**given, variable: value}, value, as_written)
                    report(attempt)
                    if attempt.values is not None:
                        return
            except NotEvaluableError as error:
                report(error.diagnostics)

    with closing(stream_from_child(work, deadline)) as stream:
        for reported in stream:
            if not isinstance(reported, Attempt):
                raise NotEvaluableError(reported)
            yield reported


def _try_horizon(reading: CheckedDocument, given: dict[str, Value], steps: int, as_written: bool) -> Attempt:
    grounder = Grounder(reading, given)
    compiled = compile_rules(grounder, as_written)
    values = _find_model(compiled, grounder)
    if values is None:
        return Attempt(steps)
    verify(values, compiled, grounder)
    return Attempt(steps, compiled.names, values)


def _find_model(compiled: CompiledFile, grounder: Grounder) -> Array | None:
    """Return the atoms' values in a model: truth values, or objects where some unknowns are numbers."""
    if grounder.kinds is not None:
        number_session = Z3Session(compiled.clauses, theory_of(grounder, compiled))
        return np.array(number_session.numbers(), dtype=object) if number_session.solve() else None
    with closing(PySatSession(compiled.clauses)) as session:
        return session.values()[: compiled.clauses.atoms].astype(np.bool_) if session.solve() else None
