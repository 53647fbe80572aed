"""A layout to presentation MathML Core, which browsers draw by themselves.

Nothing is loaded and nothing is scripted. A symbol's blanks come from the browser's own table of
operators; only what that table does not know as we mean it is told.
"""

from html import escape

from bigand.language.mathematics import layout
from bigand.language.mathematics.notation import notate
from bigand.language.syntax import Program
from bigand.source.catalogue.lookup import Language
from bigand.source.recursion import deep_recursion

# What the browser's table of operators lacks, or has for another use of the character.
_ATTRIBUTES = {
    layout.Mark.NOT: ' form="prefix" rspace="0.1em"',
    layout.Mark.TIMES: ' lspace="0.22em" rspace="0.22em"',
    layout.Mark.DIVIDE: ' lspace="0.1em" rspace="0.1em" stretchy="false"',
    layout.Mark.MOD: ' lspace="0.3em" rspace="0.3em"',
    layout.Mark.IMPLIES: ' lspace="0.35em" rspace="0.35em" stretchy="false"',
    layout.Mark.IFF: ' lspace="0.35em" rspace="0.35em" stretchy="false"',
    layout.Mark.ASSIGN: ' lspace="0.35em" rspace="0.35em" stretchy="false"',
    layout.Mark.SUCH_THAT: ' form="infix" lspace="0.35em" rspace="0.35em" fence="false" stretchy="false"',
    layout.Mark.DOTS: ' form="infix" lspace="0.1em" rspace="0.1em"',
    layout.Mark.COMMA: ' separator="true"',
    layout.Mark.COLON: ' form="infix" lspace="0.35em" rspace="0.35em"',
    layout.Mark.FULL_STOP: ' form="infix" separator="true" lspace="0" rspace="0.35em"',
    layout.Mark.OPEN: ' form="prefix" stretchy="false"',
    layout.Mark.CLOSE: ' form="postfix" stretchy="false"',
}
# In a condition or an index there is no room for the blanks of the table.
_TIGHT = ' lspace="0.1em" rspace="0.1em"'
_UNSPACED = {layout.Mark.MINUS: ' form="prefix"', layout.Mark.COMMA: ' rspace="0"'}
_IDENTIFIERS = frozenset({layout.Mark.TOP, layout.Mark.BOTTOM, layout.Mark.EMPTY_SET, layout.Mark.POWERSET})
_LEFT = ' columnalign="left" style="text-align: left"'
_CLASSES = {"text-align: left": "left", "font-style: italic": "name", "padding: 0.1em 0": "condition"}
_STYLE = """\
body { margin: 2rem; color: #111; background: #fff; }
h1 { font: 600 1.2rem system-ui, sans-serif; }
math { font-size: 1.25rem; width: max-content; }
main { overflow-x: auto; }
"""


def mathml(program: Program, language: Language) -> str:
    """A program as one `math` element, a row of a table for each line."""
    return mathml_whole(mathml_pieces(program, language))


def mathml_pieces(program: Program, language: Language) -> list[str]:
    """Each assignment and formula of a program as rows of a table, in its order."""
    statements = notate(program, language)
    pieces: list[str] = []
    with deep_recursion():
        for statement in statements:
            out: list[str] = []
            _draw_statement(statement, out)
            pieces.append("".join(out))
    return pieces


def mathml_whole(pieces: list[str]) -> str:
    """The pieces of a program as one element."""
    head = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">\n'
    return f'{head}<mtable displaystyle="true"{_LEFT}>\n{"".join(pieces)}</mtable>\n</math>\n'


def with_classes(text: str) -> str:
    """MathML of ours with classes for its styles: `left`, `name` and `condition`, for pages that allow no others.

    No text in it can be taken for an attribute: its quotes are escaped.
    """
    for style, name in _CLASSES.items():
        text = text.replace(f' style="{style}"', f' class="{name}"')
    return text


def mathml_page(pieces: list[str], title: str, language: Language) -> str:
    """A program as a web page that needs nothing but itself."""
    heading = escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="{language.value}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{heading}</h1>\n<main>\n{mathml_whole(pieces)}</main>\n</body>\n</html>\n"
    )


def _draw_statement(statement: layout.Statement, out: list[str]) -> None:
    for number, line in enumerate(statement.lines):
        out.append(f"<mtr><mtd{_LEFT}>")
        if number:
            out.append('<mspace width="2em"/>')
        _draw(line, out)
        out.append("</mtd></mtr>\n")


def _draw(piece: layout.Layout, out: list[str]) -> None:
    match piece:
        case layout.Word():
            out.append(_word(piece))
        case layout.Symbol():
            out.append(_symbol(piece))
        case layout.Row(parts):
            out.append("<mrow>")
            for part in parts:
                _draw(part, out)
            out.append("</mrow>")
        case layout.Subscript(base, index):
            out += ["<msub>", _word(base)]
            _draw(index, out)
            out.append("</msub>")
        case layout.Big():
            _draw_big(piece, out)
        case layout.Fence():
            _draw_fence(piece, out)
        case layout.Root(inner):
            out.append("<msqrt>")
            _draw(inner, out)
            out.append("</msqrt>")
        case layout.Cases():
            _draw_cases(piece, out)


def _word(word: layout.Word) -> str:
    text = escape(word.text)
    match word.style:
        case layout.Style.ITALIC:
            # A name of one letter is italic by itself; browsers know no other way for a longer one.
            style = "" if len(word.text) == 1 else ' style="font-style: italic"'
            return f"<mi{style}>{text}</mi>"
        case layout.Style.UPRIGHT | layout.Style.FUNCTION:
            return f'<mi mathvariant="normal">{text}</mi>'
        case layout.Style.NUMBER:
            return f"<mn>{text}</mn>"
        case layout.Style.PROSE:
            return f"<mtext>{text.replace(' ', '&#xA0;')}</mtext>"


def _symbol(symbol: layout.Symbol) -> str:
    character = escape(symbol.mark.value)
    if symbol.mark in _IDENTIFIERS:
        return f'<mi mathvariant="normal">{character}</mi>'
    attributes = _ATTRIBUTES.get(symbol.mark, "")
    if symbol.space is layout.Space.TIGHT:
        attributes = _TIGHT
    elif symbol.space is layout.Space.NONE:
        attributes += _UNSPACED.get(symbol.mark, "")
    return f"<mo{attributes}>{character}</mo>"


def _draw_big(big: layout.Big, out: list[str]) -> None:
    is_large = big.mark in (layout.Mark.BIG_AND, layout.Mark.BIG_OR)
    large = ' largeop="true"' if is_large else ""
    out.append(f'<munder><mo movablelimits="false"{large}>{big.mark.value}</mo>')
    if len(big.conditions) == 1:
        _draw(big.conditions[0], out)
    else:
        out.append("<mtable>")
        for condition in big.conditions:
            out.append('<mtr><mtd style="padding: 0.1em 0">')
            _draw(condition, out)
            out.append("</mtd></mtr>")
        out.append("</mtable>")
    out.append("</munder>")


def _draw_fence(fence: layout.Fence, out: list[str]) -> None:
    left, right = fence.enclosure.value
    stretch = "true" if fence.tall else "false"
    out.append(f'<mrow><mo fence="true" form="prefix" stretchy="{stretch}">{left}</mo>')
    _draw(fence.inner, out)
    out.append(f'<mo fence="true" form="postfix" stretchy="{stretch}">{right}</mo></mrow>')


def _draw_cases(cases: layout.Cases, out: list[str]) -> None:
    out.append('<mrow><mo fence="true" form="prefix" stretchy="true">{</mo><mtable>')
    for case in cases.cases:
        out.append(f"<mtr><mtd{_LEFT}>")
        _draw(case.value, out)
        out.append(f"</mtd><mtd{_LEFT}>")
        _draw(case.condition, out)
        out.append("</mtd></mtr>")
    out.append("</mtable></mrow>")
