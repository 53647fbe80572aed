"""Find the best model of a file: its cost, and whether it is proved optimal.

The engine runs in a child process and reports its progress. Its results are not trusted: a model is checked against
the rules as written, and its cost is recomputed from the soft rules and objectives as written.
"""

from collections.abc import Callable, Generator, Iterator, Sequence

import numpy as np
from msgspec import Struct, field

from bigand.encode.costs import CostedFile, WeightedGoal, combine_goals
from bigand.ground.columns import Array
from bigand.ground.costs import Amount, Goal, goals_of, instance_weights, linear_sum
from bigand.ground.grounder import Grounder
from bigand.solve.maxsat import Progress, search
from bigand.solve.models import Valuation, to_grounder_numbering, verify
from bigand.solve.session import LimitError, SolverError
from bigand.solve.verification import Violation, violation_frames
from bigand.solve.worker import stream_from_child


class BestModel(Struct, frozen=True, eq=False):
    """A model with the value of each goal and its best possible value; `optimal` if no model is better."""

    valuation: Valuation
    costs: tuple[Amount, ...]
    bounds: tuple[Amount | None, ...]  # None if no bound is known yet
    optimal: bool


class SearchOptions(Struct, frozen=True):
    """Options of a search; `wants_all` asks for all models, so that an unbounded number of them matters."""

    deadline: float | None = None
    check: bool = True
    seed: int | None = None  # for random models
    megabytes: int | None = None
    wants_all: bool = False


class _SearchState(Struct):
    """The state of the search: only penalties, without bases."""

    bound: int = 0
    true: set[int] = field(default_factory=set)
    cost: int | None = None


WatchCosts = Callable[[tuple[Amount, ...], tuple[Amount | None, ...]], None]


def find_best_models(
    costed: CostedFile,
    grounder: Grounder,
    deadline: float | None = None,
    check: bool = True,
    phases: Sequence[int] = (),
    watch: WatchCosts = lambda _costs, _bounds: None,
) -> Generator[BestModel, None, None]:
    """Yield the best model, then all others that are as good; nothing if there is no model.

    If the time is up before optimality is proved, yield only the best so far. `watch` receives the costs so far and
    the bounds.
    """
    total, units = combine_goals(costed.goals)
    clauses = costed.compiled.clauses
    state = _SearchState()
    stream = stream_from_child(lambda report: search(clauses, total, phases, report), deadline)
    is_proved = False
    try:
        for progress in stream:
            _update_state(state, progress, total)
            if progress.optimal:
                is_proved = True
                yield _build_best_model(state, costed, units, grounder, check, optimal=True)
            elif state.cost is not None:
                watch(
                    _display_costs(_engine_costs(state, costed.goals), costed),
                    _current_bounds(state, costed, units),
                )
    except LimitError:
        if is_proved or state.cost is None:
            raise
        yield _build_best_model(state, costed, units, grounder, check, optimal=False)
    finally:
        stream.close()


def _update_state(state: _SearchState, progress: Progress, total: dict[int, int]) -> None:
    state.bound = max(state.bound, progress.bound)
    if progress.true is not None:
        true = set(progress.true)
        cost = sum([weight for literal, weight in total.items() if (abs(literal) in true) == (literal > 0)])
        if progress.optimal or state.cost is None or cost < state.cost:
            state.true, state.cost = true, cost


def _engine_costs(state: _SearchState, weighted_goals: Sequence[WeightedGoal]) -> tuple[Amount, ...]:
    """Return the cost of each goal according to the engine."""
    costs: list[Amount] = []
    for weighted_goal in weighted_goals:
        paid = [
            weight
            for literal, weight in weighted_goal.penalties.items()
            if (abs(literal) in state.true) == (literal > 0)
        ]
        costs.append(weighted_goal.base + sum(paid))
    return tuple(costs)


def _display_costs(costs: Sequence[Amount], costed: CostedFile) -> tuple[Amount, ...]:
    return tuple(
        [weighted_goal.displayed_cost(cost) for weighted_goal, cost in zip(costed.goals, costs, strict=True)]
    )


def _current_bounds(state: _SearchState, costed: CostedFile, units: Sequence[int]) -> tuple[Amount, ...]:
    """Return the best possible value of each goal: the total bound applies once all earlier goals are settled."""
    bounds: list[Amount] = []
    remainder, settled = state.bound, True
    for weighted_goal, unit, cost in zip(costed.goals, units, _engine_costs(state, costed.goals), strict=True):
        bound, remainder = divmod(remainder, unit) if settled else (0, 0)
        settled = settled and weighted_goal.base + bound == cost
        bounds.append(weighted_goal.displayed_cost(weighted_goal.base + bound))
    return tuple(bounds)


def _build_best_model(
    state: _SearchState, costed: CostedFile, units: Sequence[int], grounder: Grounder, check: bool, optimal: bool
) -> BestModel:
    atoms = costed.compiled.clauses.atoms
    values = np.zeros(atoms, dtype=np.bool_)
    values[[atom - 1 for atom in state.true if atom <= atoms]] = True
    if check:
        verify(values, costed.compiled, grounder)
    costs = evaluate_costs(values, costed, grounder)
    if not optimal:
        return BestModel(Valuation(values), costs, _current_bounds(state, costed, units), False)
    if costs != _display_costs(_engine_costs(state, costed.goals), costed) or state.cost != state.bound:
        raise SolverError("solver.lied_cost")
    return BestModel(Valuation(values), costs, costs, True)


# ---------------------------------------------------------------------- costs from the source


def evaluate_costs(values: Array, costed: CostedFile, grounder: Grounder) -> tuple[Amount, ...]:
    """Return the value of each goal for a model, computed from the formulas and sums as written."""
    true, numbers = to_grounder_numbering(values, costed.compiled, grounder)
    return tuple([_evaluate_goal(grounder, goal, true, numbers) for goal in goals_of(grounder)])


def _evaluate_goal(grounder: Grounder, goal: Goal, true: Array, numbers: Array | None) -> Amount:
    if goal.objective is not None:
        return linear_sum(grounder, goal.objective).value(true, numbers)
    return sum([weight for _, weight in soft_violations(grounder, true, numbers)])


def soft_violations(
    grounder: Grounder, true: Array, numbers: Array | None = None
) -> Iterator[tuple[Violation, int]]:
    """Yield the violated instances of soft rules with their costs, for a model from `to_grounder_numbering`."""
    for rule in grounder.soft_rules():
        for frame in violation_frames(grounder, rule, true, numbers):
            if frame.count:
                costs = instance_weights(grounder, rule, frame).tolist()
                for row, cost in enumerate(costs):
                    yield Violation(rule, frame.binding(row, grounder.table)), cost
