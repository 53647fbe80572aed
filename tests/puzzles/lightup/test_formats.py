"""Every format: what is written is read back, what others wrote is read, what is damaged is told at its place."""

import base64
import itertools
import json
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.puzzles.lightup.boards import CASES, MARKED, boards, collection
from tests.tables import table

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import FORMATS, WRITABLE, read_board
from bigand.source.document import Document

LINKS = [line.split("\t") for line in (CASES / "puzzlink.tsv").read_text(encoding="utf-8").splitlines()]
CARRY_MARKS = ("pzprv3", "legup", "text")


def read(text: str, limit: int = 1_000_000) -> Board:
    return read_board(Document("board", text), limit=limit)


def recognised(text: str) -> str:
    return next(name for name, format in FORMATS.items() if format.recognise(text.strip()))


def code(text: str) -> str:
    """The code with which a text is refused, quickly."""
    began = time.process_time()
    with pytest.raises(BoardError) as caught:
        read(text)
    assert time.process_time() - began < 1
    assert caught.value.diagnostic.primary.span.end <= len(text)
    assert "board:" in str(caught.value)
    return caught.value.diagnostic.code


# ---------------------------------------------------------------------- there and back


@given(boards(MARKED, most=30))
def test_what_is_written_is_read_back(board: Board) -> None:
    for name in WRITABLE:
        if name == "svg":
            continue
        text = board.to(name)
        assert recognised(text) == name
        assert read(text) == (board if name in CARRY_MARKS else board.puzzle)
        assert read(text).to(name) == text


@table("texts", LINKS, ids=[texts[0][:24] for texts in LINKS])
def test_pzpr_and_tatham_write_the_same(texts: list[str]) -> None:
    for text in texts:
        board = read(text)
        assert [board.to(name) for name in ("id", "puzzlink", "pzprv3")] == texts


def test_the_whole_collection_is_written_as_it_was() -> None:
    for line in collection():
        assert read(line).to("id") == line


@given(boards(MARKED))
def test_rows_of_a_file_may_end_in_any_way(board: Board) -> None:
    assert read("\r\n".join(board.rows)) == read(f"\n\n  {board.to('text')}\n") == board
    assert read("/".join(board.rows)) == board
    assert read(board.to("pzprv3").replace("/", "\n")) == board
    assert read("\ufeff" + board.to("legup")) == board
    assert read(json.dumps(board.rows)) == board


# ---------------------------------------------------------------------- what others write


@pytest.mark.parametrize(
    "link",
    [
        "https://puzz.link/p?akari/3/2/g7.h",
        "http://pzv.jp/p.html?lightup/3/2/g7.h",
        "https://puzz.link/p?type=editor&akari/3/2/g7.h",
        "https://puzz.link/p?akari_edit/3/2/g7.h/",
        "akari/3/2/g7.h",
        "https://puzz.link/p?bijutsukan/3/2/g7%2Eh",
        "http://www.kanpen.net/bijutsukan.html?problem=2/3/._2_._/5_._._/",
    ],
)
def test_links(link: str) -> None:
    assert read(link).rows == (".2.", "#..")


def test_a_clue_in_the_last_cells_may_run_past_the_end() -> None:
    assert read("https://puzz.link/p?akari/3/1/hc").rows == ("..2",)
    assert read("https://puzz.link/p?akari/3/1/gc").rows == (".2.",)
    assert code("https://puzz.link/p?akari/3/1/hcg") == "P107"
    assert Board(["..2"]).to("puzzlink") == "https://puzz.link/p?akari/3/1/hc"


SAVED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :8:Light Up
PARAMS  :3:3x2
CPARAMS :10:3x2b20s4d0
DESC    :4:aBa1
NSTATES :1:5
STATEPOS:1:{position}
MOVE    :4:L0,0
MOVE    :4:I2,0
MOVE    :9:L2,1;L1,1
MOVE    :4:L2,1
"""


@pytest.mark.parametrize(
    ("position", "rows"),
    [
        (1, (".#.", "1..")),
        (2, ("L#.", "1..")),
        (3, ("L#x", "1..")),
        (4, ("L#x", "1LL")),
        (5, ("L#x", "1L.")),
    ],
)
def test_saved_games_stand_at_their_position(position: int, rows: tuple[str, ...]) -> None:
    saved = SAVED.replace("DESC    :4:aBa1", "DESC    :5:aBa1b").format(position=position)
    assert read(saved).rows == rows


def test_saved_games_solved_and_restarted() -> None:
    head = SAVED.split("NSTATES")[0].replace("DESC    :4:aBa1", "DESC    :5:aBa1b")
    assert read(head + "SOLVE   :11:S;L0,0;I1,1\n").rows == ("L#.", "1x.")
    assert read(head + "MOVE    :4:L0,0\nRESTART :5:aBa1b\nMOVE    :4:I0,0\n").rows == ("x#.", "1..")
    assert read(head + "MOVE    :4:L0,0\nMOVE    :4:I0,0\n").rows == ("x#.", "1..")


def test_the_grid_of_the_text_export() -> None:
    grid = "+-+-+-+\n|1|L|.|\n+-+-+-+\n|#| |x|\n+-+-+-+\n"
    assert read(grid).rows == ("1L.", "#.x")
    assert code(grid.replace("|#| |x|", "|#|x|")) == "P103"
    assert code(grid.replace("|1|L|", "|1|?|")) == "P104"


def test_janko_pages_and_puzzlekit() -> None:
    page = "begin\npuzzle akari\nsize 3\n[problem]\n- x 2\n- - -\n[solution]\no x 2\n- - o\n[moves]\n"
    assert read(page).rows == (".#2", "...")
    assert read("2 3\n- x 2\n- - -\n").rows == (".#2", "...")
    assert code(page.replace("akari", "slitherlink")) == "P112"
    assert code(page.replace("- x 2", "- x")) == "P103"
    assert code(page.replace("- x 2", "- x 7")) == "P105"
    assert code("2 3\n- x 2\n") == "P106"
    assert code("1 3\n- x 2\n- - -\n") == "P107"


def test_arrays_and_their_dialects() -> None:
    assert read("[[-1, 0, 7], [4, 9, -2]]").rows == (".0#", "4##")
    cspuz = Document("board", "[[-2, 0], [-1, -2]]")
    assert read_board(cspuz, "cspuz").rows == (".0", "#.")
    with pytest.raises(BoardError, match="P104"):
        read_board(Document("board", "[[-2, 5]]"), "cspuz")
    assert read('{"status": "unique", "solution": ["L.", ".L"]}').rows == ("L.", ".L")
    assert Board([[-1, 0], [5, 1]]).rows == (".0", "#1")
    for text in ("[[1.5]]", '[["a"]]', "[[true]]", "[[null]]", "[[[1]]]"):
        assert code(text) == "P104"


def penpa(question: str, answer: str, size: str = "square,3,2,38", margins: str = "[0,0,0,0]") -> str:
    """A link as Penpa+ makes it, of what is drawn."""
    lines = [f"{size},0,1,1,418,418", margins, '{z9:zA,zG:["1","2","1"]}', question, answer, "[9,1,1]"]
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(packed).decode()}"


def test_penpa_links() -> None:
    # Three columns and two beside them on each side: cell (0, 0) is 2 * 7 + 2.
    question = '{zR:{z_:[]},zS:{"17":4,"23":4},zN:{"17":[2,7,"1"],"23":[" ",7,"1"]},zY:{},zL:{}}'
    answer = '{zS:{"18":2},zN:{},zY:{"16":[3,"sun_moon",1],"24":[1,"ox_E",1]},zD:[[zO]]}'
    assert read(penpa(question, answer)).rows == ("L2x", "#x.")
    assert read(penpa(question, "{}")).rows == (".2.", "#..")
    assert read(penpa(question, "{}").replace("m=edit", "m=solve")).rows == (".2.", "#..")
    assert read(penpa(question.replace("[2,7", '["2",7'), "{}")).rows == (".2.", "#..")
    assert code(penpa(question.replace("[2,7", "[9,7"), "{}")) == "P105"


def test_penpa_links_with_margins() -> None:
    # One more row above and one more column to the left than the board has.
    board = read(penpa('{zS:{"27":4},zN:{},zY:{}}', "{}", "square,4,3,38", "[1,0,1,0]"))
    assert board.rows == ("#..", "...")


def test_penpa_is_written_as_penpa_writes() -> None:
    text = inflated(read(".2./#..").to("penpa"))
    lines = text.split("\n")
    assert lines[0].startswith("square,3,2,38,0,1,1,152,114,")
    assert lines[0].endswith(",Title: ,Author: ,,,OFF,false")
    drawn = json.loads(lines[3])
    assert drawn["surface"] == {"17": 4, "23": 4}
    assert drawn["number"] == {"17": ["2", 7, "1"]}
    assert list(itertools.accumulate(json.loads(lines[5]))) == [16, 17, 18, 23, 24, 25]
    # The point in the middle, as in published links of these sizes.
    for size, middle in ((9, 84), (10, 286), (12, 375), (14, 476)):
        header = inflated(Board([[-1] * size] * size).to("penpa")).split("\n")[0].split(",")
        assert header[9:11] == [str(middle)] * 2


def inflated(link: str) -> str:
    packed = link.split("&p=")[1]
    return zlib.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15).decode()


def test_damaged_penpa_links() -> None:
    whole = penpa("{}", "{}")
    for cut in range(len(whole) - 40, len(whole) - 1, 3):
        assert code(whole[:cut]) in ("P110", "P108")
    assert code(penpa("{}", "{}", "hex,3,2")) == "P110"
    assert code(penpa("{}", "{}", "square,10000,10000")) == "P109"
    assert code(penpa("{}", "{}", "square,a,2")) == "P108"
    assert code(penpa("[" * 100_000, "{}")) == "P110"
    bomb = zlib.compressobj(wbits=-15)
    packed = bomb.compress(b"square,3,2\n" + b"\0" * 60_000_000) + bomb.flush()
    assert code(f"#m=edit&p={base64.b64encode(packed).decode()}") == "P110"


# ---------------------------------------------------------------------- what is wrong is told

BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Legup><puzzle name="LightUp"><board width="1" height="1"><cells>&b;</cells></board></puzzle></Legup>"""
EXTERNAL = """<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Legup>&a;</Legup>"""
LEGUP = '<Legup><puzzle name="LightUp"><board {size}><cells>{cell}</cells></board></puzzle></Legup>'


@table(
    ("text", "expected"),
    [
        ("", "P102"),
        (" \n\t\n", "P102"),
        ("what is this", "P101"),
        ("...\n..\n...", "P103"),
        ("..\n...", "P103"),
        ("...\n.5.\n...", "P105"),
        ("...\n.?.\n...", "P104"),
        (".L.\nl..\n...", "P104"),
        ("7x7:z", "P106"),
        ("7x7:zzz", "P107"),
        ("7x7:z5", "P105"),
        ("7x7:zA", "P104"),
        ("7x7:", "P106"),
        ("0x7:a", "P102"),
        ("7x0:a", "P102"),
        ("10000x10000:a", "P109"),
        (f"7x{'9' * 100_000}:a", "P109"),
        ("7x7b20s4d0#12345", "P114"),
        ("7#12345", "P114"),
        ("2x2:d\n2x2:d\n2x2:d", "P115"),
        ("https://puzz.link/p?akari/7/7/h.kcg", "P106"),
        ("https://puzz.link/p?akari/7/7/", "P106"),
        ("https://puzz.link/p?akari/7/7", "P106"),
        ("https://puzz.link/p?akari/7", "P101"),
        ("https://puzz.link/p?akari/7/7/zzf", "P104"),
        ("https://puzz.link/p?akari/7/7/zzzzzz", "P107"),
        ("https://puzz.link/p?akari/10000/10000/g", "P109"),
        ("https://puzz.link/p?sudoku/9/9/g", "P112"),
        ("https://example.org/", "P101"),
        ("https://puzz.link/p?akari/2/2/j https://puzz.link/p?akari/2/2/j", "P115"),
        ("http://www.kanpen.net/bijutsukan.html?problem=2/2/._._/._7_/", "P105"),
        ("http://www.kanpen.net/bijutsukan.html?problem=2/2/._._/", "P106"),
        ("pzprv3", "P112"),
        ("pzprv3/slither/2/2/. . /. . /", "P112"),
        ("pzprv3/lightup", "P108"),
        ("pzprv3/lightup/2", "P108"),
        ("pzprv3/lightup/2/2", "P106"),
        ("pzprv3/lightup/2/2/. . /", "P106"),
        ("pzprv3/lightup/2/2/. . /. /", "P103"),
        ("pzprv3/lightup/2/2/. . /. 5 /", "P105"),
        ("pzprv3/lightup/2/2/. . /. ? /", "P104"),
        ("pzprv3/lightup/x/2/. . /. . /", "P108"),
        ("pzprv3/lightup/10000/10000/. /", "P109"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n", "P112"),
        ("SAVEFILE:999:x", "P110"),
        (SAVED.replace("Light Up", "Mosaicky").format(position=1), "P112"),
        (SAVED.replace("PARAMS  :3:3x2\nCPARAMS :10:3x2b20s4d0\n", "").format(position=1), "P110"),
        (SAVED.format(position=5), "P106"),
        ("[", "P110"),
        ("[[1, 2], [3]]", "P103"),
        ("[]", "P102"),
        ("[[]]", "P102"),
        ("[1, 2]", "P110"),
        ("{}", "P110"),
        ("[" * 100_000, "P110"),
        ("[[" + "9" * 10_000 + "]]", "P110"),
        ("<Legup>", "P110"),
        ("<Legup/>", "P110"),
        ("<html></html>", "P110"),
        (BOMB, "P111"),
        (EXTERNAL, "P111"),
        (LEGUP.format(size='width="2" height="x"', cell=""), "P108"),
        (LEGUP.format(size='width="2"', cell=""), "P108"),
        (LEGUP.format(size='size="10000"', cell=""), "P109"),
        (LEGUP.format(size='size="2"', cell='<cell value="0" x="2" y="0"/>'), "P113"),
        (LEGUP.format(size='size="2"', cell='<cell value="0" y="0"/>'), "P113"),
        (LEGUP.format(size='size="2"', cell='<cell value="5" x="0" y="0"/>'), "P105"),
        (LEGUP.format(size='size="2"', cell='<cell value="-9" x="0" y="0"/>'), "P104"),
        (LEGUP.format(size='size="2"', cell="").replace("LightUp", "Nurikabe"), "P112"),
        ("[problem]\n[end]", "P102"),
        ("[problem]\n- ? -\n[end]", "P104"),
        ("10000 10000\n- -\n", "P109"),
    ],
)
def test_what_is_wrong_is_told(text: str, expected: str) -> None:
    assert code(text) == expected


def test_a_message_shows_the_place() -> None:
    with pytest.raises(BoardError) as caught:
        read("...\n.5.\n...")
    assert "board:2:2" in str(caught.value)
    assert "a clue is a number from 0 to 4, not 5" in str(caught.value)


def test_the_limit_can_be_raised() -> None:
    assert read("2x3:f", limit=6).height == 3
    with pytest.raises(BoardError):
        read("2x3:f", limit=5)


@given(st.text(max_size=60))
def test_any_text_is_a_board_or_refused(text: str) -> None:
    _read_or_refuse(text)


@given(boards(MARKED), st.sampled_from([name for name in WRITABLE if name != "svg"]), st.data())
def test_any_damaged_board_is_a_board_or_refused(board: Board, name: str, data: st.DataObject) -> None:
    text = board.to(name)
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(len(text), at + 5)))
    _read_or_refuse(text[:at] + data.draw(st.text(max_size=3)) + text[end:])


def _read_or_refuse(text: str) -> None:
    try:
        board = read(text)
    except BoardError as error:
        str(error)  # it can be shown
        return
    assert len(board.cells) == board.height * board.width > 0
    assert read(board.to("text")) == board
