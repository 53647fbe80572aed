"""A text of the language with its values from outside; nothing here opens a file.

Values are JSON values (`values`), assignments of the language (`assignments`: `$N=8`), files given by the user
(`files`), or files that `;;@ data` lines of the text name (`data`). The caller has read these files; the question
`needs` lists the ones that the text names.
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
    """A text, and its values from outside."""

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
    """Whether a text may name data files: a quick test that avoids parsing texts without `;;@ data` lines."""
    return _DATA_DIRECTIVE.search(text) is not None
