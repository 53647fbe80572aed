"""How the server runs: on a port that is free, until Ctrl-C or a signal, leaving no process behind."""

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
_MAX_PORTS_TRIED = 100  # ports after the one that is asked for
_ACCEPT_BATCH = 64  # connections that are accepted before others are answered: each is an open file
_BACKLOG = 512  # connections that wait to be accepted
_DEADLINE_TICKS = 5  # tenths of a second between two looks at the deadlines of connections
_SHUTDOWN_SECONDS = 1  # seconds for what is being sent when the server ends


def new_token() -> str:
    """What only those know who see the terminal."""
    return secrets.token_urlsafe(24)


def listen(host: str, port: int) -> tuple[socket.socket, int]:
    """A socket that listens at the port, or at the next free one; with its port."""
    reason = ""
    for number in range(port, min(port + _MAX_PORTS_TRIED, 65536)) if port else [0]:
        try:
            listening = _bound(host, number)
            return listening, int(listening.getsockname()[1])
        except OSError as error:
            reason = error.strerror or str(error)
    raise BigandError("studio.no_port_free", host=host, port=port, reason=reason)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # where it would take a port that somebody else has
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except BaseException:
        listening.close()
        raise
    return listening


def open_browser(link: str) -> None:
    """Show the page; nobody waits for the browser."""

    def show() -> None:
        with suppress(webbrowser.Error):
            webbrowser.open(link)

    threading.Thread(target=show, daemon=True).start()


def serve(settings: Settings, listening: socket.socket) -> None:
    """Answer requests until somebody ends it."""
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # what others send is no complaint on our screen
    make_server(settings)[0].run([listening])


def make_server(
    settings: Settings, limits: ConnectionLimits | None = None, jobs: JobRunner | None = None
) -> tuple["StudioServer", Studio]:
    """A server that is to be run, and what it answers with."""
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
    """Ends by a signal as by a wish: all that is under way at once, and nothing is raised again."""

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
        """Called ten times a second."""
        if counter % _DEADLINE_TICKS == 0:
            for connection in list(self.server_state.connections):
                if isinstance(connection, Connection):
                    connection.enforce_deadlines()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._jobs.stop()
        await super().shutdown(sockets)
