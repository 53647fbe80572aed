"""The outcome of a question as a sentence: a result, none, or a search that ended early; and what to try next.

The sentences are the same in the terminal and in the studio; only the advice differs.
"""

import time
from typing import Any, Literal, NamedTuple, TypeAlias

from bigand.api.question import Failure, Question
from bigand.source.error import ErrorKind
from bigand.wording.texts import Texts

Kind: TypeAlias = Literal["good", "bad", "open"]  # a result, certainly none, or not (fully) known
Frontend: TypeAlias = Literal["page", "terminal"]
_LIMITS = ("limit.time", "limit.memory")


class Outcome(NamedTuple):
    """Whether a question is settled, the sentence that says so, and what to try next if it is not."""

    kind: Kind
    text: str
    advice: str = ""


def worst_kind(kinds: list[Kind]) -> Kind:
    """
    >>> worst_kind(["good", "open", "bad"]), worst_kind(["good", "open"]), worst_kind([])
    ('bad', 'open', 'good')
    """
    return "bad" if "bad" in kinds else "open" if "open" in kinds else "good"


def limit_outcome(
    failure: Failure, name_of_question: str, seconds: float, frontend: Frontend, texts: Texts
) -> Outcome | None:
    """The outcome of a question with this name that reached a limit; None for other failures."""
    if failure.kind is not ErrorKind.LIMIT or failure.key not in _LIMITS:
        return None
    text = texts(f"outcome.{failure.key}", seconds=format_seconds(seconds, texts))
    return Outcome("open", text, _limit_advice(name_of_question, frontend, texts))


def question_name(question: Question[Any] | None) -> str:
    """The name of a question; empty for None."""
    return "" if question is None else str(type(question).__struct_config__.tag)  # type: ignore[attr-defined]  # a struct


def _limit_advice(name_of_question: str, frontend: Frontend, texts: Texts) -> str:
    """The advice for a question that reached a limit: that of its puzzle, of the question, or the general one."""
    puzzle, _, question = name_of_question.rpartition(".")
    keys = (
        [f"{puzzle}.advice.{frontend}.{question}", f"{puzzle}.advice.{frontend}"]
        if puzzle
        else [f"advice.{frontend}.{name_of_question}"]
    )
    for key in keys:
        try:
            return texts(key)
        except KeyError:
            continue
    return texts(f"advice.{frontend}.text")


def seconds_since(start: float) -> float:
    """The seconds since `start`, a time of the monotonic clock."""
    return time.monotonic() - start


def capitalize_first(text: str) -> str:
    """
    >>> capitalize_first("a model"), capitalize_first("")
    ('A model', '')
    """
    return text[:1].upper() + text[1:]


def format_seconds(seconds: float, texts: Texts) -> str:
    """Seconds in the format of the language, with one decimal below 10."""
    return texts.format_number(round(seconds)) if seconds >= 10 else texts.format_decimal(seconds, 1)
