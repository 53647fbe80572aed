"""Which atoms of a student's file stand for which of the reference: other names, orders of arguments, words.

Ways to read one file as the other are found by what atoms look like (how many arguments, which values at which
place, which atoms are facts), the likeliest first. Which of them is meant, the comparison itself decides.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice, permutations, product

import numpy as np
from msgspec import Struct

from bigand.explain.grading.side import Side
from bigand.ground.atoms import split_name
from bigand.ground.columns import Array

_WAYS = 48  # to read a file, at most
_OPTIONS = 8  # for each predicate
_ORDERS = 5_040  # of arguments
_LIKELY = 24  # of these
_FEW = 4  # words, of which all pairings are tried
_WORDS = 24  # ways to pair words
_INTEGER = re.compile(r"-?\d+\Z")

Rows = dict[tuple[str, ...], int]  # the arguments of atoms, with their numbers


class Renamed(Struct, frozen=True):
    """A predicate of the reference in a student's file: its name there, and where the arguments stand there.

    `order[i]` is the place there of argument i; `shifts[i]` is what is to be added to an integer there.
    """

    predicate: str
    name: str
    order: tuple[int, ...]
    shifts: tuple[int, ...] = ()

    @property
    def is_same(self) -> bool:
        return self.predicate == self.name and not any(self.shifts) and list(self.order) == sorted(self.order)


class Way(Struct, frozen=True, eq=False):
    """A way to read a student's file: predicates, words, and for each of its atoms the reference's, or 0."""

    predicates: tuple[Renamed, ...]
    words: tuple[tuple[str, str], ...]  # of the reference, and of the student's file
    link: Array

    @property
    def is_same(self) -> bool:
        return not self.words and all(one.is_same for one in self.predicates)


class Fixed(Struct, frozen=True):
    """What the reference says of other names: predicates with their arguments in order, words."""

    predicates: Mapping[str, Renamed] = {}
    words: Mapping[str, str] = {}  # by the word of the student's file


def ways(reference: Side, student: Side, matter: Array, fixed: Fixed) -> list[Way]:
    """Ways to read a student's file, the likeliest first: if there are the same names, that is the first."""
    wanted = _tables(reference, matter)
    there = _tables(student, np.arange(1, student.atoms + 1))
    found: dict[bytes, Way] = {}
    for words in _pairings(reference, student, wanted, there, fixed.words):
        for chosen in _choices(wanted, there, words, fixed.predicates):
            link = np.zeros(student.atoms + 1, dtype=np.int64)
            for renamed in chosen:
                key = (renamed.predicate, len(renamed.order))
                for row, number in _read(there[renamed.name, len(renamed.order)], renamed, words):
                    link[number] = wanted[key].get(row, 0)
            told = tuple(sorted([(mine, theirs) for theirs, mine in words.items()]))
            found.setdefault(link.tobytes(), Way(tuple(chosen), told, link))
            if len(found) == _WAYS:
                break
    return list(found.values())


def _tables(side: Side, atoms: Array) -> dict[tuple[str, int], Rows]:
    """The atoms of each predicate, by its name and the number of its arguments."""
    found: dict[tuple[str, int], Rows] = {}
    for number in atoms.tolist():
        name, arguments = split_name(side.names[number - 1])
        found.setdefault((name, len(arguments)), {})[tuple(arguments)] = number
    return found


def _read(rows: Rows, renamed: Renamed, words: Mapping[str, str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The arguments of atoms of a student's file as the reference has them."""
    for row, number in rows.items():
        read = [
            _value(row[place], shift, words) for place, shift in zip(renamed.order, _shifts(renamed), strict=True)
        ]
        yield tuple(read), number


def _shifts(renamed: Renamed) -> tuple[int, ...]:
    return renamed.shifts or (0,) * len(renamed.order)


def _value(text: str, shift: int, words: Mapping[str, str]) -> str:
    if shift and _INTEGER.match(text):
        return str(int(text) + shift)
    return words.get(text, text)


# ---------------------------------------------------------------------- predicates


def _choices(
    wanted: Mapping[tuple[str, int], Rows],
    there: Mapping[tuple[str, int], Rows],
    words: Mapping[str, str],
    fixed: Mapping[str, Renamed],
) -> Iterator[list[Renamed]]:
    """For each predicate of the reference one of the student's, no two the same; the best first."""
    options: list[list[tuple[float, Renamed | None]]] = []
    for (name, arity), rows in wanted.items():
        if name in fixed and len(fixed[name].order) == arity:
            own: list[tuple[float, Renamed | None]] = [(2.0, fixed[name])]
        else:
            scored = [
                (_score(rows, there, one, words), one) for one in _candidates(name, arity, rows, there, words)
            ]
            scored = [(score, one) for score, one in scored if score > 0]
            own = [*sorted(scored, key=lambda pair: -pair[0])[:_OPTIONS]]
        options.append([*own, (0.0, None)])
    every = sorted(islice(product(*options), 4096), key=lambda choice: -sum([score for score, _ in choice]))
    found = [
        [one for _, one in choice if one is not None and (one.name, len(one.order)) in there] for choice in every
    ]
    possible = [
        chosen for chosen in found if len({(one.name, len(one.order)) for one in chosen}) == len(chosen) and chosen
    ]
    most = max(map(len, possible), default=0)
    yield from islice([chosen for chosen in possible if len(chosen) == most], _WAYS)


def _candidates(
    name: str, arity: int, rows: Rows, there: Mapping[tuple[str, int], Rows], words: Mapping[str, str]
) -> Iterator[Renamed]:
    domains = _domains(rows, arity, {})
    for other, length in there:
        if length != arity or (other != name and (name, arity) in there):
            continue  # a name that is there means what it says
        theirs = _domains(there[other, arity], arity, words)
        shifts = [[_shift(one, another) for another in theirs] for one in domains]
        fits = [
            [
                (one == another or shifts[at][place] != 0) + 0.5 * bool(one & another)
                for place, another in enumerate(theirs)
            ]
            for at, one in enumerate(domains)
        ]
        orders = list(islice(permutations(range(arity)), _ORDERS))
        quality = {order: sum([fits[at][place] for at, place in enumerate(order)]) for order in orders}
        kept = {order: sum([at == place for at, place in enumerate(order)]) for order in orders}
        best = max(quality.values())
        likely = [
            order
            for order in orders
            if (best and quality[order] == best) or (other == name and kept[order] == arity)
        ]
        for order in sorted(likely, key=lambda order: -kept[order])[:_LIKELY] if arity else orders:
            added = tuple([shifts[at][place] for at, place in enumerate(order)])
            yield Renamed(name, other, order, added if any(added) else ())


def _domains(rows: Rows, arity: int, words: Mapping[str, str]) -> list[set[str]]:
    """The values at each place."""
    return [{words.get(row[at], row[at]) for row in rows} for at in range(arity)]


def _shift(mine: set[str], theirs: set[str]) -> int:
    """What makes integers at one place those at another: one counts from 0, the other from 1."""
    if mine == theirs or not all(_INTEGER.match(value) for value in mine | theirs):
        return 0
    low, other = min(map(int, mine)), min(map(int, theirs))
    if len(mine) < 2 or {low, other} != {0, 1}:
        return 0
    return low - other if {str(int(value) + low - other) for value in theirs} == mine else 0


def _score(rows: Rows, there: Mapping[tuple[str, int], Rows], one: Renamed, words: Mapping[str, str]) -> float:
    """How well the atoms of two predicates fit: 1 if they are the same; names and orders that are kept count."""
    theirs = there[one.name, len(one.order)]
    common = sum([row in rows for row, _ in _read(theirs, one, words)])
    fits = common / max(1, len(rows) + len(theirs) - common)
    kept = sum([at == place for at, place in enumerate(one.order)]) / max(1, len(one.order))
    alike = SequenceMatcher(None, one.predicate.lower(), one.name.lower()).ratio()
    return fits and fits + (1.0 if one.predicate == one.name else 0.2 * alike) + 0.3 * kept - 0.1 * any(one.shifts)


# ---------------------------------------------------------------------- words


def _pairings(
    reference: Side,
    student: Side,
    wanted: Mapping[tuple[str, int], Rows],
    there: Mapping[tuple[str, int], Rows],
    fixed: Mapping[str, str],
) -> list[dict[str, str]]:
    """Ways to pair words of a student's file with those of the reference, where they differ."""
    arities = {arity for _, arity in wanted}
    mine = _words(wanted)
    theirs = _words({key: rows for key, rows in there.items() if key[1] in arities})
    lacking = [word for word in mine if word not in theirs and word not in fixed.values()]
    new = [word for word in theirs if word not in mine and word not in fixed]
    if not lacking or not new:
        return [dict(fixed)]
    facts, others = _facts(reference), _facts(student)
    sure = {
        word: [other for other in lacking if others.get(word) and others[word] == facts.get(other)] for word in new
    }
    pairs = {word: found[0] for word, found in sure.items() if len(found) == 1} if len(new) > _FEW else {}
    lacking = [word for word in lacking if word not in pairs.values()]
    new = [word for word in new if word not in pairs]
    short, long = (new, lacking) if len(new) <= len(lacking) else (lacking, new)
    found = []
    for order in islice(permutations(long, len(short)), _WORDS):
        both = zip(short, order, strict=True)
        found.append({**fixed, **pairs, **(dict(both) if short is new else {b: a for a, b in both})})

    def likeness(pairing: Mapping[str, str]) -> float:
        return sum([(other in sure.get(one, ())) + _alike(one, other) for one, other in pairing.items()])

    return sorted(found, key=likeness, reverse=True)


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one.lower(), other.lower()).ratio()


def _words(tables: Mapping[tuple[str, int], Rows]) -> list[str]:
    """The arguments that are no integers, in order of appearance."""
    every = [value for rows in tables.values() for row in rows for value in row]
    return [value for value in dict.fromkeys(every) if not _INTEGER.match(value)]


def _facts(side: Side) -> dict[str, Sequence[object]]:
    """For each word the integers that it stands beside in facts, which name no predicate and no place."""
    found: dict[str, list[object]] = {}
    for batch in side.holds.clauses.batches:
        if batch.width != 1:
            continue
        for literal in batch.literals[np.abs(batch.literals) <= side.atoms].tolist():
            _, arguments = split_name(side.names[abs(literal) - 1])
            integers = sorted([argument for argument in arguments if _INTEGER.match(argument)])
            for argument in arguments:
                if not _INTEGER.match(argument):
                    found.setdefault(argument, []).append((literal > 0, *integers))
    return {word: sorted(rows, key=str) for word, rows in found.items()}
