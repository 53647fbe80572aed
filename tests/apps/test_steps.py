"""`bigand steps`, `hint`, `rate`, `unique`, `generate` as commands: what they print, write, and how they end."""

import json
from xml.etree import ElementTree

import pytest
from tests.apps.here import Here

from bigand.cli.exit_codes import Exit

LATIN = """;;@ clues given(row,column,value)
;;@ view board x(row,column,value)
$N = 3
$givens = [given(1,1,1),given(2,2,3)]
;; The clues are those of the list.
bigand $r,$c,$v in [1..$N],[1..$N],[1..$N]:
  if given($r,$c,$v) in $givens then given($r,$c,$v) else not given($r,$c,$v) end
end
;; Clues stay.
bigand $r,$c,$v in [1..$N],[1..$N],[1..$N]: given($r,$c,$v) => x($r,$c,$v) end
;; Every square has one value. (This is not part of its name.)
bigand $r,$c in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $v in [1..$N]]) end
;; Every row has each value.
bigand $r,$v in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $c in [1..$N]]) end
;; Every column has each value.
bigand $c,$v in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $r in [1..$N]]) end
"""


@pytest.fixture
def latin(here: Here) -> str:
    here.write("latin.touist", LATIN)
    return "latin.touist"


def test_steps_are_told_by_the_comments_of_rules(here: Here, latin: str) -> None:
    done = here("steps", latin)
    assert done.code == Exit.DONE
    assert "latin.touist has one solution." in done.out
    assert "x(3,3,2): Every square has one value ($r = 3, $c = 3, line 12)" in done.out
    assert "not part of its name" not in done.out
    assert "level: easy" in done.out
    french = here("--lang", "fr", "steps", latin)
    assert "a une seule solution" in french.out
    assert "niveau : facile" in french.out


def test_steps_fit_on_a_screen(here: Here) -> None:
    lines = [f"bigand $i in [1..{n}]: p({n},$i) => p({n},$i+1) end p({n},1)" for n in range(2, 30)]
    here.write("long.touist", "\n".join(lines))
    short, full = here("steps", "long.touist"), here("steps", "--full", "long.touist")
    assert len(short.out.splitlines()) <= 45
    assert "--full" in short.out
    assert len(full.out.splitlines()) > 100


def test_pictures_and_pages(here: Here, latin: str) -> None:
    done = here("steps", latin, "--svg", "pictures", "--html", "page.html")
    assert (done.code, done.out) == (Exit.DONE, "")
    pictures = sorted((here.folder / "pictures").iterdir())
    assert len(pictures) > 2
    for picture in pictures:
        ElementTree.parse(picture)
    assert "Every row has each value" in (here.folder / "page.html").read_text(encoding="utf-8")


def test_json_is_as_it_is_written_down(here: Here, latin: str) -> None:
    found = json.loads(here("steps", "--json", latin).out)
    assert found["status"] == "unique"
    assert {"facts", "instances", "premises", "kind"} <= set(found["steps"][-1])
    assert {"line", "binding"} <= set(found["steps"][-1]["instances"][0])


def test_files_that_have_no_or_several_solutions(here: Here) -> None:
    here.write("none.touist", "a\nnot a")
    here.write("several.touist", "a\nb or c")
    for command in ("steps", "rate", "hint", "unique"):
        done = here(command, "none.touist")
        assert done.code == Exit.UNSAT
        assert "no solution" in done.out
    assert "not the same in all solutions (2): b, c" in here("steps", "several.touist").out
    assert here("unique", "several.touist").code == Exit.UNSAT
    assert here("rate", "several.touist").code == Exit.DONE


def test_hints_of_three_strengths(here: Here, latin: str) -> None:
    weak, middle, strong = [here("hint", latin, "--strength", number).out for number in "123"]
    assert "$" not in weak
    assert "$r" in middle or "$c" in middle
    assert "x(" in strong
    assert "x(" not in weak + middle
    assert here("hint", latin, "--marks", "x(1,1,2)").out == "not so: x(1,1,2)\n"
    assert here("hint", latin, "--marks", "x(1,1,1),  not x( 1, 1, 2 )").out.startswith("right so far\n")
    here.write("marks.txt", "x(1,1,1)\nnot x(1,1,2)\n")
    assert here("hint", latin, "--marks", "@marks.txt").out.startswith("right so far\n")
    assert here("hint", latin, "--marks", "y(1)").code == Exit.ERRORS


def test_boards_go_into_the_same_file(here: Here, latin: str) -> None:
    assert here("generate", latin, "--seed", "2", "--to", "data", "-o", "board.json").code == Exit.DONE
    done = here("unique", latin, "--data", "board.json")
    assert done.code == Exit.DONE
    assert "none of which can be left out" in done.out
    assert here("generate", latin, "--count", "2", "--to", "touist", "-o", "boards").code == Exit.DONE
    for path in sorted((here.folder / "boards").iterdir()):
        assert here("unique", str(path)).code == Exit.DONE
    assert here("generate", latin, "--count", "3", "--to", "pdf", "--out", "sheet.pdf").code == Exit.DONE
    assert (here.folder / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert here("generate", latin, "--to", "pdf").code == Exit.USAGE
    ElementTree.fromstring(here("generate", latin, "--to", "svg").out)


def test_a_board_that_is_not_finished_tells_what_is_missing(here: Here, latin: str) -> None:
    done = here("unique", latin, "--set", "$givens=[given(1,1,1)]")
    assert done.code == Exit.UNSAT
    assert "with these clues only the first would be left: given(" in done.out
    full = here("unique", latin, "--set", "$givens=[given(1,1,1),given(2,2,3),given(3,3,2)]")
    assert "can be left out: given(" in full.out
