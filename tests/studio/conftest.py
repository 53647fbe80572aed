"""One studio and one browser for all tests of a module."""

from collections.abc import Iterator

import pytest
from tests.apps.browser import browser
from tests.studio.opened import Studio

__all__ = ["browser"]


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()
