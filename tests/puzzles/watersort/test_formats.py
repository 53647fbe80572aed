"""Levels as people write them: every form is read, what is wrong is told at its place, what is written is read."""

import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.puzzles.watersort.levels import SEED, levels
from tests.tables import table

from bigand.puzzles.watersort.formats import WRITABLE, read_level
from bigand.puzzles.watersort.formats.assembly import Layout, LevelError
from bigand.puzzles.watersort.level import Level
from bigand.source.document import Document

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples" / "watersort"
GO = (("g", "o", "g", "o"), ("o", "g", "o", "g"), ())
WORDS = (("green", "orange", "green", "orange"), ("orange", "green", "orange", "green"), ())


@table(
    "text",
    [
        "gogo ogog ....",
        "gogo/ogog/....",
        "gogo/ogog/-",
        "gogo\nogog\n.",
        "g o g o\no g o g\n. . . .",
        "g,o,g,o\no,g,o,g\n_",
        "# a level\n\n  g o g o  # the first\r\n  o g o g\r\nempty: 1\r\n",
        "height: 4\ng o g o\no g o g\nvide",
        "o g .\ng o .\no g .\ng o .",
        "og.\ngo.\nog.\ngo.",
        "|o| |g| | |\n|g| |o| | |\n|o| |g| | |\n|g| |o| | |\n 1   2   3",
        "colours: g o / g o g o / o g o g / empty: 1",
        "|o|g| |\n|g|o| |\n|o|g| |\n|g|o| |",
        "tubes: columns\nlayers: bottom-first\ng o .\no g .\ng o .\no g .",
        "layers: top-first\no g o g\ng o g o\n.",
        "couches: haut\no g o g\ng o g o\n.",
        '[["g","o","g","o"],["o","g","o","g"],[]]',
        '["gogo", "ogog", ""]',
        '["g o g o", "o g o g", "."]',
        '{"tubes": [["g","o","g","o"],["o","g","o","g"]], "empty": 1}',
        '{"height": 4, "tubes": [["g","o","g","o"],["o","g","o","g"],[null, null, null, null]], "author": "x"}',
        '{"tubes": [["o","g","o","g"],["g","o","g","o"],[]], "layers": "top-first"}',
        '{"bottles": [["o","g",""],["g","o",""],["o","g",""],["g","o",""]], "orientation": "columns"}',
    ],
)
def test_the_same_level_in_many_forms(text: str) -> None:
    level = Level(text)
    assert (level.tubes, level.height) == (GO, 4)


def test_words_of_two_languages_numbers_and_words_of_one_s_own() -> None:
    assert Level("Red blue\nBLUE red\n.").tubes == (("red", "blue"), ("blue", "red"), ())
    assert Level("rouge vert\nvert rouge\nvide").colours == ("rouge", "vert")
    assert Level("1 12\n12 1\n0 0").tubes == (("1", "12"), ("12", "1"), ())
    assert Level("1212/2121/....").colours == ("1", "2")
    assert Level("colours: jade Topaz\njade topaz\nTopaz jade\n.").colours == ("jade", "topaz")
    assert Level('{"colours": ["x1", "x2"], "tubes": [["x1", "x2"], ["x2", "x1"], []]}').colours == ("x1", "x2")
    assert Level([["a", "b"], ["b", "a"], []]) == Level("ab/ba/..")
    assert Level([["a"], ["a"]], height=2).tubes == (("a",), ("a",))
    assert Level("aB/Ba/..").colours == ("a", "B")


def test_tubes_filled_in_part() -> None:
    assert Level("red blue .\nblue red .\nred blue .").tubes == (("red", "blue"), ("blue", "red"), ("red", "blue"))
    assert Level("height: 3\nred blue\nblue red\nred blue").height == 3
    # Nothing floats, so this goes from the top down.
    assert Level(". blue red\n. red blue\n. blue red").tubes == (("red", "blue"), ("blue", "red"), ("red", "blue"))


def test_colours_may_fill_several_tubes() -> None:
    assert Level("aab/aba/baa/bbb/...").amounts == {"a": 6, "b": 6}


@pytest.mark.parametrize("name", ["pours", "sources", "whole_pours", "states"])
def test_the_files_of_the_course_are_levels(name: str) -> None:
    assert Level((EXAMPLES / f"{name}.touist").read_text(encoding="utf-8")).tubes == WORDS


def test_lines_as_touist_prints_them() -> None:
    rows = [f"1 p({i},{t + 1},{e + 1},{c})" for i in (0, 1) for t in range(2) for e, c in enumerate(GO[t])]
    rows += ["0 p(0,1,1,rouge)", *[f"1 p(0,3,{e},vide)" for e in (1, 2, 3, 4)]]
    assert Level("\n".join(rows)).tubes == GO


@given(levels(4, 5))
def test_what_is_written_is_read_back(level: Level) -> None:
    for format in ("text", "upright", "json"):
        assert Level(level.to(format)) == level
    assert eval(repr(level), {"Level": Level}) == level
    assert Level.from_tubes(json.loads(level.to("json"))["tubes"], level.height) == level


def test_every_format_is_written() -> None:
    for format in WRITABLE:
        assert SEED.to(format)
    with pytest.raises(ValueError, match="no format"):
        SEED.to("pdf")


def test_who_hands_in_a_level_may_say_how_it_is_laid_out() -> None:
    document = Document("level", "a b\nb a\n. .")
    assert read_level(document, layout=Layout(layers="top-first")).tubes == (("b", "a"), ("a", "b"), ())
    assert mistakes("red blue") == [("P303", "red"), ("P303", "blue")]  # one row is one tube
    square = Document("level", "a b\na b")  # both ways make sense: a line is a tube
    assert read_level(square).tubes == (("a", "b"), ("a", "b"))
    assert read_level(square, layout=Layout(tubes="columns")).tubes == (("a", "a"), ("b", "b"))


# ---------------------------------------------------------------------- mistakes


def mistakes(text: str) -> list[tuple[str, str]]:
    """The codes and the places that they point at."""
    with pytest.raises(LevelError) as error:
        Level(text)
    assert str(error.value)
    found = [(one.code, one.primary.span) for one in error.value.diagnostics]
    return [(code, error.value.document.text[span.start : span.end]) for code, span in found]


@table(
    ("text", "wanted"),
    [
        ("", [("P301", "")]),
        ("# nothing\n", [("P301", "")]),
        ("[]", [("P301", "")]),
        ('{"tubes": []}', [("P301", "")]),
        ("red blue red\nblue red\nblue red blue", [("P302", "blue red")]),
        ("abab/baba/ababa/bbbb", [("P304", "abab"), ("P304", "baba"), ("P304", "ababa"), ("P304", "bbbb")]),
        ("GOGO/OGOG/..", [("P302", "..")]),
        ("GOGO OGOG .....", [("P302", ".....")]),
        ("height: 2\nred blue red\nblue .", [("P302", "red blue red")]),
        ('[["a","b"],["b","a"],["a"]]', [("P302", '"a"')]),
        ("red blue\nblue red red\n. .", [("P302", "blue red red")]),
        ("tubes: columns\nred blue\nblue\nred blue", [("P302", "blue")]),
        ("red blue\nblue .\n. .", [("P303", "red")]),
        ("red red\nred blue\nblue .", [("P303", "red")]),
        ("red blue\nblue .", [("P303", "red")]),
        ("colours: red blue green\nred blue\nblue red\n.", [("P303", "green")]),
        ("red grean\ngreen red\ngrean grean", [("P304", "grean")]),
        ("red tomato\nbanana red", [("P304", "tomato"), ("P304", "banana")]),
        ("colours: jade\njade red\nred jade", [("P304", "red")]),
        ("tubes: lines\nlayers: bottom-first\n. red\nred .", [("P305", "red")]),
        ("red blue\nblue red\nempty: 99999", [("P306", "")]),
        ("[[", [("P307", "")]),
        ("[" * 100_000, [("P307", "")]),
        ("[1" + "0" * 5000 + "]", [("P307", "")]),
        ('"red"'.join(["{", "}"]), [("P307", "")]),
        ("[1, 2]", [("P307", "")]),
        ('[["a", true]]', [("P307", "")]),
        ('[["a", {"b": 1}]]', [("P307", "")]),
        ('{"tube": [["a"]]}', [("P307", "")]),
        ("height: 0\na", [("P308", "0")]),
        ("height: many\na", [("P308", "many")]),
        ("heigth: 4\na", [("P308", "heigth")]),
        ("tubes: sideways\na", [("P308", "sideways")]),
        ("layers: left\na", [("P308", "left")]),
        ("empty: 123456789\na", [("P308", "123456789")]),
        ('{"tubes": [["a"]], "height": "x"}', [("P308", '"height"')]),
        ('{"tubes": [["a"]], "height": [1]}', [("P308", '"height"')]),
        ('{"tubes": [["a"]], "colours": 3}', [("P308", '"colours"')]),
    ],
)
def test_mistakes_are_told_at_their_place(text: str, wanted: list[tuple[str, str]]) -> None:
    assert mistakes(text) == wanted


@given(st.text(alphabet="abg.|/-_[]{}\"':,#0123 \n\tredvu", max_size=60))
@example("||\n|")
@example("/")
@example("p(0,0,0,a)")
@example("p(0,9999,9999,a)")
@example('[[""]]')
@example("|a|\n|")
@example("height: 1")
@example("empty: 3")
@example("empty: 0")
@example(":")
@example("\ufeff")
def test_no_text_is_too_odd(text: str) -> None:
    """Whatever is handed in is a level, or is refused with a sentence; a level can be written and read again."""
    level = level_or_none(text)
    if level is not None:
        assert Level(level.to("text")) == level
        assert len(level.tubes) * level.height <= 10_000


@table(
    "text",
    [
        "a:" + " " * 300_000 + "x",
        " " * 300_000 + "x",
        "red " * 100_000,
        "\n".join(["a" * 40] * 5000),
        "\n".join([f"word{number} red" for number in range(4000)]),
        "w" * 60_000,
        "|" * 100_000,
        "| " * 100_000,
        "/" * 100_000,
        json.dumps([["é" * 3] * 100] * 90),
        json.dumps([["red"] * 4] * 100_000),
        "1 " * 100_000 + "p(0,1,1,a)",
        "p(0,1,1,a)" * 50_000,
    ],
    ids=range(13),
)
def test_no_text_is_too_long(text: str) -> None:
    """Quadratic work would not end."""
    level_or_none(text)


@table(
    "text",
    [
        "p(0,400,400,a)",
        "$T = 400\np(0,1,400,a)",
        "red blue\nblue red\nempty: 200000",
        "height: 200000\nred blue\nblue red",
        '{"tubes": [["a"]], "empty": 200000}',
    ],
)
def test_what_is_too_large_is_refused_before_there_is_room_for_it(text: str) -> None:
    tracemalloc.start()
    try:
        level_or_none(text)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), st.lists, max_leaves=12))
def test_no_json_is_too_odd(content: object) -> None:
    level_or_none(json.dumps({"tubes": content}))


def level_or_none(text: str) -> Level | None:
    """The level, or nothing after its mistakes have been told."""
    try:
        return Level(text)
    except LevelError as error:
        told = str(error)
    assert "error[P30" in told
    return None
