"""The `bigand` and `touist` commands. This module only finds out which command is meant: each is a module of its
own, and imports only what it needs, so that `bigand --version` starts no more than Python itself.
"""

import gc
import sys

TYPE_CHECKING = False  # that of `typing`, which `bigand --version` does without
if TYPE_CHECKING:
    from collections.abc import Callable


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; gives the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    if words in (["--version"], ["-V"]):
        from bigand import __version__

        try:
            print(f"bigand {__version__}", flush=True)
            return 0
        except OSError:
            pass  # `run` meets it again, and tells it
    return _alone(_run, words) if arguments is None else _run()(words)


def touist() -> int:
    """Run TouIST's command line with the words of this process; gives the exit code."""
    return _alone(_run_touist, sys.argv[1:])


def _run() -> "Callable[[list[str]], int]":
    from bigand.apps.cli.run import run

    return run


def _run_touist() -> "Callable[[list[str]], int]":
    from bigand.apps.cli.touist import main

    return main


def _alone(loaded: "Callable[[], Callable[[list[str]], int]]", words: list[str]) -> int:
    """Load and run a command line in a process that is there for it, and ends with it."""
    gc.disable()  # all that is imported stays
    _import_lightly()
    run = loaded()
    gc.freeze()
    gc.enable()
    try:
        return run(words)
    finally:
        gc.freeze()  # Python need not look twice for what is garbage in a process that ends


def _import_lightly() -> None:
    """Import msgspec without `typing_extensions`, of which it takes what Python has by itself: 20 ms less."""
    other = "typing_extensions"
    if other in sys.modules or "msgspec" in sys.modules:
        return
    sys.modules[other] = None  # type: ignore[assignment]  # so that nobody finds it
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules[other]
