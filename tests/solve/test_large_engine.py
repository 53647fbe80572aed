"""The engine for large files is an extra: files are solved with it and without it."""

import sys

import pytest
from tests.apps.here import Here, here

from bigand import models
from bigand.api import sat

__all__ = ["here"]
TEXT = "bigand $i in [1..6]: p($i) or q($i) end bigand $i in [1..5]: p($i) => not p($i+1) end"


@pytest.fixture(params=["installed", "missing"])
def is_there(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    if request.param == "missing":
        monkeypatch.setitem(sys.modules, "pycryptosat", None)
        return False
    pytest.importorskip("pycryptosat")
    return True


def test_large_files_are_solved_with_it_and_without(is_there: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "MANY", 3)
    model = models.model(TEXT)
    assert sat.default_solver(model._compiled.clauses) == ("cryptominisat" if is_there else "cadical195")
    solution = model.solve()
    assert solution is not None
    assert all(solution.holds(f"p({i})") or solution.holds(f"q({i})") for i in range(1, 7))


@pytest.mark.parametrize(("language", "told"), [("en", "is not installed"), ("fr", "n'est pas installé")])
def test_whoever_asks_for_it_is_told(language: str, told: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycryptosat", None)
    done = here("solve", "--lang", language, "--solver", "cryptominisat", here.write("m.touist", TEXT))
    assert done.code == 1
    assert told in done.err
    assert "bigand[large]" in done.err
