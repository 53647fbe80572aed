"""The models of files with numbers against brute force over small domains, and against Z3 used apart from us."""

from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests import brute
from tests.conformance import Program, read_programs
from tests.effort import tries
from tests.numbers import apart
from tests.numbers.programs import formulas, programs

from bigand.api.expansion import ModelSearch, open_session
from bigand.api.numbers import NumberExpansion
from bigand.api.problem import Problem
from bigand.api.solution import Solution
from bigand.api.source import Source
from bigand.encode.theory import Theory
from bigand.explain.why.reasons import ClashAnalysis
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.grounder import Grounder
from bigand.language import Mode, read_document
from bigand.language.frontend import parse_document
from bigand.models import Model
from bigand.solve.models import to_grounder_numbering
from bigand.solve.session import LimitError
from bigand.solve.verification import find_violation
from bigand.source.document import Document

LOW, HIGH = -2, 3


def opened(text: str, logic: str | None = None) -> Model:
    reading = read_document(Document("given", text), Mode.SMT)
    assert reading.is_valid, [one.code for one in reading.diagnostics]
    return Model(Source(text=text), Problem(reading=reading, given={}, logic=logic), {})


def theory_of(model: Model) -> Theory:
    assert isinstance(model._expanded, NumberExpansion)
    return model._expanded.theory


def values_of(solution: Any) -> dict[str, Any]:
    assert isinstance(solution, Solution)
    return dict(zip(solution.names, solution.values_array.tolist(), strict=True))


def expanded(text: str) -> Any:
    return brute.ground(parse_document(Document("given", text))[0])


def by_force(formula: Any) -> set[frozenset[tuple[str, Any]]]:
    """All models with integers from LOW to HIGH, by trying."""
    names = sorted(apart.unknowns_of(formula))
    domains = [range(LOW, HIGH + 1) if name[0] in "xyz" else (False, True) for name in names]
    tables = [dict(zip(names, row, strict=True)) for row in product(*domains)]
    return {frozenset(table.items()) for table in tables if brute.holds(formula, table)}


@settings(max_examples=tries(70), deadline=None)
@given(programs(reals=None))
def test_all_models_of_bounded_differences(text: str) -> None:
    all_models(text)


@settings(max_examples=tries(90), deadline=None)
@given(programs(reals=False))
def test_all_models_of_bounded_integers(text: str) -> None:
    all_models(text)


def all_models(text: str) -> None:
    """Just those that trying finds, each once, and as many as are counted."""
    used = [name for name in apart.unknowns_of(expanded(text)) if name[0] in "xyz"]
    bounded = "\n".join([text, *[f"{name} >= {LOW} and {name} <= {HIGH}" for name in sorted(used)]])
    formula = expanded(bounded)
    assume(len(apart.unknowns_of(formula)) <= 5)
    expected = by_force(formula)
    assume(len(expected) <= 150)
    model = opened(bounded)
    found = [frozenset(values_of(solution).items()) for solution in model.models()]
    assert set(model._compiled.names) == apart.unknowns_of(formula)
    assert set(found) == expected
    assert len(found) == len(expected)
    assert model.count() == len(expected)


@settings(max_examples=tries(130), deadline=None)
@given(st.one_of(programs(reals=True), programs(reals=True), programs(reals=None)))
def test_answers_against_z3_apart(text: str) -> None:
    """The same answer; every model is one; where we find no more, there is no more; endless is endless."""
    formula = expanded(text)
    solver = z3.Solver()
    solver.add(apart.formula(formula))
    model = opened(text)
    assert set(model._compiled.names) == apart.unknowns_of(formula)
    found = list(islice(model.models(), 4))
    for solution in found:
        values = values_of(solution)
        assert brute.holds(formula, values)
        assert solver.check(*[apart.equals(name, value) for name, value in values.items()]) == z3.sat
        solver.add(z3.Not(z3.And([apart.equals(name, value) for name, value in values.items()])))
    if len(found) < 4:
        assert solver.check() == z3.unsat
    try:
        count = model.count() if found else 0
        assert count >= len(found)
    except LimitError:
        assert len(found) == 4


@settings(max_examples=tries(40), deadline=None)
@given(programs(reals=True))
def test_points(text: str) -> None:
    """A point is a model of ours just if the formula holds there: integers and halves, at and beside bounds."""
    formula = expanded(text)
    names = sorted(apart.unknowns_of(formula))
    assume(0 < len(names) <= 4)
    choices = {"x": (0, 2), "y": (1, -1), "z": (0, 3), "r": (Fraction(1, 2), Fraction(5, 2))}
    choices["s"] = (Fraction(1), Fraction(-3, 2))
    for row in product(*[choices.get(name[0], (False, True)) for name in names]):
        point = dict(zip(names, row, strict=True))
        lines = [_said(name, value) for name, value in point.items()]
        solution = opened("\n".join([text, *lines])).solve()
        assert (solution is not None) == brute.holds(formula, point)


def _said(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} == {value}" if name[0] in "xyz" else f"{name} == {float(value)}"


CHOICES: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys("xyz", (-2, -1, 0, 1, 2, 5)),
    **dict.fromkeys("rs", tuple(Fraction(at, 6) for at in (-9, -1, 0, 2, 3, 15))),
    **dict.fromkeys("abp", (False, True)),
}


@settings(max_examples=tries(150), deadline=None)
@given(st.one_of(programs(reals=True), programs(reals=None)), st.randoms(use_true_random=False))
def test_what_checks_models_is_right(text: str, chance: Random) -> None:
    """A point breaks a rule just if the formula does not hold there; no solver is asked."""
    formula = expanded(text)
    model = opened(text)
    names = model._compiled.names
    assume(names)
    for _ in range(8):
        point = {name: chance.choice(CHOICES[name[0]]) for name in names}
        values = np.array([point[name] for name in names], dtype=object)
        true, numbers = to_grounder_numbering(values, model._compiled, model._grounder)
        violation = find_violation(model._grounder, true, numbers=numbers)
        assert (violation is None) == brute.holds(formula, point)


@settings(max_examples=tries(25), deadline=None)
@given(st.lists(formulas((), 1, False), min_size=3, max_size=6))
def test_cores(parts: list[str]) -> None:
    """Rules that clash do so, and not without any one of them, says Z3 apart."""
    reading = read_document(Document("given", "\n".join(parts)), Mode.SMT)
    assume(reading.is_valid)
    inquiry = ClashAnalysis(Grounder(reading), None)
    try:
        texts = [reading.document.text[rule.span.start : rule.span.end] for rule in inquiry.rules]
        assert (inquiry.find_model() is None) == (not is_possible(texts))
        if inquiry.find_model() is None:
            found = [rule.number for rule in inquiry.explain(only_rules=True).reasons[0].rules]
            assert not is_possible([texts[rule] for rule in found])
            for left_out in found:
                assert is_possible([texts[rule] for rule in found if rule != left_out])
    finally:
        inquiry.close()


def is_possible(texts: list[str]) -> bool:
    solver = z3.Solver()
    solver.add(apart.formula(expanded("\n".join(texts) or "Top")))
    return bool(solver.check() == z3.sat)


# ---------------------------------------------------------------------- the conformance file, and TouIST's mistakes


NUMERIC = [program for program in read_programs() if program.mode is Mode.SMT]


def test_there_are_conformance_programs() -> None:
    assert len(NUMERIC) == 22


@pytest.mark.parametrize("program", NUMERIC, ids=lambda program: program.id)
def test_conformance(program: Program) -> None:
    reading = read_document(Document(program.id, program.source), Mode.SMT)
    if program.expect["kind"] == "error":
        if reading.is_valid:
            with pytest.raises(NotEvaluableError):
                opened(program.source).solve()
        return
    model = opened(program.source)
    solutions = list(islice(model.models(), 30))
    assert bool(solutions) == (program.expect["kind"] == "sat")
    given_model = program.expect.get("one_model")
    if given_model:
        # It is one model of many: with its values said, it is one of ours.
        lines = [line.split(" ", 1) for line in given_model]
        sorts = dict(zip(model._compiled.names, theory_of(model).sorts, strict=True))
        said = [
            (name if value == "1" else f"not {name}") if not sorts[name] else f"{name} == {value.rstrip('.')}"
            + (".0" if value.endswith(".") else "")
            for value, name in lines
        ]  # fmt: skip
        assert {name for _, name in lines} == set(model._compiled.names)
        assert opened("\n".join([program.source, *said])).solve() is not None


# What TouIST crashes on, answers wrongly or cannot type (section 7, B10): the text, and its models if they are few.
WRONG_THERE: dict[str, list[dict[str, Any]] | bool] = {
    "not (x > 3)": True,
    "-x > 3": True,
    "Top": [{}],
    "Bot": [],
    "x == y and y > 2": True,
    "x > y and y > z": True,
    "x(2) == x(1) + 1": True,
    "(a+1) > 3": True,
    "x != y and y != z and x != z": True,
    "x > y and y > z and z > x": [],
    "x == y and y > 2 and x < 4": [{"x": 3, "y": 3}],
    "x(2) == x(1) + 1 and x(1) == 1": [{"x(1)": 1, "x(2)": 2}],
    "not (x != 3)": [{"x": 3}],
    "-x == 3": [{"x": -3}],
    "x(1) == 1 and x_1_ == 2": [{"x(1)": 1, "x_1_": 2}],
    "a == b and not a": [{"a": False, "b": False}],
    "x == y and y == 2 and Top": [{"x": 2, "y": 2}],
    "bigand $i in []: x($i) > 0 end": [{}],
    "x > 2 and bigor $i in []: y > $i end": [],
    "y - x == 1 and x == z and z == 4": [{"y": 5, "x": 4, "z": 4}],
    "r == s and s == 0.1 + 0.2 and r == 0.3": [{"r": Fraction(3, 10), "s": Fraction(3, 10)}],
}


@pytest.mark.parametrize("text", WRONG_THERE)
def test_right_where_touist_is_wrong(text: str) -> None:
    expected = WRONG_THERE[text]
    found = [values_of(solution) for solution in islice(opened(text).models(), 9)]
    if expected is True:
        assert found
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("x >= 0 and x <= 9", 10),
        ("2*x == 7", 0),
        ("3*x + 5*y == 11 and x >= 0 and y >= 0", 1),
        ("r + s == 1.0 and r - s == 0.5", 1),
        ("x >= 0 and x <= y and y <= 3 and (a or x > 2)", 11),
        ("x*2 == 6 and (a or x == 3) and a == b", 2),
        ("x >= 0 and x <= 1 and r >= 0.0 and 2.0*r <= 0.0", 2),
        ("9223372036854775807*x == 9223372036854775806*(y + 1) and y == 9223372036854775806", 1),
        ("0.000001*r == 1000000.0 and r == 1000000000000.0", 1),
        ("9000000000000000000*x + 9000000000000000000*y == 9000000000000000000 and x == y + 1", 1),
    ],
)
def test_counts(text: str, count: int) -> None:
    assert opened(text).count() == count


ENDLESS = [
    "x > 3", "x + y == 3", "r > 0.0 and r < 1.0", "x == x", "x != 3", "a or x > 2",
    "x >= 0 and x <= 1 and r >= 0.0 and (x == 1 => r <= 1.0) and (x == 0 => r <= 0.0)",
    "x >= 0 and 3*x == 2*y", "r + s == 1.0 and r >= 0.0 and s >= 0.0", "x != x or a",
]  # fmt: skip


@pytest.mark.parametrize("text", ENDLESS)
def test_endless(text: str) -> None:
    """There is no end of models, and that is found out."""
    assert len(list(islice(opened(text).models(), 25))) == 25
    with pytest.raises(LimitError):
        opened(text).count()


# ---------------------------------------------------------------------- one process, many questions

TOTAL = " + ".join([f"x{number}" for number in range(8)])
DEFINES = f"(a => {TOTAL} > 3)\n(b or {TOTAL} > 3)\n(c => not ({TOTAL} > 3))"  # Z3 is told of it as a definition


@pytest.mark.parametrize("before", ["", DEFINES])
@pytest.mark.parametrize(
    ("text", "best"),
    [
        (";;@ minimize r\nr >= -2.5", {"r": Fraction(-5, 2)}),
        (f"{DEFINES}\n;;@ maximize r\nr <= 1.5 and {TOTAL} == 0", {"r": Fraction(3, 2)}),
    ],
)
def test_definitions_of_one_file_are_not_in_the_models_of_another(
    before: str, text: str, best: dict[str, Any]
) -> None:
    """Not here, and not in a child that is forked off a process which has solved a file with them."""
    assert opened(before or "Top").solve() is not None
    solution = opened(text).solve()
    assert solution is not None
    assert best.items() <= values_of(solution).items()


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    """By us or by anybody else who uses Z3 in this process."""
    square = "bigand $i,$j in [1..3],[1..3] when $i != $j: y($i) != y($j) and y($i) + z($j) >= $i end"
    text = f"{square}\nbigand $i in [1..3]: y($i) >= 1 and y($i) <= 9 and z($i) >= 0 and z($i) <= y($i) end"
    first = [values_of(solution) for solution in islice(opened(text).models(), 5)]
    for _ in range(2):
        for other in (DEFINES, "y(1) > 3 and y(2) < z(1)", "r + s > 1.5 or y(3) == 4"):
            models = opened(other).models()
            assert next(models) is not None  # and not closed: two are open side by side
            y, z = z3.Ints("y(2) z(3)")
            assert z3.Solver().check(y + z > 7, z3.Bool("&1")) == z3.sat
            assert [values_of(solution) for solution in islice(opened(text).models(), 5)] == first


def test_a_limit_of_memory_is_that_of_its_question() -> None:
    """Z3 has one for a whole process, which may be a warm child with another question next."""
    for megabytes in (4000, None):
        with open_session(opened("x > 3")._expanded, ModelSearch(megabytes=megabytes)) as session:
            assert session.solve()
            assert z3.get_param("memory_max_size") == str(megabytes or 0)
