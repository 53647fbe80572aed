"""What has become of a question: a result, surely none, or a search that ended early; and what to try next.

The sentences are the same in the terminal and in the studio; only the advice differs, since each has other means.
"""

import time
from typing import Any, Literal, NamedTuple, TypeAlias

from bigand.api.question import Failure, Question
from bigand.source.error import ErrorKind
from bigand.wording.texts import Texts

Kind: TypeAlias = Literal["good", "bad", "open"]  # a result, surely none, or not (wholly) known
Frontend: TypeAlias = Literal["page", "terminal"]
_LIMITS = ("limit.time", "limit.memory")


class Outcome(NamedTuple):
    """Whether a question is settled, as a sentence, and what to try next where it is not."""

    kind: Kind
    text: str
    advice: str = ""


def worst_kind(kinds: list[Kind]) -> Kind:
    """
    >>> worst_kind(["good", "open", "bad"]), worst_kind(["good", "open"]), worst_kind([])
    ('bad', 'open', 'good')
    """
    return "bad" if "bad" in kinds else "open" if "open" in kinds else "good"


def limit_outcome(failure: Failure, name: str, seconds: float, frontend: Frontend, texts: Texts) -> Outcome | None:
    """That a question of this name met a limit, after how long, and what to try next; None for other failures."""
    if failure.kind is not ErrorKind.LIMIT or failure.key not in _LIMITS:
        return None
    text = texts(f"outcome.{failure.key}", seconds=format_seconds(seconds, texts))
    return Outcome("open", text, _limit_advice(name, frontend, texts))


def question_name(question: Question[Any] | None) -> str:
    """The name by which a question is asked; empty for none."""
    return "" if question is None else str(type(question).__struct_config__.tag)  # type: ignore[attr-defined]  # it is a struct


def _limit_advice(name: str, frontend: Frontend, texts: Texts) -> str:
    """What a puzzle, or else the catalogue, advises where such a question meets its limit."""
    puzzle, _, question = name.rpartition(".")
    keys = (
        [f"{puzzle}.advice.{frontend}.{question}", f"{puzzle}.advice.{frontend}"]
        if puzzle
        else [f"advice.{frontend}.{name}"]
    )
    for key in keys:
        try:
            return texts(key)
        except KeyError:
            continue
    return texts(f"advice.{frontend}.text")


def seconds_since(start: float) -> float:
    """The seconds since then, by the clock."""
    return time.monotonic() - start


def capitalize_first(text: str) -> str:
    """
    >>> capitalize_first("a model"), capitalize_first("")
    ('A model', '')
    """
    return text[:1].upper() + text[1:]


def format_seconds(seconds: float, texts: Texts) -> str:
    """Seconds as the language writes them: exact to a tenth where there are only a few."""
    return texts.format_number(round(seconds)) if seconds >= 10 else texts.format_decimal(seconds, 1)
