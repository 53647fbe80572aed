"""The pages of queens and of Water Sort as people use them, in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, Page
from tests.studio.boards import answer, click, stand
from tests.studio.opened import NARROW, Studio, expect, opened, packed

from bigand import watersort

REGIONS = "aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"
STARS = [1, 9, 17, 20, 28, 30]  # cells from 0 at the top left
LEVEL = "red blue red blue\nblue red blue red\n-\n-"
TRAP = "green red blue\nblue red red\ngreen blue green\n-"  # after the pour from 1 to 4 it is lost (by brute force)
LOST = "red green red pink\nblue blue red green\nblue green pink red\npink pink green blue\n-"


def name(square: str, size: int = 8) -> int:
    """The number of a square of a chess board, whose first row is below."""
    return (size - int(square[1:])) * size + ord(square[0]) - ord("a")


# ---------------------------------------------------------------------- queens


def test_queens_are_completed_and_refused_with_a_reason(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("queens").page
        expect(answer(page)).to_contain_text("Ways to go on: 92")
        click(page, name("a1"))
        stand(page, "dot:attacked", [*[name(f"a{row}") for row in range(2, 9)],
            *[name(f"{column}1") for column in "bcdefgh"],
            *[name(f"{column}{row}") for column, row in zip("bcdefgh", range(2, 9), strict=True)]])  # fmt: skip
        expect(answer(page)).to_contain_text("Ways to go on: 4")
        click(page, name("b2"))
        expect(answer(page)).to_contain_text("a1 and b2 attack each other")
        page.get_by_role("button", name="Undo").click()
        click(page, name("b3"))
        expect(answer(page)).to_contain_text("the queen on a1, the queen on b3")  # no attack, and still impossible
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Show a completion").click()
        expect(page.locator('#board use[data-piece="queen:shown"]')).to_have_count(7)
        page.get_by_role("button", name="Show a completion").click()
        expect(answer(page)).to_contain_text("Completion 2")
        shown = page.locator('#board use[data-piece="queen:shown"]')
        click(page, *[int(cell) for cell in shown.evaluate_all("(uses) => uses.map((use) => use.dataset.cell)")])
        expect(answer(page)).to_contain_text("All queens stand, and none attacks another.")
        for _ in range(7):
            page.keyboard.press("Control+z")
        stand(page, "queen", [name("a1")])
        click(page, name("e8"), button="right")
        stand(page, "cross", [name("e8")])
        page.get_by_role("button", name="Why not here?").click()
        click(page, name("c2"))
        expect(answer(page)).to_contain_text("cannot all stay")
        page.get_by_role("spinbutton", name="Queens").fill("12")
        page.get_by_role("spinbutton", name="Queens").press("Enter")
        expect(page.locator("#board [data-square]")).to_have_count(144)
        click(page, 0)
        expect(answer(page)).to_contain_text("This can be completed")
        page.reload()
        stand(page, "queen", [0])
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_label("Link")).to_have_value(re.compile("#.+"))
        link = page.get_by_label("Link").input_value().partition("#")[2]
    with opened(browser, studio, locale="fr-FR") as other:
        page = other.visit("queens", link).page
        stand(page, "queen", [0])
        expect(page.get_by_role("button", name="Pourquoi pas ici ?")).to_be_visible()


@pytest.mark.parametrize(
    ("page_name", "links"),
    [
        (
            "queens",
            [
                ({"game": "chess", "size": 8, "regions": "", "marks": "*" * 9}, "do not fit"),
                ({"game": "chess", "size": 0, "regions": "", "marks": ""}, ""),
                ({"game": "regions", "size": 2, "regions": "aab", "marks": ""}, ""),
                ({"game": "regions", "size": 2, "regions": "<b>" * 3, "marks": ""}, ""),
                ({"game": "go"}, "cannot be read"),
                ([], "cannot be read"),
            ],
        ),
        (
            "watersort",
            [
                ({"level": LEVEL, "moves": ["1>2"]}, "tube 2 is full"),
                ({"level": LEVEL, "moves": ["9>9"]}, ""),
                ({"level": "red red\nblue", "moves": []}, ""),
                ({"level": 5, "moves": "x"}, "cannot be read"),
            ],
        ),
    ],
)
def test_links_that_make_no_sense_lose_nothing(
    browser: Browser, studio: Studio, page_name: str, links: list[tuple[object, str]]
) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit(page_name).page
        if page_name == "queens":
            click(page, 0)
            stand(page, "queen", [0])
        else:
            page.locator(".tube").nth(0).click()
            page.locator(".tube").last.click()
            expect(page.locator(".timer")).to_have_text("Moves: 1")
        for number, (value, told) in enumerate(links):
            if number == 0:  # the page begins with it
                page.goto("about:blank")
                open_page.visit(page_name, packed(value))
            else:
                page.evaluate("(link) => { location.hash = link; }", packed(value))
            expect(page.locator(".answer.bad").first).to_contain_text(told)
            if page_name == "queens":
                stand(page, "queen", [0])
                click(page, 63, button="right")  # so that something else is told
            else:
                expect(page.locator(".timer")).to_have_text("Moves: 1")
                page.locator(".tube").nth(0).click(click_count=2)
            expect(page.locator(".answer.bad")).to_have_count(0)


def test_a_board_of_regions_is_entered_proved_unique_and_played(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("queens").page
        page.get_by_role("button", name="Regions").click()
        page.get_by_role("button", name="New").click()
        page.get_by_role("textbox").fill("aab/abb")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.get_by_role("alert")).to_be_visible()
        page.get_by_role("textbox").fill(REGIONS)
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        page.get_by_role("button", name="Exactly one solution?").click()
        expect(answer(page)).to_contain_text("Exactly one solution.")
        page.get_by_role("button", name="Why not here?").click()
        click(page, 0)
        expect(answer(page)).to_contain_text("No star can stand here")
        expect(answer(page).locator("li")).not_to_have_count(0)
        click(page, 0, 1)
        expect(answer(page)).to_contain_text("touch")
        page.get_by_role("button", name="Start again").click()
        click(page, *STARS)
        expect(answer(page)).to_contain_text("This is solved.")
        # Drawing: one cell of another region, and there are several pieces or solutions.
        page.get_by_role("button", name="New").click()
        page.get_by_role("spinbutton", name="Rows").fill("6")
        page.get_by_role("dialog").get_by_role("button", name="Draw").click()
        page.get_by_role("button", name="region a", exact=True).click()
        click(page, 35)
        expect(answer(page)).to_contain_text("region a is in several pieces")
        page.keyboard.press("Control+z")
        expect(answer(page)).to_contain_text("Exactly one solution.")
        page.get_by_role("button", name="Redo").click()
        expect(answer(page)).to_contain_text("region a is in several pieces")


# ---------------------------------------------------------------------- Water Sort


def level(page: Page, text: str) -> None:
    page.get_by_role("button", name="New").click()
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_water_sort_is_won_by_clicks_drags_and_keys(browser: Browser, studio: Studio) -> None:
    plan = watersort.Level(LEVEL).solve().plan
    assert plan is not None
    with opened(browser, studio) as open_page:
        page = open_page.visit("watersort").page
        level(page, LEVEL)
        tubes = page.locator(".tube")
        tubes.nth(0).click()
        tubes.nth(1).click()
        expect(answer(page)).to_contain_text("tube 2 is full")
        for number, move in enumerate(plan):
            ends = (move.source, move.target)
            before = tubes.nth(move.source).inner_text()
            if number == 0:
                tubes.nth(ends[0]).drag_to(tubes.nth(ends[1]))
            elif number == 1:
                for end in ends:
                    page.keyboard.press(str(end + 1))
            else:
                for end in ends:
                    tubes.nth(end).click()
            expect(page.locator(".timer")).to_have_text(f"Moves: {number + 1}")
            expect(tubes.nth(move.source)).not_to_have_text(before)  # it is poured
        expect(answer(page)).to_contain_text(f"Sorted. Moves: {len(plan)}")
        page.get_by_role("button", name="Start again").click()
        page.get_by_role("button", name="Hint").click()
        expect(answer(page)).to_contain_text(f"then {len(plan) - 1} moves to go")
        page.get_by_role("button", name="Can it still be won?").click()
        expect(answer(page)).to_contain_text("Yes")
        page.get_by_role("button", name="The least solution").click()
        page.get_by_role("button", name="To the end").click()
        expect(page.locator(".film-of-plan")).to_contain_text(f"{len(plan)}")
        tubes.nth(0).click()
        tubes.nth(2).click()
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_label("Link")).to_have_value(re.compile("#.+"))
        link = page.get_by_label("Link").input_value()
    with opened(browser, studio, viewport=NARROW, has_touch=True) as other:
        page = other.visit("watersort", link.partition("#")[2]).page
        expect(page.locator(".timer")).to_have_text("Moves: 1")
        page.get_by_role("button", name="Français").click()
        expect(page.get_by_role("button", name="Peut-on encore gagner ?")).to_be_visible()
        page.evaluate("(link) => { location.hash = link; }", link.partition("#")[2][:20])
        expect(page.locator(".timer")).to_have_text("Coups : 1")


def test_a_dead_position_is_recognised_and_levels_are_made(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("watersort").page
        level(page, LOST)
        page.get_by_role("button", name="Can it still be won?").click()
        expect(answer(page)).to_contain_text("No: this level cannot be won")
        level(page, TRAP)
        page.get_by_role("button", name="Can it still be won?").click()
        expect(answer(page)).to_contain_text("Yes")
        page.locator(".tube").nth(0).click()
        page.locator(".tube").nth(3).click()
        expect(page.locator(".timer")).to_have_text("Moves: 1")
        page.get_by_role("button", name="Can it still be won?").click()
        expect(answer(page)).to_contain_text("No: from here it cannot be won")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".answer.bad")).to_be_visible()
        page.get_by_role("button", name="New").click()
        page.get_by_role("spinbutton", name="Colours").fill("4")
        page.keyboard.press("Tab")
        page.get_by_role("combobox", name="Level").select_option("easy")
        page.get_by_role("button", name="Make", exact=True).click()
        expect(page.locator(".tube")).to_have_count(6)
        page.get_by_role("button", name="New").click()
        page.get_by_role("textbox").fill("red red\nblue")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("red")
