"""All text for users, by key, in English and French.

`english/` and `french/` have one module per area: `diagnostics` (everything about a code together), `shared` (words
that messages share), `general` (used by several commands and the studio), `commands` (help, options and output of
each command), and one per puzzle. A module is imported when one of its messages is first needed.
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
