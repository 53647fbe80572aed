"""Look up messages by key, and format them in a language."""

import re
from enum import Enum
from functools import cache
from typing import NamedTuple

from bigand.messages.message import Message, Severity


class Language(Enum):
    """The languages and their codes."""

    ENGLISH = "en"
    FRENCH = "fr"


class Area(Enum):
    """The topic of a module of messages. Each is loaded on first use."""

    DIAGNOSTICS = "diagnostics"
    SHARED = "shared"
    GENERAL = "general"
    COMMANDS = "commands"
    LIGHTUP = "lightup"
    QUEENS = "queens"
    STARBATTLE = "starbattle"
    WATERSORT = "watersort"


_PUZZLES = {area.value: area for area in (Area.LIGHTUP, Area.QUEENS, Area.STARBATTLE, Area.WATERSORT)}
_BREAKABLE_BLANK = re.compile(r" (?=[:;?!»])|(?<=«) ")  # French allows no line break at these blanks
LANGUAGES = {language.value: language for language in Language}


class Explanation(NamedTuple):
    """What `bigand explain` shows for a code: severity, name, reason, and a wrong and a right example."""

    severity: Severity
    name: str
    why: str
    wrong: str
    right: str


@cache
def messages_of(area: Area, language: Language) -> dict[str, str]:
    """All messages of an area in a language, by key."""
    if language is Language.ENGLISH:
        return _load_english(area)
    return _load_french(area)


def _load_english(area: Area) -> dict[str, str]:
    match area:
        case Area.DIAGNOSTICS:
            from bigand.messages.english.diagnostics import MESSAGES

            return MESSAGES
        case Area.SHARED:
            from bigand.messages.english.shared import MESSAGES

            return MESSAGES
        case Area.GENERAL:
            from bigand.messages.english.general import MESSAGES

            return MESSAGES
        case Area.COMMANDS:
            from bigand.messages.english.commands import MESSAGES

            return MESSAGES
        case Area.LIGHTUP:
            from bigand.messages.english.lightup import MESSAGES

            return MESSAGES
        case Area.QUEENS:
            from bigand.messages.english.queens import MESSAGES

            return MESSAGES
        case Area.STARBATTLE:
            from bigand.messages.english.starbattle import MESSAGES

            return MESSAGES
        case Area.WATERSORT:
            from bigand.messages.english.watersort import MESSAGES

            return MESSAGES


def _load_french(area: Area) -> dict[str, str]:
    match area:
        case Area.DIAGNOSTICS:
            from bigand.messages.french.diagnostics import MESSAGES

            return MESSAGES
        case Area.SHARED:
            from bigand.messages.french.shared import MESSAGES

            return MESSAGES
        case Area.GENERAL:
            from bigand.messages.french.general import MESSAGES

            return MESSAGES
        case Area.COMMANDS:
            from bigand.messages.french.commands import MESSAGES

            return MESSAGES
        case Area.LIGHTUP:
            from bigand.messages.french.lightup import MESSAGES

            return MESSAGES
        case Area.QUEENS:
            from bigand.messages.french.queens import MESSAGES

            return MESSAGES
        case Area.STARBATTLE:
            from bigand.messages.french.starbattle import MESSAGES

            return MESSAGES
        case Area.WATERSORT:
            from bigand.messages.french.watersort import MESSAGES

            return MESSAGES


def insert_no_break_spaces(text: str, language: Language) -> str:
    """Make the blanks beside French `: ; ? !` and guillemets non-breaking, except in code.

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
    """Format a number with groups of three digits: `1,080`, or with narrow no-break spaces in French."""
    return f"{number:,}".replace(",", "," if language is Language.ENGLISH else "\u202f")


def format_decimal(number: float, digits: int, language: Language) -> str:
    """Format a number with `digits` decimals, after a point, or a comma in French."""
    return f"{number:.{digits}f}".replace(".", "." if language is Language.ENGLISH else ",")


def format_message(message: Message, language: Language) -> str:
    """Return the text of a message in a language, with its gaps filled."""
    if message.key == "amount":
        return format_integer(int(str(message.gaps["digits"])), language)
    if message.key == "either":
        return str(message.gaps[language.value])
    gaps = {
        name: gap if isinstance(gap, str) else format_message(gap, language) for name, gap in message.gaps.items()
    }
    area = Area.DIAGNOSTICS if message.key[0].isupper() else Area.SHARED
    text = messages_of(area, language).get(message.key) or _find_template(message.key, language)
    if message.key.startswith("count."):
        text = text.split(" | ")[gaps["number"] != "1"]
    return text.format(**gaps)


def message_text(key: str, language: Language, **gaps: object) -> str:
    """Return the text of a key in a language. Gaps may be filled by messages."""
    filled = {
        name: format_message(gap, language) if isinstance(gap, Message) else gap for name, gap in gaps.items()
    }
    return _find_template(key, language).format(**filled)


def _find_template(key: str, language: Language) -> str:
    """The text of a key, gaps unfilled. Keys of a puzzle begin with its name."""
    puzzle = _PUZZLES.get(key.partition(".")[0])
    if puzzle is not None:
        return messages_of(puzzle, language)[key]
    return messages_of(Area.GENERAL, language).get(key) or messages_of(Area.COMMANDS, language)[key]


@cache
def explanations(language: Language) -> dict[str, Explanation]:
    """The explanations of all codes, grouped by family. French falls back to the English examples."""
    sentences = messages_of(Area.DIAGNOSTICS, Language.ENGLISH) | messages_of(Area.DIAGNOSTICS, language)
    result = {}
    for code in [key.removesuffix(".is") for key in sentences if key.endswith(".is")]:
        name = sentences[f"{code}.is"].split()[1]
        parts = [sentences[f"{code}.{part}"] for part in ("why", "wrong_example", "right_example")]
        result[code] = Explanation(usual_severity_of(code), name, *parts)
    return result


def has_diagnostic_message(key: str) -> bool:
    """Whether there is a message of a diagnostic with this key."""
    return key in messages_of(Area.DIAGNOSTICS, Language.ENGLISH)


@cache
def usual_severity_of(code: str) -> Severity:
    """The usual severity of a code. A diagnostic may be milder where the code may never be reached."""
    return Severity(messages_of(Area.DIAGNOSTICS, Language.ENGLISH)[f"{code}.is"].split()[0])
