"""A studio with a page that says nothing: asked in this process, or over a socket of the loopback."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from bigand.studio.app import Studio, create_app
from bigand.studio.connections import ConnectionLimits
from bigand.studio.jobs import JobRunner
from bigand.studio.server import StudioServer, listen, make_server
from bigand.studio.settings import Settings

TOKEN = "a-token-of-the-tests"
PAGE = '<!doctype html><html lang="en"><head><meta name="csp-nonce" content=""><title>bigand</title></head></html>'


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built page."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text(PAGE)
    (folder / "studio.js").write_text("export {};")
    return folder


@contextmanager
def opened(settings: Settings) -> Iterator[TestClient]:
    """A client in this process that has the token."""
    app, _ = create_app(settings)
    base = f"http://127.0.0.1:{settings.port}"
    with TestClient(app, base, headers={"Authorization": f"Bearer {TOKEN}"}, follow_redirects=False) as client:
        yield client


@pytest.fixture(scope="module")
def client(static: Path) -> Iterator[TestClient]:
    with opened(Settings(TOKEN, static=static)) as client:
        yield client


class Running(NamedTuple):
    """A server that listens: a client with its token, and its insides."""

    client: httpx.Client
    own: Studio
    settings: Settings
    serving: StudioServer


@contextmanager
def running(
    settings: Settings, patience: ConnectionLimits | None = None, answering: JobRunner | None = None
) -> Iterator[Running]:
    """A server on the loopback, in a thread of this process; it may have other children than real ones."""
    listening, port = listen("127.0.0.1", 0)
    settings = settings._replace(port=port)
    serving, own = make_server(settings, patience, answering)
    thread = threading.Thread(target=serving.run, args=([listening],))
    thread.start()
    with httpx.Client(
        base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60
    ) as asking:
        try:
            yield Running(asking, own, settings, serving)
        finally:
            serving.should_exit = True
            thread.join(60)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def server(static: Path) -> Iterator[Running]:
    with running(Settings(TOKEN, static=static)) as server:
        yield server


def until(holds: Callable[[], object], seconds: float = 240) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
