"""`bigand ask`: questions and answers as JSON."""

import json
from pathlib import Path

from tests.apps.here import Here, run_here

from bigand.api.register import question_names


def ask(question: object, *words: str) -> tuple[int, str, str]:
    return run_here("ask", *words, "-", text=json.dumps(question))


def test_an_answer_is_json() -> None:
    code, out, err = ask({"question": "truth", "source": {"text": "a or b"}})
    assert (code, err) == (0, "")
    assert json.loads(out)["rows"] == [True, True, True, False]


def test_a_question_in_a_file(here: Here) -> None:
    here.write("q.json", '{"question": "format", "source": {"text": "a  or b"}}')
    assert json.loads(here("ask", "q.json").out) == {"answer": "formatted", "text": "a or b\n", "is_changed": True}
    assert here("ask", "missing.json").code == 1
    assert here("ask").code == 2


def test_a_failure_is_json_with_its_exit_code() -> None:
    for text, kind, code in (("a or", "input", 1), ("bigand $i in [1..20]: p($i) end", "limit", 3)):
        done = ask({"question": "truth", "source": {"text": text}})
        told = json.loads(done[1])
        assert (done[0], told["answer"], told["kind"]) == (code, "failure", kind)


def test_what_is_no_question_is_refused_with_its_path() -> None:
    code, out, err = ask({"question": "truth", "source": {"text": 3}})
    assert (code, out, "$.source.text" in err) == (1, "", True)
    code, out, err = ask({"question": "nothing"})
    assert (code, out, "`nothing`" in err) == (1, "", True)


def test_a_question_cannot_run_commands(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    question = {"question": "solve", "source": {"text": "a"}, "solver": f"touch {seen}"}
    code, out, err = ask(question)
    assert (code, out, "no engine" in err, seen.exists()) == (1, "", True, False)
    assert ask({**question, "solver": "cadical153"})[0] == 0


def test_limits_of_the_command_line_count() -> None:
    hard = "bigand $i,$j,$k in [1..400],[1..400],[1..400]: p($i,$j) or q($j,$k) end"
    done = ask({"question": "solve", "source": {"text": hard}, "limits": {"seconds": 60}}, "--timeout", "0.5")
    assert (done[0], json.loads(done[1])["kind"]) == (3, "limit")


def test_names_and_schemas(here: Here) -> None:
    assert here("ask", "--list").out.split() == question_names()
    told = json.loads(here("ask", "--schema", "size").out)
    assert told["$defs"]["Size"]["required"] == ["question", "source"]
    assert here("ask", "--schema", "nothing").code == 2
