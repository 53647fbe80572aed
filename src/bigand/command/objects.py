"""Answers for programs, as JSON."""

from collections.abc import Iterable

from bigand.answer.question import as_object
from bigand.answer.value import Value


def print_json(answer: object, **more: object) -> None:
    """Print an answer, or what JSON knows; `more` is what a face adds, sentences above all."""
    print(json_line(answer, **more), end="")


def print_answer(answer: object, lines: Iterable[str], is_json: bool) -> None:
    """Print an answer for programs, or these lines for people."""
    if is_json:
        print_json(answer)
    else:
        print_lines(lines)


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def json_line(answer: object, **more: object) -> str:
    """The same as a line; what no UTF-8 can say is replaced."""
    import json

    shown = {**as_object(answer), **more} if isinstance(answer, Value) else answer
    text = json.dumps(shown, ensure_ascii=False)
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"
