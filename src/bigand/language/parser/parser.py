"""The parser: which function reads what the parts of the grammar ask of one another by way of the cursor."""

from bigand.language.parser.cursor import Cursor
from bigand.language.parser.expressions import read_expression, read_infix
from bigand.language.parser.items import read_items, read_whole_expression
from bigand.language.parser.operands import read_operand


class Parser(Cursor):
    """Reads one text, or a part of one, once."""

    expression = read_expression
    infix = read_infix
    operand = read_operand
    items = read_items
    whole_expression = read_whole_expression
