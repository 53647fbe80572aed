"""Start a child process: it inherits nothing unintended, and a start that fails half-way leaves nothing behind."""

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Method: TypeAlias = Literal["fork", "spawn"]
ProcessMain: TypeAlias = "Callable[[Connection[Any, Any], int], None]"

_guard = threading.Lock()  # starting a process temporarily changes global state
_starter: "ThreadPoolExecutor | None" = None


def start_process(method: Method, main: ProcessMain) -> "tuple[Any, Connection[Any, Any]]":
    """Start a process that runs `main` with one end of a pipe and the pid of this process.

    Return the process and the other end.

    Linux ends such a process with the *thread* that started it: for calls from other threads, one permanent thread
    starts them all.
    """
    if method == "fork" or threading.current_thread() is threading.main_thread():
        return _start_here(method, main)
    return _starter_thread().submit(_start_here, method, main).result()


def _starter_thread() -> "ThreadPoolExecutor":
    global _starter
    from concurrent.futures import ThreadPoolExecutor  # this takes 10 ms, and the command line does not need it

    with _guard:
        if _starter is None:
            _starter = ThreadPoolExecutor(1, "bigand-starter")
        return _starter


def _reset_after_fork() -> None:
    """Reset the globals in a process that was forked from this one, as it does not have its threads."""
    global _guard, _starter
    _guard, _starter = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)


def _start_here(method: Method, main: ProcessMain) -> "tuple[Any, Connection[Any, Any]]":
    context: Any = get_context(method)
    ours, theirs = context.Pipe()
    process = context.Process(target=main, args=(theirs, os.getpid()), daemon=True)
    try:
        with _guard, _prepare_start(method), _hide_main_module(), _allow_child_processes(), _defer_interrupt():
            process.start()
    except BaseException:  # it could not be started; or it was, and a deferred Ctrl-C arrives now
        ours.close()
        if process.pid is not None:
            process.kill()
            process.join()
        raise
    finally:
        theirs.close()
    return process, ours


@contextmanager
def _prepare_start(method: Method) -> Iterator[None]:
    if method == "spawn":
        if sys.platform != "win32":
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()  # before Ctrl-C is blocked, as it unblocks it when it starts
        yield
        return
    with (
        warnings.catch_warnings()
    ):  # about threads that a fork loses: the caller of `fork` knows that they are idle
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


@contextmanager
def _hide_main_module() -> Iterator[None]:
    """Hide the main script for a moment: a spawned process would import it again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _allow_child_processes() -> Iterator[None]:
    """Let a daemonic process, such as a Dask worker, start children: ours end with it, too."""
    configuration: dict[str, Any] = getattr(current_process(), "_config", {})
    before = configuration.pop("daemon", None)
    try:
        yield
    finally:
        if before is not None:
            configuration["daemon"] = before


@contextmanager
def _defer_interrupt() -> Iterator[None]:
    """Defer Ctrl-C until the end of the block: a new process is not lost, and does not print a traceback itself."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.kernel32.SetConsoleCtrlHandler(None, True)
        try:
            yield
        finally:
            ctypes.windll.kernel32.SetConsoleCtrlHandler(None, False)
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
