"""`pip install` needs no compiler, on every system and Python that the README names."""

import pytest
from tests.everywhere.wheels import PYTHONS, ROOT, SYSTEMS, UNREACHABLE, trouble

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_all_that_is_needed_has_a_wheel(system: str, python: str) -> None:
    missing = trouble(system, python)
    if missing == UNREACHABLE:
        pytest.skip("nobody to ask")
    assert missing == ""


def test_the_readme_names_them() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"Python {PYTHONS[0]} to {PYTHONS[-1]}" in text
    assert all(system.split()[0] in text for system in SYSTEMS)
