"""The command line without a process of its own: many times as fast, for what does not need one."""

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from bigand.apps.cli import main


class Done(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


class Here:
    """Runs `bigand` in this process, in English unless told, in a folder of its own."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capture = capture

    def __call__(self, *words: str) -> Done:
        self._capture.readouterr()
        code = main(list(words))
        out, err = self._capture.readouterr()
        assert "Traceback" not in err
        assert "bug in bigand" not in err
        return Done(code, out, err)

    def write(self, name: str, text: str | bytes) -> str:
        """A file in the folder; gives its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return name

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")


@pytest.fixture
def here(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "LC_ALL", "C.UTF-8")
    monkeypatch.setitem(os.environ, "COLUMNS", "80")
    return Here(tmp_path, capfd)
