"""`bigand latex FILE`: a file as LaTeX, unexpanded."""

from typing import Literal

from bigand.apps.cli.terminal.mathematics import Typesetting, typeset
from bigand.command.options import Limited, Reading, option
from bigand.command.texts import Texts


class Options(Typesetting):
    target: Literal["mathjax", "katex", "document"] = option(
        "--for", told="latex.for", choices=["mathjax", "katex", "document"], default="mathjax"
    )
    reading = Reading
    limited = Limited


def run(options: Options, texts: Texts) -> int:
    return typeset(options, options.target, texts)
