"""Parse tokens into a tree: an operator-precedence parser that never fails.

`Cursor` holds the position and the diagnostics. The functions of the other modules take a cursor, parse one kind of
construct, and call the cursor for the expressions inside; `Parser` binds these calls to functions. Unreadable text
becomes an `Error` node with one diagnostic, and parsing resumes where the enclosing construct can continue. At one
position only the first error is reported: a second one before the next token is dropped, unless another bracket or
`end` is missing there too.
"""

from bigand.language.parser.parser import Parser
from bigand.source.limits import MAX_DEPTH

__all__ = ["MAX_DEPTH", "Parser"]
