"""What is written in SMT-LIB: read by two solvers, with the same answers, injective names and the right logic."""

import pytest
from hypothesis import assume, given, settings
from tests.effort import tries
from tests.numbers.programs import programs
from tests.numbers.second import by_cvc5, by_z3
from tests.numbers.test_meaning import opened, theory_of, values_of

from bigand.api.export import smtlib_pieces
from bigand.api.report import Event, Notice
from bigand.encode.smtlib import symbol
from bigand.models import model


def script(text: str, logic: str | None = None) -> str:
    return "".join(smtlib_pieces(opened(text, logic)._expanded, logic))


def logic_of(text: str) -> str:
    return script(text).split("(set-logic ")[1].split(")")[0]


LOGICS = [
    ("a or b", "QF_UF"),
    ("Top", "QF_UF"),
    ("a == b and a", "QF_UF"),
    ("x - y > 3 and a", "QF_IDL"),
    ("x > y and y > z", "QF_IDL"),
    ("2*x - 2*y > 3", "QF_IDL"),
    ("x - y > 3.5 or y == z", "QF_RDL"),
    ("x/2.0 - y/2.0 > 3.5", "QF_RDL"),
    ("x > 3", "QF_LIA"),
    ("x + y > 3", "QF_LIA"),
    ("x - 2*y > 3", "QF_LIA"),
    ("x/3.0 > 1.5", "QF_LRA"),
    ("x > 3 and r > 3.5", "QF_LIRA"),
    ("x - y > 1 and r - s > 1.5", "QF_LIRA"),
]


@pytest.mark.parametrize(("text", "logic"), LOGICS)
def test_the_smallest_logic(text: str, logic: str) -> None:
    written = script(text)
    assert logic_of(text) == logic
    assert by_cvc5(written)[0] == by_z3(written) == "sat"


@settings(max_examples=tries(80), deadline=None)
@given(programs(reals=True))
def test_two_solvers_read_it_and_agree(text: str) -> None:
    written = script(text)
    expected = "unsat" if opened(text).solve() is None else "sat"
    assert by_z3(written) == expected
    assert by_cvc5(written)[0] == expected


@settings(max_examples=tries(25), deadline=None)
@given(programs(reals=True))
def test_the_values_of_another_solver_are_a_model(text: str) -> None:
    opened_model = opened(text)
    names = theory_of(opened_model).names
    assume(opened_model.solve() is not None and names)
    status, values = by_cvc5(script(text))
    assert status == "sat"
    found = _read_values(values)
    assert set(found) == {symbol(name).strip("|") for name in names}
    lines = [
        f"(assert (= {symbol(name)} {found[symbol(name).strip('|')]}))" for name in theory_of(opened_model).names
    ]
    assert by_z3(script(text).replace("(check-sat)", "\n".join([*lines, "(check-sat)"]))) == "sat"


def _read_values(answer: str) -> dict[str, str]:
    """`((x 3) (|x(1)| (- 2)))` as texts by name."""
    found, depth, start, quoted = {}, 0, 0, False
    for at, character in enumerate(answer):
        quoted = quoted != (character == "|")
        if quoted:
            continue
        if character == "(":
            depth += 1
            start = at + 1 if depth == 2 else start
        elif character == ")":
            depth -= 1
            if depth == 1:
                name, value = _split(answer[start:at])
                found[name] = value
    return found


def _split(pair: str) -> tuple[str, str]:
    if pair.startswith("|"):
        name, value = pair[1:].split("|", 1)
        return name, value.strip()
    name, value = pair.split(" ", 1)
    return name, value.strip()


# Names that are words of SMT-LIB or of a solver, that begin with a digit, that other tools would make alike.
NAMES = [
    "div", "abs", "ite", "distinct", "as", "assert", "push", "Int", "Bool", "to_real", "forall2", "1x", "_x",
    "x_1_", "x(1)", "x(1,a)", "x(a,1)", "x([1,2])", "x(y(1))", 'x("a or b")', "pi", "select", "x(-1)", "x(1.5)",
    "div_total", "STRING", "par", "match", "echo", "exit", "pop", "reset", "is_int", "BINARY", "x(true)", "model",
]  # fmt: skip


def test_names_are_injective_and_accepted() -> None:
    assert len({symbol(name) for name in NAMES}) == len(NAMES)
    text = "\n".join(f"{name} == {at}" for at, name in enumerate(NAMES))
    written = script(text)
    status, values = by_cvc5(written)
    assert (status, by_z3(written)) == ("sat", "sat")
    assert sorted(_read_values(values).items()) == sorted(
        (symbol(name).strip("|"), str(at)) for at, name in enumerate(theory_of(opened(text)).names)
    )
    [solution] = opened(text).models()
    assert list(values_of(solution).values()) == list(range(len(NAMES)))
    propositions = "\n".join(f"{'not ' if at % 2 else ''}{name}" for at, name in enumerate(NAMES))
    assert by_cvc5(script(propositions))[0] == by_z3(script(propositions)) == "sat"


def test_a_long_comparison_that_occurs_often_is_written_once() -> None:
    total = " + ".join(f"x{at}" for at in range(8))
    written = script(f"(a => {total} > 3)\n(b or {total} > 3)\n(c => not ({total} > 3))")
    assert written.count("(+ ") == 1
    assert "(define-fun |&1| () Bool" in written
    assert by_cvc5(written)[0] == by_z3(written) == "sat"


def test_a_logic_that_fits_is_kept_and_another_is_doubted() -> None:
    found = opened("x > y\nx + y > 3")._expanded
    for logic, taken in (("QF_LIA", "QF_LIA"), ("QF_UFLIA", "QF_UFLIA"), ("ALL", "ALL"), ("QF_IDL", "QF_LIA")):
        told: list[Event] = []
        assert f"(set-logic {taken})" in "".join(smtlib_pieces(found, logic, told.append))
        doubts = [one for event in told if isinstance(event, Notice) for one in event.diagnostics]
        assert [(one.code, one.primary.span.start) for one in doubts] == ([] if logic == taken else [("G104", 6)])


def test_files_without_numbers_can_be_written_too() -> None:
    told: list[Event] = []
    found = model("exact(2, [a,b,c,d]) and (a xor b <=> c)")._expanded
    written = "".join(smtlib_pieces(found, None, told.append))
    assert told == []
    assert by_cvc5(written)[0] == by_z3(written) == "sat"
    assert by_cvc5("".join(smtlib_pieces(model("a and Bot")._expanded, None)))[0] == "unsat"


def test_numbers_of_any_size_are_exact() -> None:
    text = (
        "1000000000000000000*x == 9000000000000000000*y + 1 and y > 4\nr*0.000000000000000001 == 3.14159265358979"
    )
    written = script(text)
    assert by_cvc5(written)[0] == by_z3(written) == "unsat"
    [solution] = list(opened("3.0*r == 3.14159265358979 and s == 123456789.123456789").models())
    assert str(solution["r"]) == "314159265358979/300000000000000"
    assert solution.number_texts["s"] == "123456789.123456789"
