"""Fixtures of these tests."""

import os

import pytest
from tests.apps.here import asked_once, here, in_process, real_children

__all__ = ["asked_once", "here", "in_process", "real_children"]


@pytest.fixture(autouse=True)
def commands_in_process(in_process: None) -> None:
    """Commands of these tests answer in this process, unless a test uses `real_children`."""


@pytest.fixture
def forked_only() -> None:
    """For a test that replaces code of the process that answers: a spawned one knows nothing of that."""
    if os.environ["BIGAND_CHILDREN"] != "fork":
        pytest.skip("replaces code of the process that answers")
