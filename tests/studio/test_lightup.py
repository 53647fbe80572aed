"""The Light Up page as people use it, in a real browser: boards are got, played, explained, drawn, and proved."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.studio.boards import answer, click, kept, serious_faults, square, stand
from tests.studio.opened import NARROW, Studio, opened

from bigand import lightup

ROOT = Path(__file__).parents[2]
BOARD = "5x5:d10d2cBd0Bd"  # it needs a case
CASES = ".2../...1/...."  # after the cases of the clue in its first row direct rules and contradictions are enough
PROOFS = ROOT / "tests/cases/lightup/proofs"


def paste(page: Page, text: str) -> None:
    page.get_by_role("button", name="New").click()
    page.get_by_role("button", name="Paste").click()
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def pasted(page: Page, text: str) -> None:
    paste(page, text)
    expect(page.get_by_role("dialog")).to_be_hidden()


def bulbs_of(text: str) -> list[int]:
    solution = lightup.Board(text).solve()
    assert solution is not None
    return [row * solution.width + column for row, column in solution.bulbs]


def mode(page: Page, name: str) -> None:
    page.locator(".modes").get_by_role("button", name=name).click()


# ---------------------------------------------------------------------- playing


def test_a_pasted_board_is_played_to_the_end_by_mouse_and_by_keys(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, BOARD)
        bulbs = bulbs_of(BOARD)
        click(page, bulbs[0])
        board = lightup.Board(BOARD).marked([divmod(bulbs[0], 5)])
        lit = [cell for cell, is_lit in enumerate(board.light().flatten().tolist()) if is_lit]
        stand(page, "light", lit)  # at once, by the rays of the answer
        click(page, bulbs[0])
        stand(page, "dot", [bulbs[0]])
        stand(page, "light", [])
        click(page, bulbs[0])
        stand(page, "dot", [])
        page.mouse.move(*square(page, 0))
        page.mouse.down()
        page.mouse.move(*square(page, 3), steps=6)
        page.mouse.up()
        stand(page, "dot", [0, 1, 2, 3])
        page.keyboard.press("Control+z")
        stand(page, "dot", [])
        click(page, *bulbs)
        expect(answer(page)).to_have_text("Solved.")
        page.locator("summary", has_text="More").click()
        page.get_by_role("button", name="Start again").click()
        page.locator("#board").focus()
        at = bulbs[-1]  # the cursor is where the last click was
        for bulb in bulbs:
            down, right = bulb // 5 - at // 5, bulb % 5 - at % 5
            for key, count in (("Down", down), ("Up", -down), ("Right", right), ("Left", -right)):
                for _ in range(count):
                    page.keyboard.press(f"Arrow{key}")
            page.keyboard.press("Space")
            at = bulb
        expect(answer(page)).to_have_text("Solved.")
        stand(page, "bulb", sorted(bulbs))


def test_it_is_played_by_touch(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio, viewport=NARROW, has_touch=True) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, BOARD)
        for bulb in bulbs_of(BOARD):
            page.touchscreen.tap(*square(page, bulb))
        expect(answer(page)).to_have_text("Solved.")
        touch = page.context.new_cdp_session(page)
        x, y = square(page, 0)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(600)  # a long press
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        stand(page, "dot", [0])
        fingers = [[{"x": x + 100 - far, "y": y + 60}, {"x": x + 100 + far, "y": y + 60}] for far in (20, 40, 80)]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers[0]})
        for points in fingers[1:]:
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".zoom.is-near")).to_be_visible()
        stand(page, "dot", [0])  # two fingers mark nothing


def test_a_mistake_is_found_and_the_next_step_is_shown(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, BOARD)
        click(page, 0)
        page.get_by_role("button", name="Right so far?").click()
        expect(answer(page)).to_contain_text("No: something here is wrong")
        page.locator("#hint").click()
        expect(answer(page)).to_contain_text("row 1")
        page.locator("#hint").click()
        expect(answer(page)).to_contain_text("r1c1")
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Right so far?").click()
        expect(answer(page)).to_contain_text("Yes")
        page.locator("#next-step").click()
        expect(answer(page)).to_contain_text("No bulb stands beside the clue 0")
        assert page.locator('#board .overlay [data-state="new"]').count() == 2
        # Mistakes at once, when asked for, never.
        first, other = 2, 3
        click(page, first, other)
        expect(page.locator('#board use[data-piece="frame-pointed"]')).to_have_count(2)
        page.get_by_label("Mistakes").select_option("never")
        expect(page.locator('#board use[data-piece="frame-pointed"]')).to_have_count(0)
        page.get_by_label("Mistakes").select_option("on_demand")
        page.get_by_role("button", name="Show mistakes").click()
        expect(answer(page)).to_contain_text("sees another")
        # What if: kept or dropped.
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="What if").click()
        click(page, 7)
        stand(page, "ghost-bulb", [7])
        page.get_by_role("button", name="Drop").click()
        stand(page, "ghost-bulb", [])
        stand(page, "bulb", [first])


def test_all_is_explained_step_by_step(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, BOARD)
        mode(page, "Explain")
        steps = page.locator(".steps-list button")
        explained = lightup.Board(BOARD).explain()
        expect(steps).to_have_count(len(explained.steps))
        case = next(number for number, step in enumerate(explained.steps) if step.technique.value == "case")
        steps.nth(case).click()
        expect(page.locator(".argument li .svg svg")).not_to_have_count(0)  # the argument, as boards
        expect(page.locator(".argument")).to_contain_text("Suppose")
        expect(page.locator('#board .overlay [data-state="supposed"]')).not_to_have_count(0)
        for _ in explained.steps:
            page.keyboard.press("ArrowRight")
        stand(page, "bulb", sorted(bulbs_of(BOARD)))


def test_a_board_is_drawn_until_it_is_unique(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        page.get_by_role("button", name="New").click()
        page.get_by_role("dialog").get_by_role("button", name="Draw").click()
        page.get_by_role("button", name="An empty board").click()
        expect(page.locator('#board [data-square][data-state="wall"]')).to_have_count(0)
        page.get_by_label("Rows", exact=True).fill("2")
        page.get_by_label("Rows", exact=True).press("Enter")
        expect(page.locator("#board [data-square]")).to_have_count(14)
        page.get_by_label("Columns", exact=True).fill("2")
        page.get_by_label("Columns", exact=True).press("Enter")
        expect(page.locator("#board [data-square]")).to_have_count(4)
        expect(answer(page)).to_contain_text("Several solutions")
        expect(page.locator(".side-by-side svg")).to_have_count(2)
        page.get_by_role("button", name="draw 1").click()
        click(page, 0)
        expect(answer(page)).to_contain_text("No solution")
        page.locator("#board").focus()
        page.keyboard.press("0")
        expect(answer(page)).to_contain_text("Exactly one solution")
        page.get_by_role("button", name="Play it").click()
        click(page, 3)
        expect(answer(page)).to_have_text("Solved.")


@pytest.mark.parametrize("level", ["easy", "tricky", "hard", "expert"])
def test_a_board_of_each_level_is_made(browser: Browser, studio: Studio, level: str) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        page.get_by_role("button", name="New").click()
        page.get_by_label("Level").select_option(level)
        page.get_by_label("Seed").fill("a")
        page.get_by_role("button", name="Make", exact=True).click()
        expect(answer(page)).to_contain_text(f"A new board: {level}", timeout=90_000)
        page.locator("summary", has_text="More").click()
        page.get_by_role("button", name="How hard is it?").click()
        expect(answer(page)).to_contain_text(f"Level: {level}")


def test_the_library_has_the_levels_that_it_says() -> None:
    library = json.loads((ROOT / "studio/src/lightup/library.json").read_text(encoding="utf-8"))
    for level, boards in library.items():
        for board in boards[:4]:
            rating = lightup.Board(board).rate()
            assert rating is not None
            assert rating.level.word == level


# ---------------------------------------------------------------------- proving


def rule(page: Page, name: str) -> Locator:
    return page.locator(f'.rule-button[data-rule="{name}"]')


def test_a_proof_with_cases_is_made_by_clicks_and_accepted(
    browser: Browser, studio: Studio, tmp_path: Path
) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, CASES)
        mode(page, "Prove")
        expect(rule(page, "Must Light")).to_be_enabled()
        click(page, 11)
        rule(page, "Must Light").click()  # it does not follow
        expect(page.locator(".trouble")).to_contain_text("does not follow by this rule")
        expect(page.locator(".trouble svg")).to_be_visible()  # a solution that it would rule out
        page.get_by_role("button", name="Clear my marks").click()
        click(page, 1)
        rule(page, "Satisfy Number").click()
        expect(page.locator(".tree .case")).to_have_count(3)
        for case in range(3):
            page.locator(".tree .case > .node .node-button").nth(case).click()
            for _ in range(12):
                if page.locator(".tree .node.open [aria-current]").count() == 0:
                    break
                page.get_by_role("button", name="Which rule gives this?").click()
                suggested = page.locator(".rule-button.is-suggested").first
                suggested.click()
                expect(page.locator(".rule-button.is-suggested")).to_have_count(0)
                page.wait_for_timeout(150)
        expect(answer(page)).to_contain_text("Accepted")
        page.locator("summary", has_text="More").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a file of LEGUP").click()
        file = tmp_path / "proof.xml"
        download.value.save_as(file)
        done = subprocess.run(
            [sys.executable, "-m", "bigand", "--lang", "en", "lightup", "check-proof", str(file)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        page.locator("summary", has_text="More").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a page to read").click()
        assert "<svg" in download.value.path().read_text(encoding="utf-8")
        kept(page)
        page.reload()
        expect(answer(page)).to_contain_text("Accepted")
        page.keyboard.press("Control+z")
        expect(answer(page)).not_to_contain_text("Accepted")


def test_an_exercise_allows_three_rules_by_its_link(browser: Browser, studio: Studio) -> None:
    allowed = ("Finish with Empty", "Must Light", "Empty Cells in Light")
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, "0./..")
        mode(page, "Prove")
        page.locator("summary", has_text="More").click()
        page.get_by_role("button", name="Make an exercise").click()
        boxes = page.locator(".allowed label")
        expect(boxes).to_have_count(11)
        for number in range(11):
            if boxes.nth(number).inner_text().strip() not in allowed:
                boxes.nth(number).locator("input").uncheck()
        page.get_by_role("button", name="Link").click()
        expect(page.get_by_label("Link")).to_have_value(re.compile(r"#.+"))
        link = page.get_by_label("Link").input_value()
    with opened(browser, studio) as other:
        page = other.visit("lightup", link.partition("#")[2]).page
        expect(answer(page)).to_contain_text("exercise, rules: 3")
        expect(rule(page, "Satisfy Number")).to_be_disabled()
        rule(page, "Finish with Empty").click()
        expect(page.locator(".tree .node")).to_have_count(2)
        rule(page, "Must Light").click()
        expect(answer(page)).to_contain_text("Accepted")


def test_a_file_of_legup_is_imported_and_finished(browser: Browser, studio: Studio) -> None:
    """A right one is accepted, and again when its last step is made anew; a wrong step stays, marked."""
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        expect(page.locator("#board svg")).to_be_visible()
        pasted(page, (PROOFS / "proof_048.xml").read_text(encoding="utf-8"))
        expect(answer(page)).to_contain_text("Accepted")
        kept(page)
        page.reload()
        expect(answer(page)).to_contain_text("Accepted")
        last = page.locator(".tree .node.solved .node-button").first
        last.click()
        page.get_by_role("button", name="Leave out this step").click()
        expect(answer(page)).not_to_contain_text("Accepted")
        for _ in range(12):
            if "Accepted" in answer(page).inner_text():
                break
            page.locator(".tree .node.open .node-button").first.click()
            page.get_by_role("button", name="Which rule gives this?").click()
            page.locator(".rule-button.is-suggested").first.click()
            page.wait_for_timeout(300)
        expect(answer(page)).to_contain_text("Accepted")
        pasted(page, (PROOFS / "proof_048_flip.xml").read_text(encoding="utf-8"))
        expect(answer(page)).to_contain_text("wrong steps: 2")
        page.locator(".tree .node.is-wrong .node-button").first.click()
        expect(page.locator(".trouble")).to_contain_text("does not follow by this rule")
        expect(page.locator(".trouble svg")).to_be_visible()


# ---------------------------------------------------------------------- what is kept, and what is refused


def test_links_and_reloads_restore_marks_and_mode(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, BOARD)
        click(page, 2, 3)
        click(page, 24, button="right")
        kept(page)
        page.reload()
        expect(page.locator("#board use[data-piece=bulb]")).to_have_count(2)
        page.get_by_role("button", name="Undo").click()
        stand(page, "dot", [])
        page.get_by_role("button", name="Redo").click()
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_label("Link")).to_have_value(re.compile(r"#.+"))
        link = page.get_by_label("Link").input_value()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Français").click()
        expect(page.get_by_role("button", name="Juste jusqu'ici ?")).to_be_visible()
        page.get_by_role("button", name="Étape suivante").click()
        expect(answer(page)).to_contain_text(re.compile(r"l\dc\d"))
    code = link.partition("#")[2]
    with opened(browser, studio) as other:
        page = other.visit("lightup", code).page
        expect(page.locator("#board use[data-piece=bulb]")).to_have_count(2)
        stand(page, "dot", [24])
        page.evaluate("(link) => { location.hash = link; }", code[: len(code) // 2])
        expect(answer(page)).to_contain_text("perhaps it was cut in half")
        stand(page, "bulb", [2, 3])  # nothing is lost


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("7x7:bBe2c1g0g2g1c3eB", ""),
        ("400x400:" + "z" * 6153 + "v", "10000"),
        ("0x5:", ""),
        (
            '<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><Legup><puzzle name="LightUp">&b;</puzzle></Legup>',
            "",
        ),
        ("...\n.5.\n...", "0 to 4"),
        ("nonsense", "not a board"),
    ],
)
def test_what_is_no_board_is_told_in_a_sentence(browser: Browser, studio: Studio, text: str, told: str) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        click(page, 0)
        paste(page, text)
        expect(page.get_by_role("alert")).to_contain_text(told)
        assert len(page.get_by_role("alert").inner_text()) > 15
        page.keyboard.press("Escape")
        stand(page, "bulb", [0])  # and nothing is lost


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault_of_the_puzzle_pages(browser: Browser, studio: Studio, theme: str) -> None:
    with opened(browser, studio, color_scheme=theme, bypass_csp=True) as open_page:
        page = open_page.visit("lightup").page
        click(page, 0, 1)
        for name in ("Play", "Explain", "Prove", "Draw"):
            mode(page, name)
            page.wait_for_timeout(500)
            assert not serious_faults(page)
        for name in ("queens", "watersort"):
            open_page.visit(name)
            page.wait_for_timeout(900)
            assert not serious_faults(page)
