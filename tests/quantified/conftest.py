"""Commands of these tests answer in this process, unless a test uses `real_children`."""

import pytest
from tests.apps.here import in_process, real_children

__all__ = ["in_process", "real_children"]


@pytest.fixture(autouse=True)
def commands_in_process(in_process: None) -> None:
    """What a command asks is answered in this process."""
