"""Laying out keeps the meaning and the comments, and doing it twice changes nothing."""

import pytest
from hypothesis import given, settings
from tests.conformance import Program, read_programs
from tests.effort import tries
from tests.golden import check_golden
from tests.language.programs import programs
from tests.tables import table

from bigand.language import syntax
from bigand.language.formatter import format_program
from bigand.language.frontend import parse_document
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document

PROGRAMS = [
    program
    for program in read_programs()
    if not has_errors(parse_document(Document(program.id, program.source))[1])
]


def check_layout(text: str) -> str:
    program, diagnostics = parse_document(Document("given", text))
    assert not has_errors(diagnostics), text
    once = format_program(program, text)
    again, diagnostics = parse_document(Document("laid out", once))
    assert not has_errors(diagnostics)
    assert again == program
    assert format_program(again, once) == once
    assert comments(text) == comments(once)
    assert directive_places(program) == directive_places(again)
    return once


def directive_places(program: syntax.Program) -> list[int]:
    """How many items begin before each directive."""
    starts = [item.span.start for item in program.items]
    return [sum(start < one.span.start for start in starts) for one in program.directives]


def comments(text: str) -> list[str]:
    """The comments of a text, sorted: one may be moved before the line in which it stood."""
    program, _ = parse_document(Document("given", text))
    return sorted(text[span.start : span.end].rstrip() for span in program.comments)


@table("program", PROGRAMS, ids=lambda program: program.id)
def test_conformance_programs(program: Program) -> None:
    check_layout(program.source)


@settings(max_examples=tries(400), deadline=None)
@given(programs())
def test_random_programs(text: str) -> None:
    check_layout(text)


MESSY = """\
;; Water
$C=[vert, orange,   vide] $T = 3   ;; tubes


$k=8
;;@ expect sat
;; first rule
bigand $i in [0..$k]: ;; for each state
bigand $t in [1..$T]: ;; for each tube
      bigor $c in $C: p($i,$t,   $c ) end ;; at least one
  ;; the last of it
   end
end
p(1)  q(2)  r ;; all
bigand $i,$j,$m,$l in [1..8],[1..8],[1..8],[1..8] when abs($i-$m) == abs($j-$l) and ($i != $m or $j != $l): not x($i,$j) or not x($m,$l) end
a and ;; in the middle
 b => - 1 + 2 == x
$long = [alpha,beta,gamma,delta,epsilon,zeta,eta,theta,iota,kappa,lambda,mu,nu,xi,omicron]
if $T > 2 then a
else b end
very_long_proposition(1,2,3) and another_long_proposition(4,5,6) and a_third_one(7,8) => result(9)
exists x,y for $i in [1..2]: x
"f" == "g"
"""


def test_golden_layout() -> None:
    program, _ = parse_document(Document("messy", MESSY))
    check_golden("layout.touist", format_program(program, MESSY))
    check_layout(MESSY)


def test_line_ends_of_other_systems() -> None:
    assert check_layout("a ;; one\r\nb\r\r\nc\r") == "a ;; one\r\nb\r\n\r\nc\r\n"
    assert check_layout("a ;; one\nb\r\r\nc\r") == "a ;; one\nb\n\nc\n"


BESIDE = [
    ("a and ;;@ soft 3\nb\nc", "a and b\n;;@ soft 3\nc\n"),
    ("a and ;;@ soft 3\nb ;;@ soft 4\n\nc", "a and b\n;;@ soft 3\n;;@ soft 4\n\nc\n"),
    ("a ;;@ soft 3\nb", "a ;;@ soft 3\nb\n"),
    ("a and ;; one\nb and ;; two\nc ;; three\nd", "a ;; one\n  and b ;; two\n  and c ;; three\nd\n"),
    ("a and\n;; of b\nb", "a\n  ;; of b\n  and b\n"),
    ("p([1, ;; one\n2 ;; two\n, 3 ;; three\n])", "p([1, ;; one\n    2, ;; two\n    3 ;; three\n  ])\n"),
    ("p([ ;; all\n1,2])", "p([ ;; all\n    1,2])\n"),
    ("exact(1, ;; number\n[a,b])", "exact(1, ;; number\n  [a,b])\n"),
    ("q([p($i) ;; of i\nfor $i in S])", "q([p($i) ;; of i\n    for $i in S])\n"),
]


@pytest.mark.parametrize(("text", "expected"), BESIDE)
def test_comments_stay_beside_what_they_explain(text: str, expected: str) -> None:
    assert check_layout(text) == expected


def test_tighter_operators_are_indented_more() -> None:
    long = "x" * 30
    text = f"{long}(1) and {long}(2) and {long}(3) or {long}(4) or {long}(5) => {long}(6)"
    assert check_layout(text) == (
        f"{long}(1)\n      and {long}(2)\n      and {long}(3)\n    or {long}(4)\n    or {long}(5)\n  => {long}(6)\n"
    )


def test_a_long_comprehension_is_broken() -> None:
    long = "x" * 30
    text = f"$s = [{long}($i,$j) for $i,$j in [1..100],[1..100] when $i != $j and ({long}($i) != $j or $i > 2)] a"
    assert check_layout(text) == (
        f"$s = [{long}($i,$j)\n  for $i,$j in [1..100],[1..100]\n"
        f"    when $i != $j and ({long}($i) != $j or $i > 2)]\na\n"
    )


def test_a_byte_order_mark_goes() -> None:
    assert check_layout("\ufeffa") == "a\n"
