"""One studio for all tests of a worker."""

from collections.abc import Iterator

import pytest
from tests.studio.opened import Studio


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()
