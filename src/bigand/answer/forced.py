"""How `forced` and `why_forced` are answered."""

import time

from bigand.answer.expected import near_name, with_formulas
from bigand.answer.model import Model
from bigand.answer.numbers import NumberModel, NumberSolution
from bigand.answer.questions.forced import Common, Forced, WhyForced
from bigand.answer.questions.why import Reasons
from bigand.answer.reasons import Manner, no_model
from bigand.answer.report import Report, Stage, counting
from bigand.answer.why import looking_until, model_for_reasons, some_model, why_not_with
from bigand.explain.forced import forced as forced_atoms
from bigand.explain.forced import forced_numbers
from bigand.ground.written import exact_number
from bigand.solve.z3_engine import Number
from bigand.source.error import BigandError


def forced(question: Forced, report: Report) -> Common:
    """The atoms with the same value in every model."""
    seconds = question.limits.seconds
    deadline = None if seconds is None else time.monotonic() + seconds
    model = model_for_reasons(question.source, question.limits, question.as_written, report)
    report(Stage(key="progress.expand"))
    model.compiled = model.compile(question.as_written, counting(report))
    report(Stage(key="progress.forced"))
    same = _same_values(model, deadline, report)
    values = same or {}
    numbers = NumberSolution(tuple(values), list(values.values())).number_values
    return Common(
        status="unsat" if same is None else "sat",
        true=tuple([name for name, value in values.items() if value is True]),
        false=tuple([name for name, value in values.items() if value is False]),
        values=numbers if isinstance(model, NumberModel) else None,
        atoms=model.compiled.clauses.atoms,
    )


def _same_values(model: Model, deadline: float | None, report: Report) -> dict[str, Number] | None:
    """The forced atoms and unknowns with their values, or None if there is no model."""
    names, clauses = model.compiled.names, model.compiled.clauses
    if isinstance(model, NumberModel):
        numbers = model.session(None, deadline, isolated=True)
        try:
            same = forced_numbers(numbers, counting(report))
        finally:
            numbers.close()
        return None if same is None else {names[at]: value for at, value in same}
    session = model.session("cadical195", deadline, isolated=True)
    try:
        found = forced_atoms(session, clauses.atoms, clauses.variables, counting(report))
    finally:
        session.close()
    if found is None:
        return None
    atoms, values = found
    return {names[atom - 1]: value for atom, value in zip(atoms.tolist(), values.tolist(), strict=True)}


def why_forced(question: WhyForced, report: Report) -> Reasons:
    """Why an atom has the same value in every model: why no model has another one."""
    deadline = looking_until(question.limits)
    model = model_for_reasons(question.source, question.limits, question.as_written, report)
    values = some_model(model, deadline)
    if values is None:
        return no_model()
    name, names = question.atom.replace(" ", ""), model.compiled.names
    if name not in names:
        near = near_name(name, names)
        raise BigandError("forced.unknown" if near is None else "forced.unknown_near", name=name, near=near)
    found: Number = values[names.index(name)].item() if values.dtype != object else values[names.index(name)]
    expected = with_formulas(model, [_otherwise(name, found)], question.source.mode)
    told = found if isinstance(found, bool) else exact_number(found)
    return why_not_with(model, expected, deadline, Manner(question.full, question.drawn, told), report)


def _otherwise(name: str, value: Number) -> str:
    """The formula that an atom or unknown has another value than this."""
    if isinstance(value, bool):
        return f"not {name}" if value else name
    if isinstance(value, int):
        return f"{name} != {value}"
    return f"{value.denominator}.0*{name} != {value.numerator}.0"
