"""The QBF programs of the conformance file, and what TouIST answers wrongly (section 6 of its manual, B9)."""

import pytest
from tests.conformance import Program, read_programs

from bigand.api.quantified import QuantifiedExpansion
from bigand.ground.evaluator import NotEvaluableError
from bigand.language import Mode, read_document
from bigand.models import Model, model
from bigand.source.document import Document

PROGRAMS = [program for program in read_programs() if program.mode is Mode.QBF]


def opened(text: str) -> Model:
    return model(text, mode=Mode.QBF)


def test_there_are_conformance_programs() -> None:
    assert len(PROGRAMS) == 20


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.id)
def test_conformance(program: Program) -> None:
    reading = read_document(Document(program.id, program.source), Mode.QBF)
    if program.expect["kind"] == "error":
        if reading.is_valid:
            with pytest.raises(NotEvaluableError):
                opened(program.source).solve()
        return
    file = opened(program.source)
    assert (file.solve() is not None) == (program.expect["kind"] == "sat")
    expected = program.expect.get("one_model")
    if not expected:
        return
    # It is one model of many, of the outermost `exists`; a `?` and what is deeper have no value there.
    values = {name: value == "1" for value, name in (line.split(" ", 1) for line in expected if line)}
    assert isinstance(file._expanded, QuantifiedExpansion)
    assert set(values) == set(file._compiled.names)
    outermost = set(file._expanded.names)
    wanted = {name for name, value in values.items() if value and name in outermost}
    assert wanted in [set(solution.true) for solution in file.models()]


# The text, and whether it is true. TouIST moves a quantifier out of a negation or of `or` without a thought.
WRONG_THERE = {
    "not (forall x: x)": True,
    "not (exists x: x)": False,
    "exists a: (a or forall x: x)": True,
    "(forall x: x) or (exists y: y)": True,
    "(forall x: x) or (forall y: not y)": False,
    "(forall x: x) => Bot": True,
    "(exists x: x) => (forall y: y)": False,
    "forall x: exists y: (x <=> y)": True,
    "exists y: forall x: (x <=> y)": False,
    "(exists x: x) <=> (forall x: x)": False,
    "(exists x: x) xor (forall x: x)": True,
    "not ((forall x: x) and (exists y: y))": True,
    "if 1 == 1 then not (forall x: x) else Bot end": True,
    "forall x: (x or not (forall y: y))": True,
    "exists p($i),q($i) for $i in [1..2]: p(1) and not q(2)": True,
}


@pytest.mark.parametrize(("text", "holds"), WRONG_THERE.items())
def test_what_touist_answers_wrongly(text: str, holds: bool) -> None:
    assert (opened(text).solve() is not None) is holds
