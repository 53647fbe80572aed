"""Count the models over the user's atoms exactly.

Few models are counted by enumeration; the first hundreds are checked, then every hundredth. If there are many, a
model counter (Ganak, from the optional `pyganak`) counts over the same clauses, projecting the auxiliary atoms
away; without it, enumeration continues.
"""

from collections.abc import Callable

from bigand.encode.clauses import Clauses
from bigand.encode.compiler import CompiledFile
from bigand.ground.grounder import Grounder
from bigand.solve.models import models, verify
from bigand.solve.session import LimitError, Session
from bigand.solve.worker import run_in_child

MAX_ENUMERATED = 20_000
_ALWAYS_CHECKED = 200


def count_models(
    session: Session,
    compiled: CompiledFile,
    grounder: Grounder,
    deadline: float | None,
    check: bool = True,
    limit: int | None = None,
    warn: Callable[[], None] = lambda: None,
) -> tuple[int, bool]:
    """Return the number of models, and whether that is all of them (the deadline or `limit` may come first).

    `warn` is called if there are many models and no model counter, so that enumeration may take forever.
    """
    count = 0
    try:
        for valuation in models(session, compiled, grounder, check=False):
            count += 1
            if check and (count <= _ALWAYS_CHECKED or count % 100 == 0):
                verify(valuation.values, compiled, grounder)
            if count == limit:
                return count, False
            if count == MAX_ENUMERATED and not has_counter():
                warn()
            elif count == MAX_ENUMERATED:
                return run_in_child(lambda: _count_exactly(compiled.clauses), deadline), True
    except LimitError:
        return count, False
    return count, True


def has_counter() -> bool:
    """Return whether the model counter is installed."""
    from importlib.util import find_spec

    return find_spec("pyganak") is not None


def _count_exactly(clauses: Clauses) -> int:
    from bigand.solve.engines.pysat import nonempty_clause_lists

    lists = [clause for batch in clauses.batches for clause in nonempty_clause_lists(batch)]
    return count_models_of_clauses(lists, clauses.atoms, clauses.variables)


def count_models_of_clauses(clauses: list[list[int]], atoms: int, variables: int) -> int:
    """Return the number of models over the atoms 1 to `atoms`, using the model counter."""
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(range(1, atoms + 1))
    return int(counter.count())
