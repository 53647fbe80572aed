"""The tree checked before anything is expanded: what may stand where, names, and kinds of values.

Takes a program and its mode. Gives diagnostics. It evaluates what it can know without expanding (small
constants, the kinds of elements), and follows one rule of honesty: what would surely be refused when the
file is expanded is an error; what may never be reached (a branch of `if`, the body of an operator whose
set may be empty) is a warning.

`Checker` says where a check is, what is bound there and what has been said; each other module is functions of it,
which look at one sort of thing; `program.py` says which functions look at expressions and formulas.
"""

from bigand.language.check.program import check_program
from bigand.language.check.views import check_views

__all__ = ["check_program", "check_views"]
