"""The words of the language, and the words that people bring from elsewhere.

A token's kind is a string. Keywords and operators are their own kind (`"and"`, `"=>"`, `"exact("`);
the rest are the constants below. `p(` is one token, as in TouIST, which is why `p (1)` means another thing.
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
JUNK = "JUNK"  # something of which the lexer has already complained, where an operand may be meant
END_OF_FILE = "END"

# What stands between operands, before one, or over sets (`syntax`); and the words that hold these together.
_OPERATOR_SPELLINGS = [operator.value for kind in (Operator, Sign, Big, Quantifier) for operator in kind]
_OTHER_KEYWORDS = {"end", "when", "if", "then", "else", "let", "for", "data", "Top", "Bot", "true", "false"}
KEYWORDS = frozenset(_OTHER_KEYWORDS.union([word for word in _OPERATOR_SPELLINGS if word.isalpha()]))
# These are one token together with their parenthesis; without it they are ordinary names.
UNARY_FUNCTIONS = frozenset({"card(", "sqrt(", "int(", "float(", "abs(", "empty(", "powerset("})
BINARY_FUNCTIONS = frozenset([f"{operator.value}(" for operator in SET_OPERATORS])
FUNCTIONS = UNARY_FUNCTIONS | BINARY_FUNCTIONS | {f"{count.value}(" for count in Count}
_PUNCTUATION = {"=", "[", "]", "..", ",", ":", "(", ")", '"', "\\\\"}
OPERATORS = frozenset(_PUNCTUATION.union([sign for sign in _OPERATOR_SPELLINGS if not sign.isalpha()]))


def _invert_spellings(spellings_by_meaning: dict[str, str], separator: str | None = None) -> dict[str, str]:
    """What each spelling means, from the spellings of each meaning."""
    return {
        spelling: meaning
        for meaning, spellings in spellings_by_meaning.items()
        for spelling in spellings.split(separator)
    }


# What people write for an operator, by what it is here. None of these can occur in a right program.
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
        "-": "− –",  # a minus, and a dash
        "*": "× ·",  # a times, and a point
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

# What people write after a name for another one of its kind, as on a blackboard: `$i'`.
PRIMES = frozenset("'’‘′″‴`´")

# What begins a comment elsewhere, none of which can occur in a right program; and what ends it, if not
# the end of the line.
FOREIGN_COMMENTS = {"//": None, "#": None, "/*": "*/", "(*": "*)"}
# The same, but only at the beginning of a line.
LINE_COMMENTS = frozenset({";", "%", "--"})

# Words of French, and of other languages people know, for the keywords of this one. They are ordinary
# names; where a name cannot stand, the parser looks here for what was meant.
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

# Two words before a variable that mean a big operator.
BIG_PHRASES = _invert_spellings(
    {
        "bigand": "big and/for all/for each/for every/pour tout/pour toute/pour tous/pour toutes/pour chaque",
        "bigor": "big or/for some/il existe",
    },
    "/",
)

# One word for `else if`.
ELSE_IF = frozenset({"elif", "elsif", "elseif", "sinonsi"})

# Names of functions people expect, and the function they mean.
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
    """The keyword or operator that a name looks like, though it is none.

    >>> guess_keyword("et"), guess_keyword("NOT"), guess_keyword("Bottom"), guess_keyword("p")
    ('and', 'not', 'Bot', None)
    """
    lowercase = name.lower()
    keyword = _KEYWORDS_BY_LOWERCASE.get(lowercase) or FOREIGN_WORDS.get(lowercase)
    return None if keyword == name else keyword


def guess_function(name: str) -> str | None:
    """The function that a predicate's name looks like, though it is none.

    >>> guess_function("exactly"), guess_function("At_Most"), guess_function("card")
    ('exact', 'atmost', None)
    """
    function = _FUNCTIONS_BY_LOWERCASE.get(name.lower().replace("_", ""))
    return None if function == name else function


# ---------------------------------------------------------------------- Which tokens begin, end and join things


LARGEST_INTEGER = 2**63 - 1
INFIX_OPERATORS = {operator.value: (operator, LEVELS[operator]) for operator in Operator}
NAME_TOKENS = frozenset({NAME, NAME_OPEN, VARIABLE, VARIABLE_OPEN})
OPERAND_START = frozenset(
    {*NAME_TOKENS, *FUNCTIONS, INTEGER, FLOAT, JUNK, "(", "[", '"', "not", "-", "\\\\"}
    | {"Top", "Bot", "true", "false", "if", "let", "bigand", "bigor", "exists", "forall"}
)
OPENING_BRACKETS = frozenset({"(", "[", NAME_OPEN, VARIABLE_OPEN, *FUNCTIONS})
CLOSING_BRACKETS = frozenset({")", "]"})
# Where reading can resume: tokens that belong to a construct around the one that went wrong.
RESUME_TOKENS = frozenset({")", "]", ",", ":", "end", "then", "else", "when", "for", "in", "data", END_OF_FILE})
# What begins or ends a body: the head that is being read cannot go on behind it.
BODY_BOUNDARIES = frozenset(
    {"end", "then", "else", "if", "let", "bigand", "bigor", "exists", "forall", END_OF_FILE}
)
MAX_LOOKAHEAD = 200
BIG_PHRASE_SECOND_WORDS = frozenset({NAME, "and", "or"})  # of `big and`, `for all`
# Words that people take for names, where a proposition could begin.
KEYWORDS_LIKE_NAMES = frozenset({"in", "for", "when", "data", "and", "or", "xor", "mod"})
AFTER_OPERAND = frozenset({*INFIX_OPERATORS, "\\\\"})
LINE_END = re.compile(r"\r\n|\r|\n")
ONE_LINE_END = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")
OLD_END = re.compile(r"\bend\s+(sets|formulas?)\b")
# An operand of one token with one of these after it needs no look at operators.
LIST_SEPARATORS = frozenset({",", ")", "]"})
EXPONENT = re.compile(r"[eE][0-9]+\Z")
TERM_OPERATORS = frozenset(operator.value for operator in COMPARISONS | ARITHMETIC)
