"""The words of the language, and the words that people bring from elsewhere.

A token's kind is a string. Keywords and operators are their own kind (`"and"`, `"=>"`, `"exact("`);
the rest are the constants below. `p(` is one token, as in TouIST, which is why `p (1)` means another thing.
"""

NAME = "NAME"  # p
NAME_OPEN = "NAME("  # p(
VARIABLE = "$NAME"  # $i
VARIABLE_OPEN = "$NAME("  # $i(
INTEGER = "INTEGER"
FLOAT = "FLOAT"
JUNK = "JUNK"  # something of which the lexer has already complained, where an operand may be meant
END_OF_FILE = "END"

KEYWORDS = frozenset(
    [
        "end",
        "in",
        "union",
        "inter",
        "diff",
        "subset",
        "bigand",
        "bigor",
        "when",
        "Top",
        "Bot",
        "mod",
        "and",
        "or",
        "xor",
        "not",
        "if",
        "then",
        "else",
        "true",
        "false",
        "let",
        "data",
        "exists",
        "forall",
        "for",
    ]
)

# These are one token together with their parenthesis; without it they are ordinary names.
FUNCTIONS = frozenset(
    [
        "exact(",
        "atmost(",
        "atleast(",
        "card(",
        "sqrt(",
        "int(",
        "float(",
        "abs(",
        "empty(",
        "powerset(",
        "subset(",
        "union(",
        "inter(",
        "diff(",
    ]
)

OPERATORS = frozenset(
    [
        "+",
        "-",
        "*",
        "/",
        "==",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "=",
        "=>",
        "<=>",
        "[",
        "]",
        "..",
        ",",
        ":",
        "(",
        ")",
        '"',
        "\\\\",
    ]
)

# What people write for an operator, and what it is here. None of these can occur in a right program.
FOREIGN_OPERATORS = {
    "&&": "and",
    "&": "and",
    "/\\": "and",
    "∧": "and",
    "^": "and",
    "||": "or",
    "|": "or",
    "\\/": "or",
    "∨": "or",
    "!": "not",
    "~": "not",
    "¬": "not",
    "⊕": "xor",
    "->": "=>",
    "==>": "=>",
    "-->": "=>",
    "→": "=>",
    "⇒": "=>",
    "⟹": "=>",
    "⊃": "=>",
    "<->": "<=>",
    "<-->": "<=>",
    "<==>": "<=>",
    "↔": "<=>",
    "⇔": "<=>",
    "≡": "<=>",
    "⟺": "<=>",
    "=<": "<=",
    "≤": "<=",
    "≥": ">=",
    "<>": "!=",
    "!==": "!=",
    "≠": "!=",
    "===": "==",
    ":=": "=",
    "←": "=",
    "%": "mod",
    "−": "-",
    "–": "-",
    "×": "*",
    "·": "*",
    "÷": "/",
    "...": "..",
    "…": "..",
    "∈": "in",
    "∪": "union",
    "∩": "inter",
    "∖": "diff",
    "\\": "diff",
    "⊆": "subset",
    "⊂": "subset",
    "⊤": "Top",
    "⊥": "Bot",
    "⋀": "bigand",
    "⋁": "bigor",
    "∀": "forall",
    "∃": "exists",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
}

# What people write after a name for another one of its kind, as on a blackboard: `$i'`.
PRIMES = frozenset("'’‘′″‴`´")

# What begins a comment elsewhere, none of which can occur in a right program; and what ends it, if not
# the end of the line.
FOREIGN_COMMENTS = {"//": None, "#": None, "/*": "*/", "(*": "*)"}
# The same, but only at the beginning of a line.
LINE_COMMENTS = frozenset({";", "%", "--"})

# Words of French, and of other languages people know, for the keywords of this one. They are ordinary
# names; where a name cannot stand, the parser looks here for what was meant.
FOREIGN_WORDS = {
    "et": "and",
    "ou": "or",
    "non": "not",
    "fin": "end",
    "si": "if",
    "alors": "then",
    "sinon": "else",
    "dans": "in",
    "quand": "when",
    "lorsque": "when",
    "avec": "when",
    "where": "when",
    "with": "when",
    "soit": "let",
    "vrai": "Top",
    "faux": "Bot",
    "bottom": "Bot",
    "pour": "for",
    "foreach": "bigand",
    "pourtout": "bigand",
    "implies": "=>",
    "implique": "=>",
    "iff": "<=>",
    "ssi": "<=>",
    "equiv": "<=>",
    "done": "end",
    "endif": "end",
    "endfor": "end",
    "endbigand": "end",
    "endbigor": "end",
}

# Two words before a variable that mean a big operator.
BIG_PHRASES = {
    "big and": "bigand",
    "big or": "bigor",
    "for all": "bigand",
    "for each": "bigand",
    "for every": "bigand",
    "for some": "bigor",
    "pour tout": "bigand",
    "pour toute": "bigand",
    "pour tous": "bigand",
    "pour toutes": "bigand",
    "pour chaque": "bigand",
    "il existe": "bigor",
}

# One word for `else if`.
ELSE_IF = frozenset({"elif", "elsif", "elseif", "sinonsi"})

# Names of functions people expect, and the function they mean.
FOREIGN_FUNCTIONS = {
    "exactly": "exact",
    "exactement": "exact",
    "atleastone": "atleast",
    "aumoins": "atleast",
    "atmostone": "atmost",
    "auplus": "atmost",
    "cardinal": "card",
    "cardinality": "card",
    "size": "card",
    "length": "card",
}

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
