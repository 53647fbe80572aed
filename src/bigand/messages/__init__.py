"""Every sentence a person reads, by key, once in each language.

`english/` and `french/` have a module for each area: `diagnostics` (all of a code together), `shared` (words that
messages share), `general` (what several commands and the studio say), `commands` (help, options and output of each
command), and one for each puzzle. A module is imported when one of its messages is wanted.
"""

from bigand.messages.lookup import (
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
