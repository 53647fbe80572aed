"""Pictures of the studio, to be looked at by people: every tab and window, narrow and wide, light and dark.

    python -m tests.studio.screenshots FOLDER [PART-OF-A-NAME]

makes `NAME-WIDTH-THEME.png` for each scene; with a part of a name, only the scenes that have it.
"""

import re
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright
from tests.apps.browser import CHROMIUM, QUIET
from tests.studio import scenes
from tests.studio.opened import NARROW, WIDE, Open, Studio, opened

EXAMPLES = Path(__file__).parents[2] / "examples"
MISTAKES = "$T = 3\nbigand $t in [1..T]:\n  p($t,1) -> p($t,2)\nend\nbigand $t in {1..$T}:\n  bulb ($t,1)\n"
TABLE = """\
$P = [ann,bob,cleo]
$D = [mon,tue,wed]
bigand $p in $P: exact(1,[on($p,$d) for $d in $D]) end
bigand $d in $D: exact(1,[on($p,$d) for $p in $P]) end
"""
PIGEONS = """\
$n = 12
bigand $p in [1..$n]: bigor $h in [1..$n-1]: sits($p,$h) end end
bigand $p,$q,$h in [1..$n],[1..$n],[1..$n-1] when $p < $q: not sits($p,$h) or not sits($q,$h) end
"""
CROWDED = (
    "$N = 4\nbigand $i in [1..$N]: bigor $j in [1..$N]: x($i,$j) end end\nbigand $i in [1..$N]: not x(2,$i) end\n"
)


def example(name: str) -> str:
    return (EXAMPLES / f"{name}.touist").read_text(encoding="utf-8")


QUEENS = example("queens/queens") + "\n"  # a text of one's own: the welcome is gone
UNSAT_QUEENS = QUEENS.replace("$N = 8", "$N = 3")


def solved(text: str, tab: str = "picture") -> Callable[[Open], None]:
    """A text that is solved, and one tab of it."""

    def act(open_page: Open) -> None:
        open_page.write(text)
        open_page.page.wait_for_timeout(300)
        if open_page.page.locator("#solve").count():
            open_page.solve()
        expect(open_page.page.locator("#solve")).to_be_visible(timeout=90_000)
        if (answer := open_page.page.locator(".pane-button").last).is_visible():
            answer.click()
        open_page.tab(tab)
        if tab in ("rules", "steps"):
            open_page.page.locator(f"#panel-{tab} .button.primary").click()
            expect(open_page.page.locator(f".{tab}-tab, .empty").last).to_be_visible(timeout=90_000)
        open_page.page.wait_for_timeout(1200)
        expect(open_page.page.locator("#solve")).to_be_visible(timeout=90_000)  # also what would mend it is known

    return act


def stepped(name: str, to: int) -> Callable[[Open], None]:
    """A puzzle, some steps on."""

    def act(open_page: Open) -> None:
        if not narrow(open_page):
            open_page.page.locator(".name input").fill(f"{name.rpartition('/')[2]}.touist")
        solved(example(name), "steps")(open_page)
        for _ in range(to):
            open_page.page.keyboard.press("ArrowRight")
        open_page.page.wait_for_timeout(1200)

    return act


def puzzle(open_page: Open) -> None:
    """A board that is played: a mark, a square that is chosen, a hint."""
    stepped("gallery/takuzu", 0)(open_page)
    page = open_page.page
    page.locator(".steps-tab .modes button").last.click()
    expect(page.locator(".clickable svg")).to_be_visible()
    page.locator("[data-atoms*='cell(1,4,0)']").first.click()
    page.locator(".chip").first.click()
    page.locator("[data-atoms*='cell(1,5,0)']").first.click()
    page.locator(".chip").last.click()
    page.locator(".chip").last.click()
    page.locator(".puzzle .bar .button").last.click()
    expect(page.locator(".puzzle .step").first).to_be_visible()
    page.wait_for_timeout(1000)


def clues(open_page: Open) -> None:
    """A board with several solutions: two of them, and the clues that are missing."""
    open_page.write(example("gallery/takuzu").replace("given(8,3,0),", ""))
    if narrow(open_page):
        open_page.page.locator(".pane-button").last.click()
    bench = open_page.tab("steps").locator(".board-bench")
    bench.locator(".button").last.click()
    expect(bench.locator(".cards svg")).to_have_count(2, timeout=90_000)
    bench.scroll_into_view_if_needed()


def written(text: str) -> Callable[[Open], None]:
    def act(open_page: Open) -> None:
        open_page.write(text)
        open_page.page.wait_for_timeout(1200)

    return act


def welcome(open_page: Open) -> None:
    expect(open_page.page.locator(".stage svg")).to_be_visible()


def course(open_page: Open) -> None:
    open_page.page.locator("summary").first.click()


def files(open_page: Open) -> None:
    open_page.page.locator("summary").nth(1).click()


def keys(open_page: Open) -> None:
    open_page.page.locator(".head-end .button").last.click()


def share(open_page: Open) -> None:
    open_page.page.locator(".head > .button").first.click()
    expect(open_page.page.locator("dialog input")).to_be_visible()


def edit(open_page: Open) -> None:
    open_page.page.locator("summary").locator("visible=true").last.click()


def recent(open_page: Open) -> None:
    """Texts that were open before, in the menu."""
    for text in ("rain => umbrella\nrain\n", CROWDED, TABLE):
        open_page.page.locator("summary").nth(1).click()
        open_page.page.locator(".menu-entry").locator("visible=true").first.click()
        open_page.page.locator(".pane-button").first.locator("visible=true").click() if narrow(open_page) else None
        open_page.write(text)
        open_page.page.wait_for_timeout(500)
    open_page.page.locator("summary").nth(1).click()


def narrow(open_page: Open) -> bool:
    return open_page.page.viewport_size == NARROW


def hover(open_page: Open) -> None:
    open_page.write(example("watersort/pours"))
    open_page.page.wait_for_timeout(800)
    open_page.page.locator(".c-variable", has_text="$colours").first.hover()
    open_page.page.wait_for_timeout(1500)


def failure(open_page: Open) -> None:
    open_page.write("$S = [1..1000000]\nbigand $i,$j in $S,$S: r($i,$j) end\n")
    open_page.page.wait_for_timeout(300)
    open_page.solve()
    expect(open_page.page.locator(".message", has_text="instances").first).to_be_visible(timeout=90_000)


def film(open_page: Open) -> None:
    solved(example("watersort/pours"))(open_page)
    for _ in range(4):
        open_page.page.locator(".film .button").nth(3).click()
    open_page.page.wait_for_timeout(300)


def cell(open_page: Open) -> None:
    """Why a cell is as it is: in the queens it may be otherwise."""
    solved(QUEENS)(open_page)
    open_page.page.locator(".stage svg [data-atoms]").nth(9).click(force=True)
    open_page.page.wait_for_timeout(1500)


def forced(open_page: Open) -> None:
    solved("a and (a => b)\nb => c\n")(open_page)
    open_page.tab("atoms").locator("tbody .link").nth(2).click()
    open_page.page.wait_for_timeout(1500)


def busy(open_page: Open) -> None:
    open_page.write(PIGEONS)
    open_page.page.wait_for_timeout(300)
    open_page.solve()
    open_page.page.wait_for_timeout(2500)


def completing(open_page: Open) -> None:
    open_page.write("$Number = 3\nbigand $i in [1..")
    open_page.page.keyboard.type("$N")
    open_page.page.keyboard.press("Control+Space")
    open_page.page.wait_for_timeout(900)


SCENES: dict[str, Callable[[Open], None]] = {
    "welcome": welcome,
    "picture": solved(QUEENS),
    "picture-20": solved(QUEENS.replace("$N = 8", "$N = 20")),
    "atoms": solved(QUEENS, "atoms"),
    "mathematics": solved(QUEENS, "mathematics"),
    "mathematics-long": solved(example("watersort/pours"), "mathematics"),
    "size": solved(QUEENS, "size"),
    "size-long": solved(example("watersort/pours"), "size"),
    "why": solved(UNSAT_QUEENS, "why"),
    "why-queens": solved(re.sub(r";;@ expect.*\n", "", QUEENS).replace("bigor", "bigand"), "why"),
    "why-unsat-picture": solved(UNSAT_QUEENS),
    "why-sat": solved(QUEENS, "why"),
    "why-simple": solved(CROWDED, "why"),
    "why-steps": solved(
        example("watersort/pours").replace(";;@ horizon", ";; horizon").replace("$k = 10", "$k = 4"), "why"
    ),
    "why-costs": solved(example("costs/shifts"), "why"),
    "why-numbers": solved(example("numbers/backpack"), "why"),
    "why-game": solved(example("games/nim"), "why"),
    "rules": solved(QUEENS, "rules"),
    "steps": stepped("gallery/sudoku", 4),
    "steps-takuzu": stepped("gallery/takuzu", 5),
    "steps-clues": clues,
    "puzzle-played": puzzle,
    "steps-zebra": stepped("gallery/zebra", 2),
    "steps-several": solved(QUEENS, "steps"),
    "steps-none": solved(UNSAT_QUEENS, "steps"),
    "steps-numbers": solved(example("numbers/backpack"), "steps"),
    "mistakes": written(MISTAKES),
    "completing": completing,
    "course": course,
    "files": files,
    "keys": keys,
    "share": share,
    "edit": edit,
    "recent": recent,
    "hover": hover,
    "failure": failure,
    "film": film,
    "graph": solved(example("graphs/colouring")),
    "costs": solved(example("costs/shifts")),
    "plan": solved(example("plans/river")),
    "numbers": solved(example("numbers/backpack")),
    "square": solved(example("numbers/magic_square")),
    "lightup": solved(example("lightup/numbers")),
    "game": solved(example("games/nim")),
    "views": solved(TABLE),
    "cell": cell,
    "forced": forced,
    "busy": busy,
    "empty": written(""),
}
FRENCH = {
    "welcome",
    "picture",
    "mistakes",
    "keys",
    "why",
    "rules",
    "steps",
    "steps-clues",
    "puzzle-played",
    "files",
    "film",
    "game",
    "costs",
}
LARGE = {"picture", "why", "mistakes", "mathematics", "film", "atoms"}


def take(
    browser: Browser,
    studio: Studio,
    path: Path,
    act: Callable[[Open], None],
    size: dict[str, int],
    theme: str,
    look: str,
) -> None:
    scheme = "dark" if theme == "dark" else "light"
    with opened(browser, studio, viewport=size, color_scheme=scheme) as open_page:
        page = open_page.page
        kept = {"french": '{"language": "fr"}', "large": '{"isLarge": true}'}.get(look, "{}")
        page.add_init_script(
            f"localStorage.getItem('bigand.look') ?? localStorage.setItem('bigand.look', '{kept}')"
        )
        if act in scenes.SCENES.values():
            act(open_page)
            page.screenshot(path=path)
            open_page.wrong.clear()
            return
        open_page.start()
        expect(page.locator(".stage svg")).to_be_visible()
        if size is NARROW and act not in (welcome, course, files, keys, share, recent):
            page.locator(".pane-button").first.click()
        act(open_page)
        page.screenshot(path=path)
        open_page.wrong.clear()  # tests look for these; here a picture is wanted whatever happens


def main(folder: Path, part: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    every = SCENES | scenes.SCENES
    french, large = FRENCH | scenes.FRENCH, LARGE | scenes.LARGE
    studio = Studio("--port", "0")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            for theme, size, (name, act) in product(("light", "dark"), (WIDE, NARROW), every.items()):
                looks = ["", *(["french"] if name in french else []), *(["large"] if name in large else [])]
                for look in looks if theme == "light" else [""]:
                    stem = "-".join(filter(None, (name, str(size["width"]), theme, look)))
                    if part not in stem:
                        continue
                    take(browser, studio, folder / f"{stem}.png", act, size, theme, look)
                    print(stem, flush=True)
        finally:
            browser.close()
            studio.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
