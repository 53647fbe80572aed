"""Data from files: JSON and CSV for `;;@ data` lines and for the user, and names that nobody reads.

A file may read data below its own folder only: a stranger's file does not see the rest of the disk. What is refused
is never opened. What their contents mean is told by `given`, the door of all values.
"""

from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from bigand.given import DataError as DataError  # whoever reads files meets it
from bigand.given import Doubt, NoValueError, Taken, read_text, stems
from bigand.language.syntax import Data, Program, Variable, walk
from bigand.source.input import read_input
from bigand.source.nearness import suggest
from bigand.source.recursion import read_json

if TYPE_CHECKING:  # with all that it imports, three milliseconds that a file without data does without
    from pathlib import Path

_TABLES = (".csv", ".tsv")
_DELIMITERS = ",;\t"


def take_file(content: bytes, name: str, taken: Taken) -> None:
    """Take in what a file of the user's gives: an object by the names of variables, or a table by its own name."""
    if is_table(name):
        from pathlib import PurePath

        _take_table(content, name, PurePath(name).stem, taken)
        return
    read = _json(content, name)
    if not isinstance(read, dict):
        raise DataError("data.not_object", name=name)
    for key, thing in read.items():
        taken.take(key, thing, name)


def take_directives(program: Program, data: Mapping[str, bytes], taken: Taken) -> None:
    """Take in what `;;@ data` lines ask for, but for what is known, from files that were read."""
    for directive in needed(program, taken.values):
        try:
            _take_asked(directive, data, taken)
        except DataError as error:
            error.span, error.variable = directive.span, directive.variable.name
            raise


def needed(program: Program, known: Iterable[str]) -> list[Data]:
    """The `;;@ data` lines of a file, but for those of variables whose values are known."""
    known = stems(known)
    lines = [one for one in program.directives if isinstance(one, Data)]
    return [one for one in lines if one.variable.name not in known]


def _take_asked(directive: Data, data: Mapping[str, bytes], taken: Taken) -> None:
    name, path = directive.variable.name, directive.path
    if path not in data:
        raise DataError("data.not_given", name=path)
    if is_table(path):
        _take_table(data[path], path, name, taken)
        return
    content = _json(data[path], path)
    taken.take(name, content.get(name[1:], content) if isinstance(content, dict) else content, path)


# ---------------------------------------------------------------------- tables


def is_table(name: str) -> bool:
    """Whether a file holds a table, by its name."""
    from pathlib import PurePath

    return PurePath(name).suffix.lower() in _TABLES


def _take_table(content: bytes, file: str, name: str, taken: Taken) -> None:
    """Take in a table: its first line names the columns, with whichever of `,`, `;` and tabs it has most."""
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
    for at, cell in enumerate(header):
        if not cell or cell in header[:at] or _is_number(cell):
            raise DataError("data.no_header", name=file, value=cell)
    for line, row in rows:
        if len(row) != len(header):
            raise NoValueError("data.cells", name=f"{file}:{line}", count=len(row), wanted=len(header))
    cells = {cell.strip() for _, row in rows for cell in row}
    if again := next((cell for cell in header if cell in cells), None):  # then it is perhaps a row, and no header
        taken.doubts.append(Doubt("data.header", {"name": file, "value": again}))
    columns = zip(*[row for _, row in rows], strict=True) if rows else [()] * len(header)
    taken.take_table(name, dict(zip(header, columns, strict=True)), file, [line for line, _ in rows])


def _is_number(text: str) -> bool:
    try:
        return isinstance(read_text(text), int | float)
    except ValueError:
        return False


# ---------------------------------------------------------------------- files


def read_below(path: str, folder: "Path", allowed: "Sequence[str | Path]") -> bytes:
    """The bytes of a file, if it is below the folder or one of those that are allowed, links followed."""
    from pathlib import Path

    try:
        place = (folder / path).resolve()
        is_below = any(place.is_relative_to(Path(one).resolve()) for one in (folder, *allowed))
        is_special = place.exists() and not place.is_file() and not place.is_dir()
    except (OSError, ValueError, RuntimeError):  # characters that no name has, links in a circle
        raise DataError("file.missing", name=path) from None
    if not is_below:
        raise DataError("data.outside", name=path)
    if is_special:  # a pipe would be waited for, a device has no end
        raise DataError("data.special", name=path)
    return read_bytes(place, path)


def read_bytes(path: "str | Path", name: str) -> bytes:
    """The bytes of a file that holds data."""
    from pathlib import Path

    try:
        with Path(path).open("rb") as file:
            return read_input(file, name)
    except FileNotFoundError:
        raise DataError("file.missing", name=name) from None
    except OSError as error:
        raise DataError("file.unreadable", name=name, reason=error.strerror or str(error)) from None


def _json(content: bytes, name: str) -> Any:
    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise DataError("data.same_keys", name=name, value=twice)
        return found

    try:
        return read_json(content.decode("utf-8-sig"), object_of)
    except (ValueError, RecursionError) as error:
        raise DataError("data.not_json", name=name, reason=str(error)) from None


# ---------------------------------------------------------------------- names that nobody reads


def unread(given: Iterable[str], programs: Sequence[Program]) -> Mapping[str, str | None]:
    """Of the names of given values those that no file has, each with the nearest one that a file has."""
    there = {part.name for program in programs for part in walk(program) if isinstance(part, Variable)}
    small = {name.lower(): name for name in sorted(there)}
    found: dict[str, str | None] = {}
    for name in sorted(stems(given)):
        if name not in there:
            found[name] = small.get(suggest(name.lower(), small, 0.5))
    return found
