"""`bigand studio`: the link, ports, hosts, what is missing; and that nothing is left when it ends."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from tests.apps.here import Here
from tests.apps.studio.conftest import until
from tests.apps.studio.test_under_way import LINES, LONG
from tests.apps.test_limits import processes_with

from bigand.studio import server, settings

SCRIPT = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
import bigand.studio.settings as settings
settings.BUILT = Path({static!r})
from bigand.cli import main
sys.exit(main({words!r}))
"""


@contextmanager
def started(static: Path, *words: str) -> Iterator[tuple["subprocess.Popen[str]", str, str]]:
    """A studio in a process of its own: the process, its link, and a mark that its processes have."""
    mark = f"studio-of-test-{os.getpid()}-{time.monotonic_ns()}"
    script = SCRIPT.format(static=str(static), words=["studio", "--no-browser", *words])
    environment = {**os.environ, "BIGAND_MARK": mark, "LC_ALL": "C.UTF-8"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=pipe, stderr=pipe, env=environment, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            link = re.search(r"http://\S+", line)
            assert link is not None, (line, process.stderr.read() if process.stderr else "")
            yield process, link[0], mark
        finally:
            process.kill()


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
def test_a_signal_ends_it_and_leaves_nothing(number: int, static: Path) -> None:
    """Also in the midst of a solve."""
    with started(static, "--port", "0") as (process, link, mark):
        with httpx.Client(base_url=link.partition("?")[0], follow_redirects=True, timeout=60) as client:
            assert client.get(link).status_code == 200
            with client.stream("POST", "/api/solve", json=LONG, headers=LINES) as reply:
                assert '"stage"' in next(reply.iter_lines())
                assert len(processes_with(mark)) > 1
                process.send_signal(number)
                out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        assert "The studio has ended." in out
        until(lambda: not processes_with(mark))


def test_a_busy_port_is_passed_over(static: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with started(static, "--port", str(port)) as (process, link, _):
            own = int(link.partition("127.0.0.1:")[2].partition("/")[0])
            assert port < own <= port + 100
            with httpx.Client(follow_redirects=True, timeout=60) as client:
                assert client.get(link).status_code == 200
            process.send_signal(signal.SIGTERM)
            assert f"port {port} is busy" in process.communicate(timeout=60)[1]


def test_without_the_extra_it_says_what_to_install() -> None:
    for missing in ("starlette", "uvicorn"):
        script = f"import sys; sys.modules[{missing!r}] = None; from bigand.cli import main; "
        script += "sys.exit(main(['studio']))"
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert "pip install 'bigand[studio]'" in done.stderr


def test_other_commands_do_not_load_it() -> None:
    script = (
        "import sys; from bigand.cli import main; main(['ask', '--list']); main(['studio', '--help']);"
        "print([name for name in sys.modules if name.partition('.')[0] in ('starlette', 'uvicorn', 'anyio')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_server_needs_no_numpy() -> None:
    """Its children do, which are made while the page is read."""
    script = "import sys, bigand.studio.server; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "False\n"


# ---------------------------------------------------------------------- without serving


@pytest.fixture
def served(static: Path, monkeypatch: pytest.MonkeyPatch) -> list[settings.Settings]:
    """What would be served; no socket listens, no browser is opened."""
    found: list[settings.Settings] = []
    monkeypatch.setattr(settings, "BUILT", static)
    monkeypatch.setattr(server, "listen", lambda _host, port: (None, port or 4711))
    monkeypatch.setattr(server, "serve", lambda own, _listening: found.append(own))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("BROWSER", raising=False)
    return found


def test_the_browser_is_opened_where_there_is_one(
    here: Here, served: list[settings.Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(server, "open_browser", shown.append)
    assert here("studio").code == 0
    monkeypatch.setenv("DISPLAY", ":0")
    assert here("studio", "--no-browser").code == 0
    assert shown == []
    done = here("studio", "--port", "0")
    assert shown == [served[-1].link]
    assert f"http://127.0.0.1:4711/?token={served[-1].token}" in done.out
    assert len({one.token for one in served}) == 3


def test_options_are_heard(here: Here, served: list[settings.Settings]) -> None:
    here.write("m.touist", "a")
    done = here("studio", "m.touist", "--timeout", "5", "--memory", "500", "--lang", "fr", "--host", "::1")
    assert (done.code, done.err) == (0, "")
    (own,) = served
    assert (own.limits.seconds, own.limits.megabytes, own.language.value) == (5, 500, "fr")
    assert own.file == here.folder / "m.touist"
    assert own.link.startswith("http://[::1]:8642/?token=")
    assert "L'atelier est ouvert" in done.out


def test_another_host_draws_a_warning(here: Here, served: list[settings.Settings]) -> None:
    done = here("studio", "--host", "0.0.0.0")
    assert "other machines can reach the studio" in done.err
    assert served[0].link.startswith("http://127.0.0.1:8642/")


def test_what_cannot_be_opened_is_told(here: Here, served: list[settings.Settings]) -> None:
    (here.folder / "folder").mkdir()
    cases: dict[str, tuple[int, str]] = {
        "folder": (1, "`folder` is a folder"),
        "nowhere/m.touist": (1, "there is no folder `nowhere`"),
        "-": (2, "cannot save the standard input"),
    }
    for name, (code, said) in cases.items():
        done = here("studio", name)
        assert (done.code, said in done.err) == (code, True), done
    assert here("studio", "--port", "70000").code == 2
    assert here("studio", "--port", "x").code == 2
    assert served == []


def test_a_page_that_is_not_built_is_told(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BUILT", here.folder)
    done = here("studio")
    assert (done.code, "make studio" in done.err) == (1, True)


def test_no_port_is_free(here: Here, static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(_host: str, _port: int) -> Any:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(settings, "BUILT", static)
    monkeypatch.setattr(server, "_bind", taken)
    done = here("studio")
    assert (done.code, "Address already in use" in done.err) == (1, True)


def test_a_browser_that_fails_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    import webbrowser

    asked: list[str] = []

    def fail(link: str) -> bool:
        asked.append(link)
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "open", fail)
    server.open_browser("http://127.0.0.1/")
    until(lambda: asked)


def test_exercises_are_looked_at_before_anybody_asks(
    here: Here, monkeypatch: pytest.MonkeyPatch, static: Path
) -> None:
    monkeypatch.setattr(settings, "BUILT", static)
    monkeypatch.setattr(server, "serve", lambda _settings, listening: listening.close())
    assert "do not go together" in here("studio", "a.touist", "--exercises", "course").err
    assert here("studio", "--exercises", "course").code == 1
    here.write("course/readme.md", "nothing")
    assert "no exercise in" in here("studio", "--exercises", "course").err
    here("exercise", "new", "course/my rooks")
    done = here("studio", "--no-browser", "--port", "0", "--exercises", "course")
    assert re.search(r"my rooks: http://127.0.0.1:\d+/\?token=[\w-]+&exercise=my%20rooks\n", done.out)
    here.write("course/my rooks/exercise.toml", "feedback = 1")
    assert "exercise.toml may say" in here("studio", "--exercises", "course").err
