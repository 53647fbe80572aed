"""A real browser, for the pages that we write: as people open them, from a file and without a network."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


class Opened:
    """A page that was opened from a file, and what went wrong with it: its script's errors, and calls outside."""

    def __init__(self, browser: Browser, path: Path, *, scripts: bool = True) -> None:
        self._context = browser.new_context(java_script_enabled=scripts, viewport={"width": 1000, "height": 800})
        self.page: Page = self._context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("request", lambda request: self._note(request.url))
        self.page.goto(path.as_uri())

    def _note(self, address: str) -> None:
        if not address.startswith("file:"):
            self.wrong.append(address)

    def close(self) -> None:
        self._context.close()
        assert not self.wrong
