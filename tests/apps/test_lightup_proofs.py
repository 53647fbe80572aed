"""`bigand lightup check-proof`, `check-steps`, `grade` and `rules`, as a person uses them."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree

import pytest
from tests.apps.here import Here, here
from tests.puzzles.lightup.boards import CASES

from bigand import lightup

__all__ = ["here"]  # a fixture

PROOFS = CASES / "proofs"
RIGHT = str(PROOFS / "proof_048.xml")
WRONG = str(PROOFS / "proof_048_flip.xml")


def test_a_right_proof_is_accepted(here: Here) -> None:
    done = here("lightup", "check-proof", RIGHT)
    assert (done.code, done.err) == (0, "")
    assert done.out == "accepted: the board has exactly one solution, and this is it\n"


def test_what_is_wrong_is_told_with_a_counterexample(here: Here) -> None:
    done = here("lightup", "check-proof", WRONG)
    assert done.code == 1
    assert "step 2108408569, line 38, Empty Cells in Light: r3c4" in done.out
    assert "this solution agrees with the board before the step" in done.out
    assert "│●░░░░░░!░░░░│" in done.out
    assert "not accepted: 2 errors" in done.out
    assert "claims to be solved" in done.out
    french = here("lightup", "check-proof", WRONG, "--lang", "fr")
    assert "étape 2108408569" in french.out
    assert "pas acceptée : 2 erreurs" in french.out


def test_json_is_for_programs(here: Here) -> None:
    assert json.loads(here("lightup", "check-proof", RIGHT, "--json").out) == {
        "answer": "lightup.proof_judged",
        "accepted": True, "errors": [], "goal": "DEFAULT", "steps": 18, "solutions": 1, "claims_solved": True,
    }  # fmt: skip
    done = here("lightup", "check-proof", WRONG, "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["accepted"]) == (1, False)
    first = answer["errors"][0]
    assert (first["reason"], first["step"], first["cell"]) == ("not_forced", "2108408569", [3, 2])
    assert (first["rule_id"], first["remark"]) == ("LTUP-BASC-0002", "counterexample")
    assert lightup.Board(first["counterexample"]).check() == []


def test_only_some_rules(here: Here) -> None:
    done = here("lightup", "check-proof", RIGHT, "--only-rules", "must light, LTUP-BASC-0005", "--json")
    assert done.code == 1
    assert {error["reason"] for error in json.loads(done.out)["errors"]} == {"not_allowed"}
    done = here("lightup", "check-proof", RIGHT, "--only-rules", "Must Lite")
    assert done.code == 2
    assert "there is no rule `Must Lite`" in done.err
    assert "LTUP-BASC-0003" in here("lightup", "rules", "coins vides", "--lang", "fr").out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "P110"),
        ("", "P110"),
        ("<Legup/>", "P110"),
        ('<!DOCTYPE a [<!ENTITY b "&c;">]><Legup/>', "P111"),
        ('<Legup><puzzle name="LightUp"><board size="2"><cells><cell value="1" x="5" y="0"/></cells>', "P113"),
        (b"\xff\xfe<\x00L\x00", "P110"),
    ],
)
def test_what_is_no_proof_is_told(here: Here, text: str | bytes, said: str) -> None:
    file = here.write("proof.xml", text)
    done = here("lightup", "check-proof", file)
    assert done.code == 1
    assert f"error[{said}]" in done.err
    done = here("lightup", "check-proof", file, "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["accepted"], len(answer["errors"])) == (1, False, 1)
    assert answer["errors"][0]["reason"] == "unreadable"
    assert answer["errors"][0]["code"] == said


def test_a_file_that_is_not_there(here: Here) -> None:
    done = here("lightup", "check-proof", "nowhere.xml")
    assert done.code == 1
    assert "nowhere.xml" in done.err


def test_a_limit_is_told(here: Here) -> None:
    done = here("lightup", "check-proof", RIGHT, "--timeout", "0.000001", "--json")
    assert done.code == 3
    assert json.loads(done.out)["errors"][0]["reason"] == "limit"
    assert here("lightup", "check-proof", RIGHT, "--max-cells", "10").code == 1


def test_proofs_are_written_in_both_dialects(here: Here) -> None:
    for further in ([], ["--older"]):
        assert here("lightup", "check-proof", RIGHT, "--output", "again.xml", *further).code == 0
        root = ElementTree.fromstring(here.read("again.xml"))
        assert root.tag == ("edu.rpi.legup.Legup" if further else "Legup")
        done = here("lightup", "check-proof", "again.xml", "--json")
        assert json.loads(done.out)["accepted"] is True
        assert json.loads(done.out)["claims_solved"] is True


def test_steps_get_their_verdicts_in_order(here: Here) -> None:
    cases = CASES / "rule_cases.jsonl"
    done = here("lightup", "check-steps", str(cases))
    expected = [json.loads(line)["expected"] for line in cases.read_text(encoding="utf-8").splitlines()]
    assert (done.code, done.err) == (0, "")
    assert [json.loads(line) for line in done.out.splitlines()] == [{"verdict": verdict} for verdict in expected]


def test_every_line_has_its_answer(here: Here) -> None:
    lines = [
        '{"rule": "Must Light", "before": ["."], "after": ["L"]}',
        "",
        "[" * 100_000,
        '{"rule": "Must Lite", "before": ["."]}',
        '{"rule_id": "LTUP-BASC-0003", "before": [".1.", ".2.", "..."], "after": ["x1.", ".2x", "..."]}',
    ]
    file = here.write("cases.jsonl", "\ufeff" + "\r\n".join(lines) + "\r\n")
    answers = [json.loads(line) for line in here("lightup", "check-steps", file, "--why").out.splitlines()]
    assert [answer["verdict"] for answer in answers] == ["valid", *["invalid"] * 4]
    assert answers[1] == {"verdict": "invalid", "error": "this is not JSON"}
    assert answers[3]["error"] == "there is no rule `Must Lite`"
    assert answers[4]["why"]["remark"] == "counterexample"
    only = here("lightup", "check-steps", file, "--only-rules", "Empty Corners").out.splitlines()
    assert json.loads(only[0]) == {"verdict": "invalid"}


def test_a_class_is_graded(here: Here) -> None:
    here.write("anna/proof.xml", (PROOFS / "proof_075.xml").read_bytes())
    here.write("bert/proof.xml", (PROOFS / "proof_075_smuggle.xml").read_bytes())
    here.write("bert/=notes,1.txt", "I did it!")
    here.write("bert/.hidden", "x")
    board = str(PROOFS / "proof_075.xml")
    done = here("grade", board, ".", "bert/=notes,1.txt", "--out", "grades.csv")
    assert (done.code, done.out, done.err) == (1, "", "1 of 3 right\n")
    rows = list(csv.DictReader(io.StringIO(here.read("grades.csv"))))
    assert [(row["file"], row["verdict"]) for row in rows] == [
        ("anna/proof.xml", "equal"),
        ("bert/proof.xml", "too_strict"),
        ("bert/=notes,1.txt", "unreadable"),
    ]
    assert "a contradiction must not change the board" in rows[1]["feedback"]
    assert "claims to be solved" in rows[1]["feedback"]
    done = here("lightup", "grade", ".", "--only-rules", "Must Light")
    assert (done.code, done.out) == (2, "")
    assert "`bigand grade BOARD FILES" in done.err


def test_rules_are_listed_and_drawn(here: Here) -> None:
    done = here("lightup", "rules")
    assert done.out.count("LTUP-") == 11
    done = here("lightup", "rules", "Must Light", "--svg", "pictures")
    assert "│×░●!×░│" in done.out
    assert ElementTree.fromstring(here.read("pictures/must_light.svg")).tag.endswith("svg")


def test_proofs_from_python(here: Here) -> None:
    verdict = lightup.check_proof(WRONG)
    assert not verdict.accepted
    assert "does not follow" in str(verdict.objections[0])
    proof = lightup.load_proof(RIGHT)
    assert lightup.check_proof(proof).accepted
    assert not lightup.check_proof(proof, only_rules=["Must Light"]).accepted
    with pytest.raises(ValueError, match="no rule"):
        lightup.check_proof(proof, only_rules=["Must Lite"])
    assert here.write("again.xml", lightup.write_proof(proof))
    assert lightup.check_proof("again.xml").accepted


def test_a_proof_of_another_board_is_not_what_was_asked_for(here: Here) -> None:
    text = (PROOFS / "proof_048.xml").read_text(encoding="utf-8")
    rows = lightup.load_proof(RIGHT).board.rows
    assert here("lightup", "check-proof", RIGHT, "--board", "/".join(rows)).code == 0
    assert here("lightup", "check-proof", RIGHT, "--board", RIGHT).code == 0
    changed = ["L" + rows[0][1:], *rows[1:]]
    done = here("lightup", "check-proof", RIGHT, "--board", "/".join(changed), "--json")
    assert [(error["reason"], error["cell"]) for error in json.loads(done.out)["errors"]] == [
        ("other_board", [0, 0])
    ]
    done = here("lightup", "check-proof", RIGHT, "--board", "../..", "--json")
    assert [error["reason"] for error in json.loads(done.out)["errors"]] == ["other_size"]
    goal = here.write("goal.xml", text.replace("<cells>", '<goal type="PROVE_ANY_SOLUTION"/><cells>', 1))
    done = here("lightup", "check-proof", goal, "--board", RIGHT, "--json")
    assert [error["reason"] for error in json.loads(done.out)["errors"]] == ["other_goal"]
    assert here("lightup", "check-proof", RIGHT, "--board", "nonsense").code == 1
    here.write("class/proof.xml", text)
    here.write("board.txt", "..\n..\n")
    graded = here("grade", "board.txt", "class").out
    assert "this is not the board that was asked for, which has 2 rows and 2 columns" in graded


def test_many_errors_are_cut_short_for_people(here: Here) -> None:
    text = (PROOFS / "proof_001.xml").read_text(encoding="utf-8")
    nodes = "".join([f'<node id="{name}" root="true"/>' for name in range(2)])
    cells = "".join([f'<cell value="-4" x="{x}" y="99"/>' for x in range(50)])
    spoilt = text.replace("<cell value", f"{cells}<cell value", 1)  # on the board itself: one diagnostic
    assert "error[P113]" in here("lightup", "check-proof", here.write("a.xml", spoilt)).err
    end = text.index("</transition>")
    done = here("lightup", "check-proof", here.write("b.xml", text[:end] + cells + text[end:]))
    assert "… and " in done.out
    assert done.out.count("step 553701447") == 30
    assert here("lightup", "check-proof", here.write("c.xml", text.replace("<tree>", f"<tree>{nodes}"))).code == 1
