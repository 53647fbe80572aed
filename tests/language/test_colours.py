"""A plain highlighter that knows only the tables colours a text as we do."""

import json
import re
from pathlib import Path

from tests.conformance import read_programs

from bigand.api.editor import Tokens
from bigand.api.question import Failure, ask_here
from bigand.api.source import Source
from bigand.language.highlighter import highlighter_json
from bigand.language.lexer import Lexer

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.touist"))
MODELS = sorted((Path(__file__).parents[2] / "src").rglob("*.touist"))
ODD = (
    "",
    "$",
    ";;",
    ";;@",
    ";; a ;;@ view\r\n;;@view",
    "subset(a,b) subset (a) union(x,y) or card card(x) not(a)",
    "2a _1b 007 1.5 [1..3] [1.0..2.5] $_9x($i)",
    'a<=>b=>c!=d<=e\\\\f "g" <h',
    "data true False Top_x bigand1 in2",
)
TABLES = json.loads(highlighter_json())


def highlighted(text: str) -> list[tuple[int, int, str]]:
    """Places with their colours, by the tables alone."""
    operators = "|".join([re.escape(operator) for operator in TABLES["operators"]])
    rules = [(kind, TABLES[kind]) for kind in ("directive", "comment", "variable", "name", "number")]
    pattern = re.compile("|".join([f"(?P<{kind}>{rule})" for kind, rule in [*rules, ("operator", operators)]]))
    found = []
    for match in pattern.finditer(text):
        kind, word = match.lastgroup or "", match.group()
        if kind == "name" and word in TABLES["functions"] and text.startswith("(", match.end()):
            kind = "function"
        elif kind == "name" and word in TABLES["keywords"]:
            kind = "keyword"
        found.append((match.start(), match.end(), kind))
    return found


def coloured(text: str) -> list[tuple[int, int, str]]:
    answer = ask_here(Tokens(source=Source(text=text)))
    assert not isinstance(answer, Failure)
    return [(*token.span, token.kind) for token in answer.tokens if token.kind != "wrong"]


def is_right(text: str) -> bool:
    """Whether the lexer has nothing to say: words of other languages are coloured as what they mean."""
    lexer = Lexer(text)
    lexer.read_all()
    return not lexer.diagnostics


def test_a_plain_highlighter_colours_as_we_do() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (*EXAMPLES, *MODELS)]
    programs = [program.source for program in read_programs()]
    right = [text for text in [*texts, *programs, *ODD] if is_right(text)]
    assert len(right) >= len(texts) + 0.9 * len(programs)
    for text in right:
        assert highlighted(text) == coloured(text), text


def test_the_tables_are_those_of_the_language() -> None:
    assert set(TABLES) == {
        *("keywords", "functions", "operators", "variable", "name", "number", "comment", "directive"),
        *("directives", "views"),
    }
    assert "bigand" in TABLES["keywords"]
    assert "atmost" in TABLES["functions"]
    assert "view" in TABLES["directives"]
    assert "board" in TABLES["views"]
