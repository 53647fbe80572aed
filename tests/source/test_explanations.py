"""What `bigand explain` tells: complete, in step in both languages, and with examples that are true."""

import re
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import replace
from tests.all_messages import command_messages
from tests.tables import table

from bigand.explain.lint.linter import lint_reading
from bigand.language import CheckedDocument, Mode, read_document
from bigand.messages.lookup import Area, Language, explanations, messages_of
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import read_board
from bigand.puzzles.watersort.formats import read_level
from bigand.puzzles.watersort.formats.assembly import LevelError
from bigand.source.document import Document

TOLD = explanations(Language.ENGLISH)
# What G and E codes are about shows only when a file is expanded. The wrong program of S121 is 10000 levels deep:
# a test below builds one, and people are shown its beginning.
SHOWN = [code for code in TOLD if code[0] not in "GE" and code != "S121"]
ALL = {
    language: messages_of(Area.DIAGNOSTICS, language) | messages_of(Area.SHARED, language) for language in Language
}
# Sentences with gaps: not what `explain` tells.
ENGLISH, FRENCH = [
    {key: text for key, text in told.items() if not re.search(r"\.(is|why|wrong_example|right_example)$", key)}
    for told in ALL.values()
]
SOURCES = Path(__file__).parent.parent.parent / "src"
COMMANDS, COMMANDS_IN_FRENCH = command_messages(Language.ENGLISH), command_messages(Language.FRENCH)
ARGPARSE = "argparse."  # what argparse says by itself is in English already


def read_example(code: str, text: str) -> list[str]:
    """The codes that a text raises: a board for the codes of boards, else a program as `bigand check` reads it."""
    document = Document("example", text)
    if code.startswith("P3"):
        return level_codes(document)
    if code.startswith("P"):
        return board_codes(document)
    reading = read_document(document, Mode.SAT if code.startswith(("S201", "S202")) else None)
    if not code.startswith("W"):
        return codes(reading)
    # Suspicions come after the rest.
    return codes(replace(reading, diagnostics=(*reading.diagnostics, *lint_reading(reading, {}))))


def board_codes(document: Document) -> list[str]:
    try:
        read_board(document)
    except BoardError as error:
        return [error.diagnostic.code]
    return []


def level_codes(document: Document) -> list[str]:
    try:
        read_level(document)
    except LevelError as error:
        return [diagnostic.code for diagnostic in error.diagnostics]
    return []


def codes(reading: CheckedDocument) -> list[str]:
    return [diagnostic.code for diagnostic in reading.diagnostics]


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def is_headline(key: str, code: str) -> bool:
    """Whether a message is the code's own, or a variant of it and no label or help."""
    return key == code or (key.startswith(f"{code}.") and not key.endswith(("label", "help")))


# ---------------------------------------------------------------------- explanations


@pytest.mark.parametrize("language", Language)
def test_all_that_is_told_of_a_code_stands_together_and_in_the_same_order(language: Language) -> None:
    diagnostics = [key[:4] for key in ALL[language] if key[0].isupper()]
    assert [code for code, _ in groupby(diagnostics)] == list(TOLD)


@pytest.mark.parametrize("language", Language)
def test_every_code_is_explained(language: Language) -> None:
    assert [code for code in TOLD if f"{code}.why" not in ALL[language]] == []


def test_every_code_that_is_raised_is_told_and_no_other() -> None:
    messages = SOURCES / "bigand" / "messages"
    texts = [path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py") if messages not in path.parents]
    raised = {code for text in texts for code in re.findall(r'"([A-Z]\d{3})"', text)}
    assert raised == TOLD.keys()


@table("language", Language)
@table("code", TOLD)
def test_an_explanation_is_prose(code: str, language: Language) -> None:
    for paragraph in explanations(language)[code].why.split("\n\n"):
        assert "\n" not in paragraph, "lines are broken when the text is shown"
        assert paragraph == paragraph.strip()
        assert paragraph.endswith(".")
        assert paragraph.count("`") % 2 == 0


FAULTLESS = """
import sys
from bigand.explain.lint.linter import lint_reading
from bigand.language import read_document
from bigand.source.document import Document
reading = read_document(Document("d", sys.argv[1]))
print(len([*reading.diagnostics, *lint_reading(reading, {})]), any(".diagnostics" in name for name in sys.modules))
"""


@pytest.mark.parametrize(("text", "told"), [(TOLD["S405"].right, "0 False"), (TOLD["S405"].wrong, "1 True")])
def test_what_is_told_of_codes_is_loaded_when_there_is_something_to_tell(text: str, told: str) -> None:
    done = subprocess.run([sys.executable, "-c", FAULTLESS, text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == told


# ---------------------------------------------------------------------- examples


@table("code", SHOWN)
def test_the_wrong_example_raises_its_code_and_nothing_else(code: str) -> None:
    assert set(read_example(code, TOLD[code].wrong)) == {code}


@table("code", TOLD)
def test_the_right_example_raises_nothing(code: str) -> None:
    assert read_example(code, TOLD[code].right) == []


@table("code", TOLD)
def test_examples_fit_on_a_screen(code: str) -> None:
    for text in (TOLD[code].wrong, TOLD[code].right):
        lines = text.split("\n")
        assert 1 <= len(lines) <= 6
        assert max(len(line) for line in lines) <= 75


def test_what_is_nested_too_deeply_is_refused() -> None:
    assert codes(read_document(Document("example", "(" * 100_000), Mode.SAT)) == ["S121"]


# ---------------------------------------------------------------------- the two languages


def test_messages_have_the_same_keys() -> None:
    assert ENGLISH.keys() == FRENCH.keys()


@table("key", ENGLISH)
def test_a_message_has_the_same_gaps_in_both_languages(key: str) -> None:
    assert gaps(ENGLISH[key]) == gaps(FRENCH[key])


@table("code", TOLD)
def test_every_code_has_a_headline(code: str) -> None:
    assert any(is_headline(key, code) for key in ENGLISH)


def test_commands_have_the_same_keys_but_for_those_of_argparse() -> None:
    french = {key for key in COMMANDS_IN_FRENCH if not key.startswith(ARGPARSE)}
    assert COMMANDS.keys() == french


@table("key", COMMANDS)
def test_a_sentence_of_the_command_line_has_the_same_gaps(key: str) -> None:
    assert gaps(COMMANDS[key]) == gaps(COMMANDS_IN_FRENCH[key])
