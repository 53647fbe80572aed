"""Messages as values: a key and the values of its gaps, independent of language."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field


class Severity(Enum):
    """How serious a diagnostic is: errors reject the file, warnings doubt it, infos only remark."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Message(Struct, frozen=True):
    """The key of a message and the values of its gaps: text of the user, shown unchanged, or other messages."""

    key: str
    gaps: Mapping[str, "str | Message"] = field(default_factory=dict)


def count_message(noun: str, number: int) -> Message:
    """A number with its noun: `1 variable`, `2 variables`."""
    return Message(f"count.{noun}", {"number": str(number)})


def number_message(number: int) -> Message:
    """A number that may be large, with grouped digits: `1,080`."""
    return Message("amount", {"digits": str(number)})


def bilingual_message(english: str, french: str) -> Message:
    """A message given in both languages instead of by key."""
    return Message("either", {"en": english, "fr": french})
