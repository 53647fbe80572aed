"""What `bigand explain` tells: complete, in step in both languages, and with examples that are true."""

from string import Formatter

import pytest
from msgspec.structs import replace

from bigand.explain.suspicions import suspicions_of
from bigand.language import Mode, Reading, read
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import read_board
from bigand.puzzles.watersort.faults import LevelError
from bigand.puzzles.watersort.formats import read_level
from bigand.source.catalogue.english import commands as english_commands
from bigand.source.catalogue.english import explanations as english_explanations
from bigand.source.catalogue.english import messages as english_messages
from bigand.source.catalogue.examples import EXAMPLES, MODES, UNSHOWN
from bigand.source.catalogue.french import commands as french_commands
from bigand.source.catalogue.french import explanations as french_explanations
from bigand.source.catalogue.french import messages as french_messages
from bigand.source.catalogue.lookup import Explanation, Language, explanation
from bigand.source.document import Document
from bigand.source.rules import RULES

SHOWN = sorted(RULES.keys() - UNSHOWN)
ARGPARSE = "argparse."  # what argparse says by itself is in English already


def read_example(code: str, text: str) -> list[str]:
    """The codes that a text raises: a board for the codes of boards, else a program as `bigand check` reads it."""
    document = Document("example", text)
    if code.startswith("P3"):
        return level_codes(document)
    if code.startswith("P"):
        return board_codes(document)
    reading = read(document, Mode(MODES.get(code, "sat")))
    if not code.startswith("W"):
        return codes(reading)
    # Suspicions come after the rest.
    return codes(replace(reading, diagnostics=(*reading.diagnostics, *suspicions_of(reading, {}))))


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


def codes(reading: Reading) -> list[str]:
    return [diagnostic.code for diagnostic in reading.diagnostics]


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def is_headline(key: str, code: str) -> bool:
    """Whether a message is the code's own, or a variant of it and no label or help."""
    return key == code or (key.startswith(f"{code}.") and not key.endswith(("label", "help")))


# ---------------------------------------------------------------------- explanations


@pytest.mark.parametrize(
    "sentences",
    [english_explanations.SENTENCES, french_explanations.SENTENCES],
    ids=["english", "french"],
)
def test_every_code_is_explained_and_nothing_else(sentences: dict[str, str]) -> None:
    assert list(sentences) == list(RULES)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", RULES)
def test_an_explanation_is_prose(code: str, language: Language) -> None:
    found = explanation(code, language)
    assert isinstance(found, Explanation)
    assert (found.wrong, found.right) == EXAMPLES[code]
    for paragraph in found.why.split("\n\n"):
        assert "\n" not in paragraph, "lines are broken when the text is shown"
        assert paragraph == paragraph.strip()
        assert paragraph.endswith(".")
        assert paragraph.count("`") % 2 == 0


@pytest.mark.parametrize("language", Language)
def test_an_unknown_code_has_no_explanation(language: Language) -> None:
    assert explanation("Z999", language) is None


# ---------------------------------------------------------------------- examples


def test_every_code_has_examples_and_nothing_else() -> None:
    assert list(EXAMPLES) == list(RULES)
    assert MODES.keys() <= RULES.keys()
    assert RULES.keys() >= UNSHOWN


@pytest.mark.parametrize("code", SHOWN)
def test_the_wrong_example_raises_its_code_and_nothing_else(code: str) -> None:
    wrong, _ = EXAMPLES[code]
    assert set(read_example(code, wrong)) == {code}


@pytest.mark.parametrize("code", RULES)
def test_the_right_example_raises_nothing(code: str) -> None:
    _, right = EXAMPLES[code]
    assert read_example(code, right) == []


@pytest.mark.parametrize("code", RULES)
def test_examples_fit_on_a_screen(code: str) -> None:
    for text in EXAMPLES[code]:
        lines = text.split("\n")
        assert 1 <= len(lines) <= 6
        assert max(len(line) for line in lines) <= 75


def test_what_is_nested_too_deeply_is_refused() -> None:
    assert codes(read(Document("example", "(" * 100_000), Mode.SAT)) == ["S121"]


# ---------------------------------------------------------------------- the two languages


def test_messages_have_the_same_keys() -> None:
    assert english_messages.SENTENCES.keys() == french_messages.SENTENCES.keys()


@pytest.mark.parametrize("key", english_messages.SENTENCES)
def test_a_message_has_the_same_gaps_in_both_languages(key: str) -> None:
    assert gaps(english_messages.SENTENCES[key]) == gaps(french_messages.SENTENCES[key])


@pytest.mark.parametrize("code", RULES)
def test_every_code_has_a_headline(code: str) -> None:
    assert any(is_headline(key, code) for key in english_messages.SENTENCES)


def test_commands_have_the_same_keys_but_for_those_of_argparse() -> None:
    french = {key for key in french_commands.SENTENCES if not key.startswith(ARGPARSE)}
    assert english_commands.SENTENCES.keys() == french


@pytest.mark.parametrize("key", english_commands.SENTENCES)
def test_a_sentence_of_the_command_line_has_the_same_gaps(key: str) -> None:
    assert gaps(english_commands.SENTENCES[key]) == gaps(french_commands.SENTENCES[key])
