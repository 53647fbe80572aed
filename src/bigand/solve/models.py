"""Models: satisfying valuations over the user's atoms, each checked before it is shown."""

from collections.abc import Iterator
from itertools import compress

import numpy as np
from msgspec import Struct

from bigand.encode.compiler import CompiledFile
from bigand.ground.columns import Array
from bigand.ground.cross_check import spot_check_model
from bigand.ground.grounder import Grounder
from bigand.solve.session import Session, SolverError
from bigand.solve.verification import find_violation


class Valuation(Struct, frozen=True, eq=False):
    """The truth values of the user's atoms, in order (bool)."""

    values: Array


def models(session: Session, compiled: CompiledFile, grounder: Grounder, check: bool = True) -> Iterator[Valuation]:
    """Yield all models in the order in which the engine finds them."""
    atoms = compiled.clauses.atoms
    is_first = True
    while session.solve():
        values = session.values()[:atoms]
        if check:
            verify(values, compiled, grounder)
            if is_first and values.dtype != object:
                spot_check_model(grounder, set(compress(compiled.names, values.tolist())))
            is_first = False
        yield Valuation(values)
        if not atoms:
            return
        numbers = np.arange(1, atoms + 1)
        session.add(np.where(values, -numbers, numbers).tolist())


def verify(values: Array, compiled: CompiledFile, grounder: Grounder) -> None:
    """Evaluate the file, as written, under a model.

    Raises `SolverError` if the model violates a rule, so it is never shown.
    """
    true, numbers = to_grounder_numbering(values, compiled, grounder)
    violation = find_violation(grounder, true, numbers=numbers)
    if violation is not None:
        line = grounder.reading.document.position(violation.rule.span.start).line
        raise SolverError("solver.lied", line=str(line))


def to_grounder_numbering(values: Array, compiled: CompiledFile, grounder: Grounder) -> tuple[Array, Array | None]:
    """Return a model in the grounder's numbering: the true atoms, and all values if there are numbers.

    `values` are those of the user's atoms in order: truth values, or objects if there are numbers among them.
    """
    present = np.flatnonzero(compiled.atom_numbers)
    ordered = values[compiled.atom_numbers[present] - 1]
    if values.dtype != object:
        return present[ordered], None
    values_by_atom = np.zeros(grounder.atoms.count + 1, dtype=object)
    values_by_atom[present] = ordered
    return present[np.array([value is True for value in ordered], dtype=np.bool_)], values_by_atom
