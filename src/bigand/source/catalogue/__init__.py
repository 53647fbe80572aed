"""Every sentence a person reads, by key, once in each language.

A language is a package with three modules: `diagnostics` (all of a code together), `messages` (words that sentences
share) and `commands` (prose that commands share). Each is loaded only when one of its sentences is wanted. A command
has a sheet of its own beside it, in both languages, and a puzzle has its sentences in its own folder.
"""

from bigand.source.catalogue.lookup import (
    LANGUAGES,
    Language,
    explanations,
    format_decimal,
    format_integer,
    format_message,
    insert_no_break_spaces,
    message_text,
)

__all__ = [
    "LANGUAGES",
    "Language",
    "explanations",
    "format_decimal",
    "format_integer",
    "format_message",
    "insert_no_break_spaces",
    "message_text",
]
