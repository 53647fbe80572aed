"""Exercises over HTTP: a student gets what the teacher allows, and by no way the reference or a counter-model."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient
from tests.apps.studio.conftest import TOKEN, opened

from bigand.api.question import Limits
from bigand.studio.app import create_app
from bigand.studio.settings import Settings

REFERENCE = """;; Hidden words of Oswald.
$N = 3
;;@ view board x(rank,lane)
;;@ rule ranks 3 points
;; Each rank must hold somebody, thinks Oswald.
bigand $rk in [1..$N]: bigor $lm in [1..$N]: x($rk,$lm) end end
;;@ rule lanes 2 points
;; Nobody shares a lane.
bigand $rk,$lm,$ln in [1..$N],[1..$N],[1..$N] when $lm < $ln: not (x($lm,$rk) and x($ln,$rk)) end
"""
STATEMENT = "# Rooks\n\n<b>None</b> attacks another.\n"
SKELETON = "$N = 3\n;; a rook on each row\nbigand $i in [1..$N]: bigor $j in [1..$N]: x($i,$j) end end\n"
COLUMNS = "bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $j < $k: not x($j,$i) or not x($k,$i) end\n"
RIGHT = SKELETON + COLUMNS
ANSWERS = {
    "right": (RIGHT, "equal"),
    "other names": (RIGHT.replace("x(", "tower("), "equal"),
    "too loose": (SKELETON, "too_loose"),
    "too strict": (RIGHT + "bigand $i in [1..$N]: not x($i,$i) end\n", "too_strict"),
    "both": (SKELETON + "bigand $i in [1..$N]: not x($i,$i) end\n", "both"),
    "no model": (RIGHT.replace("bigor", "bigand"), "no_model"),
    "unreadable": (SKELETON + "bigand $i in", "unreadable"),
    "wrong at one size": (
        RIGHT + "bigand $i in [1..$N] when 6 mod (4-$N) >= 0: x($i,1) or not x($i,1) end\n",
        None,
    ),
    "nothing": ("", None),
    "another matter": ("a and b", None),
    "far too large": (f"{RIGHT}bigand $a,$b,$c in [1..999],[1..999],[1..999]: q($a,$b,$c) end\n", "time"),
    "asks for a file": (f';;@ data $w from "reference.touist"\n{RIGHT}', "equal"),
}
MODEL = re.compile(r"x\(\d+,\s*\d+\)|<svg")


def secrets() -> list[str]:
    """What nobody may see: the lines of the reference, its comments, its names, and pieces of its rules."""
    lines = [line.strip("; ") for line in REFERENCE.splitlines()]
    pieces = [part for line in lines for part in re.split(r"[:,.]", line)]
    ours = [one.strip() for one in [*lines, *pieces, "ranks", "lanes", "Hidden", "Oswald", "$rk", "$lm"]]
    return [one for one in ours if len(one) > 1 and one not in RIGHT]


def no_secret(told: str, own: str = "") -> None:
    for secret in secrets():
        assert secret in own or secret not in told, secret


def no_leak(told: str, own: str = "") -> None:
    no_secret(told, own)
    assert not MODEL.search(told), MODEL.search(told)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = tmp_path_factory.mktemp("exercises")
    for name, level in (("rooks", "hint"), ("full", "full"), ("verdict", "verdict")):
        write(room / "course" / name, level)
    (room / "secret.txt").write_text("Hidden beside", encoding="utf-8")
    return room / "course"


def write(folder: Path, level: str) -> None:
    folder.mkdir(parents=True)
    (folder / "statement.md").write_text(STATEMENT, encoding="utf-8")
    (folder / "statement.fr.md").write_text("# Tours\n", encoding="utf-8")
    (folder / "reference.touist").write_text(REFERENCE, encoding="utf-8")
    (folder / "skeleton.touist").write_text(SKELETON, encoding="utf-8")
    (folder / "exercise.toml").write_text(f'feedback = "{level}"\nset = ["N=3,4"]\n', encoding="utf-8")


def settings(folder: Path, static: Path, **others: Any) -> Settings:
    return Settings(TOKEN, static=static, exercises=folder, limits=Limits(seconds=30, megabytes=2000))._replace(
        **others
    )


@pytest.fixture(scope="module")
def client(folder: Path, static: Path) -> Iterator[TestClient]:
    with opened(settings(folder, static)) as client:
        yield client


def answer(client: TestClient, text: str, name: str = "rooks", language: str = "en") -> httpx.Response:
    return client.post(f"/exercises/{name}", json={"text": text}, headers={"Accept-Language": language})


def test_an_exercise_is_given_by_its_name(client: TestClient) -> None:
    names = ("full", "rooks", "verdict")
    assert client.get("/exercises").json() == {"exercises": [{"name": name, "title": "Rooks"} for name in names]}
    given = client.get("/exercises/rooks").json()
    assert given == {
        "name": "rooks", "title": "Rooks", "statement": STATEMENT, "page": "model", "task": "",
        "skeleton": SKELETON, "feedback": "hint", "is_readable": True,
    }  # fmt: skip
    assert client.get("/exercises/rooks", headers={"Accept-Language": "fr"}).json()["title"] == "Tours"
    assert client.get("/api/version").json()["exercises"]


def test_a_hint_leaks_neither_the_reference_nor_a_model(client: TestClient) -> None:
    french = ("too loose", "too strict", "unreadable")
    for name, language in [*[(name, "en") for name in ANSWERS], *[(name, "fr") for name in french]]:
        text, verdict = ANSWERS[name]
        reply = answer(client, text, language=language)
        assert reply.status_code == 200, (name, reply.text)
        told = reply.json()
        assert verdict is None or told["answer"]["verdict"] == verdict, (name, told)
        is_tried = any("then try again" in sentence for sentence in told["told"]["sentences"])
        assert is_tried == (told["answer"]["verdict"] == "time"), (name, told)  # what to do about it
        no_leak(reply.text, text)
        assert told["told"]["pictures"] == []
    loose = answer(client, SKELETON + COLUMNS.replace("$j < $k", "$j < $k and $i > 1")).json()
    assert "Look at line 4" in " ".join(loose["told"]["sentences"])
    assert loose["answer"]["line"] == 4


def test_no_event_on_the_way_leaks(client: TestClient) -> None:
    lines = {"Accept": "application/x-ndjson", "Content-Type": "application/json"}
    reply = client.post("/exercises/rooks", content=json.dumps({"text": SKELETON}), headers=lines)
    assert reply.json()["answer"]["verdict"] == "too_loose"
    no_leak(reply.text, SKELETON)


TRICKS = [
    "../reference", "..", "../secret.txt", "rooks/reference.touist", "rooks/../rooks/reference.touist",
    "rooks%2freference.touist", "%2e%2e/secret.txt", "..%2f..%2fsecret.txt", "rooks/.", "./rooks", "rooks/",
    "rooks%00", "ROOKS", "", "/", "rooks\\reference.touist", "~", "*", "reference", "rooks/exercise.toml",
]  # fmt: skip


def test_no_other_way_leads_to_the_reference(client: TestClient, folder: Path, static: Path) -> None:
    app, _ = create_app(settings(folder, static))
    paths = [route.path for route in app.routes]  # type: ignore[attr-defined]
    assert "/exercises/{name:path}" in paths
    tried = [path.partition("{")[0] + trick for path in paths if "{" in path for trick in TRICKS]
    tried += [path for path in paths if "{" not in path and "/api/" not in path]
    tried += [f"/static/{trick}" for trick in TRICKS] + [f"/{trick}" for trick in TRICKS]
    tried += ["/api/openapi.json", "/api/version", "/api/grade", "/schema", "/exercises?name=../rooks"]
    tried += [f"/file/data/{folder / 'rooks' / 'reference.touist'}", "/?exercise=../reference"]
    for path in tried:
        for method in ("GET", "POST", "PUT"):
            content = b"" if method == "GET" else json.dumps({"text": "a", "version": ""}).encode()
            reply = client.request(method, path, content=content, headers={"Content-Type": "application/json"})
            no_leak("" if path == "/course" else reply.text, SKELETON)  # which has models of its own
            assert "Hidden" not in reply.text
    for body in ('{"text": 1}', '{"text": "a", "feedback": "full"}', "[]", "{", '{"txt": "a"}'):
        reply = client.post("/exercises/rooks", content=body, headers={"Content-Type": "application/json"})
        assert reply.status_code == 400
        no_leak(reply.text)
    for question in (
        {"text": ';;@ data $w from "rooks/reference.touist"\na'},
        {"text": "a", "name": "rooks/reference.touist"},
    ):
        no_leak(client.post("/api/solve", json={"source": question}).text.replace("rooks/reference.touist", ""))


WRONG = [
    REFERENCE + "bigand $i in",
    REFERENCE + "x(1,1) and x(1,1,2) and $undefined",
    REFERENCE + "bigand $i in [1..$N]: x(6/(4-$N),$i) end\n",
    f';;@ data $Hidden from "Hidden.json"\n{REFERENCE}',
    "exists x(1,1): x(1,1) or Hidden",
]


def test_what_is_wrong_with_an_exercise_is_told_without_a_word_of_it(tmp_path: Path, static: Path) -> None:
    folder = tmp_path / "rooks"
    write(folder, "hint")
    with opened(settings(tmp_path, static)) as client:
        for wrong in WRONG:
            (folder / "reference.touist").write_text(wrong, encoding="utf-8")
            replies = [client.get("/exercises/rooks"), answer(client, "bigand"), answer(client, RIGHT)]
            for reply in replies:
                no_leak(reply.text, SKELETON)
                assert str(tmp_path) not in reply.text
            told = "This exercise is not in order: please tell your teacher."
            assert (replies[-1].status_code, replies[-1].json()["told"]["text"]) == (422, told), wrong
        (folder / "exercise.toml").write_text('feedback = "everything"', encoding="utf-8")
        assert client.get("/exercises/rooks").status_code == 422
        assert client.get("/exercises").json() == {"exercises": []}


def test_levels(client: TestClient) -> None:
    full = answer(client, SKELETON, "full").json()["told"]
    assert "Nobody shares a lane" in " ".join(full["sentences"])
    assert full["points"] == "3 of 5 points."
    assert full["pictures"][0]["svg"].startswith("<svg")
    told = answer(client, SKELETON, "verdict").json()
    assert told["answer"] == {"answer": "feedback", "verdict": "too_loose", "line": None}
    assert told["told"] == {
        "text": "too loose", "diagnostics": [], "points": "", "rules": [], "pictures": [],
        "sentences": ["It is too loose: it allows something that should be refused."],
    }  # fmt: skip


def asked(folder: Path, static: Path, **others: Any) -> TestClient:
    """A studio that is asked for what needs no child."""
    app, _ = create_app(settings(folder, static, **others))
    return TestClient(app, "http://127.0.0.1:8642", headers={"Authorization": f"Bearer {TOKEN}"})


def test_on_a_machine_of_their_own_students_are_told_that_it_can_be_read(folder: Path, static: Path) -> None:
    assert asked(folder, static).get("/exercises/rooks").json()["is_readable"]
    assert not asked(folder, static, host="0.0.0.0").get("/exercises/rooks").json()["is_readable"]


def test_a_proof_is_an_exercise_too(tmp_path: Path, static: Path) -> None:
    """The board and the goal are given, and no step of the teacher's proof."""
    folder = tmp_path / "lamps"
    folder.mkdir()
    proofs = Path(__file__).parents[2] / "cases" / "lightup" / "proofs"
    reference = (proofs / "proof_048.xml").read_text(encoding="utf-8")
    (folder / "reference.xml").write_text(reference, encoding="utf-8")
    (folder / "statement.md").write_text("Prove it.", encoding="utf-8")
    with opened(settings(folder, static)) as client:  # one exercise by itself
        reply = client.get("/exercises/lamps")
        given = reply.json()
        assert (given["page"], given["title"]) == ("lightup", "lamps")
        task = json.loads(given["task"])
        assert task["board"][0] == ".....1"
        assert not {"L", "x"} & set("".join(task["board"]))
        for step in re.findall(r'rule="([^"]+)"', reference) + re.findall(r'id="(\d{5,})"', reference):
            assert step not in reply.text
        verdicts = [
            answer(client, (proofs / f"{name}.xml").read_text(encoding="utf-8"), "lamps").json()["answer"][
                "verdict"
            ]
            for name in ("proof_048", "proof_048_flip", "proof_001")
        ]
        assert verdicts == ["equal", "too_strict", "too_loose"]
        assert answer(client, "<nothing/>", "lamps").json()["answer"]["verdict"] == "unreadable"


def test_without_exercises_there_are_none(folder: Path, static: Path) -> None:
    client = asked(folder, static, exercises=None)
    for reply in (client.get("/exercises"), client.get("/exercises/rooks"), answer(client, "a")):
        assert (reply.status_code, reply.json()["answer"]["key"]) == (404, "studio.no_exercises")
    assert not client.get("/api/version").json()["exercises"]


def test_the_link_leads_to_the_exercise(client: TestClient) -> None:
    reply = client.get(f"/?token={TOKEN}&exercise=a%20b%26c%0d%0aSet-Cookie:x", headers={"Authorization": ""})
    assert reply.headers["location"] == "/?exercise=a%20b%26c%0D%0ASet-Cookie%3Ax"
