"""`bigand studio [FILE]`: the workbench in the browser, served on this machine until Ctrl-C."""

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from bigand.answer.question import Limits
from bigand.apps.studio import settings as studio
from bigand.command.exits import Exit
from bigand.command.files import STANDARD_INPUT, UnreadableError
from bigand.command.options import Limited, add_limit_options
from bigand.command.texts import Texts, natural_number
from bigand.source.error import BigandError, UsageError

_LARGEST = 65535
_EXTRA = ("starlette", "uvicorn", "anyio", "h11", "click")
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


class Options(Limited):
    file: str | None
    port: int
    host: str
    no_browser: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help=texts("studio.file"))
    port = texts("studio.port", default=studio.PORT)
    parser.add_argument("--port", type=natural_number(texts), default=studio.PORT, metavar="N", help=port)
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help=texts("studio.host_help"))
    parser.add_argument("--no-browser", action="store_true", help=texts("studio.no_browser"))
    add_limit_options(parser, texts, "studio.timeout", studio.SECONDS)
    parser.set_defaults(timeout_for_each=True)


def run(options: Options, texts: Texts) -> int:
    try:
        from bigand.apps.studio import serving
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        raise UsageError("studio.missing") from None
    settings = studio.Settings(
        token=serving.new_token(),
        host=options.host,
        language=texts.language,
        limits=Limits(seconds=options.timeout, megabytes=options.memory or studio.MEGABYTES),
        static=studio.BUILT,
        file=None if options.file is None else _writable(options.file),
    )
    if not studio.is_built(studio.BUILT):
        raise BigandError("studio.no_page")
    if options.port > _LARGEST:
        raise UsageError("studio.no_port", port=options.port)
    listening, port = serving.listen(options.host, options.port)
    settings = settings._replace(port=port)
    if port != options.port and options.port:
        texts.complain("studio.other_port", port=options.port)
    if not serving.is_loopback(options.host):
        texts.complain("studio.open_host", host=options.host)
    print(texts("studio.link", link=settings.link), flush=True)
    if not options.no_browser and _has_display(os.environ):
        serving.open_browser(settings.link)
    serving.serve(settings, listening)
    print(texts("studio.ended"), flush=True)
    return Exit.DONE


def _writable(name: str) -> Path:
    """A file that may be saved; one that is not there yet is made when it is."""
    path = Path(name)
    if name == STANDARD_INPUT:
        raise UsageError("studio.stdin")
    if path.is_dir():
        raise UnreadableError("file.directory", name=name)
    if not path.absolute().parent.is_dir():
        raise UnreadableError("file.missing_folder", name=path.parent)
    return path.absolute()


def _has_display(environment: Mapping[str, str]) -> bool:
    """Whether a browser would have a window of its own: one for terminals would take ours."""
    return sys.platform in ("darwin", "win32") or any(environment.get(name) for name in _DISPLAYS)
