"""Minimize a sum with numeric unknowns by asking for less and less.

Integer sums decrease by doubling steps until there is no model, then by bisection (five to fifty times faster than
Z3's own optimisation for long sums, bench/numbers.py). With reals, each model is first moved to the minimum of its
region (`regions`); since there are finitely many regions, asking for less terminates. There may be no minimum: the
sum may decrease without bound, or approach a limit.

`minimise_penalty` handles goals that are only weighted literals.
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
from bigand.solve.numbers.regions import descent_direction_script, region_of, slice_with_fixed_integers

_DIRECTION_INTERVAL = 4  # as long as no bound is known, look for an unbounded direction every this many models
NEAR = Fraction(1, 2**20)  # how close to a limit there must be a model


class Minimum(Struct, frozen=True):
    """A model with the minimal sum."""

    numbers: list[Number]


class Unbounded(Struct, frozen=True):
    """A model from which the sum decreases without bound in a direction (by atom)."""

    numbers: list[Number]
    direction: dict[int, Fraction]


class Infimum(Struct, frozen=True):
    """A limit of the sum that no model attains, and a model near it."""

    numbers: list[Number]
    limit: Amount


Report = Callable[[list[Number] | None, Amount | None], None]


class Descent:
    """The search for one goal; `report` receives better models and bounds."""

    def __init__(self, session: Z3Session, theory: Theory, goal: WeightedGoal, report: Report) -> None:
        self.session = session
        self.theory = theory
        self.goal = goal
        self.report = report
        self.bound: Amount | None = None  # no model has less
        self.limit: Amount | None = None  # infimum in the region of the best model, if not attained
        self.numbers: list[Number] = []
        self.value: Amount = 0

    def run(self, numbers: Sequence[Number]) -> Minimum | Unbounded | Infimum:
        """Search from a model on; afterwards the session has only models that are as good as the best."""
        self._accept_model(numbers)
        return self._descend_reals() if self.goal.is_real else self._descend_integers()

    def _accept_model(self, numbers: Sequence[Number]) -> None:
        self.numbers, self.value = list(numbers), self.goal.cost_of(numbers)
        self.report(self.numbers, self.bound)

    def _accept_model_within(self, bound: Amount, strictly: bool = False) -> bool:
        """Return whether there is a model with at most (or less than) `bound`, and accept it."""
        literal = self.session.at_most_literal(self.goal, bound, strictly)
        if not self.session.solve([literal]):
            return False
        self._accept_model(self.session.numbers())  # before adding a clause, which invalidates the model
        self.session.add([literal])
        return True

    def _set_bound(self, bound: Amount) -> None:
        self.bound = bound
        self.report(None, bound)

    # ------------------------------------------------------------------ integers

    def _descend_integers(self) -> Minimum | Unbounded:
        """Minimize sums that are multiples of a unit: by doubling steps, then by bisection."""
        unit = unit_of([*self.goal.terms.values(), *self.goal.penalties.values()])
        step, step_count = unit, 0
        while self.bound is None or self.bound < self.value:
            if self.bound is None:
                target = self.value - step
            else:
                target = self.bound + math.floor((self.value - self.bound) / (2 * unit)) * unit
            if not self._accept_model_within(target):
                self._set_bound(target + unit)
                continue
            step, step_count = 2 * step, step_count + 1
            if (
                self.bound is None
                and step_count % _DIRECTION_INTERVAL == 0
                and (unbounded := self._find_unbounded_direction())
            ):
                return unbounded
        self.session.add([self.session.at_most_literal(self.goal, self.value)])
        return Minimum(self.numbers)

    def _find_unbounded_direction(self) -> Unbounded | None:
        """Find a direction in which the sum decreases without bound in the model's region."""
        script = descent_direction_script(self.theory, region_of(self.theory, self.numbers), self.goal.terms)
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
        """Move to the minimum of the region, then to anything better, and from there far down if possible."""
        step: Amount = 1
        while (unbounded := self._push_to_region_minimum()) is None:
            if not self._accept_better_model():
                return self._conclude()
            target = self.value - step if self.bound is None else (self.value + self.bound) / Fraction(2)
            step *= 2
            if not self._accept_model_within(target, strictly=True):
                self._set_bound(target)
        return unbounded

    def _accept_better_model(self) -> bool:
        if self.limit is not None:
            return self._accept_model_within(self.limit)
        return self._accept_model_within(self.value, strictly=True)

    def _push_to_region_minimum(self) -> Unbounded | None:
        """Move to the minimum of the region, or return a direction without one."""
        region_slice = slice_with_fixed_integers(self.theory, region_of(self.theory, self.numbers), self.goal.terms)
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
        """Return the result: there is nothing better."""
        if self.limit is None:
            self._set_bound(self.value)
            self.session.add([self.session.at_most_literal(self.goal, self.value)])
            return Minimum(self.numbers)
        self._set_bound(self.limit)
        self._accept_model_within(self.limit + NEAR)
        return Infimum(self.numbers, self.limit)


def _sum_of_terms(terms: dict[int, Amount], numbers: Sequence[Number]) -> Amount:
    return sum([factor * numbers[atom - 1] for atom, factor in terms.items()])


def unit_of(factors: Iterable[Amount]) -> Amount:
    """Return the largest number of which all factors are multiples.

    >>> unit_of([6, 9]), unit_of([Fraction(1, 2), Fraction(1, 3)])
    (Fraction(3, 1), Fraction(1, 6))
    """
    exact = [Fraction(factor) for factor in factors]
    whole = math.lcm(*[factor.denominator for factor in exact])
    return Fraction(math.gcd(*[int(factor * whole) for factor in exact]), whole)


# ---------------------------------------------------------------------- weighted literals


_MAX_TRIES, _MAX_GIVEN_UP = 100, 4  # attempts at good initial models; stop after some that took too long
_MAX_EFFORT = 200_000  # of each attempt, in Z3's steps: about a tenth of a second
_REPORT_INTERVAL = 8  # report every this many of these models
_MAX_TRIMS = 4  # attempts to shrink a core by asking for it alone


def minimise_penalty(
    session: Z3Session, penalties: Mapping[int, Amount], report: Callable[[Amount, bool], None]
) -> Amount:
    """Minimize the total weight of true literals; afterwards the session has only optimal models.

    This is core-guided maximum resolution: all penalties are assumed to be avoided. Some that cannot be avoided
    together (a core) cost at least the smallest of their weights, and are replaced by weaker soft literals, which
    say that at most one of them is given up (Narodytska, Bacchus 2014). Large weights come first, so that good
    models appear early.

    `report` receives the lower bound, and whether the session has a new model. There must be a model.
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
    """Satisfy soft literals one by one while that is easy, to have something before anything is proved."""
    satisfied: list[int] = []
    given_up = 0
    for literal in sorted(soft_weights, key=soft_weights.__getitem__, reverse=True)[:_MAX_TRIES]:
        has_model = session.solve_within([*satisfied, literal], effort=_MAX_EFFORT)
        if has_model:
            satisfied.append(literal)
            if len(satisfied) % _REPORT_INTERVAL == 1:
                report()
        given_up += has_model is None
        if given_up == _MAX_GIVEN_UP:
            break


def _trim_core(session: Z3Session) -> list[int]:
    core = session.core()
    for _ in range(_MAX_TRIMS):
        if len(core) < 2 or session.solve(core):
            break
        smaller = session.core()
        if len(smaller) >= len(core):
            break
        core = smaller
    return core


def _weaken_core(session: Z3Session, soft_weights: dict[int, Amount], core: list[int]) -> Amount:
    """Replace the soft literals of a core by weaker ones; return the cost of giving up one of them."""
    least = min([soft_weights[literal] for literal in core])
    for literal in core:
        soft_weights[literal] -= least
        if not soft_weights[literal]:
            del soft_weights[literal]
    session.add([-literal for literal in core])
    later = core[-1]  # implies that all later members hold
    for literal in reversed(core[:-1]):
        relaxed, conjunction = session.new_atom(), session.new_atom()
        session.add([-relaxed, literal, later])
        session.add([-conjunction, literal])
        session.add([-conjunction, later])
        soft_weights[relaxed] = least
        later = conjunction
    return least
