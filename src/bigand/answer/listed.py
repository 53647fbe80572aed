"""A saved model as values: lines as TouIST prints them, or the JSON of `solve`."""

import json
import re
from collections.abc import Iterator
from typing import Any

from bigand.answer.parts import ModelNumber
from bigand.source.error import BigandError

_NUMBER = r"-?[0-9]+(?:\.[0-9]*|/[1-9][0-9]*)?"
_LINE = re.compile(rf"\s*(?:({_NUMBER})\s+|(not\s+|¬\s*|-\s*))?([_0-9]*[a-zA-Z].*?)(?:\s*=\s*({_NUMBER}))?\s*")


def parse_model_values(text: str, name: str) -> dict[str, bool | ModelNumber]:
    """The values of atoms: lines as `1 p(2)`, `not q`, `x = 3.5`, or JSON; `name` is the file's, for messages."""
    return dict(
        _values_from_json(text, name) if text.lstrip().startswith(("{", "[")) else _values_from_lines(text, name)
    )


def _values_from_lines(text: str, path: str) -> Iterator[tuple[str, bool | ModelNumber]]:
    for line in text.splitlines():
        match = _LINE.fullmatch(line.split(";;")[0])
        if line.strip() and match is None:
            raise BigandError("why.bad_model", name=path, line=line.strip()[:60])
        if match is not None:
            before, negation, name, after = match.groups()
            number = before or after
            yield "".join(name.split()), negation is None if number is None else number.removesuffix(".")


def _values_from_json(text: str, path: str) -> Iterator[tuple[str, bool | ModelNumber]]:
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BigandError("data.not_json", name=path, reason=str(error)) from error
    if isinstance(content, dict) and isinstance(content.get("models"), list) and content["models"]:
        content = content["models"][0]
    if isinstance(content, list):
        content = {"true": content}
    if not isinstance(content, dict) or not isinstance(content.get("true"), list):
        raise BigandError("why.bad_model", name=path, line=text.strip()[:60])
    for key, value in (("true", True), ("false", False)):
        for name in content.get(key) or ():
            yield str(name), value
    numbers = content.get("values")
    for name, number in (numbers if isinstance(numbers, dict) else {}).items():
        yield name, str(number)
