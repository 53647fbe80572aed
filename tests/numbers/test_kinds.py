"""The kinds of unknowns: inferred from all uses, or told with both places where uses contradict each other."""

import pytest
from tests.cases import Case, read_cases
from tests.golden import check_golden

from bigand.api.expansion import expand
from bigand.api.numbers import NumberExpansion
from bigand.api.problem import Problem
from bigand.encode.theory import Theory
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.kinds import Sort
from bigand.language import CheckedDocument, Mode, read_document
from bigand.messages import Language
from bigand.source.diagnostic import Diagnostic, sort_by_position
from bigand.source.document import Document
from bigand.source.render import render_full

BOOL, INT, REAL = Sort.BOOL, Sort.INT, Sort.REAL


def theory_of(reading: CheckedDocument, logic: str | None = None) -> Theory:
    found = expand(Problem(reading=reading, given={}, logic=logic))
    assert isinstance(found, NumberExpansion)
    return found.theory


def sorts(text: str, logic: str | None = None) -> dict[str, Sort]:
    theory = theory_of(read_document(Document("given", text), Mode.SMT), logic)
    return dict(zip(theory.names, theory.sorts, strict=True))


INFERRED: list[tuple[str, dict[str, Sort]]] = [
    ("x > 3 and a", {"x": INT, "a": BOOL}),
    ("x > 2.5 or not b", {"x": REAL, "b": BOOL}),
    ("x == y and y == z and z > 1", {"x": INT, "y": INT, "z": INT}),
    ("x - y > z and z/2.0 < w", {"x": REAL, "y": REAL, "z": REAL, "w": REAL}),
    ("x == y", {"x": INT, "y": INT}),
    ("a == b and b", {"a": BOOL, "b": BOOL}),
    ("a != b and c == b and (c => d)", {"a": BOOL, "b": BOOL, "c": BOOL, "d": BOOL}),
    ("$n = 3 x($n) > $n and y(x) > 1.0", {"x(3)": INT, "y(x)": REAL}),
    ("bigand $i in [1..3]: t($i) < t($i+1) end t(4) < 1.0", {f"t({at})": REAL for at in range(1, 5)}),
    ("bigand $i in [1..2]: x($i) > $i and y($i) > 1.5 end", {"x(1)": INT, "y(1)": REAL, "x(2)": INT, "y(2)": REAL}),
    ("exact(1,[a,b]) and x*2 > 1", {"a": BOOL, "b": BOOL, "x": INT}),
    ("bigand $v in [x,y]: $v > 2 end", {"x": INT, "y": INT}),
    ("bigand $s in [[1],[y]]: bigand $v in $s: x > $v end end", {"x": INT, "y": INT}),
    # What constants absorb does not count as a use.
    ("(x or Top) and x > 3", {"x": INT}),
    ("bigor $i in []: x end or x > 3", {"x": INT}),
    ("if 1 == 2 then x else x > 3 end", {"x": INT}),
    ("(3 > 2 or x > 1.5) and x > 1", {"x": INT}),
]


@pytest.mark.parametrize(("text", "expected"), INFERRED, ids=[text for text, _ in INFERRED])
def test_inferred(text: str, expected: dict[str, Sort]) -> None:
    assert sorts(text) == expected


@pytest.mark.parametrize(
    ("logic", "expected"),
    [(None, INT), ("QF_LIA", INT), ("QF_IDL", INT), ("QF_LRA", REAL), ("QF_RDL", REAL), ("QF_LIRA", INT)],
)
def test_the_logic_decides_what_nothing_else_does(logic: str | None, expected: Sort) -> None:
    assert sorts("x > y and a", logic) == {"x": expected, "y": expected, "a": BOOL}
    assert sorts("x > 3 and y > 1.5", logic) == {"x": INT, "y": REAL}


def test_long_chains() -> None:
    found = sorts("bigand $i in [1..3000]: t($i) <= t($i+1) end t(3001) < 0.5 u > 1")
    assert {sort for name, sort in found.items() if name != "u"} == {REAL}
    assert found["u"] is INT


# ---------------------------------------------------------------------- what is told


CASES = read_cases("numbers.md")


def told(case: Case) -> list[Diagnostic]:
    """What reading tells, and what expansion does if there were no errors."""
    reading = read_document(Document(f"{case.name}.touist", case.program), Mode.SMT)
    if not reading.is_valid:
        return list(reading.diagnostics)
    try:
        assert theory_of(reading).names
    except NotEvaluableError as error:
        return sort_by_position([*reading.diagnostics, *error.diagnostics])
    return list(reading.diagnostics)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_mistake_is_told_at_its_line(case: Case) -> None:
    document = Document(case.name, case.program)
    found = [f"{one.code} {document.position(one.primary.span.start).line}" for one in told(case)]
    assert ", ".join(found) == case.expected


@pytest.mark.parametrize("language", Language)
def test_golden_numbers(language: Language) -> None:
    parts = []
    for case in CASES:
        document = Document(f"{case.name}.touist", case.program)
        parts.append(
            "\n".join([f"=== {case.name}\n", *[render_full(one, document, language) for one in told(case)]])
        )
    text = "\n".join(parts)
    assert max(len(line) for line in text.splitlines()) <= 80
    check_golden(f"numbers.{language.value}.txt", text)


def test_many_clashes_are_told_once_a_pair_of_places() -> None:
    text = "bigand $i in [1..2000]: x($i) > 2 end\nbigand $i in [1..2000]: x($i) end"
    with pytest.raises(NotEvaluableError) as caught:
        sorts(text)
    assert [one.code for one in caught.value.diagnostics] == ["T111"]


def test_reading_and_expansion_agree() -> None:
    """What reading finds for names without indices, expansion finds for the same names with one."""
    for case in CASES:
        codes = [one.code for one in told(case)]
        if codes in (["T111"], ["T112"]) and "$" not in case.program and "tank" not in case.program:
            words = ("height", "width", "bread", "later", "lamp", "cake")
            program = case.program
            for word in words:
                program = program.replace(word, f"{word}(1)")
            assert [one.code for one in told(Case(case.name, "", program))] == codes
