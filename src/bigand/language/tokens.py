"""Token kinds: the words of the language, and words that people bring from other languages.

The kind of a token is a string. Keywords and operators are their own kind (`"and"`, `"=>"`, `"exact("`); the others
are the constants below. As in TouIST, `p(` is one token, so `p (1)` means something else.
"""

import re

from bigand.language.syntax import (
    ARITHMETIC,
    COMPARISONS,
    LEVELS,
    SET_OPERATORS,
    Big,
    Count,
    Operator,
    Quantifier,
    Sign,
)

NAME = "NAME"  # p
NAME_OPEN = "NAME("  # p(
VARIABLE = "$NAME"  # $i
VARIABLE_OPEN = "$NAME("  # $i(
INTEGER = "INTEGER"
FLOAT = "FLOAT"
JUNK = "JUNK"  # already reported by the lexer; may stand for an operand
END_OF_FILE = "END"

# Infix, prefix and big operators (see `syntax`), and the other keywords.
_OPERATOR_SPELLINGS = [operator.value for kind in (Operator, Sign, Big, Quantifier) for operator in kind]
_OTHER_KEYWORDS = {"end", "when", "if", "then", "else", "let", "for", "data", "Top", "Bot", "true", "false"}
KEYWORDS = frozenset(_OTHER_KEYWORDS.union([word for word in _OPERATOR_SPELLINGS if word.isalpha()]))
# With their parenthesis these are one token; without it they are ordinary names.
UNARY_FUNCTIONS = frozenset({"card(", "sqrt(", "int(", "float(", "abs(", "empty(", "powerset("})
BINARY_FUNCTIONS = frozenset([f"{operator.value}(" for operator in SET_OPERATORS])
FUNCTIONS = UNARY_FUNCTIONS | BINARY_FUNCTIONS | {f"{count.value}(" for count in Count}
_PUNCTUATION = {"=", "[", "]", "..", ",", ":", "(", ")", '"', "\\\\"}
OPERATORS = frozenset(_PUNCTUATION.union([sign for sign in _OPERATOR_SPELLINGS if not sign.isalpha()]))


def _invert_spellings(spellings_by_meaning: dict[str, str], separator: str | None = None) -> dict[str, str]:
    """Map each spelling to its meaning, from the spellings of each meaning."""
    return {
        spelling: meaning
        for meaning, spellings in spellings_by_meaning.items()
        for spelling in spellings.split(separator)
    }


# Foreign spellings of operators, by our spelling. None of them can occur in a valid program.
FOREIGN_OPERATORS = _invert_spellings(
    {
        "and": r"&& & /\ ∧ ^",
        "or": r"|| | \/ ∨",
        "not": "! ~ ¬",
        "xor": "⊕",
        "=>": "-> ==> --> → ⇒ ⟹ ⊃",
        "<=>": "<-> <--> <==> ↔ ⇔ ≡ ⟺",
        "<=": "=< ≤",
        ">=": "≥",
        "!=": "<> !== ≠",
        "==": "===",
        "=": ":= ←",
        "mod": "%",
        "-": "− –",  # minus sign and dash
        "*": "× ·",  # multiplication sign and dot
        "/": "÷",
        "..": "... …",
        "in": "∈",
        "union": "∪",
        "inter": "∩",
        "diff": "∖ \\",
        "subset": "⊆ ⊂",
        "Top": "⊤",
        "Bot": "⊥",
        "bigand": "⋀",
        "bigor": "⋁",
        "forall": "∀",
        "exists": "∃",
        '"': "“ ” « »",
    }
)

# Primes after a name, as on a blackboard: `$i'`.
PRIMES = frozenset("'’‘′″‴`´")

# Starts of comments in other languages, none of which can occur in a valid program, and their ends, where that
# is not the end of the line.
FOREIGN_COMMENTS = {"//": None, "#": None, "/*": "*/", "(*": "*)"}
# These begin a comment only at the beginning of a line.
LINE_COMMENTS = frozenset({";", "%", "--"})

# Words for our keywords in French and in other programming languages. They are ordinary names; where a name
# is not allowed, the parser looks up here what was meant.
FOREIGN_WORDS = _invert_spellings(
    {
        "and": "et",
        "or": "ou",
        "not": "non",
        "end": "fin done endif endfor endbigand endbigor",
        "if": "si",
        "then": "alors",
        "else": "sinon",
        "in": "dans",
        "when": "quand lorsque avec where with",
        "let": "soit",
        "Top": "vrai",
        "Bot": "faux bottom",
        "for": "pour",
        "bigand": "foreach pourtout",
        "=>": "implies implique",
        "<=>": "iff ssi equiv",
    }
)

# Two words before a variable that stand for a big operator.
BIG_PHRASES = _invert_spellings(
    {
        "bigand": "big and/for all/for each/for every/pour tout/pour toute/pour tous/pour toutes/pour chaque",
        "bigor": "big or/for some/il existe",
    },
    "/",
)

# One word for `else if`.
ELSE_IF = frozenset({"elif", "elsif", "elseif", "sinonsi"})

# Function names that people expect, by the function they mean.
FOREIGN_FUNCTIONS = _invert_spellings(
    {
        "exact": "exactly exactement",
        "atleast": "atleastone aumoins",
        "atmost": "atmostone auplus",
        "card": "cardinal cardinality size length",
    }
)

_KEYWORDS_BY_LOWERCASE = {keyword.lower(): keyword for keyword in sorted(KEYWORDS)}
_FUNCTIONS_BY_LOWERCASE = {name[:-1]: name[:-1] for name in FUNCTIONS} | FOREIGN_FUNCTIONS


def guess_keyword(name: str) -> str | None:
    """Return the keyword or operator that a name is probably meant to be.

    >>> guess_keyword("et"), guess_keyword("NOT"), guess_keyword("Bottom"), guess_keyword("p")
    ('and', 'not', 'Bot', None)
    """
    lowercase = name.lower()
    keyword = _KEYWORDS_BY_LOWERCASE.get(lowercase) or FOREIGN_WORDS.get(lowercase)
    return None if keyword == name else keyword


def guess_function(name: str) -> str | None:
    """Return the function that the name of a predicate is probably meant to be.

    >>> guess_function("exactly"), guess_function("At_Most"), guess_function("card")
    ('exact', 'atmost', None)
    """
    function = _FUNCTIONS_BY_LOWERCASE.get(name.lower().replace("_", ""))
    return None if function == name else function


# ---------------------------------------------------------------------- token classes for the parser


MAX_INTEGER = 2**63 - 1
INFIX_OPERATORS = {operator.value: (operator, LEVELS[operator]) for operator in Operator}
NAME_TOKENS = frozenset({NAME, NAME_OPEN, VARIABLE, VARIABLE_OPEN})
OPERAND_START = frozenset(
    {*NAME_TOKENS, *FUNCTIONS, INTEGER, FLOAT, JUNK, "(", "[", '"', "not", "-", "\\\\"}
    | {"Top", "Bot", "true", "false", "if", "let", "bigand", "bigor", "exists", "forall"}
)
OPENING_BRACKETS = frozenset({"(", "[", NAME_OPEN, VARIABLE_OPEN, *FUNCTIONS})
CLOSING_BRACKETS = frozenset({")", "]"})
# Where parsing can resume after an error: tokens that belong to an enclosing construct.
RESUME_TOKENS = frozenset({")", "]", ",", ":", "end", "then", "else", "when", "for", "in", "data", END_OF_FILE})
# These begin or end a body, so the current head cannot extend beyond them.
BODY_BOUNDARIES = frozenset(
    {"end", "then", "else", "if", "let", "bigand", "bigor", "exists", "forall", END_OF_FILE}
)
MAX_LOOKAHEAD = 200
BIG_PHRASE_SECOND_WORDS = frozenset({NAME, "and", "or"})  # of `big and`, `for all`
# Keywords that people use as names of propositions.
KEYWORDS_LIKE_NAMES = frozenset({"in", "for", "when", "data", "and", "or", "xor", "mod"})
AFTER_OPERAND = frozenset({*INFIX_OPERATORS, "\\\\"})
LINE_END = re.compile(r"\r\n|\r|\n")
ONE_LINE_END = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")
OLD_END = re.compile(r"\bend\s+(sets|formulas?)\b")
# After a one-token operand, these show that no operator follows.
LIST_SEPARATORS = frozenset({",", ")", "]"})
EXPONENT = re.compile(r"[eE][0-9]+\Z")
TERM_OPERATORS = frozenset(operator.value for operator in COMPARISONS | ARITHMETIC)
