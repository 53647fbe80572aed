"""A sum with numbers in it made as small as it can be, by asking for less and less.

Sums of integers fall by doubled steps until there is no model, then the gap is halved (five to fifty times as fast
as Z3's own optimisation where sums are long, bench/numbers.py). With reals each model is pushed first to the least
sum around it (`regions`); since there are finitely many such regions, asking for less than that comes to an end.
There may be no least sum: it falls for ever, or comes nearer and nearer to a limit.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from bigand.encode.costs import Price
from bigand.encode.theory import Theory
from bigand.ground.costs import Amount
from bigand.ground.kinds import Sort
from bigand.solve.regions import direction_script, region, slice_of
from bigand.solve.z3_engine import Number, Z3Session, least_value, solution_of

_LOOK = 4  # models after which a direction without end is looked for, as long as no bound is known
NEAR = Fraction(1, 2**20)  # how near to a limit there must be a model


class Least(Struct, frozen=True):
    """A model with the least sum."""

    numbers: list[Number]


class Falling(Struct, frozen=True):
    """A model from which the sum falls for ever in a direction (by atom)."""

    numbers: list[Number]
    direction: dict[int, Fraction]


class Approached(Struct, frozen=True):
    """A limit of the sum that no model has, and a model near to it."""

    numbers: list[Number]
    limit: Amount


Tell = Callable[[list[Number] | None, Amount | None], None]


class Descent:
    """The search for one goal; `tell` is told of better models and of bounds."""

    def __init__(self, session: Z3Session, theory: Theory, price: Price, tell: Tell) -> None:
        self.session = session
        self.theory = theory
        self.price = price
        self.tell = tell
        self.bound: Amount | None = None  # no model has less
        self.limit: Amount | None = None  # what sums around the best model come near to, if none there has it
        self.numbers: list[Number] = []
        self.value: Amount = 0

    def run(self, numbers: Sequence[Number]) -> Least | Falling | Approached:
        """From a model on; afterwards the session has only models that are as good as the best."""
        self._take(numbers)
        return self._reals() if self.price.is_real else self._steps()

    def _take(self, numbers: Sequence[Number]) -> None:
        self.numbers, self.value = list(numbers), self.price.cost(numbers)
        self.tell(self.numbers, self.bound)

    def _below(self, bound: Amount, strictly: bool = False) -> bool:
        """Whether there is a model of at most (or less than) this; if so it is taken."""
        literal = self.session.at_most(self.price, bound, strictly)
        if not self.session.solve([literal]):
            return False
        self._take(self.session.numbers())  # before anything is added, which ends the model
        self.session.add([literal])
        return True

    def _raise(self, bound: Amount) -> None:
        self.bound = bound
        self.tell(None, bound)

    # ------------------------------------------------------------------ integers

    def _steps(self) -> Least | Falling:
        """Sums are so many units apart: down by doubled steps, then by halves."""
        unit = unit_of([*self.price.terms.values(), *self.price.penalties.values()])
        step, taken = unit, 0
        while self.bound is None or self.bound < self.value:
            if self.bound is None:
                target = self.value - step
            else:
                target = self.bound + math.floor((self.value - self.bound) / (2 * unit)) * unit
            if not self._below(target):
                self._raise(target + unit)
                continue
            step, taken = 2 * step, taken + 1
            if self.bound is None and taken % _LOOK == 0 and (falling := self._falling()):
                return falling
        self.session.add([self.session.at_most(self.price, self.value)])
        return Least(self.numbers)

    def _falling(self) -> Falling | None:
        """Whether the sum falls for ever around the model."""
        script = direction_script(self.theory, region(self.theory, self.numbers), self.price.terms)
        solution = solution_of(script)
        if solution is None:
            return None
        whole = math.lcm(*[number.denominator for number in solution.values()])
        atoms = [index + 1 for index, sort in enumerate(self.theory.sorts) if sort is not Sort.BOOL]
        return Falling(self.numbers, {atom: solution.get(f"d{atom}", Fraction(0)) * whole for atom in atoms})

    # ------------------------------------------------------------------ reals

    def _reals(self) -> Least | Falling | Approached:
        """To the least sum around the model, then to anything better, and from there far down if that can be."""
        step: Amount = 1
        while (falling := self._push()) is None:
            if not self._anything_better():
                return self._last()
            target = self.value - step if self.bound is None else (self.value + self.bound) / Fraction(2)
            step *= 2
            if not self._below(target, strictly=True):
                self._raise(target)
        return falling

    def _anything_better(self) -> bool:
        if self.limit is not None:
            return self._below(self.limit)
        return self._below(self.value, strictly=True)

    def _push(self) -> Falling | None:
        """To the least sum around the model; or a direction in which there is none."""
        around = slice_of(self.theory, region(self.theory, self.numbers), self.price.terms)
        self.limit = None
        least, is_reached = least_value(around.script, around.terms)
        if least is None:
            return self._falling()
        limit = self.value - _sum(around.terms, self.numbers) + least
        if not is_reached:
            self.limit = limit
        elif limit < self.value:
            solution = solution_of(around.script, (around.terms, least)) or {}
            self._take([solution.get(f"d{atom + 1}", value) for atom, value in enumerate(self.numbers)])
        return self._falling() if self.bound is None else None

    def _last(self) -> Least | Approached:
        """There is nothing better."""
        if self.limit is None:
            self._raise(self.value)
            self.session.add([self.session.at_most(self.price, self.value)])
            return Least(self.numbers)
        self._raise(self.limit)
        self._below(self.limit + NEAR)
        return Approached(self.numbers, self.limit)


def _sum(terms: dict[int, Amount], numbers: Sequence[Number]) -> Amount:
    return sum([factor * numbers[atom - 1] for atom, factor in terms.items()])


def unit_of(factors: Iterable[Amount]) -> Amount:
    """The largest number of which all of these are multiples.

    >>> unit_of([6, 9]), unit_of([Fraction(1, 2), Fraction(1, 3)])
    (Fraction(3, 1), Fraction(1, 6))
    """
    exact = [Fraction(factor) for factor in factors]
    whole = math.lcm(*[factor.denominator for factor in exact])
    return Fraction(math.gcd(*[int(factor * whole) for factor in exact]), whole)
