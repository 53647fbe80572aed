"""Limits and solvers that fail become a message and an exit code."""

from collections.abc import Callable

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.texts import Texts


def limited(work: Callable[[], int], texts: Texts) -> int:
    """Run some work; what an engine or a limit can do wrong is told."""
    from bigand.solve.session import LimitError, SolverError

    try:
        return work()
    except MemoryError:
        texts.complain("limit.memory")
        return Exit.LIMIT
    except LimitError as error:
        texts.complain(error.key, **error.gaps)
        return Exit.LIMIT
    except SolverError as error:
        texts.complain(error.key, **error.gaps)
        return Exit.ERRORS
