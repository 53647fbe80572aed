"""Word lists and patterns for simple syntax highlighters, built from the tables of the lexer.

At each position, a highlighter tries: directive, comment, variable, name, number, operator (the longest). A name is
a function if it is in that list and directly followed by a parenthesis, else a keyword if it is in that list. For
every valid text this gives the same classes as the API question `tokens`.
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
    """Word lists, and regular expressions that Python, JavaScript and others interpret alike."""

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
    """Build the tables of the current language."""
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
    """Return the tables as JSON, for programs in other languages."""
    return json.dumps(asdict(highlighter_tables()), indent=2, ensure_ascii=False) + "\n"
