"""No folder that is served gives what a link in it leads out to, nor waits for what is no file."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.apps.here import Here
from tests.apps.studio.conftest import TOKEN
from tests.apps.studio.test_exercises import write

from bigand.data import DataError, read_data_file
from bigand.studio import course, server, settings
from bigand.studio.app import create_app
from bigand.studio.files import OutsideError, TooLargeError, read_inside
from bigand.studio.settings import Settings

SECRET = "root:x:0:0 what nobody may read"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there, and pipes are no files")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the one that is served."""
    folder = tmp_path / "outside"
    folder.mkdir()
    for name in ("secret", "statement.md", "reference.touist", "index.html", "a.json"):
        (folder / name).write_text(SECRET)
    return folder


def _chain(path: Path, outside: Path) -> None:
    for number in range(3):
        (path.parent / f"link{number}").symlink_to(f"link{number + 1}" if number < 2 else outside / "secret")
    path.symlink_to("link0")


def _through_folder(path: Path, outside: Path) -> None:
    (path.parent / "elsewhere").symlink_to(outside, target_is_directory=True)
    path.symlink_to("elsewhere/secret")


def _link_to_pipe(path: Path, _outside: Path) -> None:
    os.mkfifo(path.parent / "pipe")
    path.symlink_to("pipe")


def _huge(path: Path, _outside: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1_000_000_000_000)  # it takes no room


BAD: dict[str, Callable[[Path, Path], None]] = {
    "a link": lambda path, outside: path.symlink_to(outside / "secret"),
    "a link upwards": lambda path, outside: path.symlink_to(os.path.relpath(outside / "secret", path.parent)),
    "a chain": _chain,
    "a folder": lambda path, outside: path.symlink_to(outside, target_is_directory=True),
    "through a folder": _through_folder,
    "a link to itself": lambda path, _outside: path.symlink_to(path.name),
    "a link to nothing": lambda path, outside: path.symlink_to(outside / "nothing"),
    "a device": lambda path, _outside: path.symlink_to("/dev/zero"),
    "a pipe": lambda path, _outside: os.mkfifo(path),
    "a link to a pipe": _link_to_pipe,
    "a huge file": _huge,
}


@pytest.fixture(params=list(BAD))
def spoil(request: pytest.FixtureRequest, outside: Path) -> Callable[[Path], None]:
    """Put something bad in the place of a file."""

    def put(path: Path) -> None:
        path.unlink(missing_ok=True)
        BAD[request.param](path, outside)

    return put


def test_only_files_of_the_folder_are_read(tmp_path: Path, outside: Path) -> None:
    folder = tmp_path / "served"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "file").write_text("own")
    (folder / "link").symlink_to("inner/file")
    (tmp_path / "entry").symlink_to("served")
    for root in (folder, tmp_path / "entry"):
        for good in ("inner/file", "link", "inner/../link"):
            assert read_inside(root, good, 3)[0] == b"own"
        for wrong in ("../outside/secret", str(outside / "secret"), "inner/../../outside/secret", ".."):
            with pytest.raises(OutsideError):
                read_inside(root, wrong, 100)
        for wrong in ("nothing", "inner", "x\0y", "x" * 5000, "", ".", "inner/file/x"):
            with pytest.raises(OSError):  # noqa: PT011
                read_inside(root, wrong, 100)
        with pytest.raises(TooLargeError):
            read_inside(root, "link", 2)


@contextmanager
def asked(own: Settings) -> Iterator[TestClient]:
    """A client of a studio that has no children."""
    app, _ = create_app(own)
    yield TestClient(app, f"http://127.0.0.1:{own.port}", headers={"Authorization": f"Bearer {TOKEN}"})


def _replies(client: TestClient, *paths: str) -> Iterator[tuple[str, int, str]]:
    for path in paths:
        reply = client.get(path)
        yield path, reply.status_code, reply.text


@pytest.mark.parametrize(
    "name", ["statement.md", "statement.fr.md", "reference.touist", "skeleton.touist", "exercise.toml"]
)
def test_no_file_of_an_exercise_leads_out(
    name: str, spoil: Callable[[Path], None], tmp_path: Path, static: Path
) -> None:
    write(tmp_path / "course" / "rooks", "hint")
    write(tmp_path / "course" / "good", "hint")
    spoil(tmp_path / "course" / "rooks" / name)
    with asked(Settings(TOKEN, static=static, exercises=tmp_path / "course")) as client:
        client.headers["Accept-Language"] = "fr"
        replies = [
            client.get("/exercises"),
            client.get("/exercises/rooks"),
            client.get("/exercises/link0"),
            client.get("/exercises/elsewhere"),
        ]
        assert [reply.status_code for reply in replies[:1]] == [200]
        assert all(reply.status_code in (200, 404, 422) for reply in replies)
        assert not any(word in reply.text for reply in replies for word in (SECRET, "Traceback", "\0"))
        assert client.get("/exercises/good").status_code == 200


def test_no_folder_of_exercises_leads_out(tmp_path: Path, static: Path) -> None:
    write(tmp_path / "elsewhere" / "stolen", "hint")
    write(tmp_path / "course" / "good", "hint")
    (tmp_path / "course" / "stolen").symlink_to(tmp_path / "elsewhere" / "stolen")
    (tmp_path / "course" / "again").symlink_to("good")
    (tmp_path / "course" / "circle").symlink_to("circle")
    with asked(Settings(TOKEN, static=static, exercises=tmp_path / "course")) as client:
        assert client.get("/exercises/stolen").status_code == 404
        assert client.get("/exercises/good").status_code == 200
        assert "stolen" not in client.get("/exercises").text


def test_the_teacher_is_told_at_the_start(
    here: Here, static: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BUILT", static)
    monkeypatch.setattr(server, "serve", lambda _settings, listening: listening.close())
    write(here.folder / "course" / "rooks", "hint")
    statement = here.folder / "course" / "rooks" / "statement.fr.md"
    statement.unlink()
    statement.symlink_to(outside / "secret")
    done = here("studio", "--no-browser", "--port", "0", "--exercises", "course")
    assert (done.code, "leads out of the folder" in done.err) == (1, True), done
    done = here("studio", "--no-browser", "--port", "0", "--exercises", "course", "--lang", "fr")
    assert "mène hors du dossier" in done.err


def test_no_file_of_the_page_leads_out(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "docs").mkdir(parents=True)
    (static / "docs" / "own.html").write_text("own")
    (static / "inner.html").symlink_to("docs/own.html")
    spoil(static / "index.html")
    spoil(static / "docs" / "x.js")
    with asked(Settings(TOKEN, static=static)) as client:
        for path, status, text in _replies(client, "/", "/static/index.html", "/static/docs/x.js", "/static/docs"):
            assert (status, SECRET in text) == (404, False), path
        assert client.get("/static/inner.html").text == "own"


def test_no_data_leads_out(spoil: Callable[[Path], None], tmp_path: Path, static: Path) -> None:
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "m.touist").write_text("a")
    spoil(folder / "a.json")
    with asked(Settings(TOKEN, static=static, file=folder / "m.touist")) as client:
        reply = client.get("/file/data/a.json")
        assert (reply.status_code in (403, 404, 413), SECRET in reply.text) == (True, False)


@pytest.mark.parametrize(
    "kind", ["a link", "a folder", "a link to itself", "a device", "a pipe", "a link to a pipe"]
)
def test_data_of_a_reference_is_read_from_files_only(kind: str, tmp_path: Path, outside: Path) -> None:
    """A pipe would be waited for, for ever."""
    folder = tmp_path / "served"
    folder.mkdir()
    BAD[kind](folder / "a.json", outside)
    with pytest.raises(DataError):
        read_data_file("a.json", folder, ())


@pytest.mark.parametrize("kind", ["a device", "a pipe", "a link to itself", "a huge file"])
def test_a_file_to_be_edited_that_is_none(kind: str, tmp_path: Path, static: Path, outside: Path) -> None:
    BAD[kind](tmp_path / "m.touist", outside)
    with asked(Settings(TOKEN, static=static, file=tmp_path / "m.touist")) as client:
        assert client.get("/file").status_code in (413, 422)
        assert client.put("/file", json={"text": "x", "version": ""}).status_code in (413, 422)


def test_no_lesson_leads_out(tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch, static: Path) -> None:
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "README.md").write_text("# x\n\n## Group\n\n1. [a](stolen.touist), about\n")
    (folder / "stolen.touist").symlink_to(outside / "secret")
    monkeypatch.setattr(course, "EXAMPLES", folder)
    with asked(Settings(TOKEN, static=static)) as client:
        reply = client.get("/course")
        assert (reply.status_code, SECRET in reply.text) == (200, False)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all files")
def test_what_may_not_be_read(tmp_path: Path) -> None:
    for name in ("a.json", "m.touist"):
        (tmp_path / name).write_text("a")
        (tmp_path / name).chmod(0)
    with asked(Settings(TOKEN, static=tmp_path, file=tmp_path / "m.touist")) as client:
        assert client.get("/file/data/a.json").status_code == 422
        assert client.get("/file").status_code == 422
        assert client.get("/static/a.json").status_code == 404
