"""The one file that the studio was started with: read, written beside and renamed; and data below its folder.

A version is a hash of what was read. Whoever saves says which version was changed: if somebody else has written the
file meanwhile, nothing is overwritten.
"""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from bigand.apps.studio.refusing import RefusedRequest
from bigand.apps.studio.settings import MOST
from bigand.command.sink import sink
from bigand.data import DataError, read_below

_STATUS = {"data.outside": 403, "file.missing": 404}


class Kept(NamedTuple):
    """What the file holds."""

    name: str
    text: str
    version: str


def read_kept(path: Path) -> Kept:
    """The file as it is now; a file that is not there yet is an empty one."""
    content = _content(path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise RefusedRequest(422, "studio.not_text", name=path.name) from None
    return Kept(path.name, text, _version(content))


def _content(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise RefusedRequest(422, "studio.not_text", name=path.name)
        if path.exists() and path.stat().st_size > MOST:
            raise RefusedRequest(413, "studio.large", most=MOST // 1_000_000)
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise RefusedRequest(422, "file.unreadable", name=path.name, reason=_reason(error)) from None


def save(path: Path, text: str, version: str) -> Kept | None:
    """Write the file if it is still of this version, and tell its new one; nothing if it is not."""
    if _version(_content(path)) != version:
        return None
    try:
        content = text.encode("utf-8")
        with sink(path) as file:
            file.write(content)
    except UnicodeEncodeError:
        raise RefusedRequest(422, "studio.not_text", name=path.name) from None
    except OSError as error:
        raise RefusedRequest(422, "file.unwritable", name=path.name, reason=_reason(error)) from None
    return Kept(path.name, text, _version(content))


def read_data(path: Path, name: str) -> bytes:
    """A file that a `;;@ data` line of the file names: below its folder, links followed."""
    try:
        place = (path.parent / name).resolve()
        if place.exists() and not place.is_file():
            raise DataError("file.missing", name=name)
        if place.exists() and place.stat().st_size > MOST:
            raise RefusedRequest(413, "studio.large", most=MOST // 1_000_000)
        return read_below(name, path.parent, ())
    except DataError as error:
        raise RefusedRequest(_STATUS.get(error.key, 422), error.key, **error.gaps) from None
    except (OSError, ValueError, RuntimeError):  # characters that no name has, links in a circle
        raise RefusedRequest(404, "file.missing", name=name) from None


def _version(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
