"""The pages that we write, clicked through in a browser."""

import json

import pytest
from playwright.sync_api import Browser, Page
from tests.apps.browser import Opened
from tests.apps.here import Here
from tests.puzzles.lightup.boards import collection

HARD = collection("7x7", "hard")[2]


def marks(page: Page) -> tuple[int, int, int]:
    """How many bulbs, dots and lit cells the page shows."""
    bulbs = page.locator("#marks [data-state=bulb]").count()
    dots = page.locator("#marks [data-state=dot]").count()
    return bulbs, dots, page.locator("[id^=board-cell-][fill='#fff2a8']").count()


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.slow)])
def test_an_explanation_is_clicked_through(here: Here, browser: Browser, language: str) -> None:
    assert here("--lang", language, "lightup", "explain", HARD, "--html", "page.html").code == 0
    told = json.loads(here("--lang", language, "lightup", "explain", HARD, "--json").out)
    steps = told["steps"]
    opened = Opened(browser, here.folder / "page.html")
    page = opened.page
    assert page.locator("html").get_attribute("lang") == language
    assert marks(page) == (0, 0, 0)
    assert not page.locator("#legend").is_visible()
    assert page.locator("#previous").is_disabled()
    for number, step in enumerate(steps, 1):
        page.click("#next")
        assert page.locator("#where").inner_text() == f"{number} / {len(steps)}"
        assert step["sentence"] in page.locator("#said").inner_text()
        assert page.locator("#overlay > *").count() > 0
        assert page.locator("#legend li:visible").count() > 0
        assert page.locator("[aria-current=step]").get_attribute("data-go") == str(number)
    assert page.locator("#next").is_disabled()
    solution = "".join(told["solution"])
    lit = sum(cell in "L.x" for cell in solution)
    assert (marks(page)[0], marks(page)[2]) == (solution.count("L"), lit)
    opened.close()


def test_keys_slider_list_and_address_lead_to_steps(here: Here, browser: Browser) -> None:
    here("lightup", "explain", HARD, "--html", "page.html")
    count = len(json.loads(here("lightup", "explain", HARD, "--json").out)["steps"])
    opened = Opened(browser, here.folder / "page.html")
    page = opened.page

    def where() -> str:
        return page.locator("#where").inner_text().split(" / ")[0]

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert where() == "2"
    after_two = marks(page)
    page.keyboard.press("ArrowLeft")
    assert where() == "1"
    page.keyboard.press("End")
    assert where() == str(count)
    page.keyboard.press("Home")
    assert (where(), marks(page)) == ("0", (0, 0, 0))
    page.click("[data-go='2']")
    assert (where(), marks(page)) == ("2", after_two)
    page.locator("#range").fill("1")
    assert where() == "1"
    page.goto(page.url.split("#")[0] + "#2")
    page.reload()
    assert (where(), marks(page)) == ("2", after_two)
    opened.close()


def test_an_explanation_can_be_read_without_scripts(here: Here, browser: Browser) -> None:
    here("lightup", "explain", HARD, "--html", "page.html")
    told = json.loads(here("lightup", "explain", HARD, "--json").out)
    opened = Opened(browser, here.folder / "page.html", scripts=False)
    text = opened.page.locator("ol.steps").inner_text()
    assert all(step["sentence"] in text for step in told["steps"])
    opened.close()


def test_a_page_fits_a_telephone(here: Here, browser: Browser) -> None:
    here("lightup", "explain", collection("14x14", "hard")[0], "--html", "page.html")
    opened = Opened(browser, here.folder / "page.html")
    opened.page.set_viewport_size({"width": 360, "height": 640})
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
    opened.close()


def test_a_film_plays(here: Here, browser: Browser) -> None:
    level = here.write("level.txt", "aabb\nbbaa\n----\n----\n")
    assert here("watersort", "solve", level, "--html", "film.html").code == 0
    opened = Opened(browser, here.folder / "film.html")
    page = opened.page
    frames = page.locator(".frame").count()
    assert frames > 2
    assert page.locator(".frame:visible").count() == 1
    page.click("#forward")
    assert page.locator("#frame-1").is_visible()
    page.keyboard.press("End")
    assert page.locator(f"#frame-{frames - 1}").is_visible()
    page.keyboard.press("Home")
    page.clock.install()
    page.click("#play")
    page.clock.run_for(60_000)
    assert page.locator(f"#frame-{frames - 1}").is_visible()
    assert page.locator(".frame:visible").count() == 1
    opened.close()
