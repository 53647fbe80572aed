"""Compare a text with an expectation: formulas, which are appended to it, or the values of a whole model."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice

import numpy as np

from bigand.api.expansion import Expansion, expand
from bigand.api.numbers import NumberExpansion
from bigand.api.parts import ModelNumber
from bigand.api.problem import Problem
from bigand.api.report import Remark, Report
from bigand.api.value import replace_fields
from bigand.explain.groups import Instance, instance_for_binding
from bigand.ground.columns import Array
from bigand.ground.kinds import Sort
from bigand.language import Mode, read_document
from bigand.language.frontend import parse_document
from bigand.language.syntax import Assertion
from bigand.solve.engines.z3 import Number as ExactNumber
from bigand.solve.models import to_grounder_numbering
from bigand.solve.verification import violations
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document
from bigand.source.error import BigandError, InvalidSourceError
from bigand.source.suggestion import most_similar_word

_MAX_BROKEN = 20  # reported instances of a rule
_MAX_UNKNOWN = 5  # reported unknown atoms of a whole model
_MAX_NAMES = 10_000  # names that are searched for a similar one


def expand_with_formulas(problem: Problem, formulas: Sequence[str], mode: Mode | None) -> Expansion:
    """Expand the problem with `formulas` appended; an error names the text that is wrong.

    The formulas are texts 1, 2, … of the error, and the extended text is the one after them.
    """
    for number, text in enumerate(formulas, 1):
        program, diagnostics = parse_document(Document("--expect", text))
        is_formula = bool(program.items) and all(isinstance(item, Assertion) for item in program.items)
        if has_errors(diagnostics) or not is_formula:
            raise (
                InvalidSourceError(diagnostics, number)
                if diagnostics
                else BigandError("why.not_formula", text=text)
            )
    document = problem.document
    extended = Document(document.name, "\n".join([document.text, *formulas]))
    reading = read_document(extended, mode, frozenset(problem.given))
    if not reading.is_valid:
        raise InvalidSourceError(reading.diagnostics, len(formulas) + 1)
    try:
        return expand(replace_fields(problem, reading=reading))
    except InvalidSourceError as error:
        raise InvalidSourceError(error.diagnostics, len(formulas) + 1) from None


def report_unknown_atoms(names: Iterable[str], known: Sequence[str], report: Report) -> None:
    """Report expected atoms that occur in no rule: they are free, or misspelt."""
    known_names = set(known)
    for name in [name for name in names if name not in known_names]:
        near = nearest_name(name, known)
        gaps = {"name": name} if near is None else {"name": name, "near": near}
        report(Remark(key="why.stranger" if near is None else "why.stranger_near", gaps=gaps))


def nearest_name(name: str, known: Sequence[str]) -> str | None:
    """The known name that is most similar, if there is one."""
    return most_similar_word(name, known[:_MAX_NAMES], 0.5) or None


# ---------------------------------------------------------------------- a whole model


def find_broken_instances_by_rule(
    problem: Problem, expected: Mapping[str, bool | ModelNumber], name: str, report: Report
) -> list[list[Instance]]:
    """Find the instances that an expected model breaks, grouped by rule; `model_name` is that of the model."""
    expansion = expand(problem)
    grounder, compiled = problem.grounder, expansion.compiled
    known = set(compiled.names)
    unknown_atoms = [atom for atom in expected if atom not in known]
    report_unknown_atoms(unknown_atoms[:_MAX_UNKNOWN], compiled.names, report)
    values_by_atom = {atom: _exact_value(atom, value, name) for atom, value in expected.items()}
    true, numbers = to_grounder_numbering(
        _values_in_atom_order(expansion, values_by_atom, name), compiled, grounder
    )
    broken: list[list[Instance]] = []
    for rule in grounder.rules():
        instances = list(islice(violations(grounder, rule, true, numbers), _MAX_BROKEN))
        if instances:
            broken.append([instance_for_binding(grounder, rule, violation.binding) for violation in instances])
    return broken


def _exact_value(atom: str, value: bool | ModelNumber, model_name: str) -> ExactNumber:
    try:
        return value if isinstance(value, int) else Fraction(str(value))
    except (ValueError, ZeroDivisionError) as error:
        raise BigandError("why.bad_model", name=model_name, line=f"{atom}: {value}"[:60]) from error


def _values_in_atom_order(
    expansion: Expansion, values_by_atom: Mapping[str, ExactNumber], model_name: str
) -> Array:
    """The values of a model in the order of the atoms; unlisted propositions are false."""
    if not isinstance(expansion, NumberExpansion):
        return np.array([bool(values_by_atom.get(atom, False)) for atom in expansion.names], dtype=np.bool_)
    values: list[ExactNumber] = []
    for atom, sort in zip(expansion.names, expansion.theory.sorts, strict=True):
        if sort is not Sort.BOOL and atom not in values_by_atom:
            raise BigandError("why.no_value", name=model_name, unknown=atom)
        value = values_by_atom.get(atom, False)
        values.append(bool(value) if sort is Sort.BOOL else int(value) if value == int(value) else Fraction(value))
    return np.array(values, dtype=object)
