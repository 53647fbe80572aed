"""The course: the examples in the order in which their page tells them, each with its sentences.

The page is `examples/README.md`, in French `README.fr.md`: a heading is a group, an entry of a list (or a paragraph
that begins with one) names a file. A wheel carries the folder beside this module; in a clone it is where it is.
"""

import re
from pathlib import Path
from typing import NamedTuple

from bigand.messages import Language
from bigand.studio.files import read_inside
from bigand.studio.settings import MAX_BODY_SIZE

_PACKAGED = Path(__file__).parent / "course"
EXAMPLES = _PACKAGED if _PACKAGED.is_dir() else Path(__file__).parents[3] / "examples"
_PAGES = {Language.ENGLISH: "README.md", Language.FRENCH: "README.fr.md"}
_ENTRY = re.compile(r"^(?:\d+\. |- )?\[([^\]]+)\]\(([^)]+)\.touist\)(.*)", re.DOTALL)
_ENTRY_START = re.compile(r"^(?=\d+\. |- )", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_EMPHASIS = re.compile(r"(?<![*\w])\*([^*]+)\*")


class Lesson(NamedTuple):
    """A file of the course."""

    name: str
    title: str
    about: str
    group: str
    text: str


def load_lessons(language: Language) -> list[Lesson]:
    """The files of the course in their order."""
    page = _read(_PAGES[language])
    result = []
    for group, *blocks in [section.split("\n\n") for section in page.split("\n## ")[1:]]:
        for entry in [entry for block in blocks for entry in _ENTRY_START.split(block)]:
            match = _ENTRY.match(entry)
            if match is not None:
                title, name, about = match.groups()
                try:
                    text = _read(f"{name}.touist")
                except OSError:  # a link that leads elsewhere
                    continue
                result.append(
                    Lesson(
                        name, _capitalize_first(title.replace("_", " ")), _plain_text(about), group.strip(), text
                    )
                )
    return result


def _read(name: str) -> str:
    text = read_inside(EXAMPLES, name, MAX_BODY_SIZE)[0].decode("utf-8")
    return text.replace("\r\n", "\n")  # as a clone on Windows may have it


def _plain_text(text: str) -> str:
    """Prose on one line, without links and emphasis; code keeps its marks."""
    words = " ".join(_EMPHASIS.sub(r"\1", _LINK.sub(r"\1", text)).split())
    return _capitalize_first(words.lstrip(",: "))


def _capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]
