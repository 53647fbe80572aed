"""The `bigand` command. This module only finds out which command is meant: each is a module of its own, and
imports only what it needs, so that `bigand --version` starts no more than Python itself.
"""

import sys

# In the order of `--help`; the module is mostly named like the command.
COMMANDS = {
    "solve": "commands.solve",
    "check": "commands.check",
    "why": "commands.why",
    "witness": "commands.witness",
    "forced": "commands.forced",
    "test": "commands.test",
    "plan": "commands.plan",
    "view": "commands.view",
    "format": "commands.format",
    "latex": "commands.mathematics",
    "mathml": "commands.mathematics",
    "unicode": "commands.mathematics",
    "show": "commands.show",
    "explain": "commands.explain",
    "lightup": "commands.lightup",
    "queens": "commands.queens",
    "watersort": "commands.watersort",
    "size": "commands.size",
    "export": "commands.export",
    "verify": "commands.verify",
    "equiv": "commands.formulas",
    "truth": "commands.formulas",
    "nf": "commands.formulas",
    "ask": "commands.ask",
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
    from bigand.apps.cli.run import run

    return run(words)
