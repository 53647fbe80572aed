"""Habits from the blackboard and from other languages: one clear message for each slip, and no flood after it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.effort import IS_THOROUGH
from tests.tables import table

from bigand.language import read_document
from bigand.messages.message import Severity
from bigand.models import model
from bigand.source.diagnostic import apply_fixes, merge_duplicates
from bigand.source.document import Document

EXAMPLES = Path(__file__).parents[2] / "examples"
MODELS = ("queens/queens.touist", "watersort/pours.touist", "watersort/sources.touist", "lightup/numbers.touist")
MOST = 3  # messages for one slip
PLACES = 8  # of a file at which a slip is planted; a quarter of them without BIGAND_TESTS=thorough


def codes(text: str) -> list[str]:
    return [one.code for one in read_document(Document("habit", text)).diagnostics]


def fixed(text: str) -> str:
    return apply_fixes(text, read_document(Document("habit", text)).diagnostics)[0]


# ------------------------------------------------------------------ primes


def test_a_prime_is_told_once_a_name_with_all_its_places() -> None:
    text = "bigand $i,$i' in [1..3],[1..3] when $i != $i': p($i) => p'($i') end bigand $i in [1..3]: p'($i) end"
    found = read_document(Document("habit", text)).diagnostics
    assert [(one.code, one.message.gaps["name"], len(one.also)) for one in found] == [
        ("S010", "$i'", 2),
        ("S010", "p'", 1),
    ]
    assert fixed(text) == text.replace("$i'", "$i2").replace("p'", "p2")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x' or $i2", "x2 or $i2"),
        ("x' or x2", "x_2 or x2"),
        ("x' or x'' or x2 and x_2", "x_3 or x3 or x2 and x_2"),
        ("x1' => x1", "x1_2 => x1"),
        ("x’ and x' and x″", "x2 and x2 and x3"),
        ("é' or e2", "e_2 or e2"),
    ],
)
def test_the_name_without_a_prime_is_no_other_name(text: str, expected: str) -> None:
    done = text
    for _ in range(3):
        done = fixed(done)
    assert done == expected


def test_the_rest_is_checked_as_if_the_prime_were_part_of_the_name() -> None:
    assert "N101" in codes("bigand $i,$i' in [1..3],[1..3] when $i < $i': p($i,$k) end")
    assert "N105" not in codes("bigand $i,$i' in [1..3],[1..3] when $i < $i': p($i,$i') end")


def test_a_prime_where_a_batch_of_tokens_ends() -> None:
    for before in range(4090, 4100):
        text = "p " * before + "bigand $i' in [1]: q($i') end"
        assert codes(text) == ["S010"]


def test_an_apostrophe_in_prose_is_no_prime() -> None:
    text = "p(1) ;; a layer is full so before\n     it's empty and the other tube is coloured\nq(1)"
    assert "S010" not in codes(text)


# ------------------------------------------------------------------ tuples

QUEENS = (EXAMPLES / "queens/queens.touist").read_text(encoding="utf-8").replace("$N = 8", "$N = 6")
WHOLE = "$i != $k and abs($i-$k) == abs($j-$l)"


def count(text: str) -> int:
    return model(text).count()


@pytest.mark.parametrize(("operator", "joint"), [("!=", "or"), ("==", "and")])
def test_tuples_are_compared_member_by_member(operator: str, joint: str) -> None:
    text = f"bigand $i,$j,$k,$l in [1,2],[1,2],[1,2],[1,2] when ($i,$j) {operator} ($k,$l+0): p($i,$l) end"
    assert codes(text) == ["S129"]
    assert f"when $i {operator} $k {joint} $j {operator} $l+0:" in fixed(text)
    assert f"($i {operator} 1 {joint} 2 {operator} 2 {joint} 3 {operator} $i) and" in fixed(
        f"bigand $i in [1,2] when ($i,2,3) {operator} (1,2,$i) and $i > 0: p($i) end"
    )


def test_the_fix_of_a_tuple_gives_the_models_that_are_meant() -> None:
    text = QUEENS.replace(WHOLE, "($i,$j) != ($k,$l) and abs($i-$k) == abs($j-$l)")
    assert text != QUEENS
    assert count(fixed(text)) == count(QUEENS) == 4


def test_sets_that_look_like_tuples_are_doubted() -> None:
    text = QUEENS.replace(WHOLE, "[$i,$j] != [$k,$l] and abs($i-$k) == abs($j-$l)")
    (doubt,) = read_document(Document("habit", text)).diagnostics
    assert (doubt.code, doubt.severity) == ("T115", Severity.WARNING)
    assert doubt.fix[0].text == "($i != $k or $j != $l)"
    assert codes("bigand $i in [1,2] when [1,$i] == [1..2]: p($i) end") == []
    assert codes("bigand $i in [1,2] when [$i] == [1]: p($i) end") == []
    assert codes("bigand $i in [1,2] when [1,2] == [2,1]: p($i) end") == []


# ------------------------------------------------------------------ one message for one slip


@table(
    ("text", "expected", "right"),
    [
        ("bigand $i in [1,2]: p$i or q_$i end", ["S112", "S112"], "bigand $i in [1,2]: p($i) or q($i) end"),
        ("bigand $i,$j in [1],[2]: p$i,$j end", ["S112"], "bigand $i,$j in [1],[2]: p($i,$j) end"),
        ("bigand $i,$j in [1],[2]: p[$i][$j] end", ["S112"], "bigand $i,$j in [1],[2]: p($i,$j) end"),
        ("bigand $i,$j in [1],[2]: p_{$i,$j} end", ["S112"], "bigand $i,$j in [1],[2]: p($i,$j) end"),
        ("bigand $i in [1] when |$i| == 1: p($i) end", ["S002"], "bigand $i in [1] when abs($i) == 1: p($i) end"),
        ("bigand $i in [1] when $i ∉ [2]: p($i) end", ["S118"], "bigand $i in [1] when not $i in [2]: p($i) end"),
        ("bigand $i in [1,2] \\ [2]: p($i) end", ["S002"], "bigand $i in [1,2] diff [2]: p($i) end"),
        ("bigand $i in [1,2]: p(2$i) end", ["S102"], "bigand $i in [1,2]: p(2*$i) end"),
        ("p(1,'red') or q", ["S001"], "p(1,red) or q"),
        ("p(1) = true p(2) = 0", ["S117", "S117"], "p(1) not p(2)"),
        ("p . q", ["S002"], "p and q"),
        ("p₁ or q", ["S004"], "p1 or q"),
        ("bigand $i in [1,2]: sum($j in [1,2]: p($i,$j)) == 1 end", ["S118"], None),
        ("bigand $i in [1,2]: p($i) + q($i) end", ["S203"], None),
        ("forall i in [1,2]: p(i) end", ["S118", "N106"], None),
    ],
)  # fmt: skip
def test_one_message(text: str, expected: list[str], right: str | None) -> None:
    assert codes(text) == expected
    if right is not None:
        assert fixed(text) == right


MANY = ",".join(map(str, range(300)))


@pytest.mark.parametrize(
    "text",
    [
        "$i = a p$i q $i",
        "$x = p $y = 3 q($y) $x",
        "bigand $i,$j in [1],[2]: sum($i,$j) or count($i in [1]) end",
        f"let $a,$b = [{MANY}],[{MANY}]: bigand $i,$j in $a,$b: p($i,$j) end",
        f"bigand $i,$j in [{MANY}],[{MANY}]: p($i,$j) end",
        "bigand $i in [p for $_j in [1]]: $i end",
    ],
)
def test_what_is_legal_stays_legal(text: str) -> None:
    assert codes(text) == []


def test_a_condition_of_a_set_may_not_begin_with_if() -> None:
    assert codes("bigand $x in [$i for $i in [1..3] if $i > 1]: p($x) end") == ["S118"]


# Each slip: what it stands for, as a pattern, and what is written instead.
SLIPS = [
    *[(r"\band\b", written) for written in ("&&", "∧", "et", "&", "*", "/\\")],
    *[(r"\bor\b", written) for written in ("||", "∨", "ou", "+", "|", "\\/")],
    *[(r"\bnot ", written) for written in ("!", "~", "¬", "non ", "-", "Not ")],
    *[(r"(?<!<)=>", written) for written in ("->", "⇒", "→", "implies", "implique")],
    *[(r"<=>", written) for written in ("<->", "⇔", "iff", "ssi", "≡")],
    *[(r"!=", written) for written in ("≠", "<>", "=/=", "/=")],
    *[(r"==", written) for written in ("=", "===")],
    *[(r"\bin\b", written) for written in ("∈", "dans", "=", "IN")],
    *[
        (r"\bbigand\b", written)
        for written in ("forall", "for all", "for", "⋀", "∀", "pour tout", "bigAnd", "big and")
    ],
    *[(r"\bbigor\b", written) for written in ("exists", "⋁", "∃", "il existe", "bigOr")],
    *[(r"\bwhen\b", written) for written in ("with", "avec", "where", "if", "|", "", ",", "si", "and")],
    *[(r"\bend\b", written) for written in ("fin", "", "end end", "end.", "end;", "END")],
    *[(r":(?=\s)", written) for written in ("", ";", " do", "::", ",")],
    (r"\[(\d+\.\.[^\]]*)\]", r"{\1}"),
    (r"\[(\d+\.\.[^\]]*)\]", r"\1"),
    (r"\[(\d+\.\.[^\]]*)\]", r"(\1)"),
    (r"\[(\d+)\.\.([^\]]*)\]", r"[\1:\2]"),
    (r"\[(\d+)\.\.([^\]]*)\]", r"[\1,...,\2]"),
    (r"\$(\w+)(?=[,) ])", r"\1"),
    (r"\$(\w+)(?=[,) ])", r"$ \1"),
    (r"(\$\w+)(?=[,) ])", r"\1'"),
    (r"\b(\w+)\((\$[^()]*)\)", r"\1[\2]"),
    (r"\b(\w+)\((\$[^()]*)\)", r"\1_{\2}"),
    (r"\b(\w+)\((\$[^()]*)\)", r"\1 (\2)"),
    (r"\b(\w+)\((\$[^()]*)\)", r"\1'(\2)"),
    (r"\b(\w+)\((\$[^()]*)\)", r"\1(\2"),
    (r"\b(\w+)\((\$[^()]*)\)", r"\1(\2))"),
    (r"(\$\w+) = ", r"\1 := "),
    (r"\$(\w+) = ", r"\1 = "),
    (r"(\$\w+ = .*)", r"let \1"),
    (r"(\$\w+ = .*)", r"\1;"),
    (r";; ", "# "),
    (r";; ", "// "),
    (r";; ", "; "),
    (r",", ";"),
]


def planted(text: str, pattern: str, written: str) -> Iterator[str]:
    """A text with a slip at one place, and at another; comments are not touched, unless the slip is about them."""
    is_comment = pattern.startswith(";;")
    places = [
        match
        for match in re.finditer(pattern, text)
        if is_comment or ";;" not in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    ]
    step = max(1, len(places) // PLACES)
    for match in places[:: step if IS_THOROUGH else 4 * step]:
        yield (
            text[: match.start()]
            + match.expand(written.replace("\\/", "\\\\/").replace("/\\", "/\\\\"))
            + text[match.end() :]
        )


@pytest.mark.thorough
@table(("pattern", "written"), SLIPS, ids=[f"{one} {other}" for one, other in SLIPS])
def test_no_slip_gives_a_flood(pattern: str, written: str) -> None:
    for name in MODELS:
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        for wrong in planted(text, pattern, written):
            told = merge_duplicates(read_document(Document(name, wrong)).diagnostics)
            shown = [(one.code, wrong[one.primary.span.start : one.primary.span.end]) for one in told]
            assert len(told) <= MOST, (shown, wrong)
