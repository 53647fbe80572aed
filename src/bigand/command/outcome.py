"""What has become of a question: a result, surely none, or a search that ended early; and what to try next.

The sentences are the same in the terminal and in the studio; only the advice differs, since each has other means.
"""

import time
from typing import Any, Literal, NamedTuple, TypeAlias

from bigand.answer.question import Failure, Question
from bigand.command.texts import Texts
from bigand.source.error import ErrorKind

Kind: TypeAlias = Literal["good", "bad", "open"]  # a result, surely none, or not (wholly) known
Face: TypeAlias = Literal["page", "terminal"]
_LIMITS = ("limit.time", "limit.memory")


class Outcome(NamedTuple):
    """Whether a question is settled, as a sentence, and what to try next where it is not."""

    kind: Kind
    text: str
    advice: str = ""


def worst(kinds: list[Kind]) -> Kind:
    """
    >>> worst(["good", "open", "bad"]), worst(["good", "open"]), worst([])
    ('bad', 'open', 'good')
    """
    return "bad" if "bad" in kinds else "open" if "open" in kinds else "good"


def limit_outcome(failure: Failure, name: str, seconds: float, face: Face, texts: Texts) -> Outcome | None:
    """That a question of this name met a limit, after how long, and what to try next; None for other failures."""
    if failure.kind is not ErrorKind.LIMIT or failure.key not in _LIMITS:
        return None
    text = texts(f"outcome.{failure.key}", seconds=show_seconds(seconds, texts))
    return Outcome("open", text, _limit_advice(name, face, texts))


def question_name(question: Question[Any] | None) -> str:
    """The name by which a question is asked; empty for none."""
    return "" if question is None else str(type(question).__struct_config__.tag)  # type: ignore[attr-defined]  # it is a struct


def _limit_advice(name: str, face: Face, texts: Texts) -> str:
    """What a puzzle, or else the catalogue, advises where such a question meets its limit."""
    puzzle, _, what = name.rpartition(".")
    own = [f"{puzzle}.advice.{face}.{what}", f"{puzzle}.advice.{face}"] if puzzle else [f"advice.{face}.{name}"]
    for key in own:
        try:
            return texts(key)
        except KeyError:
            continue
    return texts(f"advice.{face}.text")


def since(began: float) -> float:
    """The seconds since then, by the clock."""
    return time.monotonic() - began


def capital(text: str) -> str:
    """
    >>> capital("a model"), capital("")
    ('A model', '')
    """
    return text[:1].upper() + text[1:]


def show_seconds(seconds: float, texts: Texts) -> str:
    """Seconds as the language writes them: exact to a tenth where there are only a few."""
    return texts.amount(round(seconds)) if seconds >= 10 else texts.decimal(seconds, 1)
