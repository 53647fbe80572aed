"""Access control: accept requests to our own address, from our own page, with the token printed at the start.

No other site can use the server through a browser: its requests have its own `Origin`; a domain that it points at
this machine is not our `Host`; and the cookie, which only the link sets, is not sent with requests of other sites.

Until the token is checked, all work is linear in the size of a request, and that size is limited.
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
from bigand.studio.visitors import set_visitor_cookie_if_missing
from bigand.wording.texts import Texts

_LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")
_ANY_HOSTS = ("", "0.0.0.0", "::")
_MAX_DRAINED = 256_000_000  # bytes of an oversized body that are received and dropped, so that the client reads why
_HOST_HEADER = re.compile(r"(\[[0-9a-fA-F:.]{2,64}\]|[^:\[\]]{0,255})(?::([0-9]{1,5}))?")
_CONTENT_LENGTH = re.compile(r"[0-9]{1,18}")
MAX_HEADERS, MAX_HEADERS_SIZE, MAX_TARGET_SIZE = (
    100,
    20_000,
    8_000,
)  # headers of a request, their bytes, bytes of its target
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
    """Whether only this machine can reach this address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def content_security_policy(nonce: str | None = None) -> str:
    """The content-security policy: nothing from other sites, no inline scripts.

    Inline styles only with the nonce.
    """
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
        if (malformed := refusal_if_malformed(scope)) is not None:
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
        """Answer the request that has the token in its URL: set the cookie, and redirect."""
        if not self._is_token(request.query_params["token"]) or request.method not in ("GET", "HEAD"):
            return _forbidden_page(texts)
        exercise = request.query_params.get("exercise")
        response = RedirectResponse("/" if exercise is None else f"/?exercise={quote(exercise, safe='')}", 303)
        token = self.settings.token
        response.set_cookie(self.settings.cookie_name, token, path="/", httponly=True, samesite="strict")
        set_visitor_cookie_if_missing(response, request, self.settings)
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
        headers.setdefault("Cache-Control", "no-cache")  # revalidated, and not sent again if unchanged
    for name, value in (SECURITY_HEADERS | {"Content-Security-Policy": content_security_policy()}).items():
        headers.setdefault(name, value)


def refusal_if_malformed(scope: Scope) -> RefusedRequest | None:
    """Why a request is refused whoever sends it: it is too large, or ambiguous."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    size = sum([len(name) + len(value) for name, value in headers])
    if len(headers) > MAX_HEADERS or size > MAX_HEADERS_SIZE:
        return RefusedRequest(431, "studio.headers", count=MAX_HEADERS, most=MAX_HEADERS_SIZE // 1000)
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_TARGET_SIZE:
        return RefusedRequest(414, "studio.address", most=MAX_TARGET_SIZE)
    names = [name.lower() for name, _ in headers]
    is_framed_twice = b"transfer-encoding" in names and b"content-length" in names
    is_repeated = any([names.count(name) > 1 for name in (b"host", b"origin", b"authorization", b"content-type")])
    if is_framed_twice or is_repeated or not scope["path"].startswith("/"):
        return RefusedRequest(400, "studio.request")
    return None


def _is_ip_address(name: str) -> bool:
    """Whether this is an IP address, which no other site can point at this machine."""
    try:
        ip_address(name)
        return True
    except ValueError:
        return False


def _forbidden_page(texts: Texts) -> Response:
    """The page for a browser that came without the token."""
    message = texts("studio.token")
    page = (
        f"<!doctype html><html lang={texts.language.value}><meta charset=utf-8><meta name=color-scheme "
        'content="light dark"><meta name=viewport content="width=device-width"><title>bigand</title>'
        f"<h1>⋀ bigand</h1><p>{message}</p><pre>bigand studio</pre>"
    )
    return HTMLResponse(page, 403)


# ---------------------------------------------------------------------- bodies


async def read_body(request: Request, max_size: int = MAX_BODY_SIZE) -> bytes:
    """Read the body of a JSON request; one that is too large is refused as soon as that is known."""
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
    """A response to a body that was not fully read: it is sent at once, and then the rest of the body is dropped.

    Otherwise the connection would be reset while the client still writes, and the client would never read why.
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


# ---------------------------------------------------------------------- cookies


_MAX_PAIRS = 500  # browsers keep fewer cookies for one host


def parse_cookies(header: str) -> dict[str, str]:
    """Parse a `Cookie` header in one pass, whatever it contains; return the values by name.

    Of cookies with the same name the last one counts: browsers send the one with the shortest path last, and ours
    has the path `/`. Quotes around a value are dropped; nothing is unescaped, as no cookie of ours needs it.

    >>> parse_cookies('a=1; b="x y"; a=2; nonsense; =3')
    {'a': '2', 'b': 'x y'}
    """
    cookies = {}
    for pair in header.split(";", _MAX_PAIRS)[:_MAX_PAIRS]:
        name, equals_sign, value = pair.partition("=")
        name, value = name.strip(" \t"), value.strip(" \t")
        if len(value) >= 2 and value[0] == value[-1] == '"':
            value = value[1:-1]
        if equals_sign and name:
            cookies[name] = value
    return cookies
