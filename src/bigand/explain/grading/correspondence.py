"""Find which atoms of a student's file stand for which atoms of the reference.

Names, argument orders and words may differ. Candidate mappings are found by what the atoms look like (number of
arguments, values at each place, which atoms are facts), the likeliest first. The comparison itself decides which
of them is meant.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice, permutations, product

import numpy as np
from msgspec import Struct

from bigand.explain.grading.compared_file import ComparedFile
from bigand.ground.atoms import split_name
from bigand.ground.columns import Array

_MAX_MAPPINGS = 48
_MAX_OPTIONS = 8  # for each predicate
_MAX_ORDERS = 5_040  # of arguments
_LIKELY = 24  # of these
_FEW = 4  # words, for which all pairings are tried
_MAX_PAIRINGS = 24  # of words
_INTEGER = re.compile(r"-?\d+\Z")

Rows = dict[tuple[str, ...], int]  # the arguments of atoms, with their numbers


class PredicateMapping(Struct, frozen=True):
    """A reference predicate in a student's file: its name there, and the places of its arguments there.

    `order[i]` is the place there of argument i; `shifts[i]` is added to an integer there.
    """

    predicate: str
    name: str
    order: tuple[int, ...]
    shifts: tuple[int, ...] = ()

    @property
    def is_same(self) -> bool:
        return self.predicate == self.name and not any(self.shifts) and list(self.order) == sorted(self.order)


class NameMapping(Struct, frozen=True, eq=False):
    """A way to read a student's file: predicates, words, and for each atom the reference's atom, or 0."""

    predicates: tuple[PredicateMapping, ...]
    words: tuple[tuple[str, str], ...]  # (the reference's, the student's)
    link: Array

    @property
    def is_same(self) -> bool:
        return not self.words and all(predicate.is_same for predicate in self.predicates)


class GivenNames(Struct, frozen=True):
    """Other names that the reference allows: predicates with the order of their arguments, words."""

    predicates: Mapping[str, PredicateMapping] = {}
    words: Mapping[str, str] = {}  # by the student's word


def find_mappings(
    reference: ComparedFile, student: ComparedFile, atoms: Array, fixed: GivenNames
) -> list[NameMapping]:
    """Return ways to read a student's file, the likeliest first; identical names come first."""
    reference_rows = _rows_by_predicate(reference, atoms)
    student_rows = _rows_by_predicate(student, np.arange(1, student.atoms + 1))
    mappings: dict[bytes, NameMapping] = {}
    for words in _word_pairings(reference, student, reference_rows, student_rows, fixed.words):
        for chosen in _predicate_choices(reference_rows, student_rows, words, fixed.predicates):
            link = np.zeros(student.atoms + 1, dtype=np.int64)
            for mapping in chosen:
                key = (mapping.predicate, len(mapping.order))
                for row, number in _translate_rows(student_rows[mapping.name, len(mapping.order)], mapping, words):
                    link[number] = reference_rows[key].get(row, 0)
            word_pairs = tuple(sorted([(mine, theirs) for theirs, mine in words.items()]))
            mappings.setdefault(link.tobytes(), NameMapping(tuple(chosen), word_pairs, link))
            if len(mappings) == _MAX_MAPPINGS:
                break
    return list(mappings.values())


def _rows_by_predicate(side: ComparedFile, atoms: Array) -> dict[tuple[str, int], Rows]:
    """Return the atoms of each predicate, by its name and number of arguments."""
    rows: dict[tuple[str, int], Rows] = {}
    for number in atoms.tolist():
        name, arguments = split_name(side.names[number - 1])
        rows.setdefault((name, len(arguments)), {})[tuple(arguments)] = number
    return rows


def _translate_rows(
    rows: Rows, mapping: PredicateMapping, words: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the arguments of a student's atoms as the reference has them."""
    for row, number in rows.items():
        values = [
            _translate_value(row[place], shift, words)
            for place, shift in zip(mapping.order, _shifts(mapping), strict=True)
        ]
        yield tuple(values), number


def _shifts(mapping: PredicateMapping) -> tuple[int, ...]:
    return mapping.shifts or (0,) * len(mapping.order)


def _translate_value(text: str, shift: int, words: Mapping[str, str]) -> str:
    if shift and _INTEGER.match(text):
        return str(int(text) + shift)
    return words.get(text, text)


# ---------------------------------------------------------------------- predicates


def _predicate_choices(
    reference_rows: Mapping[tuple[str, int], Rows],
    student_rows: Mapping[tuple[str, int], Rows],
    words: Mapping[str, str],
    fixed: Mapping[str, PredicateMapping],
) -> Iterator[list[PredicateMapping]]:
    """Yield assignments of distinct student predicates to the reference's predicates, the best first."""
    options: list[list[tuple[float, PredicateMapping | None]]] = []
    for (name, arity), rows in reference_rows.items():
        if name in fixed and len(fixed[name].order) == arity:
            candidates: list[tuple[float, PredicateMapping | None]] = [(2.0, fixed[name])]
        else:
            scored = [
                (_score(rows, student_rows, mapping, words), mapping)
                for mapping in _predicate_candidates(name, arity, rows, student_rows, words)
            ]
            scored = [(score, mapping) for score, mapping in scored if score > 0]
            candidates = [*sorted(scored, key=lambda pair: -pair[0])[:_MAX_OPTIONS]]
        options.append([*candidates, (0.0, None)])
    combinations = sorted(islice(product(*options), 4096), key=lambda choice: -sum([score for score, _ in choice]))
    choices = [
        [
            mapping
            for _, mapping in choice
            if mapping is not None and (mapping.name, len(mapping.order)) in student_rows
        ]
        for choice in combinations
    ]
    possible = [
        chosen
        for chosen in choices
        if len({(mapping.name, len(mapping.order)) for mapping in chosen}) == len(chosen) and chosen
    ]
    max_size = max(map(len, possible), default=0)
    yield from islice([chosen for chosen in possible if len(chosen) == max_size], _MAX_MAPPINGS)


def _predicate_candidates(
    name: str, arity: int, rows: Rows, student_rows: Mapping[tuple[str, int], Rows], words: Mapping[str, str]
) -> Iterator[PredicateMapping]:
    domains = _values_by_place(rows, arity, {})
    for student_name, length in student_rows:
        if length != arity or (student_name != name and (name, arity) in student_rows):
            continue  # a predicate of the same name is that predicate
        student_domains = _values_by_place(student_rows[student_name, arity], arity, words)
        shifts = [
            [_zero_or_one_based_shift(domain, student_domain) for student_domain in student_domains]
            for domain in domains
        ]
        fits = [
            [
                (domain == student_domain or shifts[index][place] != 0) + 0.5 * bool(domain & student_domain)
                for place, student_domain in enumerate(student_domains)
            ]
            for index, domain in enumerate(domains)
        ]
        orders = list(islice(permutations(range(arity)), _MAX_ORDERS))
        quality = {order: sum([fits[index][place] for index, place in enumerate(order)]) for order in orders}
        kept = {order: sum([index == place for index, place in enumerate(order)]) for order in orders}
        best = max(quality.values())
        likely = [
            order
            for order in orders
            if (best and quality[order] == best) or (student_name == name and kept[order] == arity)
        ]
        for order in sorted(likely, key=lambda order: -kept[order])[:_LIKELY] if arity else orders:
            order_shifts = tuple([shifts[index][place] for index, place in enumerate(order)])
            yield PredicateMapping(name, student_name, order, order_shifts if any(order_shifts) else ())


def _values_by_place(rows: Rows, arity: int, words: Mapping[str, str]) -> list[set[str]]:
    """Return the values at each place."""
    return [{words.get(row[index], row[index]) for row in rows} for index in range(arity)]


def _zero_or_one_based_shift(reference_values: set[str], student_values: set[str]) -> int:
    """Return what to add to integers at one place, if one file counts from 0 and the other from 1."""
    if reference_values == student_values or not all(
        _INTEGER.match(value) for value in reference_values | student_values
    ):
        return 0
    low, student_low = min(map(int, reference_values)), min(map(int, student_values))
    if len(reference_values) < 2 or {low, student_low} != {0, 1}:
        return 0
    return (
        low - student_low
        if {str(int(value) + low - student_low) for value in student_values} == reference_values
        else 0
    )


def _score(
    rows: Rows, student_rows: Mapping[tuple[str, int], Rows], mapping: PredicateMapping, words: Mapping[str, str]
) -> float:
    """Score how well the atoms of two predicates fit: 1 if equal, plus points for the same name and order."""
    theirs = student_rows[mapping.name, len(mapping.order)]
    common = sum([row in rows for row, _ in _translate_rows(theirs, mapping, words)])
    fits = common / max(1, len(rows) + len(theirs) - common)
    kept = sum([index == place for index, place in enumerate(mapping.order)]) / max(1, len(mapping.order))
    alike = SequenceMatcher(None, mapping.predicate.lower(), mapping.name.lower()).ratio()
    return fits and fits + (1.0 if mapping.predicate == mapping.name else 0.2 * alike) + 0.3 * kept - 0.1 * any(
        mapping.shifts
    )


# ---------------------------------------------------------------------- words


def _word_pairings(
    reference: ComparedFile,
    student: ComparedFile,
    reference_rows: Mapping[tuple[str, int], Rows],
    student_rows: Mapping[tuple[str, int], Rows],
    fixed: Mapping[str, str],
) -> list[dict[str, str]]:
    """Return ways to pair the student's words with those of the reference, where they differ."""
    arities = {arity for _, arity in reference_rows}
    mine = _words(reference_rows)
    theirs = _words({key: rows for key, rows in student_rows.items() if key[1] in arities})
    lacking = [word for word in mine if word not in theirs and word not in fixed.values()]
    new = [word for word in theirs if word not in mine and word not in fixed]
    if not lacking or not new:
        return [dict(fixed)]
    facts, others = _fact_integers_by_word(reference), _fact_integers_by_word(student)
    sure = {
        word: [
            reference_word
            for reference_word in lacking
            if others.get(word) and others[word] == facts.get(reference_word)
        ]
        for word in new
    }
    pairs = {word: pairings[0] for word, pairings in sure.items() if len(pairings) == 1} if len(new) > _FEW else {}
    lacking = [word for word in lacking if word not in pairs.values()]
    new = [word for word in new if word not in pairs]
    short, long = (new, lacking) if len(new) <= len(lacking) else (lacking, new)
    pairings = []
    for order in islice(permutations(long, len(short)), _MAX_PAIRINGS):
        word_pairs = zip(short, order, strict=True)
        pairings.append({**fixed, **pairs, **(dict(word_pairs) if short is new else {b: a for a, b in word_pairs})})

    def likeness(pairing: Mapping[str, str]) -> float:
        return sum(
            [
                (reference_word in sure.get(student_word, ())) + _similarity(student_word, reference_word)
                for student_word, reference_word in pairing.items()
            ]
        )

    return sorted(pairings, key=likeness, reverse=True)


def _similarity(word: str, other_word: str) -> float:
    return SequenceMatcher(None, word.lower(), other_word.lower()).ratio()


def _words(tables: Mapping[tuple[str, int], Rows]) -> list[str]:
    """Return the arguments that are not integers, in order of appearance."""
    every = [value for rows in tables.values() for row in rows for value in row]
    return [value for value in dict.fromkeys(every) if not _INTEGER.match(value)]


def _fact_integers_by_word(side: ComparedFile) -> dict[str, Sequence[object]]:
    """Return for each word the integers beside it in facts, regardless of predicate and place."""
    rows_by_word: dict[str, list[object]] = {}
    for batch in side.compiled.clauses.batches:
        if batch.width != 1:
            continue
        for literal in batch.literals[np.abs(batch.literals) <= side.atoms].tolist():
            _, arguments = split_name(side.names[abs(literal) - 1])
            integers = sorted([argument for argument in arguments if _INTEGER.match(argument)])
            for argument in arguments:
                if not _INTEGER.match(argument):
                    rows_by_word.setdefault(argument, []).append((literal > 0, *integers))
    return {word: sorted(rows, key=str) for word, rows in rows_by_word.items()}
