"""From text to a checked tree: lexer, parser, name and kind checks, and printers.

The input is a document. The output is a `CheckedDocument`: the tree, its mode, and all diagnostics in source order.
This package does not expand, solve or open files, and never raises on any input.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bigand.language.frontend import CheckedDocument, read_document
    from bigand.language.syntax import Mode

__all__ = ["CheckedDocument", "Mode", "read_document"]


def __getattr__(name: str) -> object:
    """Import the front end on first use: drawing needs only a few types of this package."""
    if name not in __all__:
        raise AttributeError(f"module 'bigand.language' has no attribute {name!r}")
    from bigand.language import frontend, syntax

    return getattr(syntax if name == "Mode" else frontend, name)
