"""Tables of many small cases as one test: it reports every row that fails, and costs one collected item.

`@pytest.mark.parametrize` is for a few cases that are slow or need fixtures of their own; `table` is for hundreds
of cases that share nothing but the check.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import islice
from typing import Any, TypeVar

import pytest

Row = TypeVar("Row")
_SHOWN = 20  # failing rows that are reported in full


def check_rows(rows: Iterable[tuple[str, Row]], check: Callable[[Row], None]) -> None:
    """Run a check on each named row, then fail with the names and reasons of all rows that failed.

    A table without rows fails too: it would test nothing.
    """
    failures: list[str] = []
    count = 0
    for name, row in rows:
        count += 1
        try:
            check(row)
        except (KeyboardInterrupt, pytest.exit.Exception):
            raise
        except BaseException as error:
            if isinstance(error, pytest.skip.Exception):
                raise
            failures.append(f"{name}: {type(error).__name__}: {error}")
    assert count, "the table has no rows"
    if failures:
        shown = "\n\n".join(islice(failures, _SHOWN))
        pytest.fail(f"{len(failures)} of {count} rows failed\n{shown}", pytrace=False)


def table(
    names: str | Sequence[str],
    values: Iterable[Any],
    *,
    ids: Callable[[Any], object] | Iterable[object] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, but all rows are one test; fixtures are shared by the rows."""
    arguments = [names] if isinstance(names, str) else list(names)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            rows = [value if len(arguments) > 1 else (value,) for value in values]
            check_rows(
                zip(_names(rows, ids), rows, strict=True),
                lambda row: test(**dict(zip(arguments, row, strict=True)), **fixtures),
            )

        signature = inspect.signature(test)
        kept = [parameter for name, parameter in signature.parameters.items() if name not in arguments]
        run.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]  # fixtures by name
        return run

    return decorate


def _names(rows: Sequence[Sequence[Any]], ids: Callable[[Any], object] | Iterable[object] | None) -> Iterable[str]:
    if ids is None:
        return [", ".join(str(cell) if isinstance(cell, str) else repr(cell) for cell in row) for row in rows]
    if callable(ids):
        return [", ".join(str(ids(cell)) for cell in row) for row in rows]
    return [str(name) for name in ids]
