"""French as French is written: blanks before `: ; ? !`, numbers in groups, decimals with a comma."""

import re

import pytest
from tests.all_messages import command_messages
from tests.apps.here import run_here

from bigand.cli.exit_codes import Exit
from bigand.messages import Language, format_decimal, format_integer, format_message, insert_no_break_spaces
from bigand.messages.french import diagnostics, shared
from bigand.messages.message import number_message
from bigand.source.render import wrap_prose

SENTENCES = {**command_messages(Language.FRENCH), **diagnostics.MESSAGES, **shared.MESSAGES}
_CODE = re.compile(r"`[^`]*`|'[^' ]+'|https?:\S+|\{\{.*\}\}")
_UNSPACED = re.compile(r"[^\s:;?!(«…][;?!»]|[^\s\d](?<!%s):(?=\s|$)|«(?! )")


def unspaced(text: str) -> bool:
    return bool(_UNSPACED.search(_CODE.sub("code", text)))


def test_a_blank_stands_before_double_signs() -> None:
    assert [text for text in ("vrai?", "faux: non", "«oui", "oui»", "`a`; b") if not unspaced(text)] == []
    keys = [key for key in SENTENCES if not key.startswith("argparse.")]
    assert [key for key in keys if unspaced(SENTENCES[key])] == []


def test_no_line_begins_with_a_sign_that_belongs_to_the_line_before() -> None:
    text = "le nom est-il juste ? oui ; voyez « ceci » : rien d'autre ! fin"
    for width in range(8, 40):
        lines = wrap_prose(text, width)
        assert " ".join(lines) == text
        assert not [line for line in lines if re.match(r"[:;?!»]", line) or line.endswith("«")]


def test_blanks_on_a_page_do_not_break() -> None:
    assert insert_no_break_spaces("« a » : `b ; c` ?", Language.FRENCH) == "«\u00a0a\u00a0»\u00a0: `b ; c`\u00a0?"
    assert insert_no_break_spaces("a ; b", Language.ENGLISH) == "a ; b"


def test_numbers_follow_the_language() -> None:
    assert [format_integer(1080, one) for one in Language] == ["1,080", "1\u202f080"]
    assert [format_message(number_message(1234567), one) for one in Language] == [
        "1,234,567",
        "1\u202f234\u202f567",
    ]
    assert [format_decimal(0.256, 2, one) for one in Language] == ["0.26", "0,26"]


MODEL = "bigand $i,$j in [1..40],[1..40] when $i != $j: not p($i) or not p($j) end"


def test_tables_follow_the_language() -> None:
    assert "1,560" in run_here("--lang", "en", "size", "-", text=MODEL).out
    french = run_here("--lang", "fr", "size", "-", text=MODEL).out
    assert "1\u202f560" in french
    assert "1,560" not in french
    queens = run_here("--lang", "fr", "queens", "--explain", "12").out
    assert "1\u202f" in queens
    assert not re.search(r"\d,\d", queens)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_help_names_every_exit_code(language: str) -> None:
    told = run_here("--lang", language, "--help").out
    codes = told[told.index("codes de sortie" if language == "fr" else "exit codes") :]
    assert {int(number) for number in re.findall(r"\d+", codes)} == set(map(int, Exit))
