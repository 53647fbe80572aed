"""Laying out keeps the meaning and the comments, and doing it twice changes nothing."""

import pytest
from hypothesis import given, settings
from tests.conformance import Program, read_programs
from tests.golden import check_golden
from tests.language.programs import programs

from bigand.language.format import layout
from bigand.language.reading import parse
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document

PROGRAMS = [
    program for program in read_programs() if not has_errors(parse(Document(program.id, program.source))[1])
]


def check_layout(text: str) -> str:
    program, diagnostics = parse(Document("given", text))
    assert not has_errors(diagnostics), text
    once = layout(program, text)
    again, diagnostics = parse(Document("laid out", once))
    assert not has_errors(diagnostics)
    assert again == program
    assert layout(again, once) == once
    assert comments(text) == comments(once)
    return once


def comments(text: str) -> list[str]:
    """The comments of a text, sorted: one may be moved before the line in which it stood."""
    program, _ = parse(Document("given", text))
    return sorted(text[span.start : span.end].rstrip() for span in program.comments)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.id)
def test_conformance_programs(program: Program) -> None:
    check_layout(program.source)


@settings(max_examples=400, deadline=None)
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
    program, _ = parse(Document("messy", MESSY))
    check_golden("layout.touist", layout(program, MESSY))
    check_layout(MESSY)


def test_line_ends_of_other_systems() -> None:
    assert check_layout("a ;; one\r\nb\r\r\nc\r") == "a ;; one\nb\n\nc\n"


def test_a_byte_order_mark_goes() -> None:
    assert check_layout("\ufeffa") == "a\n"
