"""A studio that runs, and its page in a real browser, as a person has it."""

import base64
import json
import os
import re
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page
from playwright.sync_api import expect as expect_once

from bigand.studio.settings import BUILT

if TYPE_CHECKING:
    from playwright.sync_api._generated import LocatorAssertions

PATIENCE = 60.0  # seconds: a busy machine is no fault of the page's
expect_once.set_options(timeout=PATIENCE * 1000)
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
USUAL = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce"}
_PAUSES = (0.01, 0.02, 0.03, 0.05, 0.05, 0.1)  # seconds between two looks at a page


def expect(locator: Locator) -> "LocatorAssertions":
    """Playwright's `expect`, which looks at the page more often: the pauses of the other one grow to a second."""
    return cast("LocatorAssertions", _Expected(expect_once(locator)))


class _Expected:
    def __init__(self, assertions: "LocatorAssertions") -> None:
        self._assertions = assertions

    def __getattr__(self, name: str) -> Callable[..., None]:
        check = getattr(self._assertions, name)

        def wait(*values: Any, timeout: float = PATIENCE * 1000, **options: Any) -> None:
            end = time.monotonic() + timeout / 1000
            count = 0
            while True:
                try:
                    return check(*values, timeout=1, **options)
                except AssertionError:
                    if time.monotonic() > end:
                        raise
                time.sleep(_PAUSES[min(count, len(_PAUSES) - 1)])
                count += 1

        return wait


class Studio:
    """A `bigand studio` in a process of its own; `link` is what it tells people to open."""

    def __init__(self, *words: str, folder: Path | None = None) -> None:
        if not (BUILT / "index.html").is_file():
            pytest.skip("the page is not built, which needs Node: `make studio`")
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
        every = {int(child) for task in _tasks(self.process.pid) for child in _children(task)}
        return [child for child in sorted(every) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def wait_until_busy(self) -> None:
        """Wait until a process that answers has started an engine."""
        end = time.monotonic() + PATIENCE
        while not any([_children(task) for child in self.children() for task in _tasks(child)]):
            assert time.monotonic() < end
            time.sleep(0.02)

    def close(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()


def _tasks(process: int) -> list[Path]:
    with suppress(OSError):
        return list(Path(f"/proc/{process}/task").iterdir())
    return []


def _children(task: Path) -> list[str]:
    try:
        return (task / "children").read_text().split()
    except OSError:
        return []


def packed(value: object) -> str:
    """What stands after the `#` of a link that holds this."""
    stream = zlib.compressobj(wbits=-15)
    content = stream.compress(json.dumps(value).encode()) + stream.flush()
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def unpacked(link: str) -> Any:
    """What a link holds, of which this stands after the `#`."""
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4)), -15))


_usual: dict[Browser, Page] = {}  # a page that tests with the usual options have one after the other


def _new_page(browser: Browser, options: dict[str, Any]) -> Page:
    context = browser.new_context(**options)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(PATIENCE * 1000)
    return context.new_page()


class Open:
    """The page of a studio, and what went wrong with it: errors, refused requests, calls to elsewhere.

    Tests with the usual options share a tab, whose storage, cookies and other tabs are cleared between two of them:
    a new one would cost a process and the compiling of all scripts. `is_new` asks for one of its own.
    """

    def __init__(self, browser: Browser, studio: Studio, is_new: bool = False, **options: Any) -> None:
        self._browser = browser
        self._is_shared = not (is_new or options)
        kept = _usual.pop(browser, None) if self._is_shared else None
        self.page: Page = kept or _new_page(browser, USUAL | options)
        self._context: BrowserContext = self.page.context
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self._studio = studio
        self._listeners: list[tuple[str, Callable[[Any], None]]] = []
        self.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.on("console", lambda message: self._hear(message.type, message.text))
        self.on("requestfailed", lambda request: self._failed(request))
        self.on("response", lambda response: self._answered(response.status, response.url))

    def on(self, event: str, listener: Callable[[Any], None]) -> None:
        """Listen to an event of the page until it is closed."""
        self.page.on(event, listener)  # type: ignore[call-overload]  # events by their names
        self._listeners.append((event, listener))

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
        """Open the page; with a text in it, if one is given, as a link brings it."""
        if text is not None:
            link = f"{self._studio.link}#{packed({'text': text, 'name': 'queens.touist'})}"
        self.page.goto(link or self._studio.link)
        expect(self.page.locator(".cm-content")).to_be_attached()
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

    def kept(self) -> None:
        """Wait until the link and the storage have what is on the page; they get it 0.3 s after the last change."""
        self.page.evaluate("() => new Promise((done) => setTimeout(done, 310))")  # after the timer of the page
        end = time.monotonic() + PATIENCE
        while True:
            link, stored = self.page.evaluate(
                "() => [location.hash.slice(1), localStorage.getItem('bigand.model')]"
            )
            if link and unpacked(link).items() <= json.loads(stored).items():
                return
            assert time.monotonic() < end
            time.sleep(0.01)

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

    def close(self, is_sound: bool = True) -> None:
        """Leave the page: one that is shared is made as new, or is closed if something went wrong with it."""
        for event, listener in self._listeners:
            self.page.remove_listener(event, listener)
        if self._is_shared and is_sound and self._clear():
            _usual[self._browser] = self.page
        else:
            self._context.close()
        assert not self.wrong, self.wrong

    def _clear(self) -> bool:
        """Whether nothing is left of what was done on the page."""
        with suppress(Error):
            self.page.goto(f"{self._studio.origin}/static/icon.svg")  # no page of ours, and from the same place
            for other in self._context.pages:
                if other is not self.page:
                    other.close()
            session = self._context.new_cdp_session(self.page)
            session.send(
                "Storage.clearDataForOrigin", {"origin": self._studio.origin, "storageTypes": "local_storage"}
            )
            session.detach()
            self._context.clear_cookies()
            self.page.unroute_all()
            self.page.mouse.move(0, 0)
            return True
        return False


@contextmanager
def opened(browser: Browser, studio: Studio, is_new: bool = False, **options: Any) -> Iterator[Open]:
    """A page that is closed afterwards; nothing may have gone wrong with it."""
    page = Open(browser, studio, is_new, **options)
    try:
        yield page
    except BaseException:
        page.wrong.clear()  # what failed says more
        page.close(is_sound=False)
        raise
    page.close()
