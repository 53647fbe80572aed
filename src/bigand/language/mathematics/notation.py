"""Convert the tree to a layout: all decisions about mathematical notation.

The author's parentheses are kept. More are added only where a mathematician would group differently from TouIST
(`A union B inter C` is (A ∪ B) ∩ C, `a => b <=> c` is a ⇒ (b ⇔ c)) or could not see where something ends: the body
of a big operator, and a big operator before another operand.

All parts are appended to a flat list, so that the author's line breaks can split it; fenced parts (indices, sets,
cases) are never split. One level of the tree takes at most five Python frames.
"""

from enum import Enum
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bigand.language import syntax
from bigand.language.mathematics import layout
from bigand.messages.lookup import Language
from bigand.source.limits import deep_recursion


class Words(NamedTuple):
    """The English or French words in mathematics, with their blanks."""

    condition: str
    otherwise: str
    binding: str


WORDS = {
    Language.ENGLISH: Words("if ", "otherwise", "let "),
    Language.FRENCH: Words("si ", "sinon", "soit "),
}

MARKS = {operator: layout.SymbolMark[operator.name] for operator in syntax.Operator}

# Precedence in mathematics, loosest first. It differs from TouIST, where `inter` is looser than `union`, `xor` is
# tighter than `and`, `mod` is tighter than `*`, and `=>` and `<=>` are one level.
VISUAL_PRECEDENCE = {
    operator: level
    for level, operators in enumerate(
        (
            (syntax.Operator.IFF,),
            (syntax.Operator.IMPLIES,),
            (syntax.Operator.OR, syntax.Operator.XOR),
            (syntax.Operator.AND,),
            (),  # `not` binds here
            (*syntax.COMPARISONS, syntax.Operator.IN, syntax.Operator.SUBSET),
            (syntax.Operator.INTER, syntax.Operator.UNION, syntax.Operator.DIFF),
            (syntax.Operator.MOD,),
            (syntax.Operator.PLUS, syntax.Operator.MINUS),  # and the minus sign
            (syntax.Operator.TIMES, syntax.Operator.DIVIDE),
        ),
        start=1,
    )
    for operator in operators
}
NOT_PRECEDENCE = VISUAL_PRECEDENCE[syntax.Operator.AND] + 1
SIGN_PRECEDENCE = VISUAL_PRECEDENCE[syntax.Operator.PLUS]
OPERAND_PRECEDENCE = VISUAL_PRECEDENCE[syntax.Operator.TIMES] + 1
# Levels at which different operators associate from left to right; elsewhere a mixture needs parentheses.
LEFT_TO_RIGHT = frozenset({VISUAL_PRECEDENCE[syntax.Operator.PLUS], VISUAL_PRECEDENCE[syntax.Operator.TIMES]})


class OperandPosition(Enum):
    """The position of a node relative to operators."""

    ALONE = "alone"  # no operator that could be confused with it
    LAST = "last"  # the last operand of an operator
    BEFORE = "before"  # another operand follows


class _Break(Enum):
    """A line break of the author, which splits the flat list of parts."""

    HERE = "here"


_Part: TypeAlias = layout.Layout | _Break


class _Context(Struct, frozen=True):
    """The context of a node: language, position, and whether it may be broken or must be set tightly."""

    words: Words
    position: OperandPosition = OperandPosition.ALONE
    breakable: bool = True
    tight: bool = False

    def alone(self) -> "_Context":
        return replace(self, position=OperandPosition.ALONE)

    def inside_fence(self) -> "_Context":
        return replace(self, position=OperandPosition.ALONE, breakable=False)

    def in_index(self) -> "_Context":
        return replace(self, position=OperandPosition.ALONE, breakable=False, tight=True)

    def as_operand(self, *, last: bool) -> "_Context":
        if not last:
            return replace(self, position=OperandPosition.BEFORE)
        return replace(self, position=OperandPosition.LAST) if self.position is OperandPosition.ALONE else self


def notate(program: syntax.Program, language: Language) -> tuple[layout.Statement, ...]:
    """Return the layout of a program's assignments and formulas, in order."""
    context = _Context(WORDS[language])
    with deep_recursion():
        return tuple([_make_statement(item, context) for item in program.items])


def _make_statement(item: syntax.Item, context: _Context) -> layout.Statement:
    parts: list[_Part] = []
    match item:
        case syntax.Assignment(target, value):
            _write_node(target, context, parts)
            parts.append(layout.Symbol(layout.SymbolMark.ASSIGN, layout.Space.AROUND))
            _write_node(value, context, parts)
        case syntax.Assertion(formula):
            _write_node(formula, context, parts)
    return layout.Statement(_split_lines(parts))


def _split_lines(parts: list[_Part]) -> tuple[layout.Row, ...]:
    """Split parts at the breaks. Empty lines are dropped."""
    lines: list[list[layout.Layout]] = [[]]
    for part in parts:
        if isinstance(part, _Break):
            lines.append([])
        else:
            lines[-1].append(part)
    return tuple([layout.Row(tuple(line)) for line in lines if line])


def _write_node(node: syntax.Node, context: _Context, parts: list[_Part]) -> None:
    """Append a node to the parts."""
    match node:
        case syntax.Variable(name, arguments):
            _write_name(layout.Word(name.removeprefix("$"), layout.Style.ITALIC), arguments, context, parts)
        case syntax.Proposition(name, arguments):
            style = layout.Style.ITALIC if len(name) == 1 else layout.Style.UPRIGHT
            _write_name(layout.Word(name, style), arguments, context, parts)
        case syntax.Infix(operator, operands):
            _write_infix(operator, operands, context, parts)
        case syntax.Integer(value):
            parts.append(layout.Word(str(value), layout.Style.NUMBER))
        case syntax.Parenthesised(inner):
            _write_in_parentheses(inner, context, parts)
        case syntax.Signed(sign, operand):
            _write_sign(sign, operand, context, parts)
        case syntax.Float(text):
            parts.append(layout.Word(text, layout.Style.NUMBER))
        case syntax.Boolean(value):
            parts.append(layout.Word("true" if value else "false", layout.Style.UPRIGHT))
        case syntax.Truth(value):
            parts.append(layout.Symbol(layout.SymbolMark.TOP if value else layout.SymbolMark.BOTTOM))
        case syntax.Call(function, arguments):
            _write_call(function, arguments, context, parts)
        case syntax.SetLiteral(elements):
            _write_set(elements, context, parts)
        case syntax.Range(first, last):
            dots = layout.Symbol(layout.SymbolMark.DOTS)
            bounds = [*_parts_of(first, context.in_index()), dots, *_parts_of(last, context.in_index())]
            parts.append(_make_fence(layout.Enclosure.BRACKETS, bounds))
        case syntax.Comprehension(element, generator):
            _write_comprehension(element, generator, context, parts)
        case syntax.Quoted(formula):
            parts.append(_make_fence(layout.Enclosure.QUOTES, _parts_of(formula, context.inside_fence())))
        case syntax.Cardinality(count, number, members):
            _write_function(count.value, (number, members), context, parts)
        case syntax.If() | syntax.BigOperator() | syntax.Let() | syntax.Quantified():
            _write_open_ended(node, context, parts)
        case syntax.LineBreak(inner, before):
            if before and context.breakable:
                parts.append(_Break.HERE)
            _write_node(inner, context, parts)
            if not before and context.breakable:
                parts.append(_Break.HERE)
        case syntax.Error():
            parts.append(layout.Word("?", layout.Style.UPRIGHT))


def _parts_of(node: syntax.Node, context: _Context) -> list[_Part]:
    """Return the parts of a node as a new list."""
    parts: list[_Part] = []
    _write_node(node, context, parts)
    return parts


# ---------------------------------------------------------------------- names and brackets


def _write_name(
    word: layout.Word, arguments: tuple[syntax.Node, ...], context: _Context, parts: list[_Part]
) -> None:
    if not arguments:
        parts.append(word)
        return
    index: list[_Part] = []
    _write_list(arguments, context.in_index(), index)
    parts.append(layout.Subscript(word, _make_row(index)))


def _write_list(nodes: tuple[syntax.Node, ...], context: _Context, parts: list[_Part]) -> None:
    """Append nodes separated by commas."""
    for number, node in enumerate(nodes):
        if number:
            parts.append(_comma_symbol(context))
        is_last = number == len(nodes) - 1
        _write_node(node, context.alone() if is_last else context.as_operand(last=False), parts)


def _comma_symbol(context: _Context) -> layout.Symbol:
    return layout.Symbol(layout.SymbolMark.COMMA, layout.Space.NONE if context.tight else layout.Space.AFTER)


def _write_function(name: str, arguments: tuple[syntax.Node, ...], context: _Context, parts: list[_Part]) -> None:
    parts.append(layout.Word(name, layout.Style.FUNCTION))
    argument_parts: list[_Part] = []
    _write_list(arguments, context.inside_fence(), argument_parts)
    parts.append(_make_fence(layout.Enclosure.PARENTHESES, argument_parts))


def _write_call(function: str, arguments: tuple[syntax.Node, ...], context: _Context, parts: list[_Part]) -> None:
    match function, arguments:
        case (("card" | "abs"), (argument,)):
            parts.append(_make_fence(layout.Enclosure.BARS, _parts_of(argument, context.inside_fence())))
        case "sqrt", (argument,):
            parts.append(layout.Root(_make_row(_parts_of(argument, context.inside_fence()))))
        case "powerset", (argument,):
            inner = _make_fence(layout.Enclosure.PARENTHESES, _parts_of(argument, context.inside_fence()))
            parts += [layout.Symbol(layout.SymbolMark.POWERSET), inner]
        case "empty", (argument,):
            _write_operand(syntax.Operator.EQUAL, argument, True, context.as_operand(last=False), parts)
            parts += [_operator_symbol(syntax.Operator.EQUAL, context), layout.Symbol(layout.SymbolMark.EMPTY_SET)]
        case _, (_, _):  # TouIST's old spelling of the set operators
            _write_infix(syntax.Operator(function), arguments, context, parts)
        case _:
            _write_function(function, arguments, context, parts)


def _write_set(elements: tuple[syntax.Node, ...], context: _Context, parts: list[_Part]) -> None:
    if not elements:
        parts.append(layout.Symbol(layout.SymbolMark.EMPTY_SET))
        return
    element_parts: list[_Part] = []
    _write_list(elements, context.inside_fence(), element_parts)
    parts.append(_make_fence(layout.Enclosure.BRACES, element_parts))


def _write_comprehension(
    element: syntax.Node, generator: syntax.Generator, context: _Context, parts: list[_Part]
) -> None:
    inner = _parts_of(element, context.inside_fence().as_operand(last=False))
    inner.append(layout.Symbol(layout.SymbolMark.SUCH_THAT, layout.Space.AROUND))
    for number, condition in enumerate(_condition_lines(generator, context.inside_fence())):
        if number:
            inner.append(_comma_symbol(context))
        inner += condition
    parts.append(_make_fence(layout.Enclosure.BRACES, inner))


# ---------------------------------------------------------------------- operators


def _visual_precedence(node: syntax.Node) -> int:
    """How tightly a node binds in the eyes of a mathematician."""
    match node:
        case syntax.Infix(operator):
            return VISUAL_PRECEDENCE[operator]
        case syntax.Signed(syntax.Sign.NOT):
            return NOT_PRECEDENCE
        case syntax.Signed(syntax.Sign.MINUS):
            return SIGN_PRECEDENCE
        case syntax.Call("empty", (_,)):
            return VISUAL_PRECEDENCE[syntax.Operator.EQUAL]
        case syntax.Call(function, (_, _)):
            return VISUAL_PRECEDENCE[syntax.Operator(function)]
        case _:
            return OPERAND_PRECEDENCE


def _strip_line_breaks(node: syntax.Node) -> syntax.Node:
    while isinstance(node, syntax.LineBreak):
        node = node.inner
    return node


def _needs_parentheses(operator: syntax.Operator, operand: syntax.Node, groups_equals: bool) -> bool:
    """Whether a reader would split an operand; `groups_equals` if the operator associates on its side."""
    level = _visual_precedence(operand)
    if level != VISUAL_PRECEDENCE[operator]:
        return level < VISUAL_PRECEDENCE[operator]
    if not groups_equals:
        return True
    is_same = isinstance(operand, syntax.Infix) and operand.operator is operator
    is_comparison = level == VISUAL_PRECEDENCE[syntax.Operator.EQUAL]
    return is_comparison or not (is_same or level in LEFT_TO_RIGHT)


def _write_infix(
    operator: syntax.Operator, operands: tuple[syntax.Node, ...], context: _Context, parts: list[_Part]
) -> None:
    grouping_end = len(operands) - 1 if operator in syntax.RIGHT_ASSOCIATIVE else 0
    for number, operand in enumerate(operands):
        if number:
            parts.append(_operator_symbol(operator, context))
        operand_context = context.as_operand(last=number == len(operands) - 1)
        _write_operand(operator, operand, number == grouping_end, operand_context, parts)


def _write_operand(
    operator: syntax.Operator, operand: syntax.Node, groups_equals: bool, context: _Context, parts: list[_Part]
) -> None:
    if _needs_parentheses(operator, _strip_line_breaks(operand), groups_equals):
        _write_in_parentheses(operand, context, parts)
    else:
        _write_node(operand, context, parts)


def _operator_symbol(operator: syntax.Operator, context: _Context) -> layout.Symbol:
    """The symbol of an operator. Connectives and words keep their blanks even in tight places."""
    is_tight = context.tight and operator not in syntax.CONNECTIVES and operator is not syntax.Operator.MOD
    return layout.Symbol(MARKS[operator], layout.Space.TIGHT if is_tight else layout.Space.AROUND)


def _write_sign(sign: syntax.Sign, operand: syntax.Node, context: _Context, parts: list[_Part]) -> None:
    level = _visual_precedence(_strip_line_breaks(operand))
    if sign is syntax.Sign.NOT:
        mark, is_misread = layout.SymbolMark.NOT, level not in (OPERAND_PRECEDENCE, NOT_PRECEDENCE)
    else:
        mark, is_misread = layout.SymbolMark.MINUS, level <= SIGN_PRECEDENCE
    parts.append(layout.Symbol(mark))
    if is_misread:
        _write_in_parentheses(operand, context, parts)
    else:
        _write_node(operand, context.as_operand(last=True), parts)


def _write_in_parentheses(node: syntax.Node, context: _Context, parts: list[_Part]) -> None:
    inner = _parts_of(node, context.alone())
    if _Break.HERE in inner:
        # Parentheses on different lines cannot grow with their content.
        parts += [layout.Symbol(layout.SymbolMark.OPEN), *inner, layout.Symbol(layout.SymbolMark.CLOSE)]
    else:
        parts.append(_make_fence(layout.Enclosure.PARENTHESES, inner))


# ---------------------------------------------------------------------- open-ended constructs
# Without a visible end, a reader takes them to extend as far right as possible.


_OpenEnded: TypeAlias = syntax.If | syntax.BigOperator | syntax.Let | syntax.Quantified


def _write_open_ended(node: _OpenEnded, context: _Context, parts: list[_Part]) -> None:
    if context.position is OperandPosition.BEFORE:
        _write_in_parentheses(node, context, parts)
        return
    match node:
        case syntax.If():
            parts.append(_make_cases(node, context))
        case syntax.BigOperator(big, generator, body):
            parts.append(_make_big_symbol(layout.SymbolMark[f"BIG_{big.name}"], generator, context))
            _write_body(body, context.as_operand(last=True), parts)
        case syntax.Let(variables, values, body):
            parts.append(layout.Word(context.words.binding, layout.Style.PROSE))
            _write_bindings(variables, values, context.inside_fence(), parts)
            parts.append(layout.Symbol(layout.SymbolMark.COLON, layout.Space.AROUND))
            _write_body(body, context, parts)
        case syntax.Quantified(quantifier, propositions, generator, body):
            mark = layout.SymbolMark[quantifier.name]
            parts.append(layout.Symbol(mark) if generator is None else _make_big_symbol(mark, generator, context))
            _write_list(propositions, context.in_index(), parts)
            parts.append(layout.Symbol(layout.SymbolMark.FULL_STOP, layout.Space.AFTER))
            _write_body(body, context, parts)


def _write_body(body: syntax.Node, context: _Context, parts: list[_Part]) -> None:
    """Append a body, in parentheses if it has operators and another operator could claim its operands."""
    has_operator = _visual_precedence(_strip_line_breaks(body)) not in (OPERAND_PRECEDENCE, NOT_PRECEDENCE)
    if has_operator and context.position is not OperandPosition.ALONE:
        _write_in_parentheses(body, context, parts)
    else:
        _write_node(body, context, parts)


def _write_bindings(
    variables: tuple[syntax.Variable, ...],
    values: tuple[syntax.Node, ...],
    context: _Context,
    parts: list[_Part],
) -> None:
    """Append `a = 1, b = 2`, or `a, b = 1` if the numbers differ and the pairs are unclear."""
    if len(variables) != len(values):
        _write_list(variables, context, parts)
        parts.append(_operator_symbol(syntax.Operator.EQUAL, context))
        _write_list(values, context, parts)
        return
    for number, (variable, value) in enumerate(zip(variables, values, strict=True)):
        if number:
            parts.append(_comma_symbol(context))
        _write_node(variable, context, parts)
        parts.append(_operator_symbol(syntax.Operator.EQUAL, context))
        _write_operand(syntax.Operator.EQUAL, value, False, context.as_operand(last=False), parts)


def _make_cases(node: syntax.If, context: _Context) -> layout.Cases:
    context = context.inside_fence()
    value, otherwise = _parts_of(node.then, context), _parts_of(node.otherwise, context)
    condition = [layout.Word(context.words.condition, layout.Style.PROSE), *_parts_of(node.condition, context)]
    without = layout.Row((layout.Word(context.words.otherwise, layout.Style.PROSE),))
    return layout.Cases(
        (layout.Case(_make_row(value), _make_row(condition)), layout.Case(_make_row(otherwise), without))
    )


def _make_big_symbol(mark: layout.SymbolMark, generator: syntax.Generator, context: _Context) -> layout.Big:
    return layout.Big(mark, tuple([_make_row(line) for line in _condition_lines(generator, context.in_index())]))


def _condition_lines(generator: syntax.Generator, context: _Context) -> list[list[_Part]]:
    """`i, j ∈ S`, `k ∈ T`, and the condition, a line each."""
    lines: list[list[_Part]] = []
    for variables, sets in _group_variables(generator):
        line: list[_Part] = []
        _write_list(variables, context, line)
        line.append(_operator_symbol(syntax.Operator.IN, context))
        _write_list(sets, context, line)
        lines.append(line)
    if generator.condition is not None:
        lines.append(_parts_of(generator.condition, context))
    return lines


def _group_variables(
    generator: syntax.Generator,
) -> list[tuple[tuple[syntax.Variable, ...], tuple[syntax.Node, ...]]]:
    """Group adjacent variables that range over the same set.

    A set that mentions a variable of the group is a different set for the next variable.
    """
    variables, sets = generator.variables, generator.sets
    if len(variables) != len(sets):
        return [(variables, sets)]
    groups: list[tuple[list[syntax.Variable], syntax.Node]] = []
    previous_key: list[object] = []
    for variable, members in zip(variables, sets, strict=True):
        key = _structure_key(members)
        if groups and key == previous_key and not any(member.name in key for member in groups[-1][0]):
            groups[-1][0].append(variable)
        else:
            groups.append(([variable], members))
            previous_key = key
    return [(tuple(group), (members,)) for group, members in groups]


def _structure_key(node: syntax.Node) -> list[object]:
    """Return a flat key that is equal for equal trees. It avoids the C recursion of comparing nested tuples."""
    key: list[object] = []
    pending: list[object] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            key.append(len(part))
            pending.extend(part)
        elif isinstance(part, syntax.SyntaxNode):
            key.append(type(part))
            pending += [getattr(part, name) for name in syntax.non_position_fields(part.__class__)]
        else:
            key.append(part)
    return key


# ---------------------------------------------------------------------- rows and fences


def _make_row(parts: list[_Part]) -> layout.Row:
    return layout.Row(tuple([part for part in parts if not isinstance(part, _Break)]))


def _make_fence(enclosure: layout.Enclosure, parts: list[_Part]) -> layout.Fence:
    row = _make_row(parts)
    return layout.Fence(enclosure, row, _is_tall(row))


def _is_tall(row: layout.Row) -> bool:
    """Whether a part of a row is higher than a line with its indices."""
    for part in row.parts:
        match part:
            case layout.Big() | layout.Cases() | layout.Fence(tall=True):
                return True
            case layout.Root(inner) if _is_tall(inner):
                return True
            case _:
                pass
    return False
