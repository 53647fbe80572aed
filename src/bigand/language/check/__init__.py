"""Check the tree before expansion: allowed constructs, names, and kinds of values.

The input is a program and its mode, the output is diagnostics. The checker evaluates what it can without expanding
(small constants, the kinds of elements). What would certainly fail on expansion is an error; what may never be
reached (a branch of `if`, the body of an operator whose set may be empty) is a warning.

`Checker` holds the position, the bindings and the diagnostics. The functions of the other modules take a checker
and check one kind of construct; `program.py` binds the methods of the checker to these functions.
"""

from bigand.language.check.program import check_program
from bigand.language.check.views import check_views

__all__ = ["check_program", "check_views"]
