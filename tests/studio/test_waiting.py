"""What a page shows and does while its questions wait: the place in the queue, and asking again when refused."""

import json

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.studio.opened import Studio, opened

SMALL = "a or b\n"
BUSY = {"answer": {"answer": "failure", "kind": "input", "key": "studio.busy_all"}, "told": {"text": "too many"}}
SOLVED = (
    '{"answer":{"answer":"solved","status":"sat","mode":"sat","models":[{"true":["a"]}],"count":1,"atoms":2,'
    '"clauses":1,"seconds":{}},"told":{"text":null,"diagnostics":[]}}'
)
STREAM = """
([place, total, answer]) => {
  const fetched = window.fetch;
  window.fetch = (path, request) => {
    if (path !== "/api/solve") return fetched(path, request);
    const line = (value) => new TextEncoder().encode(`${value}\\n`);
    const body = new ReadableStream({
      start(controller) {
        const told = { event: { event: "waiting", place, total }, text: null };
        controller.enqueue(line(JSON.stringify(told)));
        window.goOn = () => {
          const now = { event: { event: "waiting", place: 0, total: 0 }, text: null };
          controller.enqueue(line(JSON.stringify(now)));
        };
        window.finish = () => { controller.enqueue(line(answer)); controller.close(); };
        request.signal?.addEventListener("abort", () => controller.error(request.signal.reason));
      },
    });
    return Promise.resolve(new Response(body, { status: 200 }));
  };
}
"""


@pytest.mark.parametrize(
    ("locale", "told"), [("en-GB", "Waiting: place 3 of 7"), ("fr-FR", "En attente : place 3 sur 7")]
)
def test_the_place_in_the_queue_is_shown(locale: str, told: str, browser: Browser, studio: Studio) -> None:
    with opened(browser, studio, locale=locale) as open_page:
        open_page.start(SMALL)
        page = open_page.page
        line = page.locator(".waiting")
        expect(page.locator("#stop")).to_have_count(0)
        page.evaluate(STREAM, [3, 7, SOLVED])
        open_page.solve()
        expect(line).to_have_text(told)
        page.locator("#stop").click()  # whoever waits can stop it
        expect(line).to_be_hidden()
        open_page.solve()
        expect(line).to_have_text(told)
        page.evaluate("() => window.goOn()")  # its turn has come
        expect(line).to_be_hidden()
        page.evaluate("() => window.finish()")
        expect(page.locator("#stop")).to_have_count(0)


def test_a_refused_question_is_asked_again_and_can_be_stopped(browser: Browser, studio: Studio) -> None:
    with opened(browser, studio) as open_page:
        open_page.start(SMALL)
        page = open_page.page
        page.get_by_label("as I type").uncheck()
        expect(page.locator("#stop")).to_have_count(0)
        asked: list[str] = []

        def refuse(route: Route, seconds: int, times: int) -> None:
            asked.append(route.request.headers["bigand-slot"])
            if len(asked) > times:
                route.continue_()
                return
            status = 429 if len(asked) % 2 else 503
            headers = {"Retry-After": str(seconds)}
            route.fulfill(status=status, headers=headers, content_type="application/json", body=json.dumps(BUSY))

        page.route("**/api/solve", lambda route: refuse(route, 1, 2))
        open_page.solve()
        expect(page.locator(".waiting")).to_contain_text("asked again in")
        expect(open_page.status()).to_contain_text("a model")
        expect(page.locator(".waiting")).to_be_hidden()
        assert len(asked) == 3
        assert len({slot.split()[0] for slot in asked}) == 1
        page.unroute("**/api/solve")
        asked.clear()
        page.route("**/api/solve", lambda route: refuse(route, 25, 99))
        open_page.solve()
        expect(page.locator(".waiting")).to_contain_text("asked again in")
        page.locator("#stop").click()
        expect(page.locator(".waiting")).to_be_hidden()
        expect(open_page.status()).to_contain_text("stopped")
        assert len(asked) == 1
        open_page.wrong[:] = [wrong for wrong in open_page.wrong if "429" not in wrong and "503" not in wrong]
