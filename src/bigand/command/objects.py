"""Answers for programs, as JSON."""

import re
import sys
from collections.abc import Iterable
from typing import TextIO

from bigand.answer.question import to_plain_data
from bigand.answer.value import Value


def print_json(answer: object, **extra: object) -> None:
    """Print an answer, or what JSON knows; `extra` is what a face adds, sentences above all."""
    print(json_line(answer, **extra), end="")


def print_answer(answer: object, lines: Iterable[str], is_json: bool) -> None:
    """Print an answer for programs, or these lines for people."""
    if is_json:
        print_json(answer)
    else:
        print_lines(lines)


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def json_line(answer: object, **extra: object) -> str:
    """The same as a line."""
    return json_text({**to_plain_data(answer), **extra} if isinstance(answer, Value) else answer) + "\n"


def json_text(value: object, indent: int | None = None, stream: TextIO | None = None) -> str:
    """What JSON knows, as a text for a stream (the standard output): what no UTF-8 can say is replaced.

    A stream of another encoding gets ASCII alone, which is the same in all of them: JSON is never in a code page.
    """
    import json

    text = json.dumps(value, ensure_ascii=False, indent=indent).encode("utf-8", "replace").decode("utf-8")
    if (getattr(stream or sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf"):
        return text
    return re.sub(r"[^\x00-\x7f]", lambda match: json.dumps(match[0])[1:-1], text)
