"""The case files: Markdown with a heading, what is expected, and a program for each case."""

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"
_CASE = re.compile(r"^### (\S+)\n(.*?)\n```touist\n(.*?)```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """A named program and the text of what is expected of it."""

    name: str
    expected: str
    program: str


def read_cases(name: str) -> list[Case]:
    """The cases of a file."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [Case(*found) for found in _CASE.findall(text)]
