"""A layout to LaTeX: a block to paste between `$$`, for MathJax or KaTeX, or a document of its own.

The block is one `aligned`. The document sets each statement as a paragraph of its own, so that TeX may
break a long one at its operators and commas, and a page between any two.
"""

import re
from enum import Enum

from bigand.language.mathematics import layout
from bigand.language.mathematics.notation import notate
from bigand.language.syntax import Program
from bigand.source.catalogue.lookup import Language
from bigand.source.recursion import deep_recursion


class Target(Enum):
    """What is to read the LaTeX."""

    MATHJAX = "mathjax"
    KATEX = "katex"
    DOCUMENT = "document"


COMMANDS = {
    layout.Mark.NOT: r"\neg",
    layout.Mark.AND: r"\wedge",
    layout.Mark.OR: r"\vee",
    layout.Mark.XOR: r"\oplus",
    layout.Mark.IMPLIES: r"\Rightarrow",
    layout.Mark.IFF: r"\Leftrightarrow",
    layout.Mark.TOP: r"\top",
    layout.Mark.BOTTOM: r"\bot",
    layout.Mark.BIG_AND: r"\bigwedge",
    layout.Mark.BIG_OR: r"\bigvee",
    layout.Mark.EXISTS: r"\exists",
    layout.Mark.FORALL: r"\forall",
    layout.Mark.IN: r"\in",
    layout.Mark.UNION: r"\cup",
    layout.Mark.INTERSECTION: r"\cap",
    layout.Mark.DIFFERENCE: r"\setminus",
    layout.Mark.SUBSET: r"\subseteq",
    layout.Mark.EMPTY_SET: r"\emptyset",
    layout.Mark.POWERSET: r"\mathcal{P}",
    layout.Mark.EQUAL: "=",
    layout.Mark.DIFFERENT: r"\neq",
    layout.Mark.LESS: "<",
    layout.Mark.AT_MOST: r"\leq",
    layout.Mark.GREATER: ">",
    layout.Mark.AT_LEAST: r"\geq",
    layout.Mark.PLUS: "+",
    layout.Mark.MINUS: "-",
    layout.Mark.TIMES: r"\cdot",
    layout.Mark.DIVIDE: "/",
    layout.Mark.MOD: r"\bmod",
    layout.Mark.ASSIGN: r"\leftarrow",
    layout.Mark.SUCH_THAT: r"\mid",
    layout.Mark.DOTS: "..",
    layout.Mark.COMMA: ",",
    layout.Mark.COLON: ":",
    layout.Mark.FULL_STOP: r".\;",
    layout.Mark.OPEN: "(",
    layout.Mark.CLOSE: ")",
}
DELIMITERS = {
    layout.Enclosure.PARENTHESES: ("(", ")"),
    layout.Enclosure.BRACKETS: ("[", "]"),
    layout.Enclosure.BRACES: (r"\{", r"\}"),
    layout.Enclosure.BARS: (r"\lvert", r"\rvert"),
}
QUOTES = (r"\text{“}", r"\text{”}")
# `<` beside a letter would be the start of a tag where the block is pasted into a web page; the others
# are for the reader of the source.
_ALWAYS_SPACED = ("\\", "<", ">", "=")
_CONTROL_WORD = re.compile(r"\\[A-Za-z]+")
_ESCAPES = str.maketrans(
    {
        "\\": r"\backslash ",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\text{\textasciicircum}",
        "~": r"\sim ",
        " ": r"\ ",
        "\n": r"\ ",
        "\r": r"\ ",
    }
)
_NEXT_ROW = " \\\\\n"
_PREAMBLE = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage[a4paper,margin=25mm]{geometry}
\usepackage{amsmath,amssymb}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1.5ex}
\raggedright
\newcommand{\statement}[1]{\hangindent=2em\hangafter=1 #1\par}
\begin{document}
"""


def latex(program: Program, target: Target, language: Language) -> str:
    """A program as LaTeX, with a line of text for each line of mathematics."""
    return latex_whole(latex_pieces(program, target, language), target)


def latex_pieces(program: Program, target: Target, language: Language) -> list[str]:
    """Each assignment and formula of a program, in its order."""
    statements = notate(program, language)
    piece = _paragraph if target is Target.DOCUMENT else _rows
    with deep_recursion():
        return [piece(_lines(statement, target)) for statement in statements]


def latex_whole(pieces: list[str], target: Target) -> str:
    """The pieces of a program as one text."""
    if target is Target.DOCUMENT:
        # A document without a page is no document: TeX would write no file.
        return _PREAMBLE + ("".join(pieces) or "\\mbox{}\n") + "\\end{document}\n"
    # An empty line would end the formula, so that even nothing is a row.
    return "\\begin{aligned}\n" + _NEXT_ROW.join(pieces or ["&"]) + "\n\\end{aligned}\n"


def _rows(lines: list[str]) -> str:
    return _NEXT_ROW.join([f"& {lines[0]}", *[rf"& \quad {line}" for line in lines[1:]]])


def _paragraph(lines: list[str]) -> str:
    # After `\raggedright`, `\\` would begin a new paragraph, which does not hang.
    formulas = "\\newline\n".join([rf"$\displaystyle {line}$" for line in lines])
    return f"\\statement{{{formulas}}}\n"


def _lines(statement: layout.Statement, target: Target) -> list[str]:
    return [_text(line, target) for line in statement.lines]


def _text(row: layout.Row, target: Target) -> str:
    out: list[str] = []
    _draw(row, target, out)
    # An operator at either end of a line keeps its blanks only if it stands between two things.
    before = "{}" if _is_operator(row.parts[0]) else ""
    after = " {}" if _is_operator(row.parts[-1]) else ""
    return before + _joined(out).rstrip(" ") + after


def _is_operator(piece: layout.Layout) -> bool:
    return isinstance(piece, layout.Symbol) and piece.space is layout.Space.AROUND


def _draw(piece: layout.Layout, target: Target, out: list[str]) -> None:
    match piece:
        case layout.Word():
            out.append(_word(piece))
        case layout.Symbol():
            out.append(_symbol(piece, target))
        case layout.Row(parts):
            for part in parts:
                _draw(part, target, out)
        case layout.Subscript(base, index):
            out += [_word(base), "_{"]
            _draw(index, target, out)
            out.append("}")
        case layout.Big():
            _draw_big(piece, target, out)
        case layout.Fence():
            _draw_fence(piece, target, out)
        case layout.Root(inner):
            out.append(r"\sqrt{")
            _draw(inner, target, out)
            out.append("}")
        case layout.Cases():
            _draw_cases(piece, target, out)


def _joined(pieces: list[str]) -> str:
    """Pieces in a row; a command needs a blank before what would otherwise be a part of its name."""
    out: list[str] = []
    after_command = False
    for piece in pieces:
        if after_command and not piece.startswith((" ", ")", "}", "]", ",", ".")):
            out.append(" ")
        out.append(piece)
        after_command = _CONTROL_WORD.fullmatch(piece) is not None
    return "".join(out)


def _word(word: layout.Word) -> str:
    text = word.text.translate(_ESCAPES)
    match word.style:
        case layout.Style.ITALIC:
            return text if len(word.text) == 1 else rf"\mathit{{{text}}}"
        case layout.Style.UPRIGHT:
            return rf"\mathrm{{{text}}}"
        case layout.Style.FUNCTION:
            return rf"\operatorname{{{text}}}"
        case layout.Style.NUMBER:
            return text
        case layout.Style.PROSE:
            blank = " " if text.endswith(" ") else ""
            return rf"\text{{{word.text}}}{blank}"


def _symbol(symbol: layout.Symbol, target: Target) -> str:
    command = COMMANDS[symbol.mark]
    match symbol.space:
        case layout.Space.NONE:
            return command
        case layout.Space.TIGHT:
            return f" {command} " if command.startswith(_ALWAYS_SPACED) else command
        case layout.Space.AFTER:
            # TeX breaks a formula after operators, but after commas only where it is told that it may.
            may_break = symbol.mark is layout.Mark.COMMA and target is Target.DOCUMENT
            return rf"{command}\allowbreak " if may_break else f"{command} "
        case layout.Space.AROUND:
            return f" {command} "


def _draw_big(big: layout.Big, target: Target, out: list[str]) -> None:
    command = COMMANDS[big.mark]
    is_operator = big.mark in (layout.Mark.BIG_AND, layout.Mark.BIG_OR)
    out.append(rf"{command}_{{" if is_operator else rf"\mathop{{{command}}}\limits_{{")
    if len(big.conditions) == 1:
        _draw(big.conditions[0], target, out)
    else:
        _draw_stack(big.conditions, target, out)
    out.append("} ")


def _draw_stack(rows: tuple[layout.Row, ...], target: Target, out: list[str]) -> None:
    """Conditions below each other, in the size that things have below an operator."""
    # Not every KaTeX that is about has `\substack`, and its matrix forgets that it is small.
    is_matrix = target is Target.KATEX
    out.append(r"\begin{matrix} " if is_matrix else r"\substack{")
    for number, row in enumerate(rows):
        if number:
            out.append(_next_row(row))
        if is_matrix:
            out.append(r"\scriptstyle ")
        _draw(row, target, out)
    out.append(r" \end{matrix}" if is_matrix else "}")


def _next_row(row: layout.Row) -> str:
    """The end of a row; a bracket right after it would be read as the height of a gap."""
    match row.parts[0]:
        case layout.Fence(layout.Enclosure.BRACKETS):
            return r" \\ {}"
        case _:
            return r" \\ "


def _draw_fence(fence: layout.Fence, target: Target, out: list[str]) -> None:
    left, right = _delimiters(fence, target)
    out.append(left)
    _draw(fence.inner, target, out)
    out.append(right)


def _delimiters(fence: layout.Fence, target: Target) -> tuple[str, str]:
    if fence.enclosure is layout.Enclosure.QUOTES:
        return QUOTES
    left, right = DELIMITERS[fence.enclosure]
    if not fence.tall:
        return left, right
    if target is Target.DOCUMENT:
        # Between `\left` and `\right` TeX breaks no line.
        return rf"\biggl{left} ", rf" \biggr{right}"
    return rf"\left{left} ", rf" \right{right}"


def _draw_cases(cases: layout.Cases, target: Target, out: list[str]) -> None:
    out.append(r"\begin{cases} ")
    for number, case in enumerate(cases.cases):
        if number:
            out.append(_next_row(case.value))
        if any(isinstance(part, layout.Big) for part in case.value.parts):
            out.append(r"\displaystyle ")  # or its conditions would stand beside it
        _draw(case.value, target, out)
        out.append(" & ")
        _draw(case.condition, target, out)
    out.append(r" \end{cases}")
