"""The Light Up page as people use it, in a real browser: boards are got, played, explained, drawn, and proved."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page
from tests.studio.boards import answer, click, kept, serious_faults, square, stand
from tests.studio.opened import NARROW, Studio, expect, opened, packed

from bigand import lightup
from bigand.api.question import ask_here
from bigand.puzzles.lightup.questions import BoardInput, JudgeProof, JudgeProofAnswer

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


def lit(text: str, *bulbs: int) -> list[bool]:
    board = lightup.Board(text)
    light: list[bool] = board.with_marks([divmod(bulb, board.width) for bulb in bulbs]).light().flatten().tolist()
    return light


def mode(page: Page, name: str) -> None:
    page.locator(".modes").get_by_role("button", name=name).click()


# ---------------------------------------------------------------------- playing


def test_a_pasted_board_is_played_to_the_end_by_mouse_and_by_keys(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, BOARD)
        bulbs = bulbs_of(BOARD)
        click(page, bulbs[0])
        stand(
            page, "light", [cell for cell, is_lit in enumerate(lit(BOARD, bulbs[0])) if is_lit]
        )  # at once, by the rays of the answer
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
        page.get_by_role("button", name="Pause").click()
        expect(page.locator(".paused")).to_be_visible()
        page.locator(".paused").get_by_role("button").click()
        expect(page.locator(".paused")).to_be_hidden()
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
        light = [cell for cell, is_lit in enumerate(lit(BOARD, first)) if is_lit]
        stand(page, "light", light)
        stand(
            page,
            "ghost-light",
            [cell for cell, is_lit in enumerate(lit(BOARD, first, 7)) if is_lit and cell not in light],
        )
        assert page.locator('#board defs g[id$="ghost-light"] polyline').count() == 3  # it is hatched,
        assert page.locator('#board defs g[id$="ghost-bulb"] [stroke-dasharray]').count()  # and the bulb an outline
        page.get_by_role("button", name="Drop").click()
        stand(page, "ghost-bulb", [])
        stand(page, "ghost-light", [])
        stand(page, "bulb", [first])
        page.get_by_role("button", name="What if").click()
        click(page, 7)
        page.get_by_role("button", name="Keep").click()
        stand(page, "bulb", [first, 7])
        stand(page, "ghost-light", [])


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
        click(page, 0)
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
        page.keyboard.press("Control+z")
        expect(answer(page)).to_contain_text("No solution")
        page.keyboard.press("Control+y")
        expect(answer(page)).to_contain_text("Exactly one solution")
        page.get_by_role("button", name="Play it").click()
        click(page, 3)
        expect(answer(page)).to_have_text("Solved.")
        # Back to where it began, with the marks that stood there; and a drag is one step.
        mode(page, "Draw")
        for _ in range(5):
            page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        expect(page.locator('#board [data-square][data-state="wall"]')).to_have_count(8)
        mode(page, "Play")
        stand(page, "bulb", [0])
        mode(page, "Draw")
        page.mouse.move(*square(page, 21))
        page.mouse.down()
        page.mouse.move(*square(page, 27), steps=8)
        page.mouse.up()
        expect(page.locator('#board [data-square][data-state="wall"]')).to_have_count(15)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator('#board [data-square][data-state="wall"]')).to_have_count(8)


@pytest.mark.parametrize(
    "levels", [("easy", "hard"), pytest.param(("tricky", "expert"), marks=pytest.mark.slow)], ids=" and ".join
)
def test_a_board_of_each_level_is_made(browser: Browser, studio: Studio, levels: tuple[str, ...]) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        for level in levels:
            page.get_by_role("button", name="New").click()
            page.get_by_label("Level").select_option(level)
            page.get_by_label("Seed").fill("d")  # by which all four are made in a moment
            page.get_by_role("button", name="Make", exact=True).click()
            expect(answer(page)).to_contain_text(f"A new board: {level}")
            page.locator("summary", has_text="More").click()
            page.get_by_role("button", name="How hard is it?").click()
            expect(answer(page)).to_contain_text(f"Level: {level}")


@pytest.mark.parametrize("count", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_the_library_has_the_levels_that_it_says(count: int) -> None:
    library = json.loads((ROOT / "studio/src/lightup/library.json").read_text(encoding="utf-8"))
    for level, boards in library.items():
        for board in boards[:count]:
            rating = lightup.Board(board).rate()
            assert rating is not None
            assert rating.level.word == level


# ---------------------------------------------------------------------- proving


def rule(page: Page, name: str) -> Locator:
    return page.locator(f'.rule-button[data-rule="{name}"]')


def finish(page: Page, open_nodes: str) -> None:
    """Steps by rules that are suggested, while there are such nodes."""
    judged = page.locator('.tree[aria-busy="false"]')
    for _ in range(40):
        expect(judged).to_be_visible()
        if page.locator(open_nodes).count() == 0:
            return
        page.locator(open_nodes).first.click()
        page.get_by_role("button", name="Which rule gives this?").click()
        page.locator(".rule-button.is-suggested").first.click()
        expect(page.locator(".rule-button.is-suggested")).to_have_count(0)


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
            finish(page, ".tree .node.open [aria-current]")
        expect(answer(page)).to_contain_text("Accepted")
        page.locator("summary", has_text="More").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a file of LEGUP").click()
        file = tmp_path / "proof.xml"
        download.value.save_as(file)
        assert lightup.check_proof(file).accepted
        page.locator("summary", has_text="More").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a page to read").click()
        assert "<svg" in download.value.path().read_text(encoding="utf-8")
        page.reload()
        expect(answer(page)).to_contain_text("Accepted")
        page.keyboard.press("Control+z")
        expect(answer(page)).not_to_contain_text("Accepted")


def test_steps_are_merged_put_in_left_out_and_replayed(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, CASES)
        mode(page, "Prove")
        expect(rule(page, "Must Light")).to_be_enabled()
        nodes, wrong = page.locator(".tree .node"), page.locator(".tree .node.is-wrong")
        first_case = page.locator(".tree .case > .node .node-button").first
        click(page, 1)
        page.keyboard.press("b")  # Satisfy Number
        expect(nodes).to_have_count(4)
        page.get_by_role("button", name="Merge branches").click()
        expect(page.locator(".tree")).to_contain_text("Merged")
        expect(answer(page)).to_contain_text("Open branches: 1")
        page.keyboard.press("Control+z")
        expect(answer(page)).to_contain_text("Open branches: 3")
        first_case.click()
        finish(page, ".tree .node.open [aria-current]")
        expect(answer(page)).to_contain_text("Open branches: 2")
        count = nodes.count()
        first_case.click()
        rule(page, "Empty Cells in Light").click()  # put in before a step that says the same
        expect(nodes).to_have_count(count + 1)
        expect(wrong).to_have_count(1)
        page.get_by_role("button", name="Leave out this step").click()
        expect(nodes).to_have_count(count)
        expect(wrong).to_have_count(0)
        page.get_by_role("button", name="fold the cases").click()
        expect(nodes).to_have_count(4)
        page.get_by_role("button", name="unfold the cases").click()
        expect(nodes).to_have_count(count)
        first_case.click()
        page.keyboard.press("Alt+ArrowRight")  # replayed
        expect(page.locator(".tree [aria-current]")).to_contain_text("Empty Cells in Light")
        page.keyboard.press("Alt+ArrowLeft")
        expect(page.locator(".tree [aria-current]")).to_contain_text("case 1 of 3")


def dropped(page: Page, text: str) -> None:
    """A file falls onto the page."""
    page.locator(".play-page").evaluate(
        """(page, text) => {
            const files = new DataTransfer();
            files.items.add(new File([text], "a file"));
            page.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true }));
        }""",
        text,
    )


def test_an_exercise_allows_three_rules_by_its_link_and_its_file(browser: Browser, studio: Studio) -> None:
    allowed = ("Finish with Empty", "Must Light", "Empty Cells in Light")
    with opened(browser, studio) as teacher:
        page = teacher.visit("lightup").page
        pasted(page, "0./..")
        mode(page, "Prove")
        page.locator("summary", has_text="More").click()
        page.get_by_role("button", name="Make an exercise").click()
        page.get_by_label("Title").fill("A corner")
        page.get_by_label("Task").fill("Where is the bulb?")
        page.get_by_label("Goal").select_option("PROVE_CELL_MUST_BE")
        page.get_by_role("button", name="File").click()
        expect(page.get_by_role("alert")).to_contain_text("is about cells, and it names none")
        page.get_by_label("Goal").select_option("DEFAULT")
        boxes = page.locator(".allowed label")
        expect(boxes).to_have_count(11)
        for number in range(11):
            if boxes.nth(number).inner_text().strip() not in allowed:
                boxes.nth(number).locator("input").uncheck()
        with page.expect_download() as download:
            page.get_by_role("button", name="File").click()
        exercise = download.value.path().read_text(encoding="utf-8")
        page.get_by_role("button", name="Link").click()
        expect(page.get_by_role("textbox", name="Link")).to_have_value(re.compile(r"#.+"))
        link = page.get_by_role("textbox", name="Link").input_value().partition("#")[2]
    asked = json.loads(exercise)
    assert (asked["exercise"], asked["board"], sorted(asked["rules"])) == (
        "lightup.proof",
        ["0.", ".."],
        sorted(allowed),
    )
    with opened(browser, studio) as student:
        page = student.visit("lightup", link).page
        expect(answer(page)).to_contain_text("A corner")
        expect(answer(page)).to_contain_text("Where is the bulb?")
        expect(answer(page)).to_contain_text("allowed rules: 3")
        expect(rule(page, "Satisfy Number")).to_be_disabled()
        expect(page.locator(".rule-button:enabled")).to_have_count(3)
        page.keyboard.press("b")  # the key of Satisfy Number
        rule(page, "Finish with Empty").click()
        expect(page.locator(".tree .node")).to_have_count(2)
        page.goto("about:blank")
        student.visit("lightup", link)  # the teacher's link again: what was done is still there
        expect(page.locator(".tree .node")).to_have_count(2)
        expect(rule(page, "Satisfy Number")).to_be_disabled()
        rule(page, "Must Light").click()
        expect(answer(page)).to_contain_text("Accepted")
        page.locator("summary", has_text="More").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a file of LEGUP").click()
        proof = download.value.path().read_text(encoding="utf-8")
        judged = ask_here(JudgeProof(proof=proof, asked=BoardInput(text=exercise)))
        assert isinstance(judged, JudgeProofAnswer)
        assert judged.accepted
        dropped(page, exercise.replace('"..",', '"..."').replace('".."', '"..."'))
        expect(page.locator(".notice")).to_contain_text("the board of the exercise: row 2 has")
        expect(answer(page)).to_contain_text("Accepted")  # and nothing is lost
        pasted(page, BOARD)
        dropped(page, exercise)
        expect(answer(page)).to_contain_text("A corner")
        stand(page, "dot", [])
        pasted(page, BOARD)
        page.locator("summary", has_text="More").click()
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open a file").click()
        chooser.value.set_files(
            {"name": "exercise.json", "mimeType": "application/json", "buffer": exercise.encode()}
        )
        expect(answer(page)).to_contain_text("A corner")
        expect(rule(page, "Satisfy Number")).to_be_disabled()


def test_a_file_of_legup_is_imported_and_finished(browser: Browser, studio: Studio) -> None:
    """A right one is accepted, and again when its last step is made anew; a wrong step stays, marked."""
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        expect(page.locator("#board svg")).to_be_visible()
        pasted(page, (PROOFS / "proof_048.xml").read_text(encoding="utf-8"))
        expect(answer(page)).to_contain_text("Accepted")
        kept(page, "lightup")
        page.reload()
        expect(answer(page)).to_contain_text("Accepted")
        last = page.locator(".tree .node.solved .node-button").first
        last.click()
        page.get_by_role("button", name="Leave out this step").click()
        expect(answer(page)).not_to_contain_text("Accepted")
        finish(page, ".tree .node.open .node-button")
        expect(answer(page)).to_contain_text("Accepted")
        pasted(page, (PROOFS / "proof_048_flip.xml").read_text(encoding="utf-8"))
        expect(answer(page)).to_contain_text("wrong steps: 2")
        page.locator(".tree .node.is-wrong .node-button").first.click()
        expect(page.locator(".trouble")).to_contain_text("does not follow by this rule")
        expect(page.locator(".trouble svg")).to_be_visible()
        kept(page, "lightup")
        page.reload()
        expect(page.locator(".tree .node.is-wrong")).to_have_count(2)  # they stay


# ---------------------------------------------------------------------- what is kept, and what is refused


def test_links_and_reloads_restore_marks_and_mode(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        pasted(page, BOARD)
        click(page, 2, 3)
        click(page, 24, button="right")
        kept(page, "lightup")
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
        expect(answer(page)).to_contain_text(re.compile(r"L\dC\d"))
    code = link.partition("#")[2]
    with opened(browser, studio) as other:
        page = other.visit("lightup", code).page
        expect(page.locator("#board use[data-piece=bulb]")).to_have_count(2)
        stand(page, "dot", [24])
        page.evaluate("(link) => { location.hash = link; }", code[: len(code) // 2])
        expect(answer(page)).to_contain_text("perhaps it was cut in half")
        stand(page, "bulb", [2, 3])  # nothing is lost


BROKEN = {
    "7x7:bBe2c1g0g2g1c3eB": "47 of its 49",
    "400x400:" + "z" * 6153 + "v": "10000",
    "0x5:": "no cells",
    "https://puzz.link/p?akari/5/4/gci.i": "",
    '<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><Legup><puzzle name="LightUp">&b;</puzzle></Legup>': "",
    '<!DOCTYPE l [<!ENTITY a "aa">]><Legup><puzzle name="LightUp"><transition/></puzzle></Legup>': "",
    "...\n.5.\n...": "0 to 4",
    "...\n..\n...": "row 2",
    "nonsense": "not a board",
    "[[1, 2], [3": "JSON",
}


def test_what_is_no_board_is_told_in_a_sentence(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        click(page, 0)
        page.get_by_role("button", name="New").click()
        page.get_by_role("button", name="Paste").click()
        for text, told in BROKEN.items():
            page.get_by_role("textbox").fill(text)
            expect(page.get_by_role("alert")).to_be_hidden()
            page.get_by_role("button", name="Open", exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text(told)
            assert len(page.get_by_role("alert").inner_text()) > 15
        page.keyboard.press("Escape")
        dropped(page, "nonsense")
        expect(answer(page)).to_contain_text("not a board")
        stand(page, "bulb", [0])  # and nothing is lost


def test_links_that_make_no_sense_are_told_and_nothing_is_lost(browser: Browser, studio: Studio) -> None:
    rows = ["0.", ".."]
    broken: dict[str, tuple[Any, str]] = {
        "rows that differ": ({"rows": ["0.", "."]}, "row 2"),
        "marks on a wall": ({"rows": ["0.", "L"]}, "row 2"),
        "no rows": ({"rows": []}, "no cells"),
        "other values": ({"rows": [5, None]}, "cannot be read"),
        "a number": (5, "cannot be read"),
        "too large": ({"rows": ["." * 400] * 400}, "10000"),
        "no exercise": ({"exercise": "lightup.proof", "board": rows, "rules": ["Guess"]}, "no rule `Guess`"),
        "of elsewhere": ({"text": "a and b", "name": "model.touist"}, "cannot be read"),
    }
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        click(page, 0)
        stand(page, "bulb", [0])
        for number, (value, told) in enumerate(broken.values()):
            if number % 4 == 0:  # the page begins with it
                page.goto("about:blank")
                open_page.visit("lightup", packed(value))
            else:
                page.evaluate("(link) => { location.hash = link; }", packed(value))
            expect(answer(page)).to_contain_text(told.replace("`", ""))  # code is set as such
            stand(page, "bulb", [0])
            expect(page.locator("#board [data-square]")).to_have_count(49)
        # A board that is right, with marks and a proof that are not.
        page.evaluate("(link) => { location.hash = link; }", packed({"rows": rows, "base": "LLLLLL"}))
        expect(answer(page)).to_contain_text("do not fit")
        step = {"name": "n1", "parents": ["root"], "rule": "Must Light", "marks": {"bulbs": [[9, 9]]}}
        proof = {"draft": {"now": {"steps": [step], "goal": {"aim": "DEFAULT"}}}, "selected": "n1"}
        page.evaluate(
            "(link) => { location.hash = link; }", packed({"rows": rows, "mode": "prove", "proof": proof})
        )
        expect(page.locator(".notice")).to_contain_text("row 9, column 9")


MODES = {"Play": "#hint", "Explain": ".steps-list", "Prove": ".rule-button", "Draw": ".pen"}


@pytest.mark.parametrize(
    ("modes", "puzzles"),
    [
        (("Prove",), {}),
        pytest.param(tuple(MODES), {"queens": "#board svg", "watersort": ".tube"}, marks=pytest.mark.slow),
    ],
    ids=["one state", "all"],
)
def test_axe_finds_no_serious_fault_of_the_puzzle_pages(
    browser: Browser, studio: Studio, modes: tuple[str, ...], puzzles: dict[str, str]
) -> None:
    with opened(browser, studio, bypass_csp=True) as open_page:
        page = open_page.visit("lightup").page
        click(page, 0, 1)
        for name in modes:
            mode(page, name)
            expect(page.locator(MODES[name]).first).to_be_visible()
            assert not serious_faults(page)
        for name in puzzles:
            open_page.visit(name)
            expect(page.locator(puzzles[name]).first).to_be_visible()
            assert not serious_faults(page)
