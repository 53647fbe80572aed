"""The `bigand` and `touist` commands. This module only finds out which command is meant: each is a module of its
own, and imports only what it needs, so that `bigand --version` starts no more than Python itself.
"""

import gc
import os
import sys

from bigand.cli import interrupts

TYPE_CHECKING = False  # that of `typing`, which `bigand --version` does without
if TYPE_CHECKING:
    from collections.abc import Callable

_LIMIT = 3  # the exit code when a limit is reached, as `Exit` of the commands has it


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; gives the exit code."""
    return _run_process(_run_bigand, sys.argv[1:]) if arguments is None else _run_bigand(arguments, _do_nothing)


def touist_main() -> int:
    """Run TouIST's command line with the words of this process; gives the exit code."""
    return _run_process(_run_touist, sys.argv[1:])


def _run_bigand(words: list[str], on_loaded: "Callable[[], None]") -> int:
    """Load and run the `bigand` command; `on_loaded` is called between the two."""
    if words in (["--version"], ["-V"]):
        from bigand import __version__

        try:
            print(f"bigand {__version__}", flush=True)
            return 0
        except OSError:
            pass  # `run` meets it again, and tells it
    from bigand.cli.dispatch import run_command_line

    on_loaded()
    return run_command_line(words)


def _run_touist(words: list[str], on_loaded: "Callable[[], None]") -> int:
    """Load and run the `touist` command; `on_loaded` is called between the two."""
    from bigand.cli.touist import main

    on_loaded()
    return main(words)


def _run_process(run: "Callable[[list[str], Callable[[], None]], int]", words: list[str]) -> int:
    """Load and run a command in a process that is there for it, and ends with it.

    From the first line to the last, Ctrl-C ends it without a traceback.
    """
    try:
        interrupts.hold()
        gc.disable()  # all that is imported stays
        code = run(words, _resume_gc)
        interrupts.finish(code)
    except BaseException as error:  # where no command could report it; Ctrl-C is raised only once
        if not isinstance(error, KeyboardInterrupt) and not interrupts.is_interrupted():
            raise
        code = interrupts.INTERRUPTED
        interrupts.finish(code)
    if code == _LIMIT:
        os._exit(code)  # the time is up, and taking all down in order would take some of it
    gc.freeze()  # Python need not look twice for what is garbage in a process that ends
    return code


def _resume_gc() -> None:
    gc.freeze()
    gc.enable()


def _do_nothing() -> None:
    pass
