"""Tokens to a tree: a precedence parser that never fails.

`Cursor` says where reading is and what has been complained of. Each other module is functions of it, which read
one sort of thing and ask the cursor for the expressions in it; `Parser` says which functions those are. What
cannot be read becomes an `Error` node with one diagnostic, and reading goes on where the surrounding construct can
make sense of what follows. Nothing is reported twice at one place: a second complaint before another token was
read is dropped, unless it is about another bracket or `end` that is missing there too.
"""

from bigand.language.parser.parser import Parser
from bigand.source.limits import MAX_DEPTH

__all__ = ["MAX_DEPTH", "Parser"]
