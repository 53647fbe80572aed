"""From a key to a sentence."""

from enum import Enum
from functools import cache
from importlib import import_module
from typing import NamedTuple

from bigand.source.diagnostic import Message


class Language(Enum):
    """The languages there are, by their codes; the package's name is the member's, in small letters."""

    ENGLISH = "en"
    FRENCH = "fr"


LANGUAGES = {language.value: language for language in Language}


class Explanation(NamedTuple):
    """What `bigand explain` tells: why, and a wrong and a right way to write it."""

    why: str
    wrong: str
    right: str


@cache
def _sentences(language: Language, module: str) -> dict[str, str]:
    package = f"bigand.source.catalogue.{language.name.lower()}"
    sentences: dict[str, str] = import_module(f"{package}.{module}").SENTENCES
    return sentences


def say(message: Message, language: Language) -> str:
    """The sentence of a message, its gaps filled."""
    gaps = {name: gap if isinstance(gap, str) else say(gap, language) for name, gap in message.gaps.items()}
    return _sentences(language, "messages")[message.key].format(**gaps)


def sentence(key: str, language: Language, **gaps: object) -> str:
    """A sentence of the command line."""
    return _sentences(language, "commands")[key].format(**gaps)


def explanation(code: str, language: Language) -> Explanation | None:
    """The explanation of a code, or nothing for a code that does not exist."""
    found = _sentences(language, "explanations").get(code)
    if found is None:
        return None
    examples = import_module("bigand.source.catalogue.examples").EXAMPLES[code]
    return Explanation(found, *examples)
