"""Text to a checked tree: lexer, parser, names and kinds, and the printers that turn a tree into text.

Takes a document. Gives a `Reading`: the tree, the mode it is in, and everything there is to say about
it, in source order. Expands nothing, solves nothing, opens no file, and never raises on any input.
"""

from bigand.language.reading import Reading, read
from bigand.language.syntax import Mode

__all__ = ["Mode", "Reading", "read"]
