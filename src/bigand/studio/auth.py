"""Access control: requests to our own address, from our own page, with the token that was printed at the start.

No other site can use the server through a browser: what it sends has its own `Origin`; a name that it makes point
at this machine is not our `Host`; and the cookie, which only the link sets, goes with no request of another site.

Until the token is known to be right, all work is linear in the size of a request, and that size is limited.
"""

import re
import socket
from ipaddress import ip_address
from secrets import compare_digest, token_urlsafe
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bigand.source.error import BigandError
from bigand.studio.errors import RefusedRequest, UnreadRequest, error_response, texts_of
from bigand.studio.settings import MAX_BODY_SIZE, Settings
from bigand.studio.visitors import remember_visitor
from bigand.wording.texts import Texts

_LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")
_ANY_HOSTS = ("", "0.0.0.0", "::")
_MAX_DRAINED = 256_000_000  # bytes of a body that is too large which are let go by, so that the refusal is read
_HOST_HEADER = re.compile(r"(\[[0-9a-fA-F:.]{2,64}\]|[^:\[\]]{0,255})(?::([0-9]{1,5}))?")
_CONTENT_LENGTH = re.compile(r"[0-9]{1,18}")
MOST_HEADERS, MOST_HEAD, MOST_ADDRESS = 100, 20_000, 8_000  # headers of a request, their bytes, bytes of its target
TRUSTED_KEY = "bigand.trusted"  # in the state of a request: it has the token
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{nonce}; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def is_loopback(host: str) -> bool:
    """Whether nobody else can reach this address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def content_security_policy(nonce: str | None = None) -> str:
    """The content-security policy: nothing from elsewhere, no script in a page; styles with the nonce of a page."""
    return _POLICY.format(nonce="" if nonce is None else f" 'nonce-{nonce}'")


def new_nonce() -> str:
    return token_urlsafe(16)


class AuthMiddleware:
    """Lets requests with the token through, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                _add_security_headers(MutableHeaders(scope=message), scope["path"])
            await send(message)

        try:
            await (self._find_refusal(Request(scope)) or self.app)(scope, receive, send_with_headers)
        except Exception:
            if not has_started:
                texts = Texts(self.settings.language)
                await error_response(500, BigandError("studio.fault"), texts)(scope, receive, send_with_headers)
            raise  # for the log

    def _find_refusal(self, request: Request) -> Response | None:
        """The response to a request that is refused; None if it may pass."""
        texts = texts_of(request, self.settings.language)
        scope, headers = request.scope, request.headers
        if (malformed := find_malformed(scope)) is not None:
            return error_response(malformed.status, malformed.error, texts)
        host = headers.get("host", "")
        if not self._is_our_host(host):
            return error_response(403, BigandError("studio.host", name=host), texts)
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return error_response(403, BigandError("studio.origin", name=origin), texts)
        if scope["path"] == "/" and "token" in request.query_params:
            return self._login(request, texts)
        if self._has_token(headers):
            scope.setdefault("state", {})[TRUSTED_KEY] = True
            return None
        wants_page = "text/html" in headers.get("accept", "")
        return _forbidden_page(texts) if wants_page else error_response(403, BigandError("studio.token"), texts)

    def _is_our_host(self, host: str) -> bool:
        parts = _HOST_HEADER.fullmatch(host)
        if parts is None or int(parts[2] or 80) != self.settings.port:
            return False
        name, own_host = parts[1].strip("[]").lower(), self.settings.host.lower()
        if own_host not in _ANY_HOSTS:
            return name == own_host or (is_loopback(own_host) and name in _LOOPBACK_HOSTS)
        return name in (*_LOOPBACK_HOSTS, socket.gethostname().lower()) or _is_ip_address(name)

    def _login(self, request: Request, texts: Texts) -> Response:
        """The one request that brings the token in its address: from then on it is in a cookie."""
        if not self._is_token(request.query_params["token"]) or request.method not in ("GET", "HEAD"):
            return _forbidden_page(texts)
        exercise = request.query_params.get("exercise")
        response = RedirectResponse("/" if exercise is None else f"/?exercise={quote(exercise, safe='')}", 303)
        token = self.settings.token
        response.set_cookie(self.settings.cookie_name, token, path="/", httponly=True, samesite="strict")
        remember_visitor(response, request, self.settings)
        return response

    def _has_token(self, headers: Headers) -> bool:
        kind, _, key = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self._is_token(key)
        cookies = parse_cookies("; ".join(headers.getlist("cookie")))
        token = cookies.get(self.settings.cookie_name)
        return token is not None and self._is_token(token)

    def _is_token(self, token: str) -> bool:
        return compare_digest(token.encode("utf-8", "replace"), self.settings.token.encode())


def _add_security_headers(headers: MutableHeaders, path: str) -> None:
    if path.startswith("/static/"):
        headers.setdefault("Cache-Control", "no-cache")  # asked for again, and not sent twice
    for name, value in (SECURITY_HEADERS | {"Content-Security-Policy": content_security_policy()}).items():
        headers.setdefault(name, value)


def find_malformed(scope: Scope) -> RefusedRequest | None:
    """Why a request is refused whoever sends it: too much of it, or no meaning that all readers agree on."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    size = sum([len(name) + len(value) for name, value in headers])
    if len(headers) > MOST_HEADERS or size > MOST_HEAD:
        return RefusedRequest(431, "studio.headers", count=MOST_HEADERS, most=MOST_HEAD // 1000)
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_ADDRESS:
        return RefusedRequest(414, "studio.address", most=MOST_ADDRESS)
    names = [name.lower() for name, _ in headers]
    is_framed_twice = b"transfer-encoding" in names and b"content-length" in names
    is_repeated = any([names.count(name) > 1 for name in (b"host", b"origin", b"authorization", b"content-type")])
    if is_framed_twice or is_repeated or not scope["path"].startswith("/"):
        return RefusedRequest(400, "studio.request")
    return None


def _is_ip_address(name: str) -> bool:
    """Whether this is a number, which no other site can make point at us."""
    try:
        ip_address(name)
        return True
    except ValueError:
        return False


def _forbidden_page(texts: Texts) -> Response:
    """For somebody who came without the link."""
    message = texts("studio.token")
    page = (
        f"<!doctype html><html lang={texts.language.value}><meta charset=utf-8><meta name=color-scheme "
        'content="light dark"><meta name=viewport content="width=device-width"><title>bigand</title>'
        f"<h1>⋀ bigand</h1><p>{message}</p><pre>bigand studio</pre>"
    )
    return HTMLResponse(page, 403)


# ---------------------------------------------------------------------- bodies


async def read_body(request: Request, max_size: int = MAX_BODY_SIZE) -> bytes:
    """The body of a request that says it is JSON; what is too large is refused as soon as that is known."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise UnreadRequest(415, "studio.not_json")
    length = request.headers.get("content-length", "")
    if _CONTENT_LENGTH.fullmatch(length) and int(length) > max_size:
        raise UnreadRequest(413, "studio.large", most=max_size // 1_000_000)
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > max_size:
                raise UnreadRequest(413, "studio.large", most=max_size // 1_000_000)
    except ClientDisconnect:
        raise RefusedRequest(400, "studio.request") from None
    return bytes(body)


class DrainingResponse(Response):
    """A response to a body that was not read to its end: it goes out at once, and the rest is let go by after it.

    Else the connection would be reset while the other side still writes, which then never reads why.
    """

    def __init__(self, response: Response) -> None:
        self.response = response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_unfinished(message: Message) -> None:
            is_body = message["type"] == "http.response.body"
            await send({**message, "more_body": True} if is_body else message)

        await self.response(scope, receive, send_unfinished)
        bytes_left, has_more = _MAX_DRAINED, True
        while has_more and bytes_left > 0:
            message = await receive()
            has_more = message["type"] == "http.request" and message.get("more_body", False)
            bytes_left -= len(message.get("body", b""))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


# ----------------------------------------------------------------------
# Parse the `Cookie` header in one pass, whatever it contains.


_MAX_PAIRS = 500  # a browser keeps fewer cookies for one host


def parse_cookies(header: str) -> dict[str, str]:
    """The cookies of a header by their names.

    Of two cookies with one name the last counts: browsers send the one with the shortest path last, and ours has
    the path `/`. Quotes around a value are dropped; nothing is unescaped, since no cookie of ours needs it.

    >>> parse_cookies('a=1; b="x y"; a=2; nonsense; =3')
    {'a': '2', 'b': 'x y'}
    """
    cookies = {}
    for pair in header.split(";", _MAX_PAIRS)[:_MAX_PAIRS]:
        name, is_pair, value = pair.partition("=")
        name, value = name.strip(" \t"), value.strip(" \t")
        if len(value) >= 2 and value[0] == value[-1] == '"':
            value = value[1:-1]
        if is_pair and name:
            cookies[name] = value
    return cookies
