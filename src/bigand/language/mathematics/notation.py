"""The tree to a layout: every decision about how a program is written as mathematics.

Parentheses are the writer's. More are added only where a reader of mathematics would otherwise group
differently from TouIST (`A union B inter C` is (A ∪ B) ∩ C, `a => b <=> c` is a ⇒ (b ⇔ c)) or could not
see where something ends: the body of a big operator, and a big operator before another operand.

Everything is written to the end of a flat list of parts, so that the writer's line breaks can cut it;
what is enclosed (indices, sets, cases) is never cut. One level of the tree costs at most five Python frames.
"""

from enum import Enum
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bigand.language import syntax
from bigand.language.mathematics import layout
from bigand.source.catalogue.lookup import Language
from bigand.source.recursion import deep_recursion


class Words(NamedTuple):
    """The words of the reader's language that stand in mathematics, with the blanks they bring along."""

    condition: str
    otherwise: str
    binding: str


WORDS = {
    Language.ENGLISH: Words("if ", "otherwise", "let "),
    Language.FRENCH: Words("si ", "sinon", "soit "),
}

MARKS = {operator: layout.Mark[operator.name] for operator in syntax.Operator}

# How a reader of mathematics groups, loosest first. It is not TouIST's table: there, `inter` is looser
# than `union`, `xor` is tighter than `and`, `mod` is tighter than `*`, and `=>` and `<=>` are one level.
READING = {
    operator: level
    for level, operators in enumerate(
        (
            (syntax.Operator.IFF,),
            (syntax.Operator.IMPLIES,),
            (syntax.Operator.OR, syntax.Operator.XOR),
            (syntax.Operator.AND,),
            (),  # `not` stands here
            (*syntax.COMPARISONS, syntax.Operator.IN, syntax.Operator.SUBSET),
            (syntax.Operator.INTER, syntax.Operator.UNION, syntax.Operator.DIFF),
            (syntax.Operator.MOD,),
            (syntax.Operator.PLUS, syntax.Operator.MINUS),  # and the sign of a number
            (syntax.Operator.TIMES, syntax.Operator.DIVIDE),
        ),
        start=1,
    )
    for operator in operators
}
NOT_READING = READING[syntax.Operator.AND] + 1
SIGN_READING = READING[syntax.Operator.PLUS]
OPERAND_READING = READING[syntax.Operator.TIMES] + 1
# Levels at which different operators are read from left to right; elsewhere a mixture needs parentheses.
LEFT_TO_RIGHT = frozenset({READING[syntax.Operator.PLUS], READING[syntax.Operator.TIMES]})


class Place(Enum):
    """What stands around something: nothing that could be confused with it, or operators."""

    ALONE = "alone"
    LAST = "last"  # the last operand of an operator
    BEFORE = "before"  # another operand follows


class _Break(Enum):
    """The writer's line break; it cuts the flat list of parts and is gone after that."""

    HERE = "here"


_Part: TypeAlias = layout.Layout | _Break


class _Where(Struct, frozen=True):
    """Where something is written: in which language, between what, and with how much room."""

    words: Words
    place: Place = Place.ALONE
    breakable: bool = True
    tight: bool = False

    def alone(self) -> "_Where":
        return replace(self, place=Place.ALONE)

    def enclosed(self) -> "_Where":
        return replace(self, place=Place.ALONE, breakable=False)

    def small(self) -> "_Where":
        return replace(self, place=Place.ALONE, breakable=False, tight=True)

    def operand(self, *, last: bool) -> "_Where":
        if not last:
            return replace(self, place=Place.BEFORE)
        return replace(self, place=Place.LAST) if self.place is Place.ALONE else self


def notate(program: syntax.Program, language: Language) -> tuple[layout.Statement, ...]:
    """The layout of a program's assignments and formulas, in order."""
    where = _Where(WORDS[language])
    with deep_recursion():
        return tuple([_statement(item, where) for item in program.items])


def _statement(item: syntax.Item, where: _Where) -> layout.Statement:
    parts: list[_Part] = []
    match item:
        case syntax.Assignment(target, value):
            _write(target, where, parts)
            parts.append(layout.Symbol(layout.Mark.ASSIGN, layout.Space.AROUND))
            _write(value, where, parts)
        case syntax.Assertion(formula):
            _write(formula, where, parts)
    return layout.Statement(_lines(parts))


def _lines(parts: list[_Part]) -> tuple[layout.Row, ...]:
    """Parts cut at the breaks; a break before the first or after the last part cuts nothing."""
    lines: list[list[layout.Layout]] = [[]]
    for part in parts:
        if isinstance(part, _Break):
            lines.append([])
        else:
            lines[-1].append(part)
    return tuple([layout.Row(tuple(line)) for line in lines if line])


def _write(node: syntax.Node, where: _Where, parts: list[_Part]) -> None:
    """Write a node to the end of the parts."""
    match node:
        case syntax.Variable(name, arguments):
            _write_name(layout.Word(name.removeprefix("$"), layout.Style.ITALIC), arguments, where, parts)
        case syntax.Proposition(name, arguments):
            style = layout.Style.ITALIC if len(name) == 1 else layout.Style.UPRIGHT
            _write_name(layout.Word(name, style), arguments, where, parts)
        case syntax.Infix(operator, operands):
            _write_infix(operator, operands, where, parts)
        case syntax.Integer(value):
            parts.append(layout.Word(str(value), layout.Style.NUMBER))
        case syntax.Parenthesised(inner):
            _write_parenthesised(inner, where, parts)
        case syntax.Signed(sign, operand):
            _write_signed(sign, operand, where, parts)
        case syntax.Float(text):
            parts.append(layout.Word(text, layout.Style.NUMBER))
        case syntax.Boolean(value):
            parts.append(layout.Word("true" if value else "false", layout.Style.UPRIGHT))
        case syntax.Truth(value):
            parts.append(layout.Symbol(layout.Mark.TOP if value else layout.Mark.BOTTOM))
        case syntax.Call(function, arguments):
            _write_call(function, arguments, where, parts)
        case syntax.SetLiteral(elements):
            _write_set(elements, where, parts)
        case syntax.Range(first, last):
            dots = layout.Symbol(layout.Mark.DOTS)
            bounds = [*_written(first, where.small()), dots, *_written(last, where.small())]
            parts.append(_fence(layout.Enclosure.BRACKETS, bounds))
        case syntax.Comprehension(element, generator):
            _write_comprehension(element, generator, where, parts)
        case syntax.Quoted(formula):
            parts.append(_fence(layout.Enclosure.QUOTES, _written(formula, where.enclosed())))
        case syntax.Cardinality(count, number, members):
            _write_function(count.value, (number, members), where, parts)
        case syntax.If() | syntax.BigOperator() | syntax.Let() | syntax.Quantified():
            _write_open(node, where, parts)
        case syntax.LineBreak(inner, before):
            if before and where.breakable:
                parts.append(_Break.HERE)
            _write(inner, where, parts)
            if not before and where.breakable:
                parts.append(_Break.HERE)
        case syntax.Error():
            parts.append(layout.Word("?", layout.Style.UPRIGHT))


def _written(node: syntax.Node, where: _Where) -> list[_Part]:
    """The parts of a node by themselves."""
    parts: list[_Part] = []
    _write(node, where, parts)
    return parts


# Names, numbers of things, and what stands in brackets


def _write_name(word: layout.Word, arguments: tuple[syntax.Node, ...], where: _Where, parts: list[_Part]) -> None:
    if not arguments:
        parts.append(word)
        return
    index: list[_Part] = []
    _write_list(arguments, where.small(), index)
    parts.append(layout.Subscript(word, _row(index)))


def _write_list(nodes: tuple[syntax.Node, ...], where: _Where, parts: list[_Part]) -> None:
    """Nodes with commas between them."""
    for number, node in enumerate(nodes):
        if number:
            parts.append(_comma(where))
        is_last = number == len(nodes) - 1
        _write(node, where.alone() if is_last else where.operand(last=False), parts)


def _comma(where: _Where) -> layout.Symbol:
    return layout.Symbol(layout.Mark.COMMA, layout.Space.NONE if where.tight else layout.Space.AFTER)


def _write_function(name: str, arguments: tuple[syntax.Node, ...], where: _Where, parts: list[_Part]) -> None:
    parts.append(layout.Word(name, layout.Style.FUNCTION))
    listed: list[_Part] = []
    _write_list(arguments, where.enclosed(), listed)
    parts.append(_fence(layout.Enclosure.PARENTHESES, listed))


def _write_call(function: str, arguments: tuple[syntax.Node, ...], where: _Where, parts: list[_Part]) -> None:
    match function, arguments:
        case (("card" | "abs"), (argument,)):
            parts.append(_fence(layout.Enclosure.BARS, _written(argument, where.enclosed())))
        case "sqrt", (argument,):
            parts.append(layout.Root(_row(_written(argument, where.enclosed()))))
        case "powerset", (argument,):
            inner = _fence(layout.Enclosure.PARENTHESES, _written(argument, where.enclosed()))
            parts += [layout.Symbol(layout.Mark.POWERSET), inner]
        case "empty", (argument,):
            _write_operand(syntax.Operator.EQUAL, argument, True, where.operand(last=False), parts)
            parts += [_between(syntax.Operator.EQUAL, where), layout.Symbol(layout.Mark.EMPTY_SET)]
        case _, (_, _):  # TouIST's old spelling of the set operators
            _write_infix(syntax.Operator(function), arguments, where, parts)
        case _:
            _write_function(function, arguments, where, parts)


def _write_set(elements: tuple[syntax.Node, ...], where: _Where, parts: list[_Part]) -> None:
    if not elements:
        parts.append(layout.Symbol(layout.Mark.EMPTY_SET))
        return
    listed: list[_Part] = []
    _write_list(elements, where.enclosed(), listed)
    parts.append(_fence(layout.Enclosure.BRACES, listed))


def _write_comprehension(
    element: syntax.Node, generator: syntax.Generator, where: _Where, parts: list[_Part]
) -> None:
    inner = _written(element, where.enclosed().operand(last=False))
    inner.append(layout.Symbol(layout.Mark.SUCH_THAT, layout.Space.AROUND))
    for number, condition in enumerate(_conditions(generator, where.enclosed())):
        if number:
            inner.append(_comma(where))
        inner += condition
    parts.append(_fence(layout.Enclosure.BRACES, inner))


# Operators


def _reading(node: syntax.Node) -> int:
    """How tightly a reader takes a node to hold together."""
    match node:
        case syntax.Infix(operator):
            return READING[operator]
        case syntax.Signed(syntax.Sign.NOT):
            return NOT_READING
        case syntax.Signed(syntax.Sign.MINUS):
            return SIGN_READING
        case syntax.Call("empty", (_,)):
            return READING[syntax.Operator.EQUAL]
        case syntax.Call(function, (_, _)):
            return READING[syntax.Operator(function)]
        case _:
            return OPERAND_READING


def _within_breaks(node: syntax.Node) -> syntax.Node:
    while isinstance(node, syntax.LineBreak):
        node = node.inner
    return node


def _is_misread(operator: syntax.Operator, operand: syntax.Node, takes_equals: bool) -> bool:
    """Whether a reader would tear an operand apart; `takes_equals` if the operator groups from its side."""
    level = _reading(operand)
    if level != READING[operator]:
        return level < READING[operator]
    if not takes_equals:
        return True
    is_same = isinstance(operand, syntax.Infix) and operand.operator is operator
    is_comparison = level == READING[syntax.Operator.EQUAL]
    return is_comparison or not (is_same or level in LEFT_TO_RIGHT)


def _write_infix(
    operator: syntax.Operator, operands: tuple[syntax.Node, ...], where: _Where, parts: list[_Part]
) -> None:
    grouping_end = len(operands) - 1 if operator in syntax.RIGHT_ASSOCIATIVE else 0
    for number, operand in enumerate(operands):
        if number:
            parts.append(_between(operator, where))
        side = where.operand(last=number == len(operands) - 1)
        _write_operand(operator, operand, number == grouping_end, side, parts)


def _write_operand(
    operator: syntax.Operator, operand: syntax.Node, takes_equals: bool, where: _Where, parts: list[_Part]
) -> None:
    if _is_misread(operator, _within_breaks(operand), takes_equals):
        _write_parenthesised(operand, where, parts)
    else:
        _write(operand, where, parts)


def _between(operator: syntax.Operator, where: _Where) -> layout.Symbol:
    """An operator's symbol; connectives and words keep their blanks in the tightest place."""
    is_tight = where.tight and operator not in syntax.CONNECTIVES and operator is not syntax.Operator.MOD
    return layout.Symbol(MARKS[operator], layout.Space.TIGHT if is_tight else layout.Space.AROUND)


def _write_signed(sign: syntax.Sign, operand: syntax.Node, where: _Where, parts: list[_Part]) -> None:
    level = _reading(_within_breaks(operand))
    if sign is syntax.Sign.NOT:
        mark, is_misread = layout.Mark.NOT, level not in (OPERAND_READING, NOT_READING)
    else:
        mark, is_misread = layout.Mark.MINUS, level <= SIGN_READING
    parts.append(layout.Symbol(mark))
    if is_misread:
        _write_parenthesised(operand, where, parts)
    else:
        _write(operand, where.operand(last=True), parts)


def _write_parenthesised(node: syntax.Node, where: _Where, parts: list[_Part]) -> None:
    inner = _written(node, where.alone())
    if _Break.HERE in inner:
        # A pair of which the halves are on different lines cannot grow with what it holds.
        parts += [layout.Symbol(layout.Mark.OPEN), *inner, layout.Symbol(layout.Mark.CLOSE)]
    else:
        parts.append(_fence(layout.Enclosure.PARENTHESES, inner))


# What has no end of its own: it is taken to reach as far right as it can


_Open: TypeAlias = syntax.If | syntax.BigOperator | syntax.Let | syntax.Quantified


def _write_open(node: _Open, where: _Where, parts: list[_Part]) -> None:
    if where.place is Place.BEFORE:
        _write_parenthesised(node, where, parts)
        return
    match node:
        case syntax.If():
            parts.append(_cases(node, where))
        case syntax.BigOperator(big, generator, body):
            parts.append(_big(layout.Mark[f"BIG_{big.name}"], generator, where))
            _write_body(body, where.operand(last=True), parts)
        case syntax.Let(variables, values, body):
            parts.append(layout.Word(where.words.binding, layout.Style.PROSE))
            _write_bindings(variables, values, where.enclosed(), parts)
            parts.append(layout.Symbol(layout.Mark.COLON, layout.Space.AROUND))
            _write_body(body, where, parts)
        case syntax.Quantified(quantifier, propositions, generator, body):
            mark = layout.Mark[quantifier.name]
            parts.append(layout.Symbol(mark) if generator is None else _big(mark, generator, where))
            _write_list(propositions, where.small(), parts)
            parts.append(layout.Symbol(layout.Mark.FULL_STOP, layout.Space.AFTER))
            _write_body(body, where, parts)


def _write_body(body: syntax.Node, where: _Where, parts: list[_Part]) -> None:
    """A body: in parentheses if it has operators and something else could claim its operands."""
    has_operator = _reading(_within_breaks(body)) not in (OPERAND_READING, NOT_READING)
    if has_operator and where.place is not Place.ALONE:
        _write_parenthesised(body, where, parts)
    else:
        _write(body, where, parts)


def _write_bindings(
    variables: tuple[syntax.Variable, ...],
    values: tuple[syntax.Node, ...],
    where: _Where,
    parts: list[_Part],
) -> None:
    """`a = 1, b = 2`; where their numbers differ nobody knows what belongs to what: `a, b = 1`."""
    if len(variables) != len(values):
        _write_list(variables, where, parts)
        parts.append(_between(syntax.Operator.EQUAL, where))
        _write_list(values, where, parts)
        return
    for number, (variable, value) in enumerate(zip(variables, values, strict=True)):
        if number:
            parts.append(_comma(where))
        _write(variable, where, parts)
        parts.append(_between(syntax.Operator.EQUAL, where))
        _write_operand(syntax.Operator.EQUAL, value, False, where.operand(last=False), parts)


def _cases(node: syntax.If, where: _Where) -> layout.Cases:
    where = where.enclosed()
    value, otherwise = _written(node.then, where), _written(node.otherwise, where)
    condition = [layout.Word(where.words.condition, layout.Style.PROSE), *_written(node.condition, where)]
    without = layout.Row((layout.Word(where.words.otherwise, layout.Style.PROSE),))
    return layout.Cases((layout.Case(_row(value), _row(condition)), layout.Case(_row(otherwise), without)))


def _big(mark: layout.Mark, generator: syntax.Generator, where: _Where) -> layout.Big:
    return layout.Big(mark, tuple([_row(line) for line in _conditions(generator, where.small())]))


def _conditions(generator: syntax.Generator, where: _Where) -> list[list[_Part]]:
    """`i, j ∈ S`, `k ∈ T`, and the condition, each on its own."""
    lines: list[list[_Part]] = []
    for variables, sets in _grouped(generator):
        line: list[_Part] = []
        _write_list(variables, where, line)
        line.append(_between(syntax.Operator.IN, where))
        _write_list(sets, where, line)
        lines.append(line)
    if generator.condition is not None:
        lines.append(_written(generator.condition, where))
    return lines


def _grouped(generator: syntax.Generator) -> list[tuple[tuple[syntax.Variable, ...], tuple[syntax.Node, ...]]]:
    """Variables that stand beside each other and run over the same set, together.

    A set that mentions a variable of its group is another set for the next variable of it.
    """
    variables, sets = generator.variables, generator.sets
    if len(variables) != len(sets):
        return [(variables, sets)]
    groups: list[tuple[list[syntax.Variable], syntax.Node]] = []
    spelling: list[object] = []
    for variable, each in zip(variables, sets, strict=True):
        spelt = _spelling(each)
        if groups and spelt == spelling and not any(member.name in spelt for member in groups[-1][0]):
            groups[-1][0].append(variable)
        else:
            groups.append(([variable], each))
            spelling = spelt
    return [(tuple(group), (each,)) for group, each in groups]


def _spelling(node: syntax.Node) -> list[object]:
    """All that a tree is made of, in a fixed order: equal for equal trees, without recursion in C."""
    spelt: list[object] = []
    pending: list[object] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            spelt.append(len(part))
            pending.extend(part)
        elif isinstance(part, syntax.Written):
            spelt.append(type(part))
            pending += [getattr(part, name) for name in syntax.children(part.__class__)]
        else:
            spelt.append(part)
    return spelt


# Parts put together


def _row(parts: list[_Part]) -> layout.Row:
    return layout.Row(tuple([part for part in parts if not isinstance(part, _Break)]))


def _fence(enclosure: layout.Enclosure, parts: list[_Part]) -> layout.Fence:
    row = _row(parts)
    return layout.Fence(enclosure, row, _is_tall(row))


def _is_tall(row: layout.Row) -> bool:
    """Whether something in a row is higher than a line with its indices."""
    for part in row.parts:
        match part:
            case layout.Big() | layout.Cases() | layout.Fence(tall=True):
                return True
            case layout.Root(inner) if _is_tall(inner):
                return True
            case _:
                pass
    return False
