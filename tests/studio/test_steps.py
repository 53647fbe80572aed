"""The tab Steps: a text as a puzzle, in a real browser."""

import re
from itertools import permutations, product

from playwright.sync_api import Browser, Locator, Page
from tests.studio.opened import NARROW, Studio, expect, opened

from bigand.api.question import ask_here
from bigand.api.source import Source
from bigand.api.steps import Hint, HintAnswer, Steps, StepsAnswer
from bigand.messages import Language
from bigand.wording.steps import StepWording, group_by_wave
from bigand.wording.texts import Texts

SQUARE = """\
$line = [1..3]
$givens = [given(1,1,1),given(2,2,1),given(1,2,2)]
;;@ clues given(row,column,value)
;;@ domain given($line,$line,$line)
;;@ view board cell(row,column,value) given(row,column,value)
bigand $r,$c,$v in $line,$line,$line:
  if given($r,$c,$v) in $givens then given($r,$c,$v) else not given($r,$c,$v) end
end
;; What is printed stays.
bigand $r,$c,$v in $line,$line,$line: given($r,$c,$v) => cell($r,$c,$v) end
;; One value a cell.
bigand $r,$c in $line,$line: exact(1,[cell($r,$c,$v) for $v in $line]) end
;; Each value once a row.
bigand $r,$v in $line,$line: exact(1,[cell($r,$c,$v) for $c in $line]) end
;; Each value once a column.
bigand $c,$v in $line,$line: exact(1,[cell($r,$c,$v) for $r in $line]) end
"""
PLAIN = "a\n;; 😀 Lamps go together.\na => b\nb => c\n"


def stepped(text: str) -> StepsAnswer:
    answer = ask_here(Steps(source=Source(text=text, name="queens.touist"), drawn=True))
    assert isinstance(answer, StepsAnswer)
    return answer


def expected(text: str, language: Language = Language.ENGLISH) -> list[list[str]]:
    """The sentences of each wave, as the terminal has them."""
    told = StepWording(Texts(language))
    return [
        [one.text.replace("`", "") for one in told.wave_sentences(wave)]
        for wave in group_by_wave(stepped(text).steps)
    ]


def asked(page: Page) -> Locator:
    """The tab, when its steps are there."""
    panel = page.locator("#panel-steps")
    panel.locator(".button.primary").click()
    expect(panel.locator(".steps-tab")).to_be_visible()
    return panel


def test_steps_are_walked_through(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.start(SQUARE).page
        open_page.tab("steps")
        panel = asked(page)
        sentences, place = panel.locator(".steps-told .step"), panel.locator(".film .told")
        waves = expected(SQUARE)
        count = len(waves)
        assert count > 3
        expect(panel).to_contain_text("queens.touist has one solution.")
        expect(panel).to_contain_text("level: easy")
        for number, wave in enumerate(waves, 1):
            expect(place).to_have_text(f"step {number} of {count}")
            expect(sentences).to_have_text(wave)
            page.get_by_role("button", name="Forward").click() if number < count else None
        expect(page.get_by_role("button", name="Forward")).to_be_disabled()
        digits = panel.locator(".stage svg text", has_text=re.compile("^[123]$"))
        expect(digits).to_have_count(9 + 6)  # all squares, and the numbers of rows and columns
        page.keyboard.press("Home")
        expect(place).to_have_text(f"step 1 of {count}")
        page.keyboard.press("ArrowRight")
        expect(place).to_have_text(f"step 2 of {count}")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")  # before the first there is none
        expect(place).to_have_text(f"step 1 of {count}")
        panel.locator("input[type=range]").fill(str(count - 1))
        expect(sentences).to_have_text(waves[-1])
        page.get_by_role("button", name="First step").click()
        for _ in range(count - 1):
            page.keyboard.press("ArrowRight")
        expect(digits).to_have_count(9 + 6)  # however quickly one goes
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        rule = sentences.filter(has_text="line 10")
        rule.hover()
        expect(page.locator(".cm-line.lit")).to_contain_text("given($r,$c,$v) => cell($r,$c,$v)")
        rule.click()
        expect(page.locator(".cm-activeLine")).to_contain_text("given($r,$c,$v) => cell($r,$c,$v)")
        page.get_by_role("button", name="Français").click()
        expect(panel).to_contain_text("une seule solution")
        expect(sentences).to_have_text(expected(SQUARE, Language.FRENCH)[1])  # the same step
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.type("not given(3,3,3)")
        expect(
            panel.get_by_role("button", name="Résoudre par étapes")
        ).to_be_visible()  # those were of another text


def test_what_has_no_steps_is_told(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio, viewport=NARROW) as open_page:
        page = open_page.start().page
        expect(page.locator(".stage svg")).to_be_visible()

        def put(text: str) -> None:
            page.locator(".pane-button").first.click()
            open_page.write(text)
            page.locator(".pane-button").last.click()
            open_page.tab("steps")

        put(PLAIN)
        panel = asked(page)
        expect(panel.locator(".steps-told .step")).to_have_text(expected(PLAIN)[0])
        page.get_by_role("button", name="Forward").click()
        panel.locator(".step", has_text="Lamps").click()  # on a phone the text comes to the front
        expect(page.locator(".cm-activeLine")).to_have_text("a => b")
        put("a or b\n")
        expect(asked(page)).to_contain_text("Nothing follows")
        put("$x = 3\nx < $x and int(x)\n".replace("x < $x and int(x)", "x + 0 < $x"))
        panel.locator(".button.primary").click()
        expect(page.locator(".failed")).to_contain_text("numbers")
        put("a\nnot a\n")
        panel.locator(".button.primary").click()
        expect(panel).to_contain_text("no solution")
        panel.get_by_role("button", name="Why?").click()
        expect(page.locator("#panel-why .upshot")).to_have_text(re.compile("cannot hold together"))


# ---------------------------------------------------------------------- boards

Clue = tuple[int, int, int]


def squares(clues: set[Clue]) -> int:
    """How many Latin squares of three rows have these clues, by looking at all."""
    every = [
        square
        for square in product(permutations((1, 2, 3)), repeat=3)
        if all(len({row[at] for row in square}) == 3 for at in range(3))
    ]
    return sum(all(square[row - 1][column - 1] == value for row, column, value in clues) for square in every)


def clues_of(text: str) -> set[Clue]:
    listed = re.search(r"\$givens = \[(.*)\]", text)
    assert listed is not None
    found = re.findall(r"given\((\d),(\d),(\d)\)", listed.group(1))
    return {(int(row), int(column), int(value)) for row, column, value in found}


def test_a_new_board_and_what_its_clues_are_good_for(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.start(PLAIN).page
        bench = open_page.tab("steps").locator(".board-bench")
        expect(bench).to_have_count(0)  # nothing says what a board may give
        open_page.write(SQUARE)
        bench.get_by_role("button", name="New board").click()
        expect(bench).to_contain_text("none of which can be left out")
        expect(page.locator("#panel-steps .steps-tab")).to_be_visible()
        made = clues_of(page.locator(".cm-line", has_text="$givens =").inner_text())
        assert squares(made) == 1
        assert all(squares(made - {clue}) > 1 for clue in made)
        bench.get_by_role("button", name="Are the clues right?").click()
        expect(bench).to_contain_text(f"{len(made)} clues, none of which can be left out")
        page.locator(".cm-content").click()
        page.keyboard.press("Control+z")
        expect(page.locator(".cm-content")).to_contain_text("[given(1,1,1),given(2,2,1),given(1,2,2)]")

        spare = SQUARE.replace("given(1,2,2)]", "given(1,2,2),given(3,3,1)]")
        assert squares(clues_of(spare)) == squares(clues_of(SQUARE)) == 1
        open_page.write(spare)
        bench.get_by_role("button", name="Are the clues right?").click()
        expect(bench).to_contain_text("each of these clues can be left out")
        told = re.findall(r"given\((\d),(\d),(\d)\)", bench.inner_text())
        assert {(int(a), int(b), int(c)) for a, b, c in told} == {
            clue for clue in clues_of(spare) if squares(clues_of(spare) - {clue}) == 1
        }
        open_page.write(SQUARE.replace("given(1,1,1),", ""))
        bench.get_by_role("button", name="Are the clues right?").click()
        expect(bench).to_contain_text("several solutions. Two of them:")
        expect(bench.locator(".cards svg")).to_have_count(2)
        expect(bench).to_contain_text("with these clues only the first would be left: given(")


# ---------------------------------------------------------------------- play

LAMPS = """\
$n = [1..3]
;;@ view board lamp(row,column)
lamp(1,1)
;; One lamp a row.
bigand $i in $n: exact(1,[lamp($i,$j) for $j in $n]) end
;; One lamp a column.
bigand $j in $n: exact(1,[lamp($i,$j) for $i in $n]) end
not lamp(2,3) or not lamp(3,2)
"""


def hints(text: str, *marks: str) -> list[list[str]]:
    """The sentences of the three strengths, as the terminal has them."""
    answer = ask_here(Hint(source=Source(text=text, name="queens.touist"), marks=marks))
    assert isinstance(answer, HintAnswer)
    told = StepWording(Texts(Language.ENGLISH))
    return [[one.text.replace("`", "") for one in told.hint_sentences(answer, strength)] for strength in (1, 2, 3)]


def test_a_board_is_played(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.start(SQUARE).page
        open_page.tab("steps")
        panel = asked(page)
        panel.get_by_role("button", name="Play").click()
        digits = panel.locator(".stage svg text:not(.crossed)", has_text=re.compile("^[123]$"))
        expect(digits).to_have_count(3 + 6)  # what is given, and the numbers of rows and columns
        verdict, told = panel.locator(".puzzle strong"), panel.locator(".puzzle .step")
        panel.get_by_role("button", name="Which rule?").click()
        expect(told).to_have_text(hints(SQUARE)[0])
        panel.locator("[data-atoms*='cell(3,3,1)']").first.click()
        expect(panel.locator(".chip")).to_have_text(["cell(3,3,1)", "cell(3,3,2)", "cell(3,3,3)"])
        panel.locator(".chip").first.click()
        expect(digits).to_have_count(4 + 6)
        expect(told).to_have_count(0)  # it was about other marks
        panel.get_by_role("button", name="Right so far?").click()
        expect(verdict).to_have_text("right so far")
        for name, expected_told in zip(
            ("Which rule?", "Where?", "Next step"), hints(SQUARE, "cell(3,3,1)"), strict=True
        ):
            panel.get_by_role("button", name=name).click()
            expect(told).to_have_text(expected_told)
        panel.locator(".chip").nth(2).click()
        panel.locator(".chip").nth(2).click()
        expect(panel.locator(".crossed")).to_have_text("×3")
        panel.locator(".chip").nth(1).click()
        panel.get_by_role("button", name="Right so far?").click()
        expect(verdict).to_have_text("not so: cell(3,3,2)")
        page.get_by_role("button", name="Français").click()
        expect(panel).to_contain_text("une seule solution")
        expect(panel.locator(".crossed")).to_have_text("×3")  # the marks stay
        page.get_by_role("button", name="English").click()
        expect(panel).to_contain_text("has one solution")
        panel.get_by_role("button", name="Undo").click()
        for _ in range(2):
            page.keyboard.press("Control+z")
        expect(panel.locator(".crossed")).to_have_count(0)
        expect(digits).to_have_count(4 + 6)
        page.reload()
        panel = asked(page)
        expect(digits).to_have_count(4 + 6)  # marks outlive the page
        panel.get_by_role("button", name="Redo").click()
        panel.get_by_role("button", name="Watch").click()
        expect(panel.locator(".film .told")).to_contain_text("step 1 of")

        open_page.write(LAMPS)
        panel = asked(page)
        panel.get_by_role("button", name="Play").click()
        square = panel.locator("[data-atoms='lamp(2,2)']").first
        square.click(force=True)  # the lamp on it has the same atom
        panel.get_by_role("button", name="Right so far?").click()
        expect(verdict).to_have_text("right so far")
        square.click(force=True)  # the lamp on it has the same atom
        expect(panel.locator(".stage circle[data-atoms='lamp(2,2)']")).to_have_count(0)
        expect(panel.locator(".crossed")).to_have_text("×")  # on the new picture, too
        expect(panel.locator(".stage .frame")).to_have_count(1)
        panel.get_by_role("button", name="Right so far?").click()
        expect(verdict).to_have_text("not so: not lamp(2,2)")
        square.click(force=True)  # the lamp on it has the same atom
        expect(panel.locator(".crossed")).to_have_count(0)
        panel.locator(".clickable").focus()
        page.keyboard.press("ArrowRight")  # the frame is where the last click was
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        panel.get_by_role("button", name="Next step").click()
        expect(verdict).to_have_text("right so far")
        expect(told).to_have_text(hints(LAMPS, "lamp(3,3)")[2])
