"""A sample of `make fuzz`, always with the same seed."""

import pytest
from tests.effort import tries
from tests.fuzz import fuzz


@pytest.mark.thorough
def test_fuzz() -> None:
    texts = tries(1200)
    assert fuzz(1, lambda number: number < texts) == texts
