"""Requests that are made to do harm: each is answered or ended soon, and others are answered meanwhile."""

import asyncio
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.responses import Response
from tests.apps.studio.conftest import TOKEN, Running, opened, running, until
from tests.apps.studio.test_command import started
from tests.apps.studio.test_exercises import write
from tests.loops import run_async

from bigand.studio.app import Studio, create_app
from bigand.studio.auth import MAX_HEADERS, MAX_TARGET_SIZE, SECURITY_HEADERS
from bigand.studio.connections import ConnectionLimits
from bigand.studio.jobs import JobRunner
from bigand.studio.settings import Settings

HOST = "127.0.0.1:8642"
Header = tuple[bytes, bytes]


class Reply:
    """The response to a request that was sent by hand."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def unsafe(self) -> list[str]:
        """The security headers that it lacks."""
        wanted = [*SECURITY_HEADERS, "Content-Security-Policy"]
        return [name for name in wanted if name.lower() not in self.headers]


def call(app: Any, scope: dict[str, Any], parts: tuple[bytes, ...] = (b"",)) -> Reply:
    """Ask an application in this process, with nothing between that would correct the request."""
    sent: list[dict[str, Any]] = []
    bodies = [{"type": "http.request", "body": body, "more_body": True} for body in parts]
    bodies.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> dict[str, Any]:
        if not bodies:
            await asyncio.Event().wait()  # for ever: nobody disconnects
        return bodies.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    raw = scope.get("path", "/").encode("utf-8", "surrogatepass")
    usual = {"type": "http", "http_version": "1.1", "method": "GET", "path": "/", "raw_path": raw, "scheme": "http"}
    with suppress(ZeroDivisionError):
        run_async(app({**usual, "query_string": b"", "headers": [], **scope}, receive, send))
    start = next(message for message in sent if message["type"] == "http.response.start")
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in start["headers"]}
    body = b"".join([message["body"] for message in sent if message["type"] == "http.response.body"])
    return Reply(start["status"], headers, body)


KEY = TOKEN.encode()
OWN: list[Header] = [(b"host", HOST.encode())]
KNOWN: list[Header] = [*OWN, (b"authorization", f"Bearer {TOKEN}".encode())]
JSON: list[Header] = [*KNOWN, (b"content-type", b"application/json")]

REQUESTS: dict[str, tuple[dict[str, Any], int]] = {
    "backslashes in a cookie": ({"headers": [*OWN, (b"cookie", b'a="' + b"\\" * 60_000 + b'"')]}, 431),
    "fewer backslashes": ({"headers": [*OWN, (b"cookie", b'a="' + b"\\" * 15_000 + b'"')]}, 403),
    "many cookies": ({"headers": [*OWN, (b"cookie", b"a=1;" * 4_000)]}, 403),
    "the right cookie among others": (
        {"path": "/api/version", "headers": [*OWN, (b"cookie", b'x="\\; bigand-8642=%s; y' % KEY)]},
        200,
    ),
    "two headers of cookies": (
        {"path": "/api/version", "headers": [*OWN, (b"cookie", b"a=1"), (b"cookie", b"bigand-8642=%s" % KEY)]},
        200,
    ),
    "5,000 digits of a port": ({"headers": [(b"host", b"127.0.0.1:" + b"8" * 5_000)]}, 403),
    "zeros before a port": ({"headers": [(b"host", b"127.0.0.1:" + b"0" * 5_000 + b"8642")]}, 403),
    "digits that are none": ({"headers": [(b"host", "127.0.0.1:²³".encode("latin-1"))]}, 403),
    "a long host": ({"headers": [(b"host", b"a" * 15_000)]}, 403),
    "a host of brackets": ({"headers": [(b"host", b"[" * 15_000)]}, 403),
    "a host with a path": ({"headers": [(b"host", HOST.encode() + b"/api/version?")]}, 403),
    "a host of odd bytes": ({"headers": [(b"host", bytes(range(128, 256)))]}, 403),
    "no host": ({"headers": []}, 403),
    "two hosts": ({"headers": [*OWN, (b"host", b"evil.example")]}, 400),
    "two tokens": ({"headers": [*KNOWN, (b"authorization", b"Bearer x")]}, 400),
    "a long origin": ({"headers": [*OWN, (b"origin", b"x" * 15_000)]}, 403),
    "odd bytes in an origin": ({"headers": [*OWN, (b"origin", b"\xff\x00")]}, 403),
    "many headers": ({"headers": [*KNOWN, *[(b"x", b"")] * MAX_HEADERS]}, 431),
    "long headers": ({"headers": [*KNOWN, *[(b"x", b"x" * 300)] * 90]}, 431),
    "odd names of headers": ({"path": "/api/version", "headers": [*KNOWN, (b"\xff\x00\xe9", b"\x00\xff")]}, 200),
    "a long path": ({"path": "/" + "a" * MAX_TARGET_SIZE, "headers": KNOWN}, 414),
    "a long query": ({"query_string": b"a=1&" * 100_000, "headers": OWN}, 414),
    "many parameters": ({"query_string": b"&" * 7_000, "headers": OWN}, 403),
    "percent signs": ({"query_string": b"%" * 7_000 + b"&token=%ff%00%", "headers": OWN}, 403),
    "odd bytes in a token": ({"query_string": b"token=\xff%ff%00%d8%00\xe9", "headers": OWN}, 403),
    "odd bytes in an exercise": (
        {"query_string": b"token=%s&exercise=%%ff%%0d%%0aX: y" % TOKEN.encode(), "headers": OWN}, 303,
    ),
    "half a character in a path": ({"path": "/api/\ud800", "headers": KNOWN}, 404),
    "a path without a slash": ({"path": "http://127.0.0.1:8642/api/version", "headers": KNOWN}, 400),
    "a star": ({"method": "OPTIONS", "path": "*", "headers": KNOWN}, 400),
    "two slashes": ({"path": "//evil.example/", "headers": KNOWN}, 404),
    "a slash at the end": ({"path": "/course/", "headers": KNOWN}, 404),
    "an empty method": ({"method": "", "path": "/api/version", "headers": KNOWN}, 405),
    "TRACE": ({"method": "TRACE", "path": "/api/version", "headers": KNOWN}, 405),
    "OPTIONS": ({"method": "OPTIONS", "path": "/api/solve", "headers": KNOWN}, 405),
    "OPTIONS of a stranger": ({"method": "OPTIONS", "path": "/api/solve", "headers": OWN}, 403),
    "PATCH": ({"method": "PATCH", "path": "/file", "headers": KNOWN}, 405),
    "HEAD": ({"method": "HEAD", "path": "/api/version", "headers": KNOWN}, 200),
    "GET of a question": ({"path": "/api/solve", "headers": KNOWN}, 404),
    "a length and chunks": (
        {"method": "POST", "path": "/api/solve",
         "headers": [*JSON, (b"content-length", b"3"), (b"transfer-encoding", b"chunked")]}, 400,
    ),
    "a length of no digits": (
        {"method": "POST", "path": "/api/solve", "headers": [*JSON, (b"content-length", b"\xb2")]}, 400,
    ),
    "a length of 5,000 digits": (
        {"method": "POST", "path": "/api/solve", "headers": [*JSON, (b"content-length", b"1" * 5_000)]}, 400,
    ),
    "a negative length": (
        {"method": "POST", "path": "/api/solve", "headers": [*JSON, (b"content-length", b"-1")]}, 400,
    ),
    "a type of semicolons": (
        {"method": "POST", "path": "/api/solve", "headers": [*KNOWN, (b"content-type", b";" * 15_000)]}, 415,
    ),
    "languages": ({"headers": [*OWN, (b"accept-language", b"x," * 7_000)]}, 403),
    "a language of odd bytes": ({"headers": [*OWN, (b"accept-language", bytes(range(128, 256)))]}, 403),
    "ranges": (
        {"path": "/static/studio.js", "headers": [*KNOWN, (b"range", b"bytes=" + b"0-0," * 3_000)]}, 200,
    ),
    "entity tags": (
        {"path": "/static/studio.js", "headers": [*KNOWN, (b"if-none-match", b'"a",' * 4_000)]}, 200,
    ),
    "a date": (
        {"path": "/static/studio.js", "headers": [*KNOWN, (b"if-modified-since", b"Mon, " + b"9" * 9_000)]}, 200,
    ),
    "an authorization of spaces": ({"headers": [*OWN, (b"authorization", b"Bearer" + b" " * 15_000)]}, 403),
}  # fmt: skip


def test_no_request_is_a_fault_of_ours(static: Path) -> None:
    """Each has its status, and every response has the security headers and repeats little of the request."""
    app, _ = create_app(Settings(TOKEN, static=static))
    began = time.monotonic()
    wrong = {}
    for name, (scope, status) in REQUESTS.items():
        reply = call(app, scope)
        if reply.status != status or reply.unsafe or len(reply.body) > 3_000:
            wrong[name] = (reply.status, reply.unsafe, reply.body[:200])
    assert wrong == {}
    assert time.monotonic() - began < 60


BODIES: dict[str, tuple[bytes, ...]] = {
    "deep": (b'{"source":' + b"[" * 1_000_000,),
    "deep in a field": (b'{"source": {"text": "a"}, "model": ' + b'{"a":' * 200_000 + b"1" + b"}" * 200_001,),
    "deep where nothing is": (b"[" * 500_000 + b"]" * 500_000,),
    "a huge number": (b'{"source": {"text": "a"}, "limits": {"seconds": ' + b"9" * 1_000_000 + b"}}",),
    "a huge exponent": (b'{"source": {"text": "a"}, "limits": {"seconds": 1e' + b"9" * 100_000 + b"}}",),
    "a huge integer": (b'{"source": {"text": "a"}, "limits": {"megabytes": ' + b"9" * 1_000_000 + b"}}",),
    "a number that is none": (b'{"source": {"text": "a"}, "limits": {"seconds": NaN}}',),
    "a long name": (b'{"' + b"x" * 1_000_000 + b'": 1}',),
    "half a character": (b'{"source": {"text": "\\ud800"}, "\\udfff": 1}',),
    "no UTF-8": (b'{"source": {"text": "\xff\xfe"}}',),
    "nothing": (b"",),
    "byte by byte": tuple([bytes([byte]) for byte in b'{"source": 1, "text": ' + b" " * 5_000]),
    "many names": (b"{" + b",".join([b'"a%d":1' % number for number in range(100_000)]) + b"}",),
    "one name many times": (b"{" + b",".join([b'"source":1'] * 100_000) + b"}",),
}


def test_no_body_is_a_fault_of_ours(static: Path) -> None:
    app, _ = create_app(Settings(TOKEN, static=static, file=static / "new.touist"))
    wrong = {}
    for name, parts in BODIES.items():
        for method, path in (("POST", "/api/solve"), ("PUT", "/file")):
            reply = call(app, {"method": method, "path": path, "headers": JSON}, parts)
            if reply.status != 400 or reply.unsafe or len(reply.body) > 3_000:
                wrong[name, path] = (reply.status, reply.unsafe, reply.body[:200])
    assert wrong == {}


def test_a_fault_of_ours_has_the_security_headers_too(static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> Any:
        return 1 // 0

    monkeypatch.setattr(Studio, "version", fail)
    app, _ = create_app(Settings(TOKEN, static=static))
    reply = call(app, {"path": "/api/version", "headers": [*KNOWN, (b"accept-language", b"fr")]})
    assert (reply.status, reply.unsafe, b"erreur interne" in reply.body) == (500, [], True)
    monkeypatch.setattr("bigand.studio.auth.parse_cookies", lambda _: 1 // 0)
    reply = call(app, {"path": "/", "headers": OWN})
    assert (reply.status, reply.unsafe, b"internal error" in reply.body) == (500, [], True)


def test_a_method_that_is_not_allowed_names_those_that_are(static: Path) -> None:
    with opened(Settings(TOKEN, static=static)) as client:
        reply = client.delete("/api/version")
        assert (reply.status_code, {*reply.headers["allow"].split(", ")}) == (405, {"GET", "HEAD"})


# ---------------------------------------------------------------------- over a socket


def connect(server: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.settings.port), timeout=30)


def read_all(connection: socket.socket) -> bytes:
    """What comes until the other side closes."""
    received = b""
    with suppress(ConnectionError):
        while piece := connection.recv(65_536):
            received += piece
    return received


def exchange(server: Running, request: bytes) -> bytes:
    """What comes back for these bytes until the server closes."""
    with connect(server) as connection:
        with suppress(ConnectionError):
            connection.sendall(request)
        return read_all(connection)


def head(server: Running, first: str = "GET /api/version HTTP/1.1", *headers: str, token: bool = False) -> bytes:
    known = [f"Authorization: Bearer {TOKEN}"] if token else []
    return "\r\n".join([first, f"Host: 127.0.0.1:{server.settings.port}", *known, *headers, "", ""]).encode(
        "latin-1"
    )


def is_answered(server: Running) -> bool:
    """Whether somebody with the token and a new connection is answered."""
    url, headers = f"http://127.0.0.1:{server.settings.port}/api/version", {"Authorization": f"Bearer {TOKEN}"}
    return httpx.get(url, headers=headers, timeout=30).status_code == 200


@pytest.fixture(scope="module")
def cold() -> Iterator[None]:
    """No child is started before a question is asked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JobRunner, "warm", lambda *_: None, raising=False)
        yield


@pytest.fixture(scope="module")
def impatient(static: Path, cold: None) -> Iterator[Running]:  # noqa: ARG001
    """A server that waits for nobody."""
    with running(Settings(TOKEN, static=static), ConnectionLimits(1, 1, 1, 1, rate=1e9, idle=1)) as server:
        yield server


@pytest.fixture(scope="module")
def small(static: Path, cold: None) -> Iterator[Running]:  # noqa: ARG001
    """A server that has few connections, and all the time in the world."""
    patience = ConnectionLimits(60, 60, 60, 60, idle=60, max_connections=20, max_strangers=10)
    with running(Settings(TOKEN, static=static), patience) as server:
        yield server


def test_what_is_no_http_is_refused_with_the_security_headers(
    impatient: Running, capfd: pytest.CaptureFixture[str]
) -> None:
    close = "Connection: close"
    cases: dict[str, tuple[bytes, bytes]] = {
        "junk": (b"\x16\x03\x01\x00\r\n\r\n", b"400"),
        "another protocol": (b"GET / HTTP/9\r\n\r\n", b"400"),
        "no host": (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        "a head too long": (b"GET / HTTP/1.1\r\nCookie: a=" + b"\\" * 60_000, b"431"),
        "a whole head too long": (head(impatient, "GET / HTTP/1.1", "X: " + "x" * 60_000), b"431"),
        "a target too long": (head(impatient, f"GET /{'x' * 60_000} HTTP/1.1"), b"431"),
        "a target rather long": (head(impatient, f"GET /{'x' * 9_000} HTTP/1.1", close), b"414"),
        "odd bytes in a target": (head(impatient, "GET /\xff HTTP/1.1"), b"400"),
        "odd bytes in a name": (head(impatient, "GET / HTTP/1.1", "X\xff: 1"), b"400"),
        "many headers": (head(impatient, "GET / HTTP/1.1", *["X: 1"] * 300, close), b"431"),
        "folded headers": (head(impatient, "GET / HTTP/1.1", "X: 1", *[" 1"] * 3_000, close), b"403"),
        "5,000 digits of a port": (
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{'1' * 5_000}\r\n{close}\r\n\r\n".encode(), b"403",
        ),
        "a length of 5,000 digits": (head(impatient, "POST / HTTP/1.1", f"Content-Length: {'1' * 5_000}"), b"400"),
        "a length of no digits": (head(impatient, "POST / HTTP/1.1", "Content-Length: \xb2"), b"400"),
        "two lengths": (head(impatient, "POST / HTTP/1.1", "Content-Length: 1", "Content-Length: 2"), b"400"),
        "an unknown encoding": (head(impatient, "POST / HTTP/1.1", "Transfer-Encoding: x"), b"501"),
        "an absolute target": (
            head(impatient, f"GET http://127.0.0.1:{impatient.settings.port}/ HTTP/1.1", close), b"400",
        ),
        "an upgrade": (
            head(impatient, "GET / HTTP/1.1", "Connection: upgrade, close", "Upgrade: websocket"), b"403",
        ),
        "a length and chunks": (
            head(impatient, "POST /api/check HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked", close,
                 token=True) + b"0\r\n\r\n", b"400",
        ),
        "a chunk of no size": (
            head(impatient, "POST /api/check HTTP/1.1", "Content-Type: application/json",
                 "Transfer-Encoding: chunked", token=True) + b"x\r\n", b"400",
        ),
        "a chunk of huge size": (
            head(impatient, "POST /api/check HTTP/1.1", "Content-Type: application/json",
                 "Transfer-Encoding: chunked", token=True) + b"f" * 5_000 + b"\r\n", b"400",
        ),
        "a long extension": (
            head(impatient, "POST /api/check HTTP/1.1", "Content-Type: application/json",
                 "Transfer-Encoding: chunked", token=True) + b"1;" + b"x" * 60_000, b"431",
        ),
        "100-continue of a stranger": (
            head(impatient, "POST /api/check HTTP/1.1", "Expect: 100-continue", "Content-Length: 5", close), b"403",
        ),
    }  # fmt: skip
    wrong = {}
    for name, (request, status) in cases.items():
        start, _, rest = exchange(impatient, request).partition(b"\r\n")
        lacking = [one for one in SECURITY_HEADERS if f"\r\n{one.lower()}: ".encode() not in b"\r\n" + rest.lower()]
        if start.split(b" ")[1:2] != [status] or lacking:
            wrong[name] = (start, lacking)
    assert wrong == {}
    assert is_answered(impatient)
    assert capfd.readouterr() == ("", "")


def test_what_is_never_finished_is_ended(impatient: Running) -> None:
    """Nothing, half a request, half a body, half a body of a stranger, and silence after a response."""
    json = ("Content-Type: application/json", "Content-Length: 1000")
    unfinished: dict[str, bytes] = {
        "nothing": b"",
        "half a line": b"GET /api",
        "half a head": head(impatient)[:-2],
        "half a body": head(impatient, "POST /api/check HTTP/1.1", *json, token=True) + b"{",
        "half a chunk": head(
            impatient, "POST /api/check HTTP/1.1", json[0], "Transfer-Encoding: chunked", token=True
        ) + b"5\r\n{",
        "half a body of a stranger": head(impatient, "POST /api/check HTTP/1.1", *json) + b"{",
        "half a chunk of a stranger": head(impatient, "POST / HTTP/1.1", "Transfer-Encoding: chunked") + b"5\r\n{",
        "silence": head(impatient, token=True),
        "half a second request": head(impatient, token=True) + b"GET /",
    }  # fmt: skip
    with ExitStack() as stack:
        connections = {name: stack.enter_context(connect(impatient)) for name in unfinished}
        for name, request in unfinished.items():
            connections[name].sendall(request)
        open_still = [name for name, connection in connections.items() if not is_closed(connection)]
        assert open_still == []


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side closes within a minute."""
    try:
        read_all(connection)
    except TimeoutError:
        return False
    return True


def test_a_stranger_who_sends_byte_by_byte_is_ended(impatient: Running) -> None:
    for start in (b"", head(impatient, "POST / HTTP/1.1", "Transfer-Encoding: chunked")):
        with connect(impatient) as connection:
            connection.sendall(start)
            connection.settimeout(0.05)
            end = time.monotonic() + 30
            with suppress(ConnectionError):
                while time.monotonic() < end:
                    connection.sendall(b"G")
                    with suppress(TimeoutError):
                        if connection.recv(10_000) == b"":
                            break
            assert time.monotonic() < end


def ask_again(server: Running, connection: socket.socket) -> bool:
    """Whether a request is answered on a connection that is open."""
    received = b""
    connection.sendall(head(server, token=True))
    while not received.endswith(b"}"):
        received += connection.recv(10_000)
    return received.startswith(b"HTTP/1.1 200")


def test_whoever_has_the_token_finds_a_place_among_many(small: Running) -> None:
    """The stranger who came first gives way, and whoever has shown the token does not."""
    with ExitStack() as stack:
        trusted = stack.enter_context(connect(small))
        assert ask_again(small, trusted)
        strangers = [stack.enter_context(connect(small)) for _ in range(30)]
        assert is_answered(small)
        assert ask_again(small, trusted)
        assert all([is_closed(one) for one in strangers[:15]])
        assert len(small.serving.server_state.connections) <= 12
        assert ask_again(small, strangers[-1])


def test_those_who_have_the_token_leave_a_place_for_one_who_comes(small: Running) -> None:
    """Who has been idle for longest gives way."""
    with ExitStack() as stack:
        trusted = []
        for _ in range(30):
            trusted.append(stack.enter_context(connect(small)))
            assert ask_again(small, trusted[-1])
        strangers = [stack.enter_context(connect(small)) for _ in range(30)]
        assert is_answered(small)
        assert len(small.serving.server_state.connections) <= 20
        assert all([is_closed(one) for one in [*trusted[:10], *strangers[:20]]])
        assert all([ask_again(small, one) for one in trusted[-5:]])


def test_whoever_reads_nothing_is_ended(impatient: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether or not the connection is to be closed after the response."""
    serve_much(monkeypatch, 30_000_000)  # more than the system keeps for a connection
    with ExitStack() as stack:
        for close in ("Connection: close", "Connection: keep-alive"):
            connection = stack.enter_context(connect(impatient))
            connection.sendall(head(impatient, "GET /api/version HTTP/1.1", close, token=True))
        until(lambda: unread(impatient) > 20_000_000, 60)
        until(lambda: not impatient.serving.server_state.connections, 60)


def unread(server: Running) -> int:
    """The bytes that wait for somebody to read them."""
    return sum([one.transport.get_write_buffer_size() for one in list(server.serving.server_state.connections)])


def serve_much(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Answer with many bytes wherever there is JSON."""
    monkeypatch.setattr("bigand.studio.app.json_response", lambda *_: Response(b"x" * size))


# ---------------------------------------------------------------------- at full size, with the usual patience


@pytest.fixture(scope="module")
def usual(static: Path) -> Iterator[Running]:
    with running(Settings(TOKEN, static=static)) as server:
        yield server


@pytest.mark.slow
def test_headers_that_once_took_seconds_hold_up_nobody(usual: Running) -> None:
    """Fifty of each: 60,000 backslashes in a cookie, 5,000 digits in a port, many small headers."""
    port = usual.settings.port
    requests = [
        head(usual, "GET / HTTP/1.1", 'Cookie: a="' + "\\" * 60_000 + '"'),
        head(usual, "GET / HTTP/1.1", 'Cookie: a="' + "\\" * 15_000 + '"', "Connection: close"),
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{'1' * 5_000}\r\nConnection: close\r\n\r\n".encode(),
        head(usual, "GET / HTTP/1.1", *["a: b"] * 2_000, "Connection: close"),
        head(usual, f"GET /?{'&'.join(['a'] * 3_000)} HTTP/1.1", "Connection: close"),
        f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        + b"1\r\nx\r\n" * 20_000
        + b"0\r\n\r\n",
    ]
    for request in requests:
        with ExitStack() as stack:
            began = time.monotonic()
            for _ in range(50):
                connection = stack.enter_context(connect(usual))
                connection.setblocking(False)
                with suppress(BlockingIOError, ConnectionError):
                    connection.send(request)
            assert is_answered(usual)
            assert time.monotonic() - began < 60  # eight seconds each, once


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it has no limit of open files to be raised")
def test_a_thousand_half_open_connections_shut_nobody_out(static: Path) -> None:
    """The server may open 1,024 files. Half of them send half a request; the server ends all of them in time."""
    with (
        open_files(1_024),
        started(static, "--port", "0") as (process, link, _),
        open_files(4_000),
        ExitStack() as stack,
    ):
        port = int(link.partition("127.0.0.1:")[2].partition("/")[0])
        connections = []
        for number in range(1_005):
            connections.append(stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30)))
            with suppress(ConnectionError):
                connections[-1].sendall(b"GET / HT" if number % 2 else b"")
        for _ in range(20):
            with httpx.Client(follow_redirects=True, timeout=30) as client:
                assert client.get(link).status_code == 200
                question = {"source": {"text": "a"}}
                assert client.post(f"http://127.0.0.1:{port}/api/check", json=question).status_code == 200
        assert [number for number, one in enumerate(connections) if not is_closed(one)] == []
        process.terminate()
        assert process.communicate(timeout=30)[1] == ""


@contextmanager
def open_files(count: int) -> Iterator[None]:
    """Let this process, and those that it starts, have so many files open."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (count if hard < 0 else min(count, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.slow
def test_fifty_who_read_nothing_hold_up_nobody(impatient: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    serve_much(monkeypatch, 8_000_000)
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(connect(impatient)).sendall(head(impatient, token=True))
        until(lambda: unread(impatient) > 0, 60)
        assert impatient.client.get("/course").status_code == 200
        assert is_answered(impatient)
        until(lambda: unread(impatient) == 0, 300)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells how much memory a process had")
def test_large_questions_take_little_memory_of_the_server(static: Path, tmp_path: Path) -> None:
    """Seven megabytes of tokens took a gigabyte once; a hand-in full of errors two thirds of one."""
    write(tmp_path / "course" / "rooks", "full")
    questions: list[tuple[str, dict[str, Any]]] = [
        ("/api/tokens", {"source": {"text": "a " * 3_500_000}}),
        ("/api/check", {"source": {"text": ") " * 1_000_000}}),
        ("/exercises/rooks", {"text": ") " * 400_000}),
    ]
    with started(static, "--port", "0", "--exercises", str(tmp_path / "course")) as (process, link, _):
        with httpx.Client(base_url=link.partition("?")[0], follow_redirects=True, timeout=300) as client:
            assert client.get(link).status_code == 200
            for path, question in questions:
                assert client.post(path, json=question).status_code in (200, 422)
        status = Path(f"/proc/{process.pid}/status").read_text()
        megabytes = int(status.partition("VmHWM:")[2].split()[0]) / 1000
        assert megabytes < 300
        process.terminate()
        process.communicate(timeout=30)
