"""Every question over HTTP: the same answer as here, its sentences, and a clear refusal of what is none."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient
from tests.answer.test_every_question import CASES, SAMPLES, known, made, timeless
from tests.tables import check_rows

from bigand.api.question import Failure, ask_here
from bigand.api.register import question_names

LINES = {"Accept": "application/x-ndjson"}


def lines(client: TestClient, name: str, sample: dict[str, Any], **headers: str) -> list[dict[str, Any]]:
    """The lines of a reply."""
    reply = client.post(f"/api/{name}", json=sample, headers=LINES | headers)
    assert (reply.status_code, reply.headers["content-type"]) == (200, "application/x-ndjson")
    return [json.loads(line) for line in reply.text.splitlines()]


def test_the_answer_is_the_one_that_is_given_here(client: TestClient) -> None:
    """Of every sample as lines, and of one for each question as a single answer."""
    seen: set[str] = set()

    def check(case: tuple[str, dict[str, Any]]) -> None:
        name, sample = case
        here = ask_here(made(name, sample))
        *events, last = lines(client, name, sample)
        assert timeless(last["answer"]) == known(here)
        assert set(last["told"]) >= {"text", "diagnostics"}
        assert all(set(event) >= {"event", "text"} for event in events)
        if name in seen and not isinstance(here, Failure):
            return
        seen.add(name)
        reply = client.post(f"/api/{name}", json={"question": name, **sample})
        assert reply.status_code == (422 if isinstance(here, Failure) else 200)
        assert timeless(reply.json()["answer"]) == known(here)
        assert isinstance(reply.json()["told"]["text"], str) or not isinstance(here, Failure)

    check_rows([(f"{case[0]}-{number}", case) for number, case in enumerate(CASES)], check)


def test_stages_and_parts_come_before_the_answer(client: TestClient) -> None:
    told = lines(client, "solve", {"source": {"text": "a or b"}, "wanted": None}, **{"Accept-Language": "fr"})
    assert [next(iter(one)) for one in told] == ["event"] * (len(told) - 1) + ["answer"]
    kinds = [one["event"]["event"] for one in told[:-1]]
    assert kinds[0] == "stage"
    assert kinds.count("part") == 3
    assert told[0]["text"] == "développement"


def test_a_clash_in_words(client: TestClient) -> None:
    sample = {"source": {"text": "a or b\nnot a\nnot b\nc", "name": "m.touist"}, "full": True}
    for language, word in (("en", "lines"), ("fr", "lignes")):
        *events, last = lines(client, "why", sample, **{"Accept-Language": language})
        told, answer = last["told"], last["answer"]
        assert word in told["upshot"][0]
        assert [len(told["upshot"]), len(told["steps"][0])] == [len(answer["clashes"]), 3]
        assert len(told["changes"]) == len(answer["changes"]) > 0
        assert told["repair"]
        assert "m.touist" in told["text"]
        (part,) = [event for event in events if event["event"]["event"] == "part"]
        assert part["told"]["upshot"] == told["upshot"]
    forced = lines(client, "why_forced", SAMPLES["why_forced"][0])[-1]["told"]
    assert "`b`" in forced["text"]
    broken = lines(client, "why_not", {"source": {"text": "a\nb"}, "model": {"a": True}})[-1]["told"]
    assert broken["text"] == broken["upshot"][0] == "This is not a model: it breaks the rule on line 2."
    assert lines(client, "why_not", {"source": {"text": "a"}, "model": {"a": True}})[-1]["told"]["upshot"] == []


def test_what_each_rule_is_good_for_in_words(client: TestClient) -> None:
    told = lines(client, "witness", {"source": {"text": "a or b\nnot a\na or b or c"}})[-1]["told"]
    assert [rule.partition(":")[0] for rule in told["rules"]] == ["needed", "needed", "changes nothing"]


def test_steps_in_words_with_their_places(client: TestClient) -> None:
    text = "a\n;; Lamps go together.\na => b\n;; 😀\nc or d"
    sample = {"source": {"text": text, "name": "m.touist"}, "drawn": True}
    last = lines(client, "steps", sample)[-1]
    told = last["told"]
    assert told["text"].startswith("m.touist has several solutions")
    assert len(told["waves"]) == len(last["answer"]["pictures"]) == 2
    ((first,), (second,)) = told["waves"]
    assert [text[slice(*span)] for span in first["spans"] + second["spans"]] == ["a", "a => b"]
    assert second["text"] == "b: Lamps go together (line 3)"
    assert [one.partition(":")[0] for one in told["closing"]] == ["not the same in all solutions (2)", "level"]
    french = lines(client, "steps", sample, **{"Accept-Language": "fr"})[-1]["told"]
    assert "plusieurs solutions" in french["text"]
    assert lines(client, "steps", {"source": {"text": "a\nnot a"}})[-1]["told"]["waves"] == []


def test_hints_in_words(client: TestClient) -> None:
    text = "a or b\n;; Lamps go together.\na => c\nd"
    sample = {"source": {"text": text}, "marks": ["a"]}
    assert lines(client, "hint", sample)[-1]["told"]["text"].startswith("right so far as can be said")
    told = lines(client, "hint", {"source": {"text": text + "\na"}, "marks": ["a"]})[-1]["told"]
    assert told["text"] == "right so far"
    assert [[one["text"] for one in strength] for strength in told["hints"]] == [
        ["look at: Lamps go together (line 3)"],
        ["look at: Lamps go together (line 3)"],
        ["c: Lamps go together (line 3), since a"],
    ]
    wrong = lines(client, "hint", {"source": {"text": text}, "marks": ["not d"]})[-1]["told"]
    assert (wrong["text"], wrong["hints"]) == ("not so: not d", [[], [], []])


def test_boards_in_words(client: TestClient) -> None:
    text = ";;@ clues a b c\na <=> b\nb <=> c\na"
    told = lines(client, "unique", {"source": {"text": text, "name": "m"}})[-1]["told"]
    assert [told["text"], *told["closing"]] == ["m has one solution.", "1 clue, none of which can be left out"]
    told = lines(client, "unique", {"source": {"text": text + "\nc"}})[-1]["told"]
    assert told["closing"] == ["each of these clues can be left out: a, c"]
    told = lines(client, "generate", {"source": {"text": text}})[-1]["told"]
    assert told["text"] is None
    assert told["closing"][0].startswith("1 clue, none of which can be left out; level: easy")
    hard = lines(client, "generate", {"source": {"text": text}, "level": "expert"})[-1]["told"]
    assert hard["text"].startswith("only 0 boards of this level found")
    assert hard["closing"] == []


def test_words_of_the_language_are_explained(client: TestClient) -> None:
    sample = {"source": {"text": "bigand $i in [1..2]: p($i) end"}, "offset": 1}
    told = [
        lines(client, "hover", sample, **{"Accept-Language": one})[-1]["told"]["text"] for one in ("en", "fr-FR")
    ]
    assert [one.split()[0] for one in told] == ["the", "la"]


def test_diagnostics_in_words_with_offsets_and_fixes(client: TestClient) -> None:
    text = "😀 ;; no\np -> q"
    (one, *_) = lines(client, "check", {"source": {"text": text}})[-1]["told"]["diagnostics"]
    assert text[one["start"] : one["end"]] == "😀"
    two = lines(client, "check", {"source": {"text": "p -> q"}}, **{"Accept-Language": "fr"})[-1]["told"]
    (arrow,) = two["diagnostics"]
    assert (arrow["start"], arrow["end"], arrow["severity"]) == (2, 4, "error")
    assert arrow["fix"] == [{"start": 2, "end": 4, "text": "=>"}]
    failure = client.post("/api/solve", json={"source": {"text": "p -> q"}})
    assert failure.status_code == 422
    assert failure.json()["told"]["diagnostics"][0]["code"] == arrow["code"]


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("solve", b"{", 400, "this is no question"),
        ("solve", b"[]", 400, "this is no question"),
        ("solve", b"", 400, "this is no question"),
        ("solve", b"\xff\xfe", 400, "this is no question"),
        ("solve", b"[" * 100_000, 400, "this is no question"),
        ("solve", b'{"source": {"text": "a"}, "colour": 1}', 400, "colour"),
        ("solve", b'{"source": {"text": 3}}', 400, "$.source.text"),
        ("solve", b'{"question": "check", "source": {"text": "a"}}', 400, "$.question"),
        ("solve", b'{"source": {"text": "a"}, "solver": "/bin/sh"}', 400, "a question cannot run commands"),
        ("nothing", b"{}", 404, "there is no question `nothing`"),
        ("../etc/passwd", b"{}", 404, "nothing at `/etc/passwd`"),
    ],
)
def test_what_is_no_question_is_refused(path: str, body: bytes, status: int, said: str, client: TestClient) -> None:
    reply = client.post(f"/api/{path}", content=body, headers={"Content-Type": "application/json"})
    assert (reply.status_code, said in reply.json()["told"]["text"]) == (status, True), reply.text
    assert reply.json()["answer"]["answer"] == "failure"


def test_what_is_asked_in_the_wrong_way_is_refused(client: TestClient) -> None:
    assert client.post("/api/solve", content=b"{}", headers={"Content-Type": "text/plain"}).status_code == 415
    assert client.get("/api/solve").status_code == 404
    assert client.put("/api/solve").status_code == 405
    assert client.delete("/file").json()["told"]["text"] == "`DELETE` is not possible at `/file`"
    french = client.post("/api/x", json={}, headers={"Accept-Language": "de, fr;q=0.5"}).json()["told"]["text"]
    assert french == "il n'y a pas de question `x`"


def test_a_long_text_and_a_large_set(client: TestClient) -> None:
    long = "\n".join([f"p({number}) or q({number})" for number in range(3000)])
    assert lines(client, "check", {"source": {"text": long}})[-1]["answer"]["formulas"] == 3000
    large = "$S = [1..1000000]\nbigand $i in $S: p($i) or not p($i) end"
    for name, fields in (("check", {}), ("solve", {"true_only": True})):
        sample = {"source": {"text": large}, "limits": {"seconds": 1, "megabytes": 2000}, **fields}
        reply = client.post(f"/api/{name}", json=sample)
        assert reply.status_code in (200, 422), reply.text[:1000]
        assert reply.status_code == 200 or reply.json()["answer"]["kind"] == "limit"


EVIL = "<script>alert(1)</script>\x1b]0;evil\x07"


def test_markup_and_codes_in_names_stay_text(client: TestClient) -> None:
    for name in ("check", "solve", "why", "hover"):
        sample = {"source": {"text": f"p {EVIL} q", "name": EVIL}} | ({"offset": 3} if name == "hover" else {})
        reply = client.post(f"/api/{name}", json=sample)
        assert reply.status_code in (200, 422)
        assert reply.headers["content-type"] == "application/json"
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert not set("\x1b\x07") & set(reply.text)
        assert "\x1b" not in json.dumps(reply.json()["told"], ensure_ascii=False)
    assert "\x1b" not in client.post(f"/api/{quote(EVIL)}", json={}).json()["told"]["text"]


def test_half_a_pair_of_utf16_is_no_fault(client: TestClient) -> None:
    body = b'{"source": {"text": "a ;; \\ud800"}}'
    reply = client.post("/api/check", content=body, headers={"Content-Type": "application/json"})
    assert reply.status_code in (200, 400)


def test_the_register_is_served(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert sorted(paths) == sorted(f"/api/{name}" for name in question_names())
