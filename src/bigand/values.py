"""Convert data from Python, JSON, CSV and the command line to values of the language, and back.

Numbers and truth values stay as they are. A string is parsed in the notation in which the language prints values
(`a`, `pos(1,2)`, `(b,a)`, `[a,b]`, `12`), so output can be used as input. A list is a set, a list or tuple inside a
list is a tuple, an object is an indexed variable, a table is the set of its rows plus one set per column. Values
are stored by the printed names of variables: `$E`, `$cost(1)`, `$E(from)`. See docs/language.md for the rules.
"""

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import accumulate
from typing import Any

from msgspec import Struct

from bigand.language.operations import MAX_INTEGER, MIN_INTEGER, atom_name
from bigand.language.tokens import FUNCTIONS, KEYWORDS
from bigand.language.values import (
    BOOL,
    INT,
    PROPOSITION,
    TUPLE,
    PropositionName,
    SetValue,
    TupleValue,
    Value,
    flatten_tuples,
    kind_of,
    set_of,
    show_value,
    tuple_of,
)
from bigand.source.document import NOWHERE
from bigand.source.error import BigandError

# Compiled on first use, since most commands pass no values.
_NAME = r"[_0-9]*[a-zA-Z][a-zA-Z_0-9]*"
_VARIABLE = r"\$?([_0-9]*[a-zA-Z][a-zA-Z_0-9]*)\s*(\(.*\))?"
_INTEGER = r"0|-?[1-9][0-9]*"
_FLOAT = r"-?[0-9]+(?:\.[0-9]*(?:[eE][+-]?[0-9]+)?|[eE][+-][0-9]+)"
_TOKENS = r"[\[\](),]|[^\s\[\](),]+"
_MIN_ROWS = 64  # rows from which on conversion by columns pays off
MAX_DEPTH = 200  # nested brackets in a text: more than any sensible value has
_MAX_EXCERPT = 60  # characters of a rejected object that messages show


class DataError(BigandError):
    """Data that cannot be read. `span` is the line of the program that asks for it, for `variable`."""

    span = NOWHERE
    variable = ""


class InvalidValueError(DataError, TypeError):
    """Something that cannot be used as a value. The gap `name` is the path to it, as `$E[3][1]`."""


class DataWarning(Struct, frozen=True):
    """Data that was accepted but may not be what was meant: a message key and its gaps."""

    key: str
    gaps: dict[str, str]


class _ConversionError(Exception):
    """Something that cannot be converted; callers add the steps of its path."""

    def __init__(self, key: str, raw: Any = None, **gaps: object) -> None:
        super().__init__(key)
        self.key, self.raw, self.gaps = key, raw, gaps
        self.steps: list[str] = []

    def prepend_step(self, step: object) -> "_ConversionError":
        self.steps.insert(0, str(step))
        return self


class ValueStore:
    """Values by the printed names of variables, and warnings about them."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}
        self.warnings: list[DataWarning] = []

    def add(self, name: str, value: Any, file: str = "") -> None:
        """Convert and store a value for a variable (`N`, `$N` or `$cost(1)`), from Python or a JSON `file`."""
        key = variable_name(name)
        path = f"{file}: {key}" if file else key
        try:
            self._replace_entries(key, self._make_entries(key, value))
        except _ConversionError as error:
            excerpt = _excerpt(error.raw, _as_json if file else repr)
            raise InvalidValueError(
                error.key, name=path + "".join(error.steps), value=excerpt, **error.gaps
            ) from None
        except RecursionError:
            raise InvalidValueError("data.no_value", name=path, value="…") from None

    def add_table(self, name: str, columns: Mapping[str, Sequence[str]], file: str, lines: Sequence[int]) -> None:
        """Convert and store a table of a file. `lines` are the line numbers of its rows."""
        key = variable_name(name)
        try:
            self._replace_entries(key, self._make_table_entries(key, columns))
        except _ConversionError as error:
            row, *steps = error.steps or [""]
            path = f"{file}:{lines[int(row[1:-1])]}" if row else file
            excerpt = _excerpt(error.raw, _as_json)
            raise InvalidValueError(error.key, name=path + "".join(steps), value=excerpt, **error.gaps) from None

    def set_converted_value(self, key: str, value: Value) -> None:
        """Store a value under the printed name `key`."""
        self._replace_entries(key, {key: value})

    # ------------------------------------------------------------------ variables

    def _replace_entries(self, key: str, entries: dict[str, Value]) -> None:
        """Store entries. Later ones win: a whole variable replaces all its indices, an index only itself."""
        if "(" not in key:
            self.values = {name: value for name, value in self.values.items() if name.partition("(")[0] != key}
        self.values |= entries

    def _make_entries(self, key: str, raw: Any) -> dict[str, Value]:
        columns = _table_columns(raw)
        if columns is not None:
            return self._make_table_entries(key, columns)
        if not isinstance(raw, Mapping) or isinstance(raw, Set):
            return {key: self._convert_value(raw, key)}
        all_entries: dict[str, Value] = {}
        for index, inner in raw.items():
            try:
                entries = self._make_entries(_indexed_name(key, _convert_index(index)), inner)
                if repeated := entries.keys() & all_entries.keys():
                    raise _ConversionError("data.twice", index, first=min(repeated))
            except _ConversionError as error:
                raise error.prepend_step(f"[{index!r}]") from None
            all_entries |= entries
        return all_entries

    def _make_table_entries(self, key: str, columns: Mapping[Any, Sequence[Any]]) -> dict[str, Value]:
        """Make the set of the rows, and a set per column whose name is an index and whose values form a set."""
        columns_of_values = {name: _convert_elements(cells, f"[{name!r}]") for name, cells in columns.items()}
        entries: dict[str, Value] = {
            key: self._make_set([tuple_of(row) for row in zip(*columns_of_values.values(), strict=True)], key)
        }
        for name, cells in columns_of_values.items():
            try:
                entries[_indexed_name(key, _convert_index(name))] = _make_uniform_set(cells)
            except _ConversionError:
                continue
        return entries

    # ------------------------------------------------------------------ values

    def _convert_value(self, raw: Any, key: str) -> Value:
        """Convert a top-level object, where a list is a set."""
        raw = _to_python(raw)
        if not isinstance(raw, Collection) or isinstance(raw, str | bytes | bytearray | tuple | Mapping):
            return _convert_element(raw)
        relation = _make_set_by_columns(raw)
        if relation is None:
            return self._make_set(_convert_elements(raw), key)
        self._warn_if_duplicates_dropped(raw, relation, key)
        return relation

    def _make_set(self, elements: list[Value], key: str) -> SetValue:
        result = _make_uniform_set(elements)
        self._warn_if_duplicates_dropped(elements, result, key)
        return result

    def _warn_if_duplicates_dropped(self, raw_items: Collection[Any], result: SetValue, key: str) -> None:
        """Add a warning if duplicates were dropped."""
        dropped = len(raw_items) - len(result.elements)
        if dropped:
            seen: set[Value] = set()
            for raw in raw_items:
                value = _convert_element(raw)
                if value in seen:
                    gaps = {"name": key, "count": str(dropped), "value": show_value(value)}
                    self.warnings.append(DataWarning("data.repeated", gaps))
                    return
                seen.add(value)


def _convert_element(raw: Any) -> Value:
    """Convert an element of a list, tuple or set, where a list is a tuple."""
    kind = type(raw)
    if kind is str:
        return _parse_text_value(raw)
    if kind is int or (isinstance(raw, int) and not isinstance(raw, bool)):
        if MIN_INTEGER <= raw <= MAX_INTEGER:
            return int(raw)
        raise _ConversionError("data.no_value", raw)
    if kind is list or isinstance(raw, tuple):
        parts = _convert_elements(raw)
        if parts:
            return tuple_of(parts)
        raise _ConversionError("data.no_value", raw)
    if isinstance(raw, bool | SetValue | TupleValue):
        return raw
    if isinstance(raw, float) and math.isfinite(raw):
        return float(raw)
    if isinstance(raw, str):
        return _parse_text_value(str.__str__(raw))
    if isinstance(raw, Set):
        return _make_uniform_set(_convert_elements(raw))
    inner = _to_python(raw)
    if inner is not raw:
        return _convert_element(inner)
    raise _ConversionError("data.no_value", raw)


def _convert_elements(raw_items: Iterable[Any], column: str = "") -> list[Value]:
    elements: list[Value] = []
    try:
        for raw in raw_items:
            elements.append(_convert_element(raw))  # noqa: PERF401  # its length locates the error
    except _ConversionError as error:
        raise (error.prepend_step(column) if column else error).prepend_step(f"[{len(elements)}]") from None
    return elements


def _make_uniform_set(elements: list[Value]) -> SetValue:
    """Make a set, after checking that all elements have one kind, and tuples one length."""
    for index, element in enumerate(elements):
        kind = kind_of(element)
        if kind == BOOL:
            raise _ConversionError("data.boolean").prepend_step(f"[{index}]")
        if kind != kind_of(elements[0]):
            raise _ConversionError(
                "data.mixed", _PrintedValue(element), first=show_value(elements[0])
            ).prepend_step(f"[{index}]")
        if kind == TUPLE and len(element.elements) != len(elements[0].elements):  # type: ignore[union-attr]
            raise _ConversionError(
                "data.ragged", _PrintedValue(element), first=show_value(elements[0])
            ).prepend_step(f"[{index}]")
    return set_of(elements)


def _make_set_by_columns(rows: Collection[Any]) -> SetValue | None:
    """Make the set of many rows of equal length column by column, which is faster for integers and names.

    Return None in all other cases, including all errors.
    """
    if len(rows) < _MIN_ROWS or not {*map(type, rows)} <= {list, tuple} or len(lengths := {*map(len, rows)}) != 1:
        return None
    if lengths <= {0, 1}:
        return None
    columns: list[Iterable[Value]] = []
    kinds = []
    for cells in zip(*rows, strict=True):
        match {*map(type, cells)}:
            case kind if kind == {int} and min(cells) >= MIN_INTEGER and max(cells) <= MAX_INTEGER:
                columns.append(cells)
                kinds.append(INT)
            case kind if kind == {str}:
                try:
                    known = {text: parse_value(text) for text in {*cells}}
                except ValueError:
                    return None
                if {*map(type, known.values())} != {PropositionName}:
                    return None
                columns.append(map(known.__getitem__, cells))
                kinds.append(PROPOSITION)
            case _:
                return None
    all_kinds = tuple(kinds)
    # For such rows, Python's order is the order of sets.
    return SetValue(tuple([TupleValue(row, all_kinds) for row in sorted({*zip(*columns, strict=True)})]))


def _excerpt(raw: Any, show: Callable[[Any], str]) -> str:
    try:
        text = show(raw)
    except (TypeError, ValueError, RecursionError):
        text = "…"
    return text if len(text) <= _MAX_EXCERPT else text[: _MAX_EXCERPT - 1] + "…"


def _as_json(raw: Any) -> str:
    import json

    if isinstance(raw, _PrintedValue):
        return repr(raw)
    return json.dumps(raw, ensure_ascii=False, default=repr)


class _PrintedValue:
    """Has the printed value as its `repr`."""

    def __init__(self, value: Value) -> None:
        self.value = value

    def __repr__(self) -> str:
        return show_value(self.value)


def _to_python(raw: Any) -> Any:
    """Convert arrays, columns and numbers of NumPy, pandas, Polars or Arrow to Python objects."""
    for method in ("tolist", "to_list", "to_pylist", "as_py"):
        if hasattr(raw, method) and not isinstance(raw, type):
            return getattr(raw, method)()
    return raw


def _table_columns(raw: Any) -> dict[Any, Sequence[Any]] | None:
    """The columns of a table: a frame (pandas, Polars), or a list of objects with the same keys."""
    if hasattr(raw, "columns") and hasattr(raw, "shape") and not isinstance(raw, type):
        columns: dict[Any, Sequence[Any]] = {}
        for name in raw.columns:
            if name in columns:
                raise _ConversionError("data.same_columns", name)
            columns[name] = _to_python(raw[name])
        return columns
    if not isinstance(raw, list | tuple) or not raw or not all([isinstance(row, Mapping) for row in raw]):
        return None
    names = list(raw[0])
    for index, row in enumerate(raw):
        if row.keys() != raw[0].keys():
            missing = next(iter(row.keys() ^ raw[0].keys()))
            raise _ConversionError("data.columns", missing).prepend_step(f"[{index}]")
    return {name: [row[name] for row in raw] for name in names}


def _convert_index(raw: Any) -> Value:
    """Convert a key of an object to an index, or a tuple of indices.

    A string is parsed like the text between the parentheses of `$c(…)`: `1,2` and `(1,2)` are two indices each, and
    so are `b,f(1)` and `(a,b),[1]`.
    """
    if not isinstance(raw, str):
        return _convert_element(raw)
    try:
        return parse_value(f"({raw})")
    except ValueError:
        raise _ConversionError("data.no_text", raw) from None


def variable_name(name: str) -> str:
    """Return the printed name of a variable.

    >>> variable_name("N"), variable_name("$cost( 1,a )")
    ('$N', '$cost(1,a)')
    """
    match = re.fullmatch(_VARIABLE, name.strip())
    if match is None:
        raise DataError("data.no_variable", name=name)
    try:
        return f"${match[1]}" if match[2] is None else _indexed_name(f"${match[1]}", parse_value(match[2]))
    except ValueError:
        raise DataError("data.no_variable", name=name) from None


def _indexed_name(key: str, index: Value) -> str:
    printed = ",".join([show_value(part) for part in flatten_tuples([index])])
    return f"{key[:-1]},{printed})" if key.endswith(")") else f"{key}({printed})"


# ---------------------------------------------------------------------- parsing


def _parse_text_value(text: str) -> Value:
    try:
        return parse_value(text)
    except ValueError:
        raise _ConversionError("data.no_text", text) from None


@lru_cache(1 << 16)
def parse_value(text: str) -> Value:
    """Parse a printed value; raise a `ValueError` if the text is not one.

    >>> [show_value(parse_value(text)) for text in ("a", "12", "pos(1, f(b))", "(b,a)", "[b,a]", "1.50")]
    ['a', '12', 'pos(1,f(b))', '(b,a)', '[a,b]', '1.5']
    """
    if re.fullmatch(_NAME, text) and text not in KEYWORDS:
        return PropositionName(text)
    tokens = re.findall(_TOKENS, text)[::-1]
    if len(tokens) > MAX_DEPTH and _bracket_depth(tokens) > MAX_DEPTH:
        raise ValueError(text)
    value = _pop_value(tokens)
    if tokens:
        raise ValueError(text)
    return value


def _bracket_depth(tokens: Iterable[str]) -> int:
    """The nesting depth of brackets in a list of tokens, in either direction."""
    steps = [1 if token in ("(", "[") else -1 if token in (")", "]") else 0 for token in tokens]
    return max([abs(level) for level in accumulate(steps)], default=0)


def _pop_value(tokens: list[str]) -> Value:
    """Parse the value at the end of a reversed list of tokens, and remove its tokens."""
    word = tokens.pop() if tokens else ""
    if word == "(":
        return tuple_of(_pop_list(tokens, ")"))
    if word == "[":
        if tokens and tokens[-1] == "]":
            tokens.pop()
            return SetValue(())
        try:
            return _make_uniform_set(_pop_list(tokens, "]"))
        except _ConversionError as error:
            raise ValueError(error.key) from None
    if re.fullmatch(_NAME, word) and word not in KEYWORDS:
        if not tokens or tokens[-1] != "(":
            return PropositionName(word)
        if word + "(" in FUNCTIONS:
            raise ValueError(word)
        tokens.pop()
        return PropositionName(_term_name(word, _pop_list(tokens, ")")))
    if re.fullmatch(_INTEGER, word) and MIN_INTEGER <= int(word) <= MAX_INTEGER:
        return int(word)
    if re.fullmatch(_FLOAT, word) and math.isfinite(float(word)):
        return float(word)
    if word in ("true", "false"):
        return word == "true"
    raise ValueError(word)


def _term_name(name: str, arguments: list[Value]) -> str:
    """The printed name of a term. A tuple that is the only argument stands for its elements."""
    if len(arguments) == 1:
        return atom_name(name, tuple(arguments))
    return f"{name}({','.join([show_value(argument) for argument in arguments])})"


def _pop_list(tokens: list[str], closing: str) -> list[Value]:
    values = [_pop_value(tokens)]
    while tokens and tokens[-1] == ",":
        tokens.pop()
        values.append(_pop_value(tokens))
    if not tokens or tokens.pop() != closing:
        raise ValueError(closing)
    return values


# ---------------------------------------------------------------------- conversion to JSON


def values_to_json(values: Mapping[str, Value]) -> dict[str, Any]:
    """Convert values to JSON objects, which convert back to the same values."""
    return {key: _value_to_json(value) for key, value in values.items()}


def _value_to_json(value: Value) -> Any:
    if isinstance(value, SetValue):
        return _rows_to_json(value.elements) or [_element_to_json(element) for element in value.elements]
    return exact_text(value) if isinstance(value, TupleValue) else _element_to_json(value)


def _rows_to_json(values: Sequence[Value]) -> list[list[Any]] | None:
    """Convert tuples column by column, if all have the same kinds, only integers and names; else return None."""
    kinds = {value.kinds if isinstance(value, TupleValue) else () for value in values}
    if len(kinds) != 1 or not all([row and {*row} <= {INT, PROPOSITION} for row in kinds]):
        return None
    columns = zip(*[value.elements for value in values if isinstance(value, TupleValue)], strict=True)
    exact = [map(str.__str__, cells) if isinstance(cells[0], PropositionName) else cells for cells in columns]
    return [[*row] for row in zip(*exact, strict=True)]


def _element_to_json(value: Value) -> Any:
    if isinstance(value, TupleValue):
        return [_element_to_json(element) for element in value.elements]
    return exact_text(value) if isinstance(value, SetValue | PropositionName) else value


def exact_text(value: Value) -> str:
    """Return a text that `parse_value` reads as exactly this value: floats have all their digits."""
    match value:
        case float():
            return repr(value)
        case SetValue(elements=elements):
            return f"[{','.join([exact_text(element) for element in elements])}]"
        case TupleValue(elements=elements):
            return f"({','.join([exact_text(element) for element in elements])})"
        case _:
            return show_value(value)


def names_without_indices(keys: Iterable[str]) -> set[str]:
    """The names of variables without their indices."""
    return {key.partition("(")[0] for key in keys}
