"""`bigand latex FILE`: a file as LaTeX, unexpanded."""

from typing import Literal

from bigand.apps.cli.terminal.mathematics import TypesetOptions, print_typeset
from bigand.command.options import FileOptions, LimitOptions, option
from bigand.command.texts import Texts


class LatexOptions(TypesetOptions):
    target: Literal["mathjax", "katex", "document"] = option(
        "--for", help_text="latex.for", choices=["mathjax", "katex", "document"], default="mathjax"
    )
    reading = FileOptions
    limited = LimitOptions


def run_latex(options: LatexOptions, texts: Texts) -> int:
    return print_typeset(options, options.target, texts)
