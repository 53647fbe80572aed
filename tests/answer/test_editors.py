"""What editors ask: names in their scopes, completions, colours; of texts that are still being typed, too."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from tests.effort import tries

from bigand.api.editor import Complete, Definition, Hover, HoverAnswer, References, Rename, Symbols, Tokens
from bigand.api.question import Failure, Question, ask_here
from bigand.api.source import Source
from bigand.language.directives import DIRECTIVE_WORDS as DIRECTIVES
from bigand.language.tokens import FUNCTIONS, KEYWORDS
from bigand.messages import LANGUAGES, message_text
from bigand.models import model
from bigand.source.diagnostic import Edit
from bigand.source.document import Span

SHADOWED = "$i = 3\nbigand $i in [1..2]: p($i) or bigor $i in [4..5]: q($i) end end\nlet $i = 7: r($i)\np($i)"
FAMILY = "$v(1) = 2\n$v(2) = 3\n$v = 5\nbigand $i in [1..2]: p($v($i),$v) end"
HELD = "bigand $p in [a,b]: $p(1) or c($p) end\na(1) or b(1)"
QUOTED = '$f = "a($x) or b"\n$x = 1\n$f and a(2)'
TEXTS = [
    SHADOWED,
    FAMILY,
    HELD,
    "$N = 2\n;;@ domain p([1..$N])\n;;@ expect models 3\nbigor $i in [1..$N]: p($i) end",
    "$S = [1..3]\nbigand $i,$j in $S,[1..$i] when $i != $j: x($i,$j) => not x($j,$i) end",
    "atmost(1,[p($k) for $k in [1..3]])\n;;@ view grid p(row)\np(1) or q",
    "let $a,$b = 1,$a: p($a,$b) or p(2,2)",
]


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in reversed(edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def rename(text: str, offset: int, name: str) -> str:
    answer = ask_here(Rename(source=Source(text=text), offset=offset, name=name))
    assert not isinstance(answer, Failure), answer
    return applied(text, answer.edits)


def places(kind: type[Definition] | type[References], text: str, offset: int) -> list[int]:
    answer = ask_here(kind(source=Source(text=text), offset=offset))
    assert not isinstance(answer, Failure), answer
    return [span.start for span in answer.spans]


def completions(text: str, offset: int | None = None) -> list[str]:
    answer = ask_here(Complete(source=Source(text=text), offset=len(text) if offset is None else offset))
    assert not isinstance(answer, Failure), answer
    return [one.text for one in answer.completions]


def names_in(text: str) -> list[Span]:
    """Where names stand."""
    answer = ask_here(Tokens(source=Source(text=text)))
    assert not isinstance(answer, Failure)
    return [one.span for one in answer.tokens if one.kind in ("name", "variable")]


def test_shadowed_variables_are_others() -> None:
    inner, outer = SHADOWED.index("q($i") + 2, SHADOWED.index("p($i") + 2
    assert places(Definition, SHADOWED, inner) == [SHADOWED.index("$i in [4")]
    assert places(Definition, SHADOWED, outer) == [SHADOWED.index("$i in [1")]
    assert places(Definition, SHADOWED, SHADOWED.index("r($i") + 2) == [SHADOWED.index("$i = 7")]
    assert places(References, SHADOWED, 0) == [0, SHADOWED.rindex("$i")]
    assert rename(SHADOWED, 0, "$n").count("$n") == 2


def test_families_of_indexed_variables() -> None:
    assert places(Definition, FAMILY, FAMILY.index("$v($i") + 1) == [0, 10]
    changed = rename(FAMILY, 0, "$w")
    assert changed == "$w(1) = 2\n$w(2) = 3\n$v = 5\nbigand $i in [1..2]: p($w($i),$v) end"


def test_a_predicate_that_a_variable_holds() -> None:
    assert rename(HELD, HELD.index("$p"), "$q") == HELD.replace("$p", "$q")
    assert rename(HELD, HELD.index("a,b"), "z") == "bigand $p in [z,b]: $p(1) or c($p) end\nz(1) or b(1)"


def test_quoted_parts_belong_to_the_text() -> None:
    assert rename(QUOTED, QUOTED.index("a("), "z") == QUOTED.replace("a(", "z(")
    assert rename(QUOTED, QUOTED.index("$x = "), "$y") == QUOTED.replace("$x", "$y")


@settings(max_examples=tries(60), deadline=None)
@given(some.sampled_from(TEXTS), some.data())
def test_there_and_back(text: str, data: some.DataObject) -> None:
    """Another name that nobody has, and the old one again: the same text; in between the same number of models."""
    offset, end = data.draw(some.sampled_from(names_in(text)))
    old = text[offset:end]
    fresh = "$zz9" if old.startswith("$") else "zz9"
    changed = rename(text, offset, fresh)
    assert changed != text
    assert rename(changed, changed.index(fresh), old) == text
    assert model(changed).count() == model(text).count()


@pytest.mark.parametrize("name", ["bigand", "card", "1", "a b", "", "$i", "é", "q"])
def test_names_that_are_none_or_taken_are_refused(name: str) -> None:
    answer = ask_here(Rename(source=Source(text=SHADOWED), offset=SHADOWED.index("p("), name=name))
    assert isinstance(answer, Failure)
    assert answer.key in ("rename.no_name", "rename.clash")


def test_a_local_may_have_the_name_of_one_elsewhere() -> None:
    text = "bigand $i in [1..2]: p($i) end\nbigand $j in [1..2]: q($j) end"
    assert rename(text, text.index("$i"), "$j") == text.replace("$i", "$j")
    nested = "bigand $i in [1..2]: bigand $j in [1..2]: p($i,$j) end end"
    assert isinstance(ask_here(Rename(source=Source(text=nested), offset=7, name="$j")), Failure)


def test_completions_while_typing() -> None:
    begun = "$Size = 3\ncell(1,2)\nbigand $row,$column in [1..$Size],[1..3]: cell($"
    assert set(completions(begun)) == {"$column", "$row", "$Size"}
    assert "cell" in completions(begun, begun.index("cell(1") + 2)
    assert completions("big") == ["bigand", "bigor"]
    assert completions(";;@ vi") == ["view"]
    assert completions(";;@ view g") == ["graph", "grid"]
    assert "row" in completions(";;@ view grid p(r")
    assert "$i" not in completions("bigand $i in [1..2]: p($i) end\nq($")


def offered(text: str) -> list[tuple[str, str, tuple[int, ...]]]:
    """What is offered where the text has a `|`."""
    answer = ask_here(Complete(source=Source(text=text.replace("|", "", 1)), offset=text.index("|")))
    assert not isinstance(answer, Failure), answer
    return [(one.text, one.kind, one.arities) for one in answer.completions]


def words_offered(text: str) -> list[str]:
    return [word for word, _, _ in offered(text)]


def test_variables_come_first_the_innermost_before_all() -> None:
    text = "$N = 3\np(1,2)\nbigand $i in [1..$N]:\n  bigor $j in [1..$i] when |"
    kinds = [kind for _, kind, _ in offered(text)]
    assert words_offered(text)[:4] == ["$j", "$i", "$N", "p"]
    order = ["local", "global", "predicate", "keyword", "function"]
    assert kinds == sorted(kinds, key=order.index)
    assert set(kinds) == set(order)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("$N = 3\r\n;; é𝔸\r\nbigand $i in [1..$N]:\r\n  p($|", ["$i", "$N"]),
        ("bigand $i in [1..2]: if $i == 1 then p else q end and p($|", ["$i"]),
        ("let $x = 3: p($|", ["$x"]),
        ("let $x = 3: p($x)\nq($|", []),
        ("bigand $i in [1..2]: let $x = 3: p($x) end\nq($|", []),
        ("$S = [$a for $a in [1..3] when $|", ["$a", "$S"]),
        ("$S = [$a for $a in [1..3]] union [$|", ["$S"]),
        ("$étage = 3\np($e|", ["$étage"]),
        ("$Niveau = 3\np($n|", ["$Niveau"]),
        ("$T = 3\np(T|", ["$T", "Top", "then", "true"]),
        ("$TUBES = 3\np(TU|", ["$TUBES"]),
        ("p(1) p(1,2)\nBIG|", ["bigand", "bigor"]),
        (";; only a comment an|", []),
        (";;@ vi| ;; why", ["view"]),
        (";;@ view board p(row) ;; an|", []),
        (";;@ expect |", ["sat", "unsat", "models", "least", "best"]),
        ("$k = 1\n;;@ expect least |", ["$k"]),
        ("x(1) y\n;;@ view board |", ["x", "y"]),
        ("x(1)\n;;@ view board x(row) |", ["x", "as"]),
        ("x(1)\n;;@ view board x(row) as q|", ["queen"]),
        ("x(1)\n;;@ domain |", ["x"]),
        (";;@ view board x(etap|", ["étape"]),
        (";;@ nothing |", []),
        ("$x|", []),
    ],
)
def test_what_is_offered_while_typing(text: str, words: list[str]) -> None:
    assert words_offered(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("board x(|", ["step", "row", "column", "piece", "rank", "file", "étape"]),
        ("board x(row,|", ["step", "column", "piece"]),
        ("graph e(node,|", ["from", "to", "node", "colour"]),
        ("timeline w(|", ["who", "day", "task", "qui", "jour", "tache"]),
    ],
)
def test_the_roles_of_a_view_come_first(text: str, words: list[str]) -> None:
    assert words_offered(f";;@ view {text}")[: len(words)] == words


def test_predicates_have_the_arities_that_they_have_elsewhere() -> None:
    assert offered("p(1) p(1,2) q\n p|")[0] == ("p", "predicate", (1, 2))
    assert offered("p p(1,2)\n p|")[0] == ("p", "predicate", (0, 2))
    assert ("r", "predicate", (0,)) not in offered("p r|")


@pytest.mark.parametrize("begin", ["", "é𝔸 ", ";; 𝔸\r\n"])
def test_offsets_are_code_points(begin: str) -> None:
    text = f";; {begin}\r\n$N = 3\r\np($N) or bigand $i in [1..$N]: q($i) end"
    at = text.index("p($N") + 2
    hovered = ask_here(Hover(source=Source(text=text), offset=at))
    assert not isinstance(hovered, Failure)
    assert (hovered.name, hovered.value, hovered.span) == ("$N", "3", (at, at + 2))
    assert places(Definition, text, at) == [text.index("$N")]
    assert rename(text, at, "$M") == text.replace("$N", "$M")


def test_hover() -> None:
    answer = ask_here(Hover(source=Source(text=SHADOWED), offset=SHADOWED.index("p($i") + 2))
    assert not isinstance(answer, Failure)
    assert (answer.name, answer.kind, answer.value) == ("$i", "local", "[1..2]")
    answer = ask_here(Hover(source=Source(text=SHADOWED), offset=SHADOWED.index("bigor") + 1))
    assert not isinstance(answer, Failure)
    assert (answer.name, answer.kind, answer.meaning) == ("bigor", "keyword", "word.bigor")


def test_hover_at_the_end_of_a_word() -> None:
    for text, word in (("card|([1])", "card"), ("a and| b", "and"), ("not|(a)", "not"), ("p(1) |or q", "or")):
        answer = ask_here(Hover(source=Source(text=text.replace("|", "")), offset=text.index("|")))
        assert not isinstance(answer, Failure)
        assert answer.name == word


def test_every_word_has_a_meaning_in_every_language() -> None:
    for word in [*KEYWORDS, *[function[:-1] for function in FUNCTIONS]]:
        assert all([message_text(f"word.{word}", language) for language in LANGUAGES.values()])


@pytest.mark.parametrize(
    ("text", "assigned", "worth", "size"),
    [
        ("$S = [1..4] diff [2]\nbigand $i in |$S: p($i) end", [], "[1,3,4]", 3),
        ("$n = 2\n$S = [1..$n]\nbigand $i in |$S: p($i) end", ["$S=[a,b]"], "[a,b]", 2),
        ("$N = 3\np(|$N)", ["$N=5"], "5", None),
        ("$S = [1..$N]\nbigand $i in |$S: p($i) end", [], None, None),
        ("$S = [1..100000]\nbigand $i in |$S: p($i) end", [], None, 100_000),
    ],
)
def test_hover_tells_what_a_value_comes_to(
    text: str, assigned: list[str], worth: str | None, size: int | None
) -> None:
    source = Source(text=text.replace("|", ""), assignments=tuple(assigned))
    answer = ask_here(Hover(source=source, offset=text.index("|") + 1))
    assert not isinstance(answer, Failure)
    if size == 100_000:
        assert answer.worth is not None
        assert answer.worth.startswith("[1,2,3,4,")
        assert len(answer.worth) < 200
    else:
        assert answer.worth == worth
    assert answer.size == size


def test_hover_on_a_directive() -> None:
    text = ";;@ view board p(row)\np(1)"
    answer = ask_here(Hover(source=Source(text=text), offset=5))
    assert not isinstance(answer, Failure)
    assert (answer.name, answer.kind, answer.meaning, answer.span) == (
        "view",
        "directive",
        "directive.view",
        (0, 8),
    )
    assert ask_here(Hover(source=Source(text=text), offset=12)) == HoverAnswer()
    for word in DIRECTIVES:
        assert all([message_text(f"directive.{word}", language) for language in LANGUAGES.values()])


def test_an_outline() -> None:
    answer = ask_here(Symbols(source=Source(text="$N = 2\n;;@ expect sat\np(1) and\nq")))
    assert not isinstance(answer, Failure)
    assert [(one.kind, one.name) for one in answer.entries] == [
        ("assignment", "$N"),
        ("directive", ";;@ expect sat"),
        ("formula", "p(1) and q"),
    ]


@settings(max_examples=tries(100), deadline=None)
@given(some.sampled_from(TEXTS), some.data())
def test_half_a_text_has_answers_too(text: str, data: some.DataObject) -> None:
    cut = data.draw(some.integers(0, len(text)))
    rest = data.draw(some.integers(cut, len(text)))
    broken = Source(text=text[:cut] + text[rest:])
    offset = data.draw(some.integers(0, len(broken.text)))
    questions: list[Question[Any]] = [
        Complete(source=broken, offset=offset),
        Hover(source=broken, offset=offset),
        Definition(source=broken, offset=offset),
        References(source=broken, offset=offset),
        Tokens(source=broken),
        Symbols(source=broken),
    ]
    for question in questions:
        assert not isinstance(ask_here(question), Failure), question
