"""What one server is started with."""

import os
from pathlib import Path
from typing import NamedTuple

from bigand.api.question import Limits
from bigand.messages import Language

MAX_BODY_SIZE = 8_000_000  # bytes of a question, and of a file that is opened or saved
MAX_SUBMISSION_SIZE = 1_000_000  # bytes of what a student hands in
DEFAULT_PORT = 8642
DEFAULT_SECONDS, DEFAULT_MEGABYTES = (
    120,
    2000,
)  # for each question, unless the one who starts the server says otherwise
BUILT = Path(__file__).parent / "static"  # the page as `make studio` builds it


class Settings(NamedTuple):
    """Where it is reached and by whom, what it answers with, which file it may write, which exercises it has."""

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
        """The name of the cookie: cookies know no ports, and there may be two servers."""
        return f"bigand-{self.port}"

    @property
    def link(self) -> str:
        """What is opened in the browser."""
        host = "127.0.0.1" if self.host in ("", "0.0.0.0", "::") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/?token={self.token}"


def is_built(static: Path) -> bool:
    """Whether the page is there."""
    return os.path.isfile(static / "index.html")  # noqa: PTH113
