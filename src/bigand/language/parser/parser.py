"""The parser: which function reads what the parts of the grammar ask of one another by way of the cursor."""

from bigand.language.parser.cursor import Cursor
from bigand.language.parser.expressions import read_expression, read_infix
from bigand.language.parser.items import read_items, read_whole_expression
from bigand.language.parser.operands import read_operand


class Parser(Cursor):
    """Reads one text, or a part of one, once."""

    parse_expression = read_expression
    parse_infix = read_infix
    parse_operand = read_operand
    parse_items = read_items
    parse_whole_expression = read_whole_expression
