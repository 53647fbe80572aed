"""Every sentence a person reads, by key, once in each language.

A language is a package with three modules: `messages` (diagnostics), `commands` (help and prose of the
command line) and `explanations` (`bigand explain`). Each is loaded only when one of its sentences is wanted.
"""

from bigand.source.catalogue.lookup import (
    LANGUAGES,
    Language,
    decimal,
    explanation,
    grouped,
    say,
    sentence,
    unbreakable,
)

__all__ = ["LANGUAGES", "Language", "decimal", "explanation", "grouped", "say", "sentence", "unbreakable"]
