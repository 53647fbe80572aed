"""The tree is the one that the table of precedences gives, worked out here by other means."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance import read_programs
from tests.effort import tries
from tests.language.programs import programs
from tests.tables import table

from bigand.language.frontend import parse_document, read_document
from bigand.language.lexer import Lexer
from bigand.language.outline import render_outline
from bigand.language.syntax import (
    Assertion,
    Infix,
    LineBreak,
    Node,
    Operator,
    Parenthesised,
    Program,
    Proposition,
    Sign,
    Signed,
)
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document

# The table of LANGUAGE.md, typed again: loosest first, with the side on which it groups.
TABLE = [
    (["=>", "<=>"], "right"),
    (["or"], "left"),
    (["and"], "left"),
    (["xor"], "left"),
]
LEVEL = {operator: level for level, (operators, _) in enumerate(TABLE) for operator in operators}
SIDE = {operator: side for operators, side in TABLE for operator in operators}
NOT_LEVEL = len(TABLE)


def read_items(text: str) -> Program:
    program, diagnostics = parse_document(Document("given", text))
    assert not has_errors(diagnostics), text
    return program


# A formula here is an atom, ["not", f] or [f, operator, f].
Formula = str | list[object]


def formulas() -> st.SearchStrategy[Formula]:
    def extend(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        binary = st.tuples(inner, st.sampled_from(list(LEVEL)), inner).map(list)
        return st.one_of(binary, inner.map(lambda formula: ["not", formula]))

    return st.recursive(st.sampled_from(["a", "b", "c", "d"]), extend, max_leaves=12)


def fully(formula: object) -> str:
    """With parentheses around every operation: nothing is left to precedence."""
    if isinstance(formula, str):
        return formula
    assert isinstance(formula, list)
    if len(formula) == 2:
        return f"(not {fully(formula[1])})"
    return f"({fully(formula[0])} {formula[1]} {fully(formula[2])})"


def sparingly(formula: object, level: int = 0) -> str:
    """With those parentheses only that the table asks for."""
    if isinstance(formula, str):
        return formula
    assert isinstance(formula, list)
    if len(formula) == 2:
        return f"not {sparingly(formula[1], NOT_LEVEL)}"
    operator = str(formula[1])
    own = LEVEL[operator]
    left_level, right_level = (own, own + 1) if SIDE[operator] == "left" else (own + 1, own)
    text = f"{sparingly(formula[0], left_level)} {operator} {sparingly(formula[2], right_level)}"
    return f"({text})" if own < level else text


def binary(node: Node) -> object:
    """The tree as nested pairs, parentheses dropped, chains folded to their side."""
    match node:
        case Parenthesised(inner):
            return binary(inner)
        case Proposition(name):
            return name
        case Signed(Sign.NOT, operand):
            return ["not", binary(operand)]
        case Infix(operator, operands):
            parts = [binary(operand) for operand in operands]
            if operator in (Operator.IMPLIES, Operator.IFF):
                result = parts[-1]
                for part in reversed(parts[:-1]):
                    result = [part, operator.value, result]
                return result
            result = parts[0]
            for part in parts[1:]:
                result = [result, operator.value, part]
            return result
        case _:
            raise AssertionError(node)


def only_formula(text: str) -> Node:
    (item,) = read_items(text).items
    assert isinstance(item, Assertion)
    return item.formula


@settings(max_examples=tries(500), deadline=None)
@given(formulas())
def test_precedence(formula: Formula) -> None:
    assert binary(only_formula(fully(formula))) == formula
    assert binary(only_formula(sparingly(formula))) == formula


EXPRESSIONS = [
    ("1+2*3 mod 2", "1+(2*(3 mod 2))"),
    ("10 mod 4 mod 3", "(10 mod 4) mod 3"),
    ("-3 mod 2", "-(3 mod 2)"),
    ("-1+2", "(-1)+2"),
    ("2*-3*4", "2*(-(3*4))"),
    ("1-2-3", "(1-2)-3"),
    ("8/2/2", "(8/2)/2"),
    ("$A union $B inter $C", "($A union $B) inter $C"),
    ("$A inter $B union $C", "$A inter ($B union $C)"),
    ("$A union $B diff $C", "($A union $B) diff $C"),
    ("$A union $B subset $C", "$A union ($B subset $C)"),
    ("1 in [1] union [2]", "(1 in [1]) union [2]"),
    ("not 1 == 2 and true", "(not (1 == 2)) and true"),
    ("1+1 == 2 or false => true", "((1+1 == 2) or false) => true"),
    ("true xor false and true", "(true xor false) and true"),
    ("1 < 2 <=> 2 < 3 => true", "(1 < 2) <=> ((2 < 3) => true)"),
]


@table(("written", "meant"), EXPRESSIONS, ids=[one[0] for one in EXPRESSIONS])
def test_precedence_in_expressions(written: str, meant: str) -> None:
    assert shape(only_formula(f"p({written})")) == shape(only_formula(f"p({meant})"))


def shape(node: object) -> object:
    """A node without parentheses and places, chains folded to pairs."""
    if isinstance(node, Parenthesised):
        return shape(node.inner)
    if isinstance(node, Infix):
        parts = [shape(operand) for operand in node.operands]
        right = node.operator in (Operator.IMPLIES, Operator.IFF)
        while len(parts) > 1:
            pair = parts[-2:] if right else parts[:2]
            joined = (node.operator, tuple(pair))
            parts = [*parts[:-2], joined] if right else [joined, *parts[2:]]
        return parts[0]
    if isinstance(node, tuple):
        return tuple(shape(part) for part in node)
    if hasattr(node, "__slots__") and not isinstance(node, str):
        slots = [name for name in type(node).__slots__ if name != "span"]
        return (type(node).__name__, *[shape(getattr(node, name)) for name in slots])
    return node


EXPANDED = [
    program
    for program in read_programs()
    if program.expect["kind"] == "formula" and "$" not in program.source and "big" not in program.source
]


@table("program", EXPANDED, ids=lambda program: program.id)
def test_touist_prints_formulas_that_we_read(program: object) -> None:
    """TouIST's own print of a formula, fully parenthesised, is read without complaint."""
    formula = program.expect["formula"]  # type: ignore[attr-defined]  # a Program of the conformance file
    _, diagnostics = parse_document(Document("expanded", formula))
    floats = re_floats(formula)
    assert floats or not has_errors(diagnostics)


def re_floats(formula: str) -> bool:
    """Floats (`1.`, `1e+14`, `inf`) and negative indices print as no program can be written."""
    return any(mark in formula for mark in (".)", ".,", ".]", "e+", "inf"))


ACCEPTED = [
    "$x = b a ($x)",
    '$x = "b or c" a ($x) or d',
    "$x = b $y = a ($x) $y",
    "a (1) < x",
    "let $x,$y = 1,if 1 == 1 then 2 else 3 end: p($x,$y)",
    'let $x,$y,$f = 1,"bigand $i in [1]: a end",if 1 == 1 then a else b end: $f and $y and p($x)',
    "x > 3 \\\\",
    "\\\\ x > 3",
    "x > 3 \\\\ and y > 2",
    "not x > 3 \\\\ or y + 1 > 2 \\\\",
    "bigand $i in [1..2]: \\\\ x($i) > 3 end",
    "x > 3\n-- a b",
    "begin sets",
    "p(2--1)",
    ";; any \0 bytes\np",
]


@table("text", ACCEPTED)
def test_odd_but_right(text: str) -> None:
    assert not has_errors(list(read_document(Document("given", text)).diagnostics))


def test_line_breaks_belong_to_formulas() -> None:
    for text in ("x > 3 \\\\", "\\\\ x > 3"):
        assert isinstance(only_formula(text), LineBreak)


@pytest.mark.parametrize(
    "text",
    [
        "$x = 1\n\\\\ p($x)",
        "$x = 1 + 2 \\\\ not p($x) \\\\",
        "$x = [1..2] \\\\ \\\\ bigand $i in $x: \\\\ p($i) \\\\ end",
        '$x = "a \\\\ or b" \\\\ $x',
        "$x = a \\\\ ($x)",
        "$v(1) = if 1 == 1 then 2 else 3 end \\\\ let $y = 1: \\\\ p($v(1),$y)",
        "\\\\ p \\\\ $x = 1 \\\\ p($x) \\\\",
    ],
)
def test_line_breaks_after_a_value_belong_to_the_next_formula(text: str) -> None:
    assert not has_errors(list(read_document(Document("given", text)).diagnostics))
    formulas = [item.formula for item in read_items(text).items if isinstance(item, Assertion)]
    assert formulas
    assert all(isinstance(formula, LineBreak) for formula in formulas)


@pytest.mark.parametrize(
    "text", ["$x = 1 \\\\ $y = 2 p($x,$y)", "p $x = 1 \\\\", "$x = 1 \\\\ + 1 p($x)", "p(1 \\\\)"]
)
def test_line_breaks_without_a_formula(text: str) -> None:
    assert has_errors(list(read_document(Document("given", text)).diagnostics))


def test_places_nest() -> None:
    text = "bigand $i in [1..3] when $i != 2:\n  p($i+1) => not (q or r(a,$i))\nend"
    for_each_node(only_formula(text), (0, len(text)))


def for_each_node(node: object, outer: tuple[int, int]) -> None:
    span = getattr(node, "span", None)
    if span is not None:
        assert outer[0] <= span.start <= span.end <= outer[1]
        outer = span
    children = node if isinstance(node, tuple) else [getattr(node, n) for n in getattr(type(node), "__slots__", ())]
    for child in children:
        is_span = hasattr(child, "start")
        if not is_span and (isinstance(child, tuple) or hasattr(child, "span")):
            for_each_node(child, outer)


@settings(max_examples=tries(300), deadline=None)
@given(programs())
def test_random_programs_are_accepted(text: str) -> None:
    read_items(text)


@settings(max_examples=tries(300), deadline=None)
@given(st.text(alphabet=st.sampled_from('$pi1 .,:;()[]{}"=<>!&|-+*/\\#éß∧\n\t_'), max_size=60))
def test_tokens_and_complaints_cover_the_text(text: str) -> None:
    """Whatever is not blank belongs to a token, a comment or a complaint: nothing goes in silence."""
    lexer = Lexer(text)
    lexer.read_all()
    covered: set[int] = set()
    spans = [*zip(lexer.starts, lexer.ends, strict=True), *lexer.comments]
    spans += [diagnostic.primary.span for diagnostic in lexer.diagnostics]
    for start, end in spans:
        covered.update(range(start, end))
    missing = [at for at, character in enumerate(text) if at not in covered and character not in " \t\n\r"]
    assert missing == []
    assert lexer.starts == sorted(lexer.starts)


def test_the_tree_of_every_directive_is_shown() -> None:
    text = (
        ";;@ expect best 1, 5/2\n;;@ expect least $k = 9\n;;@ horizon $k in [1..4]\n;;@ domain p([1..2],$C)\n"
        ';;@ data $v from "v.json"\n;;@ soft 3\n;;@ maximize 2*p(1)\n;;@ view board p(row,column)\n'
        ";;@ clues p(row)\n;;@ free q(row)\n;;@ compare p, q\n;;@ rule rows 3 points\n"
        ";;@ match p(a,b) as q(b,a)\np\n"
    )
    program, diagnostics = parse_document(Document("given", text))
    lines = render_outline(program, Document("given", text)).splitlines()
    assert not diagnostics
    assert len([line for line in lines if not line.startswith(" ")]) == 14
    assert {"Expect 'best' 1 5/2  1:1-1:23", "Compare 'p' 'q'  11:1-11:17", "Match 'p' 'q' 1 0  13:1-13:27"} <= {
        *lines
    }


@table("text", ["p => | $i + x'(1) | > 2", "p => | $i + x′(1) | > 2", "y'(1) [ | x''(a,b) x' when x''(a,b) un |"])
def test_a_name_that_goes_on_where_a_batch_of_tokens_ends(text: str) -> None:
    """Tokens are read 4096 at a time; the parser looks ahead and must not see half of a name."""

    def mistakes(rules: int) -> list[tuple[str, int, int]]:
        before = "a\n" * rules
        spans = [(one.code, *one.primary.span) for one in parse_document(Document("given", before + text))[1]]
        return [(code, start - len(before), end - len(before)) for code, start, end in spans]

    expected = mistakes(1)
    assert expected
    assert [rules for rules in range(4096 - len(text), 4097) if mistakes(rules) != expected] == []
