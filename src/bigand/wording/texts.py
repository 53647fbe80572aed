"""The messages of a front end in the language of the user."""

import argparse
import sys
from collections.abc import Callable, Mapping

from bigand.messages import LANGUAGES, Language, format_decimal, format_integer, format_message, message_text
from bigand.messages.message import count_message
from bigand.source.render import escape_controls, wrap_prose


class Texts:
    """The messages in one language; `replacements` maps keys to the keys of messages to use instead."""

    def __init__(self, language: Language, replacements: Mapping[str, str] | None = None) -> None:
        self.language = language
        self._replacements = replacements or {}

    def __call__(self, key: str, **gaps: object) -> str:
        """The message for a key; control characters in gaps, whose values are untrusted, are escaped."""
        safe_gaps = {name: escape_controls(gap) if isinstance(gap, str) else gap for name, gap in gaps.items()}
        return message_text(self._replacements.get(key, key), self.language, **safe_gaps)

    def print_error(self, key: str, **gaps: object) -> None:
        """Print the message for a key on standard error."""
        print(f"bigand: {self(key, **gaps)}", file=sys.stderr)

    def print_errors(self, *sentences: str) -> None:
        """Print complete sentences on standard error, each on a line; empty ones are skipped."""
        for text in sentences:
            if text:
                print(f"bigand: {text}", file=sys.stderr)

    def count_with_noun(self, noun: str, number: int) -> str:
        """A number with its noun, as in `1 error`, `2 errors`."""
        return format_message(count_message(noun, number), self.language)

    def format_number(self, number: int) -> str:
        """An integer in the format of the language, as in `1,080`."""
        return format_integer(number, self.language)

    def format_decimal(self, number: float, digits: int) -> str:
        """A decimal number in the format of the language, as in `0.25`."""
        return format_decimal(number, digits, self.language)

    def wrap_sentence(self, key: str, width: int = 79) -> list[str]:
        return self.wrap(self(key), width)

    def wrap(self, text: str, width: int = 79) -> list[str]:
        """Wrap prose to lines of a width, with an empty line between paragraphs."""
        lines: list[str] = []
        for paragraph in text.split("\n\n"):
            lines += [*([""] if lines else []), *wrap_prose(paragraph, width)]
        return lines


def find_language(arguments: list[str], environment: Mapping[str, str]) -> Language:
    """The language set by `--lang`, else by the locale, else English.

    >>> find_language(["check", "--lang", "fr"], {}), find_language([], {"LANG": "fr_FR.UTF-8"})
    (<Language.FRENCH: 'fr'>, <Language.FRENCH: 'fr'>)
    """
    for index, word in enumerate(arguments):
        code = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and index + 1 < len(arguments):
            code = arguments[index + 1]
        if code in LANGUAGES:
            return LANGUAGES[code]
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return LANGUAGES.get(environment[name][:2], Language.ENGLISH)
    return Language.ENGLISH


def translate_argparse(texts: Texts) -> None:
    """Translate the messages of argparse, which calls a function `_` as with gettext."""

    def translate(english: str) -> str:
        try:
            return texts(f"argparse.{english}")
        except KeyError:
            return english

    # Also for English: an earlier run in this process may have set French.
    setattr(argparse, "_", translate)  # noqa: B010  # its stubs do not have this attribute


def natural_number_parser(texts: Texts) -> Callable[[str], int]:
    """Return a parser of non-negative numbers, for argparse."""

    def parse(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise argparse.ArgumentTypeError(texts("option.natural", word=word))
        return int(word)

    return parse


def parse_seconds(text: str) -> float:
    """Parse a number of seconds, for argparse."""
    number = float(text)
    if not 0 <= number < 1e9:
        raise ValueError(text)
    return number
