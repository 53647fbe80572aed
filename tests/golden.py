"""Expected outputs as files. `make golden` writes them anew; the diff is read, never edited by hand."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Compare a text with the file of this name; a missing file fails."""
    path = FOLDER / name
    if os.environ.get("BIGAND_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no {path}: run `make golden`"
    assert text == path.read_text(encoding="utf-8")
