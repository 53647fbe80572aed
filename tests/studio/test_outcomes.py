"""What the pages show of every status of every answer, in a real browser: at real limits, and stubbed."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.apps.test_outcomes import OTHERS, SECONDS, SOLVE
from tests.studio.boards import answer as said
from tests.studio.opened import NARROW, WIDE, Open, Studio, opened

from bigand.api.generate import GenerateAnswer
from bigand.api.question import Answer, Failure, Question
from bigand.api.solve import BestAnswer, GameAnswer, Solve
from bigand.api.steps import Hint, HintAnswer, StepsAnswer, UniqueAnswer
from bigand.api.why import Why, WhyAnswer
from bigand.api.witness import WitnessAnswer
from bigand.messages import LANGUAGES, Language
from bigand.puzzles.lightup import questions as lightup
from bigand.puzzles.queens import questions as queens
from bigand.puzzles.starbattle import questions as starbattle
from bigand.puzzles.watersort import questions as watersort
from bigand.source.error import ErrorKind
from bigand.studio.serializer import AnswerSerializer
from bigand.wording.texts import Texts

ENGLISH, FRENCH = Texts(Language.ENGLISH), Texts(Language.FRENCH)
SIGNS = {"good": "✓", "bad": "✗", "open": "?"}
TIME = Failure(kind=ErrorKind.LIMIT, key="limit.time")
PIGEONS = """\
bigand $p in [1..14]: bigor $h in [1..13]: sits($p,$h) end end
bigand $p,$q,$h in [1..14],[1..14],[1..13] when $p < $q: not sits($p,$h) or not sits($q,$h) end
"""
GAME = "forall u: exists $x for $x in [sits($p,$h) for $p,$h in [1..14],[1..13]]: (u or not u) and " + " and ".join(
    PIGEONS.splitlines()
)
MANY = """\
bigand $i,$j in [1..12],[1..12] when ($i*$j) mod 5 < 3 and $i != $j: x($i,$j) or y($j,$i) or not x($j,$i) end
bigand $i in [1..12]: atleast(2,[x($i,$j) for $j in [1..12]]) and atleast(3,[y($i,$j) for $j in [1..12]]) end
"""


# ---------------------------------------------------------------------- real limits


@pytest.fixture(scope="module")
def hasty() -> Iterator[Studio]:
    """A studio that gives every question two seconds."""
    studio = Studio("--timeout", "2")
    yield studio
    studio.close()


def settled(open_page: Open, kind: str, words: str) -> None:
    """Wait for the line of state, and for its sign."""
    expect(open_page.status()).to_contain_text(re.compile(re.escape(words), re.IGNORECASE))
    expect(open_page.status().locator(".sign")).to_have_class(f"sign {kind}")
    expect(open_page.status().locator(".sign")).to_have_text(SIGNS[kind])


@pytest.mark.parametrize(
    ("text", "words", "french"),
    [
        (PIGEONS, "not known whether there is a model", "on ne sait pas s'il y a un modèle"),
        pytest.param(
            f"{PIGEONS};;@ minimize sits(1,1)",
            "not known whether there is a model",
            "on ne sait pas s'il y a un modèle",
            marks=pytest.mark.slow,
        ),
        (GAME, "not known who wins", "on ne sait pas qui gagne"),
    ],
    ids=["pigeons", "minimize", "game"],
)
def test_out_of_time_is_no_model(text: str, words: str, french: str, browser: Browser, hasty: Studio) -> None:
    """The answer that says so or, on a busy machine, none at all."""
    with opened(browser, hasty, viewport=NARROW) as open_page:
        open_page.start()
        open_page.page.get_by_role("button", name="Text", exact=True).click()
        open_page.write(text)
        open_page.solve()
        expect(open_page.status()).to_contain_text(re.compile(r"the time is up \([1-9]"))
        settled(open_page, "open", "the time is up")
        told = open_page.status().inner_text()
        assert not re.search(r"a model ·|null|” wins|“For all|“There is", told), told
        if "No answer" in told:
            return
        assert words in told
        expect(open_page.page.locator(".stage svg")).to_have_count(0)
        panel = open_page.page.locator("#panel-picture")
        expect(panel).to_contain_text(re.compile(words, re.IGNORECASE))
        expect(panel).to_contain_text("start the studio with a larger")
        open_page.page.get_by_role("button", name="FR").click()
        expect(open_page.status()).to_contain_text(french)
        expect(panel).to_contain_text("lancez le studio avec un")


def test_a_count_that_is_stopped_is_no_number(browser: Browser, hasty: Studio) -> None:
    with opened(browser, hasty) as open_page:
        open_page.start(MANY)
        open_page.drawn()
        open_page.page.get_by_role("button", name="Count").click()
        expect(open_page.status()).to_contain_text(re.compile(r"the time is up \([1-9]"))
        told = open_page.page.locator(".models .told")
        expect(told).to_have_text(re.compile(r"^model 1( of at least [\d,]+)?$"))
        expect(open_page.page.get_by_role("button", name="Count")).to_be_enabled()


def test_light_up_says_that_the_time_is_up(browser: Browser, hasty: Studio) -> None:
    with opened(browser, hasty, locale="fr-FR") as open_page:
        page = open_page.visit("lightup").page
        expect(page.locator("#board svg")).to_be_visible()
        page.locator(".head > .button.primary").click()
        for field, value in (("Colonnes", "30"), ("Lignes", "30")):
            page.get_by_role("spinbutton", name=field).fill(value)
        page.get_by_role("combobox", name="Niveau").select_option("expert")
        page.locator(".new-board button[type=submit]").click()
        expect(said(page)).to_contain_text("Pas de réponse : le temps est écoulé (2")
        expect(said(page)).to_contain_text("un niveau plus facile")


# ---------------------------------------------------------------------- every status, stubbed


class Stub:
    """Answers questions of some names in place of the studio, as it would tell them."""

    def __init__(self, page: Page) -> None:
        self.replies: dict[str, tuple[Question[Any], Answer]] = {}
        page.route("**/api/*", self._reply)

    def _reply(self, route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if name not in self.replies:
            route.continue_()
            return
        question, answer = self.replies[name]
        if (route.request.post_data_json or {}).get("strategy"):  # how the side wins that was just told
            games = [row[4] for row in SOLVE if isinstance(row[4], GameAnswer)]
            answer = next(game for game in games if game.status == getattr(answer, "status", ""))
        line = told_by(question, answer, Texts(LANGUAGES[route.request.headers["accept-language"]])).answer_line(
            answer
        )
        route.fulfill(status=200, content_type="application/x-ndjson", body=f"{line}\n")


def told_by(question: Question[Any], _answer: Answer, texts: Texts) -> AnswerSerializer:
    teller = AnswerSerializer(question, texts)
    teller.seconds = SECONDS
    return teller


def told(question: Question[Any], answer: Answer, texts: Texts = ENGLISH) -> dict[str, Any]:
    return told_by(question, answer, texts).wording(answer)


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


@pytest.mark.parametrize("size", [None, pytest.param(NARROW, marks=pytest.mark.slow)], ids=["wide", "narrow"])
def test_every_state_of_solve_is_shown_as_what_it_is(
    size: dict[str, int] | None, browser: Browser, studio: Studio
) -> None:
    """The line of state and the tab Picture, in English and then in French without asking again."""
    with opened(browser, studio, viewport=size or WIDE) as open_page:
        page = open_page.page
        stub = Stub(page)
        first = Solve(source=OTHERS[0][0].source), next(row[4] for row in SOLVE if row[0] == "model")  # type: ignore[attr-defined]
        stub.replies["solve"] = first
        stub.replies["why"] = (Why(source=first[0].source), WhyAnswer(status="unsat"))
        open_page.start()
        expect(open_page.status()).to_contain_text("a model")
        for state, kind, _, asked, answer in SOLVE:
            question = Solve(source=first[0].source, **asked)
            shown = {texts: told(question, answer, texts) for texts in (ENGLISH, FRENCH)}
            if question.count or question.excluded:
                stub.replies["solve"] = first
                page.reload()  # nothing is counted yet
                settled(open_page, "good", "a model")  # it is solved without being asked: a click would ask again
                if size is not None:  # a narrow page shows the text at first
                    page.get_by_role("button", name="Answer", exact=True).click()
                stub.replies["solve"] = question, answer
                name = "Count" if question.count else "Next model"
                page.get_by_role("button", name=name).click()
                told_beside(open_page, state, shown[ENGLISH]["text"])
                continue
            stub.replies["solve"] = question, answer
            open_page.solve()
            settled(open_page, kind, shown[ENGLISH]["text"])
            panel = page.locator("#panel-picture")
            if shown[ENGLISH]["advice"]:
                expect(panel).to_contain_text(plain(shown[ENGLISH]["advice"]))
            assert not re.search("null|undefined|NaN", open_page.status().inner_text()), state
            if kind == "open" and "endless" not in state:
                expect(open_page.status()).to_contain_text("(2.5 s)")
            elif kind == "good":
                expect(open_page.status()).to_contain_text(
                    "5 s" if state.endswith("wins") else "2.5 s"
                )  # two questions
            page.get_by_role("button", name="FR").or_(page.get_by_role("button", name="Français")).first.click()
            settled(open_page, kind, shown[FRENCH]["text"])
            if shown[FRENCH]["advice"]:
                expect(panel).to_contain_text(plain(shown[FRENCH]["advice"]))
            page.get_by_role("button", name="EN").or_(page.get_by_role("button", name="English")).first.click()


def told_beside(open_page: Open, state: str, words: str) -> None:
    """What counting, or looking for another model, comes to."""
    bar = open_page.page.locator(".models .told")
    expected: dict[str, tuple[str, str]] = {
        "other_model": ("", "model 2"),
        "no_other": ("there are 1 models, no others", "model 1 of 1"),
        "counted": ("", "model 1 of 3"),
        "counted_part": (words, "model 1 of at least 3"),
        "best_models": ("", "model 1 of 1"),
    }
    line, number = expected.get(state, (sentence(words) if state != "none" else words, "model 1"))
    expect(bar).to_have_text(number)
    if line:
        expect(open_page.status()).to_contain_text(re.compile(re.escape(line), re.IGNORECASE))


def plain(text: str) -> str:
    """A sentence as a page shows it: code without its marks."""
    return text.replace("`", "")


CLUES = """\
;;@ clues given(row,column,value)
;;@ view board given(row,column,value)
given(1,1,1) or given(1,1,2)
"""
TABS: list[tuple[type[Answer], str, str, Callable[[Page], Locator | None]]] = [
    (WhyAnswer, "why", "why", lambda page: page.get_by_role("button", name="Ask why")),
    (WitnessAnswer, "rules", "witness", lambda page: page.get_by_role("button", name="Look at the rules")),
    (StepsAnswer, "steps", "steps", lambda page: page.get_by_role("button", name="Solve in steps")),
    (UniqueAnswer, "steps", "unique", lambda page: page.get_by_role("button", name="Are the clues right?")),
    (GenerateAnswer, "steps", "generate", lambda page: page.get_by_role("button", name="New board")),
]


def test_every_status_of_reasons_rules_and_steps_is_shown(browser: Browser, studio: Studio) -> None:
    """The tabs Why, Rules and Steps: their sentences and what to try next; and a limit that is met by each."""
    with opened(browser, studio) as open_page:
        page = open_page.page
        stub = Stub(page)
        question = Solve(source=OTHERS[0][0].source)  # type: ignore[attr-defined]
        stub.replies["solve"] = question, next(row[4] for row in SOLVE if row[0] == "unknown")
        open_page.start(CLUES)
        number = 0
        for kind, tab, name, button in TABS:
            rows = [
                (asked, answer)
                for asked, answer, _ in OTHERS
                if isinstance(answer, kind) and not getattr(answer, "boards", ())  # which would be written down
            ]
            for asked, answer in [*rows, (rows[0][0], TIME)]:
                number += 1
                open_page.write(f"{CLUES};; {number}\n")  # nothing is known of this text
                stub.replies[name] = asked, answer
                shown = told(asked, answer)
                open_page.solve()
                settled(open_page, "open", "not known whether there is a model")
                panel = open_page.tab(tab)
                press = button(page)
                assert press is not None
                press.click()
                where = page.locator("main") if answer is TIME else panel
                for words in (shown["advice"], *shown.get("closing", ())):
                    if words:
                        expect(where).to_contain_text(plain(words))
                if isinstance(answer, StepsAnswer):
                    lost = page.get_by_text("Nothing follows from the rules")
                    is_whole = answer.finished and answer.status != "none"
                    expect(lost).to_have_count(int(is_whole and not answer.steps))
                if isinstance(answer, WhyAnswer) and shown["outcome"] == "open":
                    expect(panel).to_contain_text(plain(shown["text"]))
                if isinstance(answer, WitnessAnswer) and shown["outcome"] == "open":
                    expect(panel.locator(".rule.unknown")).to_contain_text("the time is up")
                if answer is TIME:
                    expect(open_page.status()).to_contain_text("No answer: the time is up (2.5 s)")


SQUARE = """\
$line = [1..2]
;;@ view board cell(row,column,value)
cell(1,1,1)
bigand $r,$c in $line,$line: exact(1,[cell($r,$c,$v) for $v in $line]) end
bigand $r,$v in $line,$line: exact(1,[cell($r,$c,$v) for $c in $line]) end
bigand $c,$v in $line,$line: exact(1,[cell($r,$c,$v) for $r in $line]) end
"""


def test_every_status_of_a_hint_is_shown(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.page
        stub = Stub(page)
        open_page.start(SQUARE)
        open_page.tab("steps")
        page.get_by_role("button", name="Solve in steps").click()
        page.locator(".modes").get_by_role("button", name="Play").click()
        expect(page.locator(".puzzle")).to_be_visible()
        source = OTHERS[0][0].source  # type: ignore[attr-defined]
        rows = [answer for _, answer, _ in OTHERS if isinstance(answer, HintAnswer)]
        square = page.locator(".steps-shown [data-atoms]").last
        for answer in [*rows, HintAnswer(status="unique", finished=False)]:
            stub.replies["hint"] = Hint(source=source), answer
            square.click()  # other marks: it is asked again
            page.get_by_role("button", name="Right so far?").click()
            shown = told(Hint(source=source), answer)
            expect(page.locator(".puzzle .steps-told")).to_contain_text(shown["text"])
            if not answer.finished:
                expect(page.locator(".puzzle .steps-told")).to_contain_text(plain(shown["advice"]))


# ---------------------------------------------------------------------- puzzles, stubbed


def rows_of(*kinds: type[Answer]) -> list[tuple[Question[Any], Any, dict[str, Any]]]:
    return [(asked, found, told(asked, found)) for asked, found, _ in OTHERS if isinstance(found, kinds)]


def test_every_status_of_light_up_is_shown(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("lightup").page
        stub = Stub(page)
        expect(page.locator("#board svg")).to_be_visible()

        def more(entry: str) -> None:
            page.locator("summary", has_text="More").click()
            page.get_by_role("button", name=entry).click()

        for asked, found, shown in rows_of(lightup.RateAnswer):
            stub.replies["lightup.rate"] = asked, found
            more("How hard is it?")
            expect(said(page)).to_contain_text(re.compile(re.escape(shown["text"]), re.IGNORECASE))
        for asked, found, shown in rows_of(lightup.HintAnswer):
            page.get_by_role("button", name="Undo").is_enabled()
            stub.replies["lightup.hint"] = asked, found
            page.locator("#hint").click()
            expect(said(page)).to_contain_text(plain(shown["text"]))
            assert ("good" in (said(page).get_attribute("class") or "")) == (found.status == "solved"), found
        for value, words in ((True, "can still become"), (False, "something here is wrong"), (None, "Not known")):
            checked = lightup.CheckAnswer(status="open", board=("..",), findings=(), can_finish=value)
            stub.replies["lightup.check"] = lightup.Check(board=lightup.BoardInput(text="..")), checked
            page.get_by_role("button", name="Right so far?").click()
            expect(said(page)).to_contain_text(words)
        del stub.replies["lightup.check"]
        for asked, found, shown in rows_of(lightup.ExplainAnswer):
            stub.replies["lightup.explain"] = asked, found
            page.reload()
            expect(page.locator("#board svg")).to_be_visible()
            page.locator(".modes").get_by_role("button", name="Explain").click()
            expect(said(page)).to_contain_text(shown["text"])
            notes = page.locator(".unsettled")
            expect(notes).to_have_count(int(not found.complete))
            if not found.complete:
                expect(notes).to_contain_text(plain(shown["advice"]))
            page.locator(".modes").get_by_role("button", name="Play").click()
        solved = {"unique": "The only solution", "multiple": "One of several", "none": "No solution"}
        for asked, found, shown in rows_of(lightup.SolveAnswer):
            stub.replies["lightup.solve"] = asked, found
            more("Show the solution")
            expect(said(page)).to_contain_text(solved[found.status])
            if found.why is not None:
                expect(said(page)).to_contain_text(sentence(shown["text"]))
        acts: list[tuple[str, Callable[[], None]]] = [
            ("lightup.solve", lambda: more("Show the solution")),
            ("lightup.rate", lambda: more("How hard is it?")),
            ("lightup.hint", lambda: page.locator("#hint").click()),
            ("lightup.check", lambda: page.get_by_role("button", name="Right so far?").click()),
        ]
        for name, act in acts:
            stub.replies[name] = lightup.Solve(board=lightup.BoardInput(text="..")), TIME
            act()
            expect(said(page)).to_contain_text("No answer: the time is up (2.5 s). Mark some cells first")
            page.locator(".modes").get_by_role("button", name="Draw").click()  # what was told is gone
            page.locator(".modes").get_by_role("button", name="Play").click()


# The address and the storage are about the board that is shown, which they are a moment after it is.
REGIONS_KEPT = """() => {
  const { kept, link } = JSON.parse(localStorage.getItem("bigand.queens") ?? "{}");
  return kept?.game === "regions" && link === location.hash.slice(1);
}"""


def test_every_status_of_queens_and_regions_is_shown(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("queens").page
        stub = Stub(page)
        expect(said(page)).to_contain_text("Ways to go on: 92")
        for asked, found, _ in rows_of(queens.CountAnswer):
            stub.replies["queens.count"] = asked, found
            page.reload()
            expect(said(page)).to_contain_text(f"Ways to go on: {'' if found.complete else 'at least '}2")
        stub.replies["queens.count"] = queens.Count(size=8), TIME
        page.reload()
        expect(said(page)).to_contain_text("more ways to go on than can be counted")
        next_one = page.get_by_role("button", name="Show a completion")
        words = {"sat": "Completion", "unsat": "cannot be completed"}
        for asked, found, _ in reversed(rows_of(queens.SolveAnswer)):
            stub.replies["queens.solve"] = asked, found
            next_one.click()
            expect(said(page)).to_contain_text(words[found.status])
        stub.replies["queens.solve"] = queens.Solve(size=8), TIME
        next_one.click()
        expect(said(page)).to_contain_text("No answer: the time is up (2.5 s). Place some queens first")
        expect(said(page)).to_have_class(re.compile("plain"))
        page.get_by_role("button", name="Regions").click()
        expect(page.locator("#board svg")).to_be_visible()
        judged = {"unique": "Exactly one solution", "multiple": "Several solutions", "none": "No solution"}
        for asked, found, _ in rows_of(starbattle.SolveAnswer):
            stub.replies["starbattle.solve"] = asked, found
            page.get_by_role("button", name="Exactly one solution?").click()
            expect(said(page)).to_contain_text(judged[found.status])
        for name, button in (("starbattle.solve", "Exactly one solution?"), ("starbattle.hint", "Hint")):
            stub.replies[name] = starbattle.Solve(board=""), TIME
            page.get_by_role("button", name=button).click()
            expect(said(page)).to_contain_text("No answer: the time is up (2.5 s). Mark some cells first")
            page.wait_for_function(REGIONS_KEPT)
            page.reload()
            expect(said(page)).to_contain_text("Nothing is wrong so far")
        for asked, found, shown in rows_of(starbattle.HintAnswer):
            if found.status == "step":
                continue  # it needs a board of its own
            stub.replies["starbattle.hint"] = asked, found
            page.get_by_role("button", name="Hint").click()
            expect(said(page)).to_contain_text(shown["text"])


def test_every_status_of_water_sort_is_shown(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        page = open_page.visit("watersort").page
        stub = Stub(page)
        expect(page.locator(".tube").first).to_be_visible()

        def press(name: str) -> None:
            page.get_by_role("button", name=name).first.click()

        for asked, found, shown in rows_of(watersort.HintAnswer):
            stub.replies["watersort.hint"] = asked, found
            press("Hint")
            expect(said(page)).to_contain_text(shown["text"])
        wins = {True: "it can still be won", False: "this level cannot be won", None: "Not known yet"}
        asked, found, _ = rows_of(watersort.CheckAnswer)[0]
        for value, words in wins.items():
            checked = watersort.CheckAnswer(status="open", moves=0, level=found.level, colours={}, can_finish=value)
            stub.replies["watersort.check"] = asked, checked
            press("Can it still be won?")
            expect(said(page)).to_contain_text(words)
        stub.replies["watersort.check"] = asked, TIME
        press("Can it still be won?")
        expect(said(page)).to_contain_text("Not known yet")
        expect(said(page)).to_contain_text("the time is up (2.5 s). Make some moves")
        for asked, found, shown in rows_of(watersort.SolveAnswer):
            if found.status == "unsolvable":
                stub.replies["watersort.solve"] = asked, found
                press("The least solution")
                expect(said(page)).to_contain_text(shown["text"])
        for name, button in (("watersort.solve", "The least solution"), ("watersort.hint", "Hint")):
            stub.replies[name] = asked, TIME
            press(button)
            expect(said(page)).to_contain_text("No answer: the time is up (2.5 s). Make some moves")


def test_the_best_so_far_is_not_called_the_best(browser: Browser, studio: Studio) -> None:
    """Beside the model that was found: that a better one may exist, and what to try."""
    with opened(browser, studio) as open_page:
        stub = Stub(open_page.page)
        question = Solve(source=OTHERS[0][0].source)  # type: ignore[attr-defined]
        for state, _, _, _, answer in SOLVE:
            if not isinstance(answer, BestAnswer) or answer.status != "sat" or state not in ("best", "best_so_far"):
                continue
            stub.replies["solve"] = question, answer
            open_page.start(";;@ minimize a\na or b\n")
            open_page.solve()
            words = told(question, answer)["text"]
            if state == "best":
                expect(open_page.page.locator(".costs h3").first).to_have_text(words)
                expect(open_page.page.locator(".unsettled")).to_have_count(0)
            else:
                expect(open_page.page.locator(".costs h3").first).to_have_text("What it costs")
                expect(open_page.page.locator(".unsettled")).to_contain_text(sentence(words))
