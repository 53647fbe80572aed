"""How a process is started: nothing of this one gets into it, and nothing is lost where that fails half-way."""

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

_guard = threading.Lock()  # what is changed for a moment belongs to the whole process
_starter: "ThreadPoolExecutor | None" = None


def start_process(method: Method, main: ProcessMain) -> "tuple[Any, Connection[Any, Any]]":
    """A process that lives a life with one end of a pipe and the number of this process; the other end is ours.

    Linux ends a process with the *thread* that started it: where other threads ask, one that lasts starts them all.
    """
    if method == "fork" or threading.current_thread() is threading.main_thread():
        return _start_here(method, main)
    return _starter_thread().submit(_start_here, method, main).result()


def _starter_thread() -> "ThreadPoolExecutor":
    global _starter
    from concurrent.futures import ThreadPoolExecutor  # 10 ms that the command line does not need

    with _guard:
        if _starter is None:
            _starter = ThreadPoolExecutor(1, "bigand-starter")
        return _starter


def _reset_after_fork() -> None:
    """In a process that somebody forked off this one: its threads are not there."""
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
    except BaseException:  # it could not be started; or it was, and now comes the Ctrl-C that was held back
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

            resource_tracker.ensure_running()  # which lets Ctrl-C through when it starts
        yield
        return
    with warnings.catch_warnings():  # of threads that may be lost: whoever asks for `fork` knows that his are idle
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


@contextmanager
def _hide_main_module() -> Iterator[None]:
    """A spawned process imports the main script of its parent again, unless there is none to be found."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _allow_child_processes() -> Iterator[None]:
    """What ends with its parent, as a worker of Dask, may start processes all the same: ours end with it too."""
    configuration: dict[str, Any] = getattr(current_process(), "_config", {})
    before = configuration.pop("daemon", None)
    try:
        yield
    finally:
        if before is not None:
            configuration["daemon"] = before


@contextmanager
def _defer_interrupt() -> Iterator[None]:
    """Ctrl-C comes after this: neither is a process lost that was just started, nor does it complain itself."""
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
