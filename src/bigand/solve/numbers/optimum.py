"""Find the best models of a file with numbers: goal by goal, keeping each at its best for those that follow.

A child process searches and reports its progress. Its results are not trusted: models are checked against the file
as written, and their costs are computed from it. Optimality is checked again, goal by goal, by a new solver that is
independent of the search; it has as much time as the search took, and a little more.
"""

import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from bigand.encode.constraints import Constraint, Relation
from bigand.encode.costs import CostedFile, WeightedGoal
from bigand.encode.theory import Theory
from bigand.ground.columns import Array
from bigand.ground.costs import Amount, show_amount
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.grounder import Grounder
from bigand.solve.engines.z3 import Number, Z3Session, is_satisfiable
from bigand.solve.models import Valuation, verify
from bigand.solve.numbers.minimum import NEAR, Descent, Infimum, Unbounded, minimise_penalty, unit_of
from bigand.solve.numbers.regions import EndlessCheck, move_model
from bigand.solve.optimum import BestModel, SearchOptions, WatchCosts, evaluate_costs
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import stream_from_child
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_MIN_CHECK_SECONDS = 2.0  # minimum time for a second opinion
_FAR_STEPS = 2**20  # steps to try in an unbounded direction
_MAX_NAMED = 3  # unknowns to name in a message


class GoalProgress(NamedTuple):
    """Progress of a goal: a better model, a bound for its cost, or both."""

    goal: int
    numbers: list[Number] | None
    bound: Amount | None


class NoOptimum(NamedTuple):
    """A goal without a minimum, and why."""

    goal: int
    end: Unbounded | Infimum


class OptimalModel(NamedTuple):
    """A model that is as good as any."""

    numbers: list[Number]


Progress: TypeAlias = GoalProgress | NoOptimum | OptimalModel


# ---------------------------------------------------------------------- in the child process


def search(costed: CostedFile, options: SearchOptions, report: Callable[[Progress], None]) -> None:
    """Report models and bounds, then all best models; nothing if there is no model."""
    theory = costed.theory
    if costed.compiled.clauses.has_empty_clause:
        return
    assert theory is not None
    general = not all([_is_difference(weighted_goal, theory) for weighted_goal in costed.goals])
    try:
        session = _session_of_best_models(costed, theory, options, general, report)
    except SolverError as error:
        if general or error.key != "solver.undecided":
            raise
        # More than the solver for differences can do.
        session = _session_of_best_models(costed, theory, options, True, report)
    if session is not None:
        _report_all_best(session, costed, theory, options, report)


def _session_of_best_models(
    costed: CostedFile, theory: Theory, options: SearchOptions, general: bool, report: Callable[[Progress], None]
) -> Z3Session | None:
    """Return a session that has only the best models; None if there is no model, or no best one."""
    clauses = costed.compiled.clauses
    session = Z3Session(clauses, theory, None, options.megabytes, general)
    if not session.solve():
        return None
    checker = Z3Session(clauses, theory, None, options.megabytes, general=True)
    numbers = session.numbers()
    report(GoalProgress(0, numbers, None))
    for goal, weighted_goal in enumerate(costed.goals):
        began = time.process_time()
        end = _find_best(session, theory, weighted_goal, numbers, partial(_report_goal_progress, report, goal))
        if isinstance(end, Unbounded | Infimum):
            report(NoOptimum(goal, end))
            return None
        numbers, cost = end
        _confirm_optimum(checker, weighted_goal, cost, time.process_time() - began)
    return session


def _report_goal_progress(
    report: Callable[[Progress], None], goal: int, numbers: list[Number] | None, bound: Amount | None
) -> None:
    report(GoalProgress(goal, numbers, bound))


def _is_difference(weighted_goal: WeightedGoal, theory: Theory) -> bool:
    """Return whether a goal only bounds an integer or a difference of two.

    The solver for differences cannot handle comparisons that are assumed rather than asserted.
    """
    factors = sorted(weighted_goal.terms.values())
    if not factors:
        return not {abs(literal) for literal in weighted_goal.penalties} & set(theory.constraint_atoms)
    return not weighted_goal.is_real and not weighted_goal.penalties and factors in ([1], [-1], [-1, 1])


def _find_best(
    session: Z3Session,
    theory: Theory,
    weighted_goal: WeightedGoal,
    numbers: list[Number],
    report: Callable[[list[Number] | None, Amount | None], None],
) -> tuple[list[Number], Amount] | Unbounded | Infimum:
    """Return a model with the least cost for one goal, and that cost."""
    if weighted_goal.terms:
        end = Descent(session, theory, weighted_goal, report).run(numbers)
        return end if isinstance(end, Unbounded | Infimum) else (end.numbers, weighted_goal.cost_of(end.numbers))

    last = numbers  # the last model; the session loses it when a clause is added

    def report_penalty(paid: Amount, has_model: bool) -> None:
        nonlocal last
        last = session.numbers() if has_model else last
        report(last if has_model else None, weighted_goal.base + paid)

    paid = minimise_penalty(session, weighted_goal.penalties, report_penalty)
    return last, weighted_goal.base + paid


def _confirm_optimum(checker: Z3Session, weighted_goal: WeightedGoal, cost: Amount, seconds: float) -> None:
    """Check again that a goal cannot cost less when the earlier ones are at their best."""
    if checker.solve_within(
        [checker.at_most_literal(weighted_goal, cost, strictly=True)], seconds + _MIN_CHECK_SECONDS
    ):
        raise SolverError("solver.lied_best")
    checker.add([checker.at_most_literal(weighted_goal, cost)])


def _report_all_best(
    session: Z3Session,
    costed: CostedFile,
    theory: Theory,
    options: SearchOptions,
    report: Callable[[Progress], None],
) -> None:
    """Report the models that the session still has: all are best."""
    session.set_seed(options.seed)
    fixed = [_constant_goal_constraint(weighted_goal) for weighted_goal in costed.goals if weighted_goal.terms]
    endless_check = EndlessCheck(theory, costed.compiled.clauses, is_satisfiable, fixed)
    while session.solve():
        numbers = session.numbers()
        report(OptimalModel(numbers))
        if not numbers:
            return
        if options.wants_all and endless_check.is_endless(numbers):
            raise LimitError("limit.endless")
        session.exclude(numbers)


def _constant_goal_constraint(weighted_goal: WeightedGoal) -> Constraint:
    """Return the numeric part of a goal as a sum that must stay constant."""
    unit = unit_of(weighted_goal.terms.values())
    return Constraint(
        Relation.EQUAL, 0, tuple([(int(factor / unit), atom) for atom, factor in weighted_goal.terms.items()])
    )


# ---------------------------------------------------------------------- in the parent process


class _SearchState(Struct):
    """The best model so far with its costs, and a bound for each goal; goals before `goal` are settled."""

    bounds: list[Amount | None]
    goal: int = 0
    values: Array | None = None
    costs: tuple[Amount, ...] = ()


def find_best_number_models(
    costed: CostedFile, grounder: Grounder, options: SearchOptions, watch: WatchCosts = lambda _costs, _bounds: None
) -> Generator[BestModel, None, None]:
    """Yield the best model, then all others that are as good; nothing if there is no model.

    If the time is up before optimality is proved, yield only the best so far. A goal without a best value raises
    `NotEvaluableError` with its place.
    """
    state = _SearchState([None if weighted_goal.terms else weighted_goal.base for weighted_goal in costed.goals])
    stream = stream_from_child(lambda report: search(costed, options, report), options.deadline)
    is_proved = False
    try:
        for progress in stream:
            if isinstance(progress, OptimalModel):
                yield _build_best_model(progress, state, costed, grounder, options.check)
                is_proved = True
            elif isinstance(progress, NoOptimum):
                raise NotEvaluableError([_diagnose_no_optimum(progress, costed, grounder)])
            else:
                _update_state(state, progress, costed, grounder)
                watch(state.costs, _current_bounds(state, costed))
        if state.values is not None and not is_proved:
            raise SolverError("solver.lied_best")  # there are models, but none was reported as best
    except LimitError as error:
        if error.key != "limit.time" or is_proved or state.values is None:
            raise
        if options.check:
            verify(state.values, costed.compiled, grounder)
        yield BestModel(Valuation(state.values), state.costs, _current_bounds(state, costed), optimal=False)
    finally:
        stream.close()


def _update_state(state: _SearchState, progress: GoalProgress, costed: CostedFile, grounder: Grounder) -> None:
    """Accept a model if it is better than the previous one, by the costs as written in the file."""
    state.goal = progress.goal
    if progress.bound is not None:
        state.bounds[progress.goal] = progress.bound
    if progress.numbers is not None:
        values = _object_array(progress.numbers)
        costs = evaluate_costs(values, costed, grounder)
        if state.values is None or _cost_key(costs, costed) < _cost_key(state.costs, costed):
            state.values, state.costs = values, costs


def _object_array(numbers: Sequence[Number]) -> Array:
    values = np.empty(len(numbers), dtype=object)
    values[:] = numbers
    return values


def _cost_key(costs: Sequence[Amount], costed: CostedFile) -> list[Amount]:
    """Return costs as a sort key: better ones come first."""
    return [weighted_goal.displayed_cost(cost) for weighted_goal, cost in zip(costed.goals, costs, strict=True)]


def _current_bounds(state: _SearchState, costed: CostedFile) -> tuple[Amount | None, ...]:
    bounds: list[Amount | None] = []
    for goal, (weighted_goal, bound) in enumerate(zip(costed.goals, state.bounds, strict=True)):
        if goal < state.goal:
            bounds.append(state.costs[goal])
        else:
            bounds.append(None if bound is None else weighted_goal.displayed_cost(bound))
    return tuple(bounds)


def _build_best_model(
    optimal: OptimalModel, state: _SearchState, costed: CostedFile, grounder: Grounder, check: bool
) -> BestModel:
    values = _object_array(optimal.numbers)
    if check:
        verify(values, costed.compiled, grounder)
    costs = evaluate_costs(values, costed, grounder)
    if _cost_key(costs, costed) != state.bounds:
        raise SolverError("solver.lied_cost")
    return BestModel(Valuation(values), costs, costs, optimal=True)


def _diagnose_no_optimum(no_optimum: NoOptimum, costed: CostedFile, grounder: Grounder) -> Diagnostic:
    """Return the diagnostic for a goal without a best value, after checking that it has none."""
    weighted_goal, theory = costed.goals[no_optimum.goal], costed.theory
    objective = weighted_goal.goal.objective
    assert objective is not None
    assert theory is not None
    start_cost = weighted_goal.cost_of(no_optimum.end.numbers)
    if isinstance(no_optimum.end, Unbounded):
        direction = no_optimum.end.direction
        for times in (1, _FAR_STEPS):
            far_model = move_model(theory, no_optimum.end.numbers, direction, times)
            verify(_object_array(far_model), costed.compiled, grounder)
            if weighted_goal.cost_of(far_model) >= start_cost:
                raise SolverError("solver.lied_best")
        falling_atoms = [atom for atom, factor in weighted_goal.terms.items() if factor * direction[atom] < 0]
        directions = [(theory.names[atom - 1], direction[atom] > 0) for atom in falling_atoms[:_MAX_NAMED]]
        return _diagnose_endless_goal(objective.span, objective.maximize, directions)
    verify(_object_array(no_optimum.end.numbers), costed.compiled, grounder)
    if not 0 < start_cost - no_optimum.end.limit <= NEAR:
        raise SolverError("solver.lied_best")
    return _diagnose_open_limit(
        objective.span, objective.maximize, show_amount(weighted_goal.displayed_cost(no_optimum.end.limit))
    )


def _diagnose_endless_goal(span: Span, maximize: bool, directions: list[tuple[str, bool]]) -> Diagnostic:
    """Return the diagnostic for an unbounded objective; `directions` are its unknowns, and whether they grow."""
    kind = "maximize" if maximize else "minimize"
    name, grows = directions[0]
    rule = f"{name} <= 100" if grows else f"{name} >= -100"
    shown = ", ".join([f"{unknown} {'↑' if up else '↓'}" for unknown, up in directions])
    return make_diagnostic(
        "G206", span, variant=kind, label=f"{kind}_label", notes=["note"], help="help", rule=rule, moving=shown
    )


def _diagnose_open_limit(span: Span, maximize: bool, limit: str) -> Diagnostic:
    """Return the diagnostic for an objective that approaches a limit without attaining it."""
    kind = "maximize" if maximize else "minimize"
    return make_diagnostic("G207", span, variant=kind, label="label", help=kind, limit=limit)
