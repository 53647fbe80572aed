"""The language of this run, and its sentences."""

import argparse
import sys
from collections.abc import Callable, Mapping

from bigand.messages import (
    LANGUAGES,
    Language,
    format_decimal,
    format_integer,
    format_message,
    message_text,
)
from bigand.messages.message import count_message
from bigand.source.render import escape_controls, wrap_prose


class Texts:
    """The sentences of the command line in one language."""

    def __init__(self, language: Language, replacements: Mapping[str, str] | None = None) -> None:
        self.language = language
        self._replacements = replacements or {}  # keys of sentences that are said instead of others

    def __call__(self, key: str, **gaps: object) -> str:
        """The sentence of a key; what fills its gaps may come from anywhere, and cannot steer the terminal."""
        safe_gaps = {name: escape_controls(gap) if isinstance(gap, str) else gap for name, gap in gaps.items()}
        return message_text(self._replacements.get(key, key), self.language, **safe_gaps)

    def print_error(self, key: str, **gaps: object) -> None:
        """Say on the error stream what is wrong with the command line or with a file as a whole."""
        print(f"bigand: {self(key, **gaps)}", file=sys.stderr)

    def print_errors(self, *sentences: str) -> None:
        """Say sentences on the error stream that have their gaps filled already, each on a line."""
        for text in sentences:
            if text:
                print(f"bigand: {text}", file=sys.stderr)

    def plural(self, noun: str, number: int) -> str:
        """`1 error`, `2 errors`."""
        return format_message(count_message(noun, number), self.language)

    def format_number(self, number: int) -> str:
        """`1,080`, as the language writes it."""
        return format_integer(number, self.language)

    def format_decimal(self, number: float, digits: int) -> str:
        """`0.25`, as the language writes it."""
        return format_decimal(number, digits, self.language)

    def wrap_sentence(self, key: str, width: int = 79) -> list[str]:
        return self.wrap(self(key), width)

    def wrap(self, text: str, width: int = 79) -> list[str]:
        """Prose on lines of a width; an empty line parts paragraphs."""
        lines: list[str] = []
        for paragraph in text.split("\n\n"):
            lines += [*([""] if lines else []), *wrap_prose(paragraph, width)]
        return lines


def find_language(words: list[str], environment: Mapping[str, str]) -> Language:
    """The language asked for by `--lang`, else by the locale, else English.

    >>> find_language(["check", "--lang", "fr"], {}), find_language([], {"LANG": "fr_FR.UTF-8"})
    (<Language.FRENCH: 'fr'>, <Language.FRENCH: 'fr'>)
    """
    for index, word in enumerate(words):
        code = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and index + 1 < len(words):
            code = words[index + 1]
        if code in LANGUAGES:
            return LANGUAGES[code]
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return LANGUAGES.get(environment[name][:2], Language.ENGLISH)
    return Language.ENGLISH


def translate_argparse(texts: Texts) -> None:
    """Let argparse speak the language too: it asks a function `_` for its sentences, as gettext has it."""

    def translate(english: str) -> str:
        try:
            return texts(f"argparse.{english}")
        except KeyError:
            return english

    # In English too: another run of this process may have spoken French.
    setattr(argparse, "_", translate)  # noqa: B010  # not an attribute that its stubs know


def natural_number_parser(texts: Texts) -> Callable[[str], int]:
    """What reads a number that is not negative, for argparse."""

    def parse(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise argparse.ArgumentTypeError(texts("option.natural", word=word))
        return int(word)

    return parse


def parse_seconds(text: str) -> float:
    """What reads a time, for argparse."""
    number = float(text)
    if not 0 <= number < 1e9:
        raise ValueError(text)
    return number
