"""Exercises as a student does them, in a real browser; nothing that comes to the page holds the reference."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route
from tests.apps.studio.test_exercises import COLUMNS, REFERENCE, SKELETON, no_leak, no_secret, write
from tests.studio.opened import NARROW, Open, Studio, expect, opened, unpacked

STATEMENT = """# Rooks <img src=x onerror=alert(1)>

Place *rooks*. <script>alert(2)</script> [bad](javascript:alert(3)) [good](https://example.org)

| `x` | a rook |
|---|---|

1. none attacks another
"""
PROOFS = Path(__file__).parents[1] / "cases" / "lightup" / "proofs"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio with an exercise of each kind."""
    folder = tmp_path_factory.mktemp("exercises")
    write(folder / "rooks", "hint")
    write(folder / "all told", "full")
    (folder / "rooks" / "statement.md").write_text(STATEMENT, encoding="utf-8")
    (folder / "lamps").mkdir()
    (folder / "lamps" / "reference.xml").write_bytes((PROOFS / "proof_048.xml").read_bytes())
    (folder / "lamps" / "skeleton.xml").write_bytes((PROOFS / "proof_048_truncate.xml").read_bytes())
    (folder / "lamps" / "statement.md").write_text("# Lamps\nProve it.", encoding="utf-8")
    studio = Studio("--port", "0", "--exercises", str(folder))
    yield studio
    studio.close()


def at(page: Open, desk: Studio, name: str) -> Page:
    page.page.goto(f"{desk.link}&exercise={name}")
    return page.page


def hand_on(route: Route, heard: list[str]) -> None:
    """Let a request through, and keep what is answered: the page reads it line by line, and then it is gone."""
    response = route.fetch()
    heard.append(response.text())
    route.fulfill(response=response)


def test_a_student_gets_a_hint_and_no_more(browser: Browser, desk: Studio) -> None:
    heard: list[str] = []
    with opened(browser, desk) as open_page:
        open_page.page.route("**/exercises/*", lambda route: hand_on(route, heard))
        page = at(open_page, desk, "rooks")
        task = page.locator(".task")
        expect(task.locator("h2")).to_have_text("Rooks <img src=x onerror=alert(1)>")
        assert task.locator("img, script, a:not([href^='https://example.org'])").count() == 0
        expect(task.locator("td, th").first).to_have_text("x")
        expect(page.locator(".cm-content")).to_contain_text("a rook on each row")
        open_page.write(SKELETON + COLUMNS.replace("$j < $k", "$j < $k and $i > 1"))
        page.locator("#feedback").click()
        expect(page.locator(".feedback")).to_contain_text("Look at line 4")
        no_secret(page.content(), SKELETON + COLUMNS)
        assert page.locator(".feedback svg, .feedback figure").count() == 0
        page.get_by_text("Go to line 4").click()
        expect(page.locator(".cm-activeLine")).to_contain_text("$i > 1")
        open_page.write(SKELETON + COLUMNS)
        expect(page.locator(".task .old")).to_be_visible()
        page.locator("#feedback").click()
        expect(page.locator(".feedback .verdict")).to_have_text("✓ right")
        expect(page.locator(".task")).to_contain_text("on your own machine")
        kept: str = page.evaluate("() => JSON.stringify(localStorage)")
        assert len(heard) >= 3
        for told in [*heard, kept, shared(page), saved(page)]:
            no_leak(told, SKELETON + COLUMNS)
        page.wait_for_function("() => location.hash.length > 9")
        page.reload()
        expect(page.locator(".cm-content")).to_contain_text("not x($j,$i)")  # what was written is there again
        page.get_by_text("Begin anew").click()
        expect(page.locator(".cm-content")).not_to_contain_text("not x($j,$i)")
        page.locator("summary", has_text="Course").click()
        page.locator(".menu a", has_text="Lamps").click()
        expect(page.locator(".task h2")).to_have_text("Lamps")
        assert page.url.endswith("/?exercise=lamps") or "/?exercise=lamps#" in page.url


def shared(page: Page) -> str:
    """What the link holds that the page hands on."""
    page.get_by_role("button", name="Share").click()
    link = page.locator(".dialog input").input_value()
    page.get_by_role("button", name="Close").click()
    assert "/?exercise=rooks#" in link
    return json.dumps(unpacked(link.partition("#")[2]), ensure_ascii=False)


def saved(page: Page) -> str:
    page.locator("summary", has_text="File").click()
    with page.expect_download() as download:
        page.locator(".menu-entry", has_text="Save").click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_all_is_told_where_the_teacher_allows_it_also_on_a_phone(browser: Browser, desk: Studio) -> None:
    with opened(browser, desk, viewport=NARROW, locale="fr-FR", color_scheme="dark") as open_page:
        page = at(open_page, desk, "all%20told")
        expect(page.locator(".task h2")).to_have_text("Tours")
        page.get_by_role("button", name="Vérifier ma réponse").click()
        expect(page.locator(".feedback svg")).to_be_visible()
        expect(page.locator(".feedback")).to_contain_text("Nobody shares a lane")
        width = page.evaluate("() => document.documentElement.scrollWidth")
        assert width <= NARROW["width"]


def test_a_proof_is_begun_and_judged(browser: Browser, desk: Studio) -> None:
    with opened(browser, desk) as open_page:
        page = at(open_page, desk, "lamps")
        expect(page.locator(".task h2")).to_have_text("Lamps")
        page.locator("#feedback").click()
        expect(page.locator(".feedback .verdict")).to_have_text("✗ too loose")
        page.wait_for_function("() => location.hash.length > 9")
        assert "?exercise=lamps" in page.url
        page.reload()
        expect(page.locator(".task h2")).to_have_text("Lamps")


def test_an_exercise_that_is_not_there(browser: Browser, desk: Studio) -> None:
    with opened(browser, desk) as open_page:
        page = at(open_page, desk, "..%2Freference")
        expect(page.locator(".cm-content")).to_be_visible()
        expect(open_page.status()).to_contain_text("there is no exercise")
        assert page.locator(".task").count() == 0
        assert not [line for line in REFERENCE.splitlines() if line in page.content()]
        open_page.wrong = [one for one in open_page.wrong if not re.search("404", one)]
