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
from bigand.source.span import Span

_NAME = re.compile(r"[_0-9]*[a-zA-Z][a-zA-Z_0-9]*")


class DataError(Exception):
    """Data that cannot be had; `key` and `gaps` make the sentence. `span` is where a file asks, for `variable`."""

    def __init__(self, key: str, **gaps: str) -> None:
        super().__init__(key)
        self.key = key
        self.gaps = gaps
        self.span = Span(0, 0)
        self.variable = ""


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


def values_of_file(path: str) -> dict[str, Value]:
    """The values that a file of the user's gives, by the names of variables."""
    content = _read_json(path, path)
    if not isinstance(content, dict):
        raise DataError("data.not_object", name=path)
    return {f"${key.removeprefix('$')}": _value(value, path) for key, value in content.items()}


def values_of_directives(
    program: Program, folder: Path, known: Iterable[str], allowed: Sequence[str | Path] = ()
) -> dict[str, Value]:
    """The values that `;;@ data` lines ask for, but for those that are known; names are relative to the folder."""
    found: dict[str, Value] = {}
    known = set(known)
    for directive in program.directives:
        if isinstance(directive, Data) and directive.variable.name not in known:
            try:
                found[directive.variable.name] = _asked(directive, folder, allowed)
            except DataError as error:
                error.span, error.variable = directive.span, directive.variable.name
                raise
    return found


def _asked(directive: Data, folder: Path, allowed: Sequence[str | Path]) -> Value:
    name = directive.variable.name
    content = _read_json(_below(directive.path, folder, allowed), directive.path)
    inner = content.get(name[1:], content) if isinstance(content, dict) else content
    return _value(inner, directive.path)


def _below(path: str, folder: Path, allowed: Sequence[str | Path]) -> Path:
    """Where a file is, if it is below the folder or one of those that are allowed, links followed."""
    try:
        place = (folder / path).resolve()
        if any(place.is_relative_to(Path(one).resolve()) for one in (folder, *allowed)):
            return place
    except (OSError, ValueError, RuntimeError):  # characters that no name has, links in a circle
        raise DataError("file.missing", name=path) from None
    raise DataError("data.outside", name=path)


def _read_json(path: str | Path, name: str) -> Any:
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("file.missing", name=name) from None
    except OSError as error:
        raise DataError("file.unreadable", name=name, reason=error.strerror or str(error)) from None
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
