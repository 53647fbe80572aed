"""A line on the terminal for what takes longer than a second: the stage, how much is done, how fast."""

import sys
import threading
import time
from types import TracebackType
from typing import Self

from bigand.command.texts import Texts

_BAR = 24  # characters


class Progress:
    """Shows itself on the error stream after a second, on a terminal only; `with` takes it away at the end."""

    def __init__(self, texts: Texts, patience: float = 1.0) -> None:
        self.texts = texts
        self.patience = patience
        self.name = ""
        self.count = self.total = 0
        self._began = time.monotonic()
        self._over = threading.Event()
        self._shown = False
        self._quiet_until = 0.0
        self._writing = threading.Lock()  # what is printed is never written into
        self._is_terminal = sys.stderr.isatty()
        self._next = time.monotonic() + patience
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """The answer is there: the line goes away and does not come back, however long it is looked at."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self.clear()

    def clear(self) -> None:
        """Take the line away before something else is printed; it comes back if the work goes on for long."""
        with self._writing:
            self._quiet_until = time.monotonic() + self.patience
            if self._shown:
                sys.stderr.write("\r\033[K")
                sys.stderr.flush()
                self._shown = False

    def stage(self, key: str, total: int = 0, **gaps: object) -> None:
        """A new stage begins; if it is known how much there is to do, a bar shows how much is done."""
        self.name, self.count, self.total, self._began = self.texts(key, **gaps), 0, total, time.monotonic()

    def done(self, count: int) -> None:
        """So many (clauses, models) are done in this stage."""
        self.count = count

    def _tick(self) -> None:
        if self._over.wait(self.patience):
            return
        while not self._over.wait(0.2):
            self._show_in_time()

    def tick(self) -> None:
        """Some time has passed for whoever waits."""
        if self._is_terminal and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.2
            self._show_in_time()

    def _show_in_time(self) -> None:
        with self._writing:
            if self.name and time.monotonic() >= self._quiet_until:
                self._show()

    def _show(self) -> None:
        seconds = time.monotonic() - self._began
        speed = round(self.count / max(seconds, 0.001))
        amount = f"  {self.texts.amount(self.count)}  {self.texts.amount(speed)}/s" if self.count else ""
        sys.stderr.write(f"\r\033[K{self.name}  {self._bar()}{seconds:.0f} s{amount}")
        sys.stderr.flush()
        self._shown = True

    def _bar(self) -> str:
        if not self.total:
            return ""
        done = min(_BAR, _BAR * self.count // self.total)
        return f"[{'#' * done}{'.' * (_BAR - done)}] {min(100, 100 * self.count // self.total)} %  "
