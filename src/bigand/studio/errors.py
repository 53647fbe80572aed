"""Refused requests, and their responses: a failure in the form of an answer, with its sentence."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bigand.api.question import Failure, to_plain_data
from bigand.messages import LANGUAGES, Language
from bigand.messages.message import Message
from bigand.source.error import BigandError, ErrorKind
from bigand.wording.texts import Texts

_MAX_LANGUAGE_HEADER = 1000  # characters of the header that are parsed
_MAX_QUOTED = 300  # characters of a request that a refusal repeats
_KEYS = {404: "studio.nothing_here", 405: "studio.method"}


class RefusedRequest(Exception):  # noqa: N818  # the client's error, not the server's
    """A request that is refused: the status code, and why."""

    def __init__(self, status: int, key: str, **gaps: object) -> None:
        super().__init__(key)
        self.status = status
        self.error = BigandError(key, **gaps)


class BusyRequest(RefusedRequest):
    """A request that may be repeated later, after `retry_after` seconds."""

    def __init__(self, status: int, key: str, retry_after: int) -> None:
        super().__init__(status, key)
        self.retry_after = retry_after


class UnreadRequest(RefusedRequest):
    """A request that is refused before its whole body was read."""


def texts_of(request: Request, default: Language) -> Texts:
    """The texts in the first language of a request that bigand has."""
    words = request.headers.get("accept-language", "")[:_MAX_LANGUAGE_HEADER].split(",")
    codes = [word.strip()[:2].lower() for word in words]
    return Texts(next((LANGUAGES[name] for name in codes if name in LANGUAGES), default))


def json_response(content: object, status: int = 200) -> Response:
    """A JSON response."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def error_response(status: int, error: BigandError, texts: Texts) -> Response:
    """The response for a refusal: the failure for programs, its sentence for people."""
    gaps = {name: shorten_gap(gap) for name, gap in error.gaps.items()}
    kind = ErrorKind.BUG if status >= 500 else ErrorKind.INPUT
    failure = Failure(kind=kind, key=error.key, gaps=gaps)
    wording = {"text": texts(error.key, **gaps), "diagnostics": []}
    return json_response({"answer": to_plain_data(failure), "told": wording}, status)


def shorten_gap(gap: str | Message) -> str | Message:
    """Cut a long text, and replace what UTF-8 cannot encode."""
    if not isinstance(gap, str):
        return gap
    clean = gap[: _MAX_QUOTED + 1].encode("utf-8", "replace").decode()
    return clean if len(gap) <= _MAX_QUOTED else f"{clean[:_MAX_QUOTED]}…"


def response_to_error(request: Request, error: Exception, default: Language) -> Response:
    """The response to a request that was refused, that has no route, or that caused an internal error."""
    texts = texts_of(request, default)
    if isinstance(error, RefusedRequest):
        response = error_response(error.status, error.error, texts)
        if isinstance(error, BusyRequest):
            response.headers["Retry-After"] = str(error.retry_after)
        return response
    if not isinstance(error, HTTPException):
        return error_response(500, BigandError("studio.fault"), texts)
    key = _KEYS.get(error.status_code, "studio.request")
    gaps = {"name": request.scope["path"], "method": request.method}
    response = error_response(error.status_code, BigandError(key, **gaps), texts)
    response.headers.update(error.headers or {})  # the allowed methods
    return response
