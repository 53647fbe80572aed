"""How `forced` and `why_forced` are answered."""

from typing import Any

import numpy as np

from bigand.answer.expanded import Expanded, Search, expanded, session_of
from bigand.answer.expected import near_name, with_formulas
from bigand.answer.questions.forced import Common, Forced, WhyForced
from bigand.answer.questions.why import Reasons
from bigand.answer.reasons import Manner
from bigand.answer.report import Report, Stage, counting
from bigand.answer.solution import Solution
from bigand.answer.why import looking_until, problem_for_reasons, some_model, why_not_with
from bigand.explain.forced import find_forced_atoms as forced_atoms
from bigand.explain.forced import find_forced_numbers
from bigand.ground.written import exact_number
from bigand.language import Mode
from bigand.solve.z3_engine import Number
from bigand.source.error import BigandError


def forced(question: Forced, report: Report) -> Common:
    """The atoms with the same value in every model."""
    deadline = question.limits.deadline()
    problem = problem_for_reasons(question.source, question.limits, question.as_written, report)
    report(Stage(key="progress.expand"))
    found = expanded(problem, question.as_written, counting(report))
    report(Stage(key="progress.forced"))
    same = _same_values(found, deadline, report)
    solution = Solution(list(same or {}), np.array(list((same or {}).values()), dtype=object))
    return Common(
        status="unsat" if same is None else "sat",
        true=tuple(solution.true),
        false=tuple(solution.false),
        values=solution.number_values if problem.reading.mode is Mode.SMT else None,
        atoms=found.compiled.clauses.atoms,
    )


def _same_values(found: Expanded, deadline: float | None, report: Report) -> dict[str, Number] | None:
    """The forced atoms and unknowns with their values, or None if there is no model."""
    names, clauses, has_numbers = found.names, found.compiled.clauses, found.problem.reading.mode is Mode.SMT
    search = Search(solver=None if has_numbers else "cadical195", deadline=deadline, isolated=True)
    session: Any
    with session_of(found, search) as session:
        if has_numbers:
            numbers = find_forced_numbers(session, counting(report))
            return None if numbers is None else {names[at]: value for at, value in numbers}
        same = forced_atoms(session, clauses.atoms, clauses.variables, counting(report))
    if same is None:
        return None
    return {names[atom - 1]: value for atom, value in zip(same.atoms.tolist(), same.values.tolist(), strict=True)}


def why_forced(question: WhyForced, report: Report) -> Reasons:
    """Why an atom has the same value in every model: why no model has another one."""
    deadline = looking_until(question.limits)
    problem = problem_for_reasons(question.source, question.limits, question.as_written, report)
    values = some_model(problem, deadline)
    if values is None:
        return Reasons(status="unsat")  # and nobody asked why
    name, names = question.atom.replace(" ", ""), expanded(problem).names
    if name not in names:
        near = near_name(name, names)
        raise BigandError("forced.unknown" if near is None else "forced.unknown_near", name=name, near=near)
    found: Number = values[names.index(name)].item() if values.dtype != object else values[names.index(name)]
    expected = with_formulas(problem, [_otherwise(name, found)], question.source.mode)
    told = found if isinstance(found, bool) else exact_number(found)
    return why_not_with(problem, expected.problem, deadline, Manner(question.full, question.drawn, told), report)


def _otherwise(name: str, value: Number) -> str:
    """The formula that an atom or unknown has another value than this."""
    if isinstance(value, bool):
        return f"not {name}" if value else name
    if isinstance(value, int):
        return f"{name} != {value}"
    return f"{value.denominator}.0*{name} != {value.numerator}.0"
