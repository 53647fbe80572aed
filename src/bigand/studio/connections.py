"""HTTP connections with deadlines: nobody keeps one open without sending or reading at some minimum rate.

A request head must arrive within seconds, a body and the reading of a response keep up a rate. Of connections that
have not shown the token only so many are open: where there are more, the oldest gives way, so that whoever has the
token always finds a place.
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

MAX_HEAD_SIZE = 16_384  # bytes of a request head that has not ended; h11 refuses more
_READ_SIZE = 16_384  # bytes that are read and parsed before others have their turn
_PIECE_SIZE = 4_096  # bytes of a head that are parsed at a time: so much larger than the limit may one be
_NO_LINGER = struct.pack("HH" if sys.platform == "win32" else "ii", 1, 0)  # linger for 0 seconds
_MAX_BODY_SENT = 400_000_000  # bytes on the wire for one body, however it is encoded


class ConnectionLimits(NamedTuple):
    """How long a connection is waited for, in seconds, and how many there may be."""

    head: float = 10  # from the connection, or the last response, to the end of a request's headers
    body: float = 10  # for a body, beside what its bytes take at the rate
    drain: float = 5  # for the rest of a body that nobody wants, after the response
    write: float = 20  # for a response that is not read, beside what its bytes take at the rate
    rate: float = 50_000  # bytes per second
    idle: int = 5  # between two requests
    most: int = 500  # connections in all
    most_strangers: int = 125  # connections of one address that have not shown the token


def default_limits() -> ConnectionLimits:
    """Half of the files that this process may open are left for its children."""
    limits = ConnectionLimits()
    try:
        import resource
    except ModuleNotFoundError:  # Windows, which has no such limit
        return limits
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return limits
    most = max(8, min(limits.most, files // 2))
    return limits._replace(most=most, most_strangers=max(4, most // 4))


class Connection(H11Protocol):
    """A connection that knows what it waits for, and since when."""

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
        self._received = 0  # bytes of the current body, as they were sent
        self._is_draining = False  # what comes is thrown away
        self._unread_since: float | None = None  # since when there is something that the peer has not read
        self._most_unread = 0
        self._drop_excess()

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
        except Exception:  # a parser that chokes on a request is no reason to complain to whoever runs the server
            self.send_400_response("")
        self._received += len(data)
        if self.conn.their_state is not before:
            self._begin_phase()

    def on_response_complete(self) -> None:
        is_trusted = self.is_trusted  # looked at before the next request takes its place
        if self.conn.their_state is h11.SEND_BODY and not is_trusted and self._is_chunked():
            self._is_draining = True  # parsing tiny chunks would take more time than sending them does
        super().on_response_complete()
        self._begin_phase()

    def _is_chunked(self) -> bool:
        return any([name == b"transfer-encoding" for name, _ in self.headers])

    def _begin_phase(self) -> None:
        self.phase_start, self._received = self.loop.time(), 0

    # ------------------------------------------------------------------ deadlines

    def enforce_deadlines(self) -> None:
        """End this connection if its peer takes too long. To be called now and then."""
        now = self.loop.time()
        if now > self._request_deadline() or now > self._response_deadline(now) or self._received > _MAX_BODY_SENT:
            self.drop()

    def _request_deadline(self) -> float:
        """When what is missing of a request must be there."""
        limits, state = self.limits, self.conn.their_state
        if self._is_draining or (state is h11.SEND_BODY and self.cycle.response_complete):
            return self.phase_start + limits.drain
        if state is h11.SEND_BODY and not self.flow.read_paused:
            return self.phase_start + limits.body + self._received / limits.rate
        return self.phase_start + limits.head if state is h11.IDLE else float("inf")

    def _response_deadline(self, now: float) -> float:
        """When what waits to be read must have been read; each time that most of it was, time begins anew."""
        unread = self.transport.get_write_buffer_size()
        if unread == 0:
            self._unread_since = None
            return float("inf")
        if self._unread_since is None:
            self._unread_since, self._most_unread = now, 0
        self._most_unread = max(self._most_unread, unread)
        return self._unread_since + self.limits.write + self._most_unread / self.limits.rate

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread_since = None

    def drop(self) -> None:
        """End this connection now, whatever is left to be sent: the system is not to keep it either."""
        self.is_dropped = True
        connected = self.transport.get_extra_info("socket")
        if connected is not None:
            with suppress(OSError):  # it has ended already
                connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        self.transport.abort()

    # ------------------------------------------------------------------ too many

    def _drop_excess(self) -> None:
        """Drop a connection if there are too many with this one.

        A stranger of the same address, if it has too many of them. Else one that waits for its next request, so
        that there is a place for strangers too: whoever has the token is a stranger at first.
        """
        limits = self.limits
        if len(self.connections) <= min(limits.most, limits.most_strangers):
            return
        connections = [
            connection
            for connection in self.connections
            if isinstance(connection, Connection) and not connection.is_dropped
        ]
        strangers = Counter([connection.peer for connection in connections if not connection.is_trusted])
        if strangers[self.peer] > limits.most_strangers:
            victims = [
                connection
                for connection in connections
                if connection.peer == self.peer and not connection.is_trusted
            ]
        elif len(connections) <= limits.most:
            return
        elif strangers.total() > limits.most_strangers:
            victims = [connection for connection in connections if not connection.is_trusted]
        else:
            victims = [
                connection
                for connection in connections
                if connection.is_trusted and connection.conn.their_state is h11.IDLE
            ]
        most = max([strangers[connection.peer] for connection in victims], default=0)
        candidates = [connection for connection in victims if strangers[connection.peer] == most]
        min(candidates, key=lambda connection: connection.phase_start, default=self).drop()

    # ------------------------------------------------------------------ what is no HTTP

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse what is no HTTP, or too much of it, as everything else is refused."""
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
        with suppress(h11.LocalProtocolError):  # a response has begun already
            for event in (start, h11.Data(data=bytes(response.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def shutdown(self) -> None:
        with suppress(h11.LocalProtocolError):  # it has failed already
            super().shutdown()
            return
        self.transport.close()


def make_connection_type(limits: ConnectionLimits, language: Language) -> type[Connection]:
    """The protocol of a server with these limits, which refuses in this language."""
    return type("Connection", (Connection,), {"limits": limits, "language": language})
