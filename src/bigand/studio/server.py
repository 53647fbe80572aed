"""Run the server on a free port until Ctrl-C or a signal, and leave no process behind."""

import logging
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from uvicorn.config import Config
from uvicorn.server import Server

from bigand.source.error import BigandError
from bigand.studio.app import Studio, create_app
from bigand.studio.auth import is_loopback
from bigand.studio.connections import (
    MAX_HEAD_SIZE,
    Connection,
    ConnectionLimits,
    default_limits,
    make_connection_type,
)
from bigand.studio.jobs import JobRunner
from bigand.studio.settings import Settings

__all__ = ["is_loopback", "listen", "make_server", "new_token", "open_browser", "serve"]
_MAX_PORTS_TRIED = 100  # from the requested one on
_ACCEPT_BATCH = 64  # connections that are accepted at a time: each is an open file
_BACKLOG = 512  # connections that wait to be accepted
_DEADLINE_TICKS = 5  # tenths of a second between two checks of the deadlines of connections
_SHUTDOWN_SECONDS = 1  # for responses that are being sent when the server stops


def new_token() -> str:
    """Return a new secret token, which is shown only in the terminal."""
    return secrets.token_urlsafe(24)


def listen(host: str, port: int) -> tuple[socket.socket, int]:
    """Return a socket that listens on the port or on the next free one, and its port."""
    reason = ""
    for number in range(port, min(port + _MAX_PORTS_TRIED, 65536)) if port else [0]:
        try:
            listening = _bind(host, number)
            return listening, int(listening.getsockname()[1])
        except OSError as error:
            reason = error.strerror or str(error)
    raise BigandError("studio.no_port_free", host=host, port=port, reason=reason)


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # there the option would allow taking a port in use
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except BaseException:
        listening.close()
        raise
    return listening


def open_browser(link: str) -> None:
    """Open the page in the browser, without waiting for it."""

    def show() -> None:
        with suppress(webbrowser.Error):
            webbrowser.open(link)

    threading.Thread(target=show, daemon=True).start()


def serve(settings: Settings, listening: socket.socket) -> None:
    """Answer requests until the server is stopped."""
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # errors of clients are not shown in the terminal
    make_server(settings)[0].run([listening])


def make_server(
    settings: Settings, limits: ConnectionLimits | None = None, jobs: JobRunner | None = None
) -> tuple["StudioServer", Studio]:
    """Make a server; return it and its `Studio`."""
    app, application = create_app(settings)
    application.jobs = jobs or application.jobs
    limits = default_limits() if limits is None else limits
    config = Config(
        app, http=make_connection_type(limits, settings.language), ws="none", loop="asyncio", lifespan="on",
        log_config=None, access_log=False, proxy_headers=False, server_header=False, backlog=_ACCEPT_BATCH,
        h11_max_incomplete_event_size=MAX_HEAD_SIZE, timeout_keep_alive=limits.idle,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )  # fmt: skip
    return StudioServer(config, application.jobs), application


class StudioServer(Server):
    """A server that stops all jobs at once at a signal, and does not raise the signal again."""

    def __init__(self, config: Config, jobs: JobRunner) -> None:
        super().__init__(config)
        self._jobs = jobs

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        ends = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
        before = {number: signal.signal(number, self.handle_exit) for number in ends}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(_BACKLOG)

    async def on_tick(self, counter: int) -> bool:
        """Check the deadlines of connections; uvicorn calls this ten times a second."""
        if counter % _DEADLINE_TICKS == 0:
            for connection in list(self.server_state.connections):
                if isinstance(connection, Connection):
                    connection.enforce_deadlines()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._jobs.stop()
        await super().shutdown(sockets)
