"""What is told while a question is being answered: stages, how much is done, parts that are known already."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from bigand.api.value import Value
from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic


class Event(Value, tag_field="event"):
    """Something to be told."""


class Stage(Event, tag="stage"):
    """A new stage begins; its sentence by key and gaps, and how much there is to do, if that is known."""

    key: str
    total: int = 0
    gaps: Mapping[str, str | Message] = {}


class ProgressEvent(Event, tag="done"):
    """So much (clauses, models, boards) is done in this stage."""

    count: int


class Notice(Event, tag="noticed"):
    """What is to be said of a text before the answer is there; `is_counted` if its number is enough for people."""

    diagnostics: tuple[Diagnostic, ...]
    is_counted: bool = False
    is_partial: bool = False  # there was no time to look at everything
    source: int = 0  # which of the texts of the question


class Remark(Event, tag="remark"):
    """A sentence to be told at once, by its key and gaps."""

    key: str
    gaps: Mapping[str, str | Message] = {}


class Part(Event, tag="part"):
    """Something that the answer will have, as soon as it is known."""

    found: Any


Report: TypeAlias = Callable[[Event], None]


def ignore_events(_event: Event) -> None:
    """For whoever wants the answer only."""


def progress_reporter(report: Report) -> Callable[[int], None]:
    """What tells a report how much is done."""
    return lambda count: report(ProgressEvent(count=count))


def deliver_text(pieces: Iterable[str], in_parts: bool, report: Report) -> str:
    """The whole text; or, if it is wanted in parts, nothing but those."""
    if not in_parts:
        return "".join(pieces)
    for piece in pieces:
        report(Part(found=piece))
    return ""
