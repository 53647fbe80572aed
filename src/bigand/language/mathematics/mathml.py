"""Render a layout as presentation MathML Core, which browsers support natively.

The output needs no scripts and no other files. The spacing of symbols comes from the browser's operator dictionary;
attributes are set only where that differs from what is meant.
"""

from html import escape

from bigand.language.mathematics import layout
from bigand.language.mathematics.notation import notate
from bigand.language.syntax import Program
from bigand.messages.lookup import Language

# What the browser's operator dictionary lacks, or has for another use of the character.
_ATTRIBUTES = {
    layout.SymbolMark.NOT: ' form="prefix" rspace="0.1em"',
    layout.SymbolMark.TIMES: ' lspace="0.22em" rspace="0.22em"',
    layout.SymbolMark.DIVIDE: ' lspace="0.1em" rspace="0.1em" stretchy="false"',
    layout.SymbolMark.MOD: ' lspace="0.3em" rspace="0.3em"',
    layout.SymbolMark.IMPLIES: ' lspace="0.35em" rspace="0.35em" stretchy="false"',
    layout.SymbolMark.IFF: ' lspace="0.35em" rspace="0.35em" stretchy="false"',
    layout.SymbolMark.ASSIGN: ' lspace="0.35em" rspace="0.35em" stretchy="false"',
    layout.SymbolMark.SUCH_THAT: ' form="infix" lspace="0.35em" rspace="0.35em" fence="false" stretchy="false"',
    layout.SymbolMark.DOTS: ' form="infix" lspace="0.1em" rspace="0.1em"',
    layout.SymbolMark.COMMA: ' separator="true"',
    layout.SymbolMark.COLON: ' form="infix" lspace="0.35em" rspace="0.35em"',
    layout.SymbolMark.FULL_STOP: ' form="infix" separator="true" lspace="0" rspace="0.35em"',
    layout.SymbolMark.OPEN: ' form="prefix" stretchy="false"',
    layout.SymbolMark.CLOSE: ' form="postfix" stretchy="false"',
}
# In conditions and indices the dictionary's spacing is too wide.
_TIGHT = ' lspace="0.1em" rspace="0.1em"'
_UNSPACED = {layout.SymbolMark.MINUS: ' form="prefix"', layout.SymbolMark.COMMA: ' rspace="0"'}
_IDENTIFIERS = frozenset(
    {layout.SymbolMark.TOP, layout.SymbolMark.BOTTOM, layout.SymbolMark.EMPTY_SET, layout.SymbolMark.POWERSET}
)
_LEFT = ' columnalign="left" style="text-align: left"'
_CLASSES = {"text-align: left": "left", "font-style: italic": "name", "padding: 0.1em 0": "condition"}
_STYLE = """\
body { margin: 2rem; color: #111; background: #fff; }
h1 { font: 600 1.2rem system-ui, sans-serif; }
math { font-size: 1.25rem; width: max-content; }
main { overflow-x: auto; }
"""


def render_mathml_statements(program: Program, language: Language) -> list[str]:
    """Render each assignment and formula of a program as table rows, in order."""
    return ["".join(_statement_rows(statement)) for statement in notate(program, language)]


def join_mathml(pieces: list[str]) -> str:
    """Join the statements of a program to one element."""
    head = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">\n'
    return f'{head}<mtable displaystyle="true"{_LEFT}>\n{"".join(pieces)}</mtable>\n</math>\n'


def replace_styles_with_classes(text: str) -> str:
    """Replace inline styles with the classes `left`, `name` and `condition`, for pages that forbid inline styles.

    User text cannot be mistaken for an attribute, since its quotes are escaped.
    """
    for style, name in _CLASSES.items():
        text = text.replace(f' style="{style}"', f' class="{name}"')
    return text


def render_mathml_page(pieces: list[str], title: str, language: Language) -> str:
    """Render a program as a self-contained web page."""
    heading = escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="{language.value}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{heading}</h1>\n<main>\n{join_mathml(pieces)}</main>\n</body>\n</html>\n"
    )


def _statement_rows(statement: layout.Statement) -> list[str]:
    rows: list[str] = []
    for number, line in enumerate(statement.lines):
        indent = '<mspace width="2em"/>' if number else ""
        rows += [f"<mtr><mtd{_LEFT}>{indent}", *layout.render_texts(line, _parts), "</mtd></mtr>\n"]
    return rows


def _parts(piece: layout.Layout) -> layout.Parts:
    match piece:
        case layout.Word():
            return _word_element(piece)
        case layout.Symbol():
            return _symbol_element(piece)
        case layout.Row(parts):
            return ["<mrow>", *parts, "</mrow>"]
        case layout.Subscript(base, index):
            return ["<msub>", base, index, "</msub>"]
        case layout.Big(mark, conditions):
            large = ' largeop="true"' if mark in (layout.SymbolMark.BIG_AND, layout.SymbolMark.BIG_OR) else ""
            operator = f'<munder><mo movablelimits="false"{large}>{mark.value}</mo>'
            if len(conditions) == 1:
                return [operator, conditions, "</munder>"]
            cells = [('<mtr><mtd style="padding: 0.1em 0">', condition, "</mtd></mtr>") for condition in conditions]
            return [f"{operator}<mtable>", cells, "</mtable></munder>"]
        case layout.Fence(enclosure, inner, tall):
            left, right = enclosure.value
            stretch = "true" if tall else "false"
            return [
                f'<mrow><mo fence="true" form="prefix" stretchy="{stretch}">{left}</mo>',
                inner,
                f'<mo fence="true" form="postfix" stretchy="{stretch}">{right}</mo></mrow>',
            ]
        case layout.Root(inner):
            return ["<msqrt>", inner, "</msqrt>"]
        case layout.Cases(cases):
            begin, between, end = f"<mtr><mtd{_LEFT}>", f"</mtd><mtd{_LEFT}>", "</mtd></mtr>"
            rows = [(begin, case.value, between, case.condition, end) for case in cases]
            brace = '<mrow><mo fence="true" form="prefix" stretchy="true">{</mo><mtable>'
            return [brace, rows, "</mtable></mrow>"]


def _word_element(word: layout.Word) -> str:
    text = escape(word.text)
    match word.style:
        case layout.Style.ITALIC:
            # Names of one letter are italic by default; longer ones need a style.
            style = "" if len(word.text) == 1 else ' style="font-style: italic"'
            return f"<mi{style}>{text}</mi>"
        case layout.Style.UPRIGHT | layout.Style.FUNCTION:
            return f'<mi mathvariant="normal">{text}</mi>'
        case layout.Style.NUMBER:
            return f"<mn>{text}</mn>"
        case layout.Style.PROSE:
            return f"<mtext>{text.replace(' ', '&#xA0;')}</mtext>"


def _symbol_element(symbol: layout.Symbol) -> str:
    character = escape(symbol.mark.value)
    if symbol.mark in _IDENTIFIERS:
        return f'<mi mathvariant="normal">{character}</mi>'
    attributes = _ATTRIBUTES.get(symbol.mark, "")
    if symbol.space is layout.Space.TIGHT:
        attributes = _TIGHT
    elif symbol.space is layout.Space.NONE:
        attributes += _UNSPACED.get(symbol.mark, "")
    return f"<mo{attributes}>{character}</mo>"
