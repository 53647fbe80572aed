"""Scenes of the pages of puzzles, for pictures: by ids and places, so that they are the same in any language."""

from collections.abc import Callable

from playwright.sync_api import Page
from tests.studio.boards import click
from tests.studio.opened import Open, expect

from bigand import lightup

BOARD = "7x7:bBe2c1g0g2g1c3eBb"
CASE = "5x5:d10d2cBd0Bd"
REGIONS = "aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"
Scene = Callable[[Open], None]


def opened_board(page: Page, text: str) -> None:
    page.locator(".head > .button.primary").click()
    page.locator(".new-board .modes button").nth(1).click()
    page.locator("textarea").fill(text)
    page.locator(".paste button[type=submit]").click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def on_board(act: Callable[[Page], None], text: str = BOARD) -> Scene:
    """Something on a board of Light Up."""

    def scene(open_page: Open) -> None:
        page = open_page.visit("lightup").page
        expect(page.locator("#board svg")).to_be_visible()
        opened_board(page, text)
        act(page)
        page.wait_for_timeout(1000)

    return scene


def mode(number: int) -> Callable[[Page], None]:
    return lambda page: page.locator(".head .modes button").nth(number).click()


def played(page: Page) -> None:
    click(page, 1, 11, 3)
    click(page, 14, button="right")


def paused(page: Page) -> None:
    click(page, 1)
    page.locator(".timer .button").click()


def next_step(page: Page) -> None:
    for _ in range(4):
        page.locator("#next-step").click()
        page.wait_for_timeout(500)


def solved(page: Page) -> None:
    solution = lightup.Board(BOARD).solve()
    assert solution is not None
    click(page, *[row * 7 + column for row, column in solution.bulbs])


def supposing(page: Page) -> None:
    click(page, 1)
    page.locator(".play-right .bar .button").nth(5).click()
    click(page, 11, 21)


def case(page: Page) -> None:
    mode(1)(page)
    page.locator(".steps-list button").nth(4).click()


def refused(page: Page) -> None:
    mode(2)(page)
    expect(page.locator(".rule-button").first).to_be_visible()
    click(page, 20)
    page.keyboard.press("4")
    page.wait_for_timeout(800)
    click(page, 0)
    page.keyboard.press("5")


def cases(page: Page) -> None:
    mode(2)(page)
    expect(page.locator(".rule-button").first).to_be_visible()
    click(page, 8)
    page.keyboard.press("b")


EXERCISE = """{"exercise": "lightup.proof", "title": "The corner of the 0",
"statement": "Show that no bulb stands beside the 0, by these rules only.",
"board": ["0.1..", ".....", "..2..", ".....", "...1."],
"rules": ["Finish with Empty", "Must Light", "Empty Cells in Light"],
"goal": {"aim": "PROVE_CELL_MUST_BE", "marks": {"dots": [[1, 2]]}, "assumes_solution": true}}"""


def exercise(page: Page) -> None:
    expect(page.locator(".rule-button").first).to_be_visible()


def exercise_made(page: Page) -> None:
    exercise(page)
    page.locator(".prove summary").click()
    page.locator(".menu-entry").locator("visible=true").last.click()
    expect(page.locator(".allowed label").first).to_be_visible()


def drawn(page: Page) -> None:
    mode(3)(page)
    page.locator(".pen").last.click()
    click(page, 8, 12, 20)


def dialog(number: int) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.locator(".head > .button.primary").click()
        page.locator(".new-board .modes button").nth(number).click()

    return act


def keys(page: Page) -> None:
    page.locator(".head-end .button").last.click()


def queens(*cells: int, size: int = 8) -> Scene:
    def scene(open_page: Open) -> None:
        page = open_page.visit("queens").page
        page.locator('.head input[type="number"]').fill(str(size))
        page.keyboard.press("Enter")
        expect(page.locator("#board [data-square]")).to_have_count(size * size)
        click(page, *cells)
        page.wait_for_timeout(1500)
        if not cells:
            page.locator(".play-right .button.primary").click()
        page.wait_for_timeout(1500)

    return scene


def regions(act: Callable[[Page], None]) -> Scene:
    def scene(open_page: Open) -> None:
        page = open_page.visit("queens").page
        expect(page.locator("#board svg")).to_be_visible()
        page.locator(".modes button").nth(1).click()
        expect(page.locator("#board [data-tint]").first).to_be_visible()
        act(page)
        page.wait_for_timeout(1200)

    return scene


def why_not(page: Page) -> None:
    page.locator(".play-right .bar .button").nth(2).click()
    click(page, 0)


def region_drawn(page: Page) -> None:
    page.locator(".head > .button.primary").click()
    page.locator('dialog input[type="number"]').fill("6")
    page.keyboard.press("Tab")
    page.locator("dialog .bar").last.locator(".button").last.click()


def water(act: Callable[[Page], None]) -> Scene:
    def scene(open_page: Open) -> None:
        page = open_page.visit("watersort").page
        expect(page.locator(".tube").first).to_be_visible()
        act(page)
        page.wait_for_timeout(1200)

    return scene


def lost(page: Page) -> None:
    page.locator(".head > .button.primary").click()
    page.locator("dialog textarea").fill(
        "red green red pink\nblue blue red green\nblue green pink red\npink pink green blue\n-"
    )
    page.locator("dialog button[type=submit]").last.click()
    expect(page.locator("dialog")).to_be_hidden()
    page.locator(".play-right .bar .button").nth(1).click()


def many(page: Page) -> None:
    page.locator(".head > .button.primary").click()
    page.locator('dialog input[type="number"]').first.fill("12")
    page.keyboard.press("Tab")
    page.locator("dialog .button.primary").first.click()
    expect(page.locator(".tube")).to_have_count(14)


def least(page: Page) -> None:
    page.locator(".play-right .bar").nth(2).locator(".button").first.click()
    expect(page.locator(".film-of-plan svg").first).to_be_visible()
    for _ in range(3):
        page.locator(".film-of-plan .button").nth(3).click()
    page.locator("#hint").click()


SCENES: dict[str, Scene] = {
    "play": on_board(played),
    "play-paused": on_board(paused),
    "play-hint": on_board(next_step),
    "play-solved": on_board(solved),
    "play-supposing": on_board(supposing),
    "play-explain": on_board(case, CASE),
    "play-prove": on_board(refused),
    "play-cases": on_board(cases),
    "play-exercise": on_board(exercise, EXERCISE),
    "play-exercise-new": on_board(exercise_made, EXERCISE),
    "play-draw": on_board(drawn),
    "play-new": on_board(dialog(0)),
    "play-paste": on_board(dialog(1)),
    "play-library": on_board(dialog(2)),
    "play-keys": on_board(keys),
    "queens": queens(56, 33),
    "queens-32": queens(size=32),
    "regions": regions(lambda page: click(page, 1, 9)),
    "regions-why": regions(why_not),
    "regions-draw": regions(region_drawn),
    "water": water(lambda page: page.locator(".tube").first.click()),
    "water-least": water(least),
    "water-dead": water(lost),
    "water-many": water(many),
    "water-new": water(lambda page: page.locator(".head > .button.primary").click()),
}
FRENCH = {
    "play-hint",
    "play-explain",
    "play-prove",
    "play-exercise-new",
    "play-draw",
    "play-new",
    "queens",
    "regions-why",
    "water-least",
}
LARGE = {"play-hint", "play-prove", "queens", "water"}
