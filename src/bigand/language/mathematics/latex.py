"""Render a layout as LaTeX: a block to paste between `$$`, for MathJax or KaTeX, or a complete document.

The block is one `aligned`. The document has a paragraph per statement, so TeX can break long ones at operators and
commas, and pages between any two.
"""

import re
from collections.abc import Iterator
from enum import Enum
from functools import partial

from bigand.language.mathematics import layout
from bigand.language.mathematics.notation import notate
from bigand.language.syntax import Program
from bigand.messages.lookup import Language


class LatexTarget(Enum):
    """The program that will read the LaTeX."""

    MATHJAX = "mathjax"
    KATEX = "katex"
    DOCUMENT = "document"


COMMANDS = {mark: mark.value for mark in layout.SymbolMark} | {
    layout.SymbolMark.NOT: r"\neg",
    layout.SymbolMark.AND: r"\wedge",
    layout.SymbolMark.OR: r"\vee",
    layout.SymbolMark.XOR: r"\oplus",
    layout.SymbolMark.IMPLIES: r"\Rightarrow",
    layout.SymbolMark.IFF: r"\Leftrightarrow",
    layout.SymbolMark.TOP: r"\top",
    layout.SymbolMark.BOTTOM: r"\bot",
    layout.SymbolMark.BIG_AND: r"\bigwedge",
    layout.SymbolMark.BIG_OR: r"\bigvee",
    layout.SymbolMark.EXISTS: r"\exists",
    layout.SymbolMark.FORALL: r"\forall",
    layout.SymbolMark.IN: r"\in",
    layout.SymbolMark.UNION: r"\cup",
    layout.SymbolMark.INTER: r"\cap",
    layout.SymbolMark.DIFF: r"\setminus",
    layout.SymbolMark.SUBSET: r"\subseteq",
    layout.SymbolMark.EMPTY_SET: r"\emptyset",
    layout.SymbolMark.POWERSET: r"\mathcal{P}",
    layout.SymbolMark.DIFFERENT: r"\neq",
    layout.SymbolMark.AT_MOST: r"\leq",
    layout.SymbolMark.AT_LEAST: r"\geq",
    layout.SymbolMark.MINUS: "-",
    layout.SymbolMark.TIMES: r"\cdot",
    layout.SymbolMark.MOD: r"\bmod",
    layout.SymbolMark.ASSIGN: r"\leftarrow",
    layout.SymbolMark.SUCH_THAT: r"\mid",
    layout.SymbolMark.FULL_STOP: r".\;",
}
DELIMITERS = {
    layout.Enclosure.PARENTHESES: ("(", ")"),
    layout.Enclosure.BRACKETS: ("[", "]"),
    layout.Enclosure.BRACES: (r"\{", r"\}"),
    layout.Enclosure.BARS: (r"\lvert", r"\rvert"),
}
QUOTES = (r"\text{“}", r"\text{”}")
# `<` directly before a letter would begin a tag if the block is pasted into a web page; the others are spaced for
# readability of the source.
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
_ROW_END = " \\\\\n"
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


def render_latex_statements(program: Program, target: LatexTarget, language: Language) -> list[str]:
    """Render each assignment and formula of a program, in order."""
    statements = notate(program, language)
    piece = _statement_paragraph if target is LatexTarget.DOCUMENT else _join_aligned_rows
    return [piece([_row_text(line, target) for line in statement.lines]) for statement in statements]


def join_latex(pieces: list[str], target: LatexTarget) -> str:
    """Join the statements of a program to one text."""
    if target is LatexTarget.DOCUMENT:
        # TeX writes no file for a document without a page.
        return _PREAMBLE + ("".join(pieces) or "\\mbox{}\n") + "\\end{document}\n"
    # An empty line would end the formula, so an empty program needs a row too.
    return "\\begin{aligned}\n" + _ROW_END.join(pieces or ["&"]) + "\n\\end{aligned}\n"


def _join_aligned_rows(lines: list[str]) -> str:
    return _ROW_END.join([f"& {lines[0]}", *[rf"& \quad {line}" for line in lines[1:]]])


def _statement_paragraph(lines: list[str]) -> str:
    # After `\raggedright`, `\\` would begin a new paragraph, without the hanging indent.
    formulas = "\\newline\n".join([rf"$\displaystyle {line}$" for line in lines])
    return f"\\statement{{{formulas}}}\n"


def _row_text(row: layout.Row, target: LatexTarget) -> str:
    texts = layout.render_texts(row, partial(_parts, target=target))
    # An operator keeps its spacing only between two operands, so one at the end of a line gets an empty one.
    prefix = "{}" if _has_space_around(row.parts[0]) else ""
    suffix = " {}" if _has_space_around(row.parts[-1]) else ""
    return prefix + _join_texts(texts).rstrip(" ") + suffix


def _has_space_around(piece: layout.Layout) -> bool:
    return isinstance(piece, layout.Symbol) and piece.space is layout.Space.AROUND


def _parts(piece: layout.Layout, target: LatexTarget) -> layout.Parts:
    match piece:
        case layout.Word():
            return _word_text(piece)
        case layout.Symbol():
            return _symbol_text(piece, target)
        case layout.Row(parts):
            return parts
        case layout.Subscript(base, index):
            return [base, "_{", index, "}"]
        case layout.Big(mark, conditions):
            is_operator = mark in (layout.SymbolMark.BIG_AND, layout.SymbolMark.BIG_OR)
            command = COMMANDS[mark] if is_operator else rf"\mathop{{{COMMANDS[mark]}}}\limits"
            return [f"{command}_{{", _stack_rows(conditions, target), "} "]
        case layout.Fence(inner=inner):
            left, right = _delimiters(piece, target)
            return [left, inner, right]
        case layout.Root(inner):
            return [r"\sqrt{", inner, "}"]
        case layout.Cases(cases):
            return [r"\begin{cases} ", [*_case_rows(cases)], r" \end{cases}"]


def _join_texts(pieces: list[str]) -> str:
    """Join pieces. A command needs a blank before text that would become part of its name."""
    out: list[str] = []
    after_command = False
    for piece in pieces:
        if after_command and not piece.startswith((" ", ")", "}", "]", ",", ".")):
            out.append(" ")
        out.append(piece)
        after_command = _CONTROL_WORD.fullmatch(piece) is not None
    return "".join(out)


def _word_text(word: layout.Word) -> str:
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


def _symbol_text(symbol: layout.Symbol, target: LatexTarget) -> str:
    command = COMMANDS[symbol.mark]
    match symbol.space:
        case layout.Space.NONE:
            return command
        case layout.Space.TIGHT:
            return f" {command} " if command.startswith(_ALWAYS_SPACED) else command
        case layout.Space.AFTER:
            # TeX breaks formulas after operators, but after commas only where `\allowbreak` says so.
            may_break = symbol.mark is layout.SymbolMark.COMMA and target is LatexTarget.DOCUMENT
            return rf"{command}\allowbreak " if may_break else f"{command} "
        case layout.Space.AROUND:
            return f" {command} "


def _stack_rows(rows: tuple[layout.Row, ...], target: LatexTarget) -> layout.Parts:
    """Stack conditions, in the size for limits of an operator."""
    if len(rows) == 1:
        return rows
    # Some versions of KaTeX lack `\substack`, and its matrix does not keep the small size.
    begin, size, end = r"\substack{", "", "}"
    if target is LatexTarget.KATEX:
        begin, size, end = r"\begin{matrix} ", r"\scriptstyle ", r" \end{matrix}"
    return [begin, [(_row_separator(row) if number else "", size, row) for number, row in enumerate(rows)], end]


def _row_separator(row: layout.Row) -> str:
    """The end of a row. A bracket directly after it would be read as the height of a gap."""
    match row.parts[0]:
        case layout.Fence(layout.Enclosure.BRACKETS):
            return r" \\ {}"
        case _:
            return r" \\ "


def _delimiters(fence: layout.Fence, target: LatexTarget) -> tuple[str, str]:
    if fence.enclosure is layout.Enclosure.QUOTES:
        return QUOTES
    left, right = DELIMITERS[fence.enclosure]
    if not fence.tall:
        return left, right
    if target is LatexTarget.DOCUMENT:
        # TeX breaks no lines between `\left` and `\right`.
        return rf"\biggl{left} ", rf" \biggr{right}"
    return rf"\left{left} ", rf" \right{right}"


def _case_rows(cases: tuple[layout.Case, ...]) -> Iterator[layout.Parts]:
    for number, case in enumerate(cases):
        is_big = any(isinstance(part, layout.Big) for part in case.value.parts)
        size = r"\displaystyle " if is_big else ""  # otherwise its conditions would be set beside it
        yield _row_separator(case.value) if number else "", size, case.value, " & ", case.condition
