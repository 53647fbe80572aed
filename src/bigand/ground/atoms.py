"""Atoms: numbered propositions.

An atom is identified by its printed name. The atoms of a predicate that have integers at the same argument
positions are rows of a table: integers as they are, other values by the number of their printed text. A row is
packed into one integer key, which maps to the atom's number by a dense table if keys are close together, otherwise
by binary search. Atoms are numbered in the order in which they are created; `FirstOccurrences.ordered_atoms` gives
their order in the expanded file.
"""

import re
from collections.abc import Sequence

import numpy as np

from bigand.ground.columns import Array, Column, ValueTable, decode, spread_tuples
from bigand.language.operations import atom_name
from bigand.language.values import INT, show_value

_MAX_DENSE_KEYS = 1 << 24
_MAX_KEY = 1 << 62
_INTEGER = re.compile(r"(?:0|-?[1-9][0-9]{0,18})\Z")


class _Predicate:
    """The atoms of a name that have integers at the positions where `integers` is true."""

    def __init__(self, name: str, integers: tuple[bool, ...]) -> None:
        self.name = name
        self.integers = integers
        self.rows = np.empty((0, len(integers)), dtype=np.int64)
        self.numbers = np.empty(0, dtype=np.int64)
        self.lows = np.zeros(len(integers), dtype=np.int64)
        self.spans: list[int] = [0] * len(integers)
        self.table: Array | None = None  # key -> number, 0 if missing
        self.keys = np.empty(0, dtype=np.int64)  # sorted; used if there is no table
        self.sorted_numbers = np.empty(0, dtype=np.int64)
        self.numbers_by_row: dict[tuple[int, ...], int] | None = None  # used if indices are too far apart for keys

    def number_rows(self, arguments: Sequence[Array], count: int, next_number: int) -> tuple[Array, int]:
        """Return the numbers of `count` atoms and the next free number.

        New atoms are numbered from `next_number` in the order of their rows.
        """
        if not arguments:
            if not len(self.numbers):
                self.rows, self.numbers = np.empty((1, 0), dtype=np.int64), np.array([next_number])
                next_number += 1
            return np.broadcast_to(self.numbers, (count,)), next_number
        if count == 0:
            return np.empty(0, dtype=np.int64), next_number
        if self.numbers_by_row is None:
            self._widen_key_ranges(arguments)
        if self.numbers_by_row is not None:
            return self._number_rows_one_by_one(arguments, next_number)
        keys = self._pack_keys(arguments)
        numbers = self._find_numbers(keys)
        missing = numbers == 0
        if missing.any():
            places = np.flatnonzero(missing)
            new_keys, first = np.unique(keys[places], return_index=True)
            order = np.argsort(first, kind="stable")
            new_numbers = np.empty(len(new_keys), dtype=np.int64)
            new_numbers[order] = np.arange(next_number, next_number + len(new_keys))
            rows = np.stack([data[places[first]] for data in arguments], axis=1)
            self._add_rows(rows[order], new_keys, new_numbers, np.arange(next_number, next_number + len(new_keys)))
            next_number += len(new_keys)
            numbers[places] = self._find_numbers(keys[places])
        return numbers, next_number

    def _number_rows_one_by_one(self, arguments: Sequence[Array], next_number: int) -> tuple[Array, int]:
        """Number atoms like `number_rows`, one row at a time."""
        assert self.numbers_by_row is not None
        numbers = []
        for row in zip(*[data.tolist() for data in arguments], strict=True):
            number = self.numbers_by_row.get(row)
            if number is None:
                number = self.numbers_by_row[row] = next_number
                next_number += 1
                self.rows = np.concatenate([self.rows, np.array([row], dtype=np.int64)])
                self.numbers = np.append(self.numbers, number)
            numbers.append(number)
        return np.array(numbers, dtype=np.int64), next_number

    def _widen_key_ranges(self, arguments: Sequence[Array]) -> None:
        """Extend the key ranges to the values of these columns."""
        lows = [int(data.min()) for data in arguments]
        highs = [int(data.max()) for data in arguments]
        current_ranges = [(int(low), int(low) + span) for low, span in zip(self.lows, self.spans, strict=True)]
        if all(
            low >= current[0] and high < current[1]
            for low, high, current in zip(lows, highs, current_ranges, strict=True)
        ):
            return
        merged = []
        for low, high, current in zip(lows, highs, current_ranges, strict=True):
            start, end = (
                (min(low, current[0]), max(high + 1, current[1])) if current[1] > current[0] else (low, high + 1)
            )
            merged.append((start, end))
        self.lows = np.array([start for start, _ in merged], dtype=np.int64)
        self.spans = [end - start for start, end in merged]
        size = 1
        for span in self.spans:
            size *= span
        if size >= _MAX_KEY:
            numbered_rows = zip(self.rows.tolist(), self.numbers.tolist(), strict=True)
            self.numbers_by_row = {tuple(row): number for row, number in numbered_rows}
            return
        keys = self._pack_keys([self.rows[:, index] for index in range(len(self.integers))])
        if size <= _MAX_DENSE_KEYS:
            self.table = np.zeros(size, dtype=np.int32)
            self.table[keys] = self.numbers
        else:
            self.table = None
            order = np.argsort(keys)
            self.keys, self.sorted_numbers = keys[order], self.numbers[order]

    def _pack_keys(self, arguments: Sequence[Array]) -> Array:
        key = arguments[0] - self.lows[0]
        for index in range(1, len(self.spans)):
            key = key * self.spans[index] + (arguments[index] - self.lows[index])
        return key

    def _find_numbers(self, keys: Array) -> Array:
        if self.table is not None:
            return self.table[keys].astype(np.int64)
        if not len(self.keys):
            return np.zeros(len(keys), dtype=np.int64)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.sorted_numbers[places], 0)

    def _add_rows(self, rows: Array, keys: Array, numbers: Array, row_numbers: Array) -> None:
        self.rows = np.concatenate([self.rows, rows])
        self.numbers = np.concatenate([self.numbers, row_numbers])
        if self.table is not None:
            self.table[keys] = numbers
            return
        all_keys = np.concatenate([self.keys, keys])
        order = np.argsort(all_keys, kind="stable")
        self.keys = all_keys[order]
        self.sorted_numbers = np.concatenate([self.sorted_numbers, numbers])[order]


class AtomTable:
    """All atoms: numbered from 1, names on demand."""

    def __init__(self, values: ValueTable) -> None:
        self.values = values
        self.count = 0
        self._predicates: dict[tuple[str, tuple[bool, ...]], _Predicate] = {}
        self._names: list[str] = [""]
        self._texts: list[str] = []
        self._text_numbers: dict[str, int] = {}
        self._originals: list[Array] = []  # of copies, in order of creation
        self._copies: list[Array] = []

    def copy_atoms(self, atoms: Array) -> Array:
        """Create new atoms with the same names: a bound atom differs from the free one."""
        numbers = np.arange(self.count + 1, self.count + 1 + len(atoms), dtype=np.int64)
        self.count += len(atoms)
        self._originals.append(atoms)
        self._copies.append(numbers)
        return numbers

    def originals(self) -> Array:
        """Return for each atom, by number, the first atom with its name: itself, unless it is a copy."""
        original = np.arange(self.count + 1, dtype=np.int64)
        for copies, originals in zip(self._copies, self._originals, strict=True):
            original[copies] = original[originals]  # which may itself be an earlier copy
        return original

    def number_atoms(self, predicate_name: str, columns: Sequence[Column], count: int) -> Array:
        """Return the number of the atom `name(columns)` in each of `count` rows; tuples are spread."""
        arguments, integers = [], []
        parts = spread_tuples(columns, self.values)
        if parts is None:
            return self._number_row_by_row(predicate_name, columns, count)
        for column in parts:
            if column.kind == INT:
                arguments.append(column.full_data(count))
                integers.append(True)
                continue
            texts, integer = self._intern_texts(column)
            if integer.any():
                return self._number_row_by_row(predicate_name, columns, count)
            arguments.append(np.broadcast_to(texts, (count,)) if column.is_constant else texts)
            integers.append(False)
        return self._number_rows(predicate_name, tuple(integers), arguments, count)

    def _number_rows(self, name: str, integers: tuple[bool, ...], arguments: list[Array], count: int) -> Array:
        predicate = self._predicates.get((name, integers))
        if predicate is None:
            predicate = self._predicates[name, integers] = _Predicate(name, integers)
        numbers, following = predicate.number_rows(arguments, count, self.count + 1)
        self.count = following - 1
        return numbers

    def _intern_texts(self, column: Column) -> tuple[Array, Array]:
        """Return for each entry the number of its printed text, and whether it is an integer."""
        distinct, inverse = np.unique(column.data, return_inverse=True)
        values = decode(column.kind, distinct, self.values)
        integer = np.array([isinstance(value, int) and not isinstance(value, bool) for value in values])
        texts = np.array([self._intern_text(show_value(value)) for value in values], dtype=np.int64)
        return texts[inverse], integer[inverse]

    def _intern_text(self, text: str) -> int:
        number = self._text_numbers.get(text)
        if number is None:
            number = self._text_numbers[text] = len(self._texts)
            self._texts.append(text)
        return number

    def _number_row_by_row(self, name: str, columns: Sequence[Column], count: int) -> Array:
        """Number rows of different kinds one at a time; this is rare, and such columns are small."""
        decoded = [decode(column.kind, column.full_data(count), self.values) for column in columns]
        rows = [self.number_printed_atom(atom_name(name, row)) for row in zip(*decoded, strict=True)]
        return np.array(rows, dtype=np.int64)

    def number_printed_atom(self, text: str) -> int:
        """Return the number of the atom printed as `text`: `p(1,a)` in a variable is the `p(1,a)` of formulas."""
        name, arguments = split_name(text)
        integers = tuple(is_integer(argument) for argument in arguments)
        codes = [
            np.array([int(argument) if integer else self._intern_text(argument)], dtype=np.int64)
            for argument, integer in zip(arguments, integers, strict=True)
        ]
        return int(self._number_rows(name, integers, codes, 1)[0])

    def atoms_of_predicate(self, name: str) -> Array:
        """The numbers of all atoms with this name, whatever their arguments."""
        numbers = [
            predicate.numbers
            for (predicate_name, _), predicate in self._predicates.items()
            if predicate_name == name
        ]
        return np.sort(np.concatenate(numbers)) if numbers else np.empty(0, dtype=np.int64)

    def names(self) -> list[str]:
        """The printed names, by number; entry 0 is empty."""
        if len(self._names) == self.count + 1:
            return self._names
        names = [""] * (self.count + 1)
        for predicate in self._predicates.values():
            columns = [predicate.rows[:, index].tolist() for index in range(len(predicate.integers))]
            for index, integer in enumerate(predicate.integers):
                if not integer:
                    columns[index] = [self._texts[text] for text in columns[index]]
            if not columns:
                names[int(predicate.numbers[0])] = predicate.name
                continue
            for number, row in zip(predicate.numbers.tolist(), zip(*columns, strict=True), strict=True):
                names[number] = f"{predicate.name}({','.join(map(str, row))})"
        for copies, originals in zip(self._copies, self._originals, strict=True):
            for number, original in zip(copies.tolist(), originals.tolist(), strict=True):
                names[number] = names[original]
        self._names = names
        return names


def is_integer(text: str) -> bool:
    """Return whether a text is a printed integer of the language.

    >>> is_integer("-7"), is_integer("007"), is_integer("1x"), is_integer("9223372036854775808")
    (True, False, False, False)
    """
    return bool(_INTEGER.match(text)) and -(2**63) <= int(text) < 2**63


def split_name(text: str) -> tuple[str, list[str]]:
    """Split a printed name into the predicate and its printed arguments.

    >>> split_name("p(1,f(a,b),[c,d])"), split_name("p")
    (('p', ['1', 'f(a,b)', '[c,d]']), ('p', []))
    """
    opening = text.find("(")
    if opening < 0 or not text.endswith(")"):
        return text, []
    inside = text[opening + 1 : -1]
    if not ("(" in inside or "[" in inside or '"' in inside):
        return text[:opening], inside.split(",")
    parts, depth, start = [], 0, opening + 1
    quoted = False
    for index in range(opening + 1, len(text) - 1):
        character = text[index]
        if character == '"':
            quoted = not quoted
        elif character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth == 0 and not quoted:
            parts.append(text[start:index])
            start = index + 1
    return text[:opening], [*parts, text[start:-1]]
