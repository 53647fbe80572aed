"""Fixtures of these tests."""

import os

import pytest
from tests.apps.here import asked_once, here

__all__ = ["asked_once", "here"]


@pytest.fixture
def forked_only() -> None:
    """For a test that replaces code of the process that answers: a spawned one knows nothing of that."""
    if os.environ["BIGAND_CHILDREN"] != "fork":
        pytest.skip("replaces code of the process that answers")
