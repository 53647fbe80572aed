"""The course: the examples in the order of their README, each with its description.

The README is `examples/README.md`, in French `README.fr.md`: a heading is a group, and an entry of a list (or a
paragraph that begins with one) names a file. A wheel has the folder next to this module; a clone has it at the top.
"""

import re
from pathlib import Path
from typing import NamedTuple

from bigand.messages import Language
from bigand.studio.files import read_inside
from bigand.studio.settings import MAX_BODY_SIZE
from bigand.wording.outcome import capitalize_first

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
    """Load the files of the course in order."""
    page = _read_course_file(_PAGES[language])
    lessons = []
    for group, *blocks in [section.split("\n\n") for section in page.split("\n## ")[1:]]:
        for entry in [entry for block in blocks for entry in _ENTRY_START.split(block)]:
            match = _ENTRY.match(entry)
            if match is not None:
                title, name, about = match.groups()
                try:
                    text = _read_course_file(f"{name}.touist")
                except OSError:  # the link leads out of the folder
                    continue
                title = capitalize_first(title.replace("_", " "))
                lessons.append(Lesson(name, title, _strip_links_and_emphasis(about), group.strip(), text))
    return lessons


def _read_course_file(name: str) -> str:
    text = read_inside(EXAMPLES, name, MAX_BODY_SIZE)[0].decode("utf-8")
    return text.replace("\r\n", "\n")  # a clone on Windows may have CRLF


def _strip_links_and_emphasis(text: str) -> str:
    """Prose on one line, without links and emphasis; code keeps its backticks."""
    words = " ".join(_EMPHASIS.sub(r"\1", _LINK.sub(r"\1", text)).split())
    return capitalize_first(words.lstrip(",: "))
