"""The words of the language, and the words that people bring from elsewhere.

A token's kind is a string. Keywords and operators are their own kind (`"and"`, `"=>"`, `"exact("`);
the rest are the constants below. `p(` is one token, as in TouIST, which is why `p (1)` means another thing.
"""

from bigand.language.syntax import SET_OPERATORS, Big, Count, Operator, Quantifier, Sign

NAME = "NAME"  # p
NAME_OPEN = "NAME("  # p(
VARIABLE = "$NAME"  # $i
VARIABLE_OPEN = "$NAME("  # $i(
INTEGER = "INTEGER"
FLOAT = "FLOAT"
JUNK = "JUNK"  # something of which the lexer has already complained, where an operand may be meant
END_OF_FILE = "END"

# What stands between operands, before one, or over sets (`syntax`); and the words that hold these together.
_SPELT = [operator.value for kind in (Operator, Sign, Big, Quantifier) for operator in kind]
_WORDS = {"end", "when", "if", "then", "else", "let", "for", "data", "Top", "Bot", "true", "false"}
KEYWORDS = frozenset(_WORDS.union([word for word in _SPELT if word.isalpha()]))
# These are one token together with their parenthesis; without it they are ordinary names.
UNARY_FUNCTIONS = frozenset({"card(", "sqrt(", "int(", "float(", "abs(", "empty(", "powerset("})
BINARY_FUNCTIONS = frozenset([f"{operator.value}(" for operator in SET_OPERATORS])
FUNCTIONS = UNARY_FUNCTIONS | BINARY_FUNCTIONS | {f"{count.value}(" for count in Count}
_SIGNS = {"=", "[", "]", "..", ",", ":", "(", ")", '"', "\\\\"}
OPERATORS = frozenset(_SIGNS.union([sign for sign in _SPELT if not sign.isalpha()]))


def _by_spelling(meant: dict[str, str], between: str | None = None) -> dict[str, str]:
    """What each spelling means, from the spellings of each meaning."""
    return {spelling: meaning for meaning, spellings in meant.items() for spelling in spellings.split(between)}


# What people write for an operator, by what it is here. None of these can occur in a right program.
FOREIGN_OPERATORS = _by_spelling(
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
FOREIGN_WORDS = _by_spelling(
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
BIG_PHRASES = _by_spelling(
    {
        "bigand": "big and/for all/for each/for every/pour tout/pour toute/pour tous/pour toutes/pour chaque",
        "bigor": "big or/for some/il existe",
    },
    "/",
)

# One word for `else if`.
ELSE_IF = frozenset({"elif", "elsif", "elseif", "sinonsi"})

# Names of functions people expect, and the function they mean.
FOREIGN_FUNCTIONS = _by_spelling(
    {
        "exact": "exactly exactement",
        "atleast": "atleastone aumoins",
        "atmost": "atmostone auplus",
        "card": "cardinal cardinality size length",
    }
)

_KEYWORD_BY_SMALL_LETTERS = {keyword.lower(): keyword for keyword in sorted(KEYWORDS)}
_FUNCTION_BY_SMALL_LETTERS = {name[:-1]: name[:-1] for name in FUNCTIONS} | FOREIGN_FUNCTIONS


def meant_keyword(name: str) -> str | None:
    """The keyword or operator that a name looks like, though it is none.

    >>> meant_keyword("et"), meant_keyword("NOT"), meant_keyword("Bottom"), meant_keyword("p")
    ('and', 'not', 'Bot', None)
    """
    small = name.lower()
    meant = _KEYWORD_BY_SMALL_LETTERS.get(small) or FOREIGN_WORDS.get(small)
    return None if meant == name else meant


def meant_function(name: str) -> str | None:
    """The function that a predicate's name looks like, though it is none.

    >>> meant_function("exactly"), meant_function("At_Most"), meant_function("card")
    ('exact', 'atmost', None)
    """
    meant = _FUNCTION_BY_SMALL_LETTERS.get(name.lower().replace("_", ""))
    return None if meant == name else meant
