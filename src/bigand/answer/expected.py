"""What somebody expects of a text: formulas, which become further lines of it, or a whole model, by its values."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from itertools import islice

import numpy as np

from bigand.answer.model import Model, model_of
from bigand.answer.numbers import NumberModel
from bigand.answer.parts import Number
from bigand.answer.report import Remark, Report
from bigand.explain.instances import Instance, written_instance
from bigand.ground.columns import Array
from bigand.ground.kinds import Sort
from bigand.language import Mode, read
from bigand.language.reading import parse
from bigand.language.syntax import Assertion
from bigand.solve.models import valuation
from bigand.solve.verify import violations
from bigand.solve.z3_engine import Number as Exact
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document
from bigand.source.error import BigandError, RefusedError

_BROKEN = 20  # instances of a rule that are told
_STRANGERS = 5  # of a whole model, that are told
_KNOWN = 10_000  # names among which the one is sought that is meant


def with_formulas(model: Model, formulas: Sequence[str], mode: Mode | None) -> Model:
    """The model with formulas as further lines; what is wrong is told of the text that it is wrong with."""
    for number, text in enumerate(formulas, 1):
        program, diagnostics = parse(Document("--expect", text))
        is_formula = bool(program.items) and all(isinstance(item, Assertion) for item in program.items)
        if has_errors(diagnostics) or not is_formula:
            raise RefusedError(diagnostics, number) if diagnostics else BigandError("why.not_formula", text=text)
    document = model.reading.document
    extended = Document(document.name, "\n".join([document.text, *formulas]))
    reading = read(extended, mode, frozenset(model.given))
    if not reading.ok:
        raise RefusedError(reading.diagnostics, len(formulas) + 1)
    expected = model_of(reading, model.given)
    try:
        expected.compiled = expected.compile()
    except RefusedError as error:
        raise RefusedError(error.diagnostics, len(formulas) + 1) from None
    return expected


def tell_strangers(names: Iterable[str], known: Sequence[str], report: Report) -> None:
    """Say that no rule speaks of an atom that is expected: it is free, or misspelt."""
    every = set(known)
    for name in [name for name in names if name not in every]:
        near = near_name(name, known)
        gaps = {"name": name} if near is None else {"name": name, "near": near}
        report(Remark(key="why.stranger" if near is None else "why.stranger_near", gaps=gaps))


def near_name(name: str, known: Sequence[str]) -> str | None:
    """The name that is most likely meant, if there is one."""
    return next(iter(get_close_matches(name, known[:_KNOWN], n=1, cutoff=0.5)), None)


# ---------------------------------------------------------------------- a whole model


def broken_rules(
    model: Model, expected: Mapping[str, bool | Number], name: str, report: Report
) -> list[list[Instance]]:
    """The instances that an expected model breaks, rule by rule; `name` is that of the model."""
    grounder, compiled = model.grounder, model.compiled
    known = set(compiled.names)
    strangers = [atom for atom in expected if atom not in known]
    tell_strangers(strangers[:_STRANGERS], compiled.names, report)
    listed = {atom: _exact(atom, value, name) for atom, value in expected.items()}
    true, numbers = valuation(_values(model, listed, name), compiled, grounder)
    broken: list[list[Instance]] = []
    for rule in grounder.rules():
        found = list(islice(violations(grounder, rule, true, numbers), _BROKEN))
        if found:
            broken.append([written_instance(grounder, rule, violation.binding) for violation in found])
    return broken


def _exact(atom: str, value: bool | Number, name: str) -> Exact:
    try:
        return value if isinstance(value, int) else Fraction(str(value))
    except (ValueError, ZeroDivisionError) as error:
        raise BigandError("why.bad_model", name=name, line=f"{atom}: {value}"[:60]) from error


def _values(model: Model, listed: Mapping[str, Exact], name: str) -> Array:
    """The values of a model in the order of the atoms; propositions that are not listed are false."""
    if not isinstance(model, NumberModel):
        return np.array([bool(listed.get(atom, False)) for atom in model.compiled.names], dtype=np.bool_)
    values: list[Exact] = []
    for atom, sort in zip(model.compiled.names, model.theory.sorts, strict=True):
        if sort is not Sort.BOOL and atom not in listed:
            raise BigandError("why.no_value", name=name, unknown=atom)
        value = listed.get(atom, False)
        values.append(bool(value) if sort is Sort.BOOL else int(value) if value == int(value) else Fraction(value))
    return np.array(values, dtype=object)
