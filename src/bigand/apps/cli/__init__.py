"""The `bigand` command. This module only finds out which command is meant: each is a module of its own, and
imports only what it needs, so that `bigand --version` starts no more than Python itself.
"""

import gc
import sys


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
    is_own = arguments is None  # this process is there for the command line, and ends with it
    if is_own:
        gc.disable()  # all that is imported stays
    from bigand.apps.cli.run import run

    if not is_own:
        return run(words)
    gc.freeze()
    gc.enable()
    try:
        return run(words)
    finally:
        gc.freeze()  # Python need not look twice for what is garbage in a process that ends
