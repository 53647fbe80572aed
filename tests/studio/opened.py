"""A studio that runs, and its page in a real browser, as a person has it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, expect

expect.set_options(timeout=30_000)  # a busy machine is no fault of the page's
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


class Studio:
    """A `bigand studio` in a process of its own; `link` is what it tells people to open."""

    def __init__(self, *words: str, folder: Path | None = None) -> None:
        command = [sys.executable, "-m", "bigand", "--lang", "en", "studio", "--no-browser", *words]
        environment = {**os.environ, "BIGAND_CHILDREN": "spawn", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=folder
        )
        assert self.process.stdout is not None
        self.told = ""
        while not (found := re.search(r"http://\S+", self.told)):
            line = self.process.stdout.readline()
            assert line, self.told
            self.told += line
        self.link = found.group()

    @property
    def origin(self) -> str:
        parts = urlsplit(self.link)
        return f"{parts.scheme}://{parts.netloc}"

    def children(self) -> list[int]:
        """The processes that answer its questions."""
        number = self.process.pid
        every = {int(child) for task in Path(f"/proc/{number}/task").iterdir() for child in _children(task)}
        return [child for child in sorted(every) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def close(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(10)
        if self.process.stdout is not None:
            self.process.stdout.close()


def _children(task: Path) -> list[str]:
    try:
        return (task / "children").read_text().split()
    except OSError:
        return []


class Open:
    """The page of a studio, and what went wrong with it: errors, refused requests, calls to elsewhere."""

    def __init__(self, browser: Browser, studio: Studio, **options: Any) -> None:
        options = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce"} | options
        self._context = browser.new_context(**options)
        self._context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page: Page = self._context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self._studio = studio
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("console", lambda message: self._hear(message.type, message.text))
        self.page.on("requestfailed", lambda request: self._failed(request))
        self.page.on("response", lambda response: self._answered(response.status, response.url))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.wrong.append(f"console: {text}")

    def _failed(self, request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # what the page itself has stopped
            self.wrong.append(f"failed: {request.url} {request.failure}")

    def _answered(self, status: int, address: str) -> None:
        self.asked.append(address)
        if not address.startswith((self._studio.origin, "blob:", "data:")):
            self.wrong.append(f"elsewhere: {address}")
        if status >= 400 and not address.endswith("/file"):
            self.wrong.append(f"{status}: {address}")

    def start(self, text: str | None = None, link: str | None = None) -> "Open":
        """Open the page; with a text in it, if one is given."""
        self.page.goto(link or self._studio.link)
        expect(self.page.locator(".cm-content")).to_be_attached()
        if text is not None:
            self.write(text)
        return self

    def visit(self, name: str, link: str = "") -> "Open":
        """Open the page of a puzzle; `link` is what stands after the `#`."""
        self._context.request.get(self._studio.link)  # for the cookie
        self.page.goto(f"{self._studio.origin}/?{name}{link and '#'}{link}")
        return self

    def write(self, text: str) -> None:
        """Put a text in place of the one that is there, as by pasting it."""
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text) if text else self.page.keyboard.press("Delete")

    def text(self) -> str:
        """What stands in the editor, as the page keeps it."""
        expect(self.page.locator(".cm-content")).to_be_visible()
        kept: str = self.page.evaluate("() => JSON.parse(localStorage.getItem('bigand.model') ?? '{}').text ?? ''")
        return kept

    def tab(self, name: str) -> Locator:
        """A tab, by its key; it is chosen."""
        self.page.locator(f"#tab-{name}").click()
        return self.page.locator(f"#panel-{name}")

    def solve(self) -> None:
        self.page.locator("#solve").click()

    def drawn(self) -> None:
        """Solve, and wait until the picture is that of this text."""
        self.solve()
        expect(self.page.locator(".stage:not(.is-old) svg").first).to_be_visible()

    def status(self) -> Locator:
        return self.page.locator(".status-text")

    def close(self) -> None:
        self._context.close()
        assert not self.wrong, self.wrong


@contextmanager
def opened(browser: Browser, studio: Studio, **options: Any) -> Iterator[Open]:
    """A page that is closed afterwards; nothing may have gone wrong with it."""
    page = Open(browser, studio, **options)
    try:
        yield page
    except BaseException:
        page.wrong.clear()  # what failed says more
        page.close()
        raise
    page.close()
