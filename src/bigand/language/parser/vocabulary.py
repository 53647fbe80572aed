"""Which tokens begin, end and join things."""

import re

from bigand.language.syntax import ARITHMETIC, COMPARISONS, LEVELS, Operator
from bigand.language.tokens import (
    END_OF_FILE,
    FLOAT,
    FUNCTIONS,
    INTEGER,
    JUNK,
    NAME,
    NAME_OPEN,
    VARIABLE,
    VARIABLE_OPEN,
)

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
