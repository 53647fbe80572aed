"""MaxSAT with python-sat: RC2 with stratification, reporting every bound and model on the way.

An initial model comes from the SAT engine: penalties are avoided one by one, with a conflict limit for each try, so
that there is something to show before anything is proved. RC2 then raises the lower bound core by core (Ignatiev,
Morgado, Marques-Silva 2019) and finds better models between its levels.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from bigand.encode.clauses import Clauses
from bigand.solve.engines.pysat import PySatSession, nonempty_clause_lists

_MAX_CONFLICTS = 2_000  # conflict limit of one try to avoid another penalty
_MAX_TRIES = 300
_ENGINE = "glucose4"


class Progress(NamedTuple):
    """A step of the search: a lower bound, a model (the true variables) or both; `optimal` for a proved optimum."""

    bound: int
    true: list[int] | None = None
    optimal: bool = False


def search(
    clauses: Clauses, penalties: dict[int, int], phases: Sequence[int], report: Callable[[Progress], None]
) -> None:
    """Report bounds and models until one is optimal, then all other optimal models.

    Literals in `penalties` cost their weight if true. Nothing is reported if there is no model. Models differ in
    the user's atoms; `phases` are values to try first.
    """
    if clauses.has_empty_clause:
        return
    weights, base_cost = _cancel_opposites(penalties)
    if not weights:
        _report_all_models(clauses, phases, base_cost, report)
        return
    has_model = _find_first_models(clauses, weights, phases, base_cost, report)
    if has_model:
        _search_by_cores(clauses, weights, base_cost, report)


def _cancel_opposites(penalties: dict[int, int]) -> tuple[dict[int, int], int]:
    """Cancel the weights of a literal and its negation, one of which is paid in any case."""
    weights: dict[int, int] = {}
    base_cost = 0
    for literal, weight in penalties.items():
        opposite_weight = penalties.get(-literal, 0)
        if weight > opposite_weight:
            weights[literal] = weight - opposite_weight
            base_cost += opposite_weight
        elif weight == opposite_weight and literal > 0:
            base_cost += weight
    return weights, base_cost


def _report_all_models(
    clauses: Clauses, phases: Sequence[int], base_cost: int, report: Callable[[Progress], None]
) -> None:
    """Report all models if they all cost the same."""
    session = PySatSession(clauses)
    session.prefer(phases)
    while session.solve():
        true = [index + 1 for index in session.values().nonzero()[0].tolist()]
        report(Progress(base_cost, true, True))
        if not clauses.atoms:
            return
        session.add(_blocking_clause(true, clauses.atoms))


def _find_first_models(
    clauses: Clauses,
    penalties: dict[int, int],
    phases: Sequence[int],
    base_cost: int,
    report: Callable[[Progress], None],
) -> bool:
    """Report a model, and better ones as long as they are easy to find; return False if there is none."""
    session = PySatSession(clauses, _ENGINE)
    engine: Any = session._solver
    engine.set_phases([*phases, *[-literal for literal in penalties]])
    if not session.solve():
        return False
    true = _true_variables(engine)
    report(Progress(base_cost, true))
    holding = set(true)
    for literal in sorted(penalties, key=penalties.__getitem__, reverse=True)[:_MAX_TRIES]:
        if _holds(literal, holding):
            avoided = [-penalised for penalised in penalties if not _holds(penalised, holding)]
            engine.conf_budget(_MAX_CONFLICTS)
            if engine.solve_limited(assumptions=[*avoided, -literal]):
                true = _true_variables(engine)
                holding = set(true)
                report(Progress(base_cost, true))
    session.close()
    return True


def _search_by_cores(
    clauses: Clauses, penalties: dict[int, int], base_cost: int, report: Callable[[Progress], None]
) -> None:
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNF

    formula = WCNF()
    for batch in clauses.batches:
        for clause in nonempty_clause_lists(batch):
            formula.append(clause)
    for literal, weight in penalties.items():
        formula.append([-literal], weight=weight)
    formula.nv = max(formula.nv, clauses.variables)
    engine = RC2Stratified(formula, solver=_ENGINE, adapt=True, exhaust=True, minz=True, trim=5)
    _hook_progress(engine, base_cost, report)
    least: int | None = None
    for true in _models_best_first(engine, clauses.atoms):
        if least is not None and engine.cost > least:
            return
        least = engine.cost
        report(Progress(base_cost + engine.cost, true, True))


def _models_best_first(engine: Any, atoms: int) -> Iterator[list[int]]:
    """Yield RC2's models from the best on, each different from the previous ones in the user's atoms."""
    while (model := engine.compute()) is not None:
        true = [literal for literal in model if literal > 0]
        yield true
        if not atoms:
            return
        engine.add_clause(_blocking_clause(true, atoms))


def _hook_progress(engine: Any, base_cost: int, report: Callable[[Progress], None]) -> None:
    """Make RC2 report each core (the bound rises) and each completed level (there is a model)."""
    process_core, compute = engine.process_core, engine.compute_

    def after_core() -> None:
        process_core()
        report(Progress(base_cost + engine.cost))

    def after_level() -> Any:
        answer = compute()
        if answer:
            report(Progress(base_cost + engine.cost, _true_variables(engine.oracle)))
        return answer

    engine.process_core, engine.compute_ = after_core, after_level


def _true_variables(engine: Any) -> list[int]:
    return [literal for literal in engine.get_model() or [] if literal > 0]


def _holds(literal: int, true: set[int]) -> bool:
    return (abs(literal) in true) == (literal > 0)


def _blocking_clause(true: Sequence[int], atoms: int) -> list[int]:
    """Return a clause that forbids these values of the user's atoms."""
    holding = set(true)
    return [-atom if atom in holding else atom for atom in range(1, atoms + 1)]
