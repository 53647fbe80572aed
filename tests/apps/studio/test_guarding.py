"""Nobody but the page of whoever started it: wrong hosts, origins, tokens and bodies are refused."""

import http.client
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.apps.studio.conftest import TOKEN, Running, opened

from bigand.studio.auth import is_loopback
from bigand.studio.settings import Settings

HOST = "127.0.0.1:8642"


@pytest.fixture(scope="module")
def stranger(static: Path) -> Iterator[TestClient]:
    """A client that has nothing."""
    with opened(Settings(TOKEN, static=static)) as client:
        del client.headers["authorization"]
        yield client


@pytest.mark.parametrize(
    "path", ["/", "/static/studio.js", "/api/version", "/api/openapi.json", "/course", "/file"]
)
def test_nothing_is_given_without_the_token(path: str, stranger: TestClient) -> None:
    cookies = ["bigand-8642=wrong", f"bigand-1={TOKEN}", "bigand-8642=é", "=;;\x7f", ""]
    headers = [("Authorization", f"Bearer {TOKEN}x"), ("Authorization", f"Basic {TOKEN}"), ("Accept", "*/*")]
    for name, value in (*[("Cookie", cookie) for cookie in cookies], *headers):
        reply = stranger.get(path, headers=[(name.encode(), value.encode())])
        assert reply.status_code == 403, value
        assert "Open the link" in reply.json()["told"]["text"]
    assert stranger.get(path, headers={"Authorization": f"Bearer {TOKEN}"}).status_code in (200, 404)
    assert stranger.get(path, headers={"Cookie": f"bigand-8642={TOKEN}"}).status_code in (200, 404)


def test_a_question_without_the_token_is_not_asked(stranger: TestClient) -> None:
    assert stranger.post("/api/solve", json={"source": {"text": "a"}}).status_code == 403


def test_somebody_without_the_link_reads_what_to_do(stranger: TestClient) -> None:
    reply = stranger.get("/", headers={"Accept": "text/html", "Accept-Language": "fr"})
    assert (reply.status_code, "Ouvrez le lien" in reply.text) == (403, True)
    assert reply.headers["content-type"].startswith("text/html")


def test_the_link_gives_a_cookie_and_vanishes(stranger: TestClient) -> None:
    reply = stranger.get(f"/?token={TOKEN}")
    assert (reply.status_code, reply.headers["location"]) == (303, "/")
    cookie = reply.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("bigand-8642=", "httponly", "samesite=strict", "path=/"))
    stranger.cookies.clear()
    for wrong in ("", "x", f"{TOKEN}x", "é"):
        reply = stranger.get("/", params={"token": wrong})
        assert (reply.status_code, "set-cookie" in reply.headers) == (403, False)
    assert stranger.post(f"/?token={TOKEN}").status_code == 403


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8642", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8642.evil.example", "[::1]:1", "",
     "127.0.0.1:8642@evil", "192.168.0.7:8642", "localhost.evil:8642", "[", "127.0.0.1:99999999999999999999"],
)  # fmt: skip
def test_another_host_is_refused(host: str, client: TestClient) -> None:
    for path in ("/", f"/?token={TOKEN}", "/api/version"):
        assert client.get(path, headers={"Host": host}).status_code == 403
    assert client.get("/api/version", headers={"Host": host}).json()["answer"]["key"] == "studio.host"


def test_our_hosts_are_heard(client: TestClient) -> None:
    for host in (HOST, "localhost:8642", "LOCALHOST:8642", "[::1]:8642"):
        assert client.get("/api/version", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1:8642", "http://127.0.0.1:8643", "http://127.0.0.1", "",
     "http://localhost:8642", "file://"],
)  # fmt: skip
def test_another_origin_is_refused(origin: str, client: TestClient) -> None:
    reply = client.post("/api/check", json={"source": {"text": "a"}}, headers={"Origin": origin})
    assert (reply.status_code, reply.json()["answer"]["key"]) == (403, "studio.origin")


def test_our_origin_is_heard(client: TestClient) -> None:
    reply = client.post("/api/check", json={"source": {"text": "a"}}, headers={"Origin": f"http://{HOST}"})
    assert reply.status_code == 200
    assert "access-control-allow-origin" not in reply.headers


def test_a_server_for_other_machines_hears_numbers_and_no_strange_names(static: Path) -> None:
    for host, heard, refused in (
        ("0.0.0.0", ["192.168.0.7:8642", "localhost:8642", f"{socket.gethostname()}:8642"], ["evil.example:8642"]),
        ("course.example", ["course.example:8642"], ["localhost:8642", "evil.example:8642"]),
        ("::1", ["[::1]:8642", "localhost:8642"], ["[::2]:8642"]),
    ):
        with opened(Settings(TOKEN, host=host, static=static)) as client:
            assert [client.get("/api/version", headers={"Host": one}).status_code for one in heard] == [200] * len(
                heard
            )
            assert {client.get("/api/version", headers={"Host": one}).status_code for one in refused} == {403}
    assert [is_loopback(one) for one in ("127.0.0.1", "127.8.8.8", "::1", "localhost")] == [True] * 4
    assert [is_loopback(one) for one in ("0.0.0.0", "::", "", "evil", "192.168.0.1")] == [False] * 5


def test_the_page_has_a_strict_policy_and_a_fresh_nonce(client: TestClient) -> None:
    first, second = client.get("/"), client.get("/")
    nonces = [one.text.partition('csp-nonce" content="')[2].partition('"')[0] for one in (first, second)]
    assert nonces[0] != nonces[1]
    policy = first.headers["content-security-policy"]
    assert f"style-src 'self' 'nonce-{nonces[0]}';" in policy
    assert "default-src 'none'; script-src 'self';" in policy
    assert not any(word in policy for word in ("unsafe", "http:", "*"))
    for path in ("/static/studio.js", "/api/version", "/nothing"):
        headers = client.get(path).headers
        assert "script-src 'self'; style-src 'self';" in headers["content-security-policy"]
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")


@pytest.mark.parametrize(
    "path", ["../settings.py", "..%2fsettings.py", "%2e%2e/settings.py", "/etc/passwd", "x%00y"]
)
def test_only_built_files_are_given(path: str, client: TestClient) -> None:
    assert client.get(f"/static/{path}").status_code in (400, 404)


def test_a_page_that_is_not_built(tmp_path: Path) -> None:
    with opened(Settings(TOKEN, static=tmp_path)) as client:
        reply = client.get("/")
        assert (reply.status_code, "make studio" in reply.json()["told"]["text"]) == (404, True)


# ---------------------------------------------------------------------- large bodies, over a socket


def _parts(count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield b" " * 1_000_000


def test_a_hundred_megabytes_are_refused(server: Running) -> None:
    headers = {"Content-Type": "application/json"}
    for reply in (
        server.client.post("/api/solve", content=_parts(100), headers=headers),  # no length is told
        server.client.post("/api/solve", content=b" " * 100_000_000, headers=headers),
        server.client.post("/api/solve", content=_parts(100)),  # not even JSON
    ):
        assert reply.status_code in (413, 415)
        assert reply.json()["answer"]["answer"] == "failure"
    assert "8 MB" in server.client.post("/api/solve", content=_parts(9), headers=headers).json()["told"]["text"]
    assert server.client.get("/api/version").status_code == 200


def test_a_body_that_would_be_too_large_is_refused_before_it_is_sent(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=10) as connection:
        head = (
            f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.settings.port}\r\nAuthorization: Bearer {TOKEN}"
        )
        connection.sendall(
            f"{head}\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n".encode()
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 413")


def test_a_body_that_ends_too_early(server: Running) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.settings.port, timeout=10)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Content-Length": "1000"}
    connection.request("POST", "/api/solve", body=b"{", headers=headers)
    connection.close()
    assert server.client.get("/api/version").status_code == 200


def test_what_is_no_http_is_no_complaint(server: Running, capfd: pytest.CaptureFixture[str]) -> None:
    for junk in (
        b"\x16\x03\x01\x00",
        b"GET / HTTP/9\r\n\r\n",
        b"A" * 200_000 + b"\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", server.settings.port), timeout=10) as connection:
            told = b""
            with suppress(OSError):  # it may have hung up before all of it was sent
                connection.sendall(junk)
                connection.shutdown(socket.SHUT_WR)
                told = connection.recv(100)
            assert told[:10] in (b"", b"HTTP/1.1 4"), told
    assert "Traceback" not in "".join(capfd.readouterr())


def test_what_a_body_may_be_is_told_by_its_length(client: TestClient) -> None:
    """Just below the limit a text is a text."""
    text = {"source": {"text": ";;" + "x" * 7_900_000}}
    assert client.post("/api/needs", json=text).status_code == 200
    assert client.post("/api/needs", json={"source": {"text": "x" * 8_000_000}}).status_code == 413
