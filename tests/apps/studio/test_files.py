"""The file that the studio was started with, data beside it, and the course."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.apps.studio.conftest import TOKEN, opened

from bigand.messages import Language
from bigand.studio.course import EXAMPLES, load_lessons
from bigand.studio.settings import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "below").mkdir()
    (tmp_path / "outside.json").write_text("[9]")
    (tmp_path / "below" / "m.touist").write_text("a ;; é\r\n")
    return tmp_path / "below"


def asked(folder: Path, static: Path, name: str = "m.touist") -> TestClient:
    """A studio with a file of the folder; no child is started for it."""
    with opened(Settings(TOKEN, static=static, file=folder / name)) as client:
        return client


def test_without_a_file_there_is_none(client: TestClient) -> None:
    for reply in (
        client.get("/file"),
        client.put("/file", json={"text": "", "version": ""}),
        client.get("/file/data/x"),
    ):
        assert (reply.status_code, reply.json()["answer"]["key"]) == (404, "studio.no_file")


def test_a_file_is_read_and_saved(folder: Path, static: Path) -> None:
    client = asked(folder, static)
    read = client.get("/file").json()
    assert (read["name"], read["text"]) == ("m.touist", "a ;; é\r\n")
    saved = client.put("/file", json={"text": "b\n", "version": read["version"]})
    assert saved.status_code == 200
    assert (folder / "m.touist").read_bytes() == b"b\n"
    assert client.get("/file").json()["version"] == saved.json()["version"] != read["version"]
    assert [path.name for path in folder.iterdir()] == ["m.touist"]


def test_a_change_from_outside_is_told_and_kept(folder: Path, static: Path) -> None:
    client = asked(folder, static)
    version = client.get("/file").json()["version"]
    (folder / "m.touist").write_text("of somebody else")
    reply = client.put("/file", json={"text": "mine", "version": version}, headers={"Accept-Language": "fr"})
    assert (reply.status_code, reply.json()["text"]) == (409, "of somebody else")
    assert "modifié" in reply.json()["told"]["text"]
    assert (folder / "m.touist").read_text() == "of somebody else"
    again = client.put("/file", json={"text": "mine", "version": reply.json()["version"]})
    assert again.status_code == 200


def test_a_new_file_is_made_when_it_is_saved(folder: Path, static: Path) -> None:
    client = asked(folder, static, "new.touist")
    read = client.get("/file").json()
    assert (read["text"], (folder / "new.touist").exists()) == ("", False)
    assert client.put("/file", json={"text": "c", "version": read["version"]}).status_code == 200
    assert (folder / "new.touist").read_text() == "c"


def test_a_link_stays_a_link(folder: Path, static: Path) -> None:
    (folder / "link.touist").symlink_to("m.touist")
    client = asked(folder, static, "link.touist")
    version = client.get("/file").json()["version"]
    assert client.put("/file", json={"text": "d", "version": version}).status_code == 200
    assert ((folder / "link.touist").is_symlink(), (folder / "m.touist").read_text()) == (True, "d")


def test_what_cannot_be_saved_is_told(folder: Path, static: Path) -> None:
    client = asked(folder, static)
    version = client.get("/file").json()["version"]
    bodies: list[object] = [{"text": "x"}, {"text": 3, "version": version}, []]
    for body in [*bodies, {"text": "", "version": version, "name": "/etc"}]:
        assert client.put("/file", json=body).status_code == 400
    half = b'{"text": "\\ud800", "version": "%s"}' % version.encode()
    reply = client.put("/file", content=half, headers={"Content-Type": "application/json"})
    assert reply.status_code in (400, 422)
    assert client.put("/file", json={"text": "x" * 9_000_000, "version": version}).status_code == 413
    assert client.get("/file").json()["version"] == version


def test_a_file_that_is_no_text(folder: Path, static: Path) -> None:
    (folder / "m.touist").write_bytes(b"\xff\xfe")
    reply = asked(folder, static).get("/file")
    assert (reply.status_code, "UTF-8" in reply.json()["told"]["text"]) == (422, True)


def test_data_is_read_below_the_folder_only(folder: Path, static: Path) -> None:
    (folder / "inner").mkdir()
    (folder / "inner" / "s.json").write_text("[1]")
    (folder / "out.json").symlink_to("../outside.json")
    (folder / "circle").symlink_to("circle")
    client = asked(folder, static)
    assert client.get("/file/data/inner/s.json").content == b"[1]"
    assert client.get("/file/data/inner/s.json").headers["content-type"] == "application/octet-stream"
    refused = ("%2e%2e/outside.json", "inner/..%2f..%2foutside.json", "%2fetc%2fpasswd", "out.json", "//etc/passwd")
    for name in refused:
        reply = client.get(f"/file/data/{name}")
        assert (reply.status_code, reply.json()["answer"]["key"]) == (403, "data.outside"), name
    for name in ("missing.json", "inner", "circle", "x%00y", "x" * 5000):
        assert client.get(f"/file/data/{name}").status_code == 404, name


def test_the_course_is_all_examples_in_both_languages(client: TestClient) -> None:
    english, french = [load_lessons(language) for language in Language]
    assert [one.name for one in english] == [one.name for one in french]
    assert sorted(f"{one.name}.touist" for one in english) == sorted(
        path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.glob("**/*.touist")
    )
    for one in (*english, *french):
        assert all([one.title, one.about, one.group, one.text])
        assert not {"[", "](", "\n"} & {one.title, one.about}
    served = client.get("/course", headers={"Accept-Language": "fr"}).json()["lessons"]
    assert served == [one._asdict() for one in french]
    assert served[0]["group"].startswith("Reines")
