"""How many random cases a test tries: a quarter of them in `make test`, all of them in `make test-all`.

And how much time a limit gives: a test of what is known when the time is up needs a machine that came so far.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import pytest

from bigand.source.error import LimitError

Result = TypeVar("Result")
IS_THOROUGH = os.environ.get("BIGAND_TESTS") == "thorough"


def tries(count: int) -> int:
    """So many examples of a property, where there is time for all of them."""
    return count if IS_THOROUGH else max(10, count // 4)


def some_quickly(cases: Sequence[Any], quick: int) -> list[Any]:
    """All cases; those after the first few are for `make test-all`."""
    rest = [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for case in cases[quick:]
    ]
    return [*cases[:quick], *rest]


def seeds(count: int) -> list[Any]:
    """So many seeds; two thirds of them are for `make test-all`."""
    quick = -(-count // 3)
    return [*range(quick), *[pytest.param(seed, marks=pytest.mark.slow) for seed in range(quick, count)]]


def with_more_time(ask: Callable[[float], Result], seconds: float, is_enough: Callable[[Result], object]) -> Result:
    """What is known after so many seconds; a busy machine, which is not far enough then, gets more of them."""
    for longer in (seconds, 6 * seconds):
        with suppress(LimitError):
            result = ask(longer)
            if is_enough(result):
                return result
    return ask(36 * seconds)
