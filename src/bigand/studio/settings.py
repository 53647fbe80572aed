"""The settings of a server, and the sizes and limits that several modules share."""

import os
from pathlib import Path
from typing import NamedTuple

from bigand.api.question import Limits
from bigand.messages import Language

MAX_BODY_SIZE = 8_000_000  # bytes of a question, and of a file that is opened or saved
MAX_SUBMISSION_SIZE = 1_000_000  # bytes of a student's text
DEFAULT_PORT = 8642
DEFAULT_SECONDS, DEFAULT_MEGABYTES = 120, 2000  # for each question
BUILT = Path(__file__).parent / "static"  # the page as `make studio` builds it


class Settings(NamedTuple):
    """The address and token of a server, its limits, the file it may write, and its exercises."""

    token: str
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    language: Language = Language.ENGLISH
    limits: Limits = Limits(seconds=DEFAULT_SECONDS, megabytes=DEFAULT_MEGABYTES)
    file: Path | None = None
    exercises: Path | None = None  # a folder of them
    static: Path = BUILT

    @property
    def cookie_name(self) -> str:
        """The name of the cookie; it has the port, as cookies are shared by all ports of a host."""
        return f"bigand-{self.port}"

    @property
    def link(self) -> str:
        """The URL to open in the browser."""
        host = "127.0.0.1" if self.host in ("", "0.0.0.0", "::") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/?token={self.token}"


def is_page_built(static: Path) -> bool:
    """Whether the page has been built."""
    return os.path.isfile(static / "index.html")  # noqa: PTH113
