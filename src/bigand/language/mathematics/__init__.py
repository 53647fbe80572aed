"""The unexpanded tree as mathematics: LaTeX, MathML, and text for the terminal.

Takes a program. `notation` decides once how everything is written on the blackboard and gives a layout;
the three renderers draw that layout and decide nothing. Expands nothing, opens no file, and needs no
program without errors: what could not be read is drawn as `?`.
"""

from bigand.language.mathematics.latex import Target, latex_pieces, latex_whole
from bigand.language.mathematics.mathml import mathml_page, mathml_pieces, mathml_whole, with_classes
from bigand.language.mathematics.unicode import unicode_pieces, unicode_whole

__all__ = [
    "Target",
    "latex_pieces",
    "latex_whole",
    "mathml_page",
    "mathml_pieces",
    "mathml_whole",
    "unicode_pieces",
    "unicode_whole",
    "with_classes",
]
