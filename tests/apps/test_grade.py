"""`bigand grade` as a teacher uses it: a folder or an archive of a class, hostile files among them."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from tests.apps.here import Here, here

from bigand.api.question import Failure
from bigand.cli import asker
from bigand.cli.commands import grade
from bigand.grading.archives import MAX_FILE_SIZE
from bigand.grading.exercise import find_exercises
from bigand.grading.submissions import collect_submissions
from bigand.source.error import ErrorKind

__all__ = ["here"]

REFERENCE = """;; Secret words of the reference.
$N = 4
;;@ view board x(row,column) as queen
;;@ rule ranks 3 points
;; Every line has its queen, says the teacher.
bigand $i in [1..$N]: bigor $j in [1..$N]: x($i,$j) end end
;;@ rule files 2 points
bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $j < $k: not x($j,$i) or not x($k,$i) end
"""
PLAIN = re.sub(r";;[^\n]*\n", "", REFERENCE)
CLASS = {
    "Ann_11_assignsubmission_file_/a.touist": PLAIN.replace("x(", "pos("),
    "Ben_12_assignsubmission_file_/b.touist": PLAIN.replace("bigor", "bigand"),
    "Cy_13_assignsubmission_file_/c.touist": PLAIN.replace("$j < $k", "$j < $k and $i > 1"),
    "Di_14_assignsubmission_file_/d.touist": "bigand $i in [1..",
    "Eve_15_assignsubmission_file_/e.touist": f"{PLAIN}not x(1,2) ;; \x1b[31m<script>alert(1)</script>\n",
    "Flo_16_assignsubmission_file_/f.touist": PLAIN.replace("$j < $k", "$j < $k and $i > 1").replace("$j", "$m"),
}


@pytest.fixture
def room(here: Here) -> Here:
    here.write("reference.touist", REFERENCE)
    for name, text in CLASS.items():
        here.write(f"class/{name}", text)
    return here


def graded(room: Here, *words: str) -> dict[str, dict[str, object]]:
    done = room("grade", "reference.touist", *(words or ("class",)), "--json")
    return {str(one["student"]): one for one in json.loads(done.out)}


def test_a_class_as_json(room: Here) -> None:
    found = graded(room, "class", "--set", "N=3,4")
    verdicts = {name: one["verdict"] for name, one in found.items()}
    assert verdicts == {
        "Ann": "equal", "Ben": "no_model", "Cy": "too_loose", "Di": "unreadable", "Eve": "too_strict",
        "Flo": "too_loose",
    }  # fmt: skip
    assert [found[name]["points"] for name in ("Ann", "Ben", "Cy", "Di")] == [5, 2, 3, None]
    assert [found[name]["line"] for name in ("Ben", "Cy", "Eve")] == [2, 3, 4]
    assert found["Cy"]["reference_line"] == 8
    assert found["Cy"]["same"] == ["Flo_16_assignsubmission_file_/f.touist"]
    assert found["Ann"]["renamed"] == ["You call `x` `pos`."]
    assert found["Eve"]["sizes"] == ["N=3", "N=4"]
    model = found["Eve"]["model"]
    assert isinstance(model, list)
    assert "x(1,2)" in model


def test_a_hint_shows_neither_the_reference_nor_a_model(room: Here) -> None:
    room("grade", "reference.touist", "class", "--feedback", "hint", "--out", "hint.html")
    room("grade", "reference.touist", "class", "--feedback", "hint", "--out", "hint.json")
    room("grade", "reference.touist", "class", "--feedback", "hint", "--out", "hint.csv")
    found = json.loads(room.read("hint.json"))
    assert all(one["model"] is None and one["reference_line"] is None for one in found)
    assert {one["student"]: one["line"] for one in found}["Cy"] == 3
    for name in ("hint.html", "hint.json", "hint.csv"):
        told = room.read(name)
        assert "<svg" not in told
        for secret in ("Secret", "teacher", "ranks", "x(1,1)", "x(3,", "¬x("):
            own = [text for text in CLASS.values() if secret in text]
            assert own or secret not in told, (name, secret)
    assert "Look at line 3" in room.read("hint.csv")


def test_a_verdict_says_nothing_else(room: Here) -> None:
    found = graded(room, "class", "--feedback", "verdict")
    assert found["Cy"]["feedback"] == ["It is too loose: it allows something that should be refused."]
    assert found["Cy"]["line"] is None
    assert found["Di"]["feedback"] == ["It cannot be read."]


def test_the_page_asks_for_nothing_and_obeys_nothing(room: Here) -> None:
    done = room("grade", "reference.touist", "class", "--out", "class.html")
    assert (done.code, done.err) == (1, "1 of 6 right\n")
    page = room.read("class.html")
    assert "<script>alert" not in page
    assert "\x1b" not in page
    assert not re.findall(r"(?:src|href)=[\"'](?!#)", page)
    assert not re.findall(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in page
    assert page.count("<article") == 6
    assert page.count("<svg") >= 3
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    room("grade", "reference.touist", "class", "--out", "classe.html", "--lang", "fr")
    assert "Devoirs notés" in room.read("classe.html")


def test_a_table_for_the_school(room: Here) -> None:
    room.write("class/=cmd.touist", "=1+1")
    room("grade", "reference.touist", "class", "--out", "class.csv")
    rows = list(csv.reader(io.StringIO(room.read("class.csv"))))
    assert rows[0] == ["student", "file", "verdict", "points", "most", "line", "feedback"]
    assert {row[0]: row[2] for row in rows[1:]}["Ann"] == "equal"
    assert any(row[1] == "'=cmd.touist" for row in rows)


def test_only_what_changed_is_asked_again(room: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    really = asker.ask_many

    def counting(questions: object, *further: object, **named: object) -> object:
        every = list(questions)  # type: ignore[call-overload]  # it is iterable
        asked.append(len(every))
        return really(every, *further, **named)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(grade, "ask_many", counting)
    words = ("grade", "reference.touist", "class", "--out", "class.json")
    room(*words)
    first = room.read("class.json")
    room(*words)
    assert room.read("class.json") == first
    room.write("class/Ann_11_assignsubmission_file_/a.touist", PLAIN)
    room(*words)
    room.write(".class.json.known", "[nonsense\n\n{}")
    room(*words)
    assert asked == [6, 0, 1, 6]


def test_what_ran_out_of_time_is_asked_again_with_more(room: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def late(questions: object, *_further: object, **_named: object) -> Iterator[object]:
        every = list(questions)  # type: ignore[call-overload]  # it is iterable
        asked.append(len(every))
        return iter([Failure(kind=ErrorKind.LIMIT, key="limit.time")] * len(every))

    monkeypatch.setattr(grade, "ask_many", late)
    words = ("grade", "reference.touist", "class", "--out", "class.json")
    for more in ((), (), ("--timeout", "90"), ("--timeout", "90")):
        room(*words, *more)
        assert {one["verdict"] for one in json.loads(room.read("class.json"))} >= {"time"}
    assert asked == [6, 0, 6, 0]


def test_a_run_that_was_ended_goes_on_where_it_was(room: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    really = asker.ask_many

    def interrupted(questions: object, *further: object, **named: object) -> Iterator[object]:
        every = list(questions)  # type: ignore[call-overload]  # it is iterable
        asked.append(len(every))
        yield from islice(really(every, *further, **named), 2)  # type: ignore[arg-type]  # as it was called
        raise KeyboardInterrupt

    words = ("grade", "reference.touist", "class", "--out", "class.json")
    monkeypatch.setattr(grade, "ask_many", interrupted)
    for _ in range(2):
        assert room(*words).code == 130
    monkeypatch.setattr(grade, "ask_many", really)
    assert room(*words).code == 1
    assert asked == [6, 4]
    assert len(json.loads(room.read("class.json"))) == 6


def test_an_archive_as_moodle_has_it(room: Here) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("deep/d.touist", PLAIN)
    with zipfile.ZipFile("class.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Ann_11_assignsubmission_file_a.touist", PLAIN)
        archive.writestr("Bob_12_assignsubmission_file_/b.zip", inner.getvalue())
        archive.writestr("../../Mal_13_assignsubmission_file_/m.touist", PLAIN)
        archive.writestr("/Abs_14_assignsubmission_file_/a.touist", PLAIN)
        archive.writestr("Bomb_15_assignsubmission_file_/b.touist", b"\n" * (MAX_FILE_SIZE + 1))
        archive.writestr("__MACOSX/._x.touist", b"x")
        archive.writestr("Ann_11_assignsubmission_file_report.pdf", b"x")
    found = graded(room, "class.zip")
    assert {name: one["verdict"] for name, one in found.items()} == {
        "Ann": "equal", "Bob": "equal", "Mal": "unreadable", "Abs": "unreadable", "Bomb": "unreadable",
    }  # fmt: skip
    room.write("broken.zip", b"PK\x03\x04 nonsense")
    assert graded(room, "broken.zip")["broken"]["verdict"] == "unreadable"


def test_links_that_lead_out_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.touist").write_text("secret", encoding="utf-8")
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "a.touist").symlink_to(tmp_path / "secret.touist")
    (one,) = collect_submissions([str(tmp_path / "class")], (".touist",)).files
    assert not hasattr(one.content, "text")


def test_what_is_wrong_with_the_reference_is_told_once(room: Here) -> None:
    room.write("reference.touist", "bigand $i in")
    done = room("grade", "reference.touist", "class")
    assert done.code != 0
    assert "reference.touist:1" in done.err
    assert room("grade", "class/Ann_11_assignsubmission_file_/a.touist", "class", "--out", "x.doc").code == 2
    room.write("empty/readme.md", "nothing")
    assert "nothing to grade" in room("grade", "reference.touist", "empty").err


def test_people_are_told_with_a_picture(room: Here) -> None:
    done = room("grade", "reference.touist", "class/Eve_15_assignsubmission_file_/e.touist")
    assert "too strict" in done.out
    assert "♛" in done.out
    assert "0 of 1 right" in done.out
    assert "\x1b" not in done.out


def test_a_file_that_is_far_too_large_costs_only_itself(room: Here) -> None:
    room.write("two/a.touist", PLAIN)
    room.write("two/b.touist", "bigand $a,$b,$c,$d in [1..300],[1..300],[1..300],[1..300]: p($a,$b,$c,$d) end")
    found = graded(room, "two", "--timeout", "20")
    assert {name: one["verdict"] for name, one in found.items()} == {"a": "equal", "b": "time"}


# ---------------------------------------------------------------------- proofs, exercises

PROOFS = Path(__file__).parent.parent / "cases" / "lightup" / "proofs"


def test_proofs_are_graded_by_the_same_command(here: Here) -> None:
    for name in ("proof_048", "proof_048_flip", "proof_048_truncate", "proof_001"):
        here.write(f"class/{name}.xml", (PROOFS / f"{name}.xml").read_bytes())
    here.write("class/none.xml", "<nothing/>")
    board = str(PROOFS / "proof_048.xml")
    done = here("grade", board, "class", "--json")
    found = {one["student"]: (one["verdict"], one["points"]) for one in json.loads(done.out)}
    assert found == {
        "proof_048": ("equal", 1), "proof_048_flip": ("too_strict", 0), "proof_048_truncate": ("too_loose", 0),
        "proof_001": ("too_loose", 0), "none": ("unreadable", None),
    }  # fmt: skip
    assert "step 2108408569, line 38" in here("grade", board, "class").out
    assert here("grade", board, "class", "--out", "class.html").code == 1
    assert here.read("class.html").count("<article") == 5


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_exercise_is_made_checked_and_graded(here: Here, language: str) -> None:
    assert here("exercise", "new", "rooks", "--lang", language).code == 0
    assert here("exercise", "new", "rooks").code == 2
    done = here("exercise", "check", "rooks", "--set", "N=3,4")
    assert (done.code, done.out) == (0, "rooks: in order; 4 points, the skeleton gets 2\n")
    done = here("grade", "rooks", "rooks/skeleton.touist", "--json")
    assert json.loads(done.out)[0]["verdict"] == "too_loose"


def test_an_exercise_that_may_not_be_read_costs_only_itself(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        here("exercise", "new", f"exercises/{name}")
    really = Path.is_file

    def is_file(path: Path) -> bool:
        if path.parent.name == "one":
            raise PermissionError(13, "Permission denied")
        return really(path)

    monkeypatch.setattr(Path, "is_file", is_file)
    assert list(find_exercises(Path("exercises"))) == ["two"]


def test_what_is_wrong_with_an_exercise(here: Here) -> None:
    here("exercise", "new", "rooks")
    reference = here.read("rooks/reference.touist")
    here.write("rooks/skeleton.touist", reference)
    assert "right already" in here("exercise", "check", "rooks").err
    here.write("rooks/skeleton.touist", "bigand $i in")
    assert "cannot be read" in here("exercise", "check", "rooks").err
    here.write("rooks/reference.touist", "x(1,1) and not x(1,1)")
    assert "no variable `$N`" in here("exercise", "check", "rooks").err
    here.write("rooks/reference.touist", "x($N,1) and not x($N,1)\n$N = 4")
    assert "no model" in here("exercise", "check", "rooks").err
    here.write("rooks/reference.touist", "bigand $i in")
    assert "reference.touist:1" in here("exercise", "check", "rooks").err
    here.write("rooks/exercise.toml", 'feedback = "all"')
    assert "exercise.toml" in here("exercise", "check", "rooks").err
    here.write("rooks/exercise.toml", "")
    here.write("rooks/statement.md", " ")
    assert "says nothing" in here("exercise", "check", "rooks").err
    assert "missing" in here("exercise", "check", ".").err
