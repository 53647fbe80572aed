"""Boards on the pages of puzzles: squares are clicked, and what stands on them is looked at."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

AXE = Path(__file__).parents[2] / "studio/node_modules/axe-core/axe.min.js"


def square(page: Page, cell: int) -> tuple[float, float]:
    """The middle of a square, counted from 0 at the top left."""
    box = None
    while box is None:  # a board that is drawn anew is not there for a moment
        box = page.locator(f'#board [data-square="{cell}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, *cells: int, button: str = "left") -> None:
    for cell in cells:
        page.mouse.click(*square(page, cell), button=button)  # type: ignore[arg-type]


def stand(page: Page, name: str, cells: list[int]) -> None:
    """Wait until pieces of this name stand on these cells, and nowhere else."""
    uses = page.locator(f'#board use[data-piece="{name}"]')
    expect(uses).to_have_count(len(cells))
    found: list[str] = uses.evaluate_all("(uses) => uses.map((use) => use.dataset.cell)")
    assert sorted(map(int, found)) == sorted(cells)


def answer(page: Page) -> Locator:
    return page.locator(".answer").first


def kept(page: Page) -> None:
    page.wait_for_timeout(450)  # what is on the page is written 0.3 s after the last change


def packed(value: object) -> str:
    """What stands after the `#` of a link that holds this."""
    stream = zlib.compressobj(wbits=-15)
    content = stream.compress(json.dumps(value).encode()) + stream.flush()
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def serious_faults(page: Page) -> list[Any]:
    """What axe has to say against the page as it is, if that is serious; in the dark only of its colours."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    faults = page.evaluate("async () => (await axe.run()).violations")
    page.emulate_media(color_scheme="dark")
    faults += page.evaluate("async () => (await axe.run({ runOnly: ['color-contrast'] })).violations")
    page.emulate_media(color_scheme="light")
    return [
        (fault["id"], [node["html"][:200] for node in fault["nodes"]])
        for fault in faults
        if fault["impact"] in ("serious", "critical")
    ]
