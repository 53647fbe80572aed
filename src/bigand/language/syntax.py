"""The syntax tree: the program as written, unexpanded, with the span of every node.

TouIST has one grammar for expressions (values: numbers, sets, names, truth values) and one for formulas. Operators
that occur in both have the same precedence, so there is one tree for both, and `check` reports constructs in the
wrong place. Nodes are immutable, their equality ignores spans, parentheses are kept, and children are tuples.
"""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any, TypeAlias

from msgspec import Struct

from bigand.source.document import NOWHERE, Span


class Mode(Enum):
    """The logic of a file: propositional, quantified, or with numbers."""

    SAT = "sat"
    QBF = "qbf"
    SMT = "smt"


class Operator(Enum):
    """Infix operators; the value is the spelling."""

    INTER = "inter"
    UNION = "union"
    DIFF = "diff"
    SUBSET = "subset"
    IMPLIES = "=>"
    IFF = "<=>"
    OR = "or"
    AND = "and"
    XOR = "xor"
    EQUAL = "=="
    DIFFERENT = "!="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    IN = "in"
    PLUS = "+"
    MINUS = "-"
    TIMES = "*"
    DIVIDE = "/"
    MOD = "mod"

    __hash__ = object.__hash__  # faster than hashing the name, and used very often


COMPARISONS = frozenset(
    {
        Operator.EQUAL,
        Operator.DIFFERENT,
        Operator.LESS,
        Operator.AT_MOST,
        Operator.GREATER,
        Operator.AT_LEAST,
    }
)

# Precedence, loosest first, exactly as the TouIST program has it (its manual differs on `inter`).
LEVELS: dict[Operator, int] = {
    operator: level
    for level, operators in enumerate(
        (
            (Operator.INTER,),
            (Operator.UNION, Operator.DIFF),
            (Operator.SUBSET,),
            (Operator.IMPLIES, Operator.IFF),
            (Operator.OR,),
            (Operator.AND,),
            (Operator.XOR,),
            (),  # `not` binds here
            (*COMPARISONS, Operator.IN),
            (Operator.PLUS, Operator.MINUS),  # and the minus sign
            (Operator.TIMES, Operator.DIVIDE),
            (Operator.MOD,),
        ),
        start=1,
    )
    for operator in operators
}
NOT_LEVEL = LEVELS[Operator.XOR] + 1
COMPARISON_LEVEL = LEVELS[Operator.EQUAL]
SIGN_LEVEL = LEVELS[Operator.PLUS]

CONNECTIVES = frozenset({Operator.IMPLIES, Operator.IFF, Operator.OR, Operator.AND, Operator.XOR})
ARITHMETIC = frozenset({Operator.PLUS, Operator.MINUS, Operator.TIMES, Operator.DIVIDE, Operator.MOD})
SET_OPERATORS = frozenset({Operator.UNION, Operator.INTER, Operator.DIFF, Operator.SUBSET})
RIGHT_ASSOCIATIVE = frozenset({Operator.IMPLIES, Operator.IFF})


class Sign(Enum):
    """Prefix operators."""

    NOT = "not"
    MINUS = "-"


class Big(Enum):
    """Operators over sets."""

    AND = "bigand"
    OR = "bigor"


class Count(Enum):
    """Cardinality constraints."""

    EXACT = "exact"
    AT_LEAST = "atleast"
    AT_MOST = "atmost"


class Quantifier(Enum):
    """Quantifiers of QBF."""

    EXISTS = "exists"
    FORALL = "forall"


class SyntaxNode(Struct, frozen=True, eq=False, kw_only=True):
    """A part of a file. Equality ignores its span."""

    span: Span = NOWHERE

    def __eq__(self, other: object) -> bool:
        if self is other or other.__class__ is not self.__class__:
            return self is other
        names = non_position_fields(self.__class__)
        return [getattr(self, name) for name in names] == [getattr(other, name) for name in names]

    def __ne__(self, other: object) -> bool:  # Struct defines its own
        return not self == other

    def __hash__(self) -> int:
        return hash((self.__class__, *[getattr(self, name) for name in non_position_fields(self.__class__)]))


class Integer(SyntaxNode, frozen=True):
    value: int


class Float(SyntaxNode, frozen=True):
    """`text` is as written, so printing loses nothing; `float(text)` is the number."""

    text: str


class Boolean(SyntaxNode, frozen=True):
    """`true` or `false`: a value, for use in conditions."""

    value: bool


class Truth(SyntaxNode, frozen=True):
    """`Top` or `Bot`: a formula."""

    value: bool


class Proposition(SyntaxNode, frozen=True):
    """`p` (no arguments) or `p(1,a)`."""

    name: str
    arguments: "tuple[Node, ...]" = ()


class Variable(SyntaxNode, frozen=True):
    """`$i`, or `$i(1,a)`. The name includes the `$`."""

    name: str
    arguments: "tuple[Node, ...]" = ()


class Parenthesised(SyntaxNode, frozen=True):
    inner: "Node"


class Signed(SyntaxNode, frozen=True):
    """`not a` or `-a`."""

    sign: Sign
    operand: "Node"


class Infix(SyntaxNode, frozen=True):
    """Operands joined by one operator, from the left (`=>` and `<=>` from the right)."""

    operator: Operator
    operands: "tuple[Node, ...]"


class Call(SyntaxNode, frozen=True):
    """`card(S)`, `abs(n)`…; also the deprecated `union(A,B)`, `inter(A,B)`, `diff(A,B)`, `subset(A,B)`."""

    function: str
    arguments: "tuple[Node, ...]"


class If(SyntaxNode, frozen=True):
    condition: "Node"
    then: "Node"
    otherwise: "Node"


class SetLiteral(SyntaxNode, frozen=True):
    elements: "tuple[Node, ...]"


class Range(SyntaxNode, frozen=True):
    first: "Node"
    last: "Node"


class Generator(SyntaxNode, frozen=True):
    """`$i,$j in A,B when c`: the bindings of big operators, comprehensions and quantifiers."""

    variables: tuple[Variable, ...]
    sets: "tuple[Node, ...]"
    condition: "Node | None" = None


class Comprehension(SyntaxNode, frozen=True):
    """`[element for $i in S when c]`."""

    element: "Node"
    generator: Generator


class Quoted(SyntaxNode, frozen=True):
    """`"formula"`: a formula as a value."""

    formula: "Node"


class BigOperator(SyntaxNode, frozen=True):
    """`bigand $i in S when c: body end`."""

    big: Big
    generator: Generator
    body: "Node"


class Cardinality(SyntaxNode, frozen=True):
    """`exact(k, S)`, `atleast(k, S)` or `atmost(k, S)`."""

    count: Count
    number: "Node"
    set: "Node"


class Let(SyntaxNode, frozen=True):
    """`let $a,$b = 1,2: body`. It has no `end`: the body extends as far right as possible."""

    variables: tuple[Variable, ...]
    values: "tuple[Node, ...]"
    body: "Node"


class Quantified(SyntaxNode, frozen=True):
    """`exists p,q for $i in S: body`."""

    quantifier: Quantifier
    propositions: "tuple[Node, ...]"
    generator: Generator | None
    body: "Node"


class LineBreak(SyntaxNode, frozen=True):
    """`\\\\` before or after a formula: a hint for the mathematics printers, without a meaning."""

    inner: "Node"
    before: bool


class Error(SyntaxNode, frozen=True):
    """A syntax error that has been reported; `parts` are what could be parsed."""

    parts: "tuple[Node, ...]" = ()


Node: TypeAlias = (
    Integer
    | Float
    | Boolean
    | Truth
    | Proposition
    | Variable
    | Parenthesised
    | Signed
    | Infix
    | Call
    | If
    | SetLiteral
    | Range
    | Comprehension
    | Quoted
    | BigOperator
    | Cardinality
    | Let
    | Quantified
    | LineBreak
    | Error
)


class Assignment(SyntaxNode, frozen=True):
    """`$v = e` at the top level of a file."""

    target: Variable
    value: Node


class Assertion(SyntaxNode, frozen=True):
    """A formula at the top level of a file. `data` after it is accepted and ignored."""

    formula: Node
    data: bool = False


Item: TypeAlias = Assignment | Assertion


class Expect(SyntaxNode, frozen=True):
    """`;;@ expect sat`, `unsat`, `models 92`, `least $k = 9`, or `best 11, 2.5` (a value per objective)."""

    outcome: str
    variable: str | None = None
    number: int | None = None
    values: tuple[Fraction, ...] = ()


class Horizon(SyntaxNode, frozen=True):
    """`;;@ horizon $k in [1..40]`."""

    variable: Variable
    range: Node


class Domain(SyntaxNode, frozen=True):
    """`;;@ domain p([0..$k],$C)`: the only index tuples that `p` may have."""

    predicate: str
    sets: tuple[Node, ...]


class Data(SyntaxNode, frozen=True):
    """`;;@ data $grid from "board.json"`."""

    variable: Variable
    path: str


class Soft(SyntaxNode, frozen=True):
    """`;;@ soft 3`: the next formula may be violated at this cost."""

    weight: Node


class Objective(SyntaxNode, frozen=True):
    """`;;@ minimize 2*p(1) + q`, `;;@ maximize card(bulb)`."""

    maximize: bool
    cost: Node


class Shape(SyntaxNode, frozen=True):
    """`p(step,tube)` in a view: a predicate with the roles of its arguments; `look` is the word after `as`."""

    predicate: str
    roles: tuple[str, ...]
    look: str = ""


class View(SyntaxNode, frozen=True):
    """`;;@ view tubes p(step,tube,layer,colour)`."""

    kind: str
    shapes: tuple[Shape, ...]


class Compare(SyntaxNode, frozen=True):
    """`;;@ compare p,verser`: grading considers only atoms of these predicates."""

    predicates: tuple[str, ...]


class RuleHeader(SyntaxNode, frozen=True):
    """`;;@ rule rows 3 points`: name and points of the formulas up to the next such line."""

    name: str
    points: Fraction = Fraction(1)


class Match(SyntaxNode, frozen=True):
    """`;;@ match x(row,column) as pos(column,row)`: another name and argument order that a student may use.

    `order[i]` is the position of argument `i` there.
    """

    name: str
    other: str
    order: tuple[int, ...] = ()


class Clues(SyntaxNode, frozen=True):
    """`;;@ clues given(row,column,value)`: the clues of a board of this puzzle, which are kept to a minimum."""

    shapes: tuple[Shape, ...]


class Free(SyntaxNode, frozen=True):
    """`;;@ free tree(row,column)`: atoms that may differ in a new board of this puzzle, and are all given."""

    shapes: tuple[Shape, ...]


Directive: TypeAlias = (
    Expect | Horizon | Domain | Data | Soft | Objective | View | Compare | RuleHeader | Match | Clues | Free
)


class Program(SyntaxNode, frozen=True):
    """A file: its items and directives in order, and the spans of its comments."""

    items: tuple[Item, ...]
    directives: tuple[Directive, ...] = ()
    comments: tuple[Span, ...] = ()


def strip_parentheses(node: Node) -> Node:
    """Return a node without the parentheses and line breaks around it."""
    while isinstance(node, _WRAPPERS):
        node = node.inner
    return node


def leaf_operands(node: Node) -> list[Node]:
    """The operands of all nested operators and signs, from left to right."""
    match strip_parentheses(node):
        case Signed(_, inner):
            return leaf_operands(inner)
        case Infix(_, operands):
            return [leaf for operand in operands for leaf in leaf_operands(operand)]
        case inner:
            return [inner]


def strip_negations(node: Node) -> tuple[Node, bool]:
    """Remove `not`s and parentheses. Return the inner node, and whether the number of `not`s was even."""
    inner, sign = strip_parentheses(node), True
    while isinstance(inner, Signed) and inner.sign is Sign.NOT:
        inner, sign = strip_parentheses(inner.operand), not sign
    return inner, sign


_WRAPPERS = (Parenthesised, LineBreak)  # built once, since it is used for every node


def walk(part: Any) -> Iterator[Any]:
    """Iterate over all nodes of a tree (or tuple of trees), parents before children, siblings from the last."""
    stack = [part]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack += part
            continue
        if isinstance(part, SyntaxNode):
            yield part
            for name in non_position_fields(part.__class__):
                child = getattr(part, name)
                if child.__class__ not in _LEAF_TYPES:
                    stack.append(child)


_LEAF_TYPES = (str, int, bool, NoneType, Fraction)
_POSITION_FIELDS = ("span", "comments")


@cache
def non_position_fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a node type other than positions; empty for other types."""
    if not issubclass(kind, SyntaxNode):
        return ()
    return tuple([name for name in kind.__struct_fields__ if name not in _POSITION_FIELDS])


# ---------------------------------------------------------------------- SMT-LIB logics


LOGICS = (
    "ALL", "QF_UF", "QF_IDL", "QF_RDL", "QF_LIA", "QF_LRA", "QF_LIRA", "QF_NIA", "QF_NRA", "QF_NIRA", "QF_UFIDL",
    "QF_UFRDL", "QF_UFLIA", "QF_UFLRA", "QF_UFLIRA", "QF_UFNIA", "QF_UFNRA", "QF_UFNIRA", "QF_AUFLIA",
    "QF_AUFLIRA", "QF_AUFNIA", "QF_ALIA", "QF_AX", "QF_BV", "QF_UFBV", "QF_ABV", "QF_AUFBV",
)  # fmt: skip


# ---------------------------------------------------------------------- soft formulas and costs


def soft_directives(program: Program) -> dict[int, Soft]:
    """The `;;@ soft` lines by the item index of the next formula. If two precede a formula, the last counts."""
    directives: dict[int, Soft] = {}
    starts = [(item.span.start, index) for index, item in enumerate(program.items) if isinstance(item, Assertion)]
    for directive in program.directives:
        if isinstance(directive, Soft):
            following = [index for start, index in starts if start > directive.span.start]
            if following:
                directives[following[0]] = directive
    return directives


def cost_directives(program: Program) -> list[Soft | Objective]:
    """The directives that rank models, in order."""
    return [directive for directive in program.directives if isinstance(directive, Soft | Objective)]


def outer_bigand_variables(formula: Node) -> Iterator[Variable]:
    """The variables of the `bigand`s around a formula, which its weight may use."""
    inner = strip_parentheses(formula)
    while isinstance(inner, BigOperator) and inner.big is Big.AND:
        yield from inner.generator.variables
        inner = strip_parentheses(inner.body)
