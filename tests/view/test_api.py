"""What the pages say of Python is true."""

import re
from pathlib import Path

import pytest

from bigand.models import ModelError, load_answer

ROOT = Path(__file__).parents[2]
PAGES = ("views.md", "queens.md")


@pytest.mark.parametrize("page", PAGES)
def test_programs_of_pages_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for program in re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        exec(compile(program, page, "exec"), {})


def test_saved_answers_that_are_none_are_refused() -> None:
    assert load_answer("1 p", number=1).true == ["p"]
    for text, view, number in (("", None, 1), ("1 p", "bord p", 1), ("1 p", None, 2)):
        with pytest.raises(ModelError):
            load_answer(text, view, number)
