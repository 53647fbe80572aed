"""A text of the language with all that comes from outside it, and what it asks for: nothing here opens a file.

Values come as JSON has them (`values`), as assignments of the language (`assignments`: `$N=8`), as files that the
user gives (`files`), or as files that `;;@ data` lines of the text name (`data`): whoever asks has read them. Which
the text needs is told by `needed`.
"""

import re
from collections.abc import Mapping
from typing import Any

from bigand.api.question import AnswerT, Question
from bigand.api.value import Value
from bigand.language.syntax import Mode

_DATA_DIRECTIVE = re.compile(r";;@\s*data\b")


class File(Value):
    """The bytes of a file, and its name for messages."""

    name: str
    content: bytes


class Source(Value):
    """A text, and the values of variables that it gets from outside."""

    text: str
    name: str = "model"
    mode: Mode | None = None
    logic: str | None = None  # of SMT-LIB
    values: Mapping[str, Any] = {}
    assignments: tuple[str, ...] = ()
    files: tuple[File, ...] = ()
    data: Mapping[str, bytes] = {}
    has_directives: bool = True  # to TouIST, `;;@` lines are comments: nothing is soft, nothing is minimised


class TextQuestion(Question[AnswerT]):
    """A question about a text."""

    source: Source


def may_need_data(text: str) -> bool:
    """Whether a text may ask for data: those that surely do not need not be read to know it."""
    return _DATA_DIRECTIVE.search(text) is not None
