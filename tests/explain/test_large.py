"""Suspicions in large files: planted mistakes are pointed at, right files left alone, and the cost is counted."""

import time

import pytest
from bench.large import FIRST, NAMES, SECONDS, large_mistakes, large_model, pointed_at
from bench.mistakes import accepted
from bench.wrong_models import WrongModel

from bigand.explain.lint.linter import lint_reading
from bigand.explain.lint.survey import QUICK
from bigand.ground import projection
from bigand.ground.forecast import forecast
from bigand.ground.grounder import Grounder
from bigand.ground.projection import TooLargeError, project
from bigand.language import read_document
from bigand.models import model
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document

CASES = large_mistakes()
KINDS = {case.kind for case in CASES}


def suspected(text: str) -> list[Diagnostic]:
    return lint_reading(read_document(Document("large", text)), {})


def codes(text: str) -> list[str]:
    return [one.code for one in suspected(text)]


def facts(count: int) -> str:
    lines = [f"{'not ' if at % 3 else ''}p({at},{at % 29},c{at % 7})" for at in range(count)]
    return "\n".join([*lines, f"bigand $i in [1..{count - 1}]: p($i,$i mod 29,c1) or q($i) end"])


def test_there_are_enough() -> None:
    assert len(CASES) >= 30
    assert len(KINDS) >= 7
    grounder = Grounder(read_document(Document("large", large_model("watersort"))))
    assert sum([forecast(grounder, rule).instances for rule in grounder.rules()]) > 1_000_000


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_it_is_pointed_at(case: WrongModel) -> None:
    told = pointed_at(case.text)
    assert accepted(case)[1].intersection(told.lines[:FIRST])
    assert told.seconds < SECONDS


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_told_of_the_right_file(name: str) -> None:
    assert codes(large_model(name)) == []


def test_what_is_not_looked_at_is_said() -> None:
    text = "$N = [1..900]\nbigand $a,$b,$c in $N,$N,$N when $a*$b*$c == 7001: p($a) => not p($b) or p($c) end"
    assert codes(text) == ["W116"]
    assert "W116" in [
        one.code for one in lint_reading(read_document(Document("quick", large_model("queens"))), {}, QUICK)
    ]


def test_facts_cost_in_proportion() -> None:
    seconds = []
    for count in (2_000, 16_000):
        reading = read_document(Document("facts", facts(count)))
        began = time.process_time()
        lint_reading(reading, {})
        seconds.append(time.process_time() - began)
    assert seconds[1] < 8 * 2.5 * seconds[0] + 0.2


def test_facts_are_solved_as_they_stand() -> None:
    made = model("p(1,a)\nnot p(2,a)\np(1,a)\np(-3,b)\np(2,a) or q\nnot (not r)")
    assert [found.true for found in made.models()] == [["p(1,a)", "p(-3,b)", "q", "r"]]
    assert made._compiled.names == ("p(1,a)", "p(2,a)", "p(-3,b)", "q", "r")
    assert made._compiled.clauses.batches[0].rule_numbers().tolist() == [0, 1, 2, 3]


# ------------------------------------------------------------------ the rows of a rule through some variables


def rows(text: str, wanted: set[str], most: int = 1_000_000) -> set[tuple[object, ...]]:
    """The bindings of variables by projection, and those of all rows: they must be the same."""
    grounder = Grounder(read_document(Document("rule", text)))
    (rule,) = grounder.rules()
    found = project(grounder.evaluator, rule.generators, wanted, most)
    projected = [
        tuple(found.binding(row, grounder.table)[name] for name in sorted(wanted)) for row in range(found.count)
    ]
    every: set[tuple[object, ...]] = {
        tuple(frame.binding(row, grounder.table)[name] for name in sorted(wanted))
        for frame in grounder.frames(rule)
        for row in range(frame.count)
    }
    assert set(projected) == every
    assert len(projected) == len(set(projected))
    return every


@pytest.mark.parametrize(
    "generator",
    [
        "$i,$j,$k in [1..5],[1..5],[1..5] when $i != $j",
        "$i,$j,$k in [1..5],[1..$i-1],[$j..$i]",
        "$i,$j,$k in [1..6],[1..6],[a,b] when $i == $j+4 or $j == 2",
        "$i,$j,$k in [1..3],[1..3],[1..3] when $i > $j and $j > $k and $i == 1",
        "$i in [1..4]: bigand $j,$k in [1..$i],[1..3] when $j != $k and $i mod 2 == 0",
        "$i,$j,$k in [1..15],[1..15],[1..15] when $i*$i + $j*$j == $k*$k",
        "$i,$j,$k in [1..9],[1..9],[1..9] when $i != $k or $j != $k",
    ],
)
@pytest.mark.parametrize("direct", [1, 100_000])
def test_projection(generator: str, direct: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a few values of the other variables, and by making all rows."""
    monkeypatch.setattr(projection, "_FEW_ROWS", direct)
    closing = " end" if ": bigand" in generator else ""
    for wanted in ({"$i"}, {"$j"}, {"$i", "$k"}, {"$i", "$j", "$k"}):
        rows(f"bigand {generator}: p($i,$j,$k) end{closing}", wanted)


def test_projection_gives_up_rather_than_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "_FEW_ROWS", 1)
    with pytest.raises(TooLargeError):
        rows("bigand $i,$j,$k in [1..20],[1..20],[1..20] when $i*$j*$k == 17: p($i,$j) end", {"$i"}, 1_000)


# ------------------------------------------------------------------ the border of a suspicion


def ranges(usual: int, odd: int) -> str:
    """Two rules with as many indices, and one with others."""
    first = f"bigand $i in [1..{usual}]: p($i) or q end bigand $i in [1..{usual}]: not p($i) or r end"
    return f"{first} bigand $i in [1..{odd}]: p($i) xor q end"


def indexed(*numbers: int) -> str:
    """Facts with these indices, and two rules about 1 to 5."""
    facts = " ".join([f"p({number})" for number in numbers])
    return f"{facts} bigand $i in [1..5]: p($i) or q end bigand $i in [1..5]: not p($i) or q end"


def board(height: int, width: int) -> str:
    """All cells of a board but one."""
    cells = [(i, j) for i in range(1, height + 1) for j in range(1, width + 1) if (i, j) != (2, 3)]
    return " ".join([f"{'not ' if i == j else ''}w({i},{j})" for i, j in cells])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # W102: indices more, at most one for three that others have.
        (ranges(6, 8), ["W102"]),
        (ranges(5, 7), []),
        # W103: a range that stops short, by at most one in three.
        (ranges(8, 6), ["W103"]),
        (ranges(8, 5), []),
        # W102 of facts: one or a third of which no rule speaks, but not half.
        (indexed(1, 2, 3, 4, 5, 9), ["W102"]),
        (indexed(1, 2, 3, 7, 8, 9), []),
        # W119: one place of nine is missing; of six a gap means nothing.
        (board(3, 3), ["W119"]),
        (board(2, 3), []),
        # W118: two effects that were so before; one may be kept on purpose.
        ("bigand $i in [1..3]: go($i) => a($i-1) and b($i-1) and a($i) and b($i) end go(2)", ["W118"]),
        ("bigand $i in [1..3]: go($i) => a($i-1) and b($i-1) and a($i) end go(2)", []),
        ("bigand $i in [1..3]: go($i) => a($i-1) and b($i-1) and a($i) and c($i) end go(2)", []),
        # W117: facts that break a rule; those that only leave it one way do not.
        ("p(1,a) p(1,b) bigand $i in [1..2]: not p($i,a) or not p($i,b) end", ["W117"]),
        ("p(1,a) p(2,b) bigand $i in [1..2]: not p($i,a) or not p($i,b) end", []),
        ("p(1,a) not p(1,a)", ["W117"]),
    ],
)  # fmt: skip
def test_borders(text: str, expected: list[str]) -> None:
    told = [code for code in codes(text) if code in ("W102", "W103", "W117", "W118", "W119")]
    assert told == expected
