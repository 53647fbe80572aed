"""Ctrl-C during the whole life of a command's process: it ends with exit code 130 and never with a traceback.

While the command is loaded, Ctrl-C is held back; while it runs, Ctrl-C raises `KeyboardInterrupt`, once; when it is
done, Ctrl-C changes nothing. This module is imported before everything else, so it imports only built-in modules.
"""

import _signal  # type: ignore[import-not-found]  # `signal` without the enumerations, which take milliseconds
import _thread
import os
import sys
import time

TYPE_CHECKING = False  # importing `typing` would take milliseconds
if TYPE_CHECKING:
    from typing import Any

INTERRUPTED = 130  # `Exit.INTERRUPTED`, without importing it
_FORCE_EXIT_AFTER = 1.0  # seconds after which a second Ctrl-C ends the process at once
_MAX_STARTUP = 1.0  # seconds that Python may take to start
_RETRY_DELAY = 0.02  # seconds until a lost interrupt is raised again


class _State:
    """What Ctrl-C does now, and when it was pressed."""

    is_held = False  # until `release`
    has_raised = False
    code: int | None = None  # the exit code, once there is nothing left to interrupt
    pressed: float | None = None  # when it was first pressed
    thread = 0  # the identifier of the main thread
    began: float | None = None  # when this process began


_state = _State()


def hold() -> None:
    """Hold Ctrl-C back until `release`. If it is ignored, or has another handler, nothing changes.

    This is called first in the process of a command; it also records when the process began.
    """
    _state.began = time.monotonic() - _seconds_to_start_python()
    if _signal.getsignal(_signal.SIGINT) is not _signal.default_int_handler:
        return
    _state.is_held, _state.thread = True, _thread.get_ident()
    _signal.signal(_signal.SIGINT, _handle_interrupt)
    sys.unraisablehook = _handle_unraisable


def process_start() -> float | None:
    """When this process began, as a time of `time.monotonic`; None if the process is not that of one command."""
    return _state.began


def _seconds_to_start_python() -> float:
    """The seconds that Python took to start, if the system reports that, else 0.

    Linux reports how long this process has run and how long it waited for a processor. Time that it slept before
    it ran this program does not count.
    """
    try:
        with open("/proc/self/schedstat", "rb") as file:  # noqa: PTH123
            worked, waited, *_ = file.read().split()
        return min((int(worked) + int(waited)) / 1e9, _MAX_STARTUP)
    except (OSError, ValueError):
        return 0.0


def release() -> None:
    """Let Ctrl-C through from now on, including one that was held back."""
    _state.is_held = False
    if _state.pressed is not None and not _state.has_raised:
        _state.has_raised = True
        raise KeyboardInterrupt


def is_interrupted() -> bool:
    """Whether the command was interrupted, even if a library has replaced the exception."""
    return _state.has_raised


def record_exit_code(code: int) -> None:
    """Record the exit code: from now on Ctrl-C only ends the process with this code."""
    _state.code = code
    for stream in (sys.stdout, sys.stderr):  # their readers may be slow, and Ctrl-C must still work meanwhile
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            pass  # the same error occurs again when Python exits
    if _signal.getsignal(_signal.SIGINT) in (_handle_interrupt, _signal.default_int_handler):
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)  # Python would restore the default action, which kills


def _handle_interrupt(_number: int, _frame: object) -> None:
    now = time.monotonic()
    if _state.code is not None:
        os._exit(_state.code)
    if _state.pressed is None:
        _state.pressed = now
    elif now - _state.pressed > _FORCE_EXIT_AFTER:
        os._exit(INTERRUPTED)  # children end with this process
    if not _state.is_held and not _state.has_raised:
        _state.has_raised = True
        raise KeyboardInterrupt


def _handle_unraisable(lost: "Any") -> None:
    """Report an exception that could not be raised; an interrupt that was lost in this way is raised again soon."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return

    def interrupt() -> None:
        time.sleep(_RETRY_DELAY)
        _state.has_raised, _state.pressed = False, None
        if hasattr(_signal, "pthread_kill"):  # this also interrupts a wait of the main thread
            _signal.pthread_kill(_state.thread, _signal.SIGINT)
        else:
            _thread.interrupt_main()

    if _state.code is None:
        _thread.start_new_thread(interrupt, ())
