"""The studio: how soon its server is there, what it holds while nobody asks, what HTTP adds to a question; and the
same as a person has it, in a real browser, where Chromium is installed and the page is built.

Seconds of the clock: the work is done by other processes. Beside them stands how much longer work takes by the
clock than by the processors, since goals are for a quiet machine. The first table serves a page that says nothing.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

_RUNS = 5
_STARTS = 5
_SCRIPT = """
import sys
from pathlib import Path
import bigand.studio.settings as settings
settings.BUILT = Path({static!r})
from bigand.cli import main
sys.exit(main(["studio", "--no-browser", "--port", "0"]))
"""
BUILT = Path(__file__).parent.parent / "src" / "bigand" / "studio" / "static"
_LIBRARY = Path(__file__).parent.parent / "studio" / "src" / "lightup" / "library.json"
_QUEENS = (Path(__file__).parent.parent / "examples" / "queens" / "queens.touist").read_text(encoding="utf-8")


class Server:
    """A studio in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]", port: int, token: str) -> None:
        self.process = process
        self.port, self.token = port, token
        self.link = f"http://127.0.0.1:{port}/?token={token}"
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def get(self, path: str) -> bytes:
        self._connection.request("GET", path, headers=self._headers)
        return self._connection.getresponse().read()

    def ask(self, name: str, **fields: Any) -> Any:
        """The answer to a question."""
        self._connection.request("POST", f"/api/{name}", json.dumps(fields).encode(), self._headers)
        reply = self._connection.getresponse()
        answer = json.loads(reply.read())["answer"]
        assert reply.status == 200, answer
        return answer

    def memory(self) -> tuple[int, list[int]]:
        """The megabytes of the server, and of each process that it has started; shared ones count by their part."""
        own = self.process.pid
        children = [int(word) for word in _words(f"/proc/{own}/task/*/children")]
        return _megabytes(own), [_megabytes(child) for child in children]


def _words(pattern: str) -> list[str]:
    return [word for path in Path("/").glob(pattern[1:]) for word in path.read_text().split()]


def _megabytes(number: int) -> int:
    words = Path(f"/proc/{number}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", words, re.MULTILINE)
    return int(found[1]) // 1000 if found else 0


@contextmanager
def start_server(static: Path | None = None) -> Iterator[Server]:
    """A studio with a page, or with one that says nothing."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "index.html").write_text("<!doctype html><title>bigand</title>")
        words = [sys.executable, "-c", _SCRIPT.format(static=str(static or folder))]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment, text=True) as process:
            assert process.stdout is not None
            link = re.search(r"127\.0\.0\.1:(\d+)/\?token=(\S+)", process.stdout.readline())
            assert link is not None
            try:
                yield Server(process, int(link[1]), link[2])
            finally:
                process.terminate()
                process.wait(20)


def _text(lines: int) -> str:
    """A text of so many lines that say something each."""
    return "$N = 5\n" + "\n".join(
        [
            f"bigand $i in [1..$N] when $i != {at % 5}: p{at % 40}($i) or not q($i,{at}) end"
            for at in range(lines - 1)
        ]
    )


def serving() -> Iterator[str]:
    """Goals: a page drawn 2 s after the start, 150 MB; in the page, which adds its own, mistakes of 200 lines in
    0.2 s, of 2,000 in 0.5 s, 8 queens in 0.3 s. Doubts (all instances of all rules) come after the mistakes.
    """
    yield _calibration()
    starts = []
    for _ in range(_STARTS):
        began = time.perf_counter()
        with start_server() as server:
            assert b"bigand" in server.get("/")
            starts.append(time.perf_counter() - began)
    yield _row("process start to the page", starts)
    with start_server() as server:
        time.sleep(4)  # its children are warm
        own, children = server.memory()
        yield f"{'memory, idle: the server':<38} {own:>6} MB"
        yield f"{'memory, idle: with its processes':<38} {own + sum(children):>6} MB   {children}"
        for lines in (200, 2000):
            for told, is_doubting in (("mistakes", False), ("and doubts", True)):
                fields = {"source": {"text": _text(lines)}, "suspicions": is_doubting}
                times = _times(lambda fields=fields: server.ask("check", **fields))
                yield _row(f"check of {lines} lines, {told}", times)
        assert server.ask("solve", source={"text": _QUEENS}, true_only=True)["status"] == "sat"
        yield _row("8 queens: solve and draw", _times(lambda: _queens(server)))


def _queens(server: Server) -> None:
    """What the page does at a click: a model with its exhibit, and its picture where there is such a question."""
    (model,) = server.ask("solve", source={"text": _QUEENS}, true_only=True, draw=True)["models"]
    if b'"/api/draw"' in server.get("/api/openapi.json"):
        assert "<svg" in server.ask("draw", exhibit=model["exhibit"], format="svg")["frames"][0]["svg"]


def _calibration() -> str:
    """Seconds of the clock for each second of work, of two processes: 1 if nobody else works."""
    loop = "sum(range(20_000_000))"
    began, before = time.perf_counter(), os.times()
    workers = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(2)]
    for worker in workers:
        worker.wait()
    spent, after = time.perf_counter() - began, os.times()
    work = after.children_user - before.children_user + after.children_system - before.children_system
    return f"{'calibration: clock over work':<38} {2 * spent / work:>6.1f}"


def _times(work: Any) -> list[float]:
    work()
    found = []
    for _ in range(_RUNS):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return found


def _row(title: str, times: list[float]) -> str:
    return f"{title:<38} {1000 * statistics.median(times):>6.0f} ms   best {1000 * min(times):.0f} ms"


# ---------------------------------------------------------------------- in the browser

_WATCH = """
([event, selector, before]) => new Promise((resolve) => {
  let start = performance.now();
  document.addEventListener(event, () => { start = performance.now(); }, { once: true, capture: true });
  const known = new Set(document.querySelectorAll(before));
  new MutationObserver((_changes, observer) => {
    const now = [...document.querySelectorAll(selector)];
    const isOther = now.some((element) => !known.has(element)) || (selector === before && now.length < known.size);
    if (!isOther) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - start));
  }).observe(document.body, { subtree: true, childList: true });
})
"""  # milliseconds from an event to something new (or, of the same, less) on the screen


def page() -> Iterator[str]:
    """Goals: from the process's start to the page on the screen 2 s; a key to its messages 0.2 s with 200 lines and
    0.5 s with 2,000; 8 queens from a click to the picture 0.3 s.
    """
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None or not BUILT.joinpath("index.html").is_file():
        yield "no Chromium, or the page is not built (make studio)"
        return
    yield _calibration()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        starts = []
        for _ in range(_STARTS):
            began = time.perf_counter()
            with start_server(BUILT) as server:
                page = browser.new_page()
                page.goto(server.link)
                page.locator(".cm-content").wait_for()
                drawn = time.perf_counter() - began
                page.locator(".stage svg").wait_for()
                starts.append((drawn, time.perf_counter() - began))
                page.close()
        yield _row("process start to the page drawn", [first for first, _ in starts])
        yield _row("process start to the example solved", [last for _, last in starts])
        with start_server(BUILT) as server:
            page = browser.new_page()
            page.goto(server.link)
            page.locator(".stage svg").wait_for()
            page.wait_for_timeout(3000)
            picture = ["click", ".stage svg", "#panel-picture .stage svg"]
            solved = [_watched(page, picture, lambda: page.locator("#solve").click()) for _ in range(_RUNS)]
            yield _row("8 queens: a click to the picture", solved)
            page.get_by_label("as I type").uncheck()
            for lines in (200, 2000):
                page.locator(".cm-content").click()
                page.keyboard.press("Control+a")
                page.keyboard.insert_text(_text(lines) + "\n")
                page.wait_for_timeout(1000 + 2 * lines)
                message = ["keydown", ".message.error", ".message.error"]
                times = []
                for _ in range(_RUNS):
                    times.append(_watched(page, message, lambda: page.keyboard.press("&")))
                    page.wait_for_timeout(300)
                    times.append(_watched(page, message, lambda: page.keyboard.press("Backspace")))
                    page.wait_for_timeout(500 + lines)
                yield _row(f"a key to its messages, {lines} lines", times)
        browser.close()


def playing() -> Iterator[str]:
    """Goals: from a click to its light 0.1 s on 25×25 and 0.2 s on 50×50; a hint on a hard 14×14 0.3 s; a step of a
    proof, judged, 0.2 s. The engine alone is seen in the tables of Light Up.
    """
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None or not BUILT.joinpath("index.html").is_file():
        yield "no Chromium, or the page is not built (make studio)"
        return
    hard = json.loads((_LIBRARY).read_text(encoding="utf-8"))["hard"][-1]
    with sync_playwright() as playwright, start_server(BUILT) as server:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(server.link)
        page.goto(server.link.split("?")[0] + "?lightup")
        page.locator("#board svg").wait_for()
        for size in (25, 50):
            _paste(page, "\n".join([_row_of_board(size, row) for row in range(size)]))
            light = ["pointerup", '#board use[data-piece="light"]', '#board use[data-piece="light"]']
            places = [place for place in range(size) if _row_of_board(size, place)[place] == "."]  # on the diagonal
            cells = [place * size + place for place in places][: 2 * _RUNS]
            times = [_watched(page, light, partial(_click, page, cell)) for cell in cells]
            yield _row(f"a click to its light, {size}×{size}", times)
        _paste(page, hard)
        hints = []
        site = ["click", '#board use[data-piece="frame-site"]', '#board use[data-piece="frame-site"]']
        for number in range(_RUNS + 1):
            hints.append(_watched(page, site, lambda: page.locator("#hint").click()))
            _click(page, number)  # other marks: the next hint is a first one again
            page.keyboard.press("Control+z")
        yield _row("a hint, hard 14×14", hints[1:])
        page.get_by_role("button", name="Prove").click()
        page.locator(".rule-button").first.wait_for()
        steps = []
        node = ["click", ".tree .node", ".tree .node"]
        for _ in range(_RUNS):
            steps.append(_watched(page, node, page.locator('.rule-button[data-rule="Finish with Empty"]').click))
            page.keyboard.press("Control+z")
            page.wait_for_timeout(300)
        yield _row("a step of a proof, hard 14×14", steps)
        browser.close()


def _row_of_board(size: int, row: int) -> str:
    """A row of a board with some walls, the same each time."""
    return "".join(["#" if (7 * row + 3 * column + row * column) % 11 == 0 else "." for column in range(size)])


def _paste(page: Any, text: str) -> None:
    page.get_by_role("button", name="New").click()
    page.get_by_role("button", name="Paste").click()
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("dialog").wait_for(state="hidden")
    page.wait_for_timeout(500)


def _click(page: Any, cell: int) -> None:
    box = page.locator(f'#board [data-square="{cell}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _watched(page: Any, what: list[str], act: Callable[[], object]) -> float:
    """Seconds from an event to what it changes on the screen."""
    page.evaluate(f"(what) => {{ window.watched = ({_WATCH})(what); }}", what)
    act()
    milliseconds: float = page.evaluate("() => window.watched")
    return milliseconds / 1000


TABLES = {"Studio: the server": serving, "Studio: the page": page, "Studio: playing": playing}
