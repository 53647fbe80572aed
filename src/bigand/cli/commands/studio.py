"""`bigand studio [FILE]`: serve the studio to the browser on this machine, until Ctrl-C."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from bigand.api.question import Limits
from bigand.cli.exit_codes import Exit
from bigand.cli.options import LimitOptions, flag, number_option, option, timeout_option
from bigand.source.error import BigandError, UsageError
from bigand.source.files import STANDARD_INPUT, FileError
from bigand.source.render import make_printable
from bigand.studio import settings as studio
from bigand.wording.texts import Texts

_MAX_PORT = 65535
_EXTRA_PACKAGES = ("starlette", "uvicorn", "anyio", "h11", "click")
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


class StudioOptions(LimitOptions):
    file: str | None = option("file", nargs="?", metavar="FILE")
    port: int = number_option(
        help_text=lambda texts: texts("studio.port", default=studio.DEFAULT_PORT), default=studio.DEFAULT_PORT
    )
    host: str = option(help_text="studio.host_help", default="127.0.0.1", metavar="H")
    exercises: str | None = option(metavar="FOLDER")
    no_browser: bool = flag()
    timeout: float | None = timeout_option("studio.timeout", studio.DEFAULT_SECONDS)
    limited = LimitOptions
    timeout_for_each = True


def run_studio(options: StudioOptions, texts: Texts) -> int:
    try:
        from bigand.studio import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA_PACKAGES:
            raise
        raise UsageError("studio.missing") from None
    settings = studio.Settings(
        token=server.new_token(),
        host=options.host,
        language=texts.language,
        limits=Limits(seconds=options.timeout, megabytes=options.memory or studio.DEFAULT_MEGABYTES),
        static=studio.BUILT,
        file=None if options.file is None else _absolute_path_to_save(options.file),
        exercises=None if options.exercises is None else Path(options.exercises).absolute(),
    )
    if settings.file is not None and settings.exercises is not None:
        raise UsageError("studio.file_and_exercises")  # data next to the file is served, and might be a reference
    names = [] if settings.exercises is None else _exercise_names(settings.exercises)
    if not studio.is_page_built(studio.BUILT):
        raise BigandError("studio.no_page")
    if options.port > _MAX_PORT:
        raise UsageError("studio.no_port", port=options.port)
    listening, port = server.listen(options.host, options.port)
    settings = settings._replace(port=port)
    if port != options.port and options.port:
        texts.print_error("studio.other_port", port=options.port)
    if not server.is_loopback(options.host):
        texts.print_error("studio.open_host", host=options.host)
    print(texts("studio.link", link=settings.link), flush=True)
    for name in names:
        print(f"  {make_printable(name)}: {settings.link}&exercise={quote(name, safe='')}", flush=True)
    if not options.no_browser and _has_display(os.environ):
        server.open_browser(settings.link)
    server.serve(settings, listening)
    print(texts("studio.ended"), flush=True)
    return Exit.DONE


def _absolute_path_to_save(file_name: str) -> Path:
    """Return the absolute path of a file; raise if it cannot be saved. The file need not exist yet."""
    path = Path(file_name)
    if file_name == STANDARD_INPUT:
        raise UsageError("studio.stdin")
    if path.is_dir():
        raise FileError("file.directory", name=file_name)
    if not path.absolute().parent.is_dir():
        raise FileError("file.missing_folder", name=path.parent)
    return path.absolute()


def _exercise_names(folder: Path) -> list[str]:
    """The names of the exercises in a folder; loading all of them first finds their errors."""
    from bigand.studio.exercises import load_exercises

    if not folder.is_dir():
        raise FileError("file.missing_folder", name=folder)
    exercises = load_exercises(folder)
    if not exercises:
        raise BigandError("studio.without_exercises", name=folder)
    return [exercise.name for exercise in exercises]


def _has_display(environment: Mapping[str, str]) -> bool:
    """Whether a browser would open its own window: a text browser would take over this terminal."""
    return sys.platform in ("darwin", "win32") or any(environment.get(name) for name in _DISPLAYS)
