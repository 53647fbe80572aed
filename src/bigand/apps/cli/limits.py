"""The options for limits; and limits and solvers that fail become a message and an exit code."""

import argparse
from collections.abc import Callable

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.texts import Texts, seconds_of


def add_timeout_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))


def add_memory_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--memory", type=_megabytes, metavar="MB", help=texts("option.memory"))


def _megabytes(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise ValueError(text)
    return number


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
