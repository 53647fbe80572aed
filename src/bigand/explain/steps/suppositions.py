"""Suppose the opposite of every target literal, all at once, and propagate each until it clashes.

All suppositions advance one round at a time. A supposition is one bit: for each literal, words hold the
suppositions in which it is false, so a clause is examined for 64 of them at once. The first clashes are the short
arguments. A clash is traced back to the instances it needs, and to all instances involved.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from bigand.explain.steps.propagation import KnownValues
from bigand.ground.columns import Array, concatenate_ranges

_MAX_CELLS = 40_000_000  # of the table of variables and suppositions, at a time
_MAX_ENDS = 4  # clashing clauses of one supposition that are traced back
_EXTRA_ROUNDS = 1  # after the first short clash


class Clash(Struct, frozen=True):
    """A literal whose opposite clashes: the instances needed, the number of rounds, and all instances involved."""

    literal: int
    instances: frozenset[int]
    rounds: int
    in_play: frozenset[int]


class OpenClauses:
    """The clauses that are not yet true, without their false literals; variables are renumbered."""

    def __init__(self, known: KnownValues) -> None:
        theory = known.theory
        values = known.values[np.abs(theory.literals)] * np.sign(theory.literals)
        sizes = np.diff(theory.starts)
        clause_of = np.repeat(np.arange(len(sizes)), sizes)
        is_true = np.zeros(len(sizes), dtype=np.bool_)
        is_true[clause_of[values == 1]] = True
        kept = (values == 0) & ~is_true[clause_of]
        self.literals = theory.literals[kept]
        clauses, counts = np.unique(clause_of[kept], return_counts=True)
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        self.owners = theory.owners[clauses]
        self.variables, self.numbers = np.unique(np.abs(self.literals), return_inverse=True)
        falsified = 2 * self.numbers + (self.literals < 0)  # the row of words that holds where it is false
        self._groups = [
            (rows, falsified[self.starts[rows][:, None] + np.arange(size)])
            for size in np.unique(counts).tolist()
            for rows in [np.flatnonzero(counts == size)]
        ]

    def rows_with_switches(self, instances: Sequence[int], first: int) -> tuple[Array, Array]:
        """Return the open clauses of some instances as rows of literals.

        The clauses of instance i hold only if its switch, the variable `first + i`, is on.
        """
        clauses = np.flatnonzero(np.isin(self.owners, np.array(instances, dtype=np.int64)))
        sizes = self.starts[clauses + 1] - self.starts[clauses]
        starts = np.concatenate([[0], np.cumsum(sizes + 1)])
        literals = np.empty(starts[-1], dtype=np.int64)
        literals[starts[1:] - 1] = -(first + self.owners[clauses])
        literals[concatenate_ranges(sizes, starts[:-1])] = self.literals[
            concatenate_ranges(sizes, self.starts[clauses])
        ]
        return literals, starts

    def find_clashes(self, literals: Sequence[int], rounds: int) -> list[Clash]:
        """Find the clashes within `rounds` when the opposite of each literal is supposed.

        Once a few instances clash, longer clashes are not awaited.
        """
        clashes: list[Clash] = []
        step = max(64, _MAX_CELLS // max(1, len(self.variables)) // 64 * 64)
        for first in range(0, len(literals), step):
            clashes += _Suppositions(self, literals[first : first + step]).find_clashes(rounds)
        return clashes

    def clauses_touching(self, is_changed: Array) -> Iterator[tuple[Array, Array]]:
        """Yield the clauses with a changed variable, by size: their numbers and rows of words."""
        for clauses, rows in self._groups:
            touched = np.flatnonzero(is_changed[rows >> 1].any(axis=1))
            if len(touched):
                yield clauses[touched], rows[touched]

    def variables_of(self, clause: int) -> list[int]:
        """Return the variables of a clause, as renumbered here."""
        return self.numbers[self.starts[clause] : self.starts[clause + 1]].tolist()


class _Suppositions:
    """Some suppositions, and what follows from each so far."""

    def __init__(self, open_clauses: OpenClauses, literals: Sequence[int]) -> None:
        all_literals = np.array(literals, dtype=np.int64)
        places = np.minimum(
            np.searchsorted(open_clauses.variables, np.abs(all_literals)), len(open_clauses.variables) - 1
        )
        is_there = (
            open_clauses.variables[places] == np.abs(all_literals)
            if len(open_clauses.variables)
            else np.zeros(len(all_literals), bool)
        )
        self.open_clauses = open_clauses
        self.literals, places = all_literals[is_there], places[is_there]
        columns = np.arange(len(self.literals))
        words = (len(columns) + 63) // 64
        self.false = np.zeros((2 * len(open_clauses.variables), words), dtype=np.uint64)
        self.reasons = np.full((len(open_clauses.variables), len(columns)), -1, dtype=np.int32)
        # Suppose the opposite: the variable of a positive literal is false.
        bits = np.uint64(1) << (columns % 64).astype(np.uint64)
        np.bitwise_or.at(self.false, (2 * places + (self.literals < 0), columns // 64), bits)
        self.is_changed = np.zeros(len(open_clauses.variables), dtype=np.bool_)
        self.is_changed[places] = True
        self.active = np.full(words, ~np.uint64(0))

    def find_clashes(self, rounds: int) -> list[Clash]:
        clashes: list[Clash] = []
        last_round = rounds
        for round_number in range(1, rounds + 1):
            if round_number > last_round or not self.is_changed.any():
                break
            ends: dict[int, list[int]] = {}
            self._advance(ends)
            for column, end_clauses in ends.items():
                clashes.append(self._build_clash(column, end_clauses, round_number))
                last_round = min(last_round, len(clashes[-1].instances) + _EXTRA_ROUNDS)
                self.active[column // 64] &= ~(np.uint64(1) << np.uint64(column % 64))
        return clashes

    def _advance(self, ends: dict[int, list[int]]) -> None:
        """Propagate one round for all suppositions; `ends` collects the clauses that clash."""
        fresh = []
        false = self.false
        assigned = false[0::2] | false[1::2]
        for clauses, rows in self.open_clauses.clauses_touching(self.is_changed):
            words = false[rows]  # clauses × literals × words
            size = rows.shape[1]
            before = np.full((len(rows), words.shape[2]), ~np.uint64(0)) & self.active
            after = [before]
            for position in range(size - 1, 0, -1):
                after.append(after[-1] & words[:, position])
            for position in range(size):
                units = before & after[size - 1 - position] & ~assigned[rows[:, position] >> 1]
                hit = np.flatnonzero(units.any(axis=1))
                if len(hit):
                    fresh.append((clauses[hit], rows[hit, position], units[hit]))
                before = before & words[:, position]
            hit = np.flatnonzero(before.any(axis=1))
            if len(hit):
                for row, column in zip(*_positions_of_set_bits(before[hit]), strict=True):
                    ends.setdefault(column, []).append(int(clauses[hit[row]]))
        self.is_changed = np.zeros(len(self.is_changed), dtype=np.bool_)
        for clauses, rows, units in fresh:
            row_indices, columns = _positions_of_set_bits(units)
            self.reasons[rows[row_indices] >> 1, columns] = clauses[row_indices]
            np.bitwise_or.at(false, rows ^ 1, units)  # a true literal: its opposite is false
            self.is_changed[rows >> 1] = True

    def _build_clash(self, column: int, ends: Sequence[int], rounds: int) -> Clash:
        reasons, owners = self.reasons[:, column], self.open_clauses.owners
        traces = sorted([self._trace_back(end, reasons) for end in ends[:_MAX_ENDS]], key=len)
        in_play = {*owners[reasons[reasons >= 0]].tolist(), *owners[list(ends)].tolist()}
        return Clash(int(self.literals[column]), frozenset(traces[0]), rounds, frozenset(in_play))

    def _trace_back(self, end: int, reasons: Array) -> set[int]:
        """Return the instances by which a clause came to clash."""
        table = self.open_clauses
        seen: set[int] = set()
        waiting = [end]
        owners: set[int] = set()
        while waiting:
            clause = waiting.pop()
            owners.add(int(table.owners[clause]))
            for variable in table.variables_of(clause):
                if variable not in seen:
                    seen.add(variable)
                    if reasons[variable] >= 0:
                        waiting.append(int(reasons[variable]))
        return owners


def _positions_of_set_bits(words: Array) -> tuple[list[int], list[int]]:
    """Return the rows and columns of the set bits in rows of words."""
    octets = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    rows, columns = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
    return rows.tolist(), columns.tolist()
