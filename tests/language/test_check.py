"""Names and kinds: what is sure is an error, what may never be reached is a warning."""

from time import process_time

import pytest
from tests.tables import table

from bigand.language import Mode, read_document
from bigand.source.document import Document


def told(text: str, mode: Mode | None = None) -> list[str]:
    """`code` of each error, `code?` of each warning, `code.` of each remark."""
    mark = {"error": "", "warning": "?", "info": "."}
    return [one.code + mark[one.severity.value] for one in read_document(Document("d", text), mode).diagnostics]


SURE = [
    ("p($x)", ["N101"]),
    ("bigand $i in [1..3]: p($i,$j) end", ["N101"]),
    ("bigand $i in []: p($i,$j) end", ["N101?"]),
    ("bigand $i in [3..1]: p($i,$j) end", ["N101?"]),
    ("bigand $i in [1..3] when $i > 5: p($i,$j) end", ["N101?"]),
    ("bigand $i in [1..3] when $i > 2: p($i,$j) end", ["N101"]),
    ("bigand $i,$k in [1..3],[$i..2]: p($i,$j,$k) end", ["N101"]),
    ("bigand $i,$k in [1..3],[$i+3..2]: p($i,$j,$k) end", ["N101?"]),
    ("bigand $i in [1..10000000000]: p($i,$j) end", ["N101"]),
    ("bigand $s in powerset([1..64]): p($s,$j) end", ["N101"]),
    ("bigand $i in [$j for $j in [1..3]]: p($i,$z) end", ["N101"]),
    ('bigand $f in ["a or b"]: $f and $z end', ["N101"]),
    ("if true then a else $z end", ["N101?"]),
    ("if false then a else $z end", ["N101"]),
    ("if 1 in [2,3] then $z else a end", ["N101?"]),
    ("let $n = 2: if $n > 1 then $z else a end", ["N101"]),
    ("let $n = 2: if $n > 2 then $z else a end", ["N101?"]),
    ("p(if 1 == 1 then 2 else $z end)", ["N101?"]),
    ("$x = if 1 == 2 then $z else 3 end p($x)", ["N101?"]),
    ("bigand $i in [1..3]: p(1/0,$i) end", ["T106"]),
    ("bigand $i in [] : p(1/0,$i) end", ["T106?"]),
    ("p(9223372036854775807+1)", ["T107"]),
    ("p(abs(-9223372036854775807-1))", ["T107"]),
    ("p(9223372036854775808)", ["S006"]),
    ("p(-9223372036854775808)", []),
    ("p([-9223372036854775808,2])", []),
    ("p(2-9223372036854775808)", ["S006"]),
    ("p(-9223372036854775808 mod 3)", ["S006"]),
    ("p(int(1.0/0.0))", ["T107"]),
    ("p(3 in [a,b])", ["T102"]),
    ("p([1] inter [a])", ["T102"]),
    ("p([1] == [a])", ["T102"]),
    ("p([] == [a])", []),
    ("p(3 in [])", []),
    ("p([[1],[a]])", []),
    ("p(1 == true)", ["T101"]),
    ("p(true == true)", ["T101"]),
    ('p("a" == "a")', ["T101"]),
    ("p(sqrt(2))", ["T101"]),
    ("p([1.0..3])", ["T101"]),
    ("$x = 1 $x(1)", ["N107"]),
    ("$a(1) = x $a(2)", ["N108"]),
    ("$a(1) = x $a(1) bigand $i in [1]: $a($i) end", []),
    ("$a(1) = x $a(2) = y bigand $i in [1..2]: $a($i) end", []),
    ("bigand $p in [a,b]: $p(1,$p) end", []),
    ("let $p = 1: $p(1)", ["T105"]),
    ("bigand $s in [[a,b],[c]]: bigor $x in $s: $x end end", []),
    ("bigand $i in [1..3]: bigor $x in $i: p($x) end end", ["T103"]),
    ("exact(1,[])", []),
    ("exact(1,p([1..3]))", []),
    ("exact(1,p(1))", ["T108"]),
    ("$_unused = 1 a", []),
    ("$N = 3 a", ["N103?"]),
    ("$x = 1 $x = 2 p($x)", ["N109."]),
    (';;@ data $grid from "board.json"\nbigand $r in $grid: p($r) end', []),
    (";;@ horizon $k in [1..9]\nbigand $i in [0..$k]: p($i) end", []),
    (";;@ domain p([1..$M])\nbigand $i in [1..3]: p($i) end", ["N101?"]),
    (";;@ minimize 2*p(1) + q\np(1) or q", []),
    ("p(1)\n;;@ soft 3", ["S303?"]),
    ("p($i) q($i) r($i)", ["N101"]),
    # elements of a comprehension are of one kind
    ("$S = [p($s) for $s in [[],[1]]] q($S)", ["T102"]),
    ("$x = [if $i == 1 then 1 else a end for $i in [1,2]] q($x)", ["T102"]),
    ("if 1 == 2 then q([if $i == 1 then 1 else a end for $i in [1,2]]) else q end", ["T102?"]),
    # a set is evaluated for elements of those before it, the condition for elements of all
    ("bigand $i in [] when 1: p($i) end", ["T104?"]),
    ("bigand $i in [1] when 1: p($i) end", ["T104"]),
    ("bigand $i,$j in [],$u: p($i,$j) end", ["N101?"]),
    ("bigand $i,$j in [1],$u: p($i,$j) end", ["N101"]),
    ("bigand $i,$j in $u,[]: p($i,$j) end", ["N101"]),
    ("$x = [p($i) for $i in [] when 3] q($x)", ["T104?"]),
    ("bigand $i,$j in [1..3],[p($u) for $k in [1..$i] when $k > 3]: p($i,$j) end", ["N101?"]),
    ("bigand $i,$j in [1..3],[p($u,$k) for $k in [1..$i] when $k > 2]: p($i,$j) end", ["N101"]),
    # a `let` of several variables is several
    ("let $a,$b = 1,$a: p($a,$b)", []),
    ("let $a,$b = $b,1: p($a,$b)", ["N101"]),
    ("let $a,$b = 1,[p($u,$i) for $i in [1..$a]]: q($b)", ["N101"]),
    ("let $a,$b = 0,[p($u,$i) for $i in [1..$a]]: q($b)", ["N101?"]),
    ("let $a,$b = 1,[2]: bigand $i in $b: p($a,$i,$u) end", ["N101"]),
    ("let $a,$b = [2],[]: bigand $i in $b: p($a,$i,$u) end", ["N101?"]),
    ("let $a,$b = 1: p($a,$b)", ["N104"]),
    ("if false then let $a,$b = 1: p($a,$b) else q end", ["N104"]),
    # indexed variables: exact, local then global; else a local predicate in a formula
    ("let $f(a) = 3: p($f(a))", []),
    ("let $f(a) = 3: p($f(b))", ["N108"]),
    ("$f(a) = x let $f(a) = 3: p($f(a))", ["N103?"]),
    ("let $f(a) = 3: if $f(a) > 2 then p($u) else q end", ["N101"]),
    ("bigand $i in [1..2]: let $f($i) = 3: p($f($i),$f(1)) end", []),
    ("bigand $i(p) in [1..2]: p($i) end", []),
    ("$f(3) = 5 bigand $f,$i in [a,b],[1..2]: $f($i) end", []),
    ("$f(3) = 5 bigand $f in [a,b]: $f(1) end", ["N103?"]),
    ("bigand $f in [a,b]: p($f(1)) end", ["N108"]),
    ("q([$i(1) for $i in [a,b]])", ["N108"]),
    (';;@ data $g from "g.json"\n$f(card($g)) = 1 p($f(3))', []),
    ("$adj(1) = a p($adj)", ["N101"]),
    # what is never reached is only doubted
    ("if false then bigand $i,$j in [1]: p($i,$j) end else q end", ["N104?"]),
    ("Bot and p($u)", ["N101?"]),
    ("p($u) and q and (Bot)", ["N101?"]),
    ("Top or p($u)", ["N101?"]),
    ("p($u) => Top", ["N101?"]),
    ("Bot => p($u)", ["N101?"]),
    ("p($u) => Bot => q($v)", ["N101", "N101?"]),
    ("Top and p($u) or Bot", ["N101"]),
    # two causes, two errors
    ("bigand $i in [1..T]: bigand $j in [1..U]: p($i,$j) end end", ["T101", "T101"]),
    ("bigand $i in 3: bigand $j in 4: p($i,$j) end end", ["T103", "T103"]),
    # one cause, one error
    ("bigand $i in [1..3] when i != 2: p($i) end", ["T101"]),
    ("$T = 3 bigand $i in [1..3] when $i == T: p($i) end", ["T101"]),
    ("bigand $i in [1..3] when i: p($i) end", ["T104"]),
    ("bigand $i in [1..3] when True: p($i) end", ["T104"]),
    ("bigand $i in [1..3] when $i > 1 and True: p($i) end", ["T101"]),
]


@table(("text", "expected"), SURE, ids=[one[0] for one in SURE])
def test_check(text: str, expected: list[str]) -> None:
    assert told(text) == expected


MODES = [
    ("a and b", Mode.SAT),
    ("exists x: x", Mode.QBF),
    ("a and not (forall x: x)", Mode.QBF),
    ("x + 1 > 3", Mode.SMT),
    ("bigand $i in [1..2]: x($i) > $i end", Mode.SMT),
    ("if 1 < 2 then a else b end", Mode.SAT),
    ("bigand $i in [1..2] when $i > 1: p($i) end", Mode.SAT),
    ("bigand $i,$j in [1..2],[1..2]: $i != $j => p($i,$j) end", Mode.SAT),
    ("bigand $c,$d in [red,blue],[red,blue]: $c != $d => not p($c) or not p($d) end", Mode.SAT),
    ("bigand $c in [red,none]: $c != none => p($c) end", Mode.SAT),
    ("bigand $v in [x,y]: $v > 2 end", Mode.SMT),
    ("$S = [x,y] bigand $v in $S: $v > 2 end", Mode.SMT),
    ("$S = [x($i) for $i in [1..3]] bigand $s in [$S]: bigand $v in $s: 2*$v > 2 end end", Mode.SMT),
    ("let $v = x: $v > 2", Mode.SMT),
    ("bigand $v in [x,y]: bigand $v in [1..2]: $v > 2 => p end end", Mode.SAT),
]


@table(("text", "mode"), MODES, ids=[one[0] for one in MODES])
def test_guessed_mode(text: str, mode: Mode) -> None:
    reading = read_document(Document("d", text))
    assert (reading.mode, reading.is_mode_guessed) == (mode, True)


STANDING = [
    ("x > 3", Mode.SAT, ["S201"]),
    ("x > 3", Mode.QBF, ["S201"]),
    ("x > 3", Mode.SMT, []),
    ("x mod 2 == 0", Mode.SMT, ["S207"]),
    ("x in [1]", Mode.SMT, ["S201"]),
    ("x + 1", Mode.SMT, ["S203"]),
    ("x == y and not (y > 2.5) or -x/2.0 < 1.0", Mode.SMT, []),
    ("exists x: x", Mode.SAT, ["S202"]),
    ("exists x: x", Mode.SMT, ["S202"]),
    ("exists a: (a and exists a: a)", Mode.QBF, ["N110"]),
    ("exists p($i) for $i in [1..2]: forall p(2): p(1)", Mode.QBF, ["N110"]),
    ("(exists a: a) and a", Mode.QBF, ["N111?"]),
    ("exists $p for $p in [a,b]: a and b", Mode.QBF, []),
    ("exists e,$p for $p in [a,b]: a and b and e", Mode.QBF, []),
    ("exists $p for $p in [1..2]: a", Mode.QBF, ["T109"]),
    ("exists p($i) for $i in [1..3] when $i > 1: q", Mode.QBF, ["S208"]),
    ("exists p($i,$j) for $i,$j in [1],[2]: q", Mode.QBF, ["S208"]),
    ("exists p($i,$j) for $i,$j in [1]: q", Mode.QBF, ["S208"]),
    ("bigand $f in [x,y]: $f(1) > 2 end", Mode.SMT, []),
    ("bigand $f in [x,y]: exists $f(1): p end", Mode.QBF, []),
    ("p(Top)", Mode.SAT, ["S205"]),
    ('p("x > 3")', Mode.SMT, ["S201"]),
    ('"a"', Mode.SAT, ["S206"]),
    ("[a,b]", Mode.SAT, ["S203"]),
]


@table(("text", "mode", "expected"), STANDING, ids=[f"{o[1].value}: {o[0]}" for o in STANDING])
def test_what_may_stand_where(text: str, mode: Mode, expected: list[str]) -> None:
    assert told(text, mode) == expected


IMPLICATIONS = [
    ("bigor $i in [1,2]: p($i) => q($i) end", ["S405?"]),
    ("bigor $i,$j in [1,2],[1,2]: (p($j) and r => q($i)) end", ["S405?"]),
    ("r => bigor $i in [1,2]: p($i) => q => s end", ["S405?"]),
    ("bigand $j in [1,2]: bigor $i in [1,2]: p($j) => q($i) end end", []),
    ("bigand $i in [1,2]: p($i) => q($i) end", []),
    ("bigor $i in [1,2]: p($i) <=> q($i) end", []),
    ("bigor $i in [1,2]: not p($i) or q($i) end", []),
]


@pytest.mark.parametrize(("text", "expected"), IMPLICATIONS)
def test_an_implication_in_a_bigor_is_doubted_where_its_premise_varies(text: str, expected: list[str]) -> None:
    assert told(text) == expected


SLOW = [
    "bigand $a,$b in [1..60],[[$x for $x in [1..300]] for $y in [1..300]] when $a > 100: p($u) end",
    "$s = [[[$x for $x in [1..900]] for $y in [1..900]] for $z in [1..900]] p($s)",
    "$s = " + "[" * 60 + "1" + " for $x in [1..2]]" * 60 + " p($s)",
    "$s = " + "[" * 1000 + "1" + " for $x in [1..2]]" * 1000 + " p($s)",
    "$s = " + "[$x for $x in " * 60 + "[1..2]" + "]" * 60 + " p($s)",
    "bigand $a,$b in [1..900],[1..900] inter [5000..5900]: p($u) end",
]


@pytest.mark.parametrize("text", SLOW, ids=[one[:40] for one in SLOW])
def test_evaluating_has_its_limits(text: str) -> None:
    start = process_time()
    told(text)
    assert process_time() - start < 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # A colour of the same letter as the size of the board is meant, however it is known.
        ("$N = 3\nbigand $i in [1..$N]: c($i,N) xor c($i,B) end\nc(1,N)", 0),
        ("$N = 3\n$C = [N,B]\nbigand $i,$c in [1..$N],$C when $c != N: c($i,$c) end", 0),
        ("$n = 2\nbigand $i in [1..$n]: c($i,n) end\nnot c(3,n)\nc(4,n) or a", 0),
        # A dollar that was forgotten is told: once, beside the variable, beside numbers, in a loop.
        ("$T = 3\nbigand $t in [1..$T]: p($t) xor q(T) end", 1),
        ("bigand $i in [1..8]: lamp($i) => battery(i) end", 1),
        ("bigand $i,$j in [1..3],[1..3]: a($i,$j) => b(i) and b(j) end", 2),
        (
            "$C = [r,v]\nbigand $c in $C: p($c) or p(vide) end\nbigand $c in $C: not p(c) or p(vide) or p(c) end",
            2,
        ),
        ("$T = 5\nbigand $i in [1..$T]: c($i,r) or c(T,v) or c(T,r) or c(T,b) end", 3),
        ("bigand $i in [1..3]: bigor $x in [i,b]: p($x,$i) end end", 1),
    ],
)
def test_a_name_beside_a_variable_of_the_same_letters(text: str, told: int) -> None:
    assert [one.code for one in read_document(Document("f", text)).diagnostics] == ["N106"] * told


@pytest.mark.parametrize("text", ["bigand $t in [1..T]: p($t) end", "bigand $t in [1..$T] when $t != T: p($t) end"])
def test_a_name_for_a_number_is_wrong_however_often_it_is_a_value(text: str) -> None:
    steady = "$T = 3\nc(1,T)\nc(2,T)\nc(3,B)\n"
    assert [one.code for one in read_document(Document("f", steady + text)).diagnostics if one.code[0] in "NT"][
        -1:
    ] == ["T101"]
