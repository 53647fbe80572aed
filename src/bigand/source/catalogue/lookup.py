"""From a key to a sentence."""

import re
from enum import Enum
from functools import cache
from importlib import import_module
from typing import NamedTuple

from bigand.source.diagnostic import Message, Severity


class Language(Enum):
    """The languages there are, by their codes; the package's name is the member's, in small letters."""

    ENGLISH = "en"
    FRENCH = "fr"


_BREAKABLE_BLANK = re.compile(r" (?=[:;?!»])|(?<=«) ")  # blanks that French does not let begin or end a line
LANGUAGES = {language.value: language for language in Language}


class Explanation(NamedTuple):
    """What `bigand explain` tells: how bad it is, its name, why, and a wrong and a right way to write it."""

    severity: Severity
    name: str
    why: str
    wrong: str
    right: str


@cache
def _load_sentences(language: Language, module: str) -> dict[str, str]:
    package = f"bigand.source.catalogue.{language.name.lower()}"
    sentences: dict[str, str] = import_module(f"{package}.{module}").SENTENCES
    return sentences


@cache
def _load_optional_sentences(module: str, name: str) -> dict[str, str]:
    """The sentences in a module that may not be there: those of a puzzle, or on the sheet of a command."""
    try:
        sentences: dict[str, str] = getattr(import_module(module), name)
    except ModuleNotFoundError:
        return {}
    return sentences


def _command_or_puzzle_sentence(key: str, language: Language) -> str:
    """A sentence that only a command or a puzzle has, whose name its key begins with."""
    owner, action = f"{key}.".replace("-", "_").split(".")[:2]
    language_name = language.name
    sentences = _load_optional_sentences(f"bigand.apps.cli.commands.sentences.{owner}", language_name)
    sentences = sentences or _load_optional_sentences(
        f"bigand.puzzles.{owner}.sentences.{language_name.lower()}", "SENTENCES"
    )
    if sentences and key not in sentences:
        sentences = _load_optional_sentences(f"bigand.puzzles.{owner}.commands.sentences.{action}", language_name)
    return sentences[key]


def insert_no_break_spaces(text: str, language: Language) -> str:
    """Prose for a page: in French, the blanks beside `: ; ? !` and guillemets do not break; code stays as it is.

    >>> insert_no_break_spaces("vrai ? `a ; b` !", Language.FRENCH)
    'vrai\\xa0? `a ; b`\\xa0!'
    """
    if language is not Language.FRENCH:
        return text
    parts = text.split("`")
    return "`".join(
        [part if index % 2 else _BREAKABLE_BLANK.sub("\u00a0", part) for index, part in enumerate(parts)]
    )


def format_integer(number: int, language: Language) -> str:
    """A number with its digits in groups of three: `1,080`, and in French with narrow spaces that do not break."""
    return f"{number:,}".replace(",", "," if language is Language.ENGLISH else "\u202f")


def format_decimal(number: float, digits: int, language: Language) -> str:
    """A number with so many digits after its point, or after its comma in French."""
    return f"{number:.{digits}f}".replace(".", "." if language is Language.ENGLISH else ",")


def format_message(message: Message, language: Language) -> str:
    """The sentence of a message, its gaps filled."""
    if message.key == "amount":
        return format_integer(int(str(message.gaps["digits"])), language)
    if message.key == "either":
        return str(message.gaps[language.value])
    gaps = {
        name: gap if isinstance(gap, str) else format_message(gap, language) for name, gap in message.gaps.items()
    }
    module = "diagnostics" if message.key[0].isupper() else "messages"
    text = _load_sentences(language, module).get(message.key) or _find_sentence(message.key, language)
    if message.key.startswith("count."):
        text = text.split(" | ")[gaps["number"] != "1"]
    return text.format(**gaps)


def message_text(key: str, language: Language, **gaps: object) -> str:
    """A sentence of the command line; what fills a gap may be a message too."""
    filled = {
        name: format_message(gap, language) if isinstance(gap, Message) else gap for name, gap in gaps.items()
    }
    return _find_sentence(key, language).format(**filled)


def _find_sentence(key: str, language: Language) -> str:
    return _load_sentences(language, "commands").get(key) or _command_or_puzzle_sentence(key, language)


@cache
def explanations(language: Language) -> dict[str, Explanation]:
    """Every code that a diagnostic can have, family by family, with what is told of it; examples may be the English ones."""
    sentences = _load_sentences(Language.ENGLISH, "diagnostics") | _load_sentences(language, "diagnostics")
    result = {}
    for code in [key.removesuffix(".is") for key in sentences if key.endswith(".is")]:
        name = sentences[f"{code}.is"].split()[1]
        parts = [sentences[f"{code}.{part}"] for part in ("why", "wrong_example", "right_example")]
        result[code] = Explanation(severity_of(code), name, *parts)
    return result


def has_message(key: str) -> bool:
    """Whether something is said of a diagnostic."""
    return key in _load_sentences(Language.ENGLISH, "diagnostics")


@cache
def severity_of(code: str) -> Severity:
    """How bad a code is as a rule; a diagnostic of it may be milder, where something is not sure to be reached."""
    return Severity(_load_sentences(Language.ENGLISH, "diagnostics")[f"{code}.is"].split()[0])
