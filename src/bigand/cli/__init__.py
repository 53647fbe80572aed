"""The `bigand` and `touist` commands.

This module is the entry point of both. Each command is a module of its own and imports only what it needs, so that
`bigand --version` loads little more than Python itself.
"""

import gc
import os
import sys

from bigand.cli import interrupts

TYPE_CHECKING = False  # importing `typing` would slow down `bigand --version`
if TYPE_CHECKING:
    from collections.abc import Callable

_LIMIT = 3  # `Exit.LIMIT`, without importing it


def main(arguments: list[str] | None = None) -> int:
    """Run the `bigand` command line; return the exit code."""
    return _run_entry_point(_run_bigand, sys.argv[1:]) if arguments is None else _run_bigand(arguments, _do_nothing)


def touist_main() -> int:
    """Run the `touist` command line with the arguments of this process; return the exit code."""
    return _run_entry_point(_run_touist, sys.argv[1:])


def _run_bigand(words: list[str], on_loaded: "Callable[[], None]") -> int:
    """Load and run the `bigand` command; `on_loaded` is called between the two."""
    if words in (["--version"], ["-V"]):
        from bigand import __version__

        try:
            print(f"bigand {__version__}", flush=True)
            return 0
        except OSError:
            pass  # the same error occurs again below, and is reported there
    from bigand.cli.dispatch import run_command_line

    on_loaded()
    return run_command_line(words)


def _run_touist(words: list[str], on_loaded: "Callable[[], None]") -> int:
    """Load and run the `touist` command; `on_loaded` is called between the two."""
    from bigand.cli.touist import main

    on_loaded()
    return main(words)


def _run_entry_point(run: "Callable[[list[str], Callable[[], None]], int]", words: list[str]) -> int:
    """Load and run a command in a process of its own, which ends with the command.

    From start to end, Ctrl-C stops it without a traceback.
    """
    try:
        interrupts.hold()
        gc.disable()  # imports make no garbage
        code = run(words, _resume_gc)
        interrupts.record_exit_code(code)
    except BaseException as error:  # outside of a command, which would report it; Ctrl-C is raised only once
        if not isinstance(error, KeyboardInterrupt) and not interrupts.is_interrupted():
            raise
        code = interrupts.INTERRUPTED
        interrupts.record_exit_code(code)
    if code == _LIMIT:
        os._exit(code)  # the time is up, and an orderly shutdown would take more of it
    gc.freeze()  # so that Python does not search for garbage while the process ends
    return code


def _resume_gc() -> None:
    gc.freeze()
    gc.enable()


def _do_nothing() -> None:
    pass
