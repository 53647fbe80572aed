"""`forced`, `why_forced`: find the values that all models share, and explain them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from bigand.api.parts import ModelNumber
from bigand.api.question import Answer
from bigand.api.report import Report, Stage, progress_reporter
from bigand.api.source import TextQuestion
from bigand.api.why import WhyAnswer
from bigand.source.error import BigandError

if TYPE_CHECKING:
    from bigand.api.expansion import Expansion
    from bigand.solve.engines.z3 import Number


class ForcedAnswer(Answer, tag="common"):
    """The atoms that are true in every model, those that are false in every model, and the constant numbers."""

    status: Literal["sat", "unsat"]
    true: tuple[str, ...]
    false: tuple[str, ...]
    values: dict[str, ModelNumber] | None = None  # only for texts with numbers
    atoms: int  # the number of all atoms


class Forced(TextQuestion[ForcedAnswer], tag="forced"):
    """Which atoms have the same value in every model?"""

    as_written: bool = False

    def answer(self, report: Report) -> ForcedAnswer:
        return find_forced(self, report)


class WhyForced(TextQuestion[WhyAnswer], tag="why_forced"):
    """Why does this atom have the same value in every model?

    If it does not, the answer has a model in which it has another value. For a text without models the answer only
    says that there are none.
    """

    atom: str
    full: bool = False
    drawn: bool = False
    as_written: bool = False

    def answer(self, report: Report) -> WhyAnswer:
        return explain_forced(self, report)


def find_forced(question: Forced, report: Report) -> ForcedAnswer:
    """Find the atoms with the same value in every model."""
    import numpy as np

    from bigand.api.expansion import expand
    from bigand.api.reasons import load_explainable_problem
    from bigand.api.solution import Solution
    from bigand.language import Mode

    deadline = question.limits.deadline()
    problem = load_explainable_problem(question.source, question.limits, question.as_written, report)
    report(Stage(key="progress.expand"))
    expansion = expand(problem, question.as_written, progress_reporter(report))
    report(Stage(key="progress.forced"))
    forced_values = _forced_values(expansion, deadline, report)
    solution = Solution(list(forced_values or {}), np.array(list((forced_values or {}).values()), dtype=object))
    return ForcedAnswer(
        status="unsat" if forced_values is None else "sat",
        true=tuple(solution.true),
        false=tuple(solution.false),
        values=solution.number_values if problem.reading.mode is Mode.SMT else None,
        atoms=expansion.compiled.clauses.atoms,
    )


def _forced_values(expansion: Expansion, deadline: float | None, report: Report) -> dict[str, Number] | None:
    """The forced atoms and unknowns with their values, or None if there is no model."""
    from bigand.api.expansion import ModelSearch, open_session
    from bigand.explain.forced import find_forced_atoms, find_forced_numbers
    from bigand.language import Mode

    names, clauses = expansion.names, expansion.compiled.clauses
    has_numbers = expansion.problem.reading.mode is Mode.SMT
    search = ModelSearch(solver=None if has_numbers else "cadical195", deadline=deadline, is_isolated=True)
    session: Any
    with open_session(expansion, search) as session:
        if has_numbers:
            numbers = find_forced_numbers(session, progress_reporter(report))
            return None if numbers is None else {names[index]: value for index, value in numbers}
        forced = find_forced_atoms(session, clauses.atoms, clauses.variables, progress_reporter(report))
    if forced is None:
        return None
    return {
        names[atom - 1]: value for atom, value in zip(forced.atoms.tolist(), forced.values.tolist(), strict=True)
    }


def explain_forced(question: WhyForced, report: Report) -> WhyAnswer:
    """Explain why an atom has the same value in every model: why no model has another one."""
    from bigand.api.expansion import expand
    from bigand.api.expectations import expand_with_formulas, nearest_name
    from bigand.api.reasons import (
        AnswerDetail,
        explain_with_expected,
        find_model_values,
        load_explainable_problem,
        search_deadline,
    )
    from bigand.ground.formula_tree import exact_number

    deadline = search_deadline(question.limits)
    problem = load_explainable_problem(question.source, question.limits, question.as_written, report)
    values = find_model_values(problem, deadline)
    if values is None:
        return WhyAnswer(status="unsat")  # the question is not why
    name, names = question.atom.replace(" ", ""), expand(problem).names
    if name not in names:
        near = nearest_name(name, names)
        raise BigandError("forced.unknown" if near is None else "forced.unknown_near", name=name, near=near)
    value: Number = values[names.index(name)].item() if values.dtype != object else values[names.index(name)]
    expected = expand_with_formulas(problem, [_opposite_formula(name, value)], question.source.mode)
    json_value = value if isinstance(value, bool) else exact_number(value)
    return explain_with_expected(
        problem, expected.problem, deadline, AnswerDetail(question.full, question.drawn, json_value), report
    )


def _opposite_formula(name: str, value: Number) -> str:
    """The formula that says that an atom or unknown does not have this value."""
    if isinstance(value, bool):
        return f"not {name}" if value else name
    if isinstance(value, int):
        return f"{name} != {value}"
    return f"{value.denominator}.0*{name} != {value.numerator}.0"
