"""Values for variables from outside: `--set '$N=8'`, `--data FILE.json`, and `;;@ data` lines."""

import argparse
import json
from pathlib import Path
from typing import Any

from bigand.apps.cli.files import UnreadableError
from bigand.apps.cli.texts import Texts
from bigand.front import to_value
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder
from bigand.language.reading import deep_recursion, read
from bigand.language.syntax import Assignment, Data, Program
from bigand.language.values import Value
from bigand.source.document import Document


def add_value_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="'$N=8'", help=texts("option.set"))
    parser.add_argument("--data", action="append", default=[], metavar="FILE.json", help=texts("option.data"))


def given_values(options: argparse.Namespace) -> dict[str, Value]:
    """The values that the command line gives, the last one of a name."""
    found: dict[str, Value] = {}
    for path in options.data:
        found.update(_from_json(path))
    for text in options.set:
        found.update(_from_text(text))
    return found


def directive_values(program: Program, folder: Path, known: dict[str, Value]) -> dict[str, Value]:
    """The values that `;;@ data` lines ask for; a file's name is relative to the model's."""
    found: dict[str, Value] = {}
    for directive in program.directives:
        if isinstance(directive, Data) and directive.variable.name not in known:
            content = _read_json(str(folder / directive.path))
            name = directive.variable.name
            inner = content.get(name[1:], content) if isinstance(content, dict) else content
            found[name] = _value(inner, directive.path)
    return found


def _from_json(path: str) -> dict[str, Value]:
    content = _read_json(path)
    if not isinstance(content, dict):
        raise UnreadableError("data.not_object", name=path)
    return {f"${key.removeprefix('$')}": _value(value, path) for key, value in content.items()}


def _read_json(path: str) -> Any:
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UnreadableError("file.missing", name=path) from error
    except OSError as error:
        raise UnreadableError("file.unreadable", name=path, reason=error.strerror or "") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableError("data.not_json", name=path, reason=str(error)) from error


def _value(content: Any, path: str) -> Value:
    try:
        return to_value(content)
    except TypeError as error:
        raise UnreadableError("data.no_value", name=path, value=json.dumps(content)[:60]) from error


def _from_text(text: str) -> dict[str, Value]:
    """`$N=8`, read and evaluated as an assignment of the language."""
    written = text if text.startswith("$") else f"${text}"
    reading = read(Document("--set", f"{written}\nTop"))
    items = reading.program.items
    target = items[0].target if len(items) == 2 and isinstance(items[0], Assignment) else None
    if not reading.ok or target is None or target.arguments:
        raise UnreadableError("data.bad_set", value=text)
    try:
        with deep_recursion():
            return {target.name: Grounder(reading).evaluator.globals.values[target.name]}
    except NotEvaluableError as error:
        raise UnreadableError("data.bad_set", value=text) from error
