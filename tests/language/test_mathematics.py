"""Programs as mathematics: what stands on the blackboard, drawn three ways."""

import re
from textwrap import dedent
from xml.etree import ElementTree
from xml.parsers import expat

import pytest
from hypothesis import given, settings
from tests.conformance import Program as Example
from tests.conformance import read_programs
from tests.effort import tries
from tests.language.programs import programs
from tests.tables import table

from bigand.language.frontend import parse_document
from bigand.language.mathematics import (
    LatexTarget,
    join_latex,
    join_mathml,
    join_unicode,
    render_latex_statements,
    render_mathml_page,
    render_mathml_statements,
    render_unicode_statements,
)
from bigand.language.mathematics.latex import COMMANDS
from bigand.language.mathematics.layout import Layout, SymbolMark
from bigand.language.mathematics.notation import MARKS, VISUAL_PRECEDENCE, WORDS, notate
from bigand.language.mathematics.unicode import make_box
from bigand.language.syntax import Assertion, Operator, Program, Proposition
from bigand.messages.lookup import Language
from bigand.source.document import Document

MATHML = "{http://www.w3.org/1998/Math/MathML}"
WIDE = 10_000

QUEENS_ROW = """
bigand $i,$j in [1..8],[1..8]:
  bigand $k in [1..8] when $k != $j: not x($i,$j) or not x($i,$k) end
end
"""
QUEENS_DIAGONAL = """
bigand $i,$j,$k,$l in [1..8],[1..8],[1..8],[1..8] when $i != $k and abs($i-$k) == abs($j-$l):
  not x($i,$j) or not x($k,$l)
end
"""
LAMP_ALONE = """
bulb($i,$j) => not (
  (bigor $row in [1..$N] when $row != $i: bulb($row,$j) end)
  or (bigor $m in [1..$N] when $m != $j: bulb($i,$m) end))
"""
LAMP_BEHIND_WALL = """
bigand $m,$n in [$i..$k],[$j..$l]: not wall($m,$n) end
"""
TUBE_FULL = """
bigand $i in $STEPS: bigand $t in [1..$T]: bigand $e in [1..4]:
  bigor $c in $C: p($i,$t,$e,$c) end
end end end
"""
TUBE_EMPTY = """
bigand $i in $STEPS when $i != 0: bigand $t in [1..$T]:
  p($i-1,$t,4,vide) => not tube_source($i,$t)
end end
"""
TUBE_COLOUR = """
bigand $c2 in $C when $c2 != vide and $c2 != $c: moved($c) => not moved($c2) end
"""


def latex(program: Program, target: LatexTarget, language: Language) -> str:
    return join_latex(render_latex_statements(program, target, language), target)


def mathml(program: Program, language: Language) -> str:
    return join_mathml(render_mathml_statements(program, language))


def unicode(program: Program, width: int, flat: bool = False, language: Language = Language.ENGLISH) -> str:
    return join_unicode(render_unicode_statements(program, width, flat, language), flat)


def tree(text: str) -> Program:
    program, _ = parse_document(Document("given", text))
    return program


def rows(text: str, target: LatexTarget = LatexTarget.MATHJAX, language: Language = Language.ENGLISH) -> list[str]:
    """The rows of the block, without what aligns them."""
    lines = latex(tree(text), target, language).splitlines()
    assert lines[0] == r"\begin{aligned}"
    assert lines[-1] == r"\end{aligned}"
    return [line.removeprefix("& ").removesuffix(r" \\") for line in lines[1:-1]]


def row(text: str, target: LatexTarget = LatexTarget.MATHJAX, language: Language = Language.ENGLISH) -> str:
    (only,) = rows(text, target, language)
    return only


def flat(text: str, language: Language = Language.ENGLISH) -> str:
    return unicode(tree(text), WIDE, flat=True, language=language).rstrip("\n")


def boxes(text: str, width: int = 100) -> str:
    return unicode(tree(text), width)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            QUEENS_ROW,
            r"\bigwedge_{i,j \in [1..8]} \bigwedge_{\substack{k \in [1..8] \\ k \neq j}} "
            r"(\neg x_{i,j} \vee \neg x_{i,k})",
        ),
        (
            QUEENS_DIAGONAL,
            r"\bigwedge_{\substack{i,j,k,l \in [1..8] \\ "
            r"i \neq k \wedge \lvert i-k\rvert = \lvert j-l\rvert}} "
            r"(\neg x_{i,j} \vee \neg x_{k,l})",
        ),
        (
            LAMP_ALONE,
            r"\mathrm{bulb}_{i,j} \Rightarrow \neg \left( "
            r"\left( \bigvee_{\substack{\mathit{row} \in [1..N] \\ \mathit{row} \neq i}} "
            r"\mathrm{bulb}_{\mathit{row},j} \right) \vee "
            r"\left( \bigvee_{\substack{m \in [1..N] \\ m \neq j}} "
            r"\mathrm{bulb}_{i,m} \right) \right)",
        ),
        (
            LAMP_BEHIND_WALL,
            r"\bigwedge_{\substack{m \in [i..k] \\ n \in [j..l]}} \neg \mathrm{wall}_{m,n}",
        ),
        (
            TUBE_FULL,
            r"\bigwedge_{i \in \mathit{STEPS}} \bigwedge_{t \in [1..T]} \bigwedge_{e \in [1..4]} "
            r"\bigvee_{c \in C} p_{i,t,e,c}",
        ),
        (
            TUBE_EMPTY,
            r"\bigwedge_{\substack{i \in \mathit{STEPS} \\ i \neq 0}} \bigwedge_{t \in [1..T]} "
            r"(p_{i-1,t,4,\mathrm{vide}} \Rightarrow \neg \mathrm{tube\_source}_{i,t})",
        ),
        (
            TUBE_COLOUR,
            r"\bigwedge_{\substack{\mathit{c2} \in C \\ "
            r"\mathit{c2} \neq \mathrm{vide} \wedge \mathit{c2} \neq c}} "
            r"(\mathrm{moved}_{c} \Rightarrow \neg \mathrm{moved}_{\mathit{c2}})",
        ),
    ],
)
def test_the_blackboard_in_latex(text: str, expected: str) -> None:
    assert row(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            QUEENS_ROW,
            """\
                ⋀         ⋀     (¬x    ∨ ¬x   )
            i,j∈[1..8] k∈[1..8]    i,j     i,k
                         k≠j
            """,
        ),
        (
            LAMP_ALONE,
            """\
            bulb    ⇒ ¬⎛⎛    ⋁      bulb     ⎞ ∨ ⎛   ⋁     bulb   ⎞⎞
                i,j    ⎜⎜row∈[1..N]     row,j⎟   ⎜m∈[1..N]     i,m⎟⎟
                       ⎝⎝  row≠i             ⎠   ⎝  m≠j           ⎠⎠
            """,
        ),
        (
            TUBE_FULL,
            """\
               ⋀       ⋀        ⋀      ⋁  p
            i∈STEPS t∈[1..T] e∈[1..4] c∈C  i,t,e,c
            """,
        ),
        (
            "if $a in $S then bigand $i in $S: p($i) end else q => r end",
            """\
            ⎧  ⋀  p   if a ∈ S
            ⎪ i∈S  i
            ⎨
            ⎩ q ⇒ r   otherwise
            """,
        ),
        ("p(q(1))", "p\n q\n  1\n"),
        ("a p(1) b c", "a\n\np\n 1\n\nb\nc\n"),
    ],
)
def test_the_blackboard_in_boxes(text: str, expected: str) -> None:
    assert boxes(text) == dedent(expected)


def test_flat_on_one_line() -> None:
    assert flat(QUEENS_ROW) == "⋀ i,j∈[1..8]: ⋀ k∈[1..8], k≠j: (¬x(i,j) ∨ ¬x(i,k))"
    assert flat(LAMP_BEHIND_WALL) == "⋀ m∈[i..k], n∈[j..l]: ¬wall(m,n)"


def test_a_box_too_wide_is_flat_and_hangs() -> None:
    assert boxes(QUEENS_ROW, 34) == ("⋀ i,j∈[1..8]: ⋀ k∈[1..8], k≠j:\n    (¬x(i,j) ∨ ¬x(i,k))\n")
    wrapped = unicode(tree("$S = [red, green, blue, yellow]  aaaa => bbbb and cccc"), 16)
    assert wrapped.splitlines() == [
        "S ← {red, green,",
        "    blue,",
        "    yellow}",
        "",
        "aaaa ⇒ bbbb",
        "    ∧ cccc",
    ]


@table(
    ("text", "expected"),
    [
        ("$S = []", "S ← ∅"),
        ("$S = [a, 1, $x]", "S ← {a, 1, x}"),
        ("$S = [p($i) for $i in $T when $i > 1]", "S ← {p(i) | i ∈ T, i > 1}"),
        ("$n = card($S) + abs(-1)", "n ← |S| + |−1|"),
        ("$n = 7 * 2 / 3 - 1 mod 2", "n ← 7 · 2 / 3 − (1 mod 2)"),
        ("$n = sqrt(2.50) + float(3)", "n ← √(2.50) + float(3)"),
        ("$S = powerset($A) diff $B", "S ← 𝒫(A) ∖ B"),
        ("$b = true and false", "b ← true ∧ false"),
        ("$b = $A subset $B", "b ← A ⊆ B"),
        ("$f($i) = 1", "f(i) ← 1"),
        ("$b = $i <= 1 or $i >= 2 or $i < 3 or $i == 4", "b ← i ≤ 1 ∨ i ≥ 2 ∨ i < 3 ∨ i = 4"),
        ("Top => Bot <=> a xor b", "⊤ ⇒ (⊥ ⇔ a ⊕ b)"),
        ("exact(1, $S) data", "exact(1, S)"),
        ("atleast(1, [a]) or atmost(2, p([1..3]))", "atleast(1, {a}) ∨ atmost(2, p([1..3]))"),
        ("exists x,y: forall z: x", "∃x,y. ∀z. x"),
        ("exists p($i) for $i in [1..2]: p(1)", "∃ i∈[1..2]: p(i). p(1)"),
        ("let $x,$y = 1,2: p($x,$y)", "let x = 1, y = 2 : p(x,y)"),
        ('p("a or b")', "p(“a ∨ b”)"),
        ("if true then a else b end", "{a if true; b otherwise}"),
        ("a or (b", "a ∨ (b)"),
        ("a and ", "a ∧ ?"),
        (";; nothing\n;;@ expect sat\na", "a"),
    ],
)
def test_notation(text: str, expected: str) -> None:
    assert flat(text) == expected


@table(
    ("text", "expected"),
    [
        # TouIST and mathematics group differently.
        ("$S = $A union $B inter $C", "S ← (A ∪ B) ∩ C"),
        ("$S = $A union ($B inter $C)", "S ← A ∪ (B ∩ C)"),
        ("$S = $A diff $B union $C", "S ← (A ∖ B) ∪ C"),
        ("$b = 1 in $A union $B", "b ← (1 ∈ A) ∪ B"),
        ("a => b <=> c", "a ⇒ (b ⇔ c)"),
        ("a <=> b => c", "a ⇔ b ⇒ c"),
        ("a => b => c", "a ⇒ b ⇒ c"),
        ("a and b xor c", "a ∧ (b ⊕ c)"),
        ("a or b and c", "a ∨ b ∧ c"),
        ("$b = not $i == $j", "b ← ¬(i = j)"),
        ("$n = 2 * -3", "n ← 2 · (−3)"),
        ("$n = -1 + 2", "n ← −1 + 2"),
        ("$n = 1 - 2 + 3", "n ← 1 − 2 + 3"),
        ("$n = 1 - (2 + 3)", "n ← 1 − (2 + 3)"),
        ("$n = - 3 mod 2", "n ← −(3 mod 2)"),
        # The notation has operators where TouIST has a call.
        ("$b = empty($S) and not empty($T)", "b ← S = ∅ ∧ ¬(T = ∅)"),
        ("$S = union($A, inter($B, $C))", "S ← A ∪ (B ∩ C)"),
        ("$n = card(union($A, $B)) * 2", "n ← |A ∪ B| · 2"),
        # Nothing tells where these end.
        ("bigand $i in $S: p($i) end or q", "(⋀ i∈S: p(i)) ∨ q"),
        ("q or bigand $i in $S: p($i) end", "q ∨ ⋀ i∈S: p(i)"),
        ("a and bigor $i in $S: p($i) end => q", "a ∧ (⋁ i∈S: p(i)) ⇒ q"),
        ("not bigor $i in $S: p($i) end", "¬⋁ i∈S: p(i)"),
        ("a and exists x: x or b", "a ∧ ∃x. (x ∨ b)"),
        ("exists x: x or b", "∃x. x ∨ b"),
        ("a or let $x = 1: b and c", "a ∨ let x = 1 : (b ∧ c)"),
        ("if true then a else b end and c", "({a if true; b otherwise}) ∧ c"),
        ("let $b = $i == 1: c", "let b = (i = 1) : c"),
    ],
)
def test_parentheses(text: str, expected: str) -> None:
    assert flat(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$i,$j in $S,$S", "i,j∈S"),
        ("$i,$j,$k in $S,$T,$S", "i∈S, j∈T, k∈S"),
        ("$i,$j,$k in $S,$S,$T", "i,j∈S, k∈T"),
        # The second `$i` is the first variable, so these are two sets.
        ("$i,$j in [1..$i],[1..$i]", "i∈[1..i], j∈[1..i]"),
        ("$i,$j in $S", "i,j∈S"),
    ],
)
def test_variables_over_the_same_set(text: str, expected: str) -> None:
    assert flat(f"bigand {text}: p end") == f"⋀ {expected}: p"


def test_words_of_the_reader() -> None:
    assert row("if true then a else b end", language=Language.FRENCH) == (
        r"\begin{cases} a & \text{si } \mathrm{true} \\ b & \text{sinon} \end{cases}"
    )
    assert flat("let $x = 1: a", Language.FRENCH) == "soit x = 1 : a"
    assert '<html lang="fr">' in render_mathml_page(
        render_mathml_statements(tree("a"), Language.FRENCH), "Titre", Language.FRENCH
    )


def test_line_breaks_of_the_writer() -> None:
    broken = "a and \\\\ (b or c \\\\ => d)"
    assert rows(broken) == [r"a \wedge {}", r"\quad (b \vee c", r"\quad {} \Rightarrow d)"]
    assert boxes(broken) == "a ∧\n    (b ∨ c\n    ⇒ d)\n"
    assert mathml(tree(broken), Language.ENGLISH).count("<mtr>") == 3
    assert latex(tree(broken), LatexTarget.DOCUMENT, Language.ENGLISH).count(r"\newline") == 2


def test_line_breaks_that_separate_nothing() -> None:
    assert rows("\\\\ a") == ["a"]
    assert rows("a \\\\") == ["a"]
    assert rows('p("a \\\\ and b")') == [r"p_{\text{“}a \wedge b\text{”}}"]


def test_katex_stacks_with_a_matrix() -> None:
    expected = r"\bigwedge_{\begin{matrix} \scriptstyle i \in S \\ \scriptstyle i \neq j \end{matrix}} p"
    assert row("bigand $i in $S when $i != $j: p end", LatexTarget.KATEX) == expected


def test_a_bracket_after_a_row_is_not_a_gap() -> None:
    stacked = row("bigand $i in $S when [1..2] subset $T: p end")
    assert r"\\ {}[1..2] \subseteq T" in stacked


def test_a_comparison_is_no_tag_in_a_web_page() -> None:
    assert "i < j" in row("bigand $i in $S when $i<$j: p end")


def test_document_is_complete() -> None:
    document = latex(tree("a $S = [b,c]"), LatexTarget.DOCUMENT, Language.ENGLISH)
    assert document.startswith(r"\documentclass")
    assert document.endswith("\\end{document}\n")
    assert r"\statement{$\displaystyle a$}" in document
    assert r"\{b,\allowbreak c\}" in document


@pytest.mark.parametrize("target", LatexTarget)
def test_nothing_to_print(target: LatexTarget) -> None:
    nothing = tree(";; only a comment")
    assert "\n\n" not in latex(nothing, target, Language.ENGLISH)
    assert unicode(nothing, 80) == ""
    ElementTree.fromstring(mathml(nothing, Language.ENGLISH))


def test_names_are_escaped() -> None:
    assert row("tube_source(_x)") == r"\mathrm{tube\_source}_{\mathrm{\_x}}"
    assert row("$big_name = 1") == r"\mathit{big\_name} \leftarrow 1"
    strange = Program((Assertion(Proposition("a<b> & \\{x}_%#$^~\n")),))
    drawn = ElementTree.fromstring(mathml(strange, Language.ENGLISH))
    assert "".join(drawn.itertext()).strip() == "a<b> & \\{x}_%#$^~"
    assert latex(strange, LatexTarget.KATEX, Language.ENGLISH).splitlines()[1] == (
        r"& \mathrm{a<b>\ \&\ \backslash \{x\}\_\%\#\$\text{\textasciicircum}\sim \ }"
    )
    assert unicode(strange, 80) == "a<b> & \\{x}_%#$^~?\n"


def test_quoted_comparison_is_escaped() -> None:
    program = tree('p("$i < $j")')
    assert "&lt;" in mathml(program, Language.ENGLISH)
    assert row('p("$i < $j")') == r"p_{\text{“}i < j\text{”}}"


def test_mathml_of_a_big_operator() -> None:
    drawn = ElementTree.fromstring(mathml(tree(QUEENS_ROW), Language.ENGLISH))
    assert drawn.get("display") == "block"
    first, second = drawn.iter(f"{MATHML}munder")
    assert [operator.text for operator in first.iter(f"{MATHML}mo")] == ["⋀", ",", "∈", "[", "..", "]"]
    assert first[0].get("movablelimits") == "false"
    assert len(second.findall(f"{MATHML}mtable/{MATHML}mtr")) == 2


def test_page_escapes_its_title_and_loads_nothing() -> None:
    page = render_mathml_page(render_mathml_statements(tree("a"), Language.ENGLISH), '<script>"&', Language.ENGLISH)
    assert page.startswith("<!DOCTYPE html>")
    assert "<title>&lt;script&gt;&quot;&amp;</title>" in page
    assert '<meta charset="utf-8">' in page
    assert "<script" not in page
    assert "src=" not in page


def test_tables_are_complete() -> None:
    assert set(COMMANDS) == set(SymbolMark)
    assert set(MARKS) == set(VISUAL_PRECEDENCE) == set(Operator)
    assert set(WORDS) == set(Language)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "a" + ")" * 5000,
        "not " * 5000 + "a",
        "bigand $i in S when a: " * 2000 + "p" + " end" * 2000,
        "p(" * 3000 + "a" + ")" * 3000,
        "if a then b else " * 2000 + "c" + " end" * 2000,
        "bigand $i,$j in " + ",".join(["[" * 3000 + "]" * 3000] * 2) + ": p end",
        "$x = " + "1-2+" * 3000 + "1",
    ],
    ids=["parentheses", "not", "bigand", "index", "if", "sets", "operators"],
)
def test_deep_trees(text: str) -> None:
    check_all(text)


EXAMPLES = read_programs()


@table("example", EXAMPLES, ids=lambda example: example.id)
def test_conformance_programs(example: Example) -> None:
    check_all(example.source)


@settings(max_examples=tries(150), deadline=None)
@given(programs())
def test_any_program(text: str) -> None:
    check_all(text)
    for statement in notate(tree(text), Language.ENGLISH):
        for line in statement.lines:
            check_box(line)


def check_all(text: str) -> None:
    """Whatever is drawn, what is opened is closed, and nothing is lost but the layout."""
    program = tree(text)
    for target in LatexTarget:
        check_balanced(latex(program, target, Language.ENGLISH))
    drawn = mathml(program, Language.FRENCH)
    expat.ParserCreate().Parse(drawn, True)
    assert "<mfenced" not in drawn
    whole = "".join(unicode(program, WIDE * 100, flat=True).split())
    assert "".join(unicode(program, 30, flat=True).split()) == whole


def check_balanced(text: str) -> None:
    depth = 0
    for found in re.findall(r"\\.|[{}]", text, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(found, 0)
        assert depth >= 0, text
    assert depth == 0, text
    assert text.count(r"\begin{") == text.count(r"\end{")
    assert len(re.findall(r"\\left\b", text)) == len(re.findall(r"\\right\b", text))


def check_box(layout: Layout) -> None:
    box = make_box(layout, WIDE)
    assert {len(line) for line in box.lines} == {box.width}
    assert 0 <= box.base < len(box.lines)
