"""Messages as values: a key and what fills its gaps, in no language yet."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field


class Severity(Enum):
    """How bad it is: an error refuses the file, a warning doubts it, an info only remarks."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Message(Struct, frozen=True):
    """The key of a message and what fills its gaps: text of the user, shown as it is, or another message."""

    key: str
    gaps: Mapping[str, "str | Message"] = field(default_factory=dict)


def count_message(noun: str, number: int) -> Message:
    """`1 variable`, `2 variables`: a number with its noun."""
    return Message(f"count.{noun}", {"number": str(number)})


def number_message(number: int) -> Message:
    """A number that may be large, its digits in groups: `1,080`."""
    return Message("amount", {"digits": str(number)})


def bilingual_message(english: str, french: str) -> Message:
    """Text that is not looked up, in both languages."""
    return Message("either", {"en": english, "fr": french})
