"""The web application: a route for each question, and for the page, the course, exercises and the open file."""

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
from bigand.api.question import Question
from bigand.api.register import question_names
from bigand.source.error import BigandError
from bigand.studio.auth import (
    AuthMiddleware,
    DrainingResponse,
    content_security_policy,
    is_loopback,
    new_nonce,
    read_body,
)
from bigand.studio.course import load_lessons
from bigand.studio.errors import RefusedRequest, UnreadRequest, json_response, response_to_error, texts_of
from bigand.studio.exercises import (
    exercise_object,
    list_exercises,
    load_exercise_or_refuse,
    make_mark_question_and_relay,
)
from bigand.studio.files import read_asset, read_data_near_file, read_file_or_empty, save_if_unchanged
from bigand.studio.jobs import Job, JobRunner, Line
from bigand.studio.openapi import openapi_description
from bigand.studio.requests import ReplyRelay, RequestedQuestion, decode_body, decode_limits
from bigand.studio.serializer import AnswerSerializer
from bigand.studio.settings import MAX_SUBMISSION_SIZE, Settings
from bigand.studio.visitors import (
    ANONYMOUS,
    VISITOR_HEADER,
    new_visitor_name,
    requester_of,
    set_visitor_cookie_if_missing,
)

_Body = TypeVar("_Body")
_FIRST_LINE_TIMEOUT = 2.0  # seconds after which a reply begins even without a first line
_NDJSON = "application/x-ndjson"
_NONCE_META = re.compile(r'(<meta name="csp-nonce" content=")[^"]*(")')


class SaveBody(msgspec.Struct, forbid_unknown_fields=True):
    """The new text of the file, and the version that was edited."""

    text: str
    version: str


class SubmissionBody(msgspec.Struct, forbid_unknown_fields=True):
    """A student's text for an exercise."""

    text: str


class Studio:
    """The request handlers, and the jobs they start."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.jobs = JobRunner(settings.limits)

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Start warm children before the first request, and leave none after the last."""
        self.jobs.warm()
        yield
        self.jobs.stop()
        await asyncio.to_thread(self.jobs.close)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.page),
            Route("/api/openapi.json", self.send_openapi_description),
            Route("/api/version", self.version),
            *[Route(f"/api/{name}", partial(self.ask, name), methods=["POST"]) for name in question_names()],
            Route("/api/{name:path}", self.refuse_unknown_question, methods=["GET", "POST"]),
            Route("/course", self.course),
            Route("/exercises", self.exercises),
            Route("/exercises/{name:path}", self.exercise),
            Route("/exercises/{name:path}", self.grade_submission, methods=["POST"]),
            Route("/file", self.send_file),
            Route("/file", self.save_file, methods=["PUT"]),
            Route("/file/data/{name:path}", self.send_data_file),
            Route("/static/{name:path}", self.asset),
        ]

    # ------------------------------------------------------------------ questions

    async def ask(self, name: str, request: Request) -> Response:
        """Answer a question in a child: line by line if the request accepts that, else at the end.

        The child decodes and answers it (`RequestedQuestion.answer` in `requests.py`).
        """
        body = await read_body(request)
        texts = texts_of(request, self.settings.language)
        try:
            limits = decode_limits(body)
        except BigandError as error:
            raise RefusedRequest(400, error.key, **error.gaps) from None
        question = RequestedQuestion(name=name, body=body, language=texts.language, limits=limits)
        return self._queue_question(request, question, name, ReplyRelay(question, texts), len(body))

    def _queue_question(
        self, request: Request, question: Question[Any], question_name: str, serializer: AnswerSerializer, size: int
    ) -> Response:
        """Put a question into the queue; return the reply in the requested form."""
        requester = requester_of(request, self.settings)
        job = self.jobs.start(question, question_name, serializer, requester, size)
        visitor = new_visitor_name() if requester.visitor == ANONYMOUS else None
        return (_StreamResponse if _NDJSON in request.headers.get("accept", "") else _WholeResponse)(
            job, serializer, visitor
        )

    async def refuse_unknown_question(self, request: Request) -> Response:
        raise RefusedRequest(404, "question.unknown", name=request.path_params["name"])

    async def send_openapi_description(self, _request: Request) -> Response:
        return json_response(openapi_description())

    async def version(self, _request: Request) -> Response:
        settings = self.settings
        has = {"file": settings.file is not None, "exercises": settings.exercises is not None}
        return json_response({"version": __version__, "language": settings.language, **has})

    # ------------------------------------------------------------------ page and course

    async def page(self, request: Request) -> Response:
        """The page, with a new nonce for the styles that its editor adds."""
        page = await asyncio.to_thread(read_asset, self.settings.static, "index.html")
        if page is None:
            raise RefusedRequest(404, "studio.no_page")
        nonce = new_nonce()
        headers = {"Content-Security-Policy": content_security_policy(nonce)}
        text = page.content.decode("utf-8", "replace")
        response = HTMLResponse(_NONCE_META.sub(rf"\g<1>{nonce}\g<2>", text), headers=headers)
        set_visitor_cookie_if_missing(response, request, self.settings)
        return response

    async def asset(self, request: Request) -> Response:
        """A file of the page; 304 if the browser has the current version."""
        name = request.path_params["name"]
        asset = await asyncio.to_thread(read_asset, self.settings.static, name)
        if asset is None:
            raise RefusedRequest(404, "studio.nothing_here", name=request.scope["path"])
        tags = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
        headers = {"ETag": asset.tag, "Content-Type": asset.media_type}
        return (
            Response(status_code=304, headers=headers)
            if asset.tag in tags
            else Response(asset.content, headers=headers)
        )

    async def course(self, request: Request) -> Response:
        language = texts_of(request, self.settings.language).language
        lessons = await asyncio.to_thread(load_lessons, language)
        return json_response({"lessons": [lesson._asdict() for lesson in lessons]})

    # ------------------------------------------------------------------ exercises

    @property
    def _exercise_folder(self) -> Path:
        if self.settings.exercises is None:
            raise RefusedRequest(404, "studio.no_exercises")
        return self.settings.exercises

    async def exercises(self, request: Request) -> Response:
        texts = texts_of(request, self.settings.language)
        return json_response({"exercises": await asyncio.to_thread(list_exercises, self._exercise_folder, texts)})

    async def exercise(self, request: Request) -> Response:
        texts = texts_of(request, self.settings.language)
        exercise = load_exercise_or_refuse(self._exercise_folder, request.path_params["name"])
        content = await asyncio.to_thread(exercise_object, exercise, texts, is_loopback(self.settings.host))
        return json_response(content)

    async def grade_submission(self, request: Request) -> Response:
        """The feedback on a text that the teacher allows: only that, and only at the end."""
        exercise = load_exercise_or_refuse(self._exercise_folder, request.path_params["name"])
        body = await read_body(request, MAX_SUBMISSION_SIZE)
        submission = _decode_or_refuse(body, SubmissionBody)
        texts = texts_of(request, self.settings.language)
        question, serializer = await asyncio.to_thread(
            make_mark_question_and_relay, exercise, submission.text, texts, self.settings.limits
        )
        return self._queue_question(request, question, "exercise", serializer, len(body))

    # ------------------------------------------------------------------ file

    async def send_file(self, _request: Request) -> Response:
        if self.settings.file is None:
            raise RefusedRequest(404, "studio.no_file")
        content = await asyncio.to_thread(read_file_or_empty, self.settings.file)
        return json_response(content._asdict())

    async def save_file(self, request: Request) -> Response:
        if self.settings.file is None:
            raise RefusedRequest(404, "studio.no_file")
        body = _decode_or_refuse(await read_body(request), SaveBody)
        saved = await asyncio.to_thread(save_if_unchanged, self.settings.file, body.text, body.version)
        if saved is not None:
            return json_response({"version": saved.version})
        message = texts_of(request, self.settings.language)("studio.changed", name=self.settings.file.name)
        current = await asyncio.to_thread(read_file_or_empty, self.settings.file)
        return json_response({**current._asdict(), "told": {"text": message, "diagnostics": []}}, 409)

    async def send_data_file(self, request: Request) -> Response:
        if self.settings.file is None:
            raise RefusedRequest(404, "studio.no_file")
        content = await asyncio.to_thread(read_data_near_file, self.settings.file, request.path_params["name"])
        return Response(content, media_type="application/octet-stream")

    async def handle_error(self, request: Request, error: Exception) -> Response:
        response = response_to_error(request, error, self.settings.language)
        return DrainingResponse(response) if isinstance(error, UnreadRequest) else response


class StudioApp(Starlette):
    """The application behind `AuthMiddleware`: even the response to an internal error passes through it."""

    def __init__(self, studio: Studio) -> None:
        handlers: dict[Any, Any] = {
            RefusedRequest: studio.handle_error,
            HTTPException: studio.handle_error,
            Exception: studio.handle_error,
        }
        super().__init__(routes=studio.routes(), lifespan=studio.lifespan, exception_handlers=handlers)
        self.router.redirect_slashes = False
        self._auth = AuthMiddleware(super().__call__, studio.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._auth(scope, receive, send)


def create_app(settings: Settings) -> tuple[Starlette, Studio]:
    """Create the application; return it and its `Studio`."""
    studio = Studio(settings)
    return StudioApp(studio), studio


def _decode_or_refuse(body: bytes, body_type: type[_Body]) -> _Body:
    """Decode a body; raise `RefusedRequest` with the path of the error if it does not fit."""
    try:
        decoded: _Body = decode_body(body, body_type)
        return decoded
    except BigandError as error:
        raise RefusedRequest(400, error.key, **error.gaps) from None


# ---------------------------------------------------------------------- replies


class _JobResponse(Response):
    """The reply of a job; when the client disconnects, the job is stopped."""

    def __init__(self, job: Job, serializer: AnswerSerializer, visitor: str | None) -> None:
        super().__init__()
        self.job = job
        self.serializer = serializer
        self.visitor_headers = {} if visitor is None else {VISITOR_HEADER: visitor}

    @property
    def failure_status(self) -> int:
        """The status code for an answer that is a failure."""
        return 400 if isinstance(self.serializer, ReplyRelay) and self.serializer.is_refused else 422

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watch = asyncio.create_task(self._watch_disconnect(receive))
        try:
            await self.send_reply(scope, receive, send)
        finally:
            watch.cancel()
            self.job.stop()

    async def _watch_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.job.stop()

    async def send_reply(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


class _StreamResponse(_JobResponse):
    """Sends all lines as they come."""

    async def send_reply(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        lines = aiter(self.job.lines())
        first = asyncio.ensure_future(anext(lines, None))
        await asyncio.wait({first}, timeout=_FIRST_LINE_TIMEOUT)
        # By then an invalid question has been refused; no client waits longer for the start of a response.
        line = first.result() if first.done() else None
        await self._send_head(send, line)
        line = await first
        while line is not None:
            body = f"{line.text}\n".encode("utf-8", "replace")
            await send({"type": "http.response.body", "body": body, "more_body": True})
            line = await anext(lines, None)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_head(self, send: Send, line: Line | None = None) -> None:
        is_refused = line is not None and line.is_failure and self.failure_status == 400
        kind, status = (b"application/json", 400) if is_refused else (_NDJSON.encode(), 200)
        named = [(name.lower().encode(), value.encode()) for name, value in self.visitor_headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind), *named]})


class _WholeResponse(_JobResponse):
    """Sends only the answer; a failure has its own status code."""

    async def send_reply(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = Response(status_code=503, headers={"Retry-After": "1"})  # if the server stops before
        async for line in self.job.lines():
            if line.is_answer:
                body = line.text.encode("utf-8", "replace")
                status = self.failure_status if line.is_failure else 200
                response = Response(body, status, self.visitor_headers, "application/json")
        await response(scope, receive, send)
