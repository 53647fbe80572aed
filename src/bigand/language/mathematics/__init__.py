"""The unexpanded tree as mathematics: LaTeX, MathML, and text for the terminal.

Takes a program. `notation` decides once how everything is written on the blackboard and gives a layout;
the three renderers draw that layout and decide nothing. Expands nothing, opens no file, and needs no
program without errors: what could not be read is drawn as `?`.
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
