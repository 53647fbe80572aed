"""Property tests try the same examples every time; `make fuzz` and other seeds are for finding new ones.

What is costly to begin is begun once for all the tests of a worker: the library is loaded before the first of them
(children are forked, and each would load it for itself), and the browser of `tests/apps` and the studio of
`tests/studio` live as long as the worker. A test takes a new context of the browser and shares nothing else.
"""

import gc
import os
import sys
from importlib import import_module
from pkgutil import walk_packages

import pytest
from hypothesis import HealthCheck, settings
from tests.apps.browser import browser

import bigand

__all__ = ["browser"]

# A test process has threads of its runner's, which are idle: children are forked, with all that a test has changed.
os.environ.setdefault("BIGAND_CHILDREN", "fork" if sys.platform == "linux" else "spawn")

# How long an example takes says more of the machine than of the code.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("searching", max_examples=3000)
settings.load_profile(os.environ.get("BIGAND_HYPOTHESIS", "steady"))

_LAZY = ("pysat.solvers", "pysat.examples.hitman", "pysat.examples.rc2", "z3")  # imported where they are used


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: tests wait for browsers, for children and for time that is up."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(scope="session", autouse=True)
def everything_loaded() -> None:
    """A forked child finds what it needs; most of its time would go into importing it."""
    if os.environ["BIGAND_CHILDREN"] == "fork":
        for module in walk_packages(bigand.__path__, "bigand."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
        for name in _LAZY:
            import_module(name)
        gc.collect()
        gc.freeze()  # a child that looks through all of this would copy every page of it
