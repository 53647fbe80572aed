"""The best models of a file with numbers: one goal after the other, each held at its best for those that follow.

A child searches and tells what it learns, and nothing of it is believed: models are checked against the file as
written, and their costs are added up from it. That nothing is better is asked again, goal by goal, of a fresh
solver that knows nothing of the search; it has as much time for that as the search took, and a little more.
"""

import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from bigand.encode.costs import Costed, Price
from bigand.encode.linear import Constraint, Relation
from bigand.encode.theory import Theory
from bigand.ground.columns import Array
from bigand.ground.costs import Amount, show_amount
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder
from bigand.solve.core_guided import least_penalty
from bigand.solve.descent import NEAR, Approached, Descent, Falling, unit_of
from bigand.solve.endless import Endless
from bigand.solve.models import Valuation, verify
from bigand.solve.optimise import Best, Wanted, Watch, costs_as_written
from bigand.solve.regions import moved
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import stream_isolated
from bigand.solve.z3_engine import Number, Z3Session, is_satisfiable
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import fault
from bigand.source.span import Span

_SECONDS = 2.0  # that a second opinion has at least
_FAR = 2**20  # steps that are tried in a direction without end
_NAMED = 3  # unknowns that are named


class Learnt(NamedTuple):
    """Of a goal, while it is searched: a better model, a bound for its cost, or both."""

    goal: int
    numbers: list[Number] | None
    bound: Amount | None


class Ended(NamedTuple):
    """A goal that has no least cost, and how."""

    goal: int
    end: Falling | Approached


class Optimal(NamedTuple):
    """A model that is as good as any."""

    numbers: list[Number]


Progress: TypeAlias = Learnt | Ended | Optimal


# ---------------------------------------------------------------------- in the child


def search(costed: Costed, wanted: Wanted, tell: Callable[[Progress], None]) -> None:
    """Tell of models and bounds, then of all models that are best; of none if there is none at all."""
    theory = costed.theory
    if costed.compiled.clauses.has_empty:
        return
    assert theory is not None
    general = not all([_is_difference(price, theory) for price in costed.prices])
    try:
        session = _at_best(costed, theory, wanted, general, tell)
    except SolverError as error:
        if general or error.key != "solver.undecided":
            raise
        session = _at_best(costed, theory, wanted, True, tell)  # more than the solver for differences can do
    if session is not None:
        _every_best(session, costed, theory, wanted, tell)


def _at_best(
    costed: Costed, theory: Theory, wanted: Wanted, general: bool, tell: Callable[[Progress], None]
) -> Z3Session | None:
    """A session that has only the best models; none if there is no model, or none that is best."""
    clauses = costed.compiled.clauses
    session = Z3Session(clauses, theory, None, wanted.megabytes, general)
    if not session.solve():
        return None
    second = Z3Session(clauses, theory, None, wanted.megabytes, general=True)
    numbers = session.numbers()
    tell(Learnt(0, numbers, None))
    for goal, price in enumerate(costed.prices):
        began = time.process_time()
        end = _best_of(session, theory, price, numbers, partial(_tell_of, tell, goal))
        if isinstance(end, Falling | Approached):
            tell(Ended(goal, end))
            return None
        numbers, cost = end
        _confirm(second, price, cost, time.process_time() - began)
    return session


def _tell_of(
    tell: Callable[[Progress], None], goal: int, numbers: list[Number] | None, bound: Amount | None
) -> None:
    tell(Learnt(goal, numbers, bound))


def _is_difference(price: Price, theory: Theory) -> bool:
    """Whether what is asked of a goal is a bound of an integer, or of a difference of two.

    Comparisons that are assumed, and not asserted, are more than the solver for differences can do with.
    """
    factors = sorted(price.terms.values())
    if not factors:
        return not {abs(literal) for literal in price.penalties} & set(theory.atoms)
    return not price.is_real and not price.penalties and factors in ([1], [-1], [-1, 1])


def _best_of(
    session: Z3Session,
    theory: Theory,
    price: Price,
    numbers: list[Number],
    tell: Callable[[list[Number] | None, Amount | None], None],
) -> tuple[list[Number], Amount] | Falling | Approached:
    """A model with the least cost for one goal, and that cost."""
    if price.terms:
        end = Descent(session, theory, price, tell).run(numbers)
        return end if isinstance(end, Falling | Approached) else (end.numbers, price.cost(end.numbers))

    last = numbers  # of a model: nothing is asked of the session after something has been added

    def report(paid: Amount, has_model: bool) -> None:
        nonlocal last
        last = session.numbers() if has_model else last
        tell(last if has_model else None, price.base + paid)

    paid = least_penalty(session, price.penalties, report)
    return last, price.base + paid


def _confirm(second: Z3Session, price: Price, cost: Amount, seconds: float) -> None:
    """Ask anew whether a goal can cost less, when those before it are at their best."""
    if second.solve_within([second.at_most(price, cost, strictly=True)], seconds + _SECONDS):
        raise SolverError("solver.lied_best")
    second.add([second.at_most(price, cost)])


def _every_best(
    session: Z3Session, costed: Costed, theory: Theory, wanted: Wanted, tell: Callable[[Progress], None]
) -> None:
    """The models that the session still has: all are best."""
    session.randomise(wanted.seed)
    fixed = [_fixed(price) for price in costed.prices if price.terms]
    endless = Endless(theory, costed.compiled.clauses, is_satisfiable, fixed)
    while session.solve():
        numbers = session.numbers()
        tell(Optimal(numbers))
        if not numbers:
            return
        if wanted.to_the_end and endless.from_model(numbers):
            raise LimitError("limit.endless")
        session.exclude(numbers)


def _fixed(price: Price) -> Constraint:
    """The numbers of a goal as a sum that stays as it is."""
    unit = unit_of(price.terms.values())
    return Constraint(
        Relation.EQUAL, 0, tuple([(int(factor / unit), atom) for atom, factor in price.terms.items()])
    )


# ---------------------------------------------------------------------- in the parent


class _State(Struct):
    """The best model so far with its costs, and a bound for each goal; goals before `goal` are settled."""

    bounds: list[Amount | None]
    goal: int = 0
    values: Array | None = None
    costs: tuple[Amount, ...] = ()


def best_number_models(
    costed: Costed, grounder: Grounder, wanted: Wanted, watch: Watch = lambda _costs, _bounds: None
) -> Generator[Best, None, None]:
    """The best model, and then all others that are as good; none if there is none at all.

    When the time is up before the proof, the best so far is given, and no other follows. A goal without a best
    value is an error at its place.
    """
    state = _State([None if price.terms else price.base for price in costed.prices])
    stream = stream_isolated(lambda tell: search(costed, wanted, tell), wanted.deadline)
    is_proved = False
    try:
        for progress in stream:
            if isinstance(progress, Optimal):
                yield _optimal(progress, state, costed, grounder, wanted.check)
                is_proved = True
            elif isinstance(progress, Ended):
                raise NotEvaluableError([_without_best(progress, costed, grounder)])
            else:
                _learn(state, progress, costed, grounder)
                watch(state.costs, _bounds(state, costed))
        if state.values is not None and not is_proved:
            raise SolverError("solver.lied_best")  # there are models, and none of them should be the best
    except LimitError as error:
        if error.key != "limit.time" or is_proved or state.values is None:
            raise
        if wanted.check:
            verify(state.values, costed.compiled, grounder)
        yield Best(Valuation(state.values), state.costs, _bounds(state, costed), optimal=False)
    finally:
        stream.close()


def _learn(state: _State, learnt: Learnt, costed: Costed, grounder: Grounder) -> None:
    """Take a model if it is better than the one before, by the costs that the file writes."""
    state.goal = learnt.goal
    if learnt.bound is not None:
        state.bounds[learnt.goal] = learnt.bound
    if learnt.numbers is not None:
        values = _array(learnt.numbers)
        costs = costs_as_written(values, costed, grounder)
        if state.values is None or _ranked(costs, costed) < _ranked(state.costs, costed):
            state.values, state.costs = values, costs


def _array(numbers: Sequence[Number]) -> Array:
    values = np.empty(len(numbers), dtype=object)
    values[:] = numbers
    return values


def _ranked(costs: Sequence[Amount], costed: Costed) -> list[Amount]:
    """Costs such that the better come first."""
    return [price.shown(cost) for price, cost in zip(costed.prices, costs, strict=True)]


def _bounds(state: _State, costed: Costed) -> tuple[Amount | None, ...]:
    bounds: list[Amount | None] = []
    for goal, (price, bound) in enumerate(zip(costed.prices, state.bounds, strict=True)):
        if goal < state.goal:
            bounds.append(state.costs[goal])
        else:
            bounds.append(None if bound is None else price.shown(bound))
    return tuple(bounds)


def _optimal(optimal: Optimal, state: _State, costed: Costed, grounder: Grounder, check: bool) -> Best:
    values = _array(optimal.numbers)
    if check:
        verify(values, costed.compiled, grounder)
    costs = costs_as_written(values, costed, grounder)
    if _ranked(costs, costed) != state.bounds:
        raise SolverError("solver.lied_cost")
    return Best(Valuation(values), costs, costs, optimal=True)


def _without_best(ended: Ended, costed: Costed, grounder: Grounder) -> Diagnostic:
    """What is wrong with a goal that has no best value; that it has none is checked first."""
    price, theory = costed.prices[ended.goal], costed.theory
    objective = price.goal.objective
    assert objective is not None
    assert theory is not None
    before = price.cost(ended.end.numbers)
    if isinstance(ended.end, Falling):
        direction = ended.end.direction
        for times in (1, _FAR):
            far = moved(theory, ended.end.numbers, direction, times)
            verify(_array(far), costed.compiled, grounder)
            if price.cost(far) >= before:
                raise SolverError("solver.lied_best")
        falling = [atom for atom, factor in price.terms.items() if factor * direction[atom] < 0]
        moving = [(theory.names[atom - 1], direction[atom] > 0) for atom in falling[:_NAMED]]
        return _no_bound(objective.span, objective.maximize, moving)
    verify(_array(ended.end.numbers), costed.compiled, grounder)
    if not 0 < before - ended.end.limit <= NEAR:
        raise SolverError("solver.lied_best")
    return _not_reached(objective.span, objective.maximize, show_amount(price.shown(ended.end.limit)))


def _no_bound(span: Span, maximize: bool, moving: list[tuple[str, bool]]) -> Diagnostic:
    """An objective without a bound: `moving` are unknowns that can go on for ever, and whether they grow."""
    kind = "maximize" if maximize else "minimize"
    name, grows = moving[0]
    rule = f"{name} <= 100" if grows else f"{name} >= -100"
    shown = ", ".join([f"{unknown} {'↑' if up else '↓'}" for unknown, up in moving])
    return fault(
        "G206", span, variant=kind, label=f"{kind}_label", notes=["note"], help="help", rule=rule, moving=shown
    )


def _not_reached(span: Span, maximize: bool, limit: str) -> Diagnostic:
    """Values of an objective come as near to a limit as one likes, and none is there."""
    kind = "maximize" if maximize else "minimize"
    return fault("G207", span, variant=kind, label="label", help=kind, limit=limit)
