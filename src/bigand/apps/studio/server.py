"""The server: a route for each question of the register, the page, the course, exercises, the file that is open."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from bigand import __version__
from bigand.answer.question import Question
from bigand.apps.studio.answering import Answering, Line, UnderWay
from bigand.apps.studio.course import lessons
from bigand.apps.studio.exercises import given, listed, marked, named
from bigand.apps.studio.files import read_asset, read_data, read_kept, save
from bigand.apps.studio.guarding import Guard, Lingering, body_of, is_loopback, new_nonce, policy
from bigand.apps.studio.openapi import openapi
from bigand.apps.studio.refusing import RefusedRequest, UnreadRequest, json_response, refusal_of, texts_of
from bigand.apps.studio.requests import Relay, SentQuestion, decode, limits_of
from bigand.apps.studio.settings import MOST_WRITTEN, Settings
from bigand.apps.studio.telling import Teller
from bigand.apps.studio.visitors import ANONYMOUS, VISITOR_HEADER, asker_of, new_visitor, remember_visitor
from bigand.ask import QUESTIONS
from bigand.source.error import BigandError

_Body = TypeVar("_Body")
_PROMPT = 2.0  # seconds after which a reply begins, though there is no line of it yet
_LINES = "application/x-ndjson"
_NONCE = re.compile(r'(<meta name="csp-nonce" content=")[^"]*(")')


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be written, and which version was changed."""

    text: str
    version: str


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """What a student has written for an exercise."""

    text: str


class Studio:
    """What requests are answered with."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.answering = Answering(settings.limits)

    @asynccontextmanager
    async def life(self, _app: Starlette) -> AsyncIterator[None]:
        """From the first request to the last: children are warm, and none is left."""
        self.answering.warm()
        yield
        self.answering.stop()
        await asyncio.to_thread(self.answering.close)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.page),
            Route("/api/openapi.json", self.description),
            Route("/api/version", self.version),
            *[Route(f"/api/{name}", partial(self.ask, name), methods=["POST"]) for name in sorted(QUESTIONS)],
            Route("/api/{name:path}", self.unknown, methods=["GET", "POST"]),
            Route("/course", self.course),
            Route("/exercises", self.exercises),
            Route("/exercises/{name:path}", self.exercise),
            Route("/exercises/{name:path}", self.feedback, methods=["POST"]),
            Route("/file", self.file),
            Route("/file", self.save, methods=["PUT"]),
            Route("/file/data/{name:path}", self.data),
            Route("/static/{name:path}", self.asset),
        ]

    # ------------------------------------------------------------------ questions

    async def ask(self, name: str, request: Request) -> Response:
        """A question, answered in a child: line by line if that is wanted, else when it is there."""
        body = await body_of(request)
        texts = texts_of(request, self.settings.language)
        try:
            limits = limits_of(body)
        except BigandError as error:
            raise RefusedRequest(400, error.key, **error.gaps) from None
        question = SentQuestion(name=name, body=body, language=texts.language, limits=limits)
        return self._reply(request, question, name, Relay(question, texts), len(body))

    def _reply(self, request: Request, question: Question[Any], name: str, teller: Teller, size: int) -> Response:
        """The reply to a question that was taken into the queue, in the form that is wanted."""
        asker = asker_of(request, self.settings)
        asked = self.answering.begin(question, name, teller, asker, size)
        visitor = new_visitor() if asker.visitor == ANONYMOUS else None
        return (_Stream if _LINES in request.headers.get("accept", "") else _Whole)(asked, teller, visitor)

    async def unknown(self, request: Request) -> Response:
        raise RefusedRequest(404, "question.unknown", name=request.path_params["name"])

    async def description(self, _request: Request) -> Response:
        return json_response(openapi())

    async def version(self, _request: Request) -> Response:
        settings = self.settings
        has = {"file": settings.file is not None, "exercises": settings.exercises is not None}
        return json_response({"version": __version__, "language": settings.language, **has})

    # ------------------------------------------------------------------ the page, the course, the file

    async def page(self, request: Request) -> Response:
        """The page, with a nonce of its own for the styles that its editor makes."""
        page = await asyncio.to_thread(read_asset, self.settings.static, "index.html")
        if page is None:
            raise RefusedRequest(404, "studio.no_page")
        nonce = new_nonce()
        headers = {"Content-Security-Policy": policy(nonce)}
        text = page.content.decode("utf-8", "replace")
        response = HTMLResponse(_NONCE.sub(rf"\g<1>{nonce}\g<2>", text), headers=headers)
        remember_visitor(response, request, self.settings)
        return response

    async def asset(self, request: Request) -> Response:
        """A file of the page, unless the browser has it as it is."""
        name = request.path_params["name"]
        asset = await asyncio.to_thread(read_asset, self.settings.static, name)
        if asset is None:
            raise RefusedRequest(404, "studio.nothing_here", name=request.scope["path"])
        tags = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
        headers = {"ETag": asset.tag, "Content-Type": asset.kind}
        return (
            Response(status_code=304, headers=headers)
            if asset.tag in tags
            else Response(asset.content, headers=headers)
        )

    async def course(self, request: Request) -> Response:
        language = texts_of(request, self.settings.language).language
        found = await asyncio.to_thread(lessons, language)
        return json_response({"lessons": [lesson._asdict() for lesson in found]})

    # ------------------------------------------------------------------ exercises

    @property
    def _exercises(self) -> Path:
        if self.settings.exercises is None:
            raise RefusedRequest(404, "studio.no_exercises")
        return self.settings.exercises

    async def exercises(self, request: Request) -> Response:
        texts = texts_of(request, self.settings.language)
        return json_response({"exercises": await asyncio.to_thread(listed, self._exercises, texts)})

    async def exercise(self, request: Request) -> Response:
        texts = texts_of(request, self.settings.language)
        exercise = named(self._exercises, request.path_params["name"])
        shown = await asyncio.to_thread(given, exercise, texts, is_loopback(self.settings.host))
        return json_response(shown)

    async def feedback(self, request: Request) -> Response:
        """What the teacher allows to be told of a text; only that, and only at the end."""
        exercise = named(self._exercises, request.path_params["name"])
        body = await body_of(request, MOST_WRITTEN)
        written = _decoded(body, Written)
        texts = texts_of(request, self.settings.language)
        question, marker = await asyncio.to_thread(marked, exercise, written.text, texts, self.settings.limits)
        return self._reply(request, question, "exercise", marker, len(body))

    # ------------------------------------------------------------------ the file

    async def file(self, _request: Request) -> Response:
        if self.settings.file is None:
            raise RefusedRequest(404, "studio.no_file")
        kept = await asyncio.to_thread(read_kept, self.settings.file)
        return json_response(kept._asdict())

    async def save(self, request: Request) -> Response:
        if self.settings.file is None:
            raise RefusedRequest(404, "studio.no_file")
        wanted = _decoded(await body_of(request), Saved)
        kept = await asyncio.to_thread(save, self.settings.file, wanted.text, wanted.version)
        if kept is not None:
            return json_response({"version": kept.version})
        told = texts_of(request, self.settings.language)("studio.changed", name=self.settings.file.name)
        there = await asyncio.to_thread(read_kept, self.settings.file)
        return json_response({**there._asdict(), "told": {"text": told, "diagnostics": []}}, 409)

    async def data(self, request: Request) -> Response:
        if self.settings.file is None:
            raise RefusedRequest(404, "studio.no_file")
        content = await asyncio.to_thread(read_data, self.settings.file, request.path_params["name"])
        return Response(content, media_type="application/octet-stream")

    async def refuse(self, request: Request, error: Exception) -> Response:
        response = refusal_of(request, error, self.settings.language)
        return Lingering(response) if isinstance(error, UnreadRequest) else response


class GuardedApp(Starlette):
    """An application behind its guard: also the response to a fault of ours passes it."""

    def __init__(self, own: Studio) -> None:
        handlers: dict[Any, Any] = {RefusedRequest: own.refuse, HTTPException: own.refuse, Exception: own.refuse}
        super().__init__(routes=own.routes(), lifespan=own.life, exception_handlers=handlers)
        self.router.redirect_slashes = False
        self._guard = Guard(super().__call__, own.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._guard(scope, receive, send)


def studio(settings: Settings) -> tuple[Starlette, Studio]:
    """The application, and what it answers with."""
    own = Studio(settings)
    return GuardedApp(own), own


def _decoded(body: bytes, kind: type[_Body]) -> _Body:
    """What a body says; what is not of this kind is refused with its path."""
    try:
        decoded: _Body = decode(body, kind)
        return decoded
    except BigandError as error:
        raise RefusedRequest(400, error.key, **error.gaps) from None


# ---------------------------------------------------------------------- replies


class _Reply(Response):
    """What is said to one who asked, as long as he is there: when he closes the connection, the question ends."""

    def __init__(self, asked: UnderWay, relay: Teller, visitor: str | None) -> None:
        super().__init__()
        self.asked = asked
        self.relay = relay
        self.named = {} if visitor is None else {VISITOR_HEADER: visitor}

    @property
    def failure_status(self) -> int:
        """The status of an answer that is a failure."""
        return 400 if isinstance(self.relay, Relay) and self.relay.is_refused else 422

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watch = asyncio.create_task(self._watch(receive))
        try:
            await self.tell(scope, receive, send)
        finally:
            watch.cancel()
            self.asked.stop()

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.asked.stop()

    async def tell(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


class _Stream(_Reply):
    """Line by line."""

    async def tell(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        lines = aiter(self.asked.lines())
        first = asyncio.ensure_future(anext(lines, None))
        await asyncio.wait({first}, timeout=_PROMPT)
        # By then a request that is no question has been refused; nobody is left without a response for longer.
        line = first.result() if first.done() else None
        await self._begin(send, line)
        line = await first
        while line is not None:
            body = f"{line.text}\n".encode("utf-8", "replace")
            await send({"type": "http.response.body", "body": body, "more_body": True})
            line = await anext(lines, None)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _begin(self, send: Send, line: Line | None = None) -> None:
        is_refused = line is not None and line.is_failure and self.failure_status == 400
        kind, status = (b"application/json", 400) if is_refused else (_LINES.encode(), 200)
        named = [(name.lower().encode(), value.encode()) for name, value in self.named.items()]
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind), *named]})


class _Whole(_Reply):
    """The answer only; a failure is known by its status."""

    async def tell(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = Response(status_code=503, headers={"Retry-After": "1"})  # if the server ends before
        async for line in self.asked.lines():
            if line.is_answer:
                body = line.text.encode("utf-8", "replace")
                status = self.failure_status if line.is_failure else 200
                response = Response(body, status, self.named, "application/json")
        await response(scope, receive, send)
