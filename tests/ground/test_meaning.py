"""The set of all models equals that of the truth table, for random programs and for the conformance file."""

import pytest
from hypothesis import assume, given, settings
from tests import brute
from tests.conformance import Program, read_programs
from tests.effort import tries
from tests.ground.random_models import PROGRAMS
from tests.tables import table

from bigand.encode.compiler import compile_rules
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.grounder import Grounder
from bigand.language import Mode, read_document
from bigand.language.frontend import parse_document
from bigand.messages import Language, format_message
from bigand.solve.engines.pysat import PySatSession
from bigand.solve.models import models
from bigand.source.document import Document


def all_models(text: str, as_written: bool) -> tuple[set[frozenset[str]], set[str]]:
    """The true atoms of each model, and the user's atoms."""
    reading = read_document(Document("given", text), Mode.SAT)
    assert reading.is_valid, [one.code for one in reading.diagnostics]
    grounder = Grounder(reading)
    compiled = compile_rules(grounder, as_written)
    session = PySatSession(compiled.clauses)
    found: set[frozenset[str]] = set()
    for assignment in models(session, compiled, grounder):
        true = frozenset(name for name, value in zip(compiled.names, assignment.values, strict=True) if value)
        assert true not in found, "a model twice"
        found.add(true)
    session.close()
    return found, set(compiled.names)


@settings(max_examples=tries(600), deadline=None)
@given(PROGRAMS)
def test_random_programs(text: str) -> None:
    program, _ = parse_document(Document("given", text))
    expected_atoms = brute.atoms(program)
    assume(len(expected_atoms) <= 10)
    expected = brute.models(program)
    for as_written in (False, True):
        found, names = all_models(text, as_written)
        assert names == expected_atoms
        assert found == expected


PROPOSITIONAL = [program for program in read_programs() if program.mode is Mode.SAT]


@table("as_written", [False, True])
@table("program", PROPOSITIONAL, ids=lambda program: program.id)
def test_conformance(program: Program, as_written: bool) -> None:
    expect = program.expect
    if expect["kind"] == "error":
        reading = read_document(Document(program.id, program.source), Mode.SAT)
        if reading.is_valid:
            with pytest.raises(NotEvaluableError):
                compile_rules(Grounder(reading))
        return
    found, names = all_models(program.source, as_written)
    if "result" in expect:
        assert bool(found) == (expect["result"] == "sat")
    if "models" in expect:
        wanted = {frozenset(name for name, value in one.items() if value) for one in expect["models"]}
        assert found == wanted
        assert all(set(one) == names for one in expect["models"])
    if expect["kind"] == "formula" and "models" not in expect and expect.get("result") != "unsat":
        same, _ = all_models(expect["formula"], as_written)
        assert found == same


SMALL = {
    "let $f(a) = 3: p($f(a))": {"p(3)"},
    "let $a,$b = 1,$a: p($a,$b)": {"p(1,1)"},
    "$f(1) = x $f(2) = y bigand $i in [1..2]: $f($i) end": {"x", "y"},
    "bigand $f in [a,b]: $f(1) end": {"a(1)", "b(1)"},
    "$f(3) = z bigand $f,$i in [a,b],[2..3]: $f($i) end": {"a(2)", "z", "b(2)"},
    'bigand $i in [1..2]: let $f = "p($i) and q": $f end': {"p(1)", "p(2)", "q"},
    "$s = [[1],[a]] bigand $x in $s: bigand $y in $x: p($y) end end": {"p(1)", "p(a)"},
    "p(1.5) and p(0.1+0.2) and p([1,2]) and p(1==1)": {"p(1.5)", "p(0.3)", "p([1,2])", "p(true)"},
    "bigand $i in [1..3] when $i in [2..9] and $i != 3: p($i) end": {"p(2)"},
    "bigand $i in [-2..-1]: p($i,-$i,$i/2,$i mod 2) end": {"p(-2,2,-1,0)", "p(-1,1,0,-1)"},
    "bigand $n in [p(1),q(2,a)]: $n end": {"p(1)", "q(2,a)"},
    "bigand $s in powerset([1..2]) when card($s) == 1: p($s) end": {"p([1])", "p([2])"},
    "bigand $i,$j in [1..3],[$i..2]: p($i,$j) end": {"p(1,1)", "p(1,2)", "p(2,2)"},
}


@table("text", SMALL)
def test_what_is_forced(text: str) -> None:
    """Programs with one model, in which just these atoms are true."""
    found, names = all_models(text, False)
    assert found == {frozenset(SMALL[text])}
    assert names == SMALL[text]


@settings(max_examples=tries(60), deadline=None)
@given(PROGRAMS)
def test_blocks_do_not_matter(text: str) -> None:
    """Atoms have the same numbers, and clauses are as many, whatever the size of blocks."""
    from bigand.ground import join

    reading = read_document(Document("given", text), Mode.SAT)
    assume(reading.is_valid)
    usual = compile_rules(Grounder(reading))
    before = join.BLOCK
    try:
        join.BLOCK = 1
        small = compile_rules(Grounder(reading))
    finally:
        join.BLOCK = before
    assert small.names == usual.names
    assert small.clauses.atoms == usual.clauses.atoms


REVIEWED = {
    'bigand $c in [1,2]: let $f = "if $c == 1 then a else b end": $f end': {"a", "b"},
    'bigand $i in [2]: let $f = "bigand $i in [1..$i]: p($i) end": $f end': {"p(1)", "p(2)"},
    '$v(1)=3 bigand $i in [1]: let $v($i) = 7: let $f="p($v(1))": $f end': {"p(7)"},
    '$n=1 $f="p($n)" $n=2 $f': {"p(1)"},
    'atleast(2,["bigand $j in [1..$i]: p($j) end" for $i in [1..2]])': {"p(1)", "p(2)"},
    "bigand $i in [1,9223372036854775807]: p($i) end": {"p(1)", "p(9223372036854775807)"},
    "p(9223372036854775807,1)  p(-9223372036854775807,5)": {
        "p(9223372036854775807,1)",
        "p(-9223372036854775807,5)",
    },
    "bigand $f in [a,q(1)]: $f([1,2]) and $f([]) end": {"a([1,2])", "a([])", "q(1)([1,2])", "q(1)([])"},
    "bigand $i in [7,-7]: p($i / (-9223372036854775808), $i mod (-9223372036854775808)) end": {"p(0,7)", "p(0,-7)"},
    "p(-9223372036854775808,(-9223372036854775808) mod -1)": {"p(-9223372036854775808,0)"},
}


# Values that `==` holds for, and that are not the same: kinds at every depth, zeros with a sign.
KINDS = {
    "p([1]) not p([1.0])": {"p([1])"},
    "not p(1) p(1.0) p([[1.0]]) not p([[1]])": {"p(1.)", "p([[1.]])"},
    "bigand $i in [1,2]: p($i) end bigand $i in [1.0,2.0]: not p($i) end": {"p(1)", "p(2)"},
    "bigand $s in [[1],[1.0],[a]]: p($s) end": {"p([1])", "p([1.])", "p([a])"},
    "bigand $s in [[1],[2]] diff [[1.0]]: p($s) end": {"p([1])", "p([2])"},
    "bigand $s in [[1]] when not ($s in [[1.0]]): p($s) end": {"p([1])"},
    "bigand $s in powerset([1]) union powerset([1.0]): p($s) end": {"p([])", "p([1])", "p([1.])"},
    "p(0) not p(0.0) p(-0.0)": {"p(0)", "p(-0.)"},
    "not p([0.0]) p([-0.0])": {"p([-0.])"},
    "bigand $i in [0.0,-0.0]: p($i) end": {"p(0.)"},
    "bigand $i in [1] when 0.0 == -0.0 and [0.0] == [-0.0]: p($i) end": {"p(1)"},
    "bigand $i in [-0.0] inter [0.0]: p($i) end": {"p(-0.)"},
    "bigand $i in [1.0-1.0/0.0+1.0/0.0, 0.0/0.0, -1.0/0.0]: p($i) end": {"p(nan)", "p(-inf)"},
}

# A name means what the nearest operator around it says, and nothing that an inner one says.
SCOPES = {
    "$x = 1 bigand $i in [1,2] when $i == $x: bigand $x in [2]: p($i) end end": {"p(1)"},
    "$x = 1 bigand $i in [1] when $x < 2: bigand $x in [2,3]: p($i,$x) end end": {"p(1,2)", "p(1,3)"},
    "$x = 1 bigand $i in [1] when $x > 1: bigand $x in [2]: p($i) end end q": {"q"},
    "$y = [7] bigand $x in $y: bigand $y in [1,2]: p($x,$y) end end": {"p(7,1)", "p(7,2)"},
    "$x = [1,2] $y = [2,3] p(1) not p(3) bigand $x,$y in $x,$y when $x != $y: not p($x) or not p($y) end": {"p(1)"},
    "$k = 1 p(1) bigand $j in [1,2] when $j > $k: bigand $k in [1,2] when $k > $k - 1: not p($j) end end": {"p(1)"},
    "$v(2) = c let $v(1) = a: bigand $i in [1,2]: $v($i) end": {"a", "c"},
    "$v(1) = z not z bigand $i in [1,2]: let $v($i) = p($i): $v($i) end": {"p(1)", "p(2)"},
    "bigand $i,$j in [1,2],[1,2]: let $v($i),$w = p($i),$j: $v($i) and q($w) end": {"p(1)", "p(2)", "q(1)", "q(2)"},
    "bigand $i,$i in [1,2],[$i..3]: p($i) end": {"p(1)", "p(2)", "p(3)"},
}


@table("text", KINDS | SCOPES)
@table("as_written", [False, True])
def test_kinds_and_scopes(text: str, as_written: bool) -> None:
    found, _ = all_models(text, as_written)
    assert found == {frozenset((KINDS | SCOPES)[text])}


def test_sets_that_are_empty_in_the_first_row_only() -> None:
    """What is counted differs from row to row: that the first has nothing says nothing of the others."""
    for members in (
        "[p($j) for $j in [1..$i]]",
        "[p($j) for $j in [1..$i]] union []",
        '["p($i)" for $j in [1..$i]]',
    ):
        text = f"bigand $i in [0..2]: atmost(0,{members}) end p(1) or p(2) or q"
        assert all_models(text, False)[0] == {frozenset({"q"})}, members


def test_pairs_over_sets_of_the_same_names_are_not_recognised() -> None:
    """The second set is another one, though the variables that name them are renamed like the members."""
    text = "$j = [1,2] $k = [2,3] bigand $j,$k in $j,$k when $j != $k: not p($j) or not p($k) end"
    assert all_models(text, False) == all_models(text, True)
    body = "not p($j,[$j+$k for $k in [1]]) or not p($k,[$k+$k for $k in [1]])"
    captured = f"bigand $j,$k in [1,2],[1,2] when $j != $k: {body} end"
    assert all_models(captured, False) == all_models(captured, True)


@pytest.mark.parametrize("text", REVIEWED)
def test_found_by_review(text: str) -> None:
    found, _ = all_models(text, False)
    assert found == {frozenset(REVIEWED[text])}


def test_more_found_by_review() -> None:
    assert all_models("p(1234567890123456789) and let $x = p(1234567890123456789): not $x", False)[0] == set()
    assert all_models('atmost(0-9223372036854775807-1,["Top","a"])', False)[0] == set()
    assert len(all_models('exact(1,["if $d == 1 then a else b end" for $d in [1,2]])', False)[0]) == 2
    captured, _ = all_models('bigand $i in [5]: let $f = "atleast(1,[p($i) for $i in [1..2]])": $f end', False)
    assert captured == {frozenset({"p(1)"}), frozenset({"p(2)"}), frozenset({"p(1)", "p(2)"})}
    dropped = "q or r  bigand $i in [0..1]: bigand $j in [1..$i]: not p(1/$i) or not q end end"
    assert len(all_models(dropped, False)[0]) == 4


def test_a_condition_counts_only_where_there_is_a_row() -> None:
    """The set of a generator may be a comprehension, with rows of its own."""
    for first in ("[1]", "[$k for $k in [1]]"):
        text = f"q bigand $y in [0]: bigand $i,$j in {first},[1..$y] when 1/$y == 1: p($i) end end"
        assert all_models(text, False) == ({frozenset({"q"})}, {"q"})


@pytest.mark.parametrize("binder", ["", "let $v(1) = $i: "])
def test_joins_see_what_a_set_reads(binder: str) -> None:
    """An outer variable of the same name, or an indexed one, makes the sets of rows different."""
    inner = "[$j for $j in [1..$v(1)] when $j == 3]" if binder else "[$i for $i in [1..$i] when $i == 3]"
    text = f"bigand $i in [1..2000]: {binder}atleast(card({inner}),[p($i)]) end"
    reading = read_document(Document("given", text), Mode.SAT)
    assert set(compile_rules(Grounder(reading)).names) == {f"p({i})" for i in range(3, 2001)}


@pytest.mark.parametrize(
    "text",
    [
        "q bigand $i,$j,$k in [a,b,c],[a,b,c],[a,b,c] when $j != $k: not p($k,$i) or not p($j,$i) end",
        "q bigand $k,$j in [1..3],[1..3] when $j < $k: p($k) => not p($j) end",
        "q bigand $k,$j in [1..3],[1..3] when $j > $k: p($k) => not p($j) end",
        "q bigand $i,$j,$k in [1..2],[1..3],[1..3] when $j != $k: not p($i,$j) or not p($i,$k) end",
    ],
)
def test_recognition_keeps_the_order_of_atoms(text: str) -> None:
    reading = read_document(Document("given", text), Mode.SAT)
    assert compile_rules(Grounder(reading)).names == compile_rules(Grounder(reading), as_written=True).names


def test_a_set_of_several_kinds_is_told_with_its_elements() -> None:
    text = "$f(1) = a  $f(2) = 3  bigand $i in [1,2]: bigand $y in [$i,$f($i)]: p($y) end end"
    with pytest.raises(NotEvaluableError) as caught:
        compile_rules(Grounder(read_document(Document("given", text), Mode.SAT)))
    (told,) = caught.value.diagnostics
    assert format_message(told.message, Language.ENGLISH) == "a set has elements of one kind"
    assert [format_message(note, Language.ENGLISH) for note in told.notes] == [
        "for $i = 1",
        "written `[$i,$f($i)]`, with these values `[1,a]`",
    ]
