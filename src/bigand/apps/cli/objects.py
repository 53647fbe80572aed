"""Answers for programs, as JSON."""

import json

import msgspec


def print_json(answer: object) -> None:
    """Print an answer, or what JSON knows; what no UTF-8 can say is replaced."""
    text = json.dumps(msgspec.to_builtins(answer), ensure_ascii=False)
    print(text.encode("utf-8", "replace").decode("utf-8"))
