"""Answers for programs, as JSON."""

import json


def print_json(answer: object) -> None:
    text = json.dumps(answer, ensure_ascii=False)
    print(text.encode("utf-8", "replace").decode("utf-8"))
