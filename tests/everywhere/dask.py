"""A real Dask cluster of this machine: a scheduler and workers, each a process; all are gone when it is left."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 120.0  # seconds for a process to start on a machine with many other things to do
_THERE = ["--host", "127.0.0.1", "--no-dashboard"]
_QUIET = {
    "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "False",
    "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "error",
}


@dataclass(frozen=True)
class Cluster:
    """Where its scheduler is, and its workers."""

    address: str
    scheduler: "subprocess.Popen[bytes]"
    workers: "tuple[subprocess.Popen[bytes], ...]"


@contextmanager
def dask_cluster(folder: Path, workers: int, environment: dict[str, str] | None = None) -> Iterator[Cluster]:
    """A cluster with so many workers of one thread; they live until this is left or they are killed."""
    known = folder / "scheduler.json"
    with ExitStack() as stack:
        words = ["dask_scheduler", "--port", "0", "--scheduler-file", str(known), *_THERE]
        scheduler = stack.enter_context(_process(words, folder, environment))
        address = _address(known)
        started = [
            stack.enter_context(dask_worker(folder, address, number, environment)) for number in range(workers)
        ]
        yield Cluster(address, scheduler, tuple(started))


@contextmanager
def dask_worker(
    folder: Path, address: str, number: int, environment: dict[str, str] | None = None
) -> "Iterator[subprocess.Popen[bytes]]":
    """A worker of one thread for the scheduler at an address."""
    place = folder / f"worker{number}"
    place.mkdir()
    words = ["dask_worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(place), *_THERE]
    with _process(words, place, environment) as process:
        yield process


@contextmanager
def _process(
    words: Sequence[str], folder: Path, environment: dict[str, str] | None
) -> "Iterator[subprocess.Popen[bytes]]":
    command = [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:]]
    with (folder / f"{words[0]}.log").open("wb") as log:
        around = {**os.environ, **_QUIET, **(environment or {})}
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=around)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _address(known: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return str(json.loads(known.read_text(encoding="utf-8"))["address"])
        except (OSError, ValueError):
            time.sleep(0.1)
    raise AssertionError("no scheduler")
