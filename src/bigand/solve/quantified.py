"""Formulas with quantifiers answered: whether they hold, and values for the outermost `exists` with which they do.

A game is decided part by part; a model puts one winning first move of each part together, and all models are all
combinations of them. Without a `forall` there is no game, and a SAT solver answers.
"""

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np

from bigand.encode.game import game_of
from bigand.encode.parts import Part, parts_of
from bigand.encode.quantified import QuantifiedClauses
from bigand.ground.columns import Array, distinct
from bigand.solve.decide import Decider
from bigand.solve.expansion import second_opinion
from bigand.solve.models import Valuation
from bigand.solve.pysat_engine import PySatSession
from bigand.solve.session import Session, SolverError


class _Answers:
    """The winning first moves of a part, found as they are asked for: values of its marked atoms (bool)."""

    def __init__(self, part: Part, marked: Array) -> None:
        self.part = part
        self.atoms = np.flatnonzero(marked[part.members[0]]) + 1
        self.preferred: list[int] = []
        self._found: list[Array] = []
        self._decider: Decider | None = None
        self._over = False

    @property
    def members(self) -> int:
        return len(self.part.members)

    def has(self, number: int) -> bool:
        """Whether there is one with this number, from 0 on."""
        while len(self._found) <= number and not self._over:
            self._find()
        return len(self._found) > number

    def __getitem__(self, number: int) -> Array:
        return self._found[number]

    def _find(self) -> None:
        if self._decider is None:
            self._decider = Decider(self.part.game)
            self._decider.prefer(self.preferred)
        outcome = self._decider.decide()
        if outcome.forall_lost:
            true = np.zeros(self.part.game.atoms + 1, dtype=np.bool_)
            true[[literal for literal in outcome.move if literal > 0]] = True
            self._found.append(true[self.atoms])
            self._decider.exclude(np.where(true[self.atoms], self.atoms, -self.atoms).tolist())
        if not outcome.forall_lost or not len(self.atoms):
            self._over = True
            self.close()

    def close(self) -> None:
        if self._decider is not None:
            self._decider.close()
            self._decider = None


class GameSession:
    """A session whose i-th variable is the i-th atom of the outermost `exists`; only what it found is excluded."""

    def __init__(self, quantified: QuantifiedClauses) -> None:
        self._outermost = quantified.outermost
        marked = np.zeros(quantified.compiled.clauses.atoms + 1, dtype=np.bool_)
        marked[self._outermost] = True
        self._impossible = quantified.compiled.clauses.has_empty
        parts = [] if self._impossible else parts_of(game_of(quantified), self._outermost)
        self._answers = [_Answers(part, marked) for part in parts]
        for answers in self._answers:
            marked[answers.part.members.ravel()] = False
        self._idle = np.flatnonzero(marked)  # atoms that are quantified and stand nowhere else: any value will do
        self._idle_values = np.zeros(len(self._idle), dtype=np.bool_)
        self._chosen = [np.zeros(answers.members, dtype=np.int64) for answers in self._answers]

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        assert not assumptions, "a game is decided from its beginning"
        return not self._impossible and all(answers.has(0) for answers in self._answers)

    def values(self) -> Array:
        true = np.zeros(int(self._outermost[-1]) + 1 if len(self._outermost) else 1, dtype=np.bool_)
        true[self._idle] = self._idle_values
        for answers, chosen in zip(self._answers, self._chosen, strict=True):
            own = answers.part.members[:, answers.atoms - 1]
            for number in distinct(chosen).tolist() if len(answers.atoms) else []:
                true[own[chosen == number]] = answers[number]
        return true[self._outermost]

    def core(self) -> list[int]:
        return []  # nothing is ever assumed

    def add(self, clause: Sequence[int]) -> None:
        """Go on to the next combination: the clause must exclude the one that `values` tells."""
        numbers = np.arange(1, len(self._outermost) + 1)
        assert list(clause) == np.where(self.values(), -numbers, numbers).tolist(), (
            "only what was found is excluded"
        )
        self._impossible = not self._advance()

    def _advance(self) -> bool:
        """As an odometer does it: the last wheel that can go on does, and those after it begin again."""
        standing = np.flatnonzero(~self._idle_values)
        if len(standing):
            self._idle_values[standing[-1] :] = False
            self._idle_values[standing[-1]] = True
            return True
        self._idle_values[:] = False
        for answers, chosen in zip(reversed(self._answers), reversed(self._chosen), strict=True):
            for member in range(answers.members - 1, -1, -1) if len(answers.atoms) else ():
                if answers.has(int(chosen[member]) + 1):
                    chosen[member] += 1
                    return True
                chosen[member] = 0
        return False

    def count(self) -> int:
        """The number of models."""
        if not self.solve():
            return 0
        counts = []
        for answers in self._answers:
            number = 1
            while answers.has(number):
                number += 1
            counts.append(number**answers.members)
        return prod(counts) * 2 ** len(self._idle)

    def prefer(self, literals: Sequence[int]) -> None:
        """Values to try first; parts of one form try what the first of them is to try."""
        signs = np.zeros(len(self._outermost) + 1, dtype=np.int64)
        signs[np.abs(literals)] = np.sign(literals)
        wanted = np.zeros(int(self._outermost[-1]) + 1 if len(self._outermost) else 1, dtype=np.int64)
        wanted[self._outermost] = signs[1:]
        self._idle_values[:] = False
        for answers in self._answers:
            own = wanted[answers.part.members[0][answers.atoms - 1]]
            answers.preferred = (own * answers.atoms)[own != 0].tolist()

    def close(self) -> None:
        for answers in self._answers:
            answers.close()


class PlainSession:
    """The same for a formula without `forall`: a SAT solver, whose atoms are numbered otherwise."""

    def __init__(self, quantified: QuantifiedClauses) -> None:
        self._outermost = quantified.outermost
        self._inner = PySatSession(quantified.compiled.clauses)

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        return self._inner.solve(self._numbered(assumptions))

    def values(self) -> Array:
        return self._inner.values()[self._outermost - 1]

    def core(self) -> list[int]:
        places = {atom: index + 1 for index, atom in enumerate(self._outermost.tolist())}
        return [places[abs(literal)] * (1 if literal > 0 else -1) for literal in self._inner.core()]

    def add(self, clause: Sequence[int]) -> None:
        self._inner.add(self._numbered(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        self._inner.prefer(self._numbered(literals))

    def close(self) -> None:
        self._inner.close()

    def _numbered(self, literals: Sequence[int]) -> list[int]:
        return number_literals(literals, self._outermost)


def number_literals(literals: Sequence[int], atoms: Array) -> list[int]:
    """Literals over places in a list of atoms as literals over the atoms."""
    places = np.array(literals, dtype=np.int64)
    numbered: list[int] = (np.sign(places) * atoms[np.abs(places) - 1]).tolist()
    return numbered


def quantified_session(quantified: QuantifiedClauses) -> Session:
    """What answers a formula with quantifiers in this process."""
    return GameSession(quantified) if quantified.alternates else PlainSession(quantified)


def quantified_models(session: Session, quantified: QuantifiedClauses, check: bool = True) -> Iterator[Valuation]:
    """All values of the outermost `exists` with which a formula holds; if it has no such block, none or one."""
    count = len(quantified.outermost)
    numbers = np.arange(1, count + 1)
    solutions = 0
    while session.solve():
        values = session.values()[:count]
        if check:
            _verify(quantified, values, True)
        solutions += 1
        yield Valuation(values)
        if not count:
            return
        session.add(np.where(values, -numbers, numbers).tolist())
    if check and not solutions:
        _verify(quantified, None, False)


def _verify(quantified: QuantifiedClauses, values: Array | None, answer: bool) -> None:
    """An answer that a second opinion does not share is never shown."""
    opinion = second_opinion(quantified, values)
    if opinion is not None and opinion != answer:
        raise SolverError("solver.lied_quantified")


def count_quantified(quantified: QuantifiedClauses) -> int:
    """The number of models, exactly."""
    session = quantified_session(quantified)
    try:
        if isinstance(session, GameSession):
            return session.count()
        return sum(1 for _ in quantified_models(session, quantified, check=False))
    finally:
        session.close()
