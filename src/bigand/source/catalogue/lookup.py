"""From a key to a sentence."""

import re
from enum import Enum
from functools import cache
from importlib import import_module
from typing import NamedTuple

from bigand.source.diagnostic import Message


class Language(Enum):
    """The languages there are, by their codes; the package's name is the member's, in small letters."""

    ENGLISH = "en"
    FRENCH = "fr"


_BEFORE = re.compile(r" (?=[:;?!»])|(?<=«) ")  # blanks that French does not let begin or end a line
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


def unbreakable(text: str, language: Language) -> str:
    """Prose for a page: in French, the blanks beside `: ; ? !` and guillemets do not break; code stays as it is.

    >>> unbreakable("vrai ? `a ; b` !", Language.FRENCH)
    'vrai\\xa0? `a ; b`\\xa0!'
    """
    if language is not Language.FRENCH:
        return text
    parts = text.split("`")
    return "`".join([part if at % 2 else _BEFORE.sub("\u00a0", part) for at, part in enumerate(parts)])


def grouped(number: int, language: Language) -> str:
    """A number with its digits in groups of three: `1,080`, and in French with narrow spaces that do not break."""
    return f"{number:,}".replace(",", "," if language is Language.ENGLISH else "\u202f")


def decimal(number: float, digits: int, language: Language) -> str:
    """A number with so many digits after its point, or after its comma in French."""
    return f"{number:.{digits}f}".replace(".", "." if language is Language.ENGLISH else ",")


def say(message: Message, language: Language) -> str:
    """The sentence of a message, its gaps filled."""
    if message.key == "amount":
        return grouped(int(str(message.gaps["digits"])), language)
    gaps = {name: gap if isinstance(gap, str) else say(gap, language) for name, gap in message.gaps.items()}
    return _sentences(language, "messages")[message.key].format(**gaps)


def sentence(key: str, language: Language, **gaps: object) -> str:
    """A sentence of the command line; what fills a gap may be a message too."""
    filled = {name: say(gap, language) if isinstance(gap, Message) else gap for name, gap in gaps.items()}
    return _sentences(language, "commands")[key].format(**filled)


def explanation(code: str, language: Language) -> Explanation | None:
    """The explanation of a code, or nothing for a code that does not exist."""
    found = _sentences(language, "explanations").get(code)
    if found is None:
        return None
    examples = import_module("bigand.source.catalogue.examples").EXAMPLES[code]
    return Explanation(found, *examples)
