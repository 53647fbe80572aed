"""HTTP connections with deadlines: a client must send and read at a minimum rate.

A request head must arrive within seconds; a body must be sent, and a response read, at a minimum rate. The number
of connections that have not shown the token is limited: if there are too many, the oldest is dropped, so that a
client with the token can always connect.
"""

import asyncio
import socket
import struct
import sys
from collections import Counter
from contextlib import suppress
from typing import NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from bigand.messages import Language
from bigand.source.error import BigandError
from bigand.studio.auth import SECURITY_HEADERS, TRUSTED_KEY, content_security_policy
from bigand.studio.errors import error_response
from bigand.wording.texts import Texts

MAX_HEAD_SIZE = 16_384  # bytes of an incomplete request head; h11 refuses more
_READ_SIZE = 16_384  # bytes that are read and parsed before other connections have their turn
_PIECE_SIZE = 4_096  # bytes of a head that are parsed at a time, and so by which it can exceed the limit
_NO_LINGER = struct.pack("HH" if sys.platform == "win32" else "ii", 1, 0)  # linger for 0 seconds
_MAX_BODY_SENT = 400_000_000  # bytes on the wire for one body, in any encoding


class ConnectionLimits(NamedTuple):
    """The time limits of a connection in seconds, and the limits on the number of connections."""

    head: float = 10  # from the connection, or the last response, to the end of a request's headers
    body: float = 10  # for a body, besides the time for its bytes at the rate
    drain: float = 5  # for the rest of an unwanted body, after the response
    write: float = 20  # for a response that is not read, besides the time for its bytes at the rate
    rate: float = 50_000  # bytes per second
    idle: int = 5  # between two requests
    max_connections: int = 500  # connections in total
    max_strangers: int = 125  # connections of one address that have not shown the token


def default_limits() -> ConnectionLimits:
    """The limits, reduced so that half of the files this process may open are left for its children."""
    limits = ConnectionLimits()
    try:
        import resource
    except ModuleNotFoundError:  # Windows, which has no such limit
        return limits
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return limits
    max_connections = max(8, min(limits.max_connections, files // 2))
    return limits._replace(max_connections=max_connections, max_strangers=max(4, max_connections // 4))


class Connection(H11Protocol):
    """A connection that enforces the deadline of its current phase."""

    limits = ConnectionLimits()
    language = Language.ENGLISH

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = _READ_SIZE
        self.peer = self.client[0] if self.client else ""
        self.phase_start = self.loop.time()  # when the current phase began
        self.is_dropped = False
        self._has_shown_token = False
        self._received = 0  # bytes of the current body on the wire
        self._is_draining = False  # received data is dropped
        self._unread_since: float | None = None  # since when the peer has not read all that was sent
        self._max_unread = 0
        self._drop_one_if_crowded()

    # ------------------------------------------------------------------ phases

    @property
    def is_trusted(self) -> bool:
        """Whether a request of this connection had the token."""
        if not self._has_shown_token and self.scope is not None:
            self._has_shown_token = bool(self.scope.get("state", {}).get(TRUSTED_KEY))
        return self._has_shown_token

    def data_received(self, data: bytes) -> None:
        if self._is_draining:
            self._received += len(data)
            return
        before = self.conn.their_state
        try:
            start = 0
            while start < len(data) and not self.transport.is_closing():
                size = _PIECE_SIZE if self.conn.their_state is h11.IDLE else _READ_SIZE
                super().data_received(data[start : start + size])
                start += size
        except Exception:  # a parser error concerns the client, not the person who runs the server
            self.send_400_response("")
        self._received += len(data)
        if self.conn.their_state is not before:
            self._begin_phase()

    def on_response_complete(self) -> None:
        is_trusted = self.is_trusted  # before the next request replaces the scope
        if self.conn.their_state is h11.SEND_BODY and not is_trusted and self._is_chunked():
            self._is_draining = True  # parsing tiny chunks takes more time than sending them
        super().on_response_complete()
        self._begin_phase()

    def _is_chunked(self) -> bool:
        return any([name == b"transfer-encoding" for name, _ in self.headers])

    def _begin_phase(self) -> None:
        self.phase_start, self._received = self.loop.time(), 0

    # ------------------------------------------------------------------ deadlines

    def enforce_deadlines(self) -> None:
        """Drop this connection if its peer takes too long. Call this regularly."""
        now = self.loop.time()
        if now > self._request_deadline() or now > self._response_deadline(now) or self._received > _MAX_BODY_SENT:
            self.drop()

    def _request_deadline(self) -> float:
        """When the rest of a request must have arrived."""
        limits, state = self.limits, self.conn.their_state
        if self._is_draining or (state is h11.SEND_BODY and self.cycle.response_complete):
            return self.phase_start + limits.drain
        if state is h11.SEND_BODY and not self.flow.read_paused:
            return self.phase_start + limits.body + self._received / limits.rate
        return self.phase_start + limits.head if state is h11.IDLE else float("inf")

    def _response_deadline(self, now: float) -> float:
        """When the peer must have read the pending data; the time restarts whenever most of it was read."""
        unread = self.transport.get_write_buffer_size()
        if unread == 0:
            self._unread_since = None
            return float("inf")
        if self._unread_since is None:
            self._unread_since, self._max_unread = now, 0
        self._max_unread = max(self._max_unread, unread)
        return self._unread_since + self.limits.write + self._max_unread / self.limits.rate

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread_since = None

    def drop(self) -> None:
        """Abort this connection now, even with data left to send, so that the system does not keep it either."""
        self.is_dropped = True
        connected = self.transport.get_extra_info("socket")
        if connected is not None:
            with suppress(OSError):  # already closed
                connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        self.transport.abort()

    # ------------------------------------------------------------------ number of connections

    def _drop_one_if_crowded(self) -> None:
        """Drop a connection if there are too many with this one.

        This is a stranger (a connection without the token) from the same address if that has too many of them, or
        any stranger if there are too many. Otherwise it is a connection that waits for its next request, so that
        there is room for strangers: every client is a stranger at first.
        """
        limits = self.limits
        if len(self.connections) <= min(limits.max_connections, limits.max_strangers):
            return
        connections = [
            connection
            for connection in self.connections
            if isinstance(connection, Connection) and not connection.is_dropped
        ]
        strangers = Counter([connection.peer for connection in connections if not connection.is_trusted])
        if strangers[self.peer] > limits.max_strangers:
            victims = [
                connection
                for connection in connections
                if connection.peer == self.peer and not connection.is_trusted
            ]
        elif len(connections) <= limits.max_connections:
            return
        elif strangers.total() > limits.max_strangers:
            victims = [connection for connection in connections if not connection.is_trusted]
        else:
            victims = [
                connection
                for connection in connections
                if connection.is_trusted and connection.conn.their_state is h11.IDLE
            ]
        largest = max([strangers[connection.peer] for connection in victims], default=0)
        candidates = [connection for connection in victims if strangers[connection.peer] == largest]
        min(candidates, key=lambda connection: connection.phase_start, default=self).drop()

    # ------------------------------------------------------------------ invalid HTTP

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse invalid HTTP, or a head that is too large, in the same form as other refusals."""
        status = getattr(sys.exception(), "error_status_hint", 400)
        key = "studio.incomplete" if status == 431 else "studio.request"
        response = error_response(status, BigandError(key, most=MAX_HEAD_SIZE // 1000), Texts(self.language))
        headers = [
            *response.headers.items(),
            *SECURITY_HEADERS.items(),
            ("Content-Security-Policy", content_security_policy()),
        ]
        start = h11.Response(
            status_code=status,
            headers=[*[(name.encode(), value.encode()) for name, value in headers], (b"connection", b"close")],
            reason=STATUS_PHRASES[status],
        )
        with suppress(h11.LocalProtocolError):  # a response has already begun
            for event in (start, h11.Data(data=bytes(response.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def shutdown(self) -> None:
        with suppress(h11.LocalProtocolError):  # it has already failed
            super().shutdown()
            return
        self.transport.close()


def make_connection_type(limits: ConnectionLimits, language: Language) -> type[Connection]:
    """Return the protocol class with these limits, which refuses requests in this language."""
    return type("Connection", (Connection,), {"limits": limits, "language": language})
