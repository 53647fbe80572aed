"""A progress line on the terminal for work that takes longer than a second: stage, amount and speed."""

import sys
import threading
import time
from types import TracebackType
from typing import Self

from bigand.wording.texts import Texts

_BAR_WIDTH = 24  # characters


class ProgressBar:
    """A line on standard error that appears after a second, on a terminal only; `with` removes it at the end."""

    def __init__(self, texts: Texts, delay: float = 1.0) -> None:
        self.texts = texts
        self.delay = delay
        self.stage_name = ""
        self.count = self.total = 0
        self._stage_start = time.monotonic()
        self._stopped = threading.Event()
        self._is_shown = False
        self._quiet_until = 0.0
        self._write_lock = threading.Lock()  # keeps the line out of other output
        self._is_terminal = sys.stderr.isatty()
        self._next_update = time.monotonic() + delay
        self._thread = threading.Thread(target=self._run_ticker, daemon=True)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Remove the line for good: the answer is known."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        self.clear()

    def clear(self) -> None:
        """Remove the line before other output; it comes back if the work goes on for long."""
        with self._write_lock:
            self._quiet_until = time.monotonic() + self.delay
            if self._is_shown:
                sys.stderr.write("\r\033[K")
                sys.stderr.flush()
                self._is_shown = False

    def start_stage(self, key: str, total: int = 0, **gaps: object) -> None:
        """Start a new stage; if the amount of work `total` is known, a bar shows how much is done."""
        self.stage_name, self.count, self.total = self.texts(key, **gaps), 0, total
        self._stage_start = time.monotonic()

    def set_count_done(self, count: int) -> None:
        """Set how much (clauses, models) is done in this stage."""
        self.count = count

    def _run_ticker(self) -> None:
        if self._stopped.wait(self.delay):
            return
        while not self._stopped.wait(0.2):
            self._show_if_due()

    def tick(self) -> None:
        """Update the line if it is due; called regularly by code that waits."""
        if self._is_terminal and time.monotonic() >= self._next_update:
            self._next_update = time.monotonic() + 0.2
            self._show_if_due()

    def _show_if_due(self) -> None:
        with self._write_lock:
            if self.stage_name and time.monotonic() >= self._quiet_until:
                self._show()

    def _show(self) -> None:
        seconds = time.monotonic() - self._stage_start
        speed = round(self.count / max(seconds, 0.001))
        amount = (
            f"  {self.texts.format_number(self.count)}  {self.texts.format_number(speed)}/s" if self.count else ""
        )
        sys.stderr.write(f"\r\033[K{self.stage_name}  {self._bar()}{seconds:.0f} s{amount}")
        sys.stderr.flush()
        self._is_shown = True

    def _bar(self) -> str:
        if not self.total:
            return ""
        done = min(_BAR_WIDTH, _BAR_WIDTH * self.count // self.total)
        return f"[{'#' * done}{'.' * (_BAR_WIDTH - done)}] {min(100, 100 * self.count // self.total)} %  "
