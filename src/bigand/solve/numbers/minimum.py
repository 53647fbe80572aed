"""A sum with numbers in it made as small as it can be, by asking for less and less.

Sums of integers fall by doubled steps until there is no model, then the gap is halved (five to fifty times as fast
as Z3's own optimisation where sums are long, bench/numbers.py). With reals each model is pushed first to the least
sum around it (`regions`); since there are finitely many such regions, asking for less than that comes to an end.
There may be no least sum: it falls for ever, or comes nearer and nearer to a limit.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from bigand.encode.costs import WeightedGoal
from bigand.encode.theory import Theory
from bigand.ground.costs import Amount
from bigand.ground.kinds import Sort
from bigand.solve.engines.z3 import Number, Z3Session, find_least_value, find_solution
from bigand.solve.numbers.regions import direction_script, region_of, slice_of

_LOOK = 4  # models after which a direction without end is looked for, as long as no bound is known
NEAR = Fraction(1, 2**20)  # how near to a limit there must be a model


class Minimum(Struct, frozen=True):
    """A model with the least sum."""

    numbers: list[Number]


class Unbounded(Struct, frozen=True):
    """A model from which the sum falls for ever in a direction (by atom)."""

    numbers: list[Number]
    direction: dict[int, Fraction]


class Infimum(Struct, frozen=True):
    """A limit of the sum that no model has, and a model near to it."""

    numbers: list[Number]
    limit: Amount


Report = Callable[[list[Number] | None, Amount | None], None]


class Descent:
    """The search for one goal; `report` is told of better models and of bounds."""

    def __init__(self, session: Z3Session, theory: Theory, price: WeightedGoal, report: Report) -> None:
        self.session = session
        self.theory = theory
        self.price = price
        self.report = report
        self.bound: Amount | None = None  # no model has less
        self.limit: Amount | None = None  # what sums around the best model come near to, if none there has it
        self.numbers: list[Number] = []
        self.value: Amount = 0

    def run(self, numbers: Sequence[Number]) -> Minimum | Unbounded | Infimum:
        """From a model on; afterwards the session has only models that are as good as the best."""
        self._accept_model(numbers)
        return self._descend_reals() if self.price.is_real else self._descend_integers()

    def _accept_model(self, numbers: Sequence[Number]) -> None:
        self.numbers, self.value = list(numbers), self.price.cost_of(numbers)
        self.report(self.numbers, self.bound)

    def _find_below(self, bound: Amount, strictly: bool = False) -> bool:
        """Whether there is a model of at most (or less than) this; if so it is taken."""
        literal = self.session.at_most_literal(self.price, bound, strictly)
        if not self.session.solve([literal]):
            return False
        self._accept_model(self.session.numbers())  # before anything is added, which ends the model
        self.session.add([literal])
        return True

    def _set_bound(self, bound: Amount) -> None:
        self.bound = bound
        self.report(None, bound)

    # ------------------------------------------------------------------ integers

    def _descend_integers(self) -> Minimum | Unbounded:
        """Sums are so many units apart: down by doubled steps, then by halves."""
        unit = unit_of([*self.price.terms.values(), *self.price.penalties.values()])
        step, step_count = unit, 0
        while self.bound is None or self.bound < self.value:
            if self.bound is None:
                target = self.value - step
            else:
                target = self.bound + math.floor((self.value - self.bound) / (2 * unit)) * unit
            if not self._find_below(target):
                self._set_bound(target + unit)
                continue
            step, step_count = 2 * step, step_count + 1
            if self.bound is None and step_count % _LOOK == 0 and (unbounded := self._find_unbounded_direction()):
                return unbounded
        self.session.add([self.session.at_most_literal(self.price, self.value)])
        return Minimum(self.numbers)

    def _find_unbounded_direction(self) -> Unbounded | None:
        """Whether the sum falls for ever around the model."""
        script = direction_script(self.theory, region_of(self.theory, self.numbers), self.price.terms)
        solution = find_solution(script)
        if solution is None:
            return None
        denominator = math.lcm(*[number.denominator for number in solution.values()])
        atoms = [index + 1 for index, sort in enumerate(self.theory.sorts) if sort is not Sort.BOOL]
        return Unbounded(
            self.numbers, {atom: solution.get(f"d{atom}", Fraction(0)) * denominator for atom in atoms}
        )

    # ------------------------------------------------------------------ reals

    def _descend_reals(self) -> Minimum | Unbounded | Infimum:
        """To the least sum around the model, then to anything better, and from there far down if that can be."""
        step: Amount = 1
        while (unbounded := self._push_to_region_minimum()) is None:
            if not self._find_better():
                return self._conclude()
            target = self.value - step if self.bound is None else (self.value + self.bound) / Fraction(2)
            step *= 2
            if not self._find_below(target, strictly=True):
                self._set_bound(target)
        return unbounded

    def _find_better(self) -> bool:
        if self.limit is not None:
            return self._find_below(self.limit)
        return self._find_below(self.value, strictly=True)

    def _push_to_region_minimum(self) -> Unbounded | None:
        """To the least sum around the model; or a direction in which there is none."""
        region_slice = slice_of(self.theory, region_of(self.theory, self.numbers), self.price.terms)
        self.limit = None
        least, is_reached = find_least_value(region_slice.script, region_slice.terms)
        if least is None:
            return self._find_unbounded_direction()
        limit = self.value - _sum_of_terms(region_slice.terms, self.numbers) + least
        if not is_reached:
            self.limit = limit
        elif limit < self.value:
            solution = find_solution(region_slice.script, (region_slice.terms, least)) or {}
            self._accept_model([solution.get(f"d{atom + 1}", value) for atom, value in enumerate(self.numbers)])
        return self._find_unbounded_direction() if self.bound is None else None

    def _conclude(self) -> Minimum | Infimum:
        """There is nothing better."""
        if self.limit is None:
            self._set_bound(self.value)
            self.session.add([self.session.at_most_literal(self.price, self.value)])
            return Minimum(self.numbers)
        self._set_bound(self.limit)
        self._find_below(self.limit + NEAR)
        return Infimum(self.numbers, self.limit)


def _sum_of_terms(terms: dict[int, Amount], numbers: Sequence[Number]) -> Amount:
    return sum([factor * numbers[atom - 1] for atom, factor in terms.items()])


def unit_of(factors: Iterable[Amount]) -> Amount:
    """The largest number of which all of these are multiples.

    >>> unit_of([6, 9]), unit_of([Fraction(1, 2), Fraction(1, 3)])
    (Fraction(3, 1), Fraction(1, 6))
    """
    exact = [Fraction(factor) for factor in factors]
    whole = math.lcm(*[factor.denominator for factor in exact])
    return Fraction(math.gcd(*[int(factor * whole) for factor in exact]), whole)


# ----------------------------------------------------------------------
# Weighted literals made false as far as can be, by cores: maximum resolution on a session.
#
# All that is to be
# avoided is assumed not to be. Some of it that cannot be avoided together (a core) costs at least the least of
# its weights, and is replaced by weaker wishes, which say that no more than one of it is given up (Narodytska,
# Bacchus 2014). Large weights come first, so that there are good models early.


_TRIES, _GIVEN_UP = 100, 4  # for good models at first; no more of them after some that took too long
_EFFORT = 200_000  # of each, as Z3 counts it: about a tenth of a second
_REPORTED = 8  # every so many of these models is reported
_TRIMS = 4  # tries to make a core smaller by asking for it alone


def minimise_penalty(
    session: Z3Session, penalties: Mapping[int, Amount], report: Callable[[Amount, bool], None]
) -> Amount:
    """The least sum of the weights of true literals; afterwards the session has only models that cost no more.

    `report` is told of what is paid in any case, and whether the session has a new model. There must be one.
    """
    soft_weights = {-literal: weight for literal, weight in penalties.items()}
    paid: Amount = 0
    _satisfy_easy_literals(session, soft_weights, lambda: report(paid, True))
    level = max(soft_weights.values(), default=0)
    while True:
        wanted = [literal for literal, weight in soft_weights.items() if weight >= level]
        if session.solve(wanted):
            report(paid, True)
            smaller_weights = [weight for weight in soft_weights.values() if weight < level]
            if not smaller_weights:
                break
            level = max(smaller_weights)
            continue
        core = _trim_core(session)
        paid += _weaken_core(session, soft_weights, core)
        report(paid, False)
        level = min(level, max(soft_weights.values(), default=0))
    for literal in soft_weights:
        session.add([literal])
    return paid


def _satisfy_easy_literals(
    session: Z3Session, soft_weights: Mapping[int, Amount], report: Callable[[], None]
) -> None:
    """One wish after the other, as long as that is easy: so that there is something before anything is proved."""
    satisfied: list[int] = []
    given_up = 0
    for literal in sorted(soft_weights, key=soft_weights.__getitem__, reverse=True)[:_TRIES]:
        has_model = session.solve_within([*satisfied, literal], effort=_EFFORT)
        if has_model:
            satisfied.append(literal)
            if len(satisfied) % _REPORTED == 1:
                report()
        given_up += has_model is None
        if given_up == _GIVEN_UP:
            break


def _trim_core(session: Z3Session) -> list[int]:
    core = session.core()
    for _ in range(_TRIMS):
        if len(core) < 2 or session.solve(core):
            break
        smaller = session.core()
        if len(smaller) >= len(core):
            break
        core = smaller
    return core


def _weaken_core(session: Z3Session, soft_weights: dict[int, Amount], core: list[int]) -> Amount:
    """Replace wishes that cannot all be granted; what giving up one of them costs."""
    least = min([soft_weights[literal] for literal in core])
    for literal in core:
        soft_weights[literal] -= least
        if not soft_weights[literal]:
            del soft_weights[literal]
    session.add([-literal for literal in core])
    later = core[-1]  # stands for: all the members that come later hold
    for literal in reversed(core[:-1]):
        relaxed, conjunction = session.new_atom(), session.new_atom()
        session.add([-relaxed, literal, later])
        session.add([-conjunction, literal])
        session.add([-conjunction, later])
        soft_weights[relaxed] = least
        later = conjunction
    return least
