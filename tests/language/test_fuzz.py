"""A few seconds of `make fuzz`, always with the same seeds."""

import pytest
from tests.fuzz import fuzz


@pytest.mark.parametrize("seed", [1, 2])
def test_fuzz(seed: int) -> None:
    assert fuzz(seed, 3) > 100
