"""The `bigand` command. This module only finds out which command is meant: each is a module of its own, and
imports only what it needs, so that `bigand --version` starts no more than Python itself.
"""

import gc
import sys

from bigand.puzzles import PUZZLES

_FOLDER = "bigand.apps.cli.commands"
# In the order of `--help`; the module is mostly named like the command. A puzzle's command is in its own folder.
COMMANDS = {
    "studio": f"{_FOLDER}.studio",
    "solve": f"{_FOLDER}.solve",
    "check": f"{_FOLDER}.check",
    "why": f"{_FOLDER}.why",
    "witness": f"{_FOLDER}.witness",
    "forced": f"{_FOLDER}.forced",
    "test": f"{_FOLDER}.test",
    "plan": f"{_FOLDER}.plan",
    "view": f"{_FOLDER}.view",
    "format": f"{_FOLDER}.format",
    "latex": f"{_FOLDER}.mathematics",
    "mathml": f"{_FOLDER}.mathematics",
    "unicode": f"{_FOLDER}.mathematics",
    "show": f"{_FOLDER}.show",
    "explain": f"{_FOLDER}.explain",
    **{name: f"bigand.puzzles.{name}.commands" for name in PUZZLES},
    "size": f"{_FOLDER}.size",
    "export": f"{_FOLDER}.export",
    "verify": f"{_FOLDER}.verify",
    "equiv": f"{_FOLDER}.formulas",
    "truth": f"{_FOLDER}.formulas",
    "nf": f"{_FOLDER}.formulas",
    "ask": f"{_FOLDER}.ask",
}


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
