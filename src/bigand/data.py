"""Data files: JSON and CSV, for `;;@ data` lines and for files that the user passes.

A program may only read data below its own folder, so a file from a stranger cannot read the rest of the disk. Other
files are never opened. `bigand.values` converts the contents to values.
"""

from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from bigand.language.syntax import Data, Program, Variable, walk
from bigand.source.limits import read_input, read_json
from bigand.source.suggestion import most_similar_word
from bigand.values import DataError as DataError  # re-exported for callers that read files
from bigand.values import DataWarning, InvalidValueError, ValueStore, names_without_indices, parse_value

if TYPE_CHECKING:  # importing pathlib takes three milliseconds, which files without data save
    from pathlib import Path

_TABLES = (".csv", ".tsv")
_DELIMITERS = ",;\t"


def store_file_contents(content: bytes, file_name: str, store: ValueStore) -> None:
    """Store the contents of a file: an object by the names of variables, or a table under the file's own name."""
    if is_table(file_name):
        from pathlib import PurePath

        _load_table(content, file_name, PurePath(file_name).stem, store)
        return
    content_object = _parse_json(content, file_name)
    if not isinstance(content_object, dict):
        raise DataError("data.not_object", name=file_name)
    for key, value in content_object.items():
        store.add(key, value, file_name)


def load_directives(program: Program, files_by_path: Mapping[str, bytes], store: ValueStore) -> None:
    """Store the data of all `;;@ data` lines whose variables have no value yet; files are in `files_by_path`."""
    for directive in needed_data_directives(program, store.values):
        try:
            _load_directive(directive, files_by_path, store)
        except DataError as error:
            error.span, error.variable = directive.span, directive.variable.name
            raise


def needed_data_directives(program: Program, known_names: Iterable[str]) -> list[Data]:
    """Return the `;;@ data` lines of a program, except those of variables in `known_names`."""
    known_names = names_without_indices(known_names)
    directives = [directive for directive in program.directives if isinstance(directive, Data)]
    return [directive for directive in directives if directive.variable.name not in known_names]


def _load_directive(directive: Data, files_by_path: Mapping[str, bytes], store: ValueStore) -> None:
    name, path = directive.variable.name, directive.path
    if path not in files_by_path:
        raise DataError("data.not_given", name=path)
    if is_table(path):
        _load_table(files_by_path[path], path, name, store)
        return
    content = _parse_json(files_by_path[path], path)
    store.add(name, content.get(name[1:], content) if isinstance(content, dict) else content, path)


# ---------------------------------------------------------------------- tables


def is_table(file_name: str) -> bool:
    """Whether a file holds a table, judging by its name."""
    from pathlib import PurePath

    return PurePath(file_name).suffix.lower() in _TABLES


def _load_table(content: bytes, file: str, variable: str, store: ValueStore) -> None:
    """Store a table. Its first line names the columns, separated by the commonest of `,`, `;` and tab in it."""
    import csv

    try:
        text = content.decode("utf-8-sig")
        delimiter = max(_DELIMITERS, key=text.partition("\n")[0].count)
        lines = csv.reader(StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
        rows = [(lines.line_num, row) for row in lines if any([cell.strip() for cell in row])]
    except (ValueError, csv.Error) as error:
        raise DataError("data.not_table", name=file, reason=str(error)) from None
    if not rows:
        raise DataError("data.empty_table", name=file)
    header = [cell.strip() for cell in rows.pop(0)[1]]
    for index, cell in enumerate(header):
        if not cell or cell in header[:index] or _is_number(cell):
            raise DataError("data.no_header", name=file, value=cell)
    for line, row in rows:
        if len(row) != len(header):
            raise InvalidValueError("data.cells", name=f"{file}:{line}", count=len(row), wanted=len(header))
    cells = {cell.strip() for _, row in rows for cell in row}
    repeated = next((cell for cell in header if cell in cells), None)
    if repeated:  # the first line is perhaps a row, not a header
        store.warnings.append(DataWarning("data.header", {"name": file, "value": repeated}))
    columns = zip(*[row for _, row in rows], strict=True) if rows else [()] * len(header)
    store.add_table(variable, dict(zip(header, columns, strict=True)), file, [line for line, _ in rows])


def _is_number(text: str) -> bool:
    try:
        return isinstance(parse_value(text), int | float)
    except ValueError:
        return False


# ---------------------------------------------------------------------- files


def read_data_file(path: str, folder: "Path", allowed: "Sequence[str | Path]") -> bytes:
    """Return the bytes of a file if it lies below `folder` or an allowed path, after following links."""
    from pathlib import Path

    try:
        real_path = (folder / path).resolve()
        is_below = any(real_path.is_relative_to(Path(parent).resolve()) for parent in (folder, *allowed))
        is_special = real_path.exists() and not real_path.is_file() and not real_path.is_dir()
    except (OSError, ValueError, RuntimeError):  # invalid characters, or a cycle of links
        raise DataError("file.missing", name=path) from None
    if not is_below:
        raise DataError("data.outside", name=path)
    if is_special:  # a pipe would block, a device may never end
        raise DataError("data.special", name=path)
    return read_bytes(real_path, path)


def read_bytes(path: "str | Path", shown_name: str) -> bytes:
    """Return the bytes of a data file. `file_name` is its name in messages."""
    from pathlib import Path

    try:
        with Path(path).open("rb") as file:
            return read_input(file, shown_name)
    except FileNotFoundError:
        raise DataError("file.missing", name=shown_name) from None
    except OSError as error:
        raise DataError("file.unreadable", name=shown_name, reason=error.strerror or str(error)) from None


def _parse_json(content: bytes, name: str) -> Any:
    def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) < len(pairs):
            keys = [key for key, _ in pairs]
            repeated = next(key for key in keys if keys.count(key) > 1)
            raise DataError("data.same_keys", name=name, value=repeated)
        return result

    try:
        return read_json(content.decode("utf-8-sig"), make_object)
    except (ValueError, RecursionError) as error:
        raise DataError("data.not_json", name=name, reason=str(error)) from None


# ---------------------------------------------------------------------- unread names


def suggest_for_unread_names(names: Iterable[str], programs: Sequence[Program]) -> Mapping[str, str | None]:
    """Find the names that no program uses, each with the most similar variable of a program."""
    variables = {part.name for program in programs for part in walk(program) if isinstance(part, Variable)}
    by_lower_name = {name.lower(): name for name in sorted(variables)}
    suggestions: dict[str, str | None] = {}
    for name in sorted(names_without_indices(names)):
        if name not in variables:
            suggestions[name] = by_lower_name.get(most_similar_word(name.lower(), by_lower_name, 0.5))
    return suggestions
