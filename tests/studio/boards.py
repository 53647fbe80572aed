"""Boards on the pages of puzzles: squares are clicked, and what stands on them is looked at."""

import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page
from tests.studio.opened import PATIENCE

AXE = Path(__file__).parents[2] / "studio/node_modules/axe-core/axe.min.js"


def square(page: Page, cell: int) -> tuple[float, float]:
    """The middle of a square, counted from 0 at the top left."""
    end = time.monotonic() + PATIENCE
    while (box := page.locator(f'#board [data-square="{cell}"]').bounding_box()) is None:
        assert time.monotonic() < end  # a board that is drawn anew is not there for a moment
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, *cells: int, button: str = "left") -> None:
    for cell in cells:
        page.mouse.click(*square(page, cell), button=button)  # type: ignore[arg-type]


def stand(page: Page, name: str, cells: list[int]) -> None:
    """Wait until pieces of this name stand on these cells, and nowhere else."""
    end = time.monotonic() + PATIENCE
    while (found := standing(page, name)) != sorted(cells):
        assert time.monotonic() < end, (found, cells)
        time.sleep(0.02)


def standing(page: Page, name: str) -> list[int]:
    """The cells on which pieces of this name stand."""
    uses = page.locator(f'#board use[data-piece="{name}"]')
    return sorted(map(int, uses.evaluate_all("(uses) => uses.map((use) => use.dataset.cell)")))


def answer(page: Page) -> Locator:
    return page.locator(".answer").first


def kept(page: Page, name: str) -> None:
    """Wait until the page of a puzzle has written what it is about, which it does 0.3 s after the last change."""
    page.evaluate("() => new Promise((done) => setTimeout(done, 310))")  # timers come in the order of their times
    page.wait_for_function(
        "(name) => JSON.parse(localStorage.getItem(name) ?? 'null')?.link === location.hash.slice(1)",
        arg=f"bigand.{name}",
    )


def axe() -> str:
    """The script that looks for faults; it comes with what the page is built with."""
    if not AXE.is_file():
        pytest.skip("axe is not installed, which needs Node: `make studio`")
    return AXE.read_text(encoding="utf-8")


def serious_faults(page: Page) -> list[Any]:
    """What axe has to say against the page as it is, if that is serious; in the dark only of its colours."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe())
    faults = page.evaluate("async () => (await axe.run()).violations")
    page.emulate_media(color_scheme="dark")
    faults += page.evaluate("async () => (await axe.run({ runOnly: ['color-contrast'] })).violations")
    page.emulate_media(color_scheme="light")
    return [
        (fault["id"], [node["html"][:200] for node in fault["nodes"]])
        for fault in faults
        if fault["impact"] in ("serious", "critical")
    ]
