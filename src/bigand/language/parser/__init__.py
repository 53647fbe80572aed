"""Tokens to a tree: a precedence parser that never fails.

Each module is a class that builds on the one before: where reading is (`cursor`), bodies, brackets, words,
expressions, items. What cannot be read becomes an `Error` node with one diagnostic, and reading goes on where the
surrounding construct can make sense of what follows. Nothing is reported twice at one place: a second complaint
before another token was read is dropped, unless it is about another bracket or `end` that is missing there too.
"""

from bigand.language.parser.items import Parser
from bigand.source.recursion import MAX_DEPTH

__all__ = ["MAX_DEPTH", "Parser"]
