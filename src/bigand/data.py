"""Values from outside a file: JSON read for `;;@ data` lines and for the user, and names that nobody reads.

A file may read data below its own folder only: a stranger's file does not see the rest of the disk. What is refused
is never opened.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from bigand.language.operations import LARGEST, SMALLEST
from bigand.language.syntax import Data, Program, Variable, walk
from bigand.language.tokens import KEYWORDS
from bigand.language.values import BOOL, Name, Value, kind_of, set_of
from bigand.source.error import BigandError
from bigand.source.recursion import read_json
from bigand.source.span import NOWHERE

_NAME = re.compile(r"[_0-9]*[a-zA-Z][a-zA-Z_0-9]*")


class DataError(BigandError):
    """Data that cannot be had. `span` is where a file asks, for `variable`."""

    span = NOWHERE
    variable = ""


def to_value(value: Any) -> Value:
    """A Python value as a value of the language: lists, tuples and sets are sets, texts are propositions."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and SMALLEST <= value <= LARGEST:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, str) and _NAME.fullmatch(value) and value not in KEYWORDS:
        return Name(value)
    if isinstance(value, list | tuple | set | frozenset | range):
        elements = [to_value(element) for element in value]
        kinds = {kind_of(element) for element in elements}
        if len(kinds) <= 1 and BOOL not in kinds:
            return set_of(elements)
    raise TypeError(f"no value of the language: {value!r}")


def values_of_bytes(content: bytes, name: str) -> dict[str, Value]:
    """The values that a file of the user's gives, by the names of variables."""
    read = _json(content, name)
    if not isinstance(read, dict):
        raise DataError("data.not_object", name=name)
    return {f"${key.removeprefix('$')}": _value(value, name) for key, value in read.items()}


def values_of_directives(program: Program, data: Mapping[str, bytes], known: Iterable[str]) -> dict[str, Value]:
    """The values that `;;@ data` lines ask for, but for those that are known, from files that were read."""
    found: dict[str, Value] = {}
    for directive in needed(program, known):
        try:
            found[directive.variable.name] = _asked(directive, data)
        except DataError as error:
            error.span, error.variable = directive.span, directive.variable.name
            raise
    return found


def needed(program: Program, known: Iterable[str]) -> list[Data]:
    """The `;;@ data` lines of a file, but for those of variables whose values are known."""
    known = set(known)
    lines = [one for one in program.directives if isinstance(one, Data)]
    return [one for one in lines if one.variable.name not in known]


def _asked(directive: Data, data: Mapping[str, bytes]) -> Value:
    name = directive.variable.name
    if directive.path not in data:
        raise DataError("data.not_given", name=directive.path)
    content = _json(data[directive.path], directive.path)
    inner = content.get(name[1:], content) if isinstance(content, dict) else content
    return _value(inner, directive.path)


def read_below(path: str, folder: Path, allowed: Sequence[str | Path]) -> bytes:
    """The bytes of a file, if it is below the folder or one of those that are allowed, links followed."""
    try:
        place = (folder / path).resolve()
        is_below = any(place.is_relative_to(Path(one).resolve()) for one in (folder, *allowed))
    except (OSError, ValueError, RuntimeError):  # characters that no name has, links in a circle
        raise DataError("file.missing", name=path) from None
    if not is_below:
        raise DataError("data.outside", name=path)
    return read_bytes(place, path)


def read_bytes(path: str | Path, name: str) -> bytes:
    """The bytes of a file that holds data."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise DataError("file.missing", name=name) from None
    except OSError as error:
        raise DataError("file.unreadable", name=name, reason=error.strerror or str(error)) from None


def _json(content: bytes, name: str) -> Any:
    try:
        return read_json(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise DataError("data.not_json", name=name, reason=str(error)) from None


def _value(content: Any, name: str) -> Value:
    try:
        return to_value(content)
    except (TypeError, RecursionError):
        raise DataError("data.no_value", name=name, value=_excerpt(content)) from None


def _excerpt(content: Any) -> str:
    try:
        return json.dumps(content)[:60]
    except (RecursionError, ValueError):
        return "…"


# ---------------------------------------------------------------------- names that nobody reads


def unread(given: Iterable[str], programs: Sequence[Program]) -> Mapping[str, str | None]:
    """Of the names of given values those that no file has, each with the nearest one that a file has."""
    there = {part.name for program in programs for part in walk(program) if isinstance(part, Variable)}
    small = {name.lower(): name for name in sorted(there)}
    found: dict[str, str | None] = {}
    for name in given:
        if name not in there:
            near = get_close_matches(name.lower(), small, n=1, cutoff=0.5)
            found[name] = small[near[0]] if near else None
    return found
