"""Text to a checked tree: lexer, parser, names and kinds, and the printers that turn a tree into text.

Takes a document. Gives a `CheckedDocument`: the tree, the mode it is in, and everything there is to say about
it, in source order. Expands nothing, solves nothing, opens no file, and never raises on any input.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bigand.language.frontend import CheckedDocument, read_document
    from bigand.language.syntax import Mode

__all__ = ["CheckedDocument", "Mode", "read_document"]


def __getattr__(name: str) -> object:
    """Import the front end when it is asked for: whoever only draws needs a few types of this package."""
    if name not in __all__:
        raise AttributeError(f"module 'bigand.language' has no attribute {name!r}")
    from bigand.language import frontend, syntax

    return getattr(syntax if name == "Mode" else frontend, name)
