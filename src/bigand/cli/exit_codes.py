"""The exit codes of all commands."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit code of a command."""

    DONE = 0
    ERRORS = 1  # in the input
    USAGE = 2  # a wrong command line
    LIMIT = 3  # time, memory or size
    UNSAT = 8  # there is no model, or two files are not equivalent
    INTERRUPTED = 130  # Ctrl-C, as shells have it
