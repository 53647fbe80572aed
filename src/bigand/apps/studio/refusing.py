"""What is refused, as every refusal is told: a failure as answers have it, with its sentence."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bigand.answer.question import Failure, as_object
from bigand.command.texts import Texts
from bigand.source.catalogue import LANGUAGES, Language
from bigand.source.error import BigandError, ErrorKind

_KEYS = {404: "studio.nothing_here", 405: "studio.method"}


class RefusedRequest(Exception):  # noqa: N818  # it is no fault of ours
    """A request that is not heard: the status, and why."""

    def __init__(self, status: int, key: str, **gaps: object) -> None:
        super().__init__(key)
        self.status = status
        self.error = BigandError(key, **gaps)


class BusyRequest(RefusedRequest):
    """A request that would be heard at another time; `retry_after` says in how many seconds."""

    def __init__(self, status: int, key: str, retry_after: int) -> None:
        super().__init__(status, key)
        self.retry_after = retry_after


def texts_of(request: Request, usual: Language) -> Texts:
    """The sentences in the first language of a request that we have."""
    asked = [word.strip()[:2].lower() for word in request.headers.get("accept-language", "").split(",")]
    return Texts(next((LANGUAGES[name] for name in asked if name in LANGUAGES), usual))


def json_response(content: object, status: int = 200) -> Response:
    """An object of values as JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def refusal(status: int, error: BigandError, texts: Texts) -> Response:
    """A refusal: the failure for programs, its sentence for people."""
    failure = Failure(kind=ErrorKind.INPUT, key=error.key, gaps=dict(error.gaps))
    told = {"text": texts(error.key, **error.gaps), "diagnostics": []}
    return json_response({"answer": as_object(failure), "told": told}, status)


def refusal_of(request: Request, error: Exception, usual: Language) -> Response:
    """What is answered to a request that was refused by us, or for which there is no route."""
    texts = texts_of(request, usual)
    if isinstance(error, RefusedRequest):
        response = refusal(error.status, error.error, texts)
        if isinstance(error, BusyRequest):
            response.headers["Retry-After"] = str(error.retry_after)
        return response
    assert isinstance(error, HTTPException)
    key = _KEYS.get(error.status_code, "studio.request")
    return refusal(error.status_code, BigandError(key, name=request.url.path, method=request.method), texts)
