"""Events that are reported while a question is answered: stages, progress, warnings, parts of the answer."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from bigand.api.value import Value
from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic


class Event(Value, tag_field="event"):
    """The base class of events."""


class Stage(Event, tag="stage"):
    """A new stage begins: its message by key and gaps, and the amount of work, if that is known."""

    key: str
    total: int = 0
    gaps: Mapping[str, str | Message] = {}


class ProgressEvent(Event, tag="done"):
    """How much (clauses, models, boards) is done in this stage."""

    count: int


class Notice(Event, tag="noticed"):
    """Diagnostics of a text, before the answer is known; `is_counted` if people need only their number."""

    diagnostics: tuple[Diagnostic, ...]
    is_counted: bool = False
    is_partial: bool = False  # there was no time to examine everything
    source: int = 0  # the index of the text among those of the question


class Remark(Event, tag="remark"):
    """A message to be shown at once, by its key and gaps."""

    key: str
    gaps: Mapping[str, str | Message] = {}


class Part(Event, tag="part"):
    """A part of the answer, as soon as it is known."""

    found: Any


Report: TypeAlias = Callable[[Event], None]


def ignore_events(_event: Event) -> None:
    """The report that discards all events."""


def progress_reporter(report: Report) -> Callable[[int], None]:
    """Return a function that reports how much is done."""
    return lambda count: report(ProgressEvent(count=count))


def deliver_text(pieces: Iterable[str], in_parts: bool, report: Report) -> str:
    """Return the whole text; with `in_parts`, report its pieces and return an empty text."""
    if not in_parts:
        return "".join(pieces)
    for piece in pieces:
        report(Part(found=piece))
    return ""
