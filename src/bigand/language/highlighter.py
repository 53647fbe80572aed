"""The colours of the language for simple highlighters, made from the lexer's own tables.

A highlighter tries at each place: a directive, a comment, a variable, a name, a number, an operator (the longest).
A name is a function if it is one of these and a parenthesis follows at once, else a keyword if it is one of those.
That gives every right text the classes that the question `tokens` gives it.
"""

import json
import re

from msgspec import Struct
from msgspec.structs import asdict

from bigand.language.directives import DIRECTIVE_MARK, DIRECTIVE_WORDS
from bigand.language.lexer import COMMENT_PATTERN, FLOAT_PATTERN, INTEGER_PATTERN, NAME_PATTERN
from bigand.language.tokens import FUNCTIONS, KEYWORDS, OPERATORS
from bigand.language.view_kinds import KINDS


class HighlighterTables(Struct, frozen=True):
    """Lists of words, and regular expressions that Python, JavaScript and others read alike."""

    keywords: tuple[str, ...]
    functions: tuple[str, ...]
    operators: tuple[str, ...]  # the longest first
    variable: str
    name: str
    number: str
    comment: str
    directive: str
    directives: tuple[str, ...]  # the first words of directives
    views: tuple[str, ...]  # the kinds of `;;@ view`


def highlighter_tables() -> HighlighterTables:
    """The tables of the language as it is."""
    return HighlighterTables(
        keywords=tuple(sorted(KEYWORDS)),
        functions=tuple(sorted([word.removesuffix("(") for word in FUNCTIONS])),
        operators=tuple(sorted(OPERATORS, key=lambda operator: (-len(operator), operator))),
        variable=rf"\${NAME_PATTERN}",
        name=NAME_PATTERN,
        number=f"{FLOAT_PATTERN}|{INTEGER_PATTERN}",
        comment=COMMENT_PATTERN,
        directive=re.escape(DIRECTIVE_MARK) + COMMENT_PATTERN.removeprefix(";;"),
        directives=DIRECTIVE_WORDS,
        views=tuple(KINDS),
    )


def highlighter_json() -> str:
    """The same as JSON, for programs in other languages."""
    return json.dumps(asdict(highlighter_tables()), indent=2, ensure_ascii=False) + "\n"
