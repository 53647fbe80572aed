"""The unexpanded tree as mathematics: LaTeX, MathML, and text for the terminal.

Takes a program. `notation` decides once how everything is written on the blackboard and gives a layout;
the three renderers draw that layout and decide nothing. Expands nothing, opens no file, and needs no
program without errors: what could not be read is drawn as `?`.
"""

from bigand.language.mathematics.latex import Target, latex
from bigand.language.mathematics.mathml import mathml, mathml_page
from bigand.language.mathematics.unicode import unicode

__all__ = ["Target", "latex", "mathml", "mathml_page", "unicode"]
