"""Text to tree. A tree is a tuple: a word that says what it is, then its parts.

Expressions:  ("int", n) ("float", x) ("bool", b) ("var", name, indices | None) ("prop", name, indices)
              ("quote", formula) ("negative", e) ("not", e) ("call", word, e) ("binary", sign, e, e)
              ("if", e, e, e) ("display", [e]) ("range", e, e) ("each", e, variables, sets, when | None)
Formulas:     ("Top",) ("Bot",) ("var", ...) ("prop", ...) ("not", f) ("binary", sign, f, f) ("if", e, f, f)
              ("big", "bigand" | "bigor", variables, sets, when | None, f) ("count", word, e, e) ("let", var, e, f)
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar

Tree = tuple[Any, ...]
Part = TypeVar("Part")


class RefusedError(Exception):
    """The program has no meaning: it cannot be read, or something in it cannot be evaluated."""


class UndecidedError(Exception):
    """The reference has no answer: too much for a truth table, or left open by the description of the language."""


_KEYWORDS = """end in union inter diff subset bigand bigor when Top Bot mod and or xor not if then else true false
let data exists forall for"""
KEYWORDS = _KEYWORDS.split()
GLUED = {"exact", "atmost", "atleast", "card", "sqrt", "int", "float", "abs", "empty", "powerset"}
GLUED |= {"subset", "union", "inter", "diff"}

TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+|;;[^\n\r]*)
      | (?P<float>[0-9]+\.[0-9]+)
      | (?P<variable>\$[_0-9]*[a-zA-Z][a-zA-Z_0-9]*)
      | (?P<name>[_0-9]*[a-zA-Z][a-zA-Z_0-9]*)
      | (?P<int>[0-9]+)
      | (?P<sign><=>|=>|==|!=|<=|>=|\.\.|\\\\|[-+*/<>=\[\],:()"])""",
    re.VERBOSE,
)


def tokens(text: str) -> list[tuple[str, str]]:
    """Pairs of kind and text; kind is the text itself for keywords and signs; `p(` is one token, `name(`."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise RefusedError(f"unexpected character {text[at]!r}")
        kind, word = str(match.lastgroup), match.group()
        at = match.end()
        glued = text[at : at + 1] == "("
        if kind == "name" and glued and word in GLUED:
            kind = word = word + "("
            at += 1
        elif kind == "sign" or (kind == "name" and word in KEYWORDS):
            kind = word
        elif kind in ("name", "variable") and glued:
            kind += "("
            at += 1
        if kind != "space":
            found.append((kind, word))
    return [*found, ("end of file", "")]


# Loosest first. In both grammars arrows go to the right; comparisons do not chain.
ARROWS = {"=>", "<=>"}
COMPARISONS = {"==", "!=", "<", "<=", ">", ">=", "in"}
FORMULA = [ARROWS, {"or"}, {"and"}, {"xor"}, {"not"}]
EXPRESSION = [{"inter"}, {"union", "diff"}, {"subset"}, *FORMULA, COMPARISONS, {"+", "-"}, {"*", "/"}, {"mod"}]
SETS = {"union(", "inter(", "diff(", "subset("}
FUNCTIONS = {"card(", "sqrt(", "int(", "float(", "abs(", "empty(", "powerset("}
COUNTS = {"exact(", "atleast(", "atmost("}


def level(levels: list[set[str]], sign: str) -> int:
    """How tightly it binds; -1 if it is no operator."""
    return next((at for at, signs in enumerate(levels) if sign in signs), -1)


class Reader:
    """Stands at one token of a text."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.at = 0

    @property
    def kind(self) -> str:
        return self.tokens[self.at][0]

    def take(self) -> str:
        word = self.tokens[self.at][1]
        self.at += 1
        return word

    def accept(self, kind: str) -> bool:
        if self.kind == kind:
            self.take()
            return True
        return False

    def expect(self, kind: str) -> str:
        if self.kind != kind:
            raise RefusedError(f"{kind!r} expected before {self.kind!r} (token {self.at})")
        return self.take()

    def several(self, part: Callable[[], Part]) -> list[Part]:
        found = [part()]
        while self.accept(","):
            found.append(part())
        return found

    # The file

    def file(self) -> list[Tree]:
        """Items: ("assign", variable, expression) and formulas, in their order."""
        items = []
        while self.kind != "end of file":
            items.append(self.item())
        if all(item[0] == "assign" for item in items):
            raise RefusedError("no formulas")
        return items

    def item(self) -> Tree:
        start = self.at
        if self.kind in ("variable", "variable("):
            variable = self.variable()
            if self.accept("="):
                return ("assign", variable, self.expression())
            self.at = start
        formula = self.formula()
        self.accept("data")
        return formula

    # Formulas

    def formula(self, least: int = 0) -> Tree:
        self.skip_breaks()
        left = self.operand()
        self.skip_breaks()
        while (found := level(FORMULA, self.kind)) >= least and self.kind != "not":
            sign = self.take()
            left = ("binary", sign, left, self.formula(found if sign in ARROWS else found + 1))
        return left

    def skip_breaks(self) -> None:
        while self.accept("\\\\"):
            pass

    def operand(self) -> Tree:
        match self.kind:
            case "Top" | "Bot":
                return (self.take(),)
            case "name" | "name(":
                return self.proposition()
            case "variable" | "variable(":
                return self.variable()
            case "(":
                return self.bracketed(self.formula)
            case "not":
                self.take()
                return ("not", self.formula(level(FORMULA, "not")))
            case "if":
                return self.choice(self.formula)
            case "bigand" | "bigor":
                word = self.take()
                head = self.generator()
                self.expect(":")
                body = self.formula()
                self.expect("end")
                return ("big", word, *head, body)
            case "let":
                return self.let()
            case kind if kind in COUNTS:
                self.take()
                number = self.expression()
                self.expect(",")
                members = self.expression()
                self.expect(")")
                return ("count", kind[:-1], number, members)
            case _:
                raise RefusedError(f"no formula begins with {self.kind!r} (token {self.at})")

    def let(self) -> Tree:
        self.expect("let")
        variables = self.several(self.variable)
        self.expect("=")
        values = self.several(self.expression)
        self.expect(":")
        body = self.formula()
        if len(variables) != len(values):
            raise RefusedError("let: not as many values as variables")
        for variable, value in zip(reversed(variables), reversed(values), strict=True):
            body = ("let", variable, value, body)
        return body

    def generator(self) -> tuple[list[str], list[Tree], Tree | None]:
        """`$i,$j in S,T when c`: indices of these variables are read and forgotten."""
        names = [variable[1] for variable in self.several(self.variable)]
        self.expect("in")
        sets = self.several(self.expression)
        if len(names) != len(sets):
            raise RefusedError("not as many sets as variables")
        return names, sets, self.expression() if self.accept("when") else None

    # Both

    def bracketed(self, inside: Callable[[], Part]) -> Part:
        self.expect("(")
        found = inside()
        self.expect(")")
        return found

    def choice(self, branch: Callable[[], Tree]) -> Tree:
        self.expect("if")
        condition = self.expression()
        self.expect("then")
        yes = branch()
        self.expect("else")
        no = branch()
        self.expect("end")
        return ("if", condition, yes, no)

    def variable(self) -> Tree:
        if self.kind == "variable(":
            return ("var", self.take(), self.indices())
        return ("var", self.expect("variable"), None)

    def proposition(self) -> Tree:
        if self.kind == "name(":
            return ("prop", self.take(), self.indices())
        return ("prop", self.expect("name"), [])

    def indices(self) -> list[Tree]:
        found = self.several(self.expression)
        self.expect(")")
        return found

    # Expressions

    def expression(self, least: int = 0) -> Tree:
        left = self.term()
        while (found := level(EXPRESSION, self.kind)) >= least and self.kind != "not":
            sign = self.take()
            left = ("binary", sign, left, self.expression(found if sign in ARROWS else found + 1))
            if sign in COMPARISONS and self.kind in COMPARISONS:
                raise RefusedError("comparisons do not chain")
        return left

    def term(self) -> Tree:
        match self.kind:
            case "int":
                return ("int", int(self.take()))
            case "float":
                return ("float", float(self.take()))
            case "true" | "false":
                return ("bool", self.take() == "true")
            case "name" | "name(":
                return self.proposition()
            case "variable" | "variable(":
                return self.variable()
            case "(":
                return self.bracketed(self.expression)
            case "-":
                self.take()
                return ("negative", self.expression(level(EXPRESSION, "-") + 1))
            case "not":
                self.take()
                return ("not", self.expression(level(EXPRESSION, "not")))
            case "if":
                return self.choice(self.expression)
            case "[":
                return self.set()
            case '"':
                self.take()
                formula = self.formula()
                self.expect('"')
                return ("quote", formula)
            case kind if kind in FUNCTIONS:
                self.take()
                inside = self.expression()
                self.expect(")")
                return ("call", kind[:-1], inside)
            case kind if kind in SETS:
                self.take()
                left = self.expression()
                self.expect(",")
                right = self.expression()
                self.expect(")")
                return ("binary", kind[:-1], left, right)
            case _:
                raise RefusedError(f"no expression begins with {self.kind!r} (token {self.at})")

    def set(self) -> Tree:
        self.expect("[")
        if self.accept("]"):
            return ("display", [])
        first = self.expression()
        found: Tree
        if self.accept(".."):
            found = ("range", first, self.expression())
        elif self.accept("for"):
            found = ("each", first, *self.generator())
        else:
            found = ("display", [first, *(self.several(self.expression) if self.accept(",") else [])])
        self.expect("]")
        return found


def read(text: str) -> list[Tree]:
    """The items of a file."""
    return Reader(text).file()
