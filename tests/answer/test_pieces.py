"""Mathematics in pieces: each assignment and formula with its place, and all of them together the whole."""

import re
from pathlib import Path
from typing import get_args, get_type_hints
from xml.etree import ElementTree

import pytest
from tests.conformance import read_programs

from bigand.api.mathematics import Mathematics, MathematicsAnswer
from bigand.api.question import Failure, ask_here
from bigand.api.source import Source
from bigand.language.frontend import parse_document
from bigand.source.document import Document

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.touist"))
TARGETS = get_args(get_type_hints(Mathematics)["target"])
BETWEEN = re.compile(r"\s|\\\\")


def typeset(text: str, target: str, **fields: bool) -> MathematicsAnswer:
    answer = ask_here(Mathematics(source=Source(text=text), target=target, **fields))  # type: ignore[arg-type]
    assert not isinstance(answer, Failure), answer
    return answer


def check_pieces(text: str, answer: MathematicsAnswer) -> None:
    program, _ = parse_document(Document("text", text))
    assert [piece.span for piece in answer.pieces] == [item.span for item in program.items]
    at = 0
    for number, piece in enumerate(answer.pieces):
        start = answer.text.index(piece.text.rstrip("\n"), at)
        assert not number or not BETWEEN.sub("", answer.text[at:start])
        at = start + len(piece.text.rstrip("\n"))


@pytest.mark.parametrize("target", TARGETS)
def test_pieces_make_the_whole(target: str) -> None:
    programs = [program.source for program in read_programs()]
    for text in [*[path.read_text(encoding="utf-8") for path in EXAMPLES], *programs]:
        answer = ask_here(Mathematics(source=Source(text=text), target=target))  # type: ignore[arg-type]
        if not isinstance(answer, Failure):
            check_pieces(text, answer)


def test_a_piece_is_where_it_stands() -> None:
    text = "$N = 3 ;; é𝔸\r\n\r\nbigand $i in [1..$N]:\r\n  p($i)\r\nend\r\nq"
    pieces = typeset(text, "unicode", flat=True).pieces
    assert [text[slice(*piece.span)] for piece in pieces] == ["$N = 3", text[text.index("bigand") : -3], "q"]
    assert [piece.text for piece in pieces] == ["N ← 3\n", "⋀ i∈[1..N]: p(i)\n", "q\n"]


def test_values_from_outside_are_no_pieces() -> None:
    source = Source(text="p($N)", assignments=("$N=2",))
    answer = ask_here(Mathematics(source=source, target="unicode"))
    assert not isinstance(answer, Failure)
    assert [piece.span for piece in answer.pieces] == [(0, 5)]


def test_mathml_has_classes_where_no_styles_are_allowed() -> None:
    text = "$Rows = 3\nbigand $i,$j in [1..$Rows],[1..2]: p($i) => if $i > 1 then q else r end end"
    styled, classed = typeset(text, "mathml"), typeset(text, "mathml", has_classes=True)
    assert "style=" in styled.text
    for part in (classed.text, *[piece.text for piece in classed.pieces]):
        assert not re.search(r"\sstyle=", part)
    known = {part.get("class") for part in ElementTree.fromstring(classed.text).iter()} - {None}
    assert known == {"left", "name", "condition"}
