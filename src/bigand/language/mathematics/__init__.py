"""Render the unexpanded tree as mathematics: LaTeX, MathML, and text for the terminal.

`notation` makes all decisions about mathematical notation and returns a layout; the three renderers only draw it.
A program with errors is rendered too, with `?` for what could not be parsed.
"""

from bigand.language.mathematics.latex import LatexTarget, join_latex, render_latex_statements
from bigand.language.mathematics.mathml import (
    join_mathml,
    render_mathml_page,
    render_mathml_statements,
    replace_styles_with_classes,
)
from bigand.language.mathematics.unicode import join_unicode, render_unicode_statements

__all__ = [
    "LatexTarget",
    "join_latex",
    "join_mathml",
    "join_unicode",
    "render_latex_statements",
    "render_mathml_page",
    "render_mathml_statements",
    "render_unicode_statements",
    "replace_styles_with_classes",
]
