"""`bigand test`: expectations judged against brute force, and the command as teachers and graders use it."""

import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests import brute
from tests.apps.here import Here
from tests.apps.test_cli import EXAMPLES, bigand
from tests.effort import tries
from tests.golden import check_golden
from tests.ground.random_models import PROGRAMS
from tests.puzzles.questions import tried

from bigand.api import sat
from bigand.api.question import Failure, Limits, ask_here
from bigand.api.report import Event, Part
from bigand.api.run.batch import answer_many
from bigand.api.source import Source
from bigand.api.test import ExpectationStatus, Test, TestAnswer, mark_timeouts
from bigand.language import read_document
from bigand.solve.count import has_counter
from bigand.source.document import Document


def judged(text: str) -> list[str]:
    """What came of each expectation of a text, and whether it passed."""
    answer = ask_here(Test(source=Source(text=text)))
    assert not isinstance(answer, Failure)
    found = [f"{one.found} {one.status.value}" for one in answer.outcomes]
    return found if answer.trouble is None else [*found, "trouble"]


# ---------------------------------------------------------------------- judging


@given(PROGRAMS, st.integers(0, 9))
@settings(max_examples=tries(60), deadline=None)
def test_answers_and_numbers_of_models(text: str, guess: int) -> None:
    reading = read_document(Document("random", text))
    assume(reading.is_valid)
    try:
        count = len(brute.models(reading.program))
    except (ArithmeticError, TypeError, KeyError):
        assume(False)
        raise
    expected = f";;@ expect sat\n;;@ expect unsat\n;;@ expect models {count}\n;;@ expect models {guess}\n{text}"
    answer = "sat" if count else "unsat"
    assert judged(expected) == [
        f"{answer} {'passed' if count else 'failed'}",
        f"{answer} {'failed' if count else 'passed'}",
        f"models {count} passed",
        f"models {count} {'passed' if count == guess else 'failed'}",
    ]


COUNTING = "$k = 0\n{lines}\nexact($k,[p($i) for $i in [1..6]]) and atleast({least},[p($i) for $i in [1..6]])"


@given(st.integers(0, 7), st.integers(0, 8), st.integers(0, 4), st.integers(0, 8))
@settings(max_examples=tries(60), deadline=None)
def test_least_values(least: int, guess: int, first: int, last: int) -> None:
    """With exactly k of six true, and at least so many, there is a model from that number on, up to six."""
    with_model = range(least, 7)
    horizon = f";;@ horizon $k in [{first}..{last}]\n"
    for lines, values in ((horizon, range(first, last + 1)), ("", range(guess + 1))):
        answer = next((value for value in values if value in with_model), None)
        text = COUNTING.format(lines=f"{lines};;@ expect least $k = {guess}", least=least)
        if answer is None:
            assert judged(text) == ["least $k: none failed"]
        else:
            assert judged(text) == [f"least $k = {answer} {'passed' if answer == guess else 'failed'}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (";;@ expect models 0\na and not a", ["models 0 passed"]),
        (";;@ expect models 1\nTop", ["models 1 passed"]),
        (";;@ expect sat\n;;@ expect unsat\na", ["sat passed", "sat failed"]),
        (";;@ expect models 3\nbigand $i in [1..60]: p($i) or q($i) end", ["models > 1000 failed"]),
        pytest.param(
            f";;@ expect models {3**35}\nbigand $i in [1..35]: p($i) or q($i) end", [f"models {3**35} passed"],
            marks=pytest.mark.skipif(not has_counter(), reason="the model counter is not installed"),
        ),
        (";;@ expect least $k = 2\na", ["least $k: none failed"]),
        (";;@ horizon $k in [3,1,2]\n;;@ expect least $k = 1\np($k)", ["least $k = 1 passed"]),
        # A number of steps that the file cannot be expanded for has no model; if none can be, that is told.
        ("$k = 1\n;;@ expect least $k = 2\np(6/$k) and atleast(2,[p($i) for $i in [1..$k]])",
         ["least $k = 2 passed"]),
        ("$k = 9\n;;@ horizon $k in [0..1]\n;;@ expect least $k = 1\nbigand $i in [0..$k]: p(6/$i) end",
         ["trouble"]),
        (";;@ expect sat\n;;@ expect models 1\nbigand $i in [0..1]: p(1/$i) end", ["trouble"]),
        # The horizon may depend on other values, and other values on it.
        ("$N = 3\n;;@ horizon $k in [1..2*$N]\n;;@ expect least $k = 4\natleast(4,[p($i) for $i in [1..$k]])",
         ["least $k = 4 passed"]),
        (";;@ horizon $k in [1..9]\n$S = [1..$k]\n;;@ expect least $k = 4\natleast(4,[p($i) for $i in $S])",
         ["least $k = 4 passed"]),
        (";;@ horizon $a in [1..3]\n;;@ horizon $b in [5..9]\n$a = 1\n$b = 5\n;;@ expect least $b = 7\n"
         "atleast(7,[p($i) for $i in [$a..$b]])", ["least $b = 7 passed"]),
    ],
)  # fmt: skip
def test_cases(text: str, expected: list[str]) -> None:
    assert judged(text) == expected


# ---------------------------------------------------------------------- a question


@pytest.mark.parametrize(
    "question",
    [
        Test(source=Source(text=";;@ expect models 3\n;;@ expect unsat\n;;@ expect best 1\na or b")),
        Test(
            source=Source(
                text=";;@ expect least $k = 2\n;;@ horizon $k in [1..3]\natleast(2,[p($i) for $i in [1..$k]])"
            )
        ),
        Test(
            source=Source(text="a or b", name="ada"), expect=("sat", "models 3", "models 4"), pattern="ada*models"
        ),
        Test(source=Source(text="p($i)")),
        Test(source=Source(text=";;@ expect sat\nbigand $i in [0..1]: p(1/$i) end")),
        Test(source=Source(text=";;@ expect best 1.5\n;;@ minimize 3/2*a\na or a", assignments=("$N=8",))),
        Test(source=Source(text="a"), expect=("92 models",)),
        Test(source=Source(text="a", assignments=("N=",))),
    ],
)
def test_the_same_here_and_elsewhere(question: Test) -> None:
    tried(question)


def test_what_is_known_is_told_before_the_time_is_up() -> None:
    """One that is slow after one that is not: what came of the first is known, whoever ends the work."""
    text = f";;@ expect least $none = 1\n;;@ expect unsat\n;;@ expect sat\n{SLOW}"

    def ask(seconds: float) -> list[ExpectationStatus]:
        known: list[TestAnswer] = []

        def hear(_index: int, event: Event) -> None:
            if isinstance(event, Part):
                known.append(event.found)

        slow = Test(source=Source(text=text), limits=Limits(seconds=seconds))
        answers = list(answer_many([slow, Test(source=Source(text=";;@ expect sat\na"))], 1, hear))
        assert [one.status for one in known[-1].outcomes] == [ExpectationStatus.PASSED]
        if len(known) < 3 and seconds < 30:  # a busy machine has not come to the first of them
            return ask(8 * seconds)
        first = answers[0] if not isinstance(answers[0], Failure) else mark_timeouts(known[1])
        return [one.status for one in first.outcomes]

    assert ask(0.5) == [ExpectationStatus.FAILED, ExpectationStatus.TIMEOUT, ExpectationStatus.TIMEOUT]


# ---------------------------------------------------------------------- the command

QUEENS = (EXAMPLES / "queens" / "queens.touist").read_text(encoding="utf-8")
SLOW = "bigand $p in [0..14]: bigor $h in [1..14]: at($p,$h) end end\n" + (
    "bigand $h,$p,$q in [1..14],[0..14],[0..14] when $p < $q: not at($p,$h) or not at($q,$h) end"
)


@pytest.fixture
def school(here: Here) -> Here:
    """A class: somebody is right, somebody forgot a rule, somebody cannot write, somebody expects nothing."""
    here.write("class/ada.touist", QUEENS)
    without_diagonals = QUEENS[: QUEENS.index(";; No two queens")].replace("$N = 8", "$N = 4")
    here.write("class/bob.touist", without_diagonals.replace("92", "2\n;;@ expect unsat\n;;@ expect sat"))
    here.write("class/cleo.touist", ";;@ expect sat\np($i)\n")
    here.write("class/dan/dan.touist", "a or b\n")
    here.write("class/dan/.old.touist", ";;@ expect unsat\na\n")
    here.write("class/notes.txt", "no model")
    return here


def without_times(text: str) -> str:
    return re.sub(r"={3,}", "===", re.sub(r"\d+[.,]\d+ s", "0 s", text))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_golden_grades(language: str, school: Here) -> None:
    sat = school("test", "--lang", language, "class")
    verbose = school("test", "--lang", language, "-v", "--format", "short", "class/bob.touist", "class")
    assert (sat.code, verbose.code, sat.err) == (1, 1, "")
    check_golden(f"grades.{language}.txt", without_times(f"{sat.out}\n---\n{verbose.out}"))


def test_an_example_is_as_it_expects(here: Here) -> None:
    """The small ones; all of them are tried where the course is tested."""
    done = here("test", "--json", "-k", "sources*least", str(EXAMPLES))
    answer = json.loads(done.out)
    assert (done.code, answer["status"], answer["passed"]) == (0, "passed", 1)


def test_json(school: Here) -> None:
    done = school("test", "--json", "class")
    answer = json.loads(done.out)
    assert done.code == 1
    counts = {key: answer[key] for key in ("status", "passed", "failed", "timeout", "error", "without", "not_run")}
    assert counts == {
        "status": "failed", "passed": 2, "failed": 2, "timeout": 0, "error": 1, "without": 1, "not_run": 0,
    }  # fmt: skip
    files = {one["file"]: one for one in answer["files"]}
    assert [one["status"] for one in files.values()] == ["passed", "failed", "error", "none"]
    bob = files["class/bob.touist"]["expectations"]
    assert [(one["expect"], one["found"], one["status"]) for one in bob] == [
        ("models 2", "models 24", "failed"),
        ("unsat", "sat", "failed"),
        ("sat", "sat", "passed"),
    ]
    assert bob[0]["message"] == "2 models expected, but 24 models found"
    assert files["class/cleo.touist"]["diagnostics"][0]["code"] == "N101"


def test_junit(school: Here) -> None:
    school("test", "--junit", "out.xml", "class")
    root = ElementTree.fromstring(school.read("out.xml"))
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "6", "failures": "2", "errors": "1", "skipped": "1",
    }  # fmt: skip
    suites = {suite.get("name"): suite for suite in root}
    assert [case.get("name") for case in suites["class/bob.touist"]] == [
        "expect models 2",
        "expect unsat",
        "expect sat",
    ]
    failure = suites["class/bob.touist"][0][0]
    assert (failure.tag, failure.get("type")) == ("failure", "E101")
    assert "^^^^" in str(failure.text)
    assert suites["class/cleo.touist"][0][0].tag == "error"
    assert suites["class/dan/dan.touist"][0][0].tag == "skipped"
    unwritable = school("test", "--junit", "none/out.xml", "class/ada.touist")
    assert (unwritable.code, "cannot be written" in unwritable.err) == (1, True)


def test_odd_characters_in_reports(here: Here) -> None:
    """Names and texts that neither XML nor a terminal may see as they are."""
    here.write("a\x1b<&\udce9.touist".encode("utf-8", "surrogateescape").decode("utf-8", "replace"), "a")
    name = b"b\x01\xe9<&>.touist".decode("utf-8", "surrogateescape")
    here.write(name, ";;@ expect unsat ;; \x02 ]]>\na")
    done = here("test", "--junit", "out.xml", ".")
    assert done.code == 1
    assert "\x1b" not in done.out
    assert "\x01" not in done.out
    assert len(ElementTree.fromstring((here.folder / "out.xml").read_bytes())) == 2
    assert json.loads(here("test", "--json", ".").out)["failed"] == 1


def test_the_teacher_expects(school: Here) -> None:
    """What the command line expects stands for what the files do, with values from outside."""
    done = school("test", "--json", "--set", "$N=6", "--expect", "models 4", "--expect", "sat", "class")
    files = {one["file"]: one for one in json.loads(done.out)["files"]}
    found = {name: [one["status"] for one in file["expectations"]] for name, file in files.items()}
    assert found == {
        "class/ada.touist": ["passed", "passed"],
        "class/bob.touist": ["failed", "passed"],
        "class/cleo.touist": [],
        "class/dan/dan.touist": ["failed", "passed"],
    }
    shown = school("test", "--set", "$N=6", "--expect", "models 4", "class/bob.touist").out
    assert "class/bob.touist:\nerror[E101]: 4 models expected, but 720 models found\n  --> --expect:1:1" in shown
    wrong = school("test", "--expect", "92 models", "class")
    assert (wrong.code, wrong.out, "S302" in wrong.err) == (2, "", True)


def test_choosing(school: Here) -> None:
    done = school("test", "-v", "-k", "MODELS", "class/ada.touist", "class/bob.touist")
    assert (done.out.count("\n") > 4, "unsat" in done.out) == (True, False)
    assert "2 left out" in done.out
    assert school("test", "-k", "ada*92", "class/ada.touist", "class/bob.touist").code == 0
    nothing = school("test", "-k", "zoe", "class/ada.touist")
    assert (nothing.code, nothing.out) == (2, "")
    assert "zoe" in nothing.err


def test_fail_fast(school: Here) -> None:
    answer = json.loads(school("test", "--json", "-x", "class").out)
    assert ([one["file"] for one in answer["files"]], answer["not_run"]) == (
        ["class/ada.touist", "class/bob.touist"],
        2,
    )
    assert "2 files not run" in school("test", "-x", "class").out


def test_time_limit_of_each_file(here: Here) -> None:
    here.write("a.touist", f";;@ expect unsat\n;;@ expect models 0\n{SLOW}")
    here.write("b.touist", ";;@ expect sat\na")

    def judge(seconds: int) -> str:
        done = here("test", "--timeout", str(seconds), "a.touist", "b.touist")
        assert done.code == 1
        assert f"error[E102]: the time was up after {seconds} s" in done.out
        is_early = "1 passed" not in done.out and seconds < 60  # a busy machine takes longer for the second file
        return judge(8 * seconds) if is_early else done.out

    assert "2 out of time, 1 passed" in judge(1)
    os.mkfifo(here.folder / "c.touist")  # which nobody writes
    answer = json.loads(here("test", "--json", "--timeout", "0.2", "c.touist").out)
    assert (answer["status"], answer["files"][0]["message"]) == ("failed", "the time is up")


def test_several_at_once_come_in_order(here: Here) -> None:
    names = [
        here.write(f"{at}.touist", f";;@ expect models {at}\nexact(1,[p($i) for $i in [1..{at}]])")
        for at in range(1, 6)
    ]
    done = here("test", "-j", "3", *reversed(names))
    assert [line.split()[0] for line in done.out.splitlines()[:5]] == names[::-1]
    assert (done.code, here("test", "-j", "0", *names).code) == (0, 0)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("p($i)", "N101"),
        (";;@ expect sat\nbigand $i in [0..1]: p(1/$i) end", "for $i = 0"),
        (";;@ expect sat\nbigand $s in powerset([1..64]): p($s) end", "G101"),
        (';;@ expect sat\n;;@ data $S from "none.json"\np($S)', "there is no file"),
        (";;@ expect model 3\na", "S302"),
        (";;@ expects sat\na", "S301"),
    ],
)
def test_files_that_cannot_be_judged(text: str, part: str, here: Here) -> None:
    here.write("wrong.touist", text)
    here.write("z.touist", ";;@ expect sat\na")
    done = here("test", "wrong.touist", "none.touist", "z.touist")
    assert done.code == 1
    assert part in done.out
    assert "none.touist: there is no file `none.touist`" in done.out
    assert "2 errors, 1 passed" in done.out


@pytest.mark.usefixtures("forked_only", "real_children")
def test_a_crash_harms_no_other_file(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def fail(*_: object, **__: object) -> None:
        raise TypeError("unordered")

    here.write("a.touist", ";;@ expect models 1\na")
    here.write("b.touist", ";;@ expect sat\na")
    monkeypatch.setitem(os.environ, "BIGAND_CHILDREN", "fork")  # which know what is changed here
    monkeypatch.setattr(sat, "count_models", crash)
    done = here("test", ".")
    assert (done.code, "a.touist: the solver crashed" in done.out, "1 error, 1 passed" in done.out) == (
        1,
        True,
        True,
    )
    monkeypatch.setattr(sat, "count_models", fail)
    answer = json.loads(here("test", "--json", ".").out)
    assert "TypeError (unordered)" in answer["files"][0]["message"]


def test_command_lines_that_are_refused(here: Here) -> None:
    (here.folder / "empty").mkdir()
    done = here("test", "empty")
    assert (done.code, "no .touist file below `empty`" in done.err) == (2, True)
    assert here("test").code == 2
    assert here("test", "--timeout", "x", "empty").code == 2
    assert here("test", "--set", "N=", here.write("a.touist", "a")).code == 1


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_what_cannot_be_read_below_a_folder_is_told(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    here.write("F/good.touist", ";;@ expect sat\na")
    here.write("F/locked/a.touist", ";;@ expect unsat\na")
    Path("F/itself.touist").symlink_to("itself.touist")
    Path("F/nowhere.touist").symlink_to("missing")
    really = os.scandir

    def scan(path: str) -> Any:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", path)
        return really(path)

    monkeypatch.setattr(os, "scandir", scan)
    done = here("test", "F", "--json")
    files = {file["file"]: file for file in json.loads(done.out)["files"]}
    assert list(files) == ["F/good.touist", "F/itself.touist", "F/locked", "F/nowhere.touist"]
    assert done.code == 1


def test_the_standard_input() -> None:
    done = bigand("test", "-", text=";;@ expect models 3\na or b")
    assert (done.returncode, done.stdout.split()[:3]) == (0, ["-", "1", "passed"])
