"""`bigand view`: files, saved answers, films, key by key."""

import io
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.apps.here import Here
from tests.apps.terminal import Terminal

from bigand.cli.output import colour_depth
from bigand.view.palette import ColourDepth

TUBES = """1 p(0,1,1,vert)
1 p(0,1,2,orange)
1 p(0,2,1,vide)
1 p(0,2,2,vide)
1 p(1,1,1,vert)
1 p(1,1,2,vide)
1 p(1,2,1,orange)
1 p(1,2,2,vide)
1 verser(1,1,2,2,1,orange)
"""
VIEW = "tubes p(step,tube,layer,colour)"


def test_a_saved_answer_is_drawn(here: Here) -> None:
    here.write("answer.txt", TUBES)
    done = here("view", "answer.txt", "--as", VIEW)
    assert done.code == 0
    assert done.out.splitlines()[:2] == ["step 0     step 1", "           verser 1 2 2 1 orange"]
    assert "|o| | |" in done.out


def test_the_standard_input_and_a_model_that_says_how(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    here.write("model.touist", f";;@ view {VIEW}\np(0,1,1,vert) or verser(1,1,2,2,1,orange)")
    here.write("answer.txt", TUBES)
    with (here.folder / "answer.txt").open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        done = here("view", "model.touist", "-")
    assert done.out.startswith("step 0     step 1")


def test_a_model_is_solved_and_its_json_drawn_the_same(here: Here) -> None:
    here.write("queens.touist", ";;@ view board x(row,column) as queen\nx(1,2) and not x(1,1)")
    drawn = here("view", "queens.touist").out
    assert "1  · ♛" in drawn
    here.write("answer.json", here("solve", "queens.touist", "--json").out)
    assert here("view", "queens.touist", "answer.json").out == drawn
    here.write("printed.txt", here("solve", "queens.touist").out)
    assert here("view", "queens.touist", "printed.txt").out == drawn


def test_films_are_written(here: Here) -> None:
    here.write("answer.txt", TUBES)
    done = here(
        "view",
        "answer.txt",
        "--as",
        VIEW,
        "--svg",
        "a.svg",
        "--gif",
        "a.gif",
        "--html",
        "a.html",
        "--sheet",
        "b.svg",
    )
    assert (done.code, done.out) == (0, "")
    assert 'id="frame-1"' in here.read("a.svg")
    assert (here.folder / "a.gif").read_bytes().startswith(b"GIF89a")
    assert 'max="1"' in here.read("a.html")
    groups = ElementTree.fromstring(here.read("b.svg")).findall("{http://www.w3.org/2000/svg}g")
    assert [group.get("id") for group in groups] == ["p-0", "p-1", "key"]
    french = here("view", "answer.txt", "--as", VIEW, "--html", "f.html", "--lang", "fr")
    assert french.code == 0
    assert '<html lang="fr">' in here.read("f.html")
    assert "Lecture" in here.read("f.html")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["answer.txt", "--as", "tube p(a,b,c,d)"], 2, "S304"),
        (["answer.txt", "--as", "tubes p(a"], 2, "S302"),
        (["answer.txt", "--as", "tubes q(step,tube,layer,colour)"], 1, "S305"),
        (["answer.txt", "--as", "tubes p(tube,layer,colour)"], 1, "S306"),
        (["answer.txt", "--as", "graph p(a,b,c,d)"], 1, "S307"),
        (["model.touist", "--as", "board q(row,column)"], 1, "S305"),
        (["model.touist", "--as", "board p(row,column,what)"], 1, "S306"),
        (["answer.txt", "--number", "2"], 1, "there is no model 2: the answer has 1 model"),
        (["answer.txt", "--number", "0"], 2, "1 or more"),
        (["-", "-"], 2, "only one of FILE and ANSWER"),
        (["nowhere.txt"], 1, "nowhere.txt"),
        (["bad.json"], 1, "bad.json:1: this is no JSON"),
        (["empty.json"], 1, "no atoms found"),
        (["answer.txt", "--svg", "no/such/folder.svg"], 1, "folder.svg"),
        (["answer.txt", "--seconds", "nan"], 2, "no time between"),
        (["unsat.touist"], 8, ""),
        (["wrong.touist"], 1, "N101"),
    ],
)
def test_what_is_wrong_is_told(here: Here, words: list[str], code: int, said: str) -> None:
    here.write("answer.txt", TUBES)
    here.write("model.touist", "p(1,2)")
    here.write("bad.json", "{")
    here.write("empty.json", "{}")
    here.write("unsat.touist", "p and not p")
    here.write("wrong.touist", "p($x)")
    done = here("view", *words)
    assert done.code == code
    assert said in done.err


def test_without_a_terminal_steps_come_one_after_the_other(here: Here) -> None:
    here.write("answer.txt", TUBES)
    done = here("view", "answer.txt", "--as", VIEW, "--step")
    assert [line for line in done.out.splitlines() if line.startswith("step")] == ["step 0", "step 1"]


def test_key_by_key_in_a_real_terminal(tmp_path: Path) -> None:
    """The answer comes from the standard input, keys from the terminal, which is as before at the end."""
    (tmp_path / "answer.txt").write_text(TUBES)
    with Terminal("view", "-", "--as", VIEW, "--step", stdin=tmp_path / "answer.txt") as terminal:
        seen = terminal.until("1 of 2")
        assert "\033[30;48;2;232;138;46m" in seen  # orange, in true colour
        terminal.press(b" ")
        assert "verser 1 2 2 1 orange" in terminal.until("2 of 2")
        terminal.press(b"\x1b[D")
        assert "step 0" in terminal.until("1 of 2")
        terminal.press(b"q")
        assert terminal.process.wait(10) == 0


def test_the_clock_stops_when_the_answer_is_there(tmp_path: Path) -> None:
    """However long a step is looked at, nothing is written beside it."""
    (tmp_path / "model.touist").write_text(f";;@ view {VIEW}\np(0,1,1,vert) and p(1,1,1,vide)")
    with Terminal("view", str(tmp_path / "model.touist"), "--step") as terminal:
        terminal.until("q: leave")
        assert terminal.within(1.6) == ""
        terminal.press(b" ")
        assert "step 1" in terminal.until("2 of 2")


class _Stream(io.StringIO):
    """A stream that is a terminal, or is none."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize(
    ("environment", "choice", "is_terminal", "depth"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "auto", True, ColourDepth.TRUE),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, "auto", True, ColourDepth.TRUE),
        ({"TERM": "xterm-direct"}, "auto", True, ColourDepth.TRUE),
        ({"TERM": "xterm-256color"}, "auto", True, ColourDepth.TABLE),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "auto", True, ColourDepth.NONE),
        ({"TERM": "xterm", "NO_COLOR": "1", "COLORTERM": "truecolor"}, "auto", True, ColourDepth.NONE),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "auto", False, ColourDepth.NONE),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "never", True, ColourDepth.NONE),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "always", False, ColourDepth.TABLE),
        ({"TERM": "xterm", "NO_COLOR": "1", "COLORTERM": "truecolor"}, "always", False, ColourDepth.TRUE),
    ],
)
def test_how_many_colours_there_are(
    environment: dict[str, str], choice: str, is_terminal: bool, depth: ColourDepth, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert colour_depth(_Stream(is_terminal), choice) is depth


# ---------------------------------------------------------------------- without a view

FLOOD = "bigand $i,$j,$k in [1..9],[1..9],[1..9]: p($i,$j,$k) or p($i,$j,$k) end"
BOARD = "bigand $i,$j in [1..4],[1..4]: exact(1,[x($i,$j,$v) for $v in [1..4]]) end"


@pytest.mark.parametrize("command", ["solve", "view"])
def test_an_answer_takes_one_screen_unless_all_is_asked_for(
    here: Here, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.write("flood.touist", FLOOD)
    monkeypatch.setenv("LINES", "20")
    short = here(command, "flood.touist").out.splitlines()
    assert len(short) == 18
    hidden = 729 - sum([line.count("(") for line in short[:-1]])
    assert short[-1] == f"… and {hidden} more true atoms (p): --all-atoms shows them"
    whole = here(command, "flood.touist", "--all-atoms").out
    assert whole.count("(") == 729
    assert whole.startswith("\n".join(short[:-1]))
    french = here(command, "flood.touist", "--lang", "fr").out.splitlines()
    assert french[-1] == f"… et {hidden} autres atomes vrais (p) : --all-atoms les montre"


def test_where_there_is_no_terminal_a_screen_has_forty_lines(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LINES", raising=False)
    here.write("flood.touist", FLOOD)
    assert len(here("solve", "flood.touist").out.splitlines()) <= 40


def test_programs_get_everything(here: Here) -> None:
    here.write("flood.touist", FLOOD)
    assert here("solve", "flood.touist", "--json").out.count('"p(') == 729


def test_the_view_that_was_guessed_is_told_and_draws_the_same(here: Here) -> None:
    here.write("board.touist", BOARD)
    done = here("solve", "board.touist")
    line = ";;@ view board x(row,column,value)"
    assert done.err == f"bigand: drawn as guessed; write this line into the file, or another: {line}\n"
    here.write("written.touist", f"{line}\n{BOARD}")
    written = here("solve", "written.touist")
    assert (written.out, written.err) == (done.out, "")
    assert here("view", "board.touist", "--as", line.removeprefix(";;@ view ")).out == done.out
    french = here("solve", "board.touist", "--lang", "fr").err
    assert french.endswith("ou une autre : ;;@ view board x(ligne,colonne,valeur)\n")
    assert here("solve", "board.touist", "--svg", "a.svg").code == 0
    assert here("solve", "written.touist", "--svg", "b.svg").code == 0
    assert here.read("a.svg") == here.read("b.svg")


def test_it_is_told_once_however_many_models(here: Here) -> None:
    here.write("board.touist", BOARD)
    assert here("solve", "board.touist", "--limit", "3").err.count(";;@ view") == 1


def test_a_picture_that_is_not_sure_is_proposed(here: Here) -> None:
    here.write("maybe.touist", "at(1,1,red) at(2,2,blue) at(3,1,red) at(3,2,green)")
    done = here("solve", "maybe.touist")
    assert done.out == "at(1,1,red)  at(2,2,blue)  at(3,1,red)  at(3,2,green)\n"
    words = "bigand view maybe.touist --as 'board at(row,column,value)'"
    assert done.err == f"bigand: to see more than a list, try: {words}\n"
    assert here(*words.replace("'", "").split(" ", 4)[1:]).code == 0


def test_a_long_plan_that_nobody_asked_to_draw_takes_one_screen(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = "bigand $step,$tube,$layer in [0..39],[1..3],[1..4]: p($step,$tube,$layer,red) end"
    monkeypatch.setenv("LINES", "24")
    here.write("plan.touist", plan)
    short = here("solve", "plan.touist").out
    assert len(short.splitlines()) <= 22
    shown = sum([line.count("step ") for line in short.splitlines() if line.startswith("step ")])
    note = f"… not shown: {40 - shown} steps; --all-atoms shows them, `bigand view plan.touist --step` one after"
    assert note in short
    whole = here("solve", "plan.touist", "--all-atoms").out
    assert "step 39" in whole
    here.write("asked.touist", f";;@ view {VIEW}\n{plan}")
    assert here("solve", "asked.touist").out == whole


@pytest.mark.parametrize("text", ["p and q", "p(1) p(2)", "p(1,2) p(2,1)", "likes(ann,tea)"])
def test_small_answers_come_without_a_word(here: Here, text: str) -> None:
    here.write("small.touist", text)
    assert here("solve", "small.touist").err == ""
