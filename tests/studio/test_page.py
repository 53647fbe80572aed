"""The studio as people use it, in a real browser: no error on the console, no request that fails or leaves."""

import base64
import json
import os
import re
import signal
import zlib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route
from tests.studio.boards import axe
from tests.studio.opened import NARROW, Studio, expect, opened

ROOT = Path(__file__).parents[2]
QUEENS = (ROOT / "examples/queens/queens.touist").read_text(encoding="utf-8")
HANOI = (ROOT / "examples/gallery/hanoi.touist").read_text(encoding="utf-8")
PIGEONS = """\
$n = 12
bigand $p in [1..$n]: bigor $h in [1..$n-1]: sits($p,$h) end end
bigand $p,$q,$h in [1..$n],[1..$n],[1..$n-1] when $p < $q: not sits($p,$h) or not sits($q,$h) end
"""  # no model, and proving it takes minutes
ONE_A_ROW = "bigand $i in [1,2]: exact(1,[x($i,$j) for $j in [1,2]]) end\n"
HUGE = "$S = [1..1000000]\nbigand $i,$j in $S,$S: r($i,$j) end\n"  # a set of a million, and far too many pairs
TABLE = """\
$P = [ann,bob,cleo]
$D = [mon,tue,wed]
bigand $p in $P: exact(1,[on($p,$d) for $d in $D]) end
bigand $d in $D: exact(1,[on($p,$d) for $p in $P]) end
"""


def messages(page: Page) -> list[str]:
    return page.locator(".message .code").all_inner_texts()


def board(page: Page) -> list[str]:
    """The atoms of the queens in the picture."""
    found = page.locator(".stage svg [data-atoms]").evaluate_all(
        "all => all.filter(one => one.dataset.state && one.dataset.state !== 'false').map(one => one.dataset.atoms)"
    )
    return sorted(set(found))


def test_a_newcomer_sees_an_example_solved(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio, is_new=True) as open_page:
        open_page.start()
        page = open_page.page
        expect(page.locator(".stage svg")).to_be_visible()
        expect(page.locator(".welcome")).to_contain_text("blackboard")
        expect(open_page.status()).to_contain_text("a model")
        assert "token" not in page.url
        assert page.title() == "queens.touist · bigand"
        paths = [urlsplit(address).path for address in open_page.asked]
        assert {path for path in paths if not path.startswith(("/api/", "/static/part-"))} == {
            "/",
            "/course",
            "/static/icon.svg",
            "/static/studio.css",
            "/static/studio.js",
        }
        assert len(paths) < 25, paths
    with opened(browser, studio, locale="fr-FR") as open_page:
        open_page.start()
        expect(open_page.page.locator("#solve")).to_have_text("Résoudre")


def test_mistakes_are_told_as_one_types_and_mended_by_a_click(browser: Browser, studio: Studio) -> None:
    wrong = "$T = 3\nbigand $t in [1..T]:\n  p($t,1) -> p($t,2)\nend\nbigand $t in [1..$T]:\n  p($t,1)\n"
    with opened(browser, studio) as open_page:
        open_page.start("")
        page = open_page.page
        page.locator(".cm-content").click()
        for line in wrong.splitlines():
            page.keyboard.type(line.strip())
            page.keyboard.press("Escape")  # of completions
            page.keyboard.press("Enter")
        expect(page.locator(".message")).not_to_have_count(0)
        told = page.locator(".messages")
        expect(told).to_contain_text("$T")
        expect(told).to_contain_text("=>")
        expect(told).to_contain_text("end")
        expect(open_page.status()).to_contain_text("to mend")
        fix = page.locator(".message").get_by_role("button", name="Fix", exact=True)
        fixes = fix.count()
        assert fixes >= 3
        while fixes:  # each fix, one after the other
            fix.first.click()
            expect(fix).not_to_have_count(fixes)
            assert fix.count() < fixes
            fixes = fix.count()
        expect(page.locator(".message.error")).to_have_count(0)
        open_page.solve()
        expect(open_page.status()).to_contain_text("a model")
        page.locator(".cm-content").click()
        for _ in range(4):
            page.keyboard.press("Control+z")
        expect(page.locator(".message.error")).not_to_have_count(0)  # fixes are edits that can be undone


def test_a_plan_is_stepped_through(browser: Browser, studio: Studio) -> None:
    two_discs = re.sub(r";;@ expect.*\n", "", HANOI).replace("$n = 3", "$n = 2").replace("$k = 7", "$k = 3")
    with opened(browser, studio) as open_page:
        open_page.start(two_discs)
        page = open_page.page
        open_page.solve()
        expect(page.locator(".film .told")).to_have_text("step 0 of 3")
        first = page.locator(".stage svg").inner_html()
        page.get_by_role("button", name="Forward").click()
        expect(page.locator(".film .told")).to_have_text("step 1 of 3")
        assert page.locator(".stage svg").inner_html() != first
        page.get_by_role("button", name="Last step").click()
        expect(page.locator(".film .told")).to_have_text("step 3 of 3")
        page.get_by_role("button", name="First step").click()
        page.get_by_label("Speed").select_option("4")
        page.get_by_role("button", name="Play").click()
        expect(page.locator(".film .told")).to_have_text("step 3 of 3")


def test_a_clash_is_lit_up_and_mended_by_a_click(browser: Browser, studio: Studio) -> None:
    broken = re.sub(r";;@ expect.*\n", "", QUEENS).replace("bigor", "bigand")
    with opened(browser, studio) as open_page:
        open_page.start(broken)
        page = open_page.page
        open_page.solve()
        expect(open_page.status()).to_contain_text("no model")
        expect(page.locator(".cm-line.lit")).not_to_have_count(0)
        why = open_page.tab("why")
        expect(why.locator(".upshot")).to_contain_text("cannot hold together")
        steps = why.locator(".step")
        steps.nth(0).click()
        expect(steps.nth(0)).to_have_attribute("aria-current", "step")
        expect(page.locator(".cm-line.lit")).not_to_have_count(0)
        expect(why.locator(".proposals ins").first).to_contain_text("bigor")
        why.get_by_role("button", name="Apply").first.click()
        expect(open_page.status()).to_contain_text("a model")
        expect(page.locator(".cm-content")).to_contain_text("bigor")


def test_a_cell_is_asked_why(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(f";;@ view board x(row,column)\nx(1,1)\n{ONE_A_ROW}")
        page = open_page.page
        open_page.drawn()
        square = page.locator(".stage [data-atoms='x(1,2)']").first
        square.click()
        reason = page.locator(".reason")
        expect(reason).to_contain_text("x(1,2) is false")
        expect(reason).to_contain_text("every model")
        expect(reason).to_contain_text("line 2")
        expect(page.locator(".cm-line.lit")).not_to_have_count(0)
        page.locator(".stage [data-atoms='x(2,1)']").last.click()
        expect(reason).to_contain_text("another model")
        page.get_by_role("button", name="Show that model").click()
        expect(page.locator(".models .told")).to_contain_text("model 2")


def test_a_view_is_chosen_by_a_click(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(TABLE)
        page = open_page.page
        open_page.solve()
        expect(page.locator(".offer svg")).not_to_have_count(0)
        words = page.locator(".offer code").first.inner_text()
        page.locator(".offer").first.click()
        expect(page.locator(".cm-content")).to_contain_text(f";;@ view {words}")
        expect(page.locator(".stage svg")).to_be_visible()


def test_a_value_is_changed_by_its_field(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(re.sub(r";;@ expect.*\n", "", QUEENS))
        page = open_page.page
        field = page.get_by_label("Value of $N", exact=True)
        field.fill("12")
        field.press("Enter")
        open_page.drawn()
        expect(page.locator(".stage svg text", has_text="12")).not_to_have_count(0)
        assert len(board(page)) == 12
        assert "$N = 8" in page.locator(".cm-content").inner_text()
        page.get_by_role("button", name="back to 8").click()
        expect(field).to_have_value("8")


def test_a_reload_and_a_link_bring_back_text_values_and_tab(browser: Browser, studio: Studio) -> None:
    text = "$N = 5 ;; été 𝒳\nbigand $i in [1..$N]: p($i) end\n"
    with opened(browser, studio) as open_page:
        open_page.start(text)
        page = open_page.page
        field = page.get_by_label("Value of $N", exact=True)
        expect(field).to_have_value("5")
        field.fill("7")
        field.press("Enter")
        open_page.tab("size")
        page.get_by_role("button", name="Share").click()
        link = page.get_by_label("Link").input_value()
        page.keyboard.press("Escape")
        open_page.kept()
        page.reload()
        expect(page.locator(".cm-content")).to_contain_text("été 𝒳")
        expect(page.get_by_label("Value of $N", exact=True)).to_have_value("7")
        expect(page.locator("#tab-size")).to_have_attribute("aria-selected", "true")
    with opened(browser, studio) as other:
        other.start()  # for the cookie
        other.page.goto("about:blank")
        other.page.goto(link)
        expect(other.page.locator(".cm-content")).to_contain_text("été 𝒳")
        expect(other.page.get_by_label("Value of $N", exact=True)).to_have_value("7")
        expect(other.page.locator("#tab-size")).to_have_attribute("aria-selected", "true")
        expect(other.page.locator("#panel-size tfoot")).to_contain_text("7")


def test_long_work_is_stopped_and_goes_on_where_its_child_is_killed(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(PIGEONS)
        page = open_page.page
        page.get_by_label("as I type").uncheck()
        open_page.solve()
        expect(page.locator("#stop")).to_be_visible()
        expect(open_page.status()).to_contain_text(re.compile(r"\d s"))
        page.locator("#stop").click()
        expect(page.locator("#stop")).to_have_count(0)
        expect(open_page.status()).to_contain_text("stopped")
        open_page.solve()
        expect(page.locator("#stop")).to_be_visible()
        studio.wait_until_busy()
        killed = studio.children()
        for child in killed:
            os.kill(child, signal.SIGKILL)
        for _ in range(600):  # until another process has taken over
            if set(studio.children()) - set(killed):
                break
            page.wait_for_timeout(100)
        assert set(studio.children()) - set(killed)
        expect(page.locator("#stop")).to_be_visible()
        expect(open_page.status().locator(".failure")).to_have_count(0)
        page.locator("#stop").click()
        expect(page.locator("#stop")).to_have_count(0)
        open_page.write("a and b\n")
        open_page.solve()
        expect(open_page.status()).to_contain_text("a model")


def test_typing_goes_on_while_it_solves_and_no_old_answer_is_shown(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(PIGEONS)
        page = open_page.page
        open_page.solve()
        expect(page.locator("#stop")).to_be_visible()
        page.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/solve")):
            page.keyboard.type("a or b", delay=30)  # which gives up the old question
        expect(page.locator("#stop")).to_have_count(0)
        open_page.solve()
        expect(open_page.status()).to_contain_text("atoms: 2")
        open_page.tab("atoms")
        page.get_by_label("true only").uncheck()
        expect(page.locator("#panel-atoms tbody tr:not(.group) code")).to_have_text(["a", "b"])


def test_other_models_their_number_and_atoms(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(QUEENS.replace("$N = 8", "$N = 4").replace("92", "2"))
        page = open_page.page
        open_page.drawn()
        first = board(page)
        page.get_by_role("button", name="Next model").click()
        expect(page.locator(".models .told")).to_contain_text("model 2")
        expect(page.locator(".stage svg")).to_be_visible()
        second = board(page)
        assert first != second
        assert len(first) == len(second) == 4
        page.get_by_role("button", name="Next model").click()
        expect(page.locator(".models .told")).to_have_text("model 2 of 2")
        expect(page.get_by_role("button", name="Next model")).to_be_disabled()
        page.get_by_role("button", name="Previous model").click()
        expect(page.locator(".models .told")).to_have_text("model 1 of 2")
        open_page.tab("atoms")
        page.get_by_label("true only").uncheck()
        expect(page.locator("#panel-atoms")).to_contain_text("16 of 16 atoms")
        rows = page.locator("#panel-atoms tbody tr:not(.group)")
        page.get_by_label("name", exact=True).fill("(2")
        expect(rows).to_have_count(4)
        page.get_by_label("value", exact=True).fill("false")
        expect(rows).to_have_count(3)
        page.get_by_role("button", name="atom").click()
        expect(rows.first).to_contain_text(max({f"x(2,{column})" for column in range(1, 5)} - set(first)))
        open_page.tab("size")
        open_page.tab("atoms")  # which has kept what was chosen in it
        expect(rows).to_have_count(3)


def test_what_was_solved_by_hand_is_not_solved_again_as_one_types(browser: Browser, studio: Studio) -> None:
    """Whether the text is small enough may be known only when somebody has solved it and is at the next model."""
    with opened(browser, studio) as open_page:
        page = open_page.page
        solved: list[str] = []
        open_page.on("request", lambda request: solved.append(request.url) if "/solve" in request.url else None)
        held = hold(page, "**/api/size")
        with page.expect_request("**/api/size"):
            open_page.start(QUEENS.replace("$N = 8", "$N = 4").replace("92", "2"))
        open_page.drawn()
        page.get_by_role("button", name="Next model").click()
        expect(page.locator(".models .told")).to_contain_text("model 2")
        before = len(solved)
        let_go_on(page, held)
        assert len(solved) == before
        expect(page.locator(".models .told")).to_contain_text("model 2")


def test_why_there_is_no_answer_stays_when_the_text_could_be_solved(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.page
        held = hold(page, "**/api/size")
        with page.expect_request("**/api/size"):
            open_page.start("$x = 3\nx + 0 < $x\n")
        open_page.tab("steps").locator(".button.primary").click()
        expect(page.locator(".failed")).to_contain_text("numbers")
        let_go_on(page, held)
        expect(page.locator(".failed")).to_contain_text("numbers")


def let_go_on(page: Page, held: list[Route]) -> None:
    """Answer the question of the size, and wait for what is asked after the solving that may follow it."""
    with page.expect_request(
        lambda request: "/check" in request.url and '"suspicions":true' in (request.post_data or "")
    ):
        held[0].continue_()


def test_mathematics_and_text_are_linked(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(QUEENS)
        page = open_page.page
        panel = open_page.tab("mathematics")
        formulas = panel.locator(".formula")
        expect(formulas).to_have_count(5)
        expect(panel.locator("math munder").first).to_be_visible()
        formulas.nth(1).hover()
        expect(page.locator(".cm-line.lit")).to_have_count(3)
        formulas.nth(4).click()
        expect(formulas.nth(4)).to_have_class(re.compile("is-here"))
        expect(page.locator(".cm-content")).to_be_focused()


def test_the_rules_are_looked_at(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(QUEENS)
        panel = open_page.tab("rules")
        panel.get_by_role("button", name="Look at the rules").click()
        expect(panel.locator(".rule.needed")).to_have_count(3)
        expect(panel.locator(".rule.implied")).to_have_count(1)
        expect(panel.locator(".rule svg")).not_to_have_count(0)


def test_the_editor_completes_renames_formats_and_goes_to_definitions(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("$Names = [a,b]\nbigand   $i in $Names: p($i) end\n")
        page = open_page.page
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.type("bigor $j in $N")
        expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("$Names")
        page.wait_for_timeout(
            100
        )  # a list that came up less than 75 ms ago takes no key that was meant for the text
        page.keyboard.press("Enter")
        expect(page.locator(".cm-content")).to_contain_text("bigor $j in $Names")
        page.keyboard.type(": p($j) end")
        page.keyboard.press("Escape")
        page.keyboard.press("Alt+Shift+F")
        expect(page.locator(".cm-content")).to_contain_text("bigand $i in $Names")
        page.keyboard.type(" ;; here")  # the cursor is where it was
        expect(page.locator(".cm-line").nth(2)).to_have_text("bigor $j in $Names: p($j) end ;; here")
        page.keyboard.press("Control+Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("F2")
        page.get_by_label("New name").fill("$Values")
        page.keyboard.press("Enter")
        expect(page.locator(".cm-content")).to_contain_text("bigor $j in $Values")
        expect(page.locator(".cm-content")).not_to_contain_text("$Names")
        page.locator(".c-variable", has_text="$Values").last.click()
        page.keyboard.press("F12")
        expect(page.locator(".cm-activeLine")).to_contain_text("$Values = [a,b]")
        page.locator(".c-keyword", has_text="bigor").hover()
        expect(page.locator(".hover")).to_contain_text("instances")


def test_hostile_texts_are_only_text(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("a\n")
        page = open_page.page
        open_page.on("dialog", lambda dialog: open_page.wrong.append(dialog.message))
        for name in ("<script>alert(1)</script>", "\x1b[31mred", "‮evil"):
            open_page.write(f'p and q ;; {name}\n;;@ view board {name}(row)\n"{name}"\n')
            expect(page.locator(".message")).not_to_have_count(0)
            for tab in ("mathematics", "why", "size"):
                expect(open_page.tab(tab)).not_to_be_empty()
            open_page.write("a\n")
            expect(page.locator(".message")).to_have_count(0)
        open_page.solve()
        expect(open_page.status()).to_contain_text("a model")


def hold(page: Page, address: str) -> list[Route]:
    """Hold the next request to an address back, until it is continued."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=1)
    return held


def test_large_texts_and_sets_get_an_answer(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("")
        page = open_page.page
        told = page.locator(".message").filter(has_text="about 1,000,000,000,000 instances")
        doubt = page.locator(".message").filter(has_text="was not looked at")
        for later, first in (("check", told), ("solve", doubt)):
            held = hold(page, f"**/api/{later}")
            open_page.write(HUGE)
            open_page.solve()
            expect(first).to_have_count(1)
            held[0].continue_()
            expect(page.locator(".message")).to_have_count(2)  # whatever is told first
            expect(told).to_have_count(1)
            open_page.write("a")
            expect(page.locator(".message")).to_have_count(0)
        open_page.write("\n".join(f"p({number}) or q({number})" for number in range(3000)))
        expect(open_page.status()).to_contain_text("formulas: 3,000")
        open_page.write("a")
        open_page.solve()
        expect(open_page.status()).to_contain_text("atoms: 1")


def test_a_file_is_saved_an_outside_change_is_told_and_a_new_text_is_not_the_file(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "mine.touist"
    file.write_text('$D = [1]\n;;@ data $E from "edges.json"\nbigand $i in $D: p($i) end\n', encoding="utf-8")
    (tmp_path / "edges.json").write_text(json.dumps([1, 2]))
    studio = Studio(str(file))
    try:
        with opened(browser, studio) as open_page:
            open_page.start()
            page = open_page.page
            expect(page.locator(".cm-content")).to_contain_text("bigand $i in $D")
            page.locator(".cm-content").click()
            page.keyboard.press("Control+End")
            page.keyboard.insert_text("q\n")
            expect(page.locator(".unsaved")).to_be_visible()
            open_page.kept()
            page.reload()  # which neither loses the change nor forgets the file
            expect(open_page.status()).to_contain_text("not saved")
            expect(page.locator(".unsaved")).to_be_visible()
            page.keyboard.press("Control+s")
            expect(page.locator(".unsaved")).to_have_count(0)
            assert file.read_text(encoding="utf-8").endswith("end\nq\n")
            file.write_text("theirs\n", encoding="utf-8")
            page.locator(".cm-content").click()
            page.keyboard.press("Control+End")
            page.keyboard.insert_text("r\n")
            page.keyboard.press("Control+s")
            expect(page.locator("dialog")).to_contain_text("changed by another program")
            assert file.read_text(encoding="utf-8") == "theirs\n"
            open_page.wrong = [wrong for wrong in open_page.wrong if "409" not in wrong]
            page.get_by_role("button", name="Write mine over it").click()
            expect(page.locator(".unsaved")).to_have_count(0)
            assert file.read_text(encoding="utf-8").endswith("q\nr\n")
            page.locator("summary").nth(1).click()
            page.get_by_role("button", name="New", exact=True).click()
            expect(page.locator("#panel-picture")).to_contain_text("A blank sheet")
            with page.expect_download():
                page.keyboard.press("Control+s")
            assert file.read_text(encoding="utf-8").endswith("q\nr\n")  # a new text is not that of the file
    finally:
        studio.close()


def test_a_file_that_the_text_asks_for_is_dropped_in(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start('bigand $i in $E: p($i) end\n;;@ data $E from "numbers.json"\n')
        page = open_page.page
        settings = page.locator(".settings")
        expect(settings).to_contain_text("drop in numbers.json")
        dropped = page.evaluate_handle(
            "() => { const box = new DataTransfer(); box.items.add(new File(['[4,7]'], 'numbers.json'));"
            " return box; }"
        )
        page.locator(".page").dispatch_event("drop", {"dataTransfer": dropped})
        expect(settings.locator(".file")).to_contain_text("numbers.json")
        open_page.drawn()
        open_page.tab("atoms")
        expect(page.locator("#panel-atoms")).to_contain_text("p(7)")
        open_page.kept()
        page.reload()
        expect(settings.locator(".file")).to_contain_text("numbers.json")
        big = page.evaluate_handle(
            "() => { const box = new DataTransfer(); box.items.add(new File([new Uint8Array(1e8)], 'big.touist'));"
            " return box; }"
        )
        page.locator(".page").dispatch_event("drop", {"dataTransfer": big})
        expect(open_page.status()).to_contain_text("too large")
        page.get_by_role("button", name="Take numbers.json away").click()
        expect(settings).to_contain_text("drop in numbers.json")


def test_words_and_codes_lead_to_their_pages(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("a -> b\nbigand $i in [1]: p($i) end\n")
        page = open_page.page
        with page.context.expect_page() as tab:
            page.locator(".message .code").first.click()
        assert tab.value.url.endswith("diagnostics.html#S002")
        expect(tab.value.locator("#S002")).to_contain_text("foreign-operator")
        page.locator(".c-keyword", has_text="bigand").hover()
        with page.context.expect_page() as tab:
            page.locator(".hover").get_by_role("link", name="Read more").click()
        expect(tab.value.locator("#formulas")).to_be_visible()


def test_french_throughout(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("a -> b\n")
        page = open_page.page
        expect(page.locator(".message").first).to_contain_text("operator")
        page.get_by_role("button", name="Français").click()
        assert page.locator("html").get_attribute("lang") == "fr"
        expect(page.locator("#solve")).to_have_text("Résoudre")
        expect(page.locator(".message").first).to_contain_text("opérateur")
        page.locator(".message").get_by_role("button", name="Corriger", exact=True).first.click()
        open_page.solve()
        expect(open_page.status()).to_contain_text("un modèle")
        open_page.write("a and not a\n")
        open_page.solve()
        expect(open_page.status()).to_contain_text("pas de modèle")
        for tab, word in (("why", "Pas à pas"), ("rules", "À quoi sert"), ("atoms", "atomes"), ("size", "règle")):
            expect(open_page.tab(tab)).to_contain_text(word)
        page.get_by_role("button", name="Touches").click()
        expect(page.locator("dialog[open]")).to_contain_text("résoudre")
        page.keyboard.press("Escape")
        open_page.tab("why")
        page.get_by_role("button", name="English").click()
        expect(page.locator(".upshot")).to_have_text("The rule on line 1 contradicts itself.")
        page.get_by_role("button", name="Français").click()
        expect(page.locator(".upshot")).to_have_text("La règle de la ligne 1 se contredit.")
        page.reload()
        expect(page.locator("#solve")).to_have_text("Résoudre")


def reach(page: Page, selector: str, back: bool = False) -> None:
    """Go on by Tab until the focus is there; it must be seen where it is."""
    for _ in range(60):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if page.evaluate("(selector) => !!document.activeElement?.matches(selector)", selector):
            seen = "getComputedStyle(document.activeElement).outlineStyle"
            assert page.evaluate(seen) != "none" or selector.startswith(".cm-"), selector
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_dialog_takes_keys_from_the_moment_it_is_there(browser: Browser, studio: Studio) -> None:
    """Else Escape, pressed before it has the focus, would be lost, and it would stay in the way."""
    with opened(browser, studio) as open_page:
        page = open_page.start("a\n").page
        page.evaluate(
            """() => {
                window.dialogs = [];
                const look = () => {
                    for (const dialog of document.querySelectorAll("dialog")) window.dialogs.push(dialog.open);
                };
                new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
            }"""
        )
        page.get_by_role("button", name="Keys").click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert set(page.evaluate("() => window.dialogs")) == {True}
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_by_keys_alone(browser: Browser, studio: Studio) -> None:
    text = (
        QUEENS.replace("$N = 8", "$N = 4").replace("92", "2").replace(";;@ view board x(row,column) as queen\n", "")
    )
    with opened(browser, studio) as open_page:
        open_page.start()
        page = open_page.page
        keys = page.keyboard
        expect(page.locator(".stage svg")).to_be_visible()
        keys.press("Alt+t")
        expect(page.locator(".cm-content")).to_be_focused()
        keys.press("Control+a")
        keys.insert_text(text.replace("or not", "|| not", 1))  # a mistake; its fix is reached from the text
        expect(page.locator(".message.error")).to_have_count(1)
        reach(page, ".message .button")
        keys.press("Enter")
        expect(page.locator(".message.error")).to_have_count(0)
        keys.press("Control+Enter")
        expect(open_page.status()).to_contain_text("atoms: 16")
        keys.press("Alt+1")
        expect(page.locator(".offer svg").first).to_be_visible()
        reach(page, ".offer")
        keys.press("Enter")  # the first view that fits is written into the text
        expect(page.locator(".cm-content")).to_contain_text(";;@ view")
        expect(page.locator(".stage:not(.is-old) svg [data-atoms]").first).to_be_visible()
        keys.press("Alt+ArrowRight")
        expect(page.locator(".models .told")).to_contain_text("model 2")
        keys.press("Alt+ArrowLeft")
        expect(page.locator(".models .told")).to_contain_text("model 1")
        keys.press("Alt+t")
        keys.press("Control+Home")
        reach(page, "#tab-picture")
        reach(page, ".clickable")
        keys.press("ArrowDown")
        keys.press("ArrowRight")
        keys.press("Enter")
        expect(page.locator(".reason")).to_contain_text("Why")
        reach(page, ".models .button[aria-label='Count']")
        keys.press("Enter")
        expect(page.locator(".models .told")).to_contain_text("of 2")
        for number, tab in enumerate(("picture", "atoms", "mathematics", "size", "why", "rules"), 1):
            keys.press(f"Alt+{number}")
            expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
        reach(page, "#panel-rules .button", back=True)
        keys.press("Enter")
        expect(page.locator(".rule").first).to_be_visible()
        keys.press("Alt+3")
        expect(page.locator(".formula").first).to_be_visible()
        reach(page, ".formula", back=True)
        expect(page.locator(".cm-line.lit")).not_to_have_count(0)  # as the pointer does
        keys.press("Enter")
        expect(page.locator(".cm-content")).to_be_focused()
        keys.press("F1")
        expect(page.locator(".hover")).to_contain_text("instances")
        keys.press("Escape")
        expect(page.locator(".hover")).to_have_count(0)
        reach(page, "#tab-mathematics")
        keys.press("ArrowLeft")
        expect(page.locator("#tab-atoms")).to_be_focused()
        reach(page, ".filters input")
        keys.type("x(1")
        reach(page, ".sort")
        keys.press("Enter")
        expect(page.locator("th[aria-sort=descending]")).to_have_count(1)
        expect(page.locator("#panel-atoms tbody tr:not(.group)")).to_have_count(1)
        reach(page, ".setting input[type=number]", back=True)
        keys.press("ArrowUp")
        keys.press("Enter")
        keys.press("Control+Enter")
        expect(open_page.status()).to_contain_text("atoms: 25")
        reach(page, "summary", back=True)  # the menu File
        keys.press("Enter")
        keys.press("ArrowDown")
        expect(page.get_by_role("button", name="New", exact=True)).to_be_focused()
        keys.press("Escape")
        expect(page.locator(".menu:visible")).to_have_count(0)
        keys.press("?")
        expect(page.locator("dialog")).to_be_visible()
        keys.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator("summary").nth(1)).to_be_focused()  # where one was


def test_examples_are_a_course_and_files_are_exported(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start()
        page = open_page.page
        page.locator("summary", has_text="Course").click()
        expect(page.locator(".lesson")).not_to_have_count(0)
        page.locator(".lesson", has_text="diagonals").first.click()
        expect(page.locator(".name input")).to_have_value("diagonals.touist")
        expect(open_page.status()).to_contain_text("model")
        page.locator("summary", has_text="Course").click()
        page.locator(".lesson", has_text="92 models").click()
        expect(page.locator(".name input")).to_have_value("queens.touist")
        expect(page.locator(".stage:not(.is-old) svg")).to_be_visible()
        for name, ending in (
            ("LaTeX", "tex"),
            ("DIMACS", "cnf"),
            ("SVG", "svg"),
            ("PNG", "png"),
            ("GIF", "gif"),
            ("page", "html"),
        ):
            page.locator("summary", has_text="File").click()
            with page.expect_download() as downloaded:
                page.locator(".menu-entry", has_text=name).first.click()
            assert downloaded.value.suggested_filename.endswith(ending)
            assert Path(downloaded.value.path()).stat().st_size > 100


def test_on_a_phone_text_and_answer_are_two_panes(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio, viewport=NARROW, has_touch=True) as open_page:
        page = open_page.page
        open_page.start()
        expect(page.locator(".stage svg")).to_be_visible()
        head = page.locator(".head").bounding_box()
        assert head is not None
        assert head["height"] < 60
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        page.get_by_role("button", name="Text", exact=True).click()
        expect(page.locator(".cm-content")).to_be_visible()
        expect(page.locator(".stage svg")).not_to_be_visible()
        open_page.solve()  # which brings the answer to the front
        expect(page.locator(".stage svg")).to_be_visible()
        for tab in ("picture", "atoms", "mathematics", "size", "why", "rules"):
            open_page.tab(tab)
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        box = open_page.tab("mathematics").locator("mtable").nth(1).bounding_box()
        assert box is not None
        assert box["height"] > 10
        assert box["width"] > 50


def test_a_link_that_cannot_be_read_loses_nothing(browser: Browser, studio: Studio) -> None:
    packed = zlib.compressobj(9, wbits=-15)
    bomb = packed.compress(b'{"text":"' + b" " * 100_000_000 + b'"}') + packed.flush()
    with opened(browser, studio) as open_page:
        open_page.start("a and b\n")
        page = open_page.page
        for link in (f"7Vn{'x' * 40}", base64.urlsafe_b64encode(bomb).decode().rstrip("=")):
            page.goto("about:blank")
            page.goto(f"{studio.origin}/#{link}")
            expect(page.locator(".cm-content")).to_contain_text("a and b")
            expect(open_page.status()).to_contain_text("could not be read")


def test_texts_that_were_open_are_found_again(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("first\n")
        page = open_page.page
        for text in ("second\n", "third\n"):  # both have the same name
            page.locator("summary", has_text="File").click()
            page.get_by_role("button", name="New", exact=True).click()
            open_page.write(text)
            expect(page.locator(".cm-content")).to_contain_text(text.strip())
        page.locator("summary", has_text="File").click()
        page.locator(".recent", has_text="first").click()
        expect(page.locator(".cm-content")).to_contain_text("first")
        page.locator("summary", has_text="File").click()
        expect(page.locator(".recent")).to_have_text([re.compile("third"), re.compile("second")])


def test_a_part_of_a_conjunction_is_left_out_by_a_click(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("(a and\n not a) and b  c\n")
        page = open_page.page
        open_page.solve()
        proposals = open_page.tab("why").locator(".proposals .card")
        proposals.filter(has_text="Without").last.get_by_role("button", name="Apply").click()
        expect(open_page.status()).to_contain_text("a model")
        page.locator(".cm-content").click()
        page.keyboard.press("Control+z")
        expect(open_page.status()).to_contain_text("no model")


TABS = ("picture", "atoms", "mathematics", "size", "why", "rules")
CLASH = "a and not a\n"


@pytest.mark.parametrize(
    ("theme", "texts", "tabs"),
    [
        ("light", (CLASH,), ("why",)),
        pytest.param("light", (QUEENS, CLASH, "a -> b\n"), TABS, marks=pytest.mark.slow),
        pytest.param("dark", (QUEENS, CLASH, "a -> b\n"), TABS, marks=pytest.mark.slow),
    ],
    ids=["one state", "light", "dark"],
)
def test_axe_finds_no_serious_fault(
    browser: Browser, studio: Studio, theme: str, texts: tuple[str, ...], tabs: tuple[str, ...]
) -> None:
    with opened(browser, studio, color_scheme=theme, bypass_csp=True) as open_page:
        page = open_page.page
        open_page.start(texts[0])
        page.evaluate(axe())
        for text in texts:
            open_page.write(text)
            open_page.solve()
            expect(open_page.status()).to_contain_text(re.compile("a model|no model|to mend"))
            expect(page.locator("#stop")).to_have_count(0)
            for tab in tabs:
                expect(open_page.tab(tab)).not_to_be_empty()
                faults = page.evaluate("async () => (await axe.run()).violations")
                serious = [
                    (fault["id"], [node["html"][:200] for node in fault["nodes"]])
                    for fault in faults
                    if fault["impact"] in ("serious", "critical")
                ]
                assert not serious


# ---------------------------------------------------------------------- what a class would stumble over


def test_a_game_shows_how_it_is_won(browser: Browser, studio: Studio) -> None:
    nim = (ROOT / "examples/games/nim.touist").read_text(encoding="utf-8").replace("$n = 11", "$n = 5")
    with opened(browser, studio) as open_page:
        open_page.start(nim)
        page = open_page.page
        open_page.solve()
        strategy = page.locator(".strategy")
        expect(strategy).to_contain_text("“There is” wins")
        expect(strategy.locator("p .mine")).to_have_text("take(1,1)")
        answers = strategy.locator(".answers li")
        expect(answers.filter(has_text="take(2,1) → take(3,3)").first).to_be_visible()
        expect(open_page.status()).to_contain_text("wins")
        expect(open_page.tab("why")).to_contain_text("won or lost")


def test_the_costs_of_the_best_model_are_told(browser: Browser, studio: Studio) -> None:
    shifts = (ROOT / "examples/costs/shifts.touist").read_text(encoding="utf-8")
    with opened(browser, studio) as open_page:
        open_page.start(shifts)
        open_page.drawn()
        costs = open_page.page.locator(".costs")
        expect(costs).to_contain_text("the best model costs 5, 3")
        expect(costs).to_contain_text("¬works(eve,2) ∧ ¬works(eve,3) costs 5")
        expect(open_page.tab("why")).to_contain_text("There is a model")


def test_a_blank_sheet_is_no_mistake(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("p and -> q")
        page = open_page.page
        expect(page.locator(".message")).not_to_have_count(0)
        open_page.write("")
        expect(page.locator("#panel-picture")).to_contain_text("A blank sheet")
        expect(page.locator(".message")).to_have_count(0)
        page.get_by_role("button", name="Take this text").click()
        expect(page.locator(".cm-content")).to_contain_text("umbrella")
        expect(open_page.status()).to_contain_text("a model")


def test_back_brings_the_text_before_a_lesson(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start("mine or yours\n")
        page = open_page.page
        page.locator("summary").first.click()
        page.locator(".lesson").nth(2).click()
        expect(page.locator(".cm-content")).to_contain_text("bigand")
        open_page.kept()
        page.go_back()
        expect(page.locator(".cm-content")).to_contain_text("mine or yours")


def test_a_studio_that_was_ended_is_told_and_the_text_is_kept(browser: Browser) -> None:
    studio = Studio("--port", "0")
    with opened(browser, studio) as open_page:
        open_page.start("a or b\n")
        page = open_page.page
        expect(open_page.status()).to_contain_text("a model")
        studio.close()
        open_page.solve()
        expect(open_page.status()).to_contain_text("Nobody answers")
        again = Studio("--port", str(urlsplit(studio.link).port))
        try:
            if again.origin != studio.origin:
                pytest.skip("another program has taken the port meanwhile")
            open_page.solve()
            expect(open_page.status()).to_contain_text("Open the link")  # its token is another
            page.context.new_page().goto(again.link)
            open_page.solve()
            expect(open_page.status()).to_contain_text("a model")
        finally:
            again.close()
        open_page.wrong.clear()  # of course there were refused requests
